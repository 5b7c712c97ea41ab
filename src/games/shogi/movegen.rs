//! Legal moves. Checkers and pins are worked out once a node; what is generated is legal as it stands.

use crate::core::{Bitboard, Move, MoveList, Side, Square};
use crate::game::{Position, Stage};

use super::attacks::{self, Board};
use super::piece::*;
use super::position::Shogi;

/// Takes what is generated, as sets of squares: a list writes the moves out, a counter only counts.
pub(super) trait Sink {
    /// A piece's moves, without and with promotion.
    fn moves(&mut self, from: Square, plain: Bitboard, promoting: Bitboard);
    /// One-step moves forward of the pawns of `side`.
    fn pawn_moves(&mut self, side: Side, plain: Bitboard, promoting: Bitboard);
    fn drops(&mut self, kind: usize, targets: Bitboard);
}

/// Counts moves.
pub(super) struct Counter(pub usize);

impl Sink for Counter {
    #[inline(always)]
    fn moves(&mut self, _: Square, plain: Bitboard, promoting: Bitboard) {
        self.0 += plain.count() + promoting.count();
    }

    #[inline(always)]
    fn pawn_moves(&mut self, _: Side, plain: Bitboard, promoting: Bitboard) {
        self.0 += plain.count() + promoting.count();
    }

    #[inline(always)]
    fn drops(&mut self, _: usize, targets: Bitboard) {
        self.0 += targets.count();
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn moves(&mut self, from: Square, plain: Bitboard, promoting: Bitboard) {
        self.extend(promoting.map(|to| Move::promotion(from, to)));
        self.extend(plain.map(|to| Move::new(from, to)));
    }

    #[inline(always)]
    fn pawn_moves(&mut self, side: Side, plain: Bitboard, promoting: Bitboard) {
        let from = |to: Square| match side {
            Side::First => Square(to.0 + 9),
            Side::Second => Square(to.0 - 9),
        };
        self.extend(promoting.map(|to| Move::promotion(from(to), to)));
        self.extend(plain.map(|to| Move::new(from(to), to)));
    }

    #[inline(always)]
    fn drops(&mut self, kind: usize, targets: Bitboard) {
        self.extend(targets.map(|to| Move::drop(kind, to)));
    }
}

impl Shogi {
    /// The legal moves of a stage.
    pub(super) fn generate_into<S: Sink>(&self, stage: Stage, sink: &mut S) {
        let us = self.side_to_move();
        let (own, enemy) = (self.side(us), self.side(!us));
        // Squares on which moves of this stage end: plain ones, and promotions that win material.
        let (mut plain, mut gaining) = match stage {
            Stage::All => (!own, !own),
            Stage::Tactical => (enemy, !own),
            Stage::Quiet => (!(own | enemy), Bitboard::EMPTY),
            Stage::Checks => (attacks::check_zone(self.king(!us), own | enemy), Bitboard::EMPTY),
        };

        let king = self.king(us);
        let steps = attacks::KING_AREA[king.index()] & plain;
        if steps.any() {
            sink.moves(king, steps.without(self.king_danger(us)), Bitboard::EMPTY);
        }

        let mut drops = Board::ALL.without(own | enemy);
        if stage == Stage::Checks {
            drops &= plain;
        }
        let checkers = self.now.checkers;
        if checkers.any() {
            if checkers.many() {
                return;
            }
            let between = Board::between(king, checkers.first());
            plain &= between | checkers;
            gaining &= between | checkers;
            drops &= between;
        }
        self.board_moves(us, plain, gaining, sink);
        if stage != Stage::Tactical && drops.any() {
            self.drop_moves(us, drops, sink);
        }
    }

