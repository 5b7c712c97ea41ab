//! A game as everybody above the rules sees it: headers, a start, a tree of moves with what is known of them, an end.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::core::{Move, Side};
use crate::engine::{GameInfo, PositionError, Setup};
use crate::game::Notation;

use super::replay::Replay;

/// The score of a win here and now; one in `n` plies is `WIN - n`, and losses are below zero.
pub const WIN: i32 = 30_000;
/// Scores beyond this tell a forced win or loss.
pub const WIN_BOUND: i32 = 29_000;

/// Names of headers that formats translate into their own words; a header of any other name is kept as it is.
pub mod header {
    pub const EVENT: &str = "Event";
    pub const SITE: &str = "Site";
    pub const ROUND: &str = "Round";
    /// Who moves first in a game from the start: Sente, Red, Cho.
    pub const FIRST: &str = "First";
    pub const SECOND: &str = "Second";
    /// `2026/11/30`, or with the time of day, `2026/11/30 19:00:01`.
    pub const STARTED: &str = "Started";
    pub const ENDED: &str = "Ended";
    /// Seconds: `MAIN+BYOYOMI+INCREMENT`, as CSA 3.0 has it.
    pub const TIME_CONTROL: &str = "TimeControl";
    /// The time allowed in any other words.
    pub const TIME_LIMIT: &str = "TimeLimit";
    pub const OPENING: &str = "Opening";
    /// The name of a start position other than the usual, if it has one.
    pub const HANDICAP: &str = "Handicap";
}

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
    /// Not played to an end: nobody has won, and it is no draw either.
    Interrupted,
    /// In another way, or nothing says how: a draw agreed, a result alone.
    Other,
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

/// The end of a line of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    pub ending: Ending,
    /// `None`: a draw, or with [`Ending::Interrupted`] no result.
    pub winner: Option<Side>,
    /// In the field's words, as in [`crate::game::Verdict::reason`]: `resignation`, `checkmate`, …
    pub reason: String,
    /// Where four play: the ranks of South, West, North and East, 1 to 4; the winner is then a pair, if it is one.
    pub ranks: Option<[u8; 4]>,
    /// A line each.
    pub comments: Vec<String>,
    pub time: Option<Duration>,
    pub total: Option<Duration>,
    /// Lines that go on where this one ends.
    pub variations: Vec<Line>,
}

impl End {
    pub fn new(ending: Ending, winner: Option<Side>, reason: impl Into<String>) -> End {
        let (reason, comments, variations) = (reason.into(), Vec::new(), Vec::new());
        End { ending, winner, reason, ranks: None, comments, time: None, total: None, variations }
    }

    /// The end of a game for four, whose ranks are known: the pair that has won, where they are those of pairs.
    pub fn of_four(ending: Ending, ranks: [u8; 4], reason: impl Into<String>) -> End {
        let winner = match ranks {
            [1, 3, 1, 3] => Some(Side::First),
            [3, 1, 3, 1] => Some(Side::Second),
            _ => None,
        };
        End { ranks: Some(ranks), ..End::new(ending, winner, reason) }
    }
}

/// A move with what is known of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub m: Move,
    /// A line each, without the format's marks.
    pub comments: Vec<String>,
    /// Thought about for so long; `None` for an opening's move, or where nothing is told.
    pub time: Option<Duration>,
    /// The time of its side up to and with this move, where the record tells it.
    pub total: Option<Duration>,
    /// Centipawns for the side that moved; a win in `n` plies is [`WIN`]` - n`.
    pub score: Option<i32>,
    /// Plies searched for the score; 0: not told.
    pub depth: u32,
    /// What is expected after the move, the reply first.
    pub pv: Vec<Move>,
    /// Lines that begin with another move instead of this one.
    pub variations: Vec<Line>,
}

impl Node {
    pub fn new(m: Move) -> Node {
        Node { m, ..Node::default() }
    }
}

/// Moves one after the other, each with its variations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    pub nodes: Vec<Node>,
    /// `None`: the record says nothing.
    pub end: Option<End>,
}

/// A game.
#[derive(Clone)]
pub struct Record {
    pub game: &'static GameInfo,
    /// Names (those of [`header`] where they fit) and values, as many lines as there are, in the record's order.
    pub headers: Vec<(String, String)>,
    /// [`Setup::Start`] is the start under the usual rules.
    pub start: Setup,
    /// Comments before the first move, a line each.
    pub comments: Vec<String>,
    /// The game as played; the variations hang on its moves.
    pub line: Line,
}

impl Record {
    /// A game without moves.
    pub fn new(game: &'static GameInfo, start: Setup) -> Record {
        Record { game, headers: Vec::new(), start, comments: Vec::new(), line: Line::default() }
    }

    /// A game of moves in the game's own notation.
    ///
    /// # Errors
    /// [`PositionError`]: the start is bad, or a move is illegal.
    pub fn from_moves(
        game: &'static GameInfo,
        start: Setup,
        moves: &[impl AsRef<str>],
    ) -> Result<Record, PositionError> {
        let mut record = Record::new(game, start);
        let mut replay = Replay::new(game, &record.start)?;
        for (i, text) in moves.iter().enumerate() {
            let m = replay.read(text.as_ref(), Notation::Native).map_err(|error| PositionError::Move {
                number: i + 1,
                count: moves.len(),
                error,
            })?;
            replay.play(m);
            record.line.nodes.push(Node::new(m));
        }
        Ok(record)
    }

    /// The side that moves first.
    pub fn side(&self) -> Side {
        Replay::new(self.game, &self.start).map_or(Side::First, |replay| replay.side())
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.line.nodes.iter().map(|node| node.m)
    }

    /// The moves of the main line in the game's own notation.
    pub fn move_texts(&self) -> Vec<String> {
        self.moves().map(|m| (self.game.move_text)(m, Notation::Native)).collect()
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a header, in its place if it is there already.
    pub fn set_header(&mut self, name: &str, value: impl Into<String>) {
        match self.headers.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.into(),
            None => self.headers.push((name.to_string(), value.into())),
        }
    }
}

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Record { game, headers, start, comments, line } = self;
        f.debug_struct("Record")
            .field("game", &game.name)
            .field("headers", headers)
            .field("start", start)
            .field("comments", comments)
            .field("line", line)
            .finish()
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        let Record { game, headers, start, comments, line } = self;
        game.name == other.game.name
            && (headers, start, comments, line)
                == (&other.headers, &other.start, &other.comments, &other.line)
    }
}
