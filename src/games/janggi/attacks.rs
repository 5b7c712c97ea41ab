//! How the pieces reach squares: tables for leapers, bit tricks for sliders.
//!
//! Every attack of janggi is told by two squares: from the offset of attacker and target follows the one
//! way between them — the line of a chariot, the leg of a horse, the two legs of an elephant, the
//! centre of a palace between its corners. [`path`] holds the squares of that way; a chariot, horse or elephant
//! needs them all empty, a cannon needs exactly one piece there and that no cannon.

use crate::core::bitboard::{leaps, offset};
use crate::core::{Bitboard, Direction, Geometry, Side, Square};

pub const SQUARES: usize = 90;
pub const ROWS: usize = 10;
pub type Board = Geometry<ROWS>;

/// A set of squares for every square.
type Table = [Bitboard; SQUARES];

const HORSE_LEAPS: [(isize, isize); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
const ELEPHANT_LEAPS: [(isize, isize); 8] =
    [(-3, -2), (-3, 2), (-2, -3), (-2, 3), (2, -3), (2, 3), (3, -2), (3, 2)];

/// The palace of a side: columns d–f of its three back rows.
#[inline(always)]
pub const fn palace(side: Side) -> Bitboard {
    match side {
        Side::First => Bitboard(0b111 << 66 | 0b111 << 75 | 0b111 << 84),
        Side::Second => Bitboard(0b111 << 3 | 0b111 << 12 | 0b111 << 21),
    }
}

/// The centres of both palaces.
const CENTRES: Bitboard = Bitboard(1 << 13 | 1 << 76);

const fn table(steps: &[(isize, isize)]) -> Table {
    let mut sets = [Bitboard::EMPTY; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        sets[square] = leaps(ROWS, Square(square as u8), steps);
        square += 1;
    }
    sets
}

/// Squares on the palace diagonals through a square: four corners of the centre; the centre and the
/// opposite corner of a corner; nothing elsewhere.
const fn diagonals() -> Table {
    let mut sets = [Bitboard::EMPTY; SQUARES];
    let mut half = 0;
    while half < 2 {
        let centre = if half == 0 { 13 } else { 76 };
        let corners = leaps(ROWS, Square(centre), &[(-1, -1), (-1, 1), (1, -1), (1, 1)]);
        sets[centre as usize] = corners;
        let mut steps = corners.0;
        while steps != 0 {
            let corner = steps.trailing_zeros() as u8;
            steps &= steps - 1;
            sets[corner as usize] = Bitboard(1 << centre | 1 << (2 * centre - corner));
        }
        half += 1;
    }
    sets
}

/// Steps of generals and guards, along the lines of the palace that the square is in.
const fn palace_steps() -> Table {
    let mut sets = [Bitboard::EMPTY; SQUARES];
    let straight = table(&[(-1, 0), (1, 0), (0, -1), (0, 1)]);
    let oblique = table(&[(-1, -1), (-1, 1), (1, -1), (1, 1)]);
    let mut square = 0;
    while square < SQUARES {
        let both = palace(Side::First).0 | palace(Side::Second).0;
        if both >> square & 1 != 0 {
            let steps = straight[square].0 | oblique[square].0 & DIAGONALS[square].0;
            sets[square] = Bitboard(steps & both);
        }
        square += 1;
    }
    sets
}

/// Steps of soldiers: ahead, sideways, and in the enemy's palace diagonally ahead.
const fn soldier_steps() -> [Table; 2] {
    let mut sides = [[Bitboard::EMPTY; SQUARES]; 2];
    let mut side = 0;
    while side < 2 {
        let ahead = if side == 0 { -1 } else { 1 };
        let enemy_palace = palace(if side == 0 { Side::Second } else { Side::First });
        let straight = table(&[(ahead, 0), (0, -1), (0, 1)]);
        let oblique = table(&[(ahead, -1), (ahead, 1)]);
        let mut square = 0;
        while square < SQUARES {
            let steps = straight[square].0 | oblique[square].0 & DIAGONALS[square].0 & enemy_palace.0;
            sides[side][square] = Bitboard(steps);
            square += 1;
        }
        side += 1;
    }
    sides
}

/// Where soldiers of a side must stand to attack a square.
const fn soldier_sources() -> [Table; 2] {
    let mut sides = [[Bitboard::EMPTY; SQUARES]; 2];
    let mut side = 0;
    while side < 2 {
        let mut from = 0;
        while from < SQUARES {
            let mut steps = SOLDIER[side][from].0;
            while steps != 0 {
                let to = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                sides[side][to].0 |= 1 << from;
            }
            from += 1;
        }
        side += 1;
    }
    sides
}

/// Horse targets by square and by which of the four neighbours (up, left, right, down) are occupied.
const fn horse_targets() -> [[Bitboard; 16]; SQUARES] {
    let legs = [
        [HORSE_LEAPS[0], HORSE_LEAPS[1]],
        [HORSE_LEAPS[2], HORSE_LEAPS[4]],
        [HORSE_LEAPS[3], HORSE_LEAPS[5]],
        [HORSE_LEAPS[6], HORSE_LEAPS[7]],
    ];
    let mut sets = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut blocked = 0;
        while blocked < 16 {
            let mut leg = 0;
            while leg < 4 {
                if blocked >> leg & 1 == 0 {
                    sets[square][blocked].0 |= leaps(ROWS, Square(square as u8), &legs[leg]).0;
                }
                leg += 1;
            }
            blocked += 1;
        }
        square += 1;
    }
    sets
}

