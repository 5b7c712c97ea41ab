//! Two sides: the one who searches (with a partner, if there is one) against all others. Scores are the points of the
//! one who searches.

use crate::core::zobrist::mix;
use crate::core::{Move, Player, Score};
use crate::game::Multiplayer;
use crate::search::report::Bound;
use crate::search::tt::Entry;

use super::Method;
use super::deepening::{INFINITE, QUIET_PLIES, Searcher};
use super::order::winning;

/// Late moves are tried less deep from this depth and this place in the order on.
const REDUCTION_DEPTH: i32 = 3;
const REDUCTION_FROM: usize = 4;

impl<M: Multiplayer> Searcher<'_, M> {
    /// Whether a player is on the side of the one who searches.
    fn is_ours(&self, player: Player) -> bool {
        player == self.us || self.position.partner(self.us) == Some(player)
    }

    /// The score in a window. `replied`: an opponent has used up this round's search for a reply (BRS+).
    pub fn two_sided(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        replied: bool,
    ) -> Score {
        self.frame(ply).line.clear();
        let us = self.us.index();
        if let Some(points) = self.settled(ply) {
            return points[us];
        }
        if depth <= 0 {
            return self.quiet(alpha, beta, QUIET_PLIES, ply);
        }
        let turn = self.position.turn();
        let ours = self.is_ours(turn);
        let in_check = self.position.in_check(turn);
        let replied = replied && !ours;
        let key = self.position.table_key() ^ mix(us as u64 * 2 + u64::from(replied) + 1);
        let entry = self.table.probe(key, ply);
        if let Some(entry) = entry
            && entry.depth >= depth
            && entry.bound.proves(entry.score, alpha, beta)
            && beta - alpha == 1
        {
            return entry.score;
        }
        let known = entry.map_or(Move::NONE, |entry| entry.best);
        let mut moves = self.sorted_moves(known, ply);
        let one_replies = self.method == Method::BestReply && !ours && !in_check;
        if one_replies && replied {
            moves.truncate(1);
        }
        // Passing the search for a reply on is one more move: the first in the order, with the right kept.
        let passes = one_replies && !replied && !self.is_ours(self.next_living(turn));
        let first = moves.first().copied();
        let tries = first.filter(|_| passes).map(|(m, wins)| (m, wins, true)).into_iter();
        let tries = tries.chain(moves.iter().map(|&(m, wins)| (m, wins, false)));

        let next_depth = if in_check && self.may_extend(ply) { depth } else { depth - 1 };
        let (floor, ceiling) = (alpha, beta);
        let mut best = if ours { -INFINITE } else { INFINITE };
        let mut best_move = Move::NONE;
        let mut tried = Vec::new();
        for (number, (m, wins, pass)) in tries.enumerate() {
            let replied = one_replies && (replied || !pass);
            let late = depth >= REDUCTION_DEPTH && number >= REDUCTION_FROM && !wins && !in_check;
            self.play(m);
            let score = if number == 0 {
                self.two_sided(alpha, beta, next_depth, ply + 1, replied)
            } else {
                let (low, high) = if ours { (alpha, alpha + 1) } else { (beta - 1, beta) };
                let improves = |score: Score| if ours { score > alpha } else { score < beta };
                let reduction = i32::from(late) + i32::from(late && number >= 4 * REDUCTION_FROM);
                let mut score = self.two_sided(low, high, next_depth - reduction, ply + 1, replied);
                if reduction > 0 && improves(score) {
                    score = self.two_sided(low, high, next_depth, ply + 1, replied);
                }
                if improves(score) && alpha < score && score < beta && beta - alpha > 1 {
                    score = self.two_sided(alpha, beta, next_depth, ply + 1, replied);
                }
                score
            };
            self.take_back();
            if self.stopped {
                return best;
            }
            if if ours { score > best } else { score < best } {
                best = score;
                best_move = m;
                if alpha < score && score < beta {
                    self.extend_line(m, ply);
                }
                if ours {
                    alpha = alpha.max(score);
                } else {
                    beta = beta.min(score);
                }
            }
            if alpha >= beta {
                if !wins {
                    self.memory.reward(turn, m, &tried, depth);
                    self.note_killer(m, ply);
                }
                break;
            }
            if !wins {
                tried.push(m);
            }
        }
        let bound = match best {
            score if score >= ceiling => Bound::Lower,
            score if score <= floor => Bound::Upper,
            _ => Bound::Exact,
        };
        let pv = ceiling - floor > 1;
        self.table.store(key, ply, Entry { best: best_move, score: best, eval: 0, depth, bound, pv });
        best
    }

    /// Who would move next if nobody were in check.
    fn next_living(&self, turn: Player) -> Player {
        turn.others().find(|&player| self.position.is_alive(player)).unwrap_or(turn)
    }

    /// The score after captures that win something; everybody may let things be, unless in check.
    fn quiet(&mut self, mut alpha: Score, mut beta: Score, left: u32, ply: usize) -> Score {
        let us = self.us.index();
        if let Some(points) = self.settled(ply) {
            return points[us];
        }
        let mut best = self.estimate()[us];
        let ours = self.is_ours(self.position.turn());
        if left == 0 || if ours { best >= beta } else { best <= alpha } {
            return best;
        }
        if ours {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
        for m in winning(&self.position, &self.moves()) {
            self.play(m);
            let score = self.quiet(alpha, beta, left - 1, ply + 1);
            self.take_back();
            if self.stopped {
                return best;
            }
            if ours {
                best = best.max(score);
                alpha = alpha.max(score);
            } else {
                best = best.min(score);
                beta = beta.min(score);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
