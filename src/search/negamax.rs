//! The full-width part of the search: principal variation search with pruning, extensions and reductions.

use crate::core::score::{self, Score};
use crate::core::{MAX_PLY, Move};
use crate::game::{Outcome, Position};

use super::extension::Singular;
use super::history::Arrival;
use super::picker::{Picker, king_kind};
use super::report::Bound;
use super::rewards::Tried;
use super::searcher::Searcher;
use super::see::see_ge;
use super::tt::Entry;

/// What a node knows of itself before it looks at its moves.
#[derive(Clone, Copy)]
pub struct Node {
    pub depth: i32,
    pub ply: usize,
    pub in_check: bool,
    /// The opponent's move before is expected to be refuted here.
    pub cut: bool,
    /// The side to move stands better than at its last turn.
    pub improving: bool,
    pub entry: Option<Entry>,
    /// The static evaluation, corrected by what searches of like positions found; [`score::NONE`] in check.
    pub static_eval: Score,
    /// The static evaluation, or the table's score where that is the better guess.
    pub eval: Score,
    /// A principal variation has passed through here.
    pub on_pv: bool,
}

impl<P: Position> Searcher<'_, P> {
    /// The score of the position within (alpha, beta), `depth` plies deep. `PV`: a node of a principal
    /// variation, whose window is open and whose exact score matters. `cut`: a node that is expected to fail
    /// high. Never the root: see `search_root`.
    pub fn negamax<const PV: bool>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        cut: bool,
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
        let excluded = self.frame(ply).excluded;
        let extend = in_check
            && self.params.check_extension != 0
            && excluded.is_none()
            && ply < 2 * self.root_depth as usize;
        let depth = depth + extend as i32;
        if depth <= 0 {
            return self.quiescence::<PV>(alpha, beta, ply, self.params.quiescence_checks);
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
                best_score = self.draw();
                alpha = alpha.max(best_score);
                if alpha >= beta {
                    return alpha;
                }
            }
            _ => {}
        }

        let key = self.position.key();
        let entry = self.table.probe(key, ply);
        if !PV
            && excluded.is_none()
            && let Some(entry) = entry
            && entry.depth >= depth
            && entry.bound.proves(entry.score, alpha, beta)
        {
            if entry.score >= beta {
                self.reward_cut_by_table(entry.best, depth, ply);
            }
            return entry.score;
        }

        let raw_eval = match entry {
            _ if in_check => score::NONE,
            Some(entry) if entry.eval != score::NONE => entry.eval,
            _ => self.evaluate(),
        };
        if !in_check
            && entry.is_none()
            && let Some(score) = self.mate_at_once::<PV>(raw_eval, ply)
        {
            return score;
        }
        let static_eval = self.corrected(raw_eval, ply);
        self.frame(ply).eval = static_eval;
        let next = self.frame(ply + 1);
        next.killers = [Move::NONE; 2];
        next.cutoffs = 0;
        let node = Node {
            depth,
            ply,
            in_check,
            cut,
            improving: self.improving(ply),
            entry,
            static_eval,
            eval: entry.map_or(static_eval, |entry| entry.better_guess(static_eval)),
            on_pv: PV || entry.is_some_and(|entry| entry.pv),
        };
        if !PV
            && !in_check
            && excluded.is_none()
            && !score::is_decided(beta)
            && let Some(score) = self.prune_node(&node, alpha, beta)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }
        let mut depth = depth;
        if depth >= self.params.iir_depth
            && entry.is_none_or(|e| e.best.is_none())
            && (PV || cut)
            && !in_check
        {
            depth -= 1; // without a move to begin with, a deep search costs more than it is worth
        }

        let table_move = entry.map_or(Move::NONE, |entry| entry.best);
        let killers = self.frame(ply).killers;
        let before = self.before(ply);
        let side = self.position.side_to_move();
        let mut picker = Picker::new(&self.position, table_move, killers, before);
        picker.check_bonus = self.params.check_bonus;
        let mut quiets = Tried::new();
        let mut captures = Tried::new();
        let mut best = Move::NONE;
        let mut bound = Bound::Upper;
        let mut number = 0;

        while let Some(m) = picker.next(&self.position, self.history) {
            if m == excluded {
                continue;
            }
            number += 1;
            let tactical = self.position.is_tactical(m);
            let arrival = Arrival::of::<P>(side, self.position.moved_kind(m), m);
            let move_history = if tactical {
                self.history.capture(arrival, self.position.captured_kind(m).unwrap_or_else(king_kind::<P>))
            } else {
                self.history.quiet(side, m, arrival, before)
            };
            let mut reduction = self.params.late_move_reduction(depth, number);
            reduction += self.params.reduction_worsening * !node.improving as i32;

            // Once one move is known not to lose by force, moves that promise nothing are left out.
            if !PV && best_score > -score::WIN_BOUND {
                let p = &self.params;
                let reduced = (depth - 1 - reduction / 1024).max(0);
                if !tactical && !in_check {
                    if depth <= p.late_move_depth
                        && number > p.late_move_count(depth, node.improving) as usize
                    {
                        picker.skip_quiets();
                        continue;
                    }
                    if depth <= p.futility_depth && node.static_eval + p.futility(depth) <= alpha {
                        picker.skip_quiets();
                        continue;
                    }
                }
                // The moves left will mostly be played: have the table fetch their entries meanwhile.
                self.table.prefetch(self.position.key_after(m));
                if !tactical && depth <= p.history_prune_depth && move_history < -p.history_prune * depth {
                    continue;
                }
                let least = if tactical {
                    -p.see_capture * depth - move_history / 64
                } else {
                    -p.see_quiet * reduced * reduced
                };
                let see_depth = if tactical { p.see_capture_depth } else { p.see_quiet_depth };
                if depth <= see_depth && number > 1 && !see_ge(&self.position, m, least) {
                    continue;
                }
            }

            let mut extension = 0;
            if m == table_move
                && excluded.is_none()
                && depth >= self.params.singular_depth
                && ply < 2 * self.root_depth as usize
                && let Some(entry) = entry
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && !score::is_decided(entry.score)
            {
                match self.singular::<PV>(&node, entry, depth, beta) {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(score) => return score,
                }
                if self.stopped {
                    return 0;
                }
            }

            self.play(m, ply);
            let gives_check = self.position.in_check();
            self.frame(ply).quiet = !tactical;
            self.frame(ply + 1).doubles = self.frame(ply).doubles + (extension == 2) as i32;
            let next_depth = depth - 1 + extension;
            if PV {
                self.frame(ply + 1).pv.clear(); // a search with a null window leaves no line
            }
            let mut score;
            if number == 1 {
                score = -self.negamax::<PV>(-beta, -alpha, next_depth, ply + 1, !PV && !cut);
            } else {
                let late = depth >= self.params.reduction_depth
                    && (!tactical || number > self.params.late_captures as usize)
                    && !in_check;
                if late {
                    let p = &self.params;
                    reduction -= p.reduction_pv * PV as i32;
                    reduction -= p.reduction_on_pv * node.on_pv as i32;
                    reduction -= p.reduction_check * gives_check as i32;
                    reduction -= p.reduction_killer * (tactical || killers.contains(&m)) as i32;
                    if !tactical {
                        reduction -= 1024 * move_history / p.reduction_history;
                    }
                    if self.frame(ply + 1).cutoffs > 2 {
                        reduction += self.params.reduction_cutoffs;
                    }
                } else {
                    reduction = 0;
                }
                let plies = (reduction / 1024).clamp(0, (next_depth - 1).max(0));
                score = -self.negamax::<false>(-alpha - 1, -alpha, next_depth - plies, ply + 1, true);
                if score > alpha && plies > 0 {
                    score = -self.negamax::<false>(-alpha - 1, -alpha, next_depth, ply + 1, !cut);
                    if self.params.late_history != 0
                        && !tactical
                        && !self.stopped
                        && (score <= alpha || score >= beta)
                    {
                        let bonus = self.params.history_bonus(next_depth) / 2;
                        let bonus = if score <= alpha { -bonus } else { bonus };
                        self.history.update_continuation(arrival, before, bonus);
                    }
                }
                if PV && score > alpha && score < beta {
                    score = -self.negamax::<true>(-beta, -alpha, next_depth, ply + 1, false);
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
                        self.frame(ply).cutoffs += 1;
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
            if excluded.is_some() {
                return alpha;
            }
            // No legal move: mated, or stalemated, which loses in all these games.
            return best_score.max(score::mated_in(ply));
        }
        if bound == Bound::Lower {
            self.reward(best, &quiets, &captures, depth, ply);
        } else if bound == Bound::Upper && self.params.reward_prior != 0 {
            self.reward_prior(depth, ply);
        }
        if excluded.is_none() {
            self.correct(&node, best, best_score, bound);
            let entry = Entry { best, score: best_score, eval: raw_eval, depth, bound, pv: node.on_pv };
            self.table.store(key, ply, entry);
        }
        best_score
    }
}
