//! When a node or a move is not searched at all. Each rule says why it may be right.

use crate::core::Score;

use super::params::*;

/// The margin of reverse futility: with so few plies left, the opponent will hardly win this much back.
#[inline]
pub fn reverse_futility_margin(depth: i32, improving: bool) -> Score {
    REVERSE_FUTILITY_MARGIN * (depth - improving as i32)
}

/// How much shallower the search after a null move is: the more, the deeper the node and the further above beta.
#[inline]
pub fn null_reduction(depth: i32, eval: Score, beta: Score) -> i32 {
    NULL_BASE + depth / NULL_DEPTH_DIVISOR + ((eval - beta) / NULL_EVAL_DIVISOR).min(NULL_EVAL_CAP)
}

/// A quiet move that leaves the evaluation below alpha by this will hardly raise it in `depth` plies.
#[inline]
pub fn futility_margin(depth: i32) -> Score {
    FUTILITY_BASE + FUTILITY_MARGIN * depth
}

/// After this many moves the quiet ones left, ordered by history, have almost no chance.
#[inline]
pub fn late_move_count(depth: i32, improving: bool) -> i32 {
    (LATE_MOVE_BASE + depth * depth) / (2 - improving as i32)
}