    /// Moves of all pieces but the king.
    #[inline(always)]
    fn board_moves<S: Sink>(&self, us: Side, plain: Bitboard, gaining: Bitboard, sink: &mut S) {
        let own = self.side(us);
        let occupied = self.occupied();
        let king = self.king(us);
        let pinned = self.pinned(us);
        let zone = attacks::zone(us);
        let within = |from: Square, targets: Bitboard| {
            if pinned.contains(from) { targets & attacks::ray_through(king, from) } else { targets }
        };
        // Where a piece may end to promote: anywhere, if it starts in the zone.
        let promoting = |from: Square| if zone.contains(from) { Board::ALL } else { zone };

        // A pawn that is pinned on its king's column still moves along it.
        let pawns = self.pieces(us, PAWN).without(pinned.without(Board::column(king.column())));
        let targets = match us {
            Side::First => Bitboard(pawns.0 >> 9),
            Side::Second => Bitboard(pawns.0 << 9),
        };
        let dead = attacks::dead_squares(PAWN, us);
        sink.pawn_moves(us, (targets & plain).without(dead), targets & gaining & zone);

        for from in self.pieces(us, LANCE) {
            let targets = within(from, attacks::lance(us, from, occupied)) & plain;
            sink.moves(from, targets.without(dead), targets & zone);
        }
        for from in self.pieces(us, KNIGHT).without(pinned) {
            let targets = attacks::steps(KNIGHT, us, from) & plain;
            sink.moves(from, targets.without(attacks::dead_squares(KNIGHT, us)), targets & zone);
        }
        for from in self.pieces(us, SILVER) {
            let targets = within(from, attacks::steps(SILVER, us, from)) & plain;
            sink.moves(from, targets, targets & promoting(from));
        }
        for from in self.golds() & own {
            let targets = within(from, attacks::steps(GOLD, us, from)) & plain;
            sink.moves(from, targets, Bitboard::EMPTY);
        }
        for from in self.pieces(us, BISHOP) {
            let targets = within(from, Board::bishop(from, occupied));
            sink.moves(from, targets & plain, targets & gaining & promoting(from));
        }
        for from in self.pieces(us, ROOK) {
            let targets = within(from, Board::rook(from, occupied));
            sink.moves(from, targets & plain, targets & gaining & promoting(from));
        }
        for from in self.pieces(us, HORSE) {
            let targets = within(from, attacks::attacks(HORSE, us, from, occupied));
            sink.moves(from, targets & plain, Bitboard::EMPTY);
        }
        for from in self.pieces(us, DRAGON) {
            let targets = within(from, attacks::attacks(DRAGON, us, from, occupied));
            sink.moves(from, targets & plain, Bitboard::EMPTY);
        }
    }

    #[inline(always)]
    fn drop_moves<S: Sink>(&self, us: Side, empty: Bitboard, sink: &mut S) {
        let hand = self.hand(us);
        if hand[PAWN] > 0 {
            sink.drops(PAWN, self.pawn_drops(us, empty));
        }
        for kind in (LANCE..HAND_KINDS).filter(|&kind| hand[kind] > 0) {
            sink.drops(kind, empty.without(attacks::dead_squares(kind, us)));
        }
    }

    /// Those of the empty squares on which a pawn may be dropped.
    fn pawn_drops(&self, us: Side, empty: Bitboard) -> Bitboard {
        let columns = attacks::columns_without(self.pieces(us, PAWN));
        let mut targets = (empty & columns).without(attacks::dead_squares(PAWN, us));
        let check = attacks::steps(PAWN, !us, self.king(!us)) & targets;
        if check.any() && self.is_pawn_drop_mate(us, check.first()) {
            targets = targets.without(check);
        }
        targets
    }

    /// Uchifuzume: whether a pawn that `us` drops on `to`, giving check, mates.
    pub(super) fn is_pawn_drop_mate(&self, us: Side, to: Square) -> bool {
        let king = self.king(!us);
        let occupied = self.occupied() | to.bit();

        // A piece takes the pawn, unless a slider then hits the king through the square it left.
        let takers = self.attackers(to, !us, occupied).without(king.bit());
        for from in takers {
            let after = occupied.without(from.bit());
            if self.sliders_to(king, us, after).is_empty() {
                return false;
            }
        }

        // The king steps away or takes the pawn itself.
        let without_king = occupied.without(king.bit());
        let flights = attacks::KING_AREA[king.index()].without(self.side(!us));
        flights.into_iter().all(|square| self.attackers(square, us, without_king).any())
    }

