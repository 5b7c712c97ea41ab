//! A game as a line of `games.jsonl`: everything that a summary, a resumed match or a program may want of it.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::core::Side;
use crate::engine::{GameInfo, PositionError, Setup};
use crate::records::{End, Ending, Record, header};

use super::clock::{Clocks, Control};
use super::game::Played;
use super::openings::Opening;

/// A game that has been played. The lists are about the moves after the opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// From 1, by the schedule.
    pub number: usize,
    /// Names of engines; the first moves first.
    pub players: [String; 2],
    pub started: Timestamp,
    pub seconds: f64,
    /// The FEN or SFEN of the first position; none for the game's own start.
    pub start: Option<String>,
    pub opening: Vec<String>,
    /// Which player (0 or 1) made the first of the moves.
    pub begins: usize,
    /// In the game's own notation, as the opening.
    pub moves: Vec<String>,
    /// Milliseconds.
    pub times: Vec<f64>,
    /// Centipawns for the side that moved; a win in `n` plies is 30000 - `n`.
    pub scores: Vec<Option<i32>>,
    /// Plies.
    pub depths: Vec<u32>,
    pub nodes: Vec<u64>,
    /// 0: the first player, 1: the second; none: a draw.
    pub winner: Option<usize>,
    pub ending: Ending,
    pub reason: String,
    /// What happened exactly, if it should not have.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
}

impl GameRecord {
    pub fn new(
        number: usize,
        players: [&str; 2],
        started: Timestamp,
        time: Duration,
        opening: Opening,
        played: Played,
    ) -> GameRecord {
        let Played { begins, moves, end } = played;
        let start = match opening.start {
            Setup::Start => None,
            Setup::Text(text) => Some(text),
        };
        GameRecord {
            number,
            players: players.map(str::to_string),
            started,
            seconds: rounded(time.as_secs_f64()),
            start,
            opening: opening.moves,
            begins: begins.index(),
            moves: moves.iter().map(|m| m.text.clone()).collect(),
            times: moves.iter().map(|m| rounded(m.used.as_secs_f64() * 1000.0)).collect(),
            scores: moves.iter().map(|m| m.report.score).collect(),
            depths: moves.iter().map(|m| m.report.depth).collect(),
            nodes: moves.iter().map(|m| m.report.nodes).collect(),
            winner: end.winner.map(Side::index),
            ending: end.ending,
            reason: end.reason,
            detail: end.detail,
        }
    }

    /// Half points of a player (0 or 1).
    pub fn half_points(&self, player: usize) -> usize {
        match self.winner {
            None => 1,
            Some(winner) if winner == player => 2,
            Some(_) => 0,
        }
    }

    /// Which player made the move of this index (0 or 1).
    pub fn mover(&self, index: usize) -> usize {
        (self.begins + index) % 2
    }

    /// For each move: whose it was, the time it took and the time it had, in milliseconds.
    pub fn clock(&self, control: Control) -> Vec<(usize, f64, Option<f64>)> {
        let mut clocks = Clocks::new(control);
        let entry = |(i, &used): (usize, &f64)| {
            let player = self.mover(i);
            let side = Side::BOTH[player];
            let allowed = clocks.allowed(side).map(|time| time.as_secs_f64() * 1000.0);
            clocks.spend(side, Duration::from_secs_f64(used.max(0.0) / 1000.0));
            (player, used, allowed)
        };
        self.times.iter().enumerate().map(entry).collect()
    }

    /// The record as people and other programs read it.
    ///
    /// # Errors
    /// [`PositionError`]: the game cannot be played through by the rules.
    pub fn to_record(
        &self,
        game: &'static GameInfo,
        event: &str,
        control: Control,
    ) -> Result<Record, PositionError> {
        let start = self.start.clone().map_or(Setup::Start, Setup::Text);
        let moves: Vec<&String> = self.opening.iter().chain(&self.moves).collect();
        let mut record = Record::from_moves(game, start, &moves)?;
        for (i, node) in record.line.nodes.iter_mut().skip(self.opening.len()).enumerate() {
            node.time = self.times.get(i).map(|ms| Duration::from_secs_f64(ms.max(0.0) / 1000.0));
            node.score = self.scores.get(i).copied().flatten();
            node.depth = self.depths.get(i).copied().unwrap_or(0);
        }
        record.set_header(header::FIRST, &self.players[0]);
        record.set_header(header::SECOND, &self.players[1]);
        record.set_header(header::EVENT, event);
        record.set_header(header::ROUND, self.number.to_string());
        record.set_header(header::STARTED, self.started.strftime("%Y/%m/%d %H:%M:%S").to_string());
        let time_control = match control {
            Control::Clock { main, increment, byoyomi } => {
                Some([main, byoyomi, increment].map(|time| time.as_secs_f64()))
            }
            Control::MoveTime(time) => Some([0.0, time.as_secs_f64(), 0.0]),
            Control::Nodes(_) | Control::Depth(_) => None,
        };
        if let Some([main, byoyomi, increment]) = time_control {
            record.set_header(header::TIME_CONTROL, format!("{main}+{byoyomi}+{increment}"));
        }
        let winner = self.winner.and_then(|winner| Side::BOTH.get(winner).copied());
        record.line.end = Some(End::new(self.ending, winner, self.full_reason()));
        Ok(record)
    }

    /// `overrun: 63.1 ms of 50 ms`
    pub fn full_reason(&self) -> String {
        match &self.detail {
            Some(detail) => format!("{}: {detail}", self.reason),
            None => self.reason.clone(),
        }
    }
}

/// To three decimals.
pub fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
