//! Which moves are searched deeper than others (checks apart: see `negamax`).

use crate::core::Move;
use crate::core::score::{self, Score};
use crate::game::Position;

use super::negamax::Node;
use super::searcher::Searcher;
use super::tt::Entry;

/// What the search without the table's move says of it.
pub enum Singular {
    Extend(i32),
    Cut(Score),
}

impl<P: Position> Searcher<'_, P> {
    /// Whether the table's move is the only good one: then it deserves a deeper look.
    pub fn singular<const PV: bool>(
        &mut self,
        node: &Node,
        entry: Entry,
        depth: i32,
        beta: Score,
    ) -> Singular {
        let below = entry.score - self.params.singular_margin * depth / 16;
        self.frame(node.ply).excluded = entry.best;
        let score = self.negamax::<false>(below - 1, below, (depth - 1) / 2, node.ply, node.cut);
        self.frame(node.ply).excluded = Move::NONE;
        if score < below {
            let double = !PV
                && score < below - self.params.double_margin
                && self.frame(node.ply).doubles < self.params.double_most;
            return Singular::Extend(1 + double as i32);
        }
        if !PV && below >= beta && !score::is_decided(below) {
            return Singular::Cut(below); // several moves are good enough
        }
        if entry.score >= beta {
            return Singular::Extend(-self.params.negative_extension);
        }
        Singular::Extend(0)
    }
}
