//! Chances of winning: how much of a game a score stands for.

use crate::core::score::is_decided;

use super::Worth;

/// The centipawns by which a chance of 1 : 1 becomes one of e : 1 (73 %). It is the scale by which networks learn scores
/// from results ([`crate::training::settings::Settings::scale`]).
const SPREAD: f64 = 400.0;

/// What is expected of a game, 0–100 percent, a draw counting half: a logistic curve. A forced end is certain.
pub fn percent(worth: Worth) -> f64 {
    let Worth(score) = worth;
    if is_decided(score) {
        return if score > 0 { 100.0 } else { 0.0 };
    }
    100.0 / (1.0 + (-f64::from(score) / SPREAD).exp())
}

/// The points of percent by which a move's accuracy becomes the e-th part.
const FORGIVENESS: f64 = 20.0;

/// How well a move was chosen, 0–100 percent, from the points of percent that it cost: 5 points leave 78 %, 20 leave 37 %.
pub fn accuracy(lost: f64) -> f64 {
    100.0 * (-lost.max(0.0) / FORGIVENESS).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::score::{AHEAD, mate_in, mated_in};

    #[test]
    fn more_is_better() {
        let scores = [mated_in(3), -AHEAD, -400, -1, 0, 1, 400, AHEAD, mate_in(3)];
        let chances = scores.map(|score| percent(Worth(score)));
        assert!(chances.is_sorted() && chances[0] == 0.0 && chances[4] == 50.0 && chances[8] == 100.0);
        for score in scores {
            assert!((percent(Worth(score)) + percent(Worth(-score)) - 100.0).abs() < 1e-9);
        }
        assert!((percent(Worth(400)) - 73.1).abs() < 0.1);
    }

    #[test]
    fn accuracy_falls_with_what_is_lost() {
        assert_eq!((accuracy(0.0), accuracy(-3.0)), (100.0, 100.0));
        assert!((accuracy(20.0) - 36.8).abs() < 0.1 && accuracy(100.0) < 1.0);
    }
}
