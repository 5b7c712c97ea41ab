//! Sets of squares on boards nine columns wide (81 or 90 squares) in a `u128`, and rays over them.
//!
//! Squares are numbered as position texts read: row 0 is the first row of the text (the second side's
//! back rank), column 0 its left edge. The first side sits at the bottom and moves **up**, towards row 0.
//!
//! Sliding attacks need no tables beyond the rays: with `o` the blockers on a ray of ascending squares,
//! `o ^ (o - 1)` has all bits up to and including the first blocker (the subtraction trick that Qugiy and
//! YaneuraOu made known for lances), and on a descending ray the highest blocker's index does the same.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Columns of every board here.
pub const COLUMNS: usize = 9;
/// Squares of the largest board.
pub const MAX_SQUARES: usize = 90;

/// A square: row * 9 + column, row 0 on top, column 0 on the left, as position texts read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u8);

impl Square {
    #[inline(always)]
    pub const fn at(row: usize, column: usize) -> Square {
        Square((row * COLUMNS + column) as u8)
    }

    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub const fn row(self) -> usize {
        self.0 as usize / COLUMNS
    }

    #[inline(always)]
    pub const fn column(self) -> usize {
        self.0 as usize % COLUMNS
    }

    /// The set that holds only this square. The square must be below 128.
    #[inline(always)]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1u128 << self.0)
    }
}

/// A set of squares.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u128);

impl Bitboard {
    pub const EMPTY: Bitboard = Bitboard(0);

    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    #[inline(always)]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    #[inline(always)]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are at least two squares.
    #[inline(always)]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square. Of the empty set: square 128, which no table has.
    #[inline(always)]
    pub const fn first(self) -> Square {
        Square(self.0.trailing_zeros() as u8)
    }

    /// The set of the lowest square alone (empty stays empty).
    #[inline(always)]
    pub const fn lowest(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_neg())
    }

    /// The set of the highest square alone (empty stays empty).
    #[inline(always)]
    pub const fn highest(self) -> Bitboard {
        if self.0 == 0 { self } else { Bitboard(1u128 << (127 - self.0.leading_zeros())) }
    }

    #[inline(always)]
    pub fn set(&mut self, square: Square) {
        self.0 |= square.bit().0;
    }

    #[inline(always)]
    pub fn clear(&mut self, square: Square) {
        self.0 &= !square.bit().0;
    }

    /// Without the squares of `other`.
    #[inline(always)]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Takes the lowest square out.
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = self.first();
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

/// All 128 bits are turned: intersect with a board before counting or walking.
impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// Ten rows of nine marks, row 0 on top.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..MAX_SQUARES / COLUMNS {
            let line: String = (0..COLUMNS)
                .map(|column| if self.contains(Square::at(row, column)) { '#' } else { '.' })
                .collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// A direction on the board. The first four lead to higher squares, the last four to lower ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    Right = 0,
    DownLeft = 1,
    Down = 2,
    DownRight = 3,
    Left = 4,
    UpRight = 5,
    Up = 6,
    UpLeft = 7,
}

impl Direction {
    pub const STRAIGHT: [Direction; 4] = [Direction::Right, Direction::Down, Direction::Left, Direction::Up];
    pub const DIAGONAL: [Direction; 4] =
        [Direction::DownLeft, Direction::DownRight, Direction::UpRight, Direction::UpLeft];
    pub const ALL: [Direction; 8] = [
        Direction::Right,
        Direction::DownLeft,
        Direction::Down,
        Direction::DownRight,
        Direction::Left,
        Direction::UpRight,
        Direction::Up,
        Direction::UpLeft,
    ];

    /// The opposite direction.
    #[inline(always)]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// Rows down and columns right of one step.
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Direction::Right => (0, 1),
            Direction::DownLeft => (1, -1),
            Direction::Down => (1, 0),
            Direction::DownRight => (1, 1),
            Direction::Left => (0, -1),
            Direction::UpRight => (-1, 1),
            Direction::Up => (-1, 0),
            Direction::UpLeft => (-1, -1),
        }
    }

    /// Whether squares ascend along the direction.
    #[inline(always)]
    pub const fn ascends(self) -> bool {
        (self as u8) < 4
    }
}

