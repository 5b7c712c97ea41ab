//! max^n: everybody plays for their own points.

use crate::core::{Move, Score};
use crate::game::Multiplayer;
use crate::game::multiplayer::ALL_POINTS;
use crate::search::report::Bound;
use crate::search::tt::Entry;

use super::deepening::{QUIET_PLIES, Searcher};
use super::order::winning;

impl<M: Multiplayer> Searcher<'_, M> {
    /// The points that follow from best play by all. As soon as the player to move is sure of `bound` the player
    /// before has something better, since all points together are always the same (Korf's shallow pruning).
    pub fn maxn(&mut self, bound: Score, depth: i32, ply: usize) -> [Score; 4] {
        self.frame(ply).line.clear();
        if let Some(points) = self.settled(ply) {
            return points;
        }
        if depth <= 0 {
            return self.maxn_quiet(bound, QUIET_PLIES, ply);
        }
        let us = self.position.turn();
        let key = self.position.table_key();
        let known = self.table.probe(key, ply).map_or(Move::NONE, |entry| entry.best);
        let moves = self.sorted_moves(known, ply);
        // A check leaves few replies: they are worth a ply.
        let next_depth = if self.may_extend(ply) && self.position.in_check(us) { depth } else { depth - 1 };
        let mut best: Option<(Move, [Score; 4])> = None;
        let mut tried = Vec::new();
        for (m, _) in moves {
            let least = best.map_or(0, |(_, points)| points[us.index()]);
            self.play(m);
            let points = self.maxn(ALL_POINTS - least, next_depth, ply + 1);
            self.take_back();
            if self.stopped {
                break;
            }
            if best.is_none() || points[us.index()] > least {
                best = Some((m, points));
                self.extend_line(m, ply);
            } else {
                tried.push(m);
            }
            if points[us.index()] >= bound {
                break;
            }
        }
        let Some((m, points)) = best else { return self.estimate() };
        if !self.stopped {
            self.memory.reward(us, m, &tried, depth);
            self.note_killer(m, ply);
            let entry =
                Entry { best: m, score: points[us.index()], eval: 0, depth, bound: Bound::Exact, pv: false };
            self.table.store(key, ply, entry);
        }
        points
    }

    /// As [`Searcher::maxn`], with captures that win something; everybody may let things be.
    fn maxn_quiet(&mut self, bound: Score, left: u32, ply: usize) -> [Score; 4] {
        if let Some(points) = self.settled(ply) {
            return points;
        }
        let us = self.position.turn();
        let mut best = self.estimate();
        if left == 0 || best[us.index()] >= bound {
            return best;
        }
        for m in winning(&self.position, &self.moves()) {
            self.play(m);
            let points = self.maxn_quiet(ALL_POINTS - best[us.index()], left - 1, ply + 1);
            self.take_back();
            if self.stopped {
                break;
            }
            if points[us.index()] > best[us.index()] {
                best = points;
            }
            if best[us.index()] >= bound {
                break;
            }
        }
        best
    }
}
