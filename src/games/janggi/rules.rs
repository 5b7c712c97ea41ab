//! The rule options, and every way a game ends.
//!
//! Site is the rule page this engine follows by default; the four others are what Fairy-Stockfish plays
//! under `janggi`, `janggitraditional`, `janggimodern` and `janggicasual`:
//!
//! | | Site | Fairy | Traditional | Modern | Casual |
//! |---|---|---|---|---|---|
//! | facing generals | counted when they stay | must be broken, or pass | must be broken, or pass | ignored | ignored |
//! | repetition | 3rd | 3rd | 3rd | 4th, and no shuttling | 3rd |
//! | ends by length | [`JanggiRules::max_plies`] | 100 plies without capture | the same | 200 | 100 |
//! | decided by | points | points | draw | points | draw |
//!
//! Everywhere two passes in a row end the game, and a side that checked throughout a repetition loses.

use crate::core::Side;
use crate::game::{
    Outcome, Position, RuleKind, RuleOption, TextError, Variant, Verdict, excerpt, limit_ends,
};

use super::piece::{DOUBLE_BONUS, FULL_SET, kind};
use super::position::{Janggi, State};

/// Whose rules: `JanggiRules`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    #[default]
    Site,
    Fairy,
    Traditional,
    Modern,
    Casual,
}

impl Style {
    const NAMES: [(&'static str, Style); 5] = [
        ("Site", Style::Site),
        ("Fairy", Style::Fairy),
        ("Traditional", Style::Traditional),
        ("Modern", Style::Modern),
        ("Casual", Style::Casual),
    ];

    /// Whether a side that faces the enemy general may only break it or pass, even in check.
    #[inline(always)]
    pub(super) const fn forces_bikjang(self) -> bool {
        matches!(self, Style::Fairy | Style::Traditional)
    }

    /// Whether undecided games go to the side with more points; else they are drawn.
    pub(super) const fn counts_points(self) -> bool {
        !matches!(self, Style::Traditional | Style::Casual)
    }

    /// Occurrences of a position that end the game.
    const fn fold(self) -> usize {
        if matches!(self, Style::Modern) { 4 } else { 3 }
    }

    /// Plies without capture that end the game.
    pub(super) const fn quiet_limit(self) -> u32 {
        match self {
            Style::Site => u32::MAX,
            Style::Modern => 200,
            _ => 100,
        }
    }
}

/// How a side places its horses (H) and elephants (E), named from that player's own left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Setup {
    #[default]
    Heeh,
    Eheh,
    Hehe,
    Ehhe,
}

impl Setup {
    const NAMES: [(&'static str, Setup); 4] =
        [("HEEH", Setup::Heeh), ("EHEH", Setup::Eheh), ("HEHE", Setup::Hehe), ("EHHE", Setup::Ehhe)];

    /// The four pieces from the player's own left.
    pub(super) fn kinds(self) -> [usize; 4] {
        let (h, e) = (kind::HORSE, kind::ELEPHANT);
        match self {
            Setup::Heeh => [h, e, e, h],
            Setup::Eheh => [e, h, e, h],
            Setup::Hehe => [h, e, h, e],
            Setup::Ehhe => [e, h, h, e],
        }
    }
}

/// The rules in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JanggiRules {
    pub style: Style,
    /// What the start position means for Han.
    pub han_setup: Setup,
    /// What the start position means for Cho.
    pub cho_setup: Setup,
    /// Plies after which the points decide, passes included; 0: no limit. Of Site only.
    pub max_plies: u32,
}

impl Default for JanggiRules {
    fn default() -> JanggiRules {
        JanggiRules { style: Style::Site, han_setup: Setup::Heeh, cho_setup: Setup::Heeh, max_plies: 200 }
    }
}

impl JanggiRules {
    /// The plain rules with each set-up of Cho against each of Han, the plain ones first.
    pub(super) fn all_setups() -> Vec<JanggiRules> {
        let setups = Setup::NAMES.map(|(_, setup)| setup);
        let pairs = setups.into_iter().flat_map(|cho| setups.map(|han| (cho, han)));
        let rules = |(cho_setup, han_setup)| JanggiRules { cho_setup, han_setup, ..JanggiRules::default() };
        pairs.map(rules).collect()
    }