/// The square `rows` down and `columns` right of `square`, if it is on a board of `height` rows.
pub const fn offset(height: usize, square: Square, rows: isize, columns: isize) -> Option<Square> {
    let row = square.row() as isize + rows;
    let column = square.column() as isize + columns;
    if row < 0 || row >= height as isize || column < 0 || column >= COLUMNS as isize {
        None
    } else {
        Some(Square::at(row as usize, column as usize))
    }
}

/// The set reached from `square` by each of the `(rows, columns)` leaps that stay on the board.
pub const fn leaps(height: usize, square: Square, steps: &[(isize, isize)]) -> Bitboard {
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        if let Some(to) = offset(height, square, steps[i].0, steps[i].1) {
            set |= to.bit().0;
        }
        i += 1;
    }
    Bitboard(set)
}

type RayTable = [[Bitboard; MAX_SQUARES]; 8];

const fn rays(height: usize) -> RayTable {
    let mut table = [[Bitboard::EMPTY; MAX_SQUARES]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (rows, columns) = Direction::ALL[direction].delta();
        let mut square = 0;
        while square < height * COLUMNS {
            let mut at = offset(height, Square(square as u8), rows, columns);
            while let Some(next) = at {
                table[direction][square].0 |= next.bit().0;
                at = offset(height, next, rows, columns);
            }
            square += 1;
        }
        direction += 1;
    }
    table
}

/// `8` where two squares share no line, else the direction from the first to the second.
const fn line_directions() -> [[u8; MAX_SQUARES]; MAX_SQUARES] {
    let mut table = [[8; MAX_SQUARES]; MAX_SQUARES];
    let mut direction = 0;
    while direction < 8 {
        let (rows, columns) = Direction::ALL[direction].delta();
        let mut square = 0;
        while square < MAX_SQUARES {
            let mut at = offset(MAX_SQUARES / COLUMNS, Square(square as u8), rows, columns);
            while let Some(next) = at {
                table[square][next.index()] = direction as u8;
                at = offset(MAX_SQUARES / COLUMNS, next, rows, columns);
            }
            square += 1;
        }
        direction += 1;
    }
    table
}

static RAYS_9: RayTable = rays(9);
static RAYS_10: RayTable = rays(10);
static LINES: [[u8; MAX_SQUARES]; MAX_SQUARES] = line_directions();

/// The first blocker of an ascending or descending set of blockers, as a set.
#[inline(always)]
pub const fn nearest(direction: Direction, blockers: Bitboard) -> Bitboard {
    if direction.ascends() { blockers.lowest() } else { blockers.highest() }
}

/// The direction of the line from one square to another, if they share a row, column or diagonal.
#[inline(always)]
pub fn line(from: Square, to: Square) -> Option<Direction> {
    Direction::ALL.get(LINES[from.index()][to.index()] as usize).copied()
}

/// A board of `ROWS` (9 or 10) rows by nine columns: its squares and rays.
pub struct Geometry<const ROWS: usize>;

impl<const ROWS: usize> Geometry<ROWS> {
    pub const SQUARES: usize = ROWS * COLUMNS;
    /// Every square of the board.
    pub const ALL: Bitboard = Bitboard((1 << (ROWS * COLUMNS)) - 1);

    /// The squares of a row.
    pub const fn row(row: usize) -> Bitboard {
        Bitboard(0x1FF << (row * COLUMNS))
    }

    /// The squares of a column.
    pub const fn column(column: usize) -> Bitboard {
        let mut set = 0;
        let mut row = 0;
        while row < ROWS {
            set |= Square::at(row, column).bit().0;
            row += 1;
        }
        Bitboard(set)
    }