/// By square and diagonal direction (up-left, up-right, down-left, down-right): the horse targets from
/// which an elephant's way goes on to a square of the board.
const fn elephant_knees() -> [[Bitboard; 4]; SQUARES] {
    let quadrants = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
    let mut sets = [[Bitboard::EMPTY; 4]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut i = 0;
        while i < 8 {
            let (rows, columns) = HORSE_LEAPS[i];
            let mut quadrant = 0;
            while quadrant < 4 {
                let (down, right) = quadrants[quadrant];
                if rows * down > 0
                    && columns * right > 0
                    && offset(ROWS, Square(square as u8), rows + down, columns + right).is_some()
                    && let Some(knee) = offset(ROWS, Square(square as u8), rows, columns)
                {
                    sets[square][quadrant].0 |= knee.bit().0;
                }
                quadrant += 1;
            }
            i += 1;
        }
        square += 1;
    }
    sets
}

/// See [`path`]. The first index is the target, the second the attacker.
const fn paths() -> [Table; SQUARES] {
    let mut sets = [[Bitboard::EMPTY; SQUARES]; SQUARES];
    let mut target = 0;
    while target < SQUARES {
        let mut attacker = 0;
        while attacker < SQUARES {
            sets[target][attacker] = way(Square(attacker as u8), Square(target as u8));
            attacker += 1;
        }
        target += 1;
    }
    sets
}

/// The squares on the way of an attacker at `from` to `to`: walked as the piece goes, one straight step, then
/// diagonal ones, or along a line.
const fn way(from: Square, to: Square) -> Bitboard {
    let rows = to.row() as isize - from.row() as isize;
    let columns = to.column() as isize - from.column() as isize;
    let (tall, wide) = (rows.abs(), columns.abs());
    let (down, right) = (rows.signum(), columns.signum());
    let mut set = 0;
    if (rows == 0) != (columns == 0) {
        let mut step = 1;
        while step < tall + wide {
            set |= 1 << (from.index() as isize + step * (9 * down + right));
            step += 1;
        }
    } else if tall + wide == 3 || tall + wide == 5 && tall.abs_diff(wide) == 1 {
        // A horse's leg; an elephant's two.
        let straight = if tall > wide { 9 * down } else { right };
        let leg = from.index() as isize + straight;
        set |= 1 << leg;
        if tall + wide == 5 {
            set |= 1 << (leg + 9 * down + right);
        }
    } else if tall == 2 && wide == 2 {
        set |= 1 << (from.index() as isize + 9 * down + right);
    }
    Bitboard(set)
}

static HORSE_ALL: Table = table(&HORSE_LEAPS);
static ELEPHANT_ALL: Table = table(&ELEPHANT_LEAPS);
const DIAGONALS: Table = diagonals();
static DIAGONAL: Table = DIAGONALS;
static PALACE_STEPS: Table = palace_steps();
const SOLDIER: [Table; 2] = soldier_steps();
static SOLDIER_STEPS: [Table; 2] = SOLDIER;
static SOLDIER_SOURCES: [Table; 2] = soldier_sources();
static HORSE_TARGETS: [[Bitboard; 16]; SQUARES] = horse_targets();
static ELEPHANT_KNEES: [[Bitboard; 4]; SQUARES] = elephant_knees();
static PATHS: [Table; SQUARES] = paths();
static LEGS: Table = legs_to();

const fn legs_to() -> Table {
    let mut sets = [Bitboard::EMPTY; SQUARES];
    let mut target = 0;
    while target < SQUARES {
        let to = Square(target as u8);
        let leapers = leaps(ROWS, to, &HORSE_LEAPS).0 | leaps(ROWS, to, &ELEPHANT_LEAPS).0;
        let mut from = 0;
        while from < SQUARES {
            if leapers >> from & 1 == 1 {
                sets[target].0 |= way(Square(from as u8), to).0;
            }
            from += 1;
        }
        target += 1;
    }
    sets
}

