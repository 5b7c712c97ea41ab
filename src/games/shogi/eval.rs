//! The hand-made evaluation: material, piece-square values by formula, and the pressure on both kings.
//!
//! Material and piece-square values are kept up move by move (`PLACEMENT`, `HAND_VALUES`); what depends
//! on the kings and on open lines is worked out at each call. The numbers are ours, chosen by hand from the
//! usual values of the pieces and tried in games of 4000 nodes a move; they serve until networks are trained.

use arrayvec::ArrayVec;

use crate::core::score::EVAL_LIMIT;
use crate::core::{Bitboard, Score, Side, Square};
use crate::game::Position;

use super::attacks::{self, Board};
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
            let value = VALUES[kind] + square_bonus(kind, square / 9, square % 9);
            table[kind][square] = value;
            table[KINDS + kind][Board::SQUARES - 1 - square] = -value;
            square += 1;
        }
        kind += 1;
    }
    table
};

/// What a square adds to a piece of the first side, which moves towards row 0.
const fn square_bonus(kind: usize, row: usize, column: usize) -> Score {
    let from_centre = (column as Score - 4).abs();
    match kind {
        PAWN => [0, 22, 20, 16, 10, 4, 0, 0, 0][row],
        LANCE => [0, 0, -6, -24, -24, -18, -12, -6, 0][row],
        KNIGHT => [0, 0, 6, 0, -12, -12, 8, -4, 0][row] - if from_centre == 4 { 12 } else { 0 },
        SILVER => [0, 6, 14, 18, 20, 16, 10, 2, -10][row] - 2 * from_centre,
        GOLD => [-10, 8, 10, 0, -6, -4, 4, 10, 0][row] - 2 * from_centre,
        PRO_PAWN | PRO_LANCE | PRO_KNIGHT | PRO_SILVER => {
            [4, 20, 20, 12, 0, -10, -16, -20, -24][row] - 2 * from_centre
        }
        BISHOP => [0, 4, 6, 8, 10, 8, 6, 4, 0][row],
        ROOK => [20, 24, 20, 4, -4, -8, -4, 6, 2][row],
        HORSE => [6, 10, 14, 16, 18, 18, 16, 12, 4][row] - 2 * from_centre,
        DRAGON => [16, 20, 20, 10, 6, 6, 6, 6, 4][row],
        // Castled low and to a side; a king that walks into the open suffers, one that has entered less.
        KING => {
            let row_value = [-24, -36, -60, -120, -132, -96, -48, 0, 8][row];
            row_value + if row >= 7 { [-16, 0, 32, 42, 22][from_centre as usize] } else { 0 }
        }
        _ => 0,
    }
}

/// How much each kind counts when it bears on a square beside the enemy king.
const ATTACK_UNITS: [Score; KINDS] = [6, 8, 12, 18, 20, 18, 22, 0, 20, 18, 19, 20, 28, 34];

/// How much each kind in hand counts towards an attack for each square where it may be dropped with support.
const HAND_UNITS: [Score; HAND_KINDS] = [1, 4, 4, 8, 10, 6, 9];

/// Attack units that a general beside its king takes off.
const GUARD_UNITS: Score = 7;

/// Attack units for each square beside the king that is attacked and that only the king guards.
const WEAK_UNITS: Score = 6;

/// A kind in hand that may be dropped with check on such a square counts its [`HAND_UNITS`] so many times more.
/// This and [`WEAK_UNITS`], as they stand, were worth 53 ± 74 Elo (80 games).
const CHECK_FACTOR: Score = 3;

/// Attack units squared, times 10 less the king's flights, over this make centipawns. Pressure as such, at
/// a scale of 128, was worth 182 ± 84 Elo (100 games).
const PRESSURE_SCALE: Score = 80;

/// The most that pressure on a king counts, in centipawns.
const PRESSURE_LIMIT: Score = 2000;

/// Centipawns for each square that a bishop or rook (promoted too) reaches.
const MOBILITY: Score = 3;

/// Centipawns for having the move.
const TEMPO: Score = 18;

