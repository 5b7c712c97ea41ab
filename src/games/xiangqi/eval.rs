//! The hand-made evaluation: material and places, kept as moves are played, and a little more at each
//! evaluation. All values are in centipawns; they are the authors' estimates, not tuned.

use crate::core::bitboard::{COLUMNS, MAX_SQUARES};
use crate::core::{Bitboard, Score, Side, Square, score::EVAL_LIMIT};
use crate::game::Position;

use super::attacks::{self, ROWS};
use super::position::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KINDS, KING, PAWN, Piece, Xiangqi};

/// What a piece is worth in an exchange. The king's is more than all the rest.
pub(super) const EXCHANGE_VALUES: [Score; KINDS] = [120, 210, 210, 430, 480, 1000, 20_000];

/// The value of a piece where it stands, seen by the first side.
#[inline(always)]
pub(super) fn piece_square(piece: Piece, square: Square) -> Score {
    PIECE_SQUARE[piece.index()][square.index()] as Score
}

static PIECE_SQUARE: [[i16; MAX_SQUARES]; Piece::COUNT] = [[0; MAX_SQUARES]; Piece::COUNT];

pub(super) fn evaluate(position: &Xiangqi) -> Score {
    position.now.psq * position.side_to_move().sign()
}
