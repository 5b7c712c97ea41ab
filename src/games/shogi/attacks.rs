//! Where pieces reach, as tables of steps and as slides.

use crate::core::bitboard::{leaps, line};
use crate::core::{Bitboard, Direction, Geometry, Side, Square};

use super::piece::*;

/// The 9×9 board.
pub type Board = Geometry<9>;

const SQUARES: usize = Board::SQUARES;

type Table = [Bitboard; SQUARES];

/// `(rows, columns)` of each step as the first side, moving up, makes it.
const PAWN_STEPS: &[(isize, isize)] = &[(-1, 0)];
const KNIGHT_STEPS: &[(isize, isize)] = &[(-2, -1), (-2, 1)];
const SILVER_STEPS: &[(isize, isize)] = &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 1)];
const GOLD_STEPS: &[(isize, isize)] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)];
const KING_STEPS: &[(isize, isize)] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

const LANCE_STEPS: &[(isize, isize)] =
    &[(-1, 0), (-2, 0), (-3, 0), (-4, 0), (-5, 0), (-6, 0), (-7, 0), (-8, 0)];

const fn table(steps: &[(isize, isize)]) -> Table {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = leaps(9, Square(square as u8), steps);
        square += 1;
    }
    table
}

/// The table of the first side and the same seen from the other edge.
const fn both_sides(steps: &[(isize, isize)]) -> [Table; 2] {
    let first = table(steps);
    let mut second = [Bitboard::EMPTY; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        // Turning the board by 180° reverses the order of the squares, thus of the low 81 bits.
        second[SQUARES - 1 - square] = Bitboard(first[square].0.reverse_bits() >> (128 - SQUARES));
        square += 1;
    }
    [first, second]
}

/// Classes of kinds that step alike; the last has no steps.
const CLASSES: usize = 6;
const CLASS: [usize; KINDS] = {
    let mut class = [3; KINDS];
    class[PAWN] = 0;
    class[KNIGHT] = 1;
    class[SILVER] = 2;
    class[KING] = 4;
    class[HORSE] = 4;
    class[DRAGON] = 4;
    class[LANCE] = 5;
    class[BISHOP] = 5;
    class[ROOK] = 5;
    class
};

static STEPS: [[Table; 2]; CLASSES] = [
    both_sides(PAWN_STEPS),
    both_sides(KNIGHT_STEPS),
    both_sides(SILVER_STEPS),
    both_sides(GOLD_STEPS),
    both_sides(KING_STEPS),
    both_sides(&[]),
];

/// A king's steps.
pub static KING_AREA: Table = table(KING_STEPS);

/// Squares up to two steps of a king away, its own included.
pub static KING_SURROUNDINGS: Table = spread(&KING_AREA);

/// Squares up to three steps of a king away, its own included: from farther no step hits its area.
pub static KING_NEIGHBOURHOOD: Table = spread(&KING_SURROUNDINGS);

const fn spread(area: &Table) -> Table {
    let mut wider = [Bitboard::EMPTY; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut set = area[square].0;
        let mut rest = set;
        while rest != 0 {
            set |= leaps(9, Square(rest.trailing_zeros() as u8), KING_STEPS).0;
            rest &= rest - 1;
        }
        wider[square] = Bitboard(set);
        square += 1;
    }
    wider
}

/// Rook's (0) and bishop's (1) lines on an empty board.
static LINES: [Table; 2] =
    [lines(&[(-1, 0), (0, -1), (0, 1), (1, 0)]), lines(&[(-1, -1), (-1, 1), (1, -1), (1, 1)])];

const fn lines(steps: &[(isize, isize)]) -> Table {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut length = 1;
        while length < 9 {
            let mut i = 0;
            while i < steps.len() {
                let leap = [(steps[i].0 * length, steps[i].1 * length)];
                table[square].0 |= leaps(9, Square(square as u8), &leap).0;
                i += 1;
            }
            length += 1;
        }
        square += 1;
    }
    table
}

/// Rows and columns through a square, itself excluded.
#[inline(always)]
pub fn rook_lines(square: Square) -> Bitboard {
    LINES[0][square.index()]
}

/// Diagonals through a square, itself excluded.
#[inline(always)]
pub fn bishop_lines(square: Square) -> Bitboard {
    LINES[1][square.index()]
}

/// Squares from which a rook might hit a square around a king.
#[inline(always)]
pub fn rook_threats(king: Square) -> Bitboard {
    THREATS[0][king.index()]
}

/// Squares from which a bishop might hit a square around a king.
#[inline(always)]
pub fn bishop_threats(king: Square) -> Bitboard {
    THREATS[1][king.index()]
}

/// Squares from which an enemy lance might hit a square around the king of `side`.
#[inline(always)]
pub fn lance_threats(side: Side, king: Square) -> Bitboard {
    LANCE_THREATS[side.index()][king.index()]
}

static THREATS: [Table; 2] = [threats(&LINES[0]), threats(&LINES[1])];

static LANCE_THREATS: [Table; 2] =
    [threats(&both_sides(LANCE_STEPS)[0]), threats(&both_sides(LANCE_STEPS)[1])];

