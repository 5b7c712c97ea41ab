//! The rules that users choose, and every end of the game: mate, repetition, impasse, the try rule and the
//! move limit.

use crate::core::{Side, Square};
use crate::game::{Outcome, Position, RuleKind, RuleOption, TextError, Verdict, excerpt, limit_ends};

use super::attacks;
use super::piece::*;
use super::position::Shogi;

/// How a king that has entered the enemy camp ends the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnteringKingRule {
    /// It does not.
    NoEnteringKing,
    /// Both kings have entered: a declaration counts both sides; fewer than 24 points lose.
    Impasse24,
    /// The CSA's declaration: 31 points win, 24 draw.
    CsaRule24,
    /// The CSA's declaration: 28 points (Sente) or 27 (Gote) win.
    CsaRule27,
    /// A king on the enemy king's starting square wins.
    TryRule,
    /// Declares only what wins under both [`Self::Impasse24`] and [`Self::CsaRule27`]; the search plays by
    /// the former.
    #[default]
    Auto,
}

/// What happens at the move limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MaxMovesRule {
    /// The 24-point count if both kings have entered, else a draw.
    #[default]
    Impasse24,
    Draw,
}

/// The rules in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pub entering_king: EnteringKingRule,
    /// Plies after which the game ends; 0: never.
    pub max_moves: u32,
    pub max_moves_rule: MaxMovesRule,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            entering_king: EnteringKingRule::default(),
            max_moves: 400,
            max_moves_rule: MaxMovesRule::default(),
        }
    }
}

const ENTERING_KING: &[(&str, EnteringKingRule)] = &[
    ("NoEnteringKing", EnteringKingRule::NoEnteringKing),
    ("Impasse24", EnteringKingRule::Impasse24),
    ("CSARule24", EnteringKingRule::CsaRule24),
    ("CSARule27", EnteringKingRule::CsaRule27),
    ("TryRule", EnteringKingRule::TryRule),
    ("Auto", EnteringKingRule::Auto),
];

const MAX_MOVES_RULES: &[(&str, MaxMovesRule)] =
    &[("Impasse24", MaxMovesRule::Impasse24), ("Draw", MaxMovesRule::Draw)];

const MAX_MOVES_LIMIT: u32 = 100_000;

pub(super) const OPTIONS: &[RuleOption] = &[
    RuleOption {
        name: "EnteringKingRule",
        kind: RuleKind::Combo {
            default: "Auto",
            values: &["NoEnteringKing", "Impasse24", "CSARule24", "CSARule27", "TryRule", "Auto"],
        },
        help: "how a king in the enemy camp ends the game",
    },
    RuleOption {
        name: "MaxMovesToDraw",
        kind: RuleKind::Spin { default: 400, min: 0, max: MAX_MOVES_LIMIT as i64 },
        help: "plies after which the game ends; 0: no limit",
    },
    RuleOption {
        name: "MaxMovesRule",
        kind: RuleKind::Combo { default: "Impasse24", values: &["Impasse24", "Draw"] },
        help: "what the move limit means: the 24-point count when both kings have entered, or always a draw",
    },
];

impl Rules {
    /// Sets one rule by option name.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        let bad = |reason: &str| TextError::Rule {
            name: excerpt(name),
            value: excerpt(value),
            reason: reason.to_string(),
        };
        if name.eq_ignore_ascii_case("EnteringKingRule") {
            self.entering_king = choice(ENTERING_KING, value).ok_or_else(|| {
                bad("it is one of NoEnteringKing, Impasse24, CSARule24, CSARule27, TryRule, Auto")
            })?;
        } else if name.eq_ignore_ascii_case("MaxMovesToDraw") {
            self.max_moves = value
                .parse()
                .ok()
                .filter(|&plies| plies <= MAX_MOVES_LIMIT)
                .ok_or_else(|| bad("it is a number from 0 to 100000"))?;
        } else if name.eq_ignore_ascii_case("MaxMovesRule") {
            self.max_moves_rule =
                choice(MAX_MOVES_RULES, value).ok_or_else(|| bad("it is one of Impasse24, Draw"))?;
        } else {
            return Err(bad("shogi has no such rule"));
        }
        Ok(())
    }
}

fn choice<T: Copy>(values: &[(&str, T)], text: &str) -> Option<T> {
    values.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|&(_, value)| value)
}