    /// The game ply at which the points decide.
    pub(super) const fn ply_limit(&self) -> u32 {
        match (self.style, self.max_plies) {
            (Style::Site, 1..) => self.max_plies,
            _ => u32::MAX,
        }
    }
}

const SETUP_VALUES: &[&str] = &["HEEH", "EHEH", "HEHE", "EHHE"];
const MAX_PLIES: i64 = 100_000;

pub(super) const OPTIONS: &[RuleOption] = &[
    RuleOption {
        name: "JanggiRules",
        kind: RuleKind::Combo {
            default: "Site",
            values: &["Site", "Fairy", "Traditional", "Modern", "Casual"],
        },
        help: "Site: points decide undecided games; the others as Fairy-Stockfish's janggi variants",
    },
    RuleOption {
        name: "HanSetup",
        kind: RuleKind::Combo { default: "HEEH", values: SETUP_VALUES },
        help: "Han's horses (H) and elephants (E) at the start, from Han's own left",
    },
    RuleOption {
        name: "ChoSetup",
        kind: RuleKind::Combo { default: "HEEH", values: SETUP_VALUES },
        help: "Cho's horses (H) and elephants (E) at the start, from Cho's own left",
    },
    RuleOption {
        name: "MaxPlies",
        kind: RuleKind::Spin { default: 200, min: 0, max: MAX_PLIES },
        help: "Plies of a game, passes included, after which the points decide under Site; 0: no limit",
    },
];

pub(super) const VARIANTS: &[Variant] = &[
    Variant { name: "janggi", rules: &[("JanggiRules", "Fairy")] },
    Variant { name: "janggitraditional", rules: &[("JanggiRules", "Traditional")] },
    Variant { name: "janggimodern", rules: &[("JanggiRules", "Modern")] },
    Variant { name: "janggicasual", rules: &[("JanggiRules", "Casual")] },
];

fn choice<T: Copy>(names: &[(&str, T)], name: &str, value: &str) -> Result<T, TextError> {
    names.iter().find(|(text, _)| text.eq_ignore_ascii_case(value)).map(|&(_, choice)| choice).ok_or_else(
        || {
            let values: Vec<&str> = names.iter().map(|&(text, _)| text).collect();
            bad_rule(name, value, format!("it is none of {}", values.join(", ")))
        },
    )
}

fn bad_rule(name: &str, value: &str, reason: String) -> TextError {
    TextError::Rule { name: excerpt(name), value: excerpt(value), reason }
}

pub(super) fn set_rule(rules: &mut JanggiRules, name: &str, value: &str) -> Result<(), TextError> {
    let value = value.trim();
    match name.to_ascii_lowercase().as_str() {
        "janggirules" => rules.style = choice(&Style::NAMES, name, value)?,
        "hansetup" => rules.han_setup = choice(&Setup::NAMES, name, value)?,
        "chosetup" => rules.cho_setup = choice(&Setup::NAMES, name, value)?,
        "maxplies" => {
            rules.max_plies = value
                .parse()
                .ok()
                .filter(|&plies| i64::from(plies) <= MAX_PLIES)
                .ok_or_else(|| bad_rule(name, value, format!("it is no number from 0 to {MAX_PLIES}")))?;
        }
        _ => return Err(bad_rule(name, value, "janggi has no such rule".to_string())),
    }
    Ok(())
}

/// Why a game is over or, inside a search, will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    PerpetualCheck { loser: Side },
    Shuttling { loser: Side },
    Bikjang,
    Repetition,
    TwoPasses,
    PlyLimit,
    QuietLimit,
}