/// The squares on the one way from an attacker to a target, both excluded; empty where there is none.
#[inline(always)]
pub fn path(target: Square, attacker: Square) -> Bitboard {
    PATHS[target.index()][attacker.index()]
}

/// The squares of row, column and palace diagonals through a square: where chariots and cannons that may
/// attack it stand.
#[inline(always)]
pub fn lines(square: Square) -> Bitboard {
    Bitboard((0x1FF << (9 * square.row())) | (COLUMN_A << square.column())).without(square.bit())
        | DIAGONAL[square.index()]
}

const COLUMN_A: u128 = Board::column(0).0;

/// Where horses that may attack a square stand, and where a horse on it may go, legs aside.
#[inline(always)]
pub fn horse_zone(square: Square) -> Bitboard {
    HORSE_ALL[square.index()]
}

/// The same for elephants.
#[inline(always)]
pub fn elephant_zone(square: Square) -> Bitboard {
    ELEPHANT_ALL[square.index()]
}

/// The squares that horses and elephants pass on their way to a square.
#[inline(always)]
pub fn legs(target: Square) -> Bitboard {
    LEGS[target.index()]
}

/// Where a general or guard may step; both palaces are told, own pieces not looked at.
#[inline(always)]
pub fn palace_step(square: Square) -> Bitboard {
    PALACE_STEPS[square.index()]
}

#[inline(always)]
pub fn soldier(side: Side, square: Square) -> Bitboard {
    SOLDIER_STEPS[side.index()][square.index()]
}

/// Where soldiers of `side` attack `target` from.
#[inline(always)]
pub fn soldier_sources_of(side: Side, target: Square) -> Bitboard {
    SOLDIER_SOURCES[side.index()][target.index()]
}

#[inline(always)]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    // Row 0 gets a row of room above, so that one shift brings all four neighbours to fixed bits.
    let near = ((occupied.0 << 9) >> square.0) as u64;
    let blocked = near & 1 | near >> 7 & 2 | near >> 8 & 4 | near >> 15 & 8;
    HORSE_TARGETS[square.index()][blocked as usize]
}

#[inline(always)]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    let knees = horse(square, occupied).without(occupied).0;
    let on = &ELEPHANT_KNEES[square.index()];
    Bitboard(
        (knees & on[0].0) >> 10 | (knees & on[1].0) >> 8 | (knees & on[2].0) << 8 | (knees & on[3].0) << 10,
    )
}

#[inline(always)]
pub fn chariot(square: Square, occupied: Bitboard) -> Bitboard {
    let straight = Board::rook(square, occupied);
    let oblique = DIAGONAL[square.index()];
    if oblique.is_empty() {
        return straight;
    }
    let behind = if CENTRES.contains(square) || !(oblique & CENTRES).intersects(occupied) {
        oblique
    } else {
        oblique & CENTRES
    };
    straight | behind
}

/// Where a cannon may land: beyond exactly one piece that is no cannon, up to and including the next
/// piece unless that is a cannon.
#[inline(always)]
pub fn cannon(square: Square, occupied: Bitboard, cannons: Bitboard) -> Bitboard {
    let straight = jump::<{ Direction::Right as u8 }>(square, occupied, cannons)
        | jump::<{ Direction::Down as u8 }>(square, occupied, cannons)
        | jump::<{ Direction::Left as u8 }>(square, occupied, cannons)
        | jump::<{ Direction::Up as u8 }>(square, occupied, cannons);
    let oblique = DIAGONAL[square.index()];
    let screens = oblique & CENTRES & occupied.without(cannons);
    let across = if screens.any() { oblique.without(CENTRES) } else { Bitboard::EMPTY };
    (straight | across).without(cannons)
}

/// The squares of one direction behind the first piece, up to and including the second; none if the
/// first is a cannon.
#[inline(always)]
fn jump<const DIRECTION: u8>(square: Square, occupied: Bitboard, cannons: Bitboard) -> Bitboard {
    let direction = const { Direction::ALL[DIRECTION as usize] };
    let ray = Board::ray(direction, square);
    let blockers = ray.0 & occupied.0;
    let (screen, behind) = if direction.ascends() {
        let next = blockers & blockers.wrapping_sub(1);
        (blockers ^ next, !(blockers ^ blockers.wrapping_sub(1)) & (next ^ next.wrapping_sub(1)))
    } else {
        let first = 127 - (blockers | 1).leading_zeros();
        let next = blockers & !(1 << first);
        let second = 127 - (next | 1).leading_zeros();
        (1 << first, !(u128::MAX << first) & (u128::MAX << second))
    };
    if screen & cannons.0 != 0 { Bitboard::EMPTY } else { Bitboard(ray.0 & behind) }
}
