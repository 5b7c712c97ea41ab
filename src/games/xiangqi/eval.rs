//! The hand-made evaluation: material and places, kept as moves are played, and mobility and the safety
//! of the general, worked out at each evaluation.
//!
//! All values are in centipawns. They are our own estimates, not tuned: a network takes their place.

use crate::core::bitboard::{COLUMNS, MAX_SQUARES};
use crate::core::{Score, Side, Square, score::EVAL_LIMIT};
use crate::game::Position;

use super::attacks::{self, Board, ROWS};
use super::position::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KINDS, KING, PAWN, Piece, Xiangqi};

/// What a piece is worth in an exchange. The king's is more than all the rest.
pub(super) const EXCHANGE_VALUES: [Score; KINDS] = [120, 210, 210, 430, 480, 1000, 20_000];

/// The value of a piece where it stands, seen by the first side.
#[inline(always)]
pub(super) fn piece_square(piece: Piece, square: Square) -> Score {
    PIECE_SQUARE[piece.index()][square.index()] as Score
}

static PIECE_SQUARE: [[i16; MAX_SQUARES]; Piece::COUNT] = {
    let mut table = [[0; MAX_SQUARES]; Piece::COUNT];
    let mut kind = 0;
    while kind < KINDS {
        let mut square = 0;
        while square < MAX_SQUARES {
            let row = square / COLUMNS;
            let column = square % COLUMNS;
            table[Piece::new(Side::First, kind).index()][square] = place(kind, ROWS - 1 - row, column);
            table[Piece::new(Side::Second, kind).index()][square] = -place(kind, row, column);
            square += 1;
        }
        kind += 1;
    }
    table
};

/// Bonus by rank (0 is the own back rank): a chariot is best on the enemy's pawn and palace ranks, a
/// horse near the palace, a cannon at home or behind the enemy.
const CHARIOT_RANKS: [i16; ROWS] = [-10, 4, 6, 8, 12, 14, 18, 16, 18, 8];
const HORSE_RANKS: [i16; ROWS] = [-14, -2, 8, 10, 18, 26, 32, 30, 14, -8];
const CANNON_RANKS: [i16; ROWS] = [4, 4, 8, 0, 2, 2, 2, 4, 8, 14];
/// Value of a crossed pawn by rank from 5 on: it grows towards the palace, but on the last rank only
/// sideways steps are left.
const CROSSED_PAWN: [i16; 5] = [160, 178, 200, 190, 110];

/// The value of a kind on a place, seen by its side.
const fn place(kind: usize, rank: usize, file: usize) -> i16 {
    // 0 on the edge to 4 on the central file.
    let central = 4 - (file as i16 - 4).abs();
    match kind {
        PAWN if rank < 5 => 80 + if central == 4 { 10 } else { 0 },
        PAWN if rank < 9 => CROSSED_PAWN[rank - 5] + 6 * central,
        PAWN => CROSSED_PAWN[rank - 5] + 2 * central,
        ADVISOR => 210 + if rank == 1 { 8 } else { -4 * rank as i16 },
        // The center elephant guards the other; on the edge it is easily cut off.
        ELEPHANT => {
            210 + if central == 4 {
                12
            } else if central == 0 {
                -14
            } else {
                0
            }
        }
        // A horse before its general is in everybody's way.
        HORSE if rank == 1 && central == 4 => 415,
        HORSE => 430 + HORSE_RANKS[rank] + 4 * central,
        CANNON => 480 + CANNON_RANKS[rank] + 2 * central + if central == 4 { 8 } else { 0 },
        CHARIOT => 1000 + CHARIOT_RANKS[rank] + if central == 3 { 6 } else { central },
        KING if central == 4 && rank == 0 => 8,
        KING => -20 * rank as i16,
        _ => 0,
    }
}

