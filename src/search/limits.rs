//! What a `go` asks for, in the same words for every protocol.

use crate::core::{Move, Score};

use super::params::Params;

/// A clock of the side to move. All times are in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Main time left.
    pub time: u64,
    /// Added after each move.
    pub increment: u64,
    /// Given anew for every move once main time is gone.
    pub byoyomi: u64,
    /// Moves until the next time control, if the clock has one.
    pub moves_to_go: Option<u32>,
}

/// When a search ends. Several limits together: the tightest one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clock, if the game is timed.
    pub clock: Option<Clock>,
    /// Exactly this long for the move, in milliseconds.
    pub move_time: Option<u64>,
    /// Iterations.
    pub depth: Option<u32>,
    /// Positions searched, over all threads.
    pub nodes: Option<u64>,
    /// Positions searched after which no further iteration is begun.
    pub soft_nodes: Option<u64>,
    /// Stop when a win in at most this many plies is found.
    pub mate: Option<u32>,
    /// No end but `stop`.
    pub infinite: bool,
    /// Thinking on the opponent's time: the clock starts at `ponderhit`.
    pub ponder: bool,
}

/// How strong to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// 0 (weakest) to 20 (full strength).
    pub level: u8,
    /// Seeds the noise of weaker play, so that a game can be replayed.
    pub seed: u64,
}

impl Default for Skill {
    fn default() -> Skill {
        Skill { level: Skill::FULL, seed: 0 }
    }
}

impl Skill {
    /// Full strength.
    pub const FULL: u8 = 20;
}

/// Options of a search that stay from one `go` to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Lines to report.
    pub multi_pv: usize,
    pub skill: Skill,
    /// Milliseconds kept back from every move for the way to the GUI and its clock.
    pub move_overhead: u64,
    /// Milliseconds of a move never gone below where the clock allows it.
    pub minimum_thinking_time: u64,
    /// The GUI charges whole seconds, rounded up: use them to the end.
    pub round_up_to_full_second: bool,
    /// Percent of the planned time to use, 10–1000.
    pub slow_mover: u32,
    /// Pondering is on, so that a ponder move is worth looking for.
    pub ponder: bool,
    /// How much worse than an even game a draw is for the side to move at the root, in centipawns; below 0, better.
    pub contempt: Score,
    /// The constants to search with, where a tuner wants other ones than the game's.
    pub params: Option<Params>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            multi_pv: 1,
            skill: Skill::default(),
            move_overhead: 30,
            minimum_thinking_time: 0,
            round_up_to_full_second: false,
            slow_mover: 100,
            ponder: false,
            contempt: 0,
            params: None,
        }
    }
}

/// One `go`.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub limits: Limits,
    pub settings: Settings,
    /// Only these root moves, if there are any.
    pub search_moves: Vec<Move>,
    /// Never these root moves.
    pub ban_moves: Vec<Move>,
}
