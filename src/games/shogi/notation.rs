//! Coordinate move texts: USI's (`7g7f`, `P*5e`) and Fairy-Stockfish's (`c3c4`, `P@e5`); and what the other ways of
//! writing moves share.

use crate::core::{Bitboard, Move, Square};
use crate::game::{Notation, Position, TextError, excerpt};

use super::attacks;
use super::piece::*;
use super::position::Shogi;

/// Writes a square: USI counts files from Sente's right and ranks from Gote's side, Fairy-Stockfish letters
/// files from Sente's left and counts ranks from Sente's side.
pub(super) fn square_text(square: Square, notation: Notation) -> String {
    let (row, column) = (square.row() as u8, square.column() as u8);
    let (file, rank) = match notation {
        Notation::Native => (b'9' - column, b'a' + row),
        Notation::Fairy => (b'a' + column, b'9' - row),
    };
    format!("{}{}", char::from(file), char::from(rank))
}

fn read_square(file: u8, rank: u8, notation: Notation) -> Option<Square> {
    let (column, row) = match notation {
        Notation::Native => (b'9'.checked_sub(file)?, rank.checked_sub(b'a')?),
        Notation::Fairy => (file.checked_sub(b'a')?, b'9'.checked_sub(rank)?),
    };
    (column < 9 && row < 9).then(|| Square::at(row.into(), column.into()))
}

const fn drop_mark(notation: Notation) -> u8 {
    match notation {
        Notation::Native => b'*',
        Notation::Fairy => b'@',
    }
}

/// Writes a move; the empty move is `none`.
pub(super) fn move_text(m: Move, notation: Notation) -> String {
    if m.is_none() {
        return "none".to_string();
    }
    let to = square_text(m.to(), notation);
    if m.is_drop() {
        let letter = LETTERS.get(m.drop_kind()).copied().unwrap_or('?');
        return format!("{letter}{}{to}", char::from(drop_mark(notation)));
    }
    let plus = if m.is_promotion() { "+" } else { "" };
    format!("{}{to}{plus}", square_text(m.from(), notation))
}

/// Reads what may be a move of any position.
fn read_move(text: &str, notation: Notation) -> Result<Move, String> {
    let bad_square = || "a square is not on the board".to_string();
    match *text.as_bytes() {
        [letter, mark, file, rank] if mark == drop_mark(notation) => {
            let kind = LETTERS[..HAND_KINDS]
                .iter()
                .position(|&kind| kind == char::from(letter))
                .ok_or_else(|| "a drop starts with one of P, L, N, S, G, B, R".to_string())?;
            Ok(Move::drop(kind, read_square(file, rank, notation).ok_or_else(bad_square)?))
        }
        [file, rank, to_file, to_rank, ref plus @ ..] if plus.is_empty() || plus == b"+" => {
            let from = read_square(file, rank, notation).ok_or_else(bad_square)?;
            let to = read_square(to_file, to_rank, notation).ok_or_else(bad_square)?;
            Ok(if plus.is_empty() { Move::new(from, to) } else { Move::promotion(from, to) })
        }
        _ => Err(match notation {
            Notation::Native => "a move looks like 7g7f, 8h2b+ or P*5e".to_string(),
            Notation::Fairy => "a move looks like c3c4, b2h8+ or P@e5".to_string(),
        }),
    }
}

impl Shogi {
    pub(super) fn read_legal_move(&self, text: &str, notation: Notation) -> Result<Move, TextError> {
        let m =
            read_move(text, notation).map_err(|reason| TextError::Move { text: excerpt(text), reason })?;
        self.legality(m)
            .map_err(|reason| TextError::Illegal { text: excerpt(text), reason: reason.to_string() })?;
        Ok(m)
    }

    /// The pieces of the side to move of this kind that reach a square, pinned ones too: those that a move must be
    /// told from.
    pub(super) fn fellows(&self, kind: usize, to: Square) -> Bitboard {
        let us = self.side_to_move();
        let occupied = self.occupied();
        let reaches = |&from: &Square| attacks::reaches(kind, us, from, to, occupied);
        self.pieces(us, kind).filter(reaches).fold(Bitboard::EMPTY, |set, from| set | from.bit())
    }

    /// Whether the piece that moves could promote by the move, so that a text must say whether it does.
    pub(super) fn may_promote(&self, m: Move) -> bool {
        let zone = attacks::zone(self.side_to_move());
        !m.is_drop() && promotes(self.moved_kind(m)) && (zone.contains(m.from()) || zone.contains(m.to()))
    }
}

/// Of moves that fit a text which says nothing of promotion: those without, but a piece without a choice promotes.
pub(super) fn without_unsaid_promotions(mut moves: Vec<Move>) -> Vec<Move> {
    if moves.iter().any(|m| !m.is_promotion()) {
        moves.retain(|m| !m.is_promotion());
    }
    moves
}
