//! The search beyond the last ply: captures and promotions that do not lose material, until it is quiet.

use crate::core::score::{self, Score};
use crate::core::{MAX_PLY, Move};
use crate::game::Position;

use super::picker::Picker;
use super::report::Bound;
use super::searcher::Searcher;
use super::tt::Entry;

/// The depths under which quiescence results are stored, below every full search's: with and without checks.
const CHECKS_DEPTH: i32 = 0;
const CAPTURES_DEPTH: i32 = -1;

/// The depth under which a mate in one is stored: no search could say more of it.
const MATE_DEPTH: i32 = MAX_PLY as i32;

impl<P: Position> Searcher<'_, P> {
    /// The score of the position once captures have been played out. The rules have been asked about this node
    /// by `negamax` already when it calls.
    ///
    /// At the first `checks` plies quiet checks are looked at too.
    pub fn quiescence<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        checks: i32,
    ) -> Score {
        if PV {
            self.frame(ply).pv.clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate() };
        }

        let depth = if checks > 0 || in_check { CHECKS_DEPTH } else { CAPTURES_DEPTH };
        let key = self.position.key();
        let entry = self.table.probe(key, ply);
        if !PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && entry.bound.proves(entry.score, alpha, beta)
        {
            return entry.score;
        }

        let mut raw_eval = score::NONE;
        let mut best_score = score::mated_in(ply);
        if !in_check {
            // The side to move need not capture: it may stand pat.
            raw_eval = match entry {
                Some(entry) if entry.eval != score::NONE => entry.eval,
                _ => self.evaluate(),
            };
            best_score = self.corrected(raw_eval, ply);
            if best_score >= beta {
                return best_score;
            }
            if entry.is_none()
                && let Some(score) = self.mate_at_once::<PV>(raw_eval, ply)
            {
                return score;
            }
            alpha = alpha.max(best_score);
        }

        let table_move = entry.map_or(Move::NONE, |entry| entry.best);
        let before = self.before(ply);
        let mut picker = Picker::quiescence(&self.position, table_move, before, checks > 0);
        let mut best = Move::NONE;
        while let Some(m) = picker.next(&self.position, self.history) {
            self.play(m, ply);
            let score = match self.ruled(ply + 1) {
                Some(score) => {
                    self.frame(ply + 1).pv.clear();
                    -score
                }
                None => -self.quiescence::<PV>(-beta, -alpha, ply + 1, checks - 1),
            };
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
                        break;
                    }
                    alpha = score;
                }
            }
        }
        let bound = if best_score >= beta { Bound::Lower } else { Bound::Upper };
        self.table.store(key, ply, Entry { best, score: best_score, eval: raw_eval, depth, bound, pv: PV });
        best_score
    }

    /// The score of a mate in one that the game sees at a glance, which is then remembered.
    #[inline(always)]
    pub fn mate_at_once<const PV: bool>(&mut self, eval: Score, ply: usize) -> Option<Score> {
        let best = self.position.mate_in_one()?;
        let score = score::mate_in(ply + 1);
        let entry = Entry { best, score, eval, depth: MATE_DEPTH, bound: Bound::Exact, pv: PV };
        self.table.store(self.position.key(), ply, entry);
        if PV {
            self.frame(ply + 1).pv.clear();
            self.update_pv(best, ply);
        }
        Some(score)
    }
}
