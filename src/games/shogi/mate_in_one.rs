//! Mate in one: the commonest patterns, found without listing any moves. A piece is dropped or moved beside the
//! enemy king where a friend protects it and only the king could take it, or a knight gives check.

use crate::core::{Bitboard, Move, Square};
use crate::game::Position;

use super::attacks::{self, Board};
use super::piece::*;
use super::position::Shogi;

impl Shogi {
    /// A move that mates at once, if it is of a common kind. Only when not in check.
    pub(super) fn find_mate_in_one(&mut self) -> Option<Move> {
        let us = self.side_to_move();
        let king = self.king(!us);
        let occupied = self.occupied();
        let near = attacks::KING_AREA[king.index()].without(self.side(us));
        if !self.bears_on(near, king) {
            return None;
        }
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

    /// Whether the side to move may attack a square beside the enemy king at all: it has a man close by, or one that
    /// slides along a line through there. Most positions end the search for a mate here.
    #[inline(always)]
    fn bears_on(&self, near: Bitboard, king: Square) -> bool {
        let us = self.side_to_move();
        let own = self.side(us);
        let lances = self.pieces(us, LANCE);
        own.without(lances).intersects(attacks::KING_SURROUNDINGS[king.index()])
            || self.pieces(us, KNIGHT).intersects(attacks::KING_NEIGHBOURHOOD[king.index()])
            || self.hand(us)[KNIGHT] > 0
            || Iterator::any(&mut (self.rooks() & own), |from| attacks::rook_lines(from).intersects(near))
            || Iterator::any(&mut (self.bishops() & own), |from| attacks::bishop_lines(from).intersects(near))
            || Iterator::any(&mut { lances }, |from| Board::ray(attacks::forward(us), from).intersects(near))
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

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::*;
    use crate::game::{Game, Notation};

    fn found(text: &str) -> Option<String> {
        let mut position = Shogi::parse(text, &Rules::default()).unwrap_or_else(|error| panic!("{error}"));
        let before = position.text(Notation::Native);
        let found = position.find_mate_in_one();
        assert_eq!(position.text(Notation::Native), before);
        found.map(|m| Shogi::move_text(m, Notation::Native))
    }

    #[test]
    fn common_mates_are_found() {
        // A gold on the king's head, protected by a pawn; the same by a gold that moves there.
        assert_eq!(found("4k4/9/4P4/9/9/9/9/9/4K4 b G 1").as_deref(), Some("G*5b"));
        assert_eq!(found("4k4/9/3GP4/9/9/9/9/9/4K4 b - 1").as_deref(), Some("6c5b"));
        // A knight where the king is hemmed in by its own men.
        assert_eq!(found("7lk/7pp/9/9/9/9/9/9/4K4 b N 1").as_deref(), None);
        assert_eq!(found("7nk/7bp/9/9/9/9/9/9/4K4 b N 1").as_deref(), Some("N*2c"));
    }

    #[test]
    fn what_is_no_mate_is_not_called_one() {
        // The gold is not protected; the king can flee; a pawn may not be dropped to mate.
        assert_eq!(found("4k4/9/9/9/9/9/9/9/4K4 b G 1"), None);
        assert_eq!(found("4k4/9/9/4P4/9/9/9/9/4K4 b S 1"), None);
        assert_eq!(found("k8/9/K8/9/9/9/9/9/9 b P 1"), None);
    }
}
