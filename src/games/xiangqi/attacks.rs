//! What each piece reaches, given which points are occupied. Own pieces are not left out of the sets.
//!
//! A horse's legs and an elephant's eyes are the neighbours of its point. Four of them, occupied or
//! not, make sixteen cases a point, each with its ready-made set.

use crate::core::bitboard::{MAX_SQUARES, leaps, nearest};
use crate::core::{Bitboard, Direction, Geometry, Side, Square};

pub const ROWS: usize = 10;
/// The board's squares and rays.
pub type Board = Geometry<ROWS>;

/// The two palaces.
pub const PALACES: Bitboard = {
    let mut set = 0;
    let mut row = 0;
    while row < ROWS {
        if row < 3 || row >= ROWS - 3 {
            set |= 0b111 << (row * 9 + 3);
        }
        row += 1;
    }
    Bitboard(set)
};

/// The five points of each palace where advisors stand.
pub const ADVISOR_POINTS: Bitboard = {
    let centers = [Square::at(1, 4), Square::at(8, 4)];
    let set = leaps(ROWS, centers[0], &DIAGONALS).0 | leaps(ROWS, centers[1], &DIAGONALS).0;
    Bitboard(set | centers[0].bit().0 | centers[1].bit().0)
};

/// The seven points of each side where elephants stand.
pub const ELEPHANT_POINTS: Bitboard = {
    let points = [(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)];
    let mut set = 0;
    let mut i = 0;
    while i < points.len() {
        let point = Square::at(points[i].0, points[i].1);
        set |= point.bit().0 | Board::rotate(point).bit().0;
        i += 1;
    }
    Bitboard(set)
};

/// The half of the board where a side starts.
pub const fn home(side: Side) -> Bitboard {
    let upper = (1 << 45) - 1;
    match side {
        Side::First => Bitboard(Board::ALL.0 & !upper),
        Side::Second => Bitboard(upper),
    }
}

/// The half of the board on a point's side of the river.
const fn half(square: Square) -> Bitboard {
    home(if square.row() < ROWS / 2 { Side::Second } else { Side::First })
}

const STRAIGHTS: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONALS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

type Steps = [Bitboard; MAX_SQUARES];
/// A set for each point and each occupation of four neighbours.
type Blockable = [[Bitboard; 16]; MAX_SQUARES];

const fn palace_steps(directions: &[(isize, isize)], points: Bitboard) -> Steps {
    let mut table = [Bitboard::EMPTY; MAX_SQUARES];
    let mut square = 0;
    while square < MAX_SQUARES {
        let from = Square(square as u8);
        if points.contains(from) {
            table[square] = Bitboard(leaps(ROWS, from, directions).0 & points.0);
        }
        square += 1;
    }
    table
}

const fn pawn_steps(side: Side) -> Steps {
    let ahead = match side {
        Side::First => -1,
        Side::Second => 1,
    };
    let mut table = [Bitboard::EMPTY; MAX_SQUARES];
    let mut square = 0;
    while square < MAX_SQUARES {
        let from = Square(square as u8);
        let steps: &[(isize, isize)] =
            if home(side).contains(from) { &[(ahead, 0)] } else { &[(ahead, 0), (0, -1), (0, 1)] };
        table[square] = leaps(ROWS, from, steps);
        square += 1;
    }
    table
}

/// Turns "from here to there" into "there from here".
const fn reversed(steps: &Steps) -> Steps {
    let mut table = [Bitboard::EMPTY; MAX_SQUARES];
    let mut from = 0;
    while from < MAX_SQUARES {
        let mut to = 0;
        while to < MAX_SQUARES {
            if steps[from].contains(Square(to as u8)) {
                table[to].0 |= 1 << from;
            }
            to += 1;
        }
        from += 1;
    }
    table
}

/// For each of four neighbours, the leaps that are open while it is empty.
type Leaps = [[(isize, isize); 2]; 4];

/// In the order of [`STRAIGHTS`]: the leg, and the two points that a horse reaches past it.
const HORSE_LEAPS: Leaps = [[(-2, -1), (-2, 1)], [(-1, -2), (1, -2)], [(-1, 2), (1, 2)], [(2, -1), (2, 1)]];
/// In the order of [`DIAGONALS`]: the leg seen from the horse's target, and the two points it comes from.
const HORSE_SOURCES: Leaps = [[(-2, -1), (-1, -2)], [(-2, 1), (-1, 2)], [(2, -1), (1, -2)], [(2, 1), (1, 2)]];
/// In the order of [`DIAGONALS`]: the eye, and the point behind it (twice: there is but one).
const ELEPHANT_LEAPS: Leaps = [[(-2, -2); 2], [(-2, 2); 2], [(2, -2); 2], [(2, 2); 2]];

