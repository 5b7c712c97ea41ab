//! Mate in one: the commonest patterns, found without listing any moves. A piece is dropped or moved beside the
//! enemy king where a friend protects it and only the king could take it, or a knight gives check.

use crate::core::{Bitboard, Move, Square};
use crate::game::Position;

use super::attacks;
use super::piece::*;
use super::position::Shogi;

impl Shogi {
    /// A move that mates at once, if it is of a common kind. Only when not in check.
    pub(super) fn find_mate_in_one(&mut self) -> Option<Move> {
        let us = self.side_to_move();
        let king = self.king(!us);
        let occupied = self.occupied();
        let near = attacks::KING_AREA[king.index()].without(self.side(us));
        let hand = *self.hand(us);
        for target in near {
            let ours = self.attackers(target, us, occupied);
            if ours.is_empty() {
                continue;
            }
            let free = !occupied.contains(target);
            let drops = free && hand[1..].iter().any(|&held| held > 0);
            if !drops && !ours.many() {
                continue;
            }
            // Someone else than the king could take.
            if self.attackers(target, !us, occupied).many() {
                continue;
            }
            if free {
                // From the strongest: what a gold mates, a pawn seldom does.
                for kind in [GOLD, SILVER, ROOK, BISHOP, LANCE] {
                    if hand[kind] > 0
                        && attacks::reaches(kind, us, target, king, occupied)
                        && let Some(m) = self.try_mate(Move::drop(kind, target))
                    {
                        return Some(m);
                    }
                }
            }
            if ours.many()
                && let Some(m) = self.mate_by_moving(ours, target, king, occupied)
            {
                return Some(m);
            }
        }
        if hand[KNIGHT] > 0 {
            for target in attacks::steps(KNIGHT, !us, king).without(occupied) {
                if let Some(m) = self.try_mate(Move::drop(KNIGHT, target)) {
                    return Some(m);
                }
            }
        }
        None
    }

    fn mate_by_moving(
        &mut self,
        men: Bitboard,
        target: Square,
        king: Square,
        occupied: Bitboard,
    ) -> Option<Move> {
        let us = self.side_to_move();
        for from in men.without(self.king(us).bit()) {
            let kind = self.piece(from).kind();
            let zone = attacks::zone(us);
            let promotes = PROMOTED[kind] != kind && (zone.contains(from) || zone.contains(target));
            let kinds = [(true, PROMOTED[kind]), (false, kind)];
            for (promotion, landing) in kinds.into_iter().skip(!promotes as usize) {
                let rest = occupied.without(from.bit());
                if attacks::reaches(landing, us, target, king, rest) {
                    let m = if promotion { Move::promotion(from, target) } else { Move::new(from, target) };
                    if let Some(m) = self.try_mate(m) {
                        return Some(m);
                    }
                }
            }
        }
        None
    }

    fn try_mate(&mut self, m: Move) -> Option<Move> {
        if self.legality(m).is_err() {
            return None;
        }
        self.do_move(m);
        let mates = self.in_check() && self.count_moves() == 0;
        self.undo_move();
        mates.then_some(m)
    }
}
