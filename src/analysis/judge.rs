//! What is to be said of a move.

use serde::Serialize;

use crate::game::WinModel;

use super::Worth;
use super::chances::percent;

/// A word on a move, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Every other move, if there was one, would have been a blunder.
    Only,
    /// The engine's own choice.
    Best,
    Inaccuracy,
    Mistake,
    Blunder,
}

/// Points of percent of winning chances from which on a move is no longer just another one.
const INACCURACY: f64 = 5.0;
const MISTAKE: f64 = 10.0;
const BLUNDER: f64 = 20.0;

/// The score at which a loss in centipawns is cut off: a mate overlooked in a won game costs little.
const MOST: i32 = 2000;

impl Mark {
    pub const fn word(self) -> &'static str {
        match self {
            Mark::Only => "only move",
            Mark::Best => "best",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// Whether more is to be said than that the move is good.
    pub fn is_noteworthy(self) -> bool {
        self != Mark::Best
    }

    /// Whether better was to be had.
    pub fn is_error(self) -> bool {
        self >= Mark::Inaccuracy
    }
}

/// What there was to choose from; all scores seen by the side that moved.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Of the best move.
    pub before: Worth,
    /// Of the second-best, if it is known.
    pub second: Option<Worth>,
    /// Of the move played.
    pub after: Worth,
    pub is_best: bool,
    pub legal_moves: usize,
    /// What scores stand for.
    pub model: WinModel,
}

impl Choice {
    fn percent(&self, worth: Worth) -> f64 {
        percent(worth, &self.model)
    }

    /// The centipawns that the move cost; scores beyond ±2000 count as 2000.
    pub fn loss(&self) -> i32 {
        let cut = |Worth(score): Worth| score.clamp(-MOST, MOST);
        if self.is_best { 0 } else { (cut(self.before) - cut(self.after)).max(0) }
    }

    /// The points of percent of winning chances that the move cost.
    pub fn chance_lost(&self) -> f64 {
        if self.is_best { 0.0 } else { (self.percent(self.before) - self.percent(self.after)).max(0.0) }
    }

    /// What to call the move, if it is worth a word.
    pub fn mark(&self) -> Option<Mark> {
        let lead = self.second.map(|second| self.percent(self.before) - self.percent(second));
        match self.chance_lost() {
            _ if self.legal_moves == 1 => Some(Mark::Only),
            _ if self.is_best && lead.is_some_and(|lead| lead >= BLUNDER) => Some(Mark::Only),
            _ if self.is_best => Some(Mark::Best),
            lost if lost >= BLUNDER => Some(Mark::Blunder),
            lost if lost >= MISTAKE => Some(Mark::Mistake),
            lost if lost >= INACCURACY => Some(Mark::Inaccuracy),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(before: i32, after: i32) -> Choice {
        Choice {
            before: Worth(before),
            second: None,
            after: Worth(after),
            is_best: false,
            legal_moves: 30,
            model: WinModel::PLAIN,
        }
    }

    #[test]
    fn marks_by_what_is_lost() {
        for (before, after, mark) in [
            (0, 0, None),
            (0, 200, None),
            (0, -60, None),
            (0, -100, Some(Mark::Inaccuracy)),
            (0, -200, Some(Mark::Mistake)),
            (0, -400, Some(Mark::Blunder)),
            (2000, 1600, None),
            (31_990, 2000, None),
            (31_990, 0, Some(Mark::Blunder)),
        ] {
            assert_eq!(choice(before, after).mark(), mark, "{before} {after}");
        }
        assert_eq!(choice(31_990, -31_990).loss(), 4000);
        assert_eq!(choice(10, 30).loss(), 0);
    }

    #[test]
    fn the_engines_move_costs_nothing() {
        let best = Choice { is_best: true, ..choice(0, -500) };
        assert_eq!((best.loss(), best.chance_lost(), best.mark()), (0, 0.0, Some(Mark::Best)));
        let second = |score| Choice { second: Some(Worth(score)), ..best };
        assert_eq!(second(-100).mark(), Some(Mark::Best));
        assert_eq!(second(-400).mark(), Some(Mark::Only));
        assert_eq!(Choice { legal_moves: 1, ..choice(0, 0) }.mark(), Some(Mark::Only));
    }
}
