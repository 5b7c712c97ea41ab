//! Where pieces reach, for each of the four facings.

use crate::core::bitboard::leaps;
use crate::core::{Bitboard, Direction, Geometry, Player, Square};

use super::piece::*;

/// The 9×9 board.
pub type Board = Geometry<9>;

type Table = [Bitboard; Board::SQUARES];

/// `(rows, columns)` of each step as South, moving up, makes it.
const PAWN_STEPS: &[(isize, isize)] = &[(-1, 0)];
const SILVER_STEPS: &[(isize, isize)] = &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 1)];
const GOLD_STEPS: &[(isize, isize)] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)];
const KING_STEPS: &[(isize, isize)] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The steps as the player in each seat makes them.
const fn four_facings(steps: &[(isize, isize)]) -> [Table; 4] {
    let mut tables = [[Bitboard::EMPTY; Board::SQUARES]; 4];
    let mut square = 0;
    while square < Board::SQUARES {
        let mut i = 0;
        while i < steps.len() {
            let mut step = steps[i];
            let mut facing = 0;
            while facing < 4 {
                tables[facing][square].0 |= leaps(9, Square(square as u8), &[step]).0;
                // A quarter turn clockwise: up becomes right.
                step = (step.1, -step.0);
                facing += 1;
            }
            i += 1;
        }
        square += 1;
    }
    tables
}

static NO_STEPS: [Table; 4] = [[Bitboard::EMPTY; Board::SQUARES]; 4];
static PAWN_TABLE: [Table; 4] = four_facings(PAWN_STEPS);
static SILVER_TABLE: [Table; 4] = four_facings(SILVER_STEPS);
static GOLD_TABLE: [Table; 4] = four_facings(GOLD_STEPS);
static KING_TABLE: [Table; 4] = four_facings(KING_STEPS);

static STEPS: [&[Table; 4]; KINDS] =
    [&NO_STEPS, &GOLD_TABLE, &SILVER_TABLE, &PAWN_TABLE, &KING_TABLE, &KING_TABLE, &GOLD_TABLE, &GOLD_TABLE];

/// Where a piece of this kind and facing steps; a rook has only slides.
#[inline(always)]
pub fn steps(kind: usize, facing: Player, square: Square) -> Bitboard {
    STEPS[kind][facing.index()][square.index()]
}

/// The squares round one.
#[inline(always)]
pub fn around(square: Square) -> Bitboard {
    KING_TABLE[0][square.index()]
}

/// Where a piece reaches, own pieces not thought of.
#[inline(always)]
pub fn reach(kind: usize, facing: Player, square: Square, occupied: Bitboard) -> Bitboard {
    let set = steps(kind, facing, square);
    if kind == ROOK || kind == DRAGON { set | Board::rook(square, occupied) } else { set }
}

/// The direction in which a player's pieces start out.
#[inline(always)]
pub const fn forward(facing: Player) -> Direction {
    match facing {
        Player::South => Direction::Up,
        Player::West => Direction::Right,
        Player::North => Direction::Down,
        Player::East => Direction::Left,
    }
}

/// The three lines in which pieces of this facing promote.
pub const ZONE: [Bitboard; 4] = [far_lines(3, 0), far_lines(3, 1), far_lines(3, 2), far_lines(3, 3)];

/// The line from which a pawn of this facing could not move.
pub const LAST_LINE: [Bitboard; 4] = [far_lines(1, 0), far_lines(1, 1), far_lines(1, 2), far_lines(1, 3)];

const fn far_lines(lines: usize, facing: usize) -> Bitboard {
    let mut set = 0;
    let mut i = 0;
    while i < lines {
        set |= match facing {
            0 => Board::row(i).0,
            1 => Board::column(8 - i).0,
            2 => Board::row(8 - i).0,
            _ => Board::column(i).0,
        };
        i += 1;
    }
    Bitboard(set)
}

/// The line along this facing through a square: its column for South and North, its row for the others.
#[inline(always)]
pub const fn lane(facing: Player, square: Square) -> Bitboard {
    match facing {
        Player::South | Player::North => Board::column(square.column()),
        Player::West | Player::East => Board::row(square.row()),
    }
}
