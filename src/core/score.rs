//! Scores: their unit, and how wins are told by their distance.
//!
//! A score is in centipawns (one pawn is about 100), seen by the side to move. Won and lost
//! positions lie beyond [`WIN_BOUND`] and count the plies to the end: `MATE - n` wins in `n` plies.

/// A score in centipawns, from the side to move.
pub type Score = i32;

/// The deepest ply that the search reaches from its root.
pub const MAX_PLY: usize = 128;

/// The score of a game won here and now.
pub const MATE: Score = 32_000;

/// Beyond every score.
pub const INFINITE: Score = 32_100;

/// "No score": outside every window.
pub const NONE: Score = 32_200;

/// At or beyond this distance from zero a score tells a forced win and its length.
pub const WIN_BOUND: Score = MATE - 2 * MAX_PLY as Score;

/// The score of a repetition that, if it goes on, will be decided by rule but is not yet.
pub const AHEAD: Score = 20_000;

/// Static evaluations stay within this of zero, so that they never look like a decided game.
pub const EVAL_LIMIT: Score = 15_000;

/// The side to move loses in `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// The side to move wins in `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Whether the score tells a forced win or loss.
#[inline(always)]
pub const fn is_decided(score: Score) -> bool {
    score >= WIN_BOUND || score <= -WIN_BOUND
}

/// Plies to the forced end: positive when the side to move wins, negative when it loses.
pub const fn plies_to_mate(score: Score) -> Option<i32> {
    if score >= WIN_BOUND {
        Some(MATE - score)
    } else if score <= -WIN_BOUND {
        Some(-(MATE + score))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_distances() {
        assert_eq!(plies_to_mate(mate_in(3)), Some(3));
        assert_eq!(plies_to_mate(mated_in(4)), Some(-4));
        assert_eq!(plies_to_mate(AHEAD), None);
        assert!(is_decided(mated_in(MAX_PLY)) && !is_decided(EVAL_LIMIT));
    }
}