/// Points of big pieces and of all others in an impasse.
const BIG: u32 = 5;
const SMALL: u32 = 1;
/// Fewer lose an impasse; 54 points are in the game.
const IMPASSE_POINTS: u32 = 24;

/// How often the same position has occurred, and how far back.
struct Repetition {
    /// Earlier occurrences.
    times: u32,
    /// Plies since the latest and the first of them.
    latest: usize,
    first: usize,
}

impl Shogi {
    /// [`Position::outcome`].
    #[inline(always)]
    pub(super) fn rule_outcome(&self, ply: usize) -> Outcome {
        let may_end = self.may_repeat()
            || limit_ends(self.now.ply, self.rules.max_moves, ply)
            || self.rules.entering_king == EnteringKingRule::TryRule;
        if may_end {
            self.judge(ply).map_or(Outcome::Ongoing, |(outcome, _)| outcome)
        } else {
            Outcome::Ongoing
        }
    }

    /// The end of the game here, as a referee calls it.
    pub(super) fn rule_verdict(&self) -> Option<Verdict> {
        let (outcome, reason) = self.mate().or_else(|| self.judge(0))?;
        Some(Verdict { outcome, reason })
    }

    /// Checkmate, or no legal move at all, which loses alike.
    fn mate(&self) -> Option<(Outcome, &'static str)> {
        let reason = if self.in_check() { "checkmate" } else { "stalemate" };
        (self.count_moves() == 0).then_some((Outcome::Loss, reason))
    }

    /// Ends other than mate, in the order in which they take precedence: what the last move itself
    /// completed, then mate on the ply of the move limit, the limit, and, inside a search, repetitions to be.
    #[cold]
    fn judge(&self, ply: usize) -> Option<(Outcome, &'static str)> {
        if self.rules.entering_king == EnteringKingRule::TryRule && self.has_tried() {
            return Some((Outcome::Loss, "try"));
        }
        let repetition = self.repetition();
        if let Some(Repetition { first, .. }) = repetition.filter(|r| r.times >= 3) {
            return Some(self.repeated_over(first));
        }
        if limit_ends(self.now.ply, self.rules.max_moves, ply) {
            return Some(self.mate().unwrap_or_else(|| self.at_move_limit()));
        }
        let Repetition { latest, .. } = self.repetition().filter(|r| r.latest < ply)?;
        let (outcome, reason) = self.repeated_over(latest);
        let early = match outcome {
            Outcome::Win => Outcome::Ahead,
            Outcome::Loss => Outcome::Behind,
            drawn => drawn,
        };
        Some((early, reason))
    }

    /// Whether the king of the side that has just moved stands where the other began.
    fn has_tried(&self) -> bool {
        let mover = !self.side_to_move();
        let goal = match mover {
            Side::First => Square::at(0, 4),
            Side::Second => Square::at(8, 4),
        };
        self.king(mover) == goal
    }

    /// Earlier occurrences of this position: board, hands and side to move.
    fn repetition(&self) -> Option<Repetition> {
        let mut found: Option<Repetition> = None;
        for distance in (4..=self.now.plies_back as usize).step_by(2) {
            if self.past[self.past.len() - distance].key == self.now.key {
                let (times, latest) = found.map_or((0, distance), |r| (r.times, r.latest));
                found = Some(Repetition { times: times + 1, latest, first: distance });
            }
        }
        found
    }

    /// What a repetition that closed a circle of `plies` is: a draw, unless just one side gave check with
    /// each of its moves on the way, which loses for it.
    fn repeated_over(&self, plies: usize) -> (Outcome, &'static str) {
        let us = self.side_to_move();
        let perpetual = |side: Side| usize::from(self.now.checks[side.index()]) >= plies / 2;
        match (perpetual(us), perpetual(!us)) {
            (true, false) => (Outcome::Loss, "perpetual check"),
            (false, true) => (Outcome::Win, "perpetual check"),
            _ => (Outcome::Draw, "sennichite"),
        }
    }

    fn at_move_limit(&self) -> (Outcome, &'static str) {
        let us = self.side_to_move();
        if self.rules.max_moves_rule == MaxMovesRule::Impasse24 && self.both_entered() {
            let few = |side| self.impasse_points(side) < IMPASSE_POINTS;
            match (few(us), few(!us)) {
                (true, false) => return (Outcome::Loss, "impasse"),
                (false, true) => return (Outcome::Win, "impasse"),
                _ => {}
            }
        }
        (Outcome::Draw, "move limit")
    }

