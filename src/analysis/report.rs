//! The result of an analysis.

use std::path::Path;

use serde::{Serialize, Serializer};

use crate::core::{Move, Side};
use crate::engine::GameInfo;
use crate::records::{Record, header};

use super::Worth;
use super::judge::Mark;

/// A game as the engine sees it. Serialised, it is what `ryuma analyze --json` writes.
#[derive(Clone, Serialize)]
pub struct Analysis {
    /// Where the game is from: the name of a file, or `-`.
    pub source: String,
    #[serde(serialize_with = "name_of")]
    pub game: &'static GameInfo,
    /// Of the record, in its order.
    pub headers: Vec<(String, String)>,
    /// Moves of its beginning that were not looked at, because the analysis was stopped.
    #[serde(skip_serializing_if = "is_none")]
    pub missing: usize,
    /// The moves from there on.
    pub moves: Vec<MoveReport>,
    /// The position after the last move, or the only one.
    pub last: PositionReport,
    /// The side that moves first before the other.
    pub sides: [SideReport; 2],
    #[serde(skip)]
    pub record: Record,
}

/// A move of a game. Scores are seen by the side that made it.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReport {
    /// Counted from 1.
    pub ply: usize,
    #[serde(serialize_with = "word_of")]
    pub side: Side,
    /// In the game's own notation.
    #[serde(rename = "move")]
    pub text: String,
    /// In the notation asked for.
    #[serde(rename = "notation", skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    #[serde(skip)]
    pub m: Move,
    /// Of the best move.
    pub before: Worth,
    /// Of the move played: what the position after it is worth.
    pub after: Worth,
    /// The same as chances of winning, in percent.
    #[serde(serialize_with = "tenths")]
    pub chance_before: f64,
    #[serde(serialize_with = "tenths")]
    pub chance_after: f64,
    /// Centipawns.
    pub loss: i32,
    pub mark: Option<Mark>,
    /// Percent.
    #[serde(serialize_with = "tenths")]
    pub accuracy: f64,
    /// Before the move.
    pub position: PositionReport,
}

/// What the engine found in a position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionReport {
    /// FEN or SFEN.
    pub text: String,
    #[serde(serialize_with = "word_of")]
    pub to_move: Side,
    /// Why there is nothing to search: the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<&'static str>,
    /// For the side to move.
    pub score: Worth,
    /// Positions searched.
    pub nodes: u64,
    pub time_ms: u64,
    /// The best moves, each with what is expected after it; the best first.
    pub lines: Vec<Line>,
}

/// A move with what is expected after it.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// For the side to move.
    pub score: Worth,
    /// Plies.
    pub depth: u32,
    /// In the game's own notation.
    #[serde(rename = "moves")]
    pub texts: Vec<String>,
    /// In the notation asked for.
    #[serde(rename = "notation", skip_serializing_if = "Option::is_none")]
    pub written: Option<Vec<String>>,
    #[serde(skip)]
    pub moves: Vec<Move>,
}

impl MoveReport {
    /// The move for people.
    pub fn name(&self) -> &str {
        self.written.as_deref().unwrap_or(&self.text)
    }
}

impl Line {
    /// The moves for people.
    pub fn names(&self) -> &[String] {
        self.written.as_deref().unwrap_or(&self.texts)
    }
}

/// How a side has played.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SideReport {
    pub moves: usize,
    /// The mean of its moves', in percent; of no moves there is none.
    #[serde(serialize_with = "perhaps_tenths")]
    pub accuracy: Option<f64>,
    /// Centipawns a move.
    #[serde(serialize_with = "perhaps_tenths")]
    pub mean_loss: Option<f64>,
    /// The engine's choice, only moves among them.
    pub best: usize,
    pub only: usize,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
}

impl SideReport {
    /// Sums a side's moves up.
    pub fn of(side: Side, moves: &[MoveReport]) -> SideReport {
        let own: Vec<&MoveReport> = moves.iter().filter(|report| report.side == side).collect();
        let count = |mark| own.iter().filter(|report| report.mark == Some(mark)).count();
        let mean = |of: fn(&MoveReport) -> f64| {
            (!own.is_empty()).then(|| own.iter().map(|report| of(report)).sum::<f64>() / own.len() as f64)
        };
        SideReport {
            moves: own.len(),
            accuracy: mean(|report| report.accuracy),
            mean_loss: mean(|report| f64::from(report.loss)),
            best: count(Mark::Best) + count(Mark::Only),
            only: count(Mark::Only),
            inaccuracies: count(Mark::Inaccuracy),
            mistakes: count(Mark::Mistake),
            blunders: count(Mark::Blunder),
        }
    }
}

impl Analysis {
    /// The positions of the game, the start first.
    pub fn positions(&self) -> impl Iterator<Item = &PositionReport> {
        self.moves.iter().map(|report| &report.position).chain([&self.last])
    }

    /// The names of the players where the record tells them, the one who moves first before the other.
    pub fn players(&self) -> [Option<&str>; 2] {
        [header::FIRST, header::SECOND].map(|name| self.record.header(name).filter(|name| !name.is_empty()))
    }

    /// The game in a line: `Kaito – Sora`, or where it is from.
    pub fn title(&self) -> String {
        match self.players() {
            [None, None] => {
                let file = Path::new(&self.source).file_name().unwrap_or_default();
                format!("{}, {}", self.game.look.title, file.to_string_lossy())
            }
            players => {
                let names: Vec<&str> = players
                    .into_iter()
                    .zip(&self.game.look.sides)
                    .map(|(name, side)| name.unwrap_or(side.name))
                    .collect();
                names.join(" – ")
            }
        }
    }
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

fn name_of<S: Serializer>(game: &&'static GameInfo, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(game.name)
}

fn word_of<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(["first", "second"][side.index()])
}

/// More digits than one say nothing.
fn tenths<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((value * 10.0).round() / 10.0)
}

fn perhaps_tenths<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => tenths(value, serializer),
        None => serializer.serialize_none(),
    }
}
