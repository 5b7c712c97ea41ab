//! The full-width part of the search: principal variation search with pruning and reductions.

use arrayvec::ArrayVec;

use crate::core::score::{self, Score};
use crate::core::{MAX_PLY, Move};
use crate::game::{Outcome, Position};

use super::history::Arrival;
use super::picker::{Picker, king_kind};
use super::report::Bound;
use super::searcher::Searcher;
use super::tt::Entry;

/// How many tried moves of a node are remembered for their history.
const TRIED: usize = 64;
type Tried = ArrayVec<Move, TRIED>;

impl<P: Position> Searcher<'_, P> {
    /// The score of the position within (alpha, beta), `depth` plies deep. `PV`: a node of a principal
    /// variation, whose window is open and whose exact score matters. `may_null`: the last move was no null
    /// move. Never the root: see `search_root`.
    pub fn negamax<const PV: bool>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        may_null: bool,
    ) -> Score {
        if PV {
            self.frame(ply).pv.clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.stopped {
            return 0;
        }
        if let Some(score) = self.ruled(ply) {
            return score;
        }
        let in_check = self.position.in_check();
        // In check the position is not quiet: look one ply further.
        let depth = depth + (in_check && ply < 2 * self.root_depth as usize) as i32;
        if depth <= 0 {
            return self.quiescence::<PV>(alpha, beta, ply);
        }
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate() };
        }

        // A shorter win or loss than the ones already found is not possible below here.
        alpha = alpha.max(score::mated_in(ply));
        beta = beta.min(score::mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        // What the side to move may claim at once is the least it gets.
        let mut best_score = -score::INFINITE;
        match self.position.claim() {
            Outcome::Win if self.position.declares_win() => return score::mate_in(ply),
            // Won under one reading of the rules only: as good as won, but play has to go on.
            Outcome::Win => return score::AHEAD,
            Outcome::Draw => {
                best_score = 0;
                alpha = alpha.max(0);
                if alpha >= beta {
                    return alpha;
                }
            }
            _ => {}
        }

        let key = self.position.key();
        let entry = self.table.probe(key, ply);
        if !PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            }
        {
            return entry.score;
        }

        let static_eval = match entry {
            _ if in_check => score::NONE,
            Some(entry) if entry.eval != score::NONE => entry.eval,
            _ => self.evaluate(),
        };
        self.frame(ply).eval = static_eval;
        self.frame(ply + 1).killers = [Move::NONE; 2];
        let improving = self.improving(ply);
        // The table's score is a better guess than the evaluation where its bound allows.
        let eval = match entry {
            Some(entry)
                if !in_check
                    && match entry.bound {
                        Bound::Exact => true,
                        Bound::Lower => entry.score > static_eval,
                        Bound::Upper => entry.score < static_eval,
                    } =>
            {
                entry.score
            }
            _ => static_eval,
        };

        if !PV && !in_check && !score::is_decided(beta) {
            if depth <= self.params.reverse_futility_depth
                && eval - self.params.reverse_futility(depth, improving) >= beta
            {
                return beta + (eval - beta) / 2;
            }
            if may_null
                && depth >= self.params.null_depth
                && eval >= beta
                && static_eval >= beta
                && self.position.null_is_safe()
                && let Some(score) = self.null_move(eval, beta, depth, ply)
            {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }

        let table_move = entry.map_or(Move::NONE, |entry| entry.best);
        let killers = self.frame(ply).killers;
        let before = self.before(ply);
        let side = self.position.side_to_move();
        let mut picker = Picker::new(&self.position, table_move, killers, before);
        let mut quiets = Tried::new();
        let mut captures = Tried::new();
        let mut best = Move::NONE;
        let mut bound = Bound::Upper;
        let mut number = 0;

        while let Some(m) = picker.next(&self.position, self.history) {
            number += 1;
            let tactical = self.position.is_tactical(m);
            let arrival = Arrival::of::<P>(side, self.position.moved_kind(m), m);
            let quiet_history = if tactical { 0 } else { self.history.quiet(side, m, arrival, before) };

            // Once one move is known not to lose by force, quiet moves that promise nothing are left out.
            if !PV && !in_check && !tactical && best_score > -score::WIN_BOUND {
                if depth <= self.params.late_move_depth
                    && number > self.params.late_move_count(depth, improving) as usize
                {
                    picker.skip_quiets();
                    continue;
                }
                if depth <= self.params.futility_depth && static_eval + self.params.futility(depth) <= alpha {
                    picker.skip_quiets();
                    continue;
                }
            }

            self.play(m, ply);
            let gives_check = self.position.in_check();
            let next_depth = depth - 1;
            if PV {
                self.frame(ply + 1).pv.clear(); // a search with a null window leaves no line
            }
            let mut score;
            if number == 1 {
                score = -self.negamax::<PV>(-beta, -alpha, next_depth, ply + 1, true);
            } else {
                let reduction =
                    if depth >= self.params.reduction_depth && (!tactical || number > 6) && !in_check {
                        let mut reduction = self.params.late_move_reduction(depth, number);
                        reduction -= 1024 * PV as i32 + 1024 * gives_check as i32;
                        reduction += 1024 * !improving as i32;
                        reduction -= 1024 * (tactical || killers.contains(&m)) as i32;
                        reduction -= 1024 * quiet_history / self.params.reduction_history;
                        (reduction / 1024).clamp(0, next_depth - 1)
                    } else {
                        0
                    };
                score = -self.negamax::<false>(-alpha - 1, -alpha, next_depth - reduction, ply + 1, true);
                if score > alpha && reduction > 0 {
                    score = -self.negamax::<false>(-alpha - 1, -alpha, next_depth, ply + 1, true);
                }
                if PV && score > alpha && score < beta {
                    score = -self.negamax::<true>(-beta, -alpha, next_depth, ply + 1, true);
                }
            }
            self.take_back();
            if self.stopped {
                return 0;
            }

            if score > best_score {
                best_score = score;
                if score > alpha {
                    best = m;
                    if PV {
                        self.update_pv(m, ply);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = score;
                    bound = Bound::Exact;
                }
            }
            let tried = if tactical { &mut captures } else { &mut quiets };
            if m != best {
                let _ = tried.try_push(m); // moves beyond the room are far down the order
            }
        }

        if number == 0 {
            // No legal move: mated, or stalemated, which loses in all these games.
            return best_score.max(score::mated_in(ply));
        }
        if bound == Bound::Lower {
            self.reward(best, &quiets, &captures, depth, ply);
        }
        self.table.store(
            key,
            ply,
            Entry { best, score: best_score, eval: static_eval, depth, bound, pv: PV },
        );
        best_score
    }

    /// If even passing keeps the score at beta, a move will too (unless having to move is the trouble).
    fn null_move(&mut self, eval: Score, beta: Score, depth: i32, ply: usize) -> Option<Score> {
        let next_depth = depth - self.params.null_reduction(depth, eval, beta);
        self.frame(ply).arrival = Arrival::NONE;
        self.position.do_null();
        self.table.prefetch(self.position.key());
        let score = -self.negamax::<false>(-beta, -beta + 1, next_depth, ply + 1, false);
        self.position.undo_null();
        if self.stopped || score < beta {
            return None;
        }
        // A win found after a null move is not proven.
        let score = if score::is_decided(score) { beta } else { score };
        if depth < self.params.null_verification_depth {
            return Some(score);
        }
        let verified = self.negamax::<false>(beta - 1, beta, next_depth, ply, false);
        (!self.stopped && verified >= beta).then_some(score)
    }

    /// Remembers what cut, and that the moves tried before it did not.
    fn reward(&mut self, best: Move, quiets: &Tried, captures: &Tried, depth: i32, ply: usize) {
        let bonus = self.params.history_bonus(depth);
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
                self.history.update_quiet(side, m, arrival(&self.position, m), before, -bonus);
            }
        }
        for &m in captures {
            let index = arrival(&self.position, m);
            self.history.update_capture(index, victim(&self.position, m), -bonus);
        }
    }
}