const fn blockable(open: &Leaps, crosses_river: bool) -> Blockable {
    let mut table = [[Bitboard::EMPTY; 16]; MAX_SQUARES];
    let mut square = 0;
    while square < MAX_SQUARES {
        let from = Square(square as u8);
        let allowed = if crosses_river { Board::ALL } else { half(from) };
        let mut occupied = 0;
        while occupied < 16 {
            let mut neighbour = 0;
            while neighbour < 4 {
                if occupied >> neighbour & 1 == 0 {
                    table[square][occupied].0 |= leaps(ROWS, from, &open[neighbour]).0 & allowed.0;
                }
                neighbour += 1;
            }
            occupied += 1;
        }
        square += 1;
    }
    table
}

static KING: Steps = palace_steps(&STRAIGHTS, PALACES);
static ADVISOR: Steps = palace_steps(&DIAGONALS, ADVISOR_POINTS);
static PAWN: [Steps; 2] = [pawn_steps(Side::First), pawn_steps(Side::Second)];
static PAWN_SOURCES: [Steps; 2] = [reversed(&pawn_steps(Side::First)), reversed(&pawn_steps(Side::Second))];
static HORSE: Blockable = blockable(&HORSE_LEAPS, true);
static HORSE_FROM: Blockable = blockable(&HORSE_SOURCES, true);
static ELEPHANT: Blockable = blockable(&ELEPHANT_LEAPS, false);

/// The 3×3 points round a square as bits 0–2, 9–11 and 18–20, the square itself being bit 10. Bits
/// beyond the left and right edges are wrong: no leap over them stays on the board.
#[inline(always)]
const fn surroundings(square: Square, occupied: Bitboard) -> usize {
    (occupied.0 << 10 >> square.0) as u32 as usize
}

/// Which of the four straight neighbours are occupied, in the order of [`STRAIGHTS`].
#[inline(always)]
const fn straight_neighbours(square: Square, occupied: Bitboard) -> usize {
    let near = surroundings(square, occupied);
    near >> 1 & 1 | near >> 8 & 2 | near >> 9 & 4 | near >> 16 & 8
}

/// Which of the four diagonal neighbours are occupied, in the order of [`DIAGONALS`].
#[inline(always)]
const fn diagonal_neighbours(square: Square, occupied: Bitboard) -> usize {
    let near = surroundings(square, occupied);
    near & 1 | near >> 1 & 2 | near >> 16 & 4 | near >> 17 & 8
}

#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

#[inline(always)]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

/// From an elephant's point; the same set tells from where elephants reach it.
#[inline(always)]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[square.index()][diagonal_neighbours(square, occupied)]
}

#[inline(always)]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE[square.index()][straight_neighbours(square, occupied)]
}

/// The points from which a horse reaches this one.
#[inline(always)]
pub fn horse_sources(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_FROM[square.index()][diagonal_neighbours(square, occupied)]
}

/// The leg of a horse that leaps from one point to another: the target's neighbour on the diagonal
/// towards the horse.
#[inline(always)]
pub fn horse_leg(from: Square, to: Square) -> Square {
    let row = if from.row() < to.row() { to.row() - 1 } else { to.row() + 1 };
    let column = if from.column() < to.column() { to.column() - 1 } else { to.column() + 1 };
    Square::at(row, column)
}

#[inline(always)]
pub fn pawn(side: Side, square: Square) -> Bitboard {
    PAWN[side.index()][square.index()]
}

/// The points from which a pawn of `side` reaches this one.
#[inline(always)]
pub fn pawn_sources(side: Side, square: Square) -> Bitboard {
    PAWN_SOURCES[side.index()][square.index()]
}

#[inline(always)]
pub fn chariot(square: Square, occupied: Bitboard) -> Bitboard {
    Board::rook(square, occupied)
}

/// Where a cannon slides (empty points), and the first piece behind each screen.
#[inline(always)]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    Direction::STRAIGHT.into_iter().fold(Bitboard::EMPTY, |set, direction| {
        let (screen, target) = screen_and_target(direction, square, occupied);
        set | Board::slide(direction, square, occupied) ^ screen | target
    })
}

