//! A hand-made evaluation: material and squares kept up by every move, activity and the palaces looked at
//! here, and the official points blended in as the game runs out of plies.
//!
//! All numbers are our own estimates in centipawns, the official points times a hundred as their scale.

use crate::core::score::EVAL_LIMIT;
use crate::core::{Score, Side, Square};
use crate::game::Position;

use super::attacks::{self, Board, palace};
use super::piece::{Piece, kind};
use super::position::Janggi;

/// What a piece is worth in an exchange. The general is worth more than all else.
pub(super) const EXCHANGE: [Score; kind::COUNT] = [200, 300, 320, 500, 700, 1300, 20_000];

/// Worth of each square a piece could go to, by kind.
const MOBILITY: [Score; kind::COUNT] = [0, 0, 6, 8, 5, 4, 0];
/// Weight of each attacked square of the enemy palace, by kind.
const PALACE_ATTACK: [Score; kind::COUNT] = [4, 0, 3, 5, 4, 6, 0];
/// A guard beside its general.
const GUARD_BESIDE: Score = 14;
/// Two soldiers side by side.
const PHALANX: Score = 12;
/// What a cannon loses with each piece that leaves the board: screens get rare.
const CANNON_FADES: Score = 5;
const TEMPO: Score = 12;

/// Of 256: how much the official points count from the start.
const POINTS_BASE: Score = 24;
/// Of 256: how much they count when the last ply has come.
const POINTS_LAST: Score = 224;
/// Plies before the end of the game at which the points begin to count for more.
const POINTS_RAMP: Score = 100;
/// What being ahead in points is worth by itself, when the points decide.
const POINTS_LEAD: Score = 300;

/// Material and square of a piece, positive for Cho.
#[inline(always)]
pub(super) fn piece_square(piece: Piece, square: Square) -> i32 {
    i32::from(PIECE_SQUARES[piece.code()][square.index() & 127])
}

static PIECE_SQUARES: [[i16; 128]; Piece::CODES] = piece_squares();

const fn piece_squares() -> [[i16; 128]; Piece::CODES] {
    let mut table = [[0; 128]; Piece::CODES];
    let mut kind = 0;
    while kind < kind::COUNT {
        let mut square = 0;
        while square < attacks::SQUARES {
            // Rows from the player's own back row, files from the middle.
            let ahead = 9 - (square / 9) as i32;
            let aside = (square % 9) as i32 - 4;
            let worth =
                (if kind == kind::KING { 0 } else { EXCHANGE[kind] }) + place(kind, ahead, aside.abs());
            table[Piece::new(Side::First, kind).code()][square] = worth as i16;
            table[Piece::new(Side::Second, kind).code()][89 - square] = -worth as i16;
            square += 1;
        }
        kind += 1;
    }
    table
}

/// What a square adds to a piece: `ahead` rows from the own back row, `aside` files from the middle.
const fn place(kind: usize, ahead: i32, aside: i32) -> Score {
    match kind {
        kind::SOLDIER => {
            // Useful up to the palace, spent on the last row; better near the middle.
            let advance = match ahead {
                0..=3 => 0,
                4 => 4,
                5 => 14,
                6 => 26,
                7 => 40,
                8 => 36,
                _ => -30,
            };
            advance + 4 * (4 - aside)
        }
        kind::GUARD => match (ahead, aside) {
            (0, 0) => 10,
            (0, _) => 4,
            (1, 0) => 8,
            (1, _) => 2,
            _ => -16,
        },
        kind::ELEPHANT => match ahead {
            0 => -12,
            1..=2 => 0,
            3..=6 => 10,
            _ => 4,
        },
        kind::HORSE => {
            let advance = match ahead {
                0 => -20,
                1 => -6,
                2 => 4,
                3..=5 => 14,
                6..=7 => 24,
                _ => 6,
            };
            advance - if aside == 4 { 16 } else { 0 }
        }
        kind::CANNON => {
            let home = if ahead <= 2 { 10 } else { 0 };
            home + if aside == 0 { 12 } else { 0 }
        }
        kind::CHARIOT => match ahead {
            0 => -10,
            1..=4 => 0,
            5..=6 => 8,
            7..=9 => 18,
            _ => 0,
        },
        _ => match (ahead, aside) {
            (0, 0) => 14,
            (0, _) => 22,
            (1, 0) => 6,
            (1, _) => 10,
            _ => -40,
        },
    }
}

