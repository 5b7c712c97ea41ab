//! When a node or a move is not searched at all. Each rule says why it may be right.

use crate::core::Score;

use super::params::Params;

impl Params {
    /// The margin of reverse futility: with so few plies left, the opponent will hardly win this much back.
    #[inline]
    pub fn reverse_futility(&self, depth: i32, improving: bool) -> Score {
        self.reverse_futility_margin * (depth - improving as i32)
    }

    /// A node whose evaluation lies this far below alpha will hardly be saved by quiet moves.
    #[inline]
    pub fn razoring(&self, depth: i32) -> Score {
        self.razor_base + self.razor_margin * depth
    }

    /// How much shallower the search after a null move is: the more, the deeper the node and the further above beta.
    #[inline]
    pub fn null_reduction(&self, depth: i32, eval: Score, beta: Score) -> i32 {
        let above = ((eval - beta) / self.null_eval_divisor).min(self.null_eval_cap);
        self.null_base + depth / self.null_depth_divisor + above
    }

    /// A quiet move that leaves the evaluation below alpha by this will hardly raise it in `depth` plies.
    #[inline]
    pub fn futility(&self, depth: i32) -> Score {
        self.futility_base + self.futility_margin * depth
    }

    /// After this many moves the quiet ones left, ordered by history, have almost no chance.
    #[inline]
    pub fn late_move_count(&self, depth: i32, improving: bool) -> i32 {
        (self.late_move_base + depth * depth) / (2 - improving as i32)
    }
}
