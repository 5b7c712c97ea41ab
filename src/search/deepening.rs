//! Iterative deepening at the root: aspiration windows, several lines, and the end of thinking.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::core::score::{self, Score};
use crate::core::{MAX_PLY, Move};
use crate::game::Position;

use super::report::{Bound, Event, Info, Listener};
use super::searcher::Searcher;
use super::tt::Entry;

/// Bounds and current moves are told only on searches longer than this, so as not to flood short ones.
const QUIET_TIME: Duration = Duration::from_millis(3000);

/// The deepest iteration.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 1;

impl<P: Position> Searcher<'_, P> {
    /// Searches deeper and deeper until a limit or the stop flag ends it. The best moves then stand in front of
    /// `root_moves`. Only the main thread tells the listener anything.
    pub fn deepen(&mut self, listener: &Listener) {
        let limits = &self.request.limits;
        let mut last = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        if let Some(weakness) = self.weakness {
            last = last.min(weakness.depth);
        }
        let lines = self.request.settings.multi_pv.clamp(1, self.root_moves.len());
        let mut stable = 0;

        // The other threads begin at different depths, so that they do not all do the same.
        for depth in 1 + (self.id as u32 & 1)..=last {
            let before = (self.root_moves[0].m, self.root_moves[0].score);
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            self.root_depth = depth as i32;
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                self.selective_depth = 0;
                self.aspirate(depth as i32, listener);
                if self.stopped {
                    break;
                }
            }
            self.root_moves[..lines].sort_by_key(|root_move| -root_move.score);
            if self.stopped {
                break;
            }
            self.completed = depth;
            if self.is_main() {
                self.tell_lines(listener, lines);
                stable = if self.root_moves[0].m == before.0 { stable + 1 } else { 0 };
                if self.is_enough(stable, before.1 - self.root_moves[0].score) {
                    break;
                }
            }
        }
    }

    /// One line at one depth: a narrow window round the last score, widened until the score falls into it.
    fn aspirate(&mut self, depth: i32, listener: &Listener) {
        let guess = self.root_moves[self.pv_index].previous;
        let (mut alpha, mut beta) = (-score::INFINITE, score::INFINITE);
        let mut window = self.params.aspiration_window;
        if depth >= self.params.aspiration_depth && !score::is_decided(guess) {
            alpha = (guess - window).max(-score::INFINITE);
            beta = (guess + window).min(score::INFINITE);
        }
        loop {
            let score = self.search_root(alpha, beta, depth, listener);
            // What the narrow searches did not raise keeps the order of before.
            self.root_moves[self.pv_index..].sort_by_key(|root_move| -root_move.score);
            if self.stopped || (alpha < score && score < beta) {
                return;
            }
            let bound = if score <= alpha { Bound::Upper } else { Bound::Lower };
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = if window > 500 { -score::INFINITE } else { (score - window).max(-score::INFINITE) };
            } else {
                beta = if window > 500 { score::INFINITE } else { (score + window).min(score::INFINITE) };
            }
            window *= 2;
            if self.is_main() && self.start.elapsed() > QUIET_TIME && self.request.settings.multi_pv == 1 {
                listener(Event::Info(self.info(0, score, bound)));
                self.told = None; // the last line before the end is to be an exact one
            }
        }
    }

    /// The root node: its moves stand in a list that keeps their scores from one iteration to the next.
    fn search_root(&mut self, mut alpha: Score, beta: Score, depth: i32, listener: &Listener) -> Score {
        let mut best_score = -score::INFINITE;
        let mut best = Move::NONE;
        let mut bound = Bound::Upper;
        let in_check = self.position.in_check();
        let static_eval = if in_check { score::NONE } else { self.evaluate() };
        let frame = self.frame(0);
        frame.eval = static_eval;
        frame.pv.clear();
        self.frame(1).killers = [Move::NONE; 2];
        self.frame(1).cutoffs = 0;
        let next_depth = depth - 1;

        for index in self.pv_index..self.root_moves.len() {
            let m = self.root_moves[index].m;
            let number = index - self.pv_index + 1;
            if self.is_main() && self.start.elapsed() > QUIET_TIME {
                listener(Event::CurrentMove { depth: depth as u32, m, number });
            }
            let quiet = !self.position.is_tactical(m);
            self.play(m, 0);
            self.frame(1).pv.clear(); // a search with a null window leaves no line
            let mut score;
            if number == 1 {
                score = -self.negamax::<true>(-beta, -alpha, next_depth, 1, false);
            } else {
                let reduction = if depth >= 3 && quiet && !in_check {
                    let p = &self.params;
                    let less = p.reduction_root + p.reduction_check * self.position.in_check() as i32;
                    ((p.late_move_reduction(depth, number) - less) / 1024).clamp(0, next_depth - 1)
                } else {
                    0
                };
                score = -self.negamax::<false>(-alpha - 1, -alpha, next_depth - reduction, 1, true);
                if score > alpha && reduction > 0 {
                    score = -self.negamax::<false>(-alpha - 1, -alpha, next_depth, 1, true);
                }
                if score > alpha && score < beta {
                    score = -self.negamax::<true>(-beta, -alpha, next_depth, 1, false);
                }
            }
            self.take_back();
            if self.stopped {
                return best_score;
            }

            if number == 1 || score > alpha {
                if score > alpha {
                    self.update_pv(m, 0);
                    let pv = self.frame(0).pv.to_vec();
                    self.root_moves[index].pv = pv;
                }
                self.root_moves[index].score = score;
            } else {
                self.root_moves[index].score = -score::INFINITE;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best = m;
                    bound = Bound::Exact;
                    alpha = score;
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                }
            }
        }
        if self.pv_index == 0 && self.request.ban_moves.is_empty() && self.request.search_moves.is_empty() {
            let key = self.position.key();
            let entry = Entry { best, score: best_score, eval: static_eval, depth, bound, pv: true };
            self.table.store(key, 0, entry);
        }
        best_score
    }

    /// Whether the search may end after this iteration.
    fn is_enough(&self, stable: u32, falling: Score) -> bool {
        let best = self.root_moves[0].score;
        let limits = &self.request.limits;
        if let (Some(most), Some(plies)) = (limits.mate, score::plies_to_mate(best))
            && plies > 0
            && plies as u32 <= most
            && self.root_moves[0].pv.len() >= plies as usize
        {
            return true;
        }
        if limits.infinite || self.shared.pondering.load(Relaxed) {
            return false;
        }
        if self.timer.is_none() && limits.soft_nodes.is_none() {
            return false;
        }
        // A forced end that deeper iterations have confirmed, or a forced move, needs no more work.
        let found = score::plies_to_mate(best).is_some_and(|plies| self.root_depth > plies.abs() + 2);
        let forced = self.root_moves.len() == 1 && self.root_depth >= 5;
        let searched = limits.soft_nodes.is_some_and(|most| self.all_nodes() >= most);
        let timed = self.timer.as_ref().is_some_and(|timer| timer.has_enough(stable, falling));
        found || forced || searched || timed
    }

    /// The state of a line, by its place in the list.
    pub fn info(&self, index: usize, score: Score, bound: Bound) -> Info {
        Info {
            depth: self.root_depth as u32,
            selective_depth: (self.selective_depth as u32).max(self.root_depth as u32),
            multi_pv: index + 1,
            score,
            bound,
            nodes: self.all_nodes(),
            time: self.start.elapsed(),
            hash_full: self.table.hash_full(),
            pv: self.root_moves[index].pv.clone(),
        }
    }

    /// Tells all lines.
    fn tell_lines(&mut self, listener: &Listener, lines: usize) {
        for index in 0..lines {
            let score = self.known_score(index);
            if score != -score::INFINITE {
                listener(Event::Info(self.info(index, score, Bound::Exact)));
            }
        }
        self.told = Some((self.root_moves[0].pv.clone(), self.known_score(0)));
    }

    /// What the search ends with: told once more only if it is not what was told last.
    pub fn final_info(&mut self, listener: &Listener) -> Info {
        let score = match self.known_score(0) {
            unknown if unknown == -score::INFINITE => self.evaluate(), // stopped before the first iteration
            score => score,
        };
        let info = self.info(0, score, Bound::Exact);
        let told = self.told.as_ref().is_some_and(|(pv, told)| *pv == info.pv && *told == score);
        if self.is_main() && !told {
            listener(Event::Info(info.clone()));
        }
        info
    }

    /// The score of a root move: of this iteration if it got one, else of the last.
    fn known_score(&self, index: usize) -> Score {
        let root_move = &self.root_moves[index];
        if root_move.score != -score::INFINITE { root_move.score } else { root_move.previous }
    }
}
