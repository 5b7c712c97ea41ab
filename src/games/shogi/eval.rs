//! The hand-made evaluation: material, piece-square values by formula, and the safety of both kings.

use crate::core::score::EVAL_LIMIT;
use crate::core::{Score, Side};
use crate::game::Position;

use super::attacks::Board;
use super::piece::*;
use super::position::Shogi;

/// Value of each kind on the board, in centipawns.
const VALUES: [Score; KINDS] = [100, 230, 250, 360, 420, 620, 700, 0, 420, 400, 410, 420, 900, 1050];

/// Value of each kind in hand, in centipawns: a little more than on the board, as it may go anywhere.
pub(super) const HAND_VALUES: [Score; HAND_KINDS] = [110, 250, 270, 385, 450, 680, 770];

/// What a capture of each kind swings: the piece goes from the board to the captor's hand.
pub(super) const EXCHANGE_VALUES: [Score; KINDS] = {
    let mut values = [0; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        values[kind] = if kind == KING { 100_000 } else { VALUES[kind] + HAND_VALUES[BASE[kind]] };
        kind += 1;
    }
    values
};

/// Value of each piece on each square, in centipawns for the first side.
pub(super) static PLACEMENT: [[Score; Board::SQUARES]; 2 * KINDS] = {
    let mut table = [[0; Board::SQUARES]; 2 * KINDS];
    let mut kind = 0;
    while kind < KINDS {
        let mut square = 0;
        while square < Board::SQUARES {
            table[kind][square] = VALUES[kind];
            table[KINDS + kind][Board::SQUARES - 1 - square] = -VALUES[kind];
            square += 1;
        }
        kind += 1;
    }
    table
};

/// [`Position::evaluate`].
pub(super) fn evaluate(position: &Shogi) -> Score {
    let first = position.now.placement;
    let own = if position.side_to_move() == Side::First { first } else { -first };
    own.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}
