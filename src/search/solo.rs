//! A search on the caller's own thread: for whole games inside this process, where waking another thread for every
//! move would cost more than it brings.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::core::{Move, Score};
use crate::game::{Position, legal_moves};

use crate::nnue::Network;

use super::history::History;
use super::limits::Request;
use super::pool::{self, HashError, Shared};
use super::report::Listener;
use super::searcher::Searcher;
use super::tt::Table;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub best: Move,
    /// Centipawns for the side to move.
    pub score: Score,
    /// Iterations finished.
    pub depth: u32,
    pub nodes: u64,
}

/// One searching thread, which is the caller's, with its table and histories.
///
/// As long as no time limits it, the same searches after [`Solo::forget`] find the same.
pub struct Solo<P: Position> {
    shared: Shared,
    table: Table,
    history: History<P>,
    listener: Listener,
    network: Option<Arc<Network<P>>>,
}

impl<P: Position> Solo<P> {
    /// Bytes of stack that a thread must have for [`Solo::think`].
    pub const STACK: usize = pool::STACK;

    /// With a table of `hash_mb` megabytes, evaluating by a network if there is one.
    ///
    /// # Errors
    /// [`HashError`] if the table cannot be allocated.
    pub fn new(hash_mb: usize, network: Option<Arc<Network<P>>>) -> Result<Self, HashError> {
        let table = Table::new(hash_mb).ok_or(HashError { megabytes: hash_mb, current: 0 })?;
        let (shared, history) = (Shared::new(1), History::new());
        Ok(Solo { shared, table, history, listener: Arc::new(|_| {}), network })
    }

    /// Forgets everything: for a new game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    /// Searches until a limit is reached: the request must have one. `None`: there is no legal move.
    pub fn think(&mut self, position: &P, request: &Request) -> Option<Found> {
        self.shared.halt.store(false, Relaxed);
        self.shared.publish(0, 0);
        self.table.grow_older();
        let root_moves = legal_moves(position);
        if root_moves.is_empty() {
            return None;
        }
        let tools = (&self.shared, &self.table);
        let mut searcher = Searcher::new(
            position.clone(),
            request,
            &root_moves,
            tools,
            self.network.as_ref(),
            &mut self.history,
            0,
            Instant::now(),
        );
        searcher.deepen(&self.listener);
        let score = searcher.final_info(&self.listener).score;
        let best = searcher.root_moves[0].m;
        Some(Found { best, score, depth: searcher.completed, nodes: searcher.nodes })
    }
}
