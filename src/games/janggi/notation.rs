//! Coordinate moves: files a–i from Cho's left, ranks from Cho's side.
//!
//! Native is ICCS with ranks 0–9, Fairy has ranks 1–10. A pass is the general's square twice;
//! `0000`, `@@@@` and `pass` are read as one too.

use crate::core::{Move, Square};
use crate::game::{Notation, Position, TextError, excerpt};

use super::attacks::ROWS;
use super::position::Janggi;

const fn first_rank(notation: Notation) -> usize {
    match notation {
        Notation::Native => 0,
        Notation::Fairy => 1,
    }
}

/// The square's file and rank; rank 0 or 1 is Cho's back rank.
pub(super) fn square_text(square: Square, notation: Notation) -> String {
    let file = (b'a' + square.column() as u8) as char;
    format!("{file}{}", (ROWS + first_rank(notation)).saturating_sub(1 + square.row()))
}

pub(super) fn write(m: Move, notation: Notation) -> String {
    square_text(m.from(), notation) + &square_text(m.to(), notation)
}

/// Takes a square from the front of a text.
fn take_square(text: &str, notation: Notation) -> Option<(Square, &str)> {
    let file = text.chars().next().filter(|c| ('a'..='i').contains(c))?;
    let rest = &text[1..];
    let length = match notation {
        // Only one rank has two digits, and none is 0.
        Notation::Fairy if rest.starts_with("10") => 2,
        _ => 1,
    };
    let rank: usize = rest.get(..length).filter(|t| t.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()?;
    let row = (ROWS - 1).checked_sub(rank.checked_sub(first_rank(notation))?)?;
    Some((Square::at(row, file as usize - 'a' as usize), &rest[length..]))
}

pub(super) fn read(position: &Janggi, text: &str, notation: Notation) -> Result<Move, TextError> {
    let m = if ["0000", "@@@@", "pass"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
        Move::pass(position.general(position.side_to_move()))
    } else {
        let lower = text.to_ascii_lowercase();
        let squares = take_square(&lower, notation).and_then(|(from, rest)| {
            take_square(rest, notation).filter(|(_, rest)| rest.is_empty()).map(|(to, _)| (from, to))
        });
        let Some((from, to)) = squares else {
            let example = match notation {
                Notation::Native => "a3a4 (ranks 0-9)",
                Notation::Fairy => "a4a5 (ranks 1-10)",
            };
            return Err(TextError::Move { text: excerpt(text), reason: format!("it is not like {example}") });
        };
        Move::new(from, to)
    };
    match position.objection(m) {
        None => Ok(m),
        Some(reason) => Err(TextError::Illegal { text: excerpt(text), reason: reason.to_string() }),
    }
}
