//! The rules that users choose, and how a game ends: mates, repetition, the move limit, and the ranking.

use crate::core::Player;
use crate::game::{RuleKind, RuleOption, TextError, excerpt};

use super::piece::HAND_KINDS;
use super::state::State;

/// Who plays with whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everybody for themselves.
    #[default]
    Single,
    /// South and North against West and East.
    Pairs,
}

/// The rules in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    pub format: Format,
    /// The game goes on to the last survivor instead of ending with the second mate.
    pub to_the_last: bool,
    /// A mated player's pieces on the board become nobody's.
    pub pieces_stay: bool,
    /// Moves after which the game ends; 0: never.
    pub max_moves: u32,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As many were mated as it takes.
    Mates,
    /// The same position for the fourth time.
    Repetition,
    MoveLimit,
}

impl Ending {
    /// In a word or two, for a referee's line.
    pub const fn text(self) -> &'static str {
        match self {
            Ending::Mates => "checkmate",
            Ending::Repetition => "repetition",
            Ending::MoveLimit => "move limit",
        }
    }
}

const MAX_MOVES_LIMIT: u32 = 100_000;

pub(super) const OPTIONS: [RuleOption; 4] = [
    RuleOption {
        name: "YoninFormat",
        kind: RuleKind::Combo { default: "single", values: &["single", "pairs"] },
        help: "everybody for themselves, or South and North against West and East",
    },
    RuleOption {
        name: "YoninEnd",
        kind: RuleKind::Combo { default: "two", values: &["two", "last"] },
        help: "the second mate ends the game, or it is played to the last survivor",
    },
    RuleOption {
        name: "YoninPieces",
        kind: RuleKind::Combo { default: "inherit", values: &["inherit", "neutral"] },
        help: "a mated player's pieces on the board go to who mated them, or become nobody's",
    },
    RuleOption {
        name: "MaxMovesToDraw",
        kind: RuleKind::Spin { default: 0, min: 0, max: MAX_MOVES_LIMIT as i64 },
        help: "moves after which the game ends; 0: no limit",
    },
];

impl Rules {
    /// How many mates end the game.
    pub(super) const fn mates_to_end(&self) -> usize {
        match (self.format, self.to_the_last) {
            (Format::Pairs, _) => 1,
            (Format::Single, false) => 2,
            (Format::Single, true) => 3,
        }
    }

    /// Sets one rule by option name.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        let bad = |reason: &str| TextError::Rule {
            name: excerpt(name),
            value: excerpt(value),
            reason: reason.to_string(),
        };
        let second = |first: &str, second: &str| {
            if value.eq_ignore_ascii_case(first) {
                Ok(false)
            } else if value.eq_ignore_ascii_case(second) {
                Ok(true)
            } else {
                Err(bad(&format!("it is {first} or {second}")))
            }
        };
        match name.to_ascii_lowercase().as_str() {
            "yoninformat" => {
                self.format = if second("single", "pairs")? { Format::Pairs } else { Format::Single };
            }
            "yoninend" => self.to_the_last = second("two", "last")?,
            "yoninpieces" => self.pieces_stay = second("inherit", "neutral")?,
            "maxmovestodraw" => {
                self.max_moves = value
                    .parse()
                    .ok()
                    .filter(|&moves| moves <= MAX_MOVES_LIMIT)
                    .ok_or_else(|| bad("it is a number from 0 to 100000"))?;
            }
            _ => return Err(bad("this game has no such rule")),
        }
        Ok(())
    }
}

impl State {
    /// The players' ranks by seat, 1 to 4, as they would be if the game ended here. Equals share the better rank.
    pub(super) fn ranks(&self, rules: &Rules) -> [u8; 4] {
        match rules.format {
            Format::Single => {
                let standing = Player::ALL.map(|player| self.standing(player));
                standing.map(|own| 1 + standing.iter().filter(|&&other| other > own).count() as u8)
            }
            // A pair shares its rank; without a mate both do.
            Format::Pairs => Player::ALL.map(|player| {
                let lost = !self.is_alive(player) || !self.is_alive(player.opposite());
                if lost { 3 } else { 1 }
            }),
        }
    }

    /// What ranks the players if the game ends here, for people; nothing ranks pairs but a mate.
    pub(super) fn counts(&self, rules: &Rules) -> Option<String> {
        let ranks = self.ranks(rules);
        let told = |player: Player| {
            let (is_alive, mates, pieces, _) = self.standing(player);
            let plural =
                |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
            let (mates, pieces) = (plural(mates, "mate"), plural(pieces, "piece"));
            let what = if is_alive { format!("{mates}, {pieces}") } else { "mated".to_string() };
            format!(
                "{} {} ({what})",
                player.name(),
                ["1st", "2nd", "3rd", "4th"][usize::from(ranks[player.index()]) - 1]
            )
        };
        let is_single = rules.format == Format::Single;
        is_single.then(|| Player::ALL.map(told).join("; "))
    }

    /// What ranks a player, the larger the better: life, mates made, pieces, the order of the last mate; or, where
    /// mated, how late.
    fn standing(&self, player: Player) -> (bool, usize, usize, u8) {
        if let Some(fall) = self.falls[player.index()] {
            return (false, usize::from(fall.order), 0, 0);
        }
        let mates = || self.falls.iter().flatten().filter(|fall| fall.creditor == player);
        let last = mates().map(|fall| fall.order).max().unwrap_or(0);
        (true, mates().count(), self.pieces(player) + mates().count(), last)
    }

    /// A player's pieces on the board, the king among them, and in hand.
    pub(super) fn pieces(&self, player: Player) -> usize {
        let held: usize = (0..HAND_KINDS).map(|kind| usize::from(self.hand(player)[kind])).sum();
        self.owned(player.index()).count() + held
    }
}
