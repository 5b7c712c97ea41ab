//! Writes CSA.

use std::time::Duration;

use crate::core::{Side, Square};
use crate::engine::Setup;

use super::super::endings::{self, Tongue};
use super::super::shogi::{Board, NAMES};
use super::super::{End, Node, Record, Replay, WriteError, times};
use super::{DEPTH, HEADERS, REASON, SCORE, move_text, sign};

/// Writes a game without its variations.
///
/// # Errors
/// [`WriteError::Position`].
pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut replay = Replay::new(record.game, &record.start)?;
    let mut lines = vec!["'CSA encoding=UTF-8".to_string(), version(record).to_string()];
    for (name, value) in &record.headers {
        lines.push(match HEADERS.iter().find(|(known, _)| known == name) {
            Some((_, word)) => format!("{word}{value}"),
            None => format!("'{name}:{value}"),
        });
    }
    match &record.start {
        Setup::Start => lines.push("PI".to_string()),
        Setup::Text(_) => lines.extend(position(&Board::of_sfen(&replay.text()))),
    }
    lines.push(sign(replay.side()).to_string());
    comments(&mut lines, &record.comments);
    for node in &record.line.nodes {
        lines.push(move_text(node.m, &Board::of_sfen(&replay.text())));
        lines.extend(node.time.map(time));
        replay.play(node.m);
        lines.extend(thoughts(node, &mut replay));
        comments(&mut lines, &node.comments);
    }
    if let Some(end) = &record.line.end {
        lines.extend(end_lines(end, replay.side()));
    }
    Ok(lines.join("\n") + "\n")
}

/// The version that has all that the record needs.
fn version(record: &Record) -> &'static str {
    let of_end = record.line.end.iter().filter_map(|end| end.time);
    let mut times = record.line.nodes.iter().filter_map(|node| node.time).chain(of_end);
    let has_control = record.header(super::header::TIME_CONTROL).is_some();
    if has_control || times.any(|time| time.subsec_millis() > 0) { "V3.0" } else { "V2.2" }
}

fn time(time: Duration) -> String {
    format!("T{}", times::seconds(time))
}

fn comments(lines: &mut Vec<String>, comments: &[String]) {
    lines.extend(comments.iter().map(|comment| format!("'*{comment}")));
}

/// `'** -20 +2726FU` and the depth, about the move just played.
fn thoughts(node: &Node, replay: &mut Replay) -> Vec<String> {
    let Some(score) = node.score else { return Vec::new() };
    let mut line = format!("{SCORE} {}", score * (!replay.side()).sign());
    let ply = replay.played().len();
    for &m in &node.pv {
        if replay.check(m).is_err() {
            break;
        }
        line += &format!(" {}", move_text(m, &Board::of_sfen(&replay.text())));
        replay.play(m);
    }
    replay.rewind(ply);
    let mut lines = vec![line];
    if node.depth > 0 {
        lines.push(format!("{DEPTH}{}", node.depth));
    }
    lines
}

fn end_lines(end: &End, to_move: Side) -> Vec<String> {
    let mut lines = Vec::new();
    let (word, says_all) = endings::write(end, Tongue::Csa, to_move);
    if !says_all && !end.reason.is_empty() {
        lines.push(format!("{REASON}{}", end.reason));
    }
    let blamed = endings::loser(word, end).map_or(String::new(), |loser| sign(loser).to_string());
    lines.push(format!("%{blamed}{word}"));
    lines.extend(end.time.map(time));
    comments(&mut lines, &end.comments);
    lines
}

/// The lines of a start position: `P1-KY…` to `P9…`, then the hands.
fn position(board: &Board) -> Vec<String> {
    let row = |row: usize| {
        let cell = |column| match board.at(Square::at(row, column)) {
            Some(man) => format!("{}{}", sign(man.side), NAMES[man.kind].csa),
            None => " * ".to_string(),
        };
        format!("P{}{}", row + 1, (0..9).map(cell).collect::<String>())
    };
    let mut lines: Vec<String> = (0..9).map(row).collect();
    for side in Side::BOTH {
        let hand = board.hands[side.index()];
        let held =
            (0..hand.len()).rev().map(|kind| format!("00{}", NAMES[kind].csa).repeat(hand[kind] as usize));
        let held: String = held.collect();
        if !held.is_empty() {
            lines.push(format!("P{}{held}", sign(side)));
        }
    }
    if board.ply > 0 {
        lines.push(format!("'ply:{}", board.ply));
    }
    lines
}