/// The first piece behind each screen: what a cannon takes; also the points from which one takes this.
#[inline(always)]
pub fn cannon_jumps(square: Square, occupied: Bitboard) -> Bitboard {
    Direction::STRAIGHT
        .into_iter()
        .fold(Bitboard::EMPTY, |set, direction| set | screen_and_target(direction, square, occupied).1)
}

/// The first and the second piece in a direction, as sets.
#[inline(always)]
fn screen_and_target(direction: Direction, square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let blockers = Board::ray(direction, square) & occupied;
    let screen = nearest(direction, blockers);
    (screen, nearest(direction, blockers ^ screen))
}

/// The row and the column of a square, without it.
#[inline(always)]
pub fn cross(square: Square) -> Bitboard {
    static CROSS: Steps = {
        let mut table = [Bitboard::EMPTY; MAX_SQUARES];
        let mut square = 0;
        while square < MAX_SQUARES {
            let (row, column) = (square / 9, square % 9);
            table[square].0 = (Board::row(row).0 | Board::column(column).0) & !(1 << square);
            square += 1;
        }
        table
    };
    CROSS[square.index()]
}

/// Where a move must begin or end to give check to a king: its row and column, the points from which a horse
/// reaches it, and the legs of those horses.
#[inline(always)]
pub fn check_zone(king: Square) -> Bitboard {
    static ZONE: Steps = {
        let mut table = [Bitboard::EMPTY; MAX_SQUARES];
        let mut square = 0;
        while square < MAX_SQUARES {
            let king = Square(square as u8);
            let lines = Board::row(square / 9).0 | Board::column(square % 9).0;
            table[square].0 = lines | leaps(ROWS, king, &DIAGONALS).0;
            let mut leg = 0;
            while leg < HORSE_SOURCES.len() {
                table[square].0 |= leaps(ROWS, king, &HORSE_SOURCES[leg]).0;
                leg += 1;
            }
            square += 1;
        }
        table
    };
    ZONE[king.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(row: usize, column: usize) -> Square {
        Square::at(row, column)
    }

    #[test]
    fn legs_and_eyes_block() {
        let from = square(5, 4);
        assert_eq!(horse(from, Bitboard::EMPTY).count(), 8);
        assert_eq!(horse(from, square(4, 4).bit()).count(), 6);
        assert_eq!(elephant(square(7, 4), Bitboard::EMPTY).count(), 4);
        assert_eq!(elephant(square(7, 4), square(8, 5).bit()).count(), 3);
        assert_eq!(elephant(square(5, 2), Bitboard::EMPTY).count(), 2, "the river stops elephants");
    }

    #[test]
    fn horse_sources_are_reversed_horses() {
        for seed in 0..50u64 {
            let bits = (crate::core::zobrist::mix(seed) as u128) << 64
                | crate::core::zobrist::mix(seed ^ 0x5A5A) as u128;
            let occupied = Bitboard(bits) & Board::ALL;
            for from in Board::ALL {
                for to in Board::ALL {
                    let reaches = horse(from, occupied).contains(to);
                    assert_eq!(horse_sources(to, occupied).contains(from), reaches);
                    if horse(from, Bitboard::EMPTY).contains(to) {
                        assert_eq!(reaches, !occupied.contains(horse_leg(from, to)));
                    }
                }
            }
        }
    }

    #[test]
    fn cannons_need_one_screen() {
        let occupied = square(5, 6).bit() | square(5, 7).bit() | square(5, 8).bit();
        let set = cannon(square(5, 4), occupied);
        assert!(set.contains(square(5, 5)) && set.contains(square(5, 7)));
        assert!(!set.contains(square(5, 6)) && !set.contains(square(5, 8)));
        assert_eq!(cannon_jumps(square(5, 4), occupied), square(5, 7).bit());
    }

    #[test]
    fn points_of_the_palace_and_elephants() {
        assert_eq!(PALACES.count(), 18);
        assert_eq!(ADVISOR_POINTS.count(), 10);
        assert_eq!(ELEPHANT_POINTS.count(), 14);
        assert_eq!(pawn(Side::First, square(5, 0)).count(), 1);
        assert_eq!(pawn(Side::First, square(4, 0)).count(), 2);
        assert_eq!(pawn(Side::Second, square(9, 4)).count(), 2);
    }
}
