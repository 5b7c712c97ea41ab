//! A move as KIF writes it: `７六歩(77)`, `同　銀成(77)`, `５五角打`.

use crate::core::{Move, Square};
use crate::games::shogi::piece::HAND_KINDS;

use super::super::Replay;
use super::super::replay::reason;
use super::super::shogi::{self, Board, NAMES, digit, moved_kind, square, square_text};

/// The number that a line begins with, and the rest.
pub fn numbered(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start();
    let end = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    let number = line.get(..end)?.parse().ok()?;
    let rest = &line[end..];
    rest.starts_with(char::is_whitespace).then(|| (number, rest.trim_start()))
}

/// Where a move goes and what comes after; `None` for the square is 同.
pub fn split(text: &str) -> Option<(Option<Square>, &str)> {
    if let Some(rest) = text.strip_prefix('同') {
        return Some((None, rest.trim_start()));
    }
    let mut chars = text.chars();
    let to = square(digit(chars.next()?)?, digit(chars.next()?)?)?;
    Some((Some(to), chars.as_str()))
}

/// Reads a move.
///
/// # Errors
/// A reason.
pub fn read(text: &str, replay: &Replay) -> Result<Move, String> {
    let (to, rest) = split(text).ok_or("it is neither a move nor an end")?;
    let to = match to.or_else(|| replay.played().last().map(|m| m.to())) {
        Some(to) => to,
        None => return Err("同 has no move before it".to_string()),
    };
    let (kind, rest) = shogi::take_kind(rest).ok_or("no piece is named")?;
    let (words, from) = match rest.split_once(['(', '（']) {
        Some((words, from)) => (words, Some(read_from(from).ok_or("the square in brackets is none")?)),
        None => (rest, None),
    };
    let words = words.trim();
    let promotes = words.ends_with('成') && !words.ends_with("不成");
    let with = |from| if promotes { Move::promotion(from, to) } else { Move::new(from, to) };
    if let Some(from) = from {
        let m = replay.check(with(from))?;
        let found = moved_kind(&Board::of_sfen(&replay.text()), m);
        return if found == kind {
            Ok(m)
        } else {
            Err(format!("on that square stands {}", NAMES[found].long))
        };
    }
    if words.contains('打') {
        return if kind < HAND_KINDS {
            replay.check(Move::drop(kind, to))
        } else {
            Err("it cannot be dropped".to_string())
        };
    }
    // Without a square: the one piece that can, or else one from the hand.
    let board = Board::of_sfen(&replay.text());
    let fits = |m: &Move| {
        !m.is_drop() && m.to() == to && m.is_promotion() == promotes && moved_kind(&board, *m) == kind
    };
    let fitting: Vec<Move> = replay.engine().legal_moves().into_iter().filter(fits).collect();
    match fitting[..] {
        [m] => Ok(m),
        [] if kind < HAND_KINDS => replay.check(Move::drop(kind, to)),
        [] => Err("illegal: no such piece can go there".to_string()),
        _ => Err("more than one piece can go there".to_string()),
    }
}

/// `77)`
fn read_from(text: &str) -> Option<Square> {
    let mut chars = text.chars().filter(|c| !c.is_whitespace());
    square(digit(chars.next()?)?, digit(chars.next()?)?)
}

/// Writes a move that is legal on the board; `before` is the move that led to it.
pub fn write(m: Move, board: &Board, before: Option<Move>) -> String {
    let to = match before {
        Some(before) if before.to() == m.to() => "同　".to_string(),
        _ => square_text(m.to()),
    };
    let kind = moved_kind(board, m);
    if m.is_drop() {
        return format!("{to}{}打", NAMES[kind].long);
    }
    let plus = if m.is_promotion() { "成" } else { "" };
    let (file, rank) = shogi::file_rank(m.from());
    format!("{to}{}{plus}({file}{rank})", NAMES[kind].long)
}

/// Reads a move as people write it, or as KIF does.
///
/// # Errors
/// A reason.
pub fn read_any(text: &str, replay: &Replay) -> Result<Move, String> {
    let read = replay.engine().read_move(text);
    read.or_else(|error| self::read(text, replay).map_err(|_| reason(error)))
}
