//! Chances of winning: how much of a game a score stands for.

use crate::game::WinModel;

use super::Worth;

/// What is expected of a game, 0–100 percent, a draw counting half. A forced end is certain.
pub fn percent(worth: Worth, model: &WinModel) -> f64 {
    100.0 * model.expected(worth.0)
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
        for model in [WinModel::PLAIN, WinModel::of_curves(120.0, 90.0)] {
            let chances = scores.map(|score| percent(Worth(score), &model));
            assert!(chances.is_sorted() && chances[0] == 0.0 && chances[4] == 50.0 && chances[8] == 100.0);
            for score in scores {
                let both = percent(Worth(score), &model) + percent(Worth(-score), &model);
                assert!((both - 100.0).abs() < 1e-9);
            }
            assert!((percent(Worth(100), &model) - 100.0 * WinModel::AT_100).abs() < 0.1);
        }
        assert!((percent(Worth(400), &WinModel::PLAIN) - 73.1).abs() < 0.1);
    }

    #[test]
    fn accuracy_falls_with_what_is_lost() {
        assert_eq!((accuracy(0.0), accuracy(-3.0)), (100.0, 100.0));
        assert!((accuracy(20.0) - 36.8).abs() < 0.1 && accuracy(100.0) < 1.0);
    }
}