impl Ending {
    const fn reason(self) -> &'static str {
        match self {
            Ending::PerpetualCheck { .. } => "perpetual check",
            Ending::Shuttling { .. } => "repeated moves",
            Ending::Bikjang => "bikjang",
            Ending::Repetition => "repetition",
            Ending::TwoPasses => "two passes",
            Ending::PlyLimit => "move limit",
            Ending::QuietLimit => "no capture",
        }
    }
}

impl Janggi {
    /// Twice the points of `side` minus those of the other, Han's bonus included: never zero.
    pub(super) fn double_points(&self, side: Side) -> i32 {
        side.sign() * (i32::from(self.state.points) - DOUBLE_BONUS)
    }

    /// Official points of a side, Han's 1.5 included.
    pub fn points(&self, side: Side) -> f64 {
        let pieces: i32 = (0..kind::COUNT)
            .map(|kind| self.pieces(side, kind).count() as i32 * super::piece::DOUBLE_POINTS[kind])
            .sum();
        let bonus = if side == Side::Second { DOUBLE_BONUS } else { 0 };
        f64::from(pieces + bonus) / 2.0
    }

    /// Whether the generals faced each other before and after the last ply, so that bikjang is decided.
    ///
    /// A capture must have been made by the first of the two plies: there were fewer than all pieces.
    /// Fairy-Stockfish asks for no capture. After a null move nothing is decided.
    #[inline(always)]
    pub(super) fn is_bikjang_decided(&self, previous: &State) -> bool {
        match self.rules.style {
            Style::Site => {
                let now = self.occupied().count() + usize::from(!self.state.captured.is_none());
                self.state.facing && previous.facing && now < FULL_SET
            }
            Style::Fairy | Style::Traditional => self.state.facing && previous.facing,
            Style::Modern | Style::Casual => false,
        }
    }

    /// The outcome for the side to move of an undecided game.
    fn by_points(&self) -> Outcome {
        if !self.rules.style.counts_points() {
            Outcome::Draw
        } else if self.double_points(self.side_to_move()) > 0 {
            Outcome::Win
        } else {
            Outcome::Loss
        }
    }

    fn judge(&self, ending: Ending) -> Outcome {
        match ending {
            Ending::PerpetualCheck { loser } | Ending::Shuttling { loser } => {
                if loser == self.side_to_move() { Outcome::Loss } else { Outcome::Win }
            }
            _ => self.by_points(),
        }
    }

    /// The record of the position `plies` before this one, which must be on the stack.
    #[inline(always)]
    fn back(&self, plies: usize) -> &State {
        if plies == 0 { &self.state } else { &self.history[self.history.len() - plies] }
    }

    /// How the repetition of the position `plies` ago is judged: one side checked with all its moves, or both
    /// or none.
    fn judge_repetition(&self, plies: usize) -> Ending {
        let checked = |from: usize| (from..plies).step_by(2).all(|i| self.back(i).checkers.any());
        let us = self.side_to_move();
        // Positions an even number of plies ago had the same side to move: the other had moved into them.
        match (checked(0), checked(1)) {
            (true, false) => Ending::PerpetualCheck { loser: !us },
            (false, true) => Ending::PerpetualCheck { loser: us },
            _ => Ending::Repetition,
        }
    }

    /// A repetition that ends the game, or that lies within the last `ply` plies (told as `false`).
    fn repetition(&self, ply: usize) -> Option<(Ending, bool)> {
        let mut seen = 1;
        let mut inside = None;
        for plies in (4..=usize::from(self.state.reversible)).step_by(2) {
            if self.back(plies).key != self.state.key {
                continue;
            }
            seen += 1;
            if seen == self.rules.style.fold() {
                return Some((self.judge_repetition(plies), true));
            }
            if plies < ply && inside.is_none() {
                inside = Some(plies);
            }
        }
        inside.map(|plies| (self.judge_repetition(plies), false))
    }