    /// What a declaration would bring, judged by the rule that the search plays by; never a loss, since
    /// nobody has to declare.
    pub(super) fn impasse_claim(&self) -> Outcome {
        let claim = match self.rules.entering_king {
            EnteringKingRule::Auto | EnteringKingRule::Impasse24 => self.declaration_24(),
            EnteringKingRule::CsaRule24 => self.csa_declaration(31, 24),
            EnteringKingRule::CsaRule27 => self.csa_declaration(self.csa_27_points(), u32::MAX),
            EnteringKingRule::NoEnteringKing | EnteringKingRule::TryRule => Outcome::Ongoing,
        };
        // Nothing is left to declare in a game that has ended.
        if claim != Outcome::Ongoing && self.rule_verdict().is_some() { Outcome::Ongoing } else { claim }
    }

    /// [`Position::declares_win`].
    pub(super) fn impasse_declares_win(&self) -> bool {
        let undisputed = self.rules.entering_king != EnteringKingRule::Auto
            || self.csa_declaration(self.csa_27_points(), u32::MAX) == Outcome::Win;
        undisputed && self.impasse_claim() == Outcome::Win
    }

    /// [`Position::upholds_win_claim`]: by the rule in force; `Auto` stands for either of its two.
    pub(super) fn impasse_upholds_claim(&self) -> bool {
        let by_points = || {
            self.rules.entering_king == EnteringKingRule::Auto
                && self.csa_declaration(self.csa_27_points(), u32::MAX) == Outcome::Win
                && self.rule_verdict().is_none()
        };
        self.impasse_claim() == Outcome::Win || by_points()
    }

    /// The points of both sides and whether their kings have entered, for people.
    pub(super) fn impasse_counts(&self) -> Option<String> {
        let side = |side| {
            let king =
                if self.has_entered(side) { "king in the enemy camp" } else { "king not in the enemy camp" };
            format!("{} points, {king}", self.impasse_points(side))
        };
        let check = if self.in_check() { "; the side to move is in check" } else { "" };
        Some(format!("Sente {}; Gote {}{check}", side(Side::First), side(Side::Second)))
    }

    /// The 24-point declaration: the declarer with fewer loses, then the opponent with fewer.
    fn declaration_24(&self) -> Outcome {
        let us = self.side_to_move();
        if self.in_check() || !self.both_entered() || self.impasse_points(us) < IMPASSE_POINTS {
            Outcome::Ongoing
        } else if self.impasse_points(!us) < IMPASSE_POINTS {
            Outcome::Win
        } else {
            Outcome::Draw
        }
    }

    /// A CSA declaration: `win` points win and `draw` points draw.
    fn csa_declaration(&self, win: u32, draw: u32) -> Outcome {
        let us = self.side_to_move();
        if self.in_check() || !self.has_entered(us) {
            return Outcome::Ongoing;
        }
        let camp = self.side(us).without(self.king(us).bit()) & attacks::zone(us);
        if camp.count() < 10 {
            return Outcome::Ongoing;
        }
        let big = (self.rooks() | self.bishops()) & camp;
        let points = camp.count() as u32 * SMALL + big.count() as u32 * (BIG - SMALL) + self.hand_points(us);
        if points >= win {
            Outcome::Win
        } else if points >= draw {
            Outcome::Draw
        } else {
            Outcome::Ongoing
        }
    }

    fn csa_27_points(&self) -> u32 {
        match self.side_to_move() {
            Side::First => 28,
            Side::Second => 27,
        }
    }

    fn has_entered(&self, side: Side) -> bool {
        attacks::zone(side).contains(self.king(side))
    }

    fn both_entered(&self) -> bool {
        self.has_entered(Side::First) && self.has_entered(Side::Second)
    }

    /// Points of board and hand, the king not counted.
    fn impasse_points(&self, side: Side) -> u32 {
        let men = self.side(side).count() as u32 - 1;
        let big = ((self.rooks() | self.bishops()) & self.side(side)).count() as u32;
        men * SMALL + big * (BIG - SMALL) + self.hand_points(side)
    }

    fn hand_points(&self, side: Side) -> u32 {
        let hand = self.hand(side);
        (0..HAND_KINDS)
            .map(|kind| u32::from(hand[kind]) * if matches!(kind, BISHOP | ROOK) { BIG } else { SMALL })
            .sum()
    }
}
