//! What the end of a node teaches of its moves.

use arrayvec::ArrayVec;

use crate::core::Move;
use crate::game::Position;

use super::history::Arrival;
use super::picker::king_kind;
use super::searcher::Searcher;

/// Moves of a node that were tried in vain, as far as they are remembered for their history.
pub type Tried = ArrayVec<Move, 64>;

impl<P: Position> Searcher<'_, P> {
    /// Remembers what cut, and that the moves tried before it did not.
    pub(super) fn reward(&mut self, best: Move, quiets: &Tried, captures: &Tried, depth: i32, ply: usize) {
        let bonus = self.params.history_bonus(depth);
        let malus = self.params.history_malus(depth);
        let before = self.before(ply);
        let side = self.position.side_to_move();
        let arrival = |position: &P, m: Move| Arrival::of::<P>(side, position.moved_kind(m), m);
        let victim = |position: &P, m: Move| position.captured_kind(m).unwrap_or_else(king_kind::<P>);
        if self.position.is_tactical(best) {
            let index = arrival(&self.position, best);
            self.history.update_capture(index, victim(&self.position, best), bonus);
        } else {
            let killers = &mut self.frame(ply).killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            self.history.update_quiet(side, best, arrival(&self.position, best), before, bonus);
            for &m in quiets {
                self.history.update_quiet(side, m, arrival(&self.position, m), before, -malus);
            }
        }
        for &m in captures {
            let index = arrival(&self.position, m);
            self.history.update_capture(index, victim(&self.position, m), -malus);
        }
    }

    /// The table's quiet move would have cut here too.
    pub(super) fn reward_cut_by_table(&mut self, best: Move, depth: i32, ply: usize) {
        if best.is_some() && self.position.is_legal(best) && !self.position.is_tactical(best) {
            let side = self.position.side_to_move();
            let arrival = Arrival::of::<P>(side, self.position.moved_kind(best), best);
            let bonus = self.params.history_bonus(depth);
            self.history.update_quiet(side, best, arrival, self.before(ply), bonus);
        }
    }

    /// No move was good enough here: the quiet move that led here was a good one.
    pub(super) fn reward_prior(&mut self, depth: i32, ply: usize) {
        let prior = self.before(ply)[0];
        if prior != Arrival::NONE && self.frame(ply - 1).quiet {
            let bonus = self.params.history_bonus(depth) / 2;
            let before = self.before(ply - 1);
            self.history.update_continuation(prior, before, bonus);
        }
    }
}