impl Janggi {
    /// Centipawns for the side to move.
    pub(super) fn static_score(&self) -> Score {
        let us = self.side;
        let gone = super::piece::FULL_SET as i32 - self.occupied().count() as i32;
        let cannons =
            self.pieces(us, kind::CANNON).count() as i32 - self.pieces(!us, kind::CANNON).count() as i32;
        let score = us.sign() * self.state.psq + self.activity(us)
            - self.activity(!us)
            - CANNON_FADES * gone * cannons
            + TEMPO;
        self.blend_points(score, POINTS_BASE).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Moves a score towards what the rules will say when the plies run out. `base`, of 256, is how much the points
    /// count from the start.
    pub(super) fn blend_points(&self, score: Score, base: Score) -> Score {
        let plies_left = self.plies_left();
        let late = (POINTS_RAMP - plies_left.min(POINTS_RAMP as u32) as Score).max(0);
        if !self.rules.style.counts_points() {
            // A game that runs out is drawn.
            return score * (256 - POINTS_LAST * late / POINTS_RAMP) / 256;
        }
        let points = self.double_points(self.side);
        let decided = points * 50 + points.signum() * POINTS_LEAD;
        let weight = base + (POINTS_LAST - base) * late / POINTS_RAMP;
        (score * (256 - weight) + decided * weight) / 256
    }

    /// Mobility, pressure on the enemy palace, and the shelter of the own general.
    #[inline(always)]
    fn activity(&self, us: Side) -> Score {
        let own = self.sides[us.index()];
        let occupied = self.occupied();
        let target = palace(!us);
        let mut score = 0;
        let mut attackers = 0;
        let mut pressure = 0;
        macro_rules! pieces {
            ($kind:expr, $from:ident => $reach:expr) => {
                for $from in own & self.kinds[$kind] {
                    let reach = $reach;
                    score += MOBILITY[$kind] * reach.without(own).count() as Score;
                    let aimed = (reach & target).count() as Score;
                    pressure += PALACE_ATTACK[$kind] * aimed;
                    attackers += Score::from(aimed > 0);
                }
            };
        }
        pieces!(kind::ELEPHANT, from => attacks::elephant(from, occupied));
        pieces!(kind::HORSE, from => attacks::horse(from, occupied));
        pieces!(kind::CANNON, from => attacks::cannon(from, occupied, self.kinds[kind::CANNON]));
        pieces!(kind::CHARIOT, from => attacks::chariot(from, occupied));

        let soldiers = own & self.kinds[kind::SOLDIER];
        let inside = (soldiers & target).count() as Score;
        pressure += 3 * PALACE_ATTACK[kind::SOLDIER] * inside;
        attackers += inside;
        let right = soldiers.without(Board::column(8)).0 << 1;
        score += PHALANX * (soldiers.0 & right).count_ones() as Score;

        // Attackers help each other, and the more the fewer guards are left.
        let guards = self.pieces(!us, kind::GUARD).count() as Score;
        score += pressure * attackers * (5 - guards) / 3;

        let beside = attacks::palace_step(self.general(us)) & own & self.kinds[kind::GUARD];
        score + GUARD_BESIDE * beside.count() as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    /// With one ply left the points decide, whatever a network thinks; from the start they do not count.
    #[test]
    fn the_points_count_near_the_end() {
        let rules = Default::default();
        let start = Janggi::start(&rules);
        assert_eq!(start.near_limit(123), 123);
        let text = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1AB1R w - - 0 100";
        let late = Janggi::parse(text, &rules).expect("a position");
        assert!(late.near_limit(400) < 0, "Cho lacks a horse: {}", late.near_limit(400));
    }
}
