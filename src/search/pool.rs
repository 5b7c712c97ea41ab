//! The threads that search together (Lazy SMP).

use thiserror::Error;

use crate::core::{Move, Score};
use crate::game::{Position, legal_moves};

use super::limits::{Clock, Request};
use super::report::{Bound, Event, Listener};

/// The table could not be allocated; the old one is still in use.
#[derive(Clone, Debug, Error)]
#[error("cannot allocate {megabytes} MB for the hash table; it stays at {current} MB")]
pub struct HashError {
    pub megabytes: usize,
    pub current: usize,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    pub best: Option<Move>,
    pub score: Score,
    pub bound: Bound,
    pub depth: i32,
}

/// The searching threads of one engine, and the table they share.
pub struct Pool<P: Position> {
    position: Option<P>,
}

impl<P: Position> Pool<P> {
    /// Starts `threads` parked threads (at least one) with a table of `hash_mb` megabytes.
    ///
    /// # Errors
    /// [`HashError`] if the table cannot be allocated.
    pub fn new(_threads: usize, _hash_mb: usize) -> Result<Self, HashError> {
        Ok(Pool { position: None })
    }

    /// Changes the number of threads. Waits for a running search to end, as all setters do.
    pub fn set_threads(&mut self, _threads: usize) {}

    /// Changes the table's size in megabytes; its content is lost.
    ///
    /// # Errors
    /// [`HashError`]; the old table is kept.
    pub fn set_hash(&mut self, _megabytes: usize) -> Result<(), HashError> {
        Ok(())
    }

    /// Forgets everything: for a new game.
    pub fn clear(&mut self) {}

    /// Starts a search and returns at once. The listener gets [`Event::Info`]s and exactly one
    /// [`Event::Done`] — after an infinite or pondering search not before [`Pool::stop`] or
    /// [`Pool::ponder_hit`]. A search still running is stopped (its `Done` is sent) first.
    pub fn start(&mut self, position: &P, _request: Request, listener: Listener) {
        self.position = Some(position.clone());
        listener(Event::Done {
            best: legal_moves(position).first().copied(),
            ponder: None,
            score: 0,
            declares_win: false,
        });
    }

    /// Asks the search to end; returns at once.
    pub fn stop(&self) {}

    /// The opponent played the expected move: the clock (a new one, if the GUI told it now) starts.
    pub fn ponder_hit(&self, _clock: Option<Clock>) {}

    /// Whether a search has been started whose `Done` is not yet sent.
    pub fn is_searching(&self) -> bool {
        false
    }

    /// Waits until the running search has sent its `Done`.
    pub fn wait(&self) {}

    /// Looks a position up in the table.
    pub fn probe(&self, _position: &P) -> Option<Probe> {
        None
    }

    /// Nodes searched by the last search, over all threads.
    pub fn nodes(&self) -> u64 {
        0
    }
}
