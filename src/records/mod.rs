//! Games as text: CSA for shogi, PGN for the others.

mod csa;
mod pgn;

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::core::Side;
use crate::engine::{GameInfo, PositionError, Setup};
use crate::protocol::Protocol;

/// The score of a win here and now; one in `n` plies is `WIN - n`, and losses are below zero.
pub const WIN: i32 = 30_000;
/// Scores beyond this tell a forced win or loss.
pub const WIN_BOUND: i32 = 29_000;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// As the rules say; the reason says how.
    Rules,
    Resignation,
    /// A win claimed by the rules (`bestmove win`).
    Claim,
    /// A referee's decision, because both players agreed about who is ahead.
    Adjudication,
    /// The limit of plies set for the match.
    PlyLimit,
    WrongClaim,
    IllegalMove,
    /// No move where there was one.
    NoMove,
    /// A move later than its time and the margin.
    Overrun,
    Crash,
    Hang,
}

impl Ending {
    /// Whether the loser lost by something that should not happen.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Ending::WrongClaim
                | Ending::IllegalMove
                | Ending::NoMove
                | Ending::Overrun
                | Ending::Crash
                | Ending::Hang
        )
    }
}

/// A move with what is known of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveNote {
    /// In the game's own notation.
    pub text: String,
    /// `None`: an opening's move, not thought about.
    pub time: Option<Duration>,
    /// Centipawns for the side that moved.
    pub score: Option<i32>,
    /// Plies.
    pub depth: u32,
}

/// A game to be written.
pub struct Record<'a> {
    pub game: &'static GameInfo,
    pub event: &'a str,
    /// Counted from 1.
    pub round: usize,
    /// The players, the one who moves first before the other.
    pub players: [&'a str; 2],
    pub started: Timestamp,
    /// Main time in seconds, byoyomi, increment; `None` without a clock.
    pub time_control: Option<[f64; 3]>,
    pub start: Setup,
    pub moves: Vec<MoveNote>,
    /// `None`: a draw.
    pub winner: Option<Side>,
    pub ending: Ending,
    /// The ending in words.
    pub reason: &'a str,
}

impl Record<'_> {
    /// The end of a file's name for a game's records, without a dot.
    pub fn extension(game: &GameInfo) -> &'static str {
        if uses_csa(game) { "csa" } else { "pgn" }
    }

    /// The whole text.
    ///
    /// # Errors
    /// [`PositionError`]: the game cannot be played through by the rules.
    pub fn text(&self) -> Result<String, PositionError> {
        if uses_csa(self.game) { csa::write(self) } else { pgn::write(self) }
    }
}

fn uses_csa(game: &GameInfo) -> bool {
    game.is_offered_by(Protocol::Usi.word())
}
