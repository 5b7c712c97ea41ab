//! Rule options, and how a game ends.
//!
//! Ends that fall on the same ply are judged in this order: no legal move, repetition, the 60-move rule,
//! insufficient material. So a mate (or stalemate) on the ply where the 60-move rule would draw wins, and
//! so does a perpetual check that repeats there for the third time.

use crate::game::{Outcome, Position, RuleKind, RuleOption, TextError, Verdict, excerpt, limit_ends};

use super::position::{CANNON, CHARIOT, HORSE, PAWN, Xiangqi};

/// How a position that comes for the third time is judged.
///
/// Perpetual chase is not judged yet: until it is, the Asian and the Chinese rule judge as the simple
/// one does, perpetual check alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetition {
    /// Perpetual check by one side alone loses, all else draws.
    #[default]
    Simple,
    Asian,
    Chinese,
}

/// Values of the option `Repetition`, in the order of [`Repetition`].
const REPETITIONS: [(&str, Repetition); 3] =
    [("Simple", Repetition::Simple), ("AsianRule", Repetition::Asian), ("ChineseRule", Repetition::Chinese)];

const MAX_DRAW_MOVES: u32 = 1000;

/// The rules in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub repetition: Repetition,
    /// Moves by each side without a capture that make a draw; 0 for no limit.
    pub draw_moves: u32,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { repetition: Repetition::Simple, draw_moves: 60 }
    }
}

pub(super) static OPTIONS: [RuleOption; 2] = [
    RuleOption {
        name: "Repetition",
        kind: RuleKind::Combo { default: "Simple", values: &["Simple", "AsianRule", "ChineseRule"] },
        help: "How a threefold repetition is judged (for now all three judge perpetual check only)",
    },
    RuleOption {
        name: "DrawMoves",
        kind: RuleKind::Spin { default: 60, min: 0, max: MAX_DRAW_MOVES as i64 },
        help: "Moves by each side without a capture that make a draw; 0 for no limit",
    },
];

impl Rules {
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        let bad = |reason: &str| TextError::Rule {
            name: excerpt(name),
            value: excerpt(value),
            reason: reason.to_string(),
        };
        if name.eq_ignore_ascii_case("Repetition") {
            self.repetition = REPETITIONS
                .iter()
                .find(|(text, _)| value.eq_ignore_ascii_case(text))
                .map(|&(_, repetition)| repetition)
                .ok_or_else(|| bad("it is one of Simple, AsianRule, ChineseRule"))?;
        } else if name.eq_ignore_ascii_case("DrawMoves") {
            self.draw_moves = value
                .parse()
                .ok()
                .filter(|&moves| moves <= MAX_DRAW_MOVES)
                .ok_or_else(|| bad("it is a number from 0 to 1000"))?;
        } else {
            return Err(bad("xiangqi has no such rule"));
        }
        Ok(())
    }
}

pub(super) fn outcome(position: &Xiangqi, ply: usize) -> Outcome {
    judge(position, ply).0
}

/// The end as a referee calls it, mate and stalemate included.
pub(super) fn verdict(position: &Xiangqi) -> Option<Verdict> {
    let (outcome, reason) = if position.count_moves() == 0 {
        (Outcome::Loss, if position.in_check() { "checkmate" } else { "stalemate" })
    } else {
        judge(position, 0)
    };
    (outcome != Outcome::Ongoing).then_some(Verdict { outcome, reason })
}

#[inline(always)]
fn judge(position: &Xiangqi, ply: usize) -> (Outcome, &'static str) {
    if position.now.reversible >= SHORTEST_CYCLE {
        let repeated = repetition(position, ply);
        if repeated != Outcome::Ongoing {
            let reason = if repeated == Outcome::Draw { "repetition" } else { "perpetual check" };
            return (repeated, reason);
        }
    }
    if limit_ends(position.now.clock, 2 * position.rules.draw_moves, ply) {
        // A mate on this very ply goes before; [`verdict`] finds its name.
        let mated = position.count_moves() == 0;
        return if mated { (Outcome::Loss, "no legal move") } else { (Outcome::Draw, "60-move rule") };
    }
    let attackers =
        position.kind(CHARIOT) | position.kind(HORSE) | position.kind(CANNON) | position.kind(PAWN);
    if attackers.is_empty() {
        return (Outcome::Draw, "insufficient material");
    }
    (Outcome::Ongoing, "")
}

/// Plies that it takes at least to come back to a position: each side goes away and returns.
const SHORTEST_CYCLE: u32 = 4;

/// The third occurrence is judged to the letter, back to the first one. A second one, if the first
/// lies inside the search, is judged as what it will lead to.
fn repetition(position: &Xiangqi, ply: usize) -> Outcome {
    let key = position.now.key;
    let (mut occurrences, mut latest, mut first) = (1, 0, 0);
    // `reversible` counts states on the stack.
    let since = position.past.len() - position.now.reversible as usize;
    let candidates = position.past[since..].iter().rev().enumerate();
    for (i, state) in candidates.skip(SHORTEST_CYCLE as usize - 1).step_by(2) {
        if state.key == key {
            first = i + 1;
            if occurrences == 1 {
                latest = first;
            }
            occurrences += 1;
        }
    }
    match occurrences {
        1 => Outcome::Ongoing,
        2 if latest >= ply => Outcome::Ongoing,
        2 => match cycle(position, latest) {
            Outcome::Win => Outcome::Ahead,
            Outcome::Loss => Outcome::Behind,
            draw => draw,
        },
        _ => cycle(position, first),
    }
}

/// Judges the last `plies` moves, which led from a position back to it: perpetual check by exactly one
/// side loses.
fn cycle(position: &Xiangqi, plies: usize) -> Outcome {
    let positions = || std::iter::once(&position.now).chain(position.past.iter().rev()).take(plies);
    // The position now follows a move of the opponent, the one before it a move of the side to move.
    let opponent_checks = positions().step_by(2).all(|state| state.checkers.any());
    let own_checks = positions().skip(1).step_by(2).all(|state| state.checkers.any());
    match (own_checks, opponent_checks) {
        (true, false) => Outcome::Loss,
        (false, true) => Outcome::Win,
        _ => Outcome::Draw,
    }
}
