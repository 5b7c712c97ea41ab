//! What an engine searches with, whatever the game: threads, a hash table and perhaps a network.

use std::sync::Arc;

use crate::search::pool::{Thinker, is_affordable};
use crate::search::{Clock, HashError, Listener, Pool, Request};

/// Threads and table of an engine, made when they are first needed. What the methods do is told at those of
/// [`super::Engine`] that have their names.
pub trait Resources: Send {
    fn set_threads(&mut self, threads: usize);
    fn set_hash(&mut self, megabytes: usize) -> Result<(), HashError>;
    fn is_prepared(&self) -> bool;
    fn prepare(&mut self) -> Result<(), HashError>;
    fn warm_up(&mut self);
    fn clear(&mut self);
    fn stop(&self);
    fn ponder_hit(&self, clock: Option<Clock>);
    fn nodes(&self) -> u64;
}

/// The resources of an engine that searches positions of one kind.
pub(super) struct Desk<P: Thinker> {
    threads: usize,
    hash_mb: usize,
    network: Option<Arc<P::Network>>,
    pool: Option<Pool<P>>,
}

impl<P: Thinker> Desk<P> {
    pub fn new(network: Option<Arc<P::Network>>) -> Desk<P> {
        Desk { threads: 1, hash_mb: 16, network, pool: None }
    }

    /// Megabytes of hash table.
    pub fn hash_mb(&self) -> usize {
        self.hash_mb
    }

    pub fn network(&self) -> Option<&P::Network> {
        self.network.as_deref()
    }

    pub fn set_network(&mut self, network: Option<Arc<P::Network>>) {
        self.network = network;
        if let Some(pool) = &mut self.pool {
            pool.set_network(self.network.clone());
        }
    }

    /// The threads and their table, if they have been made.
    pub fn pool(&self) -> Option<&Pool<P>> {
        self.pool.as_ref()
    }

    /// Starts a search. `false`: there is not a megabyte to search with.
    pub fn start(&mut self, position: &P, request: Request, listener: Listener) -> bool {
        // The session has told of a lack of memory at `prepare`.
        let _ = self.prepare();
        let pool = self.pool.as_mut().map(|pool| pool.start(position, request, listener));
        pool.is_some()
    }
}

impl<P: Thinker> Resources for Desk<P> {
    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
        if let Some(pool) = &mut self.pool {
            pool.set_threads(self.threads);
        }
    }

    fn set_hash(&mut self, megabytes: usize) -> Result<(), HashError> {
        match &mut self.pool {
            Some(pool) => pool.set_hash(megabytes)?,
            // The table is made later, but whoever asks for too much is told now.
            None if is_affordable(megabytes) => {}
            None => return Err(HashError { megabytes, current: self.hash_mb }),
        }
        self.hash_mb = megabytes;
        Ok(())
    }

    fn is_prepared(&self) -> bool {
        self.pool.is_some()
    }

    fn prepare(&mut self) -> Result<(), HashError> {
        if self.is_prepared() {
            return Ok(());
        }
        let (pool, size, result) = Pool::affordable(self.threads, self.hash_mb);
        (self.pool, self.hash_mb) = (pool, size);
        self.set_network(self.network.clone());
        result
    }

    fn warm_up(&mut self) {
        if let Some(pool) = &self.pool {
            pool.warm_up();
        }
    }

    fn clear(&mut self) {
        if let Some(pool) = &mut self.pool {
            pool.clear();
        }
    }

    fn stop(&self) {
        if let Some(pool) = &self.pool {
            pool.stop();
        }
    }

    fn ponder_hit(&self, clock: Option<Clock>) {
        if let Some(pool) = &self.pool {
            pool.ponder_hit(clock);
        }
    }

    fn nodes(&self) -> u64 {
        self.pool.as_ref().map_or(0, Pool::nodes)
    }
}
