//! The formats of records.

use std::fmt;

use crate::engine::GameInfo;
use crate::game::Notation;

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Shogi, CSA 2.2 and 3.0.
    Csa,
    /// Any game but shogi.
    Pgn,
    /// Any game: what follows `position` in USI and UCCI, a game a line, moves in the game's own notation.
    Usi,
    /// The same in the notation of Fairy-Stockfish's UCI.
    Uci,
}

impl Format {
    pub const ALL: [Format; 4] = [Format::Csa, Format::Pgn, Format::Usi, Format::Uci];

    /// The name on the command line, and the end of a file's name without its dot.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Csa => "csa",
            Format::Pgn => "pgn",
            Format::Usi => "usi",
            Format::Uci => "uci",
        }
    }

    /// The notation of moves that are written as coordinates.
    pub const fn notation(self) -> Notation {
        match self {
            Format::Uci => Notation::Fairy,
            _ => Notation::Native,
        }
    }

    /// What programs write for this game.
    pub fn usual(game: &GameInfo) -> Format {
        if is_shogi(game) { Format::Csa } else { Format::Pgn }
    }

    /// Whether games of this kind can be written in the format.
    pub fn is_for(self, game: &GameInfo) -> bool {
        match self {
            Format::Csa => is_shogi(game),
            Format::Pgn => !is_shogi(game),
            Format::Usi | Format::Uci => true,
        }
    }
}

fn is_shogi(game: &GameInfo) -> bool {
    game.name == "shogi"
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