    /// Modern's ban on shuttling, as Fairy-Stockfish's `moveRepetitionIllegal` has it: out of check a piece that
    /// is not bound to its palace goes to a square, off it and back twice; one pass before the last of these
    /// moves does not count. The side that just moved loses.
    fn shuttles(&self) -> bool {
        let reach = usize::from(self.state.halfmoves.min(self.state.plies_on_stack));
        let moved = self.state.moved;
        let mover_in_check = |i: usize| i <= reach && self.back(i).checkers.any();
        if reach < 8 || moved.from() == moved.to() || mover_in_check(1) || mover_in_check(3) {
            return false;
        }
        if matches!(self.board[moved.to().index()].kind(), kind::GUARD | kind::KING) {
            return false;
        }
        // The other moves of the same side, latest first.
        let mut earlier = (2..reach).step_by(2).map(|i| (i, self.back(i)));
        let mut last = moved;
        for turn in 0..3 {
            let Some((i, state)) = earlier.next() else { return false };
            let passed = state.moved.from() == state.moved.to();
            let (i, state) = if turn == 0 && passed {
                match earlier.next() {
                    Some(next) => next,
                    None => return false,
                }
            } else {
                (i, state)
            };
            if mover_in_check(i + 1) || state.moved.from() != last.to() || state.moved.to() != last.from() {
                return false;
            }
            last = state.moved;
        }
        earlier.next().is_some_and(|(i, state)| {
            !mover_in_check(i + 1) && state.captured.is_none() && state.moved.to() == last.from()
        })
    }

    /// Everything that ends the game here apart from mate, and repetitions inside a search (`false`).
    fn ending(&self, ply: usize) -> Option<(Ending, bool)> {
        let repetition = self.repetition(ply);
        if let Some((Ending::PerpetualCheck { .. }, true)) = repetition {
            return repetition;
        }
        let state = &self.state;
        if self.rules.style == Style::Modern && self.shuttles() {
            Some((Ending::Shuttling { loser: !self.side_to_move() }, true))
        } else if state.bikjang {
            Some((Ending::Bikjang, true))
        } else if let Some((_, true)) = repetition {
            repetition
        } else if state.two_passes {
            Some((Ending::TwoPasses, true))
        } else if limit_ends(state.ply, self.ply_limit, ply) {
            Some((Ending::PlyLimit, true))
        } else if limit_ends(u32::from(state.halfmoves), self.quiet_limit, ply) {
            Some((Ending::QuietLimit, true))
        } else {
            repetition
        }
    }

    /// Mate comes before every other end.
    fn is_mate(&self) -> bool {
        self.in_check() && self.count_moves() == 0
    }

    #[inline]
    pub(super) fn outcome_at(&self, ply: usize) -> Outcome {
        let state = &self.state;
        let special = state.bikjang || state.two_passes;
        if !special
            && state.reversible < 4
            && state.ply < self.ply_limit
            && u32::from(state.halfmoves) < self.quiet_limit
            && self.rules.style != Style::Modern
        {
            return Outcome::Ongoing;
        }
        match self.ending(ply) {
            None => Outcome::Ongoing,
            Some((ending, true)) => {
                if !state.no_moves && self.is_mate() {
                    Outcome::Loss
                } else {
                    self.judge(ending)
                }
            }
            Some((ending, false)) => match self.judge(ending) {
                Outcome::Win => Outcome::Ahead,
                Outcome::Loss => Outcome::Behind,
                other => other,
            },
        }
    }

    pub(super) fn verdict_here(&self) -> Option<Verdict> {
        let ended = self.ending(0).filter(|&(_, over)| over);
        if !self.state.no_moves && self.is_mate() {
            return Some(Verdict { outcome: Outcome::Loss, reason: "checkmate" });
        }
        ended.map(|(ending, _)| Verdict { outcome: self.judge(ending), reason: ending.reason() })
    }
}