/// [`Position::evaluate`].
pub(super) fn evaluate(position: &Shogi) -> Score {
    let us = position.side_to_move();
    let slides = Side::BOTH.map(|side| slides(position, side));
    let of = |side: Side| {
        let (own, other) = (&slides[side.index()], &slides[(!side).index()]);
        let reach = own.iter().map(|(_, reach)| reach.without(position.side(side)).count() as Score);
        MOBILITY * reach.sum::<Score>() + shelter(position, side) + pressure(position, side, own, other)
    };
    let score = us.sign() * position.now.placement + of(us) - of(!us) + TEMPO;
    score.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// What a side's bishops and rooks (promoted too) attack, with their kinds.
type Slides = ArrayVec<(usize, Bitboard), 4>;

fn slides(position: &Shogi, side: Side) -> Slides {
    let men = (position.bishops() | position.rooks()) & position.side(side);
    let reach = |from| {
        let kind = position.piece(from).kind();
        (kind, attacks::attacks(kind, side, from, position.occupied()))
    };
    men.map(reach).collect()
}

/// The men around a side's own king, in centipawns.
fn shelter(position: &Shogi, side: Side) -> Score {
    let king = position.king(side);
    let own = position.side(side);
    let generals = (position.golds() | position.silvers()) & own;
    let beside = attacks::KING_AREA[king.index()];
    let near = attacks::KING_SURROUNDINGS[king.index()];
    let ahead = match side {
        Side::First => Bitboard(beside.0 >> 9),
        Side::Second => Bitboard(beside.0 << 9),
    };
    let pawns = position.pieces(side, PAWN) & (beside | ahead);
    8 * (generals & beside).count() as Score
        + 8 * (generals & near).count() as Score
        + 5 * pawns.count() as Score
}

/// What `side`, its king apart, attacks of the area around a king, and the units of those that do.
fn bearing(position: &Shogi, side: Side, king: Square, slides: &Slides) -> (Bitboard, Score) {
    let own = position.side(side).without(position.king(side).bit());
    let area = attacks::KING_AREA[king.index()] | king.bit();
    let mut hit = Bitboard::EMPTY;
    let mut units = 0;
    let near = own & attacks::KING_SURROUNDINGS[king.index()]
        | position.pieces(side, KNIGHT) & attacks::KING_NEIGHBOURHOOD[king.index()];
    for from in near.without(position.bishops() | position.rooks()) {
        let kind = position.piece(from).kind();
        let reach = attacks::steps(kind, side, from) & area;
        hit |= reach;
        // Who is near may soon attack.
        units += if reach.any() { ATTACK_UNITS[kind] } else { ATTACK_UNITS[kind] / 3 };
    }
    for from in position.pieces(side, LANCE) & attacks::lance_threats(!side, king) {
        let reach = attacks::lance(side, from, position.occupied()) & area;
        hit |= reach;
        units += if reach.any() { ATTACK_UNITS[LANCE] } else { 0 };
    }
    for &(kind, reach) in slides {
        hit |= reach & area;
        units += if reach.intersects(area) { ATTACK_UNITS[kind] } else { 0 };
    }
    (hit, units)
}

/// A side's pressure on the enemy king, in centipawns: who attacks the squares around it, which of them only
/// the king guards, and what may be dropped there with check.
fn pressure(position: &Shogi, side: Side, own: &Slides, other: &Slides) -> Score {
    let king = position.king(!side);
    let beside = attacks::KING_AREA[king.index()];
    let (hit, mut units) = bearing(position, side, king, own);
    let mut weak = hit & beside;
    if weak.any() {
        weak = weak.without(bearing(position, !side, king, other).0);
    }
    units += WEAK_UNITS * weak.count() as Score;
    let open = beside.without(position.occupied());
    let support = (hit & open).count().min(4) as Score;
    for (kind, &held) in position.hand(side).iter().enumerate().filter(|&(_, &held)| held > 0) {
        let contact = attacks::attacks(kind, !side, king, position.occupied()) & open & weak;
        units += Score::from(held.min(3)) * HAND_UNITS[kind] * support / 4;
        units += if contact.any() { CHECK_FACTOR * HAND_UNITS[kind] } else { 0 };
    }
    let guards = (position.golds() | position.silvers()) & position.side(!side) & beside;
    units = (units - GUARD_UNITS * guards.count() as Score).max(0);

    // Threats add up more than singly, the more so the fewer squares the king has to run to.
    let flights = beside.without(position.side(!side) | hit).count().min(6) as Score;
    (units * units * (10 - flights) / PRESSURE_SCALE).min(PRESSURE_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::*;
    use crate::game::Game;

    fn value(text: &str) -> Score {
        evaluate(&Shogi::parse(text, &Rules::default()).unwrap_or_else(|error| panic!("{error}")))
    }

    /// The position with sides exchanged and the board turned.
    fn turned(text: &str) -> String {
        let swap = |text: &str| -> String {
            text.chars()
                .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
                .collect()
        };
        let fields: Vec<&str> = text.split(' ').collect();
        let mut squares: Vec<String> = Vec::new();
        let mut plus = "";
        for c in fields[0].chars() {
            match c {
                '+' => plus = "+",
                _ => squares.push(std::mem::take(&mut plus).to_string() + &swap(&c.to_string())),
            }
        }
        squares.reverse();
        let side = if fields[1] == "b" { 'w' } else { 'b' };
        format!("{} {side} {} 1", squares.concat(), swap(fields[2]))
    }

    #[test]
    fn both_sides_are_judged_alike() {
        for text in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
            "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
        ] {
            assert_eq!(value(text), value(&turned(text)), "{text}");
        }
    }

    #[test]
    fn the_start_is_worth_the_move() {
        assert_eq!(value("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"), TEMPO);
    }

    /// The least attacker is looked for in the order of the kinds' exchange values.
    #[test]
    fn exchange_values_ascend() {
        let order = [
            PAWN, LANCE, KNIGHT, PRO_PAWN, PRO_LANCE, PRO_KNIGHT, SILVER, PRO_SILVER, GOLD, BISHOP, ROOK,
            HORSE, DRAGON, KING,
        ];
        assert!(order.map(|kind| EXCHANGE_VALUES[kind]).is_sorted());
    }

    #[test]
    fn an_attack_counts() {
        let away = value("4k4/9/9/9/4S4/4G4/9/9/4K4 b RG 1");
        let near = value("4k4/9/4SG3/9/9/9/9/9/4K4 b RG 1");
        assert!(near > away + 50, "{near} {away}");
    }
}
