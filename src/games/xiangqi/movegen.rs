//! Legal moves, without trying any of them but the king's.
//!
//! Which moves expose the own king is decided by the lines on it: the row, column or leg between the
//! king and an enemy chariot, cannon, general or horse. For each line the number of pieces on it decides
//! the check (none for a chariot or horse, one for a cannon), and a move changes that number by at most
//! one: it takes a piece off the line, puts one on it, or takes the attacker. So each line yields two sets of allowed
//! targets, one for the pieces on it and one for all others; a move is legal when every line allows it.
//! That covers pins, screens, hollow cannons, evasions and double checks alike.

use arrayvec::ArrayVec;

use crate::core::{Bitboard, Move, MoveList, Square};
use crate::game::{Position, Stage};

use super::attacks::{self, Board};
use super::position::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KING, PAWN, Xiangqi};

/// Where generated moves go: as sets of targets, so that counting need not list them.
pub(super) trait Sink {
    fn moves(&mut self, from: Square, targets: Bitboard);
}

impl Sink for MoveList {
    #[inline(always)]
    fn moves(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }
}

/// The number of moves.
pub(super) struct Counter(pub usize);

impl Sink for Counter {
    #[inline(always)]
    fn moves(&mut self, _from: Square, targets: Bitboard) {
        self.0 += targets.count();
    }
}

/// What a line on the king allows the side to move.
struct Line {
    /// The points between the king and the attacker.
    between: Bitboard,
    /// Targets allowed to a piece that stands on one of them.
    inside: Bitboard,
    /// Targets allowed to any other piece.
    outside: Bitboard,
}

/// The most attackers with a line on one king: two chariots, two cannons, two horses, five pawns, a king.
const MAX_LINES: usize = 12;

/// What all lines on the king allow together.
struct Limits {
    /// Allowed to pieces that stand on no line.
    free: Bitboard,
    /// Pieces on a line that limits them.
    bound: Bitboard,
    lines: ArrayVec<Line, MAX_LINES>,
}

impl Limits {
    #[inline(always)]
    fn of(position: &Xiangqi) -> Limits {
        let side = position.side_to_move();
        let (own, enemies) = (position.side(side), position.side(!side));
        let occupied = own | enemies;
        let king = position.king(side);
        let mut limits = Limits { free: Board::ALL, bound: Bitboard::EMPTY, lines: ArrayVec::new() };

        let aligned = attacks::cross(king) & enemies;
        for from in aligned & (position.kind(CHARIOT) | position.kind(KING)) {
            limits.add_blocked(from, Board::between(king, from), occupied, own);
        }
        for from in aligned & position.kind(CANNON) {
            let between = Board::between(king, from);
            let screens = between & occupied;
            let bound = screens & own;
            match screens.count() {
                // Whoever enters is the screen.
                0 => limits.add(between, Bitboard::EMPTY, !between, bound),
                // Check: a second screen, or the only one steps away.
                1 => limits.add(between, !between, between.without(screens) | from.bit(), bound),
                2 => limits.add(between, between.without(screens) | from.bit(), Board::ALL, bound),
                _ => {}
            }
        }
        for from in attacks::horse_sources(king, Bitboard::EMPTY) & position.kind(HORSE) & enemies {
            limits.add_blocked(from, attacks::horse_leg(from, king).bit(), occupied, own);
        }
        for from in attacks::pawn_sources(!side, king) & position.kind(PAWN) & enemies {
            limits.add_blocked(from, Bitboard::EMPTY, occupied, own);
        }
        limits
    }

    /// A line that any piece on it closes.
    #[inline(always)]
    fn add_blocked(&mut self, from: Square, between: Bitboard, occupied: Bitboard, own: Bitboard) {
        let blockers = between & occupied;
        if blockers.is_empty() {
            self.add(between, Bitboard::EMPTY, between | from.bit(), Bitboard::EMPTY);
        } else if !blockers.many() {
            self.add(between, between | from.bit(), Board::ALL, blockers & own);
        }
    }

    #[inline(always)]
    fn add(&mut self, between: Bitboard, inside: Bitboard, outside: Bitboard, bound: Bitboard) {
        self.free &= outside;
        self.bound |= bound;
        self.lines.push(Line { between, inside, outside });
    }

    /// Targets allowed to the piece on `from`. A king has limits of its own.
    #[inline(always)]
    fn at(&self, from: Square) -> Bitboard {
        if self.bound.contains(from) { self.on_a_line(from) } else { self.free }
    }

    #[cold]
    fn on_a_line(&self, from: Square) -> Bitboard {
        self.lines.iter().fold(Board::ALL, |allowed, line| {
            allowed & if line.between.contains(from) { line.inside } else { line.outside }
        })
    }
}

/// Gives the legal moves of a stage to the sink.
#[inline(always)]
pub(super) fn generate<S: Sink>(position: &Xiangqi, stage: Stage, sink: &mut S) {
    let side = position.side_to_move();
    let own = position.side(side);
    let occupied = position.occupied();
    let targets = match stage {
        Stage::All => Board::ALL.without(own),
        Stage::Tactical => position.side(!side),
        Stage::Quiet => Board::ALL.without(occupied),
        Stage::Checks => {
            let king = position.king(!side);
            (attacks::cross(king) | attacks::horse_sources(king, Bitboard::EMPTY)).without(occupied)
        }
    };
    let limits = Limits::of(position);

    for from in position.kind(PAWN) & own {
        sink.moves(from, attacks::pawn(side, from) & targets & limits.at(from));
    }
    for from in position.kind(ADVISOR) & own {
        sink.moves(from, attacks::advisor(from) & targets & limits.at(from));
    }
    for from in position.kind(ELEPHANT) & own {
        sink.moves(from, attacks::elephant(from, occupied) & targets & limits.at(from));
    }
    for from in position.kind(HORSE) & own {
        sink.moves(from, attacks::horse(from, occupied) & targets & limits.at(from));
    }
    for from in position.kind(CANNON) & own {
        sink.moves(from, attacks::cannon(from, occupied) & targets & limits.at(from));
    }
    for from in position.kind(CHARIOT) & own {
        sink.moves(from, attacks::chariot(from, occupied) & targets & limits.at(from));
    }
    let king = position.king(side);
    for to in attacks::king(king) & targets {
        if position.is_safe(king, to) {
            sink.moves(king, to.bit());
        }
    }
}
