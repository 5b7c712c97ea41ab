//! Ends of games that the players agree about, if the user wants them to end then.

use std::fmt;
use std::str::FromStr;

use crate::core::Side;
use crate::game::excerpt;

use super::words;

/// A draw: from a ply on, all scores of so many moves of each side are near zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    pub from: usize,
    pub moves: usize,
    /// Centipawns.
    pub score: i32,
}

/// A win: for so many moves one side has seen itself behind by so much, and the other itself ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    pub moves: usize,
    /// Centipawns.
    pub score: i32,
}

impl FromStr for DrawRule {
    type Err = String;

    fn from_str(text: &str) -> Result<DrawRule, String> {
        let mut rule = DrawRule { from: 80, moves: 8, score: 10 };
        for (name, value) in words::settings(text)? {
            match name {
                "from" => rule.from = words::number(name, value)?,
                "moves" => rule.moves = at_least_one(name, value)?,
                "score" => rule.score = at_least_one(name, value)?,
                _ => return Err(format!("unknown word '{}' (from, moves, score)", excerpt(name))),
            }
        }
        Ok(rule)
    }
}

impl FromStr for ResignRule {
    type Err = String;

    fn from_str(text: &str) -> Result<ResignRule, String> {
        let mut rule = ResignRule { moves: 4, score: 1500 };
        for (name, value) in words::settings(text)? {
            match name {
                "moves" => rule.moves = at_least_one(name, value)?,
                "score" => rule.score = at_least_one(name, value)?,
                _ => return Err(format!("unknown word '{}' (moves, score)", excerpt(name))),
            }
        }
        Ok(rule)
    }
}

fn at_least_one<T: FromStr + PartialOrd + From<u8>>(name: &str, value: &str) -> Result<T, String> {
    let number: T = words::number(name, value)?;
    if number >= T::from(1) { Ok(number) } else { Err(format!("'{name}' must be at least 1")) }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from={} moves={} score={}", self.from, self.moves, self.score)
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "moves={} score={}", self.moves, self.score)
    }
}

/// Follows the scores of a game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    /// Plies in a row with a score near zero.
    calm: usize,
    /// For each side, moves in a row on which it saw itself lost, and won.
    lost: [usize; 2],
    won: [usize; 2],
}

/// What the players agree about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// `None`: a draw.
    pub winner: Option<Side>,
}

impl Adjudicator {
    pub fn new(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Adjudicator {
        Adjudicator { draw, resign, calm: 0, lost: [0; 2], won: [0; 2] }
    }

    /// Looks at a move's score (seen by the side that moved), the `ply`-th of the game.
    pub fn judge(&mut self, side: Side, score: Option<i32>, ply: usize) -> Option<Agreement> {
        let count = |so_far: &mut usize, goes_on: bool| *so_far = if goes_on { *so_far + 1 } else { 0 };
        if let Some(rule) = self.draw {
            count(&mut self.calm, score.is_some_and(|score| score.abs() <= rule.score) && ply >= rule.from);
            if self.calm >= 2 * rule.moves {
                return Some(Agreement { winner: None });
            }
        }
        if let Some(rule) = self.resign {
            let (us, them) = (side.index(), (!side).index());
            count(&mut self.lost[us], score.is_some_and(|score| score <= -rule.score));
            count(&mut self.won[us], score.is_some_and(|score| score >= rule.score));
            let agree = |loser: usize, winner: usize| {
                self.lost[loser] >= rule.moves && self.won[winner] >= rule.moves
            };
            if agree(us, them) {
                return Some(Agreement { winner: Some(!side) });
            } else if agree(them, us) {
                return Some(Agreement { winner: Some(side) });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds scores of alternating sides; the ply of the agreement.
    fn run(mut adjudicator: Adjudicator, scores: &[Option<i32>]) -> Option<(usize, Option<Side>)> {
        let mut side = Side::First;
        for (i, &score) in scores.iter().enumerate() {
            if let Some(agreement) = adjudicator.judge(side, score, i + 1) {
                return Some((i + 1, agreement.winner));
            }
            side = !side;
        }
        None
    }

    #[test]
    fn nothing_is_adjudicated_unasked() {
        assert_eq!(run(Adjudicator::new(None, None), &[Some(0); 500]), None);
    }

    #[test]
    fn draws() {
        let rule: DrawRule = "from=5 moves=2 score=10".parse().unwrap();
        let adjudicator = Adjudicator::new(Some(rule), None);
        assert_eq!(run(adjudicator.clone(), &[Some(0); 20]), Some((8, None)));
        let mut scores = [Some(-10); 20];
        scores[6] = Some(11);
        assert_eq!(run(adjudicator.clone(), &scores), Some((11, None)));
        assert_eq!(run(adjudicator, &[None; 20]), None);
    }

    #[test]
    fn both_must_see_it() {
        let rule: ResignRule = "moves=2 score=500".parse().unwrap();
        let adjudicator = Adjudicator::new(None, Some(rule));
        let scores = [Some(600), Some(-600), Some(500), Some(-500), Some(700)];
        assert_eq!(run(adjudicator.clone(), &scores), Some((4, Some(Side::First))));
        assert_eq!(run(adjudicator.clone(), &[Some(900), Some(100)].repeat(9)), None);
        // Each side sees the other lost, or both see themselves won: no agreement.
        assert_eq!(run(adjudicator, &[Some(900); 20]), None);
    }

    #[test]
    fn bad_rules_are_told() {
        assert_eq!("moves=0".parse::<DrawRule>().unwrap_err(), "'moves' must be at least 1");
        assert_eq!("ply=3".parse::<ResignRule>().unwrap_err(), "unknown word 'ply' (moves, score)");
        assert_eq!("from=-3".parse::<DrawRule>().unwrap_err(), "bad number '-3' for 'from'");
        let rule: DrawRule = "moves=3".parse().unwrap();
        assert_eq!(rule.to_string(), "from=80 moves=3 score=10");
    }
}
