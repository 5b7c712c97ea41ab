//! Whether one set of constants is stronger than another: pairs of games until enough is known.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::engine::GameInfo;
use crate::search::Params;

use crate::tournament::stats::{Pentanomial, Sprt};

use super::opening::Openings;
use super::selfplay::{Board, Control};

/// What is compared, and for how long.
pub struct Comparison {
    pub game: &'static GameInfo,
    pub control: Control,
    pub a: Params,
    pub b: Params,
    /// The most pairs of games.
    pub pairs: usize,
    /// Pairs played at the same time.
    pub concurrency: usize,
    pub seed: u64,
    /// Stop as soon as this test has decided.
    pub sprt: Option<Sprt>,
}

impl Comparison {
    /// Plays the pairs and tells the standing after each.
    ///
    /// # Errors
    /// A message, if there is no memory for the tables.
    pub fn run(&self, tell: impl Fn(&Pentanomial) + Sync) -> Result<Pentanomial, String> {
        let openings = Mutex::new(Openings::new(self.game, self.seed));
        let standing = Mutex::new(Pentanomial::default());
        let begun = AtomicUsize::new(0);
        let play = || -> Result<(), String> {
            let mut board = Board::new(self.game, self.control.clone())?;
            while begun.fetch_add(1, Relaxed) < self.pairs {
                let opening = openings.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(opening) = opening else { break };
                let points = board.play_pair(&opening, &self.a, &self.b);
                let mut standing = standing.lock().unwrap_or_else(PoisonError::into_inner);
                standing.add(points);
                tell(&standing);
                if self.sprt.is_some_and(|sprt| sprt.decision(&standing).is_some()) {
                    begun.store(self.pairs, Relaxed);
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.concurrency.max(1)).map(|_| scope.spawn(play)).collect();
            threads.into_iter().try_for_each(|thread| {
                thread.join().unwrap_or_else(|_| Err("a playing thread panicked".to_string()))
            })
        })?;
        Ok(standing.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
