//! Move texts, as in USI: `7i7h`, `8h3h+`, `P*5e`.

use crate::core::{Move, Square};
use crate::game::{TextError, excerpt};

use super::piece::*;
use super::position::Yonin;

/// Files count from South's right, ranks from North's side.
pub(super) fn square_text(square: Square) -> String {
    let (file, rank) = (b'9' - square.column() as u8, b'a' + square.row() as u8);
    format!("{}{}", char::from(file), char::from(rank))
}

fn read_square(file: u8, rank: u8) -> Option<Square> {
    let (column, row) = (b'9'.checked_sub(file)?, rank.checked_sub(b'a')?);
    (column < 9 && row < 9).then(|| Square::at(row.into(), column.into()))
}

/// Reads what may be a move of any position.
fn read_move(text: &str) -> Result<Move, &'static str> {
    const OFF: &str = "a square is not on the board";
    match *text.as_bytes() {
        [letter, b'*', file, rank] => {
            let kind = LETTERS[..HAND_KINDS].iter().position(|&kind| kind == char::from(letter));
            let kind = kind.ok_or("a drop starts with one of R, G, S, P")?;
            Ok(Move::drop(kind, read_square(file, rank).ok_or(OFF)?))
        }
        [file, rank, to_file, to_rank, ref plus @ ..] if plus.is_empty() || plus == b"+" => {
            let from = read_square(file, rank).ok_or(OFF)?;
            let to = read_square(to_file, to_rank).ok_or(OFF)?;
            Ok(if plus.is_empty() { Move::new(from, to) } else { Move::promotion(from, to) })
        }
        _ => Err("a move looks like 7i7h, 8h3h+ or P*5e"),
    }
}

impl Yonin {
    /// Writes a move; the empty move is `none`.
    pub fn move_text(m: Move) -> String {
        if m.is_none() {
            return "none".to_string();
        }
        if m.is_drop() {
            return format!("{}*{}", LETTERS.get(m.drop_kind()).unwrap_or(&'?'), square_text(m.to()));
        }
        let plus = if m.is_promotion() { "+" } else { "" };
        format!("{}{}{plus}", square_text(m.from()), square_text(m.to()))
    }

    /// Reads a move. It is a legal move here.
    ///
    /// # Errors
    /// [`TextError::Move`] where the text is no move, [`TextError::Illegal`] where it is not legal here.
    pub fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let m = read_move(text)
            .map_err(|reason| TextError::Move { text: excerpt(text), reason: reason.to_string() })?;
        let illegal = |reason: &str| TextError::Illegal { text: excerpt(text), reason: reason.to_string() };
        if self.ending().is_some() {
            return Err(illegal("the game is over"));
        }
        if !self.is_legal(m) {
            return Err(illegal(self.why_illegal(m)));
        }
        Ok(m)
    }

    /// Why a move is not legal, as far as a look at the squares tells.
    fn why_illegal(&self, m: Move) -> &'static str {
        let us = self.turn();
        let target = self.piece(m.to());
        if m.is_drop() {
            return match (self.hand(us)[m.drop_kind()], target.is_none()) {
                (0, _) => "there is no such piece in hand",
                (_, false) => "drops need an empty square",
                _ => "no such drop is allowed here",
            };
        }
        let piece = self.piece(m.from());
        if piece.is_none() || piece.owner() != us.index() {
            return "the player to move has no piece there";
        }
        if !target.is_none() && target.kind() == KING {
            return "a king can't be captured";
        }
        if self.in_check(us) { "it does not answer the check" } else { "the rules do not allow it" }
    }
}