/// The union of `reach` from all squares of each king's area.
const fn threats(reach: &Table) -> Table {
    let area = table(KING_STEPS);
    let mut threats = [Bitboard::EMPTY; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut rest = area[square].0;
        while rest != 0 {
            threats[square].0 |= reach[rest.trailing_zeros() as usize].0;
            rest &= rest - 1;
        }
        square += 1;
    }
    threats
}

/// The direction in which a side's pawns move.
#[inline(always)]
pub const fn forward(side: Side) -> Direction {
    match side {
        Side::First => Direction::Up,
        Side::Second => Direction::Down,
    }
}

/// The squares that a kind reaches by single steps. By symmetry also: where a piece of this kind *of the
/// other side* must stand to reach `square`.
#[inline(always)]
pub fn steps(kind: usize, side: Side, square: Square) -> Bitboard {
    STEPS[CLASS[kind]][side.index()][square.index()]
}

/// The squares a lance reaches, the first blocker included.
#[inline(always)]
pub fn lance(side: Side, square: Square, occupied: Bitboard) -> Bitboard {
    match side {
        Side::First => Board::slide(Direction::Up, square, occupied),
        Side::Second => Board::slide(Direction::Down, square, occupied),
    }
}

/// Every square that a piece attacks.
#[inline]
pub fn attacks(kind: usize, side: Side, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        LANCE => lance(side, square, occupied),
        BISHOP => Board::bishop(square, occupied),
        ROOK => Board::rook(square, occupied),
        HORSE => Board::bishop(square, occupied) | KING_AREA[square.index()],
        DRAGON => Board::rook(square, occupied) | KING_AREA[square.index()],
        _ => steps(kind, side, square),
    }
}

/// Whether a piece attacks one square; cheaper than all of [`attacks`].
#[inline]
pub fn reaches(kind: usize, side: Side, from: Square, to: Square, occupied: Bitboard) -> bool {
    let slides = match kind {
        LANCE => Board::ray(forward(side), from),
        BISHOP | HORSE => bishop_lines(from),
        ROOK | DRAGON => rook_lines(from),
        _ => Bitboard::EMPTY,
    };
    steps(kind, side, from).contains(to)
        || slides.contains(to) && !Board::between(from, to).intersects(occupied)
}

/// The empty squares from which some piece would attack a king.
#[inline]
pub fn check_zone(king: Square, occupied: Bitboard) -> Bitboard {
    let knights = steps(KNIGHT, Side::First, king) | steps(KNIGHT, Side::Second, king);
    (Board::rook(king, occupied) | Board::bishop(king, occupied) | knights).without(occupied)
}

/// All squares of the line from `origin` through `through` to the edge.
#[inline(always)]
pub fn ray_through(origin: Square, through: Square) -> Bitboard {
    line(origin, through).map_or(Bitboard::EMPTY, |direction| Board::ray(direction, origin))
}

/// The last `rows` rows before a side, as it moves.
#[inline(always)]
pub const fn last_rows(side: Side, rows: usize) -> Bitboard {
    let low = (1u128 << (9 * rows)) - 1;
    match side {
        Side::First => Bitboard(low),
        Side::Second => Bitboard(low << (9 * (9 - rows))),
    }
}

/// The three rows in which a side's pieces promote.
#[inline(always)]
pub const fn zone(side: Side) -> Bitboard {
    last_rows(side, 3)
}

/// Where a piece of this kind could never move again.
#[inline(always)]
pub const fn dead_squares(kind: usize, side: Side) -> Bitboard {
    match kind {
        PAWN | LANCE => last_rows(side, 1),
        KNIGHT => last_rows(side, 2),
        _ => Bitboard::EMPTY,
    }
}

/// Every square of the columns on which none of these pawns stands.
#[inline(always)]
pub const fn columns_without(pawns: Bitboard) -> Bitboard {
    let pairs = pawns.0 | pawns.0 >> 9;
    let quads = pairs | pairs >> 18;
    let taken = quads | quads >> 36 | pawns.0 >> 72;
    // Column 0 has a bit every nine: the product repeats the free columns' bits on every row.
    Bitboard((!taken & 0x1FF) * Board::column(0).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_seen_from_both_its_ends() {
        for kind in 0..KINDS {
            for side in Side::BOTH {
                for from in Board::ALL {
                    for to in Board::ALL {
                        assert_eq!(
                            steps(kind, side, from).contains(to),
                            steps(kind, !side, to).contains(from),
                            "{kind} {side:?} {from:?} {to:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn reaching_is_attacking() {
        let occupied = Bitboard(0x1249_2492_4A55_0421_8800 & Board::ALL.0);
        for kind in 0..KINDS {
            for side in Side::BOTH {
                for from in Board::ALL {
                    let set = attacks(kind, side, from, occupied);
                    for to in Board::ALL {
                        assert_eq!(set.contains(to), reaches(kind, side, from, to, occupied));
                    }
                }
            }
        }
    }

    #[test]
    fn free_columns() {
        let pawns = Square::at(0, 0).bit() | Square::at(8, 4).bit() | Square::at(7, 8).bit();
        let free = columns_without(pawns);
        for square in Board::ALL {
            assert_eq!(free.contains(square), ![0, 4, 8].contains(&square.column()));
        }
        assert_eq!(columns_without(Bitboard::EMPTY), Board::ALL);
    }
}
