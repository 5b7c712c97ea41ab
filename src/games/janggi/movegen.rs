//! Fully legal moves, worked out once a node.
//!
//! Out of check almost every move is legal by construction. What a move could expose the general to is
//! told by two small sets ([`Danger`]): own pieces that may not simply leave, and squares that may not simply be
//! entered. Only moves that touch them are tried on the changed board. In check, and for the general's own
//! moves, every candidate is tried; candidates are few.

use crate::core::{Bitboard, Move, MoveList, Side, Square};
use crate::game::{Position, Stage};

use super::attacks::{self, Board, lines, path};
use super::piece::kind;
use super::position::Janggi;

/// Takes in legal moves: the targets of one piece at a time.
trait Sink {
    fn moves(&mut self, from: Square, targets: Bitboard);
    fn pass(&mut self, general: Square);
}

/// Counts moves without listing them.
struct Count(usize);

impl Sink for Count {
    #[inline(always)]
    fn moves(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn pass(&mut self, _: Square) {
        self.0 += 1;
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn moves(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }

    #[inline(always)]
    fn pass(&mut self, general: Square) {
        self.push(Move::pass(general));
    }
}

/// Where a move may change whether the general is attacked, when it is not in check.
struct Danger {
    /// Own pieces: the one piece before a chariot, in a leg of a horse or elephant; of two pieces before a
    /// cannon, if one may be a screen.
    from: Bitboard,
    /// Squares before a cannon that looks at the general over nothing, where a piece would be its screen;
    /// enemy cannons that stand as no screen before another cannon, which a capture would replace by one.
    to: Bitboard,
}

impl Janggi {
    fn danger(&self, us: Side) -> Danger {
        let general = self.general(us);
        let occupied = self.occupied();
        let own = self.sides[us.index()];
        let them = self.sides[(!us).index()];
        let cannons = self.kinds[kind::CANNON];
        let on_line = lines(general) & them;
        let mut danger = Danger { from: Bitboard::EMPTY, to: Bitboard::EMPTY };
        let plain = on_line & self.kinds[kind::CHARIOT]
            | attacks::horse_zone(general) & them & self.kinds[kind::HORSE]
            | attacks::elephant_zone(general) & them & self.kinds[kind::ELEPHANT];
        for attacker in plain {
            let between = path(general, attacker) & occupied;
            if !between.many() {
                danger.from |= between & own;
            }
        }
        for attacker in on_line & cannons {
            let way = path(general, attacker);
            let between = way & occupied;
            match between.count() {
                0 => danger.to |= way,
                1 => danger.to |= between & them,
                // Whoever leaves, or takes the other, makes a screen of the one that is left, unless that is a
                // cannon. Of two cannons neither can.
                2 if between.without(cannons).any() => danger.from |= between & own,
                _ => {}
            }
        }
        danger
    }

    /// Whether a move of a piece other than the general leaves the own general attacked.
    fn exposes(&self, us: Side, from: Square, to: Square) -> bool {
        let occupied = self.occupied().without(from.bit()) | to.bit();
        let cannons = self.kinds[kind::CANNON];
        let cannons =
            if cannons.contains(from) { cannons ^ from.bit() | to.bit() } else { cannons.without(to.bit()) };
        // The piece on `to`, if it was an enemy, is gone.
        self.attackers(self.general(us), !us, occupied, cannons).without(to.bit()).any()
    }

    /// Whether the general would be attacked on `to`.
    #[inline(always)]
    fn general_attacked(&self, us: Side, to: Square) -> bool {
        let occupied = self.occupied() ^ self.general(us).bit();
        self.attackers(to, !us, occupied.without(to.bit()), self.kinds[kind::CANNON].without(to.bit())).any()
    }

    /// The targets of a piece that is no general, own pieces and legality not looked at.
    #[inline(always)]
    fn reach(&self, us: Side, kind: usize, from: Square, occupied: Bitboard) -> Bitboard {
        match kind {
            kind::SOLDIER => attacks::soldier(us, from),
            kind::HORSE => attacks::horse(from, occupied),
            kind::ELEPHANT => attacks::elephant(from, occupied),
            kind::CANNON => attacks::cannon(from, occupied, self.kinds[kind::CANNON]),
            kind::CHARIOT => attacks::chariot(from, occupied),
            _ => attacks::palace_step(from),
        }
    }

    /// Whether a legal move gives check.
    #[inline]
    pub(super) fn checks(&self, m: Move) -> bool {
        let (from, to, us) = (m.from(), m.to(), self.side);
        if from == to {
            return false;
        }
        let general = self.general(!us);
        let kind = self.board[from.index()].kind();
        let occupied = self.occupied().without(from.bit()) | to.bit();
        let mut cannons = self.kinds[kind::CANNON].without(from.bit() | to.bit());
        let clear = || !attacks::path(general, to).intersects(occupied);
        let direct = match kind {
            kind::SOLDIER => attacks::soldier_sources_of(us, general).contains(to),
            kind::HORSE => attacks::horse_zone(general).contains(to) && clear(),
            kind::ELEPHANT => attacks::elephant_zone(general).contains(to) && clear(),
            kind::CHARIOT => attacks::lines(general).contains(to) && clear(),
            kind::CANNON => {
                let screens = attacks::path(general, to) & occupied;
                let jumps = screens.any() && !screens.many() && !screens.intersects(cannons);
                cannons.set(to);
                jumps && attacks::lines(general).contains(to)
            }
            _ => false,
        };
        // Others attack the general after it only if the move changed a line or left a leg.
        let changed = attacks::lines(general).intersects(from.bit() | to.bit())
            || attacks::legs(general).contains(from);
        direct || changed && self.attackers(general, us, occupied, cannons).any()
    }

    /// Of `targets`, those to which the piece may go without exposing the general.
    #[cold]
    #[inline(never)]
    fn safe(&self, us: Side, from: Square, targets: Bitboard) -> Bitboard {
        let mut safe = Bitboard::EMPTY;
        for to in targets {
            if !self.exposes(us, from, to) {
                safe.set(to);
            }
        }
        safe
    }

    /// Under Fairy's rule: whether the side to move may only break the generals' line, or pass.
    #[inline(always)]
    fn must_break(&self) -> bool {
        self.state.facing && self.rules.style.forces_bikjang()
    }

    /// Whether a pass is legal.
    #[inline(always)]
    fn may_pass(&self) -> bool {
        !self.state.no_moves && (!self.in_check() || self.must_break())
    }

    /// The squares that a move must land on to answer facing generals, by Fairy's rule: for the
    /// general, and for other pieces.
    fn breaking(&self, us: Side) -> (Bitboard, Bitboard) {
        let (own, other) = (self.general(us), self.general(!us));
        (Board::ALL.without(Board::column(other.column())), path(own, other))
    }

    #[inline(always)]
    fn each<S: Sink>(&self, goal: Bitboard, pass: bool, sink: &mut S) {
        if self.state.no_moves {
            return;
        }
        let us = self.side;
        let own = self.sides[us.index()];
        let occupied = self.occupied();
        let general = self.general(us);
        let mut goal = goal.without(own);
        let mut general_goal = goal;
        if self.must_break() {
            let (file_left, between) = self.breaking(us);
            general_goal &= file_left;
            goal &= between;
        }
        let mut steps = attacks::palace_step(general) & general_goal;
        for to in steps {
            if self.general_attacked(us, to) {
                steps.clear(to);
            }
        }
        sink.moves(general, steps);
        if pass && self.may_pass() {
            sink.pass(general);
        }
        if self.in_check() {
            self.evasions(us, goal, sink);
            return;
        }
        let danger = self.danger(us);
        macro_rules! pieces {
            ($kind:expr) => {
                for from in own & self.kinds[$kind] {
                    let mut targets = self.reach(us, $kind, from, occupied) & goal;
                    if danger.from.contains(from) {
                        targets = self.safe(us, from, targets);
                    } else if targets.intersects(danger.to) {
                        targets = targets.without(danger.to) | self.safe(us, from, targets & danger.to);
                    }
                    sink.moves(from, targets);
                }
            };
        }
        pieces!(kind::SOLDIER);
        pieces!(kind::GUARD);
        pieces!(kind::ELEPHANT);
        pieces!(kind::HORSE);
        pieces!(kind::CANNON);
        pieces!(kind::CHARIOT);
    }

    /// Answers to a check by pieces other than the general: capture, step into the way, or take a cannon's screen away.
    #[inline(never)]
    fn evasions<S: Sink>(&self, us: Side, goal: Bitboard, sink: &mut S) {
        let general = self.general(us);
        let occupied = self.occupied();
        let mut answers = Board::ALL;
        let mut screens = Bitboard::EMPTY;
        for checker in self.state.checkers {
            let way = path(general, checker);
            answers &= way | checker.bit();
            if self.kinds[kind::CANNON].contains(checker) {
                screens |= way & occupied;
            }
        }
        for kind in kind::SOLDIER..kind::KING {
            for from in self.pieces(us, kind) {
                let goal = if screens.contains(from) { goal } else { goal & answers };
                let targets = self.reach(us, kind, from, occupied) & goal;
                sink.moves(from, self.safe(us, from, targets));
            }
        }
    }

    pub(super) fn list_moves(&self, stage: Stage, moves: &mut MoveList) {
        match stage {
            Stage::All => self.each(Board::ALL, true, moves),
            Stage::Tactical => self.each(self.sides[(!self.side).index()], false, moves),
            Stage::Quiet => self.each(Board::ALL.without(self.occupied()), true, moves),
            Stage::Checks => {
                let general = self.general(!self.side);
                let zone =
                    attacks::lines(general) | attacks::horse_zone(general) | attacks::elephant_zone(general);
                self.each(zone.without(self.occupied()), false, moves);
                moves.retain(|m| self.checks(*m));
            }
        }
    }

    pub(super) fn count_legal(&self) -> usize {
        let mut count = Count(0);
        self.each(Board::ALL, true, &mut count);
        count.0
    }

    /// Whether any 16 bits are a legal move here.
    pub(super) fn is_legal_move(&self, m: Move) -> bool {
        self.objection(m).is_none()
    }

    /// Why a move is not legal here, if it is not.
    pub(super) fn objection(&self, m: Move) -> Option<&'static str> {
        let us = self.side;
        let (from, to) = (m.from(), m.to());
        if m.bits() != Move::new(from, to).bits() || !Board::ALL.contains(from) || !Board::ALL.contains(to) {
            return Some("it is no move of this board");
        }
        if self.state.no_moves {
            return Some("the game is over");
        }
        if from == to {
            return if from != self.general(us) {
                Some("a pass is written with the square of the general")
            } else if !self.may_pass() {
                Some("a side in check may not pass")
            } else {
                None
            };
        }
        let own = self.sides[us.index()];
        let occupied = self.occupied();
        if !own.contains(from) {
            return Some(if occupied.contains(from) {
                "the piece there is not the moving side's"
            } else {
                "there is no piece on its first square"
            });
        }
        if own.contains(to) {
            return Some("an own piece stands on its last square");
        }
        let kind = self.board[from.index()].kind();
        if !self.reach(us, kind, from, occupied).contains(to) {
            return Some("the piece does not go there");
        }
        if self.must_break() {
            let (file_left, between) = self.breaking(us);
            let goal = if kind == kind::KING { file_left } else { between };
            if !goal.contains(to) {
                return Some("the generals' line must be broken, or passed");
            }
        }
        let attacked =
            if kind == kind::KING { self.general_attacked(us, to) } else { self.exposes(us, from, to) };
        attacked.then_some("the own general would be attacked")
    }
}