    /// The squares around the king of `us` that the enemy attacks, looking through that king.
    fn king_danger(&self, us: Side) -> Bitboard {
        let them = !us;
        let king = self.king(us);
        let enemy = self.side(them);
        let occupied = self.occupied().without(king.bit());
        let near = enemy & attacks::KING_SURROUNDINGS[king.index()]
            | self.pieces(them, KNIGHT) & attacks::KING_NEIGHBOURHOOD[king.index()];
        let mut danger = Bitboard::EMPTY;
        for from in near {
            danger |= attacks::steps(self.piece(from).kind(), them, from);
        }
        for from in self.pieces(them, LANCE) & attacks::lance_threats(us, king) {
            danger |= attacks::lance(them, from, occupied);
        }
        for from in self.rooks() & enemy & attacks::rook_threats(king) {
            danger |= Board::rook(from, occupied);
        }
        for from in self.bishops() & enemy & attacks::bishop_threats(king) {
            danger |= Board::bishop(from, occupied);
        }
        danger
    }

    /// Whether any 16 bits are a legal move here, and if not, why.
    pub(super) fn legality(&self, m: Move) -> Result<(), &'static str> {
        let to = m.to();
        if m.is_none() || m.bits() >> 15 != 0 || to.index() >= Board::SQUARES {
            return Err("it is no move");
        }
        if m.is_drop() { self.drop_legality(m, to) } else { self.board_legality(m, m.from(), to) }
    }

    fn drop_legality(&self, m: Move, to: Square) -> Result<(), &'static str> {
        let us = self.side_to_move();
        let kind = m.drop_kind();
        if kind >= HAND_KINDS || m.is_promotion() {
            return Err("it is no move");
        }
        if self.hand(us)[kind] == 0 {
            return Err("no such piece is in hand");
        }
        if !self.piece(to).is_none() {
            return Err("the square is occupied");
        }
        if attacks::dead_squares(kind, us).contains(to) {
            return Err("the piece could never move from there");
        }
        if kind == PAWN && !attacks::columns_without(self.pieces(us, PAWN)).contains(to) {
            return Err("two unpromoted pawns on one file (nifu)");
        }
        let checkers = self.now.checkers;
        if checkers.any()
            && (checkers.many() || !Board::between(self.king(us), checkers.first()).contains(to))
        {
            return Err("the king stays in check");
        }
        if kind == PAWN
            && attacks::steps(PAWN, us, to).contains(self.king(!us))
            && self.is_pawn_drop_mate(us, to)
        {
            return Err("mate by a pawn drop (uchifuzume)");
        }
        Ok(())
    }

    fn board_legality(&self, m: Move, from: Square, to: Square) -> Result<(), &'static str> {
        let us = self.side_to_move();
        if from.index() >= Board::SQUARES {
            return Err("it is no move");
        }
        let piece = self.piece(from);
        if piece.is_none() {
            return Err("the square it starts from is empty");
        }
        if piece.side() != us {
            return Err("the piece is the opponent's");
        }
        let kind = piece.kind();
        let occupied = self.occupied();
        if !attacks::reaches(kind, us, from, to, occupied) {
            return Err("the piece does not move there");
        }
        if self.side(us).contains(to) {
            return Err("an own piece stands there");
        }
        if m.is_promotion() {
            let zone = attacks::zone(us);
            if !promotes(kind) {
                return Err("the piece does not promote");
            }
            if !zone.contains(from) && !zone.contains(to) {
                return Err("promotion outside the zone");
            }
        } else if attacks::dead_squares(kind, us).contains(to) {
            return Err("the piece must promote there");
        }
        if kind == KING {
            let attacked = self.attackers(to, !us, occupied.without(from.bit())).any();
            return if attacked { Err("the king would be in check") } else { Ok(()) };
        }
        let king = self.king(us);
        let checkers = self.now.checkers;
        if checkers.any()
            && (checkers.many() || !(Board::between(king, checkers.first()) | checkers).contains(to))
        {
            return Err("the king stays in check");
        }
        if self.pinned(us).contains(from) && !attacks::ray_through(king, from).contains(to) {
            return Err("the piece is pinned: the king would be in check");
        }
        Ok(())
    }
}