    /// The square seen by the other side: the board turned by 180°.
    #[inline(always)]
    pub const fn rotate(square: Square) -> Square {
        Square((ROWS * COLUMNS - 1) as u8 - square.0)
    }

    /// All squares from `square` (excluded) to the edge.
    #[inline(always)]
    pub fn ray(direction: Direction, square: Square) -> Bitboard {
        const { assert!(ROWS == 9 || ROWS == 10) }
        let table = if ROWS == 9 { &RAYS_9 } else { &RAYS_10 };
        table[direction as usize][square.index()]
    }

    /// The squares from `square` (excluded) up to and including the first occupied one.
    #[inline(always)]
    pub fn slide(direction: Direction, square: Square, occupied: Bitboard) -> Bitboard {
        let ray = Self::ray(direction, square);
        let blockers = ray.0 & occupied.0;
        let reach = if direction.ascends() {
            blockers ^ blockers.wrapping_sub(1)
        } else {
            u128::MAX << (127 - (blockers | 1).leading_zeros())
        };
        Bitboard(ray.0 & reach)
    }

    /// The squares reached along rows and columns, first blockers included.
    #[inline(always)]
    pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Self::slide(Direction::Right, square, occupied)
            | Self::slide(Direction::Down, square, occupied)
            | Self::slide(Direction::Left, square, occupied)
            | Self::slide(Direction::Up, square, occupied)
    }

    /// The squares reached along diagonals, first blockers included.
    #[inline(always)]
    pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Self::slide(Direction::DownLeft, square, occupied)
            | Self::slide(Direction::DownRight, square, occupied)
            | Self::slide(Direction::UpRight, square, occupied)
            | Self::slide(Direction::UpLeft, square, occupied)
    }

    /// The squares strictly between two squares of one line; empty where they share none.
    #[inline(always)]
    pub fn between(a: Square, b: Square) -> Bitboard {
        match line(a, b) {
            Some(direction) => Self::ray(direction, a) & Self::ray(direction.opposite(), b),
            None => Bitboard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks the board square by square, as a person would.
    fn walked<const ROWS: usize>(direction: Direction, square: Square, occupied: Bitboard) -> Bitboard {
        let (rows, columns) = direction.delta();
        let mut set = Bitboard::EMPTY;
        let mut at = offset(ROWS, square, rows, columns);
        while let Some(next) = at {
            set.set(next);
            if occupied.contains(next) {
                break;
            }
            at = offset(ROWS, next, rows, columns);
        }
        set
    }

    fn slides_equal_walks<const ROWS: usize>() {
        for seed in 0..200u64 {
            let bits = (crate::core::zobrist::mix(seed) as u128) << 64
                | crate::core::zobrist::mix(seed ^ 0xABCD) as u128;
            let occupied = Bitboard(bits & bits.rotate_left(7)) & Geometry::<ROWS>::ALL;
            for square in Geometry::<ROWS>::ALL {
                for direction in Direction::ALL {
                    assert_eq!(
                        Geometry::<ROWS>::slide(direction, square, occupied),
                        walked::<ROWS>(direction, square, occupied)
                    );
                }
            }
        }
    }

    #[test]
    fn sliding_equals_walking() {
        slides_equal_walks::<9>();
        slides_equal_walks::<10>();
    }

    #[test]
    fn between_and_line() {
        let (a, b) = (Square::at(2, 2), Square::at(5, 5));
        assert_eq!(Geometry::<10>::between(a, b), Square::at(3, 3).bit() | Square::at(4, 4).bit());
        assert_eq!(line(a, b), Some(Direction::DownRight));
        assert_eq!(line(a, Square::at(3, 4)), None);
        assert!(Geometry::<9>::between(a, Square::at(3, 4)).is_empty());
    }

    #[test]
    fn rotation_is_its_own_inverse() {
        for square in Geometry::<10>::ALL {
            assert_eq!(Geometry::<10>::rotate(Geometry::<10>::rotate(square)), square);
        }
    }
}
