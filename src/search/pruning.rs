//! When a node or a move is not searched at all. Each rule says why it may be right.

use crate::core::Move;
use crate::core::score::{self, Score};
use crate::game::Position;

use super::history::Arrival;
use super::negamax::Node;
use super::params::Params;
use super::picker::Picker;
use super::report::Bound;
use super::searcher::Searcher;
use super::see::see_ge;
use super::tt::Entry;

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

impl<P: Position> Searcher<'_, P> {
    /// Tries to prove, without looking at all moves, that the node is worth at least beta (or hopeless).
    pub fn prune_node(&mut self, node: &Node, alpha: Score, beta: Score) -> Option<Score> {
        let &Node { depth, ply, eval, static_eval, improving, .. } = node;
        if depth <= self.params.razor_depth && eval + self.params.razoring(depth) < alpha {
            let score = self.quiescence::<false>(alpha, alpha + 1, ply, self.params.quiescence_checks);
            if score <= alpha && !self.stopped {
                return Some(score);
            }
        }
        if depth <= self.params.reverse_futility_depth
            && eval - self.params.reverse_futility(depth, improving) >= beta
            && !score::is_decided(eval)
        {
            return Some(beta + (eval - beta) / 2);
        }
        if depth >= self.params.null_depth
            && self.null_is_allowed(ply)
            && eval >= beta
            && static_eval >= beta
            && self.position.null_is_safe()
            && let Some(score) = self.null_move(eval, beta, depth, ply)
        {
            return Some(score);
        }
        let raised = beta + self.params.probcut_margin;
        if depth >= self.params.probcut_depth
            && !self.stopped
            && !score::is_decided(raised)
            && node.entry.is_none_or(|entry| entry.depth < depth - 3 || entry.score >= raised)
        {
            return self.probcut(node, raised);
        }
        None
    }

    /// If even passing keeps the score at beta, a move will too (unless having to move is the trouble).
    fn null_move(&mut self, eval: Score, beta: Score, depth: i32, ply: usize) -> Option<Score> {
        let next_depth = depth - self.params.null_reduction(depth, eval, beta);
        self.pass(ply);
        let score = -self.negamax::<false>(-beta, -beta + 1, next_depth, ply + 1, false);
        self.take_back_pass();
        if self.stopped || score < beta {
            return None;
        }
        // A win found after a null move is not proven.
        let score = if score::is_decided(score) { beta } else { score };
        if depth < self.params.null_verification_depth || self.null_from > 0 {
            return Some(score);
        }
        self.null_from = ply + 1;
        let verified = self.negamax::<false>(beta - 1, beta, next_depth, ply, false);
        self.null_from = 0;
        (!self.stopped && verified >= beta).then_some(score)
    }

    /// A null move may be tried: the last move was none, and this is not the verification of one.
    fn null_is_allowed(&self, ply: usize) -> bool {
        self.before(ply)[0] != Arrival::NONE && (self.null_from == 0 || ply >= self.null_from)
    }

    /// A capture that a shallow search shows to be far better than beta will hardly fall below it in a deep one.
    fn probcut(&mut self, node: &Node, raised: Score) -> Option<Score> {
        let &Node { depth, ply, .. } = node;
        let table_move = node.entry.map_or(Move::NONE, |entry| entry.best);
        let least = raised - node.static_eval;
        let mut picker = Picker::quiescence(&self.position, table_move, self.before(ply), false);
        while let Some(m) = picker.next(&self.position, self.history) {
            if !see_ge(&self.position, m, least) {
                continue;
            }
            self.play(m, ply);
            let mut score = match self.ruled(ply + 1) {
                Some(score) => -score,
                None => -self.quiescence::<false>(-raised, -raised + 1, ply + 1, 0),
            };
            if score >= raised {
                score = -self.negamax::<false>(-raised, -raised + 1, depth - 4, ply + 1, !node.cut);
            }
            self.take_back();
            if self.stopped {
                return None;
            }
            if score >= raised {
                let entry = Entry {
                    best: m,
                    score,
                    eval: node.static_eval,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    pv: node.on_pv,
                };
                self.table.store(self.position.key(), ply, entry);
                return Some(if score::is_decided(score) {
                    score
                } else {
                    score - self.params.probcut_margin
                });
            }
        }
        None
    }
}
