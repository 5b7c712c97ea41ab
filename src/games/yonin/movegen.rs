//! The legal moves of a state, as far as they don't depend on its history.

use std::ops::ControlFlow;

use crate::core::bitboard::line;
use crate::core::{Bitboard, Move, Player, Square};

use super::attacks::{self, Board, LAST_LINE, ZONE};
use super::piece::*;
use super::rules::{Format, Rules};
use super::state::State;

impl State {
    /// Whether the player to move has a legal move.
    pub(super) fn has_move(&self, rules: &Rules) -> bool {
        self.visit_moves(rules, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Shows every legal move to `visit`, until it has seen enough.
    pub(super) fn visit_moves(
        &self,
        rules: &Rules,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match rules.format {
            Format::Single => self.visit(rules, visit),
            // No move may attack the partner's king anew.
            Format::Pairs => self.visit(rules, &mut |m| {
                if self.attacks_partner(m) { ControlFlow::Continue(()) } else { visit(m) }
            }),
        }
    }

    fn visit(&self, rules: &Rules, visit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let us = self.turn;
        let king = self.king(us);
        let (occupied, own) = (self.occupied(), self.owned(us.index()));
        let checkers = self.checkers(us);
        let free = Board::ALL.without(own | self.kind(KING));

        let without_king = occupied.without(king.bit());
        for to in attacks::around(king) & free {
            if !self.attackers(to, without_king).intersects(self.foes(us)) {
                visit(Move::new(king, to))?;
            }
        }
        if checkers.many() {
            return ControlFlow::Continue(());
        }
        // A single check is answered by capture or between.
        let answers = match checkers.is_empty() {
            true => Board::ALL,
            false => checkers | Board::between(king, checkers.first()),
        };
        let pinned = self.pinned(us);
        for from in own.without(king.bit()) {
            let piece = self.piece(from);
            let mut targets = attacks::reach(piece.kind(), piece.facing(), from, occupied) & free & answers;
            if pinned.contains(from) {
                // A pin lies on a line, or it would be none.
                targets = line(king, from).map_or(targets, |direction| targets & Board::ray(direction, king));
            }
            for to in targets {
                let zone = ZONE[piece.facing().index()];
                let promotes = PROMOTED[piece.kind()] != piece.kind() && piece.kind() != GOLD;
                if promotes && zone.intersects(from.bit() | to.bit()) {
                    visit(Move::promotion(from, to))?;
                    if piece.kind() == PAWN && LAST_LINE[piece.facing().index()].contains(to) {
                        continue;
                    }
                }
                visit(Move::new(from, to))?;
            }
        }
        let empty = Board::ALL.without(occupied) & answers;
        if empty.any() {
            self.visit_drops(empty, rules, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn visit_drops(
        &self,
        empty: Bitboard,
        rules: &Rules,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = self.turn;
        let hand = self.hand(us);
        for kind in [ROOK, GOLD, SILVER] {
            if hand[kind] > 0 {
                for to in empty {
                    visit(Move::drop(kind, to))?;
                }
            }
        }
        if hand[PAWN] > 0 {
            for to in self.pawn_drops(empty) {
                let check = self.kings_before(us, to).next();
                if check.is_none_or(|victim| !self.pawn_mates(to, victim, rules)) {
                    visit(Move::drop(PAWN, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Where a pawn may be dropped, if it does not mate.
    fn pawn_drops(&self, empty: Bitboard) -> Bitboard {
        let us = self.turn;
        let mut squares = empty.without(LAST_LINE[us.index()]);
        for pawn in self.owned(us.index()) & self.kind(PAWN) & self.facing(us) {
            squares = squares.without(attacks::lane(us, pawn));
        }
        for king in self.kind(KING) & self.owned(NOBODY) {
            squares = squares.without(attacks::steps(PAWN, us.opposite(), king));
        }
        squares
    }

    /// The living player, if any, whose king a pawn dropped on a square attacks.
    fn kings_before(&self, us: Player, to: Square) -> impl Iterator<Item = Player> {
        let target = attacks::steps(PAWN, us, to);
        us.others().filter(move |&player| self.is_alive(player) && target.contains(self.king(player)))
    }

    /// Whether a pawn dropped on this square leaves the player whose king it attacks without a legal move, others who
    /// may have to move before them not thought of.
    fn pawn_mates(&self, to: Square, victim: Player, rules: &Rules) -> bool {
        let mut next = *self;
        next.place(Move::drop(PAWN, to));
        next.find_all_checks();
        next.turn = victim;
        !next.has_move(rules)
    }

    /// The player's pieces that alone stand between their king and a foe's rook.
    fn pinned(&self, player: Player) -> Bitboard {
        let king = self.king(player);
        let occupied = self.occupied();
        let lines = Board::row(king.row()) | Board::column(king.column());
        let mut pinned = Bitboard::EMPTY;
        for rook in self.rooks() & self.foes(player) & lines {
            let between = Board::between(king, rook) & occupied;
            if !between.many() {
                pinned |= between;
            }
        }
        pinned & self.owned(player.index())
    }

    /// Whether a move attacks the partner's king anew: with the piece that moves, or with another's through the
    /// square that it leaves.
    fn attacks_partner(&self, m: Move) -> bool {
        let us = self.turn;
        let partner = us.opposite();
        if !self.is_alive(partner) {
            return false;
        }
        let king = self.king(partner);
        let near = attacks::around(king).contains(m.to());
        let along = |square: Square| square.row() == king.row() || square.column() == king.column();
        if !near && !along(m.to()) && (m.is_drop() || !along(m.from())) {
            return false;
        }
        let mut next = *self;
        next.place(m);
        let now = next.find_checkers(partner);
        (now.without(self.checkers(partner)) | now & m.to().bit()).any()
    }
}
