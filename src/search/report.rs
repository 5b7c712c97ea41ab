//! What a search tells while it runs and when it ends.

use std::sync::Arc;
use std::time::Duration;

use crate::core::{Move, Score};

/// What a score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

impl Bound {
    /// Whether a score with this bound answers a search within (alpha, beta).
    #[inline]
    pub fn proves(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }
}

/// The state of one line of a search.
#[derive(Clone, Debug)]
pub struct Info {
    pub depth: u32,
    pub selective_depth: u32,
    /// 1 for the best line.
    pub multi_pv: usize,
    /// From the side to move at the root.
    pub score: Score,
    pub bound: Bound,
    pub nodes: u64,
    pub time: Duration,
    /// Table use in thousandths.
    pub hash_full: u32,
    pub pv: Vec<Move>,
}

impl Info {
    /// Nodes per second; the clock counts at least a millisecond.
    pub fn nps(&self) -> u64 {
        (self.nodes as u128 * 1000 / self.time.as_millis().max(1)) as u64
    }
}

/// A message from a search to whoever started it.
#[derive(Clone, Debug)]
pub enum Event {
    Info(Info),
    /// Where four play: the points that they can expect at the end of the line told last, by seat, in thousandths of
    /// a first place.
    Prospects([Score; 4]),
    /// The root move being searched, told on long searches only.
    CurrentMove {
        depth: u32,
        m: Move,
        number: usize,
    },
    /// The end of a search: exactly one for each start.
    Done {
        /// `None`: there is no legal move (or all of them are banned).
        best: Option<Move>,
        ponder: Option<Move>,
        /// The score of the best move.
        score: Score,
        /// The side to move may declare a win instead of moving.
        declares_win: bool,
    },
}

/// Receives events, called on a search thread. It must return quickly.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;
