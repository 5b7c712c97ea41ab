//! Whether one set of constants is stronger than another: pairs of games until enough is known.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::engine::GameInfo;
use crate::search::Params;

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
    /// Stop as soon as a difference of the first or the second Elo is the likelier one, with 5 % of errors.
    pub sprt: Option<(f64, f64)>,
}

/// How often `a` made 0, ½, 1, 1½ and 2 points of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [usize; 5]);

impl Pentanomial {
    pub fn pairs(&self) -> usize {
        self.0.iter().sum()
    }

    /// The share of points and its variance for one pair.
    fn moments(&self) -> (f64, f64) {
        let pairs = self.pairs() as f64;
        let shares = self.0.iter().enumerate().map(|(i, &count)| (i as f64 / 4.0, count as f64 / pairs));
        let mean: f64 = shares.clone().map(|(share, p)| share * p).sum();
        (mean, shares.map(|(share, p)| p * (share - mean).powi(2)).sum())
    }

    /// The share of points of `a`, 0 to 1.
    pub fn score(&self) -> f64 {
        self.moments().0
    }

    /// Elo difference and the half-width of its 95 % interval.
    pub fn elo(&self) -> (f64, f64) {
        let (mean, variance) = self.moments();
        let error = 1.96 * (variance / self.pairs() as f64).sqrt();
        (elo(mean), (elo(mean + error) - elo(mean - error)) / 2.0)
    }

    /// The logarithm of how much likelier the second Elo difference is than the first (a normal approximation).
    pub fn llr(&self, (elo0, elo1): (f64, f64)) -> f64 {
        let (mean, variance) = self.moments();
        if variance == 0.0 {
            return 0.0;
        }
        let (s0, s1) = (share(elo0), share(elo1));
        self.pairs() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }
}

/// The Elo difference of a share of points.
pub(super) fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-3, 1.0 - 1e-3);
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The share of points expected at an Elo difference.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The logarithm of odds at which a decision is right in 95 % of cases.
pub const DECISIVE: f64 = 2.944;

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
                standing.0[points] += 1;
                tell(&standing);
                if self.sprt.is_some_and(|elos| standing.llr(elos).abs() >= DECISIVE) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_of_known_shares() {
        assert!((elo(0.6) - 70.4).abs() < 0.1);
        assert!((share(70.4) - 0.6).abs() < 1e-3);
        assert_eq!(elo(0.5), 0.0);
    }

    #[test]
    fn a_pentanomial_by_hand() {
        // 10 pairs: mean (0·1 + ¼·2 + ½·3 + ¾·2 + 1·2) / 10 = 0.55.
        let result = Pentanomial([1, 2, 3, 2, 2]);
        assert!((result.score() - 0.55).abs() < 1e-9);
        let (elo, error) = result.elo();
        assert!((elo - 34.9).abs() < 0.1 && error > 100.0);
        assert!(result.llr((0.0, 10.0)) > 0.0);
        assert!(Pentanomial([4, 2, 3, 1, 0]).llr((0.0, 10.0)) < 0.0);
    }
}
