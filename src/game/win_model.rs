//! What a score says about the result of a game.

use crate::core::score::{EVAL_LIMIT, Score, is_decided};

/// How scores and results of a game hang together between equal players: its chances are two logistic curves,
/// `P(win) = σ((score − even) / spread)` and `P(loss) = σ((−score − even) / spread)`, and what is left is a draw.
/// `ryuma data stats` fits it to games of self-play.
///
/// Searches count in the evaluation's own centipawns. What users are shown is scaled so that 100 means the same
/// chance in every game: an expected score of [`WinModel::AT_100`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinModel {
    /// The evaluation's centipawns that are shown as 100.
    pub unit: f64,
    /// The evaluation's centipawns at which a win is as likely as not.
    pub even: f64,
    /// The evaluation's centipawns that make the odds of a win e times as good.
    pub spread: f64,
}

impl WinModel {
    /// The expected score (a win 1, a draw ½) at 100 shown centipawns: σ(¼), about 56 %.
    pub const AT_100: f64 = 0.562_176_5;

    /// A game without draws whose evaluation is right as it is.
    pub const PLAIN: WinModel = WinModel { unit: 100.0, even: 0.0, spread: 400.0 };

    /// The model of these curves.
    pub fn of_curves(even: f64, spread: f64) -> WinModel {
        let curves = WinModel { unit: 100.0, even, spread };
        // The expected score grows with the score: halve the range that holds the unit.
        let (mut low, mut high) = (0.0, 100.0 * spread);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            let [win, draw, _] = curves.chances(middle);
            if win + draw / 2.0 < Self::AT_100 { low = middle } else { high = middle }
        }
        WinModel { unit: high, even, spread }
    }

    /// A search's score as users are shown it. What no evaluation says, distances to mate before all, is shown as it is.
    pub fn shown(&self, score: Score) -> Score {
        if score.abs() > EVAL_LIMIT {
            return score;
        }
        let shown = (f64::from(score) * 100.0 / self.unit).round() as Score;
        shown.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The search's score that is shown as this one.
    pub fn unshown(&self, shown: Score) -> Score {
        (f64::from(shown) * self.unit / 100.0).round() as Score
    }

    /// The chances of a win, a draw and a loss, which add up to 1, at a score in the evaluation's centipawns.
    pub fn chances(&self, score: f64) -> [f64; 3] {
        let chance = |score: f64| 1.0 / (1.0 + ((self.even - score) / self.spread).exp());
        let (win, loss) = (chance(score), chance(-score));
        [win, (1.0 - win - loss).max(0.0), loss]
    }

    /// What is expected of a game at a score as it is shown, 0–1, a draw counting half.
    pub fn expected(&self, shown: Score) -> f64 {
        if is_decided(shown) {
            return if shown > 0 { 1.0 } else { 0.0 };
        }
        let [win, _, loss] = self.chances(f64::from(shown) * self.unit / 100.0);
        (1.0 + win - loss) / 2.0
    }

    /// The chances of a win, a draw and a loss in thousandths, which add up to 1000, at a score as it is shown.
    pub fn permille(&self, shown: Score) -> [u32; 3] {
        if is_decided(shown) {
            return if shown > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let [win, _, loss] = self.chances(f64::from(shown) * self.unit / 100.0);
        let [win, loss] = [win, loss].map(|chance| (1000.0 * chance).round() as u32);
        let win = win.min(1000 - loss);
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::score::mate_in;

    #[test]
    fn a_hundred_means_the_same_chance_whatever_the_curves() {
        for (even, spread) in [(0.0, 400.0), (0.0, 250.0), (90.0, 120.0), (300.0, 200.0)] {
            let model = WinModel::of_curves(even, spread);
            let [win, draw, loss] = model.permille(100);
            let expected = f64::from(win) + f64::from(draw) / 2.0;
            assert!((expected - 562.2).abs() <= 1.0, "{model:?}: {win} {draw} {loss}");
            assert_eq!(win + draw + loss, 1000);
            assert!((99..=101).contains(&model.shown(model.unit.round() as Score)), "{model:?}");
        }
        assert!((WinModel::of_curves(0.0, 400.0).unit - 100.0).abs() < 0.01);
    }

    #[test]
    fn chances_turn_with_the_side_and_mates_are_certain() {
        let model = WinModel::of_curves(120.0, 90.0);
        let [win, draw, loss] = model.permille(70);
        assert_eq!(model.permille(-70), [loss, draw, win]);
        assert_eq!(model.permille(mate_in(5)), [1000, 0, 0]);
        assert_eq!(model.permille(-mate_in(5)), [0, 0, 1000]);
        assert_eq!(model.shown(mate_in(5)), mate_in(5));
    }
}