/// Having the move.
const TEMPO: Score = 12;
/// For each point that a chariot or horse can go to.
const CHARIOT_MOBILITY: Score = 3;
const HORSE_MOBILITY: Score = 7;
/// For each point of the enemy palace that a chariot or horse reaches.
const PALACE_ATTACK: Score = 6;
/// For each advisor or elephant missing, times the enemy's force (a chariot is 2, a horse or cannon 1).
const MISSING_ADVISOR: Score = 7;
const MISSING_ELEPHANT: Score = 5;
/// A cannon that faces the enemy general over open points: no piece may step between.
const HOLLOW_CANNON: Score = 70;
/// A cannon behind two pieces before the enemy general: either is pinned.
const PINNING_CANNON: Score = 22;

pub(super) fn evaluate(position: &Xiangqi) -> Score {
    let side = position.side_to_move();
    let score = position.now.psq * side.sign() + activity(position, side) - activity(position, !side) + TEMPO;
    let leader = if score > 0 { side } else { !side };
    // Without a piece that crosses the river nobody wins.
    let score = if has_attackers(position, leader) { score } else { score / 16 };
    score.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

fn has_attackers(position: &Xiangqi, side: Side) -> bool {
    let attackers =
        position.kind(CHARIOT) | position.kind(HORSE) | position.kind(CANNON) | position.kind(PAWN);
    attackers.intersects(position.side(side))
}

/// Mobility of a side's pieces and the danger that they are to the other general.
fn activity(position: &Xiangqi, side: Side) -> Score {
    let (own, enemy) = (position.side(side), !side);
    let occupied = position.occupied();
    let palace = attacks::PALACES & attacks::home(enemy);
    let mut score = 0;

    let chariots = position.kind(CHARIOT) & own;
    for from in chariots {
        let reach = attacks::chariot(from, occupied).without(own);
        score +=
            CHARIOT_MOBILITY * reach.count() as Score + PALACE_ATTACK * (reach & palace).count() as Score;
    }
    let horses = position.kind(HORSE) & own;
    for from in horses {
        let reach = attacks::horse(from, occupied).without(own);
        score += HORSE_MOBILITY * reach.count() as Score + PALACE_ATTACK * (reach & palace).count() as Score;
    }

    let king = position.king(enemy);
    let cannons = position.kind(CANNON) & own;
    for from in cannons & attacks::cross(king) {
        score += match (Board::between(king, from) & occupied).count() {
            0 => HOLLOW_CANNON,
            2 => PINNING_CANNON,
            _ => 0,
        };
    }

    let force = (2 * chariots.count() + horses.count() + cannons.count()) as Score;
    let missing = |kind| 2 - position.pieces(enemy, kind).count() as Score;
    score + force * (MISSING_ADVISOR * missing(ADVISOR) + MISSING_ELEPHANT * missing(ELEPHANT))
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Position};

    use super::super::{Rules, Xiangqi};

    fn evaluate(text: &str) -> i32 {
        Xiangqi::parse(text, &Rules::default()).unwrap().evaluate()
    }

    #[test]
    fn the_start_is_equal() {
        assert_eq!(Xiangqi::start(&Rules::default()).evaluate(), super::TEMPO);
    }

    #[test]
    fn colors_are_alike() {
        let red = evaluate("r1bakabr1/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1CN3C2/9/R1BAKABNR w");
        let black = evaluate("r1bakabnr/9/1cn3c2/p3p1p1p/2p6/6P2/P1P1P3P/1CN4C1/9/R1BAKABR1 b");
        assert_eq!(red, black);
    }

    #[test]
    fn material_counts_and_advisors_alone_do_not_win() {
        assert!(evaluate("3k5/9/9/9/9/9/9/9/9/R3K4 w") > 900);
        assert!(evaluate("3k5/9/9/9/9/9/9/4B4/4A4/4KAB2 w").abs() < 100);
        assert!(evaluate("3k5/9/9/9/9/4p4/9/4B4/4A4/4KAB2 w").abs() < 100);
    }
}
