//! How binary books (Apery's `book.bin`) name positions and moves.
//!
//! A position's key is the exclusive or of random numbers: one for each man on its square, one for each kind in the
//! hand of the side to move by how many there are (none too), and one if Gote is to move. They come from the 64-bit
//! Mersenne Twister with its default seed, in this order: men, no man first, by squares; hands; the turn. Squares are
//! counted down the files, from Sente's right.

use std::sync::OnceLock;

use rand_mt::Mt64;

use crate::core::{Move, Side, Square};
use crate::game::Position;

use super::piece::*;
use super::position::Shogi;

const SQUARES: usize = 81;
/// Codes of men: 0 is none, Sente's begin at 1, Gote's at 17.
const CODES: usize = 31;
const SECOND: usize = 16;
/// More of a kind than a hand can hold.
const MOST: usize = 19;

/// Our kinds in the order of the codes, from 1 on.
const BY_CODE: [usize; 14] = [
    PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, KING, PRO_PAWN, PRO_LANCE, PRO_KNIGHT, PRO_SILVER,
    HORSE, DRAGON,
];

struct Numbers {
    men: [[u64; SQUARES]; CODES],
    hands: [[u64; MOST]; HAND_KINDS],
    turn: u64,
}

fn numbers() -> &'static Numbers {
    static NUMBERS: OnceLock<Numbers> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        let mut twister = Mt64::new_unseeded();
        let mut next = || twister.next_u64();
        let mut numbers = Numbers { men: [[0; SQUARES]; CODES], hands: [[0; MOST]; HAND_KINDS], turn: 0 };
        numbers.men.iter_mut().flatten().for_each(|number| *number = next());
        numbers.hands.iter_mut().flatten().for_each(|number| *number = next());
        numbers.turn = next();
        numbers
    })
}

fn code(kind: usize) -> usize {
    // Every kind is in the list.
    1 + BY_CODE.iter().position(|&other| other == kind).unwrap_or(0)
}

fn square_code(square: Square) -> usize {
    (8 - square.column()) * 9 + square.row()
}

fn read_square(code: usize) -> Option<Square> {
    (code < SQUARES).then(|| Square::at(code % 9, 8 - code / 9))
}

/// The key of a position.
pub(super) fn key(position: &Shogi) -> u64 {
    let numbers = numbers();
    let mut key = 0;
    for side in Side::BOTH {
        for kind in 0..KINDS {
            for square in position.pieces(side, kind) {
                key ^= numbers.men[code(kind) + side.index() * SECOND][square_code(square)];
            }
        }
    }
    let us = position.side_to_move();
    for (kind, &count) in position.hand(us).iter().enumerate() {
        key ^= numbers.hands[kind][usize::from(count).min(MOST - 1)];
    }
    if us == Side::Second { key ^ numbers.turn } else { key }
}

/// The move behind 16 bits: 7 for the square it ends on, 7 for the one it starts from or, above the squares, the
/// code of a man dropped, then one for promotion.
pub(super) fn read_move(bits: u16) -> Option<Move> {
    let to = read_square(usize::from(bits & 0x7F))?;
    let from = usize::from(bits >> 7 & 0x7F);
    if let Some(from) = read_square(from) {
        return Some(if bits >> 14 & 1 == 1 { Move::promotion(from, to) } else { Move::new(from, to) });
    }
    let kind = *BY_CODE.get(from - SQUARES)?;
    (kind < HAND_KINDS).then(|| Move::drop(kind, to))
}
