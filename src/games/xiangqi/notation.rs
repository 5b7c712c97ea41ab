//! Moves as coordinates: files a–i from Red's left, ranks from Red's side.

use crate::core::{Move, Square};
use crate::game::{MoveStyle, Notation, Position, StyleInfo, TextError, excerpt};

use super::attacks::ROWS;
use super::position::Xiangqi;

/// As ICCS and PGN files have it: `H2-E2`.
pub(super) const ICCS: MoveStyle<Xiangqi> = MoveStyle {
    info: StyleInfo { name: "iccs", example: "H2-E2", help: "Coordinates of ICCS and PGN files" },
    write: |_, m| {
        let text = |square| square_text(square, Notation::Native).to_ascii_uppercase();
        format!("{}-{}", text(m.from()), text(m.to()))
    },
    read: |position, text| parse_move(position, text, Notation::Native),
};

/// The number of the rank next to Red: ICCS counts from 0, Fairy-Stockfish from 1.
fn first_rank(notation: Notation) -> usize {
    match notation {
        Notation::Native => 0,
        Notation::Fairy => 1,
    }
}

pub(super) fn square_text(square: Square, notation: Notation) -> String {
    let file = char::from(b'a' + square.column() as u8);
    let rank = (ROWS - 1 + first_rank(notation)).wrapping_sub(square.row());
    format!("{file}{rank}")
}

pub(super) fn move_text(m: Move, notation: Notation) -> String {
    if m.is_none() {
        return "0000".to_string();
    }
    square_text(m.from(), notation) + &square_text(m.to(), notation)
}

pub(super) fn parse_move(position: &Xiangqi, text: &str, notation: Notation) -> Result<Move, TextError> {
    let m = read(text, notation).map_err(|reason| TextError::Move { text: excerpt(text), reason })?;
    if position.is_legal(m) {
        Ok(m)
    } else {
        Err(TextError::Illegal { text: excerpt(text), reason: why_illegal(position, m).to_string() })
    }
}

fn read(text: &str, notation: Notation) -> Result<Move, String> {
    let (from, rest) = read_square(text, notation)?;
    let (to, rest) = read_square(rest.strip_prefix('-').unwrap_or(rest), notation)?;
    if rest.is_empty() { Ok(Move::new(from, to)) } else { Err(format!("'{}' is too much", excerpt(rest))) }
}

/// Reads the square that a text starts with; returns it and the rest.
fn read_square(text: &str, notation: Notation) -> Result<(Square, &str), String> {
    let mut chars = text.chars();
    let column = match chars.next() {
        Some(file) if matches!(file.to_ascii_lowercase(), 'a'..='i') => {
            file.to_ascii_lowercase() as usize - 'a' as usize
        }
        Some(other) => return Err(format!("'{}' is no file (a to i)", excerpt(&other.to_string()))),
        None => return Err("a square is missing".to_string()),
    };
    let rest = chars.as_str();
    let lowest = first_rank(notation);
    let highest = ROWS - 1 + lowest;
    // Only Fairy-Stockfish's rank 10 has two digits.
    let digits = if notation == Notation::Fairy && rest.starts_with("10") { 2 } else { 1 };
    rest.split_at_checked(digits)
        .and_then(|(digits, rest)| Some((digits.parse().ok()?, rest)))
        .filter(|(rank, _)| (lowest..=highest).contains(rank))
        .map(|(rank, rest): (usize, _)| (Square::at(highest - rank, column), rest))
        .ok_or_else(|| format!("a rank ({lowest} to {highest}) must follow the file"))
}

/// The reason why a move between two squares of the board is not legal.
fn why_illegal(position: &Xiangqi, m: Move) -> &'static str {
    let (moved, captured) = (position.piece(m.from()), position.piece(m.to()));
    let side = position.side_to_move();
    if !moved.is_some() {
        "no piece stands there"
    } else if moved.side() != side {
        "the piece is the opponent's"
    } else if captured.is_some() && captured.side() == side {
        "an own piece stands on the target"
    } else if !position.reach(m.from()).contains(m.to()) {
        "the piece does not move so"
    } else {
        "it leaves the own general in check or facing the other"
    }
}
