//! Static exchange evaluation: what a move wins or loses by captures on its square alone.

use crate::core::Move;
use crate::core::Score;
use crate::game::Position;

/// From this value on a piece is a king, which may not be exchanged.
pub const KING_VALUE: Score = 10_000;

/// Whether the exchange that `m` (a legal move) begins on its square wins at least `threshold` centipawns,
/// both sides capturing with their cheapest piece first and stopping when it pays.
pub fn see_ge<P: Position>(position: &P, m: Move, threshold: Score) -> bool {
    let target = m.to();
    if !m.is_drop() && m.from() == target {
        return threshold <= 0; // a pass exchanges nothing
    }
    let (moved, landed) = (position.moved_kind(m), position.landing_kind(m));
    let won = position.captured_kind(m).map_or(0, P::exchange_value);
    let promoted = P::exchange_value(landed) - P::exchange_value(moved);

    // `balance`: what the side that has just captured is ahead of the threshold, if it loses nothing more.
    let mut balance = won + promoted - threshold;
    if balance < 0 {
        return false;
    }
    // If even losing the piece keeps us above the threshold, nothing else matters.
    balance = P::exchange_value(landed) - balance;
    if balance <= 0 {
        return true;
    }

    let mut occupied = position.occupied();
    if !m.is_drop() {
        occupied.clear(m.from());
    }
    occupied.set(target);

    let mut occupant = landed;
    let mut side = position.side_to_move();
    let mut wins = true;
    loop {
        side = !side;
        let Some((from, kind)) = position.least_attacker(target, side, occupied, occupant) else {
            return wins;
        };
        wins = !wins;
        occupied.clear(from);
        let value = P::exchange_value(kind);
        if value >= KING_VALUE {
            // A king captures last, and only what is not protected.
            let protected = position.least_attacker(target, !side, occupied, kind).is_some();
            return wins != protected;
        }
        balance = value - balance;
        if balance < wins as Score {
            return wins;
        }
        occupant = kind;
    }
}
