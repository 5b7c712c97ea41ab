//! Fitting a game's [`WinModel`] to scores and results.

use std::collections::BTreeMap;

use crate::core::Score;
use crate::game::WinModel;

/// Scores are counted in steps of so many centipawns.
const STEP: Score = 10;
/// Scores further from zero tell little, and are not the evaluation's but the search's.
const MOST: Score = 1500;
/// Fewer positions are too few.
const FEWEST: u64 = 10_000;

/// How often positions of each score, seen by the side to move, were won, drawn and lost.
#[derive(Clone, Debug, Default)]
pub struct Results {
    counts: BTreeMap<Score, [u64; 3]>,
}

impl Results {
    /// Adds a position with its score and its game's result (1, ½ or 0), for the side to move.
    pub fn add(&mut self, score: Score, result: f32) {
        if score.abs() <= MOST {
            let place = if result > 0.75 {
                0
            } else if result < 0.25 {
                2
            } else {
                1
            };
            self.counts.entry(score.div_euclid(STEP)).or_default()[place] += 1;
        }
    }

    /// The curves under which these results are the likeliest; `None` of too few.
    pub fn fit(&self) -> Option<WinModel> {
        let total: u64 = self.counts.values().flatten().sum();
        if total < FEWEST {
            return None;
        }
        // A search by ever smaller steps: the likelihood has one top, and two numbers to find are few.
        let mut best = (0.0, 300.0);
        let mut worth = self.likelihood(best);
        let mut step = 128.0;
        while step > 0.25 {
            let (even, spread): (f64, f64) = best;
            let around =
                [(even + step, spread), (even - step, spread), (even, spread + step), (even, spread - step)];
            let better = around
                .into_iter()
                .filter(|&(even, spread)| even >= 0.0 && spread >= 10.0)
                .map(|curves| (self.likelihood(curves), curves))
                .filter(|&(other, _)| other > worth)
                .max_by(|a, b| a.0.total_cmp(&b.0));
            match better {
                Some((other, curves)) => (worth, best) = (other, curves),
                None => step /= 2.0,
            }
        }
        Some(WinModel::of_curves(best.0, best.1))
    }

    /// The logarithm of the likelihood of these results under curves.
    fn likelihood(&self, (even, spread): (f64, f64)) -> f64 {
        let model = WinModel { even, spread, ..WinModel::PLAIN };
        let of_step = |(&step, counts): (&Score, &[u64; 3])| -> f64 {
            let chances = model.chances((f64::from(step) + 0.5) * f64::from(STEP));
            counts.iter().zip(chances).map(|(&count, chance)| count as f64 * chance.max(1e-9).ln()).sum()
        };
        self.counts.iter().map(of_step).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn curves_are_found_again() {
        for (even, spread) in [(0.0, 350.0), (120.0, 80.0)] {
            let model = WinModel::of_curves(even, spread);
            let mut dice = StdRng::seed_from_u64(5);
            let mut results = Results::default();
            assert_eq!(results.fit(), None);
            for _ in 0..200_000 {
                let score: Score = dice.random_range(-600..=600);
                let [win, draw, _] = model.chances(score.into());
                let toss: f64 = dice.random();
                results.add(
                    score,
                    if toss < win {
                        1.0
                    } else if toss < win + draw {
                        0.5
                    } else {
                        0.0
                    },
                );
            }
            let found = results.fit().expect("enough");
            assert!((found.even - even).abs() < 6.0 && (found.spread - spread).abs() < 8.0, "{found:?}");
        }
    }
}
