//! The board: pieces, playing and taking back moves, attackers and exchanges.

use std::ops::Not;

use crate::core::bitboard::MAX_SQUARES;
use crate::core::{Bitboard, Move, MoveList, Score, Side, Square, zobrist};
use crate::game::{Outcome, Position, Stage};

use super::attacks::{self, Board};
use super::eval;
use super::movegen::{self, Counter};
use super::rules::{self, Rules};

pub const PAWN: usize = 0;
pub const ADVISOR: usize = 1;
pub const ELEPHANT: usize = 2;
pub const HORSE: usize = 3;
pub const CANNON: usize = 4;
pub const CHARIOT: usize = 5;
pub const KING: usize = 6;
pub const KINDS: usize = 7;

/// What stands on a point: bits 0–2 the kind, bit 3 the side; kind 7 is an empty point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece(u8);

impl Piece {
    pub const NONE: Piece = Piece(KINDS as u8);
    /// Indices that tables need.
    pub const COUNT: usize = 16;

    #[inline(always)]
    pub const fn new(side: Side, kind: usize) -> Piece {
        Piece((side as u8) << 3 | kind as u8)
    }

    /// The kind, or [`KINDS`] on an empty point.
    #[inline(always)]
    pub const fn kind(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The side; meaningless on an empty point.
    #[inline(always)]
    pub const fn side(self) -> Side {
        if self.0 & 8 == 0 { Side::First } else { Side::Second }
    }

    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.kind() < KINDS
    }

    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }
}

static PIECE_KEYS: [[u64; MAX_SQUARES]; Piece::COUNT] = zobrist::key_rows(0x7869_616e_6771_6901);
const SIDE_KEY: u64 = zobrist::mix(0x7869_616e_6771_6902);

/// Plies of a long game that fit before the stack of states grows.
const ROOM: usize = 512;

/// What changes from ply to ply and cannot be recomputed from the board, or not cheaply.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// Pieces that give check to the side to move.
    pub checkers: Bitboard,
    pub key: u64,
    /// Material and piece-square values, seen by the first side.
    pub psq: Score,
    /// Plies since the last capture: the clock of the 60-move rule.
    pub clock: u32,
    /// Plies since the last move that cannot be undone by other moves: how far back a repetition may lie.
    pub reversible: u32,
    /// The move that led here.
    m: Move,
    captured: Piece,
}

/// A xiangqi position with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Xiangqi {
    board: [Piece; MAX_SQUARES],
    kinds: [Bitboard; KINDS],
    sides: [Bitboard; 2],
    kings: [Square; 2],
    side: Side,
    /// Plies before the first state, as the position text told.
    first_ply: usize,
    /// The state now, apart from the stack so that reading it needs no bounds check.
    pub(super) now: State,
    /// The states before, oldest first.
    pub(super) past: Vec<State>,
    pub(super) rules: Rules,
}

impl Xiangqi {
    /// Sets up a position. The pieces must be one king of each side and at most a full set of others,
    /// on points where they may stand ([`super::fen`] checks that).
    pub(super) fn set_up(
        pieces: &[(Square, Piece)],
        side: Side,
        clock: u32,
        first_ply: usize,
        rules: &Rules,
    ) -> Xiangqi {
        let mut position = Xiangqi {
            board: [Piece::NONE; MAX_SQUARES],
            kinds: [Bitboard::EMPTY; KINDS],
            sides: [Bitboard::EMPTY; 2],
            kings: [Square(0); 2],
            side,
            first_ply,
            now: State {
                checkers: Bitboard::EMPTY,
                key: if side == Side::Second { SIDE_KEY } else { 0 },
                psq: 0,
                clock,
                reversible: 0,
                m: Move::NONE,
                captured: Piece::NONE,
            },
            past: Vec::with_capacity(ROOM),
            rules: *rules,
        };
        for &(square, piece) in pieces {
            position.put(square, piece);
            position.now.key ^= PIECE_KEYS[piece.index()][square.index()];
            position.now.psq += eval::piece_square(piece, square);
            if piece.kind() == KING {
                position.kings[piece.side().index()] = square;
            }
        }
        position.now.checkers = position.checks_on(side);
        position
    }

    #[inline(always)]
    fn put(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = piece;
        self.kinds[piece.kind()].set(square);
        self.sides[piece.side().index()].set(square);
    }

    #[inline(always)]
    fn take(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = Piece::NONE;
        self.kinds[piece.kind()].clear(square);
        self.sides[piece.side().index()].clear(square);
    }

    /// What stands on a point; nothing stands off the board.
    #[inline(always)]
    pub fn piece(&self, square: Square) -> Piece {
        self.board.get(square.index()).copied().unwrap_or(Piece::NONE)
    }

    /// All pieces of a kind, both sides'.
    #[inline(always)]
    pub fn kind(&self, kind: usize) -> Bitboard {
        self.kinds[kind]
    }

    /// All pieces of a side.
    #[inline(always)]
    pub fn side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// A side's pieces of a kind.
    #[inline(always)]
    pub fn pieces(&self, side: Side, kind: usize) -> Bitboard {
        self.kinds[kind] & self.sides[side.index()]
    }

    #[inline(always)]
    pub fn king(&self, side: Side) -> Square {
        self.kings[side.index()]
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.now.checkers
    }

    /// Plies since the last capture, those before the position text's included.
    pub fn capture_clock(&self) -> u32 {
        self.now.clock
    }

    /// The pieces of `by`, out of `enemies`, that could take a king of the other side on `target` if
    /// `occupied` were the occupied points. A general guards its file, so the other general is one.
    #[inline(always)]
    pub(super) fn king_attackers(
        &self,
        target: Square,
        by: Side,
        enemies: Bitboard,
        occupied: Bitboard,
    ) -> Bitboard {
        let mut set = attacks::pawn_sources(by, target) & self.kinds[PAWN] & enemies;
        let horses = self.kinds[HORSE] & enemies;
        if horses.intersects(attacks::horse_sources(target, Bitboard::EMPTY)) {
            set |= attacks::horse_sources(target, occupied) & horses;
        }
        let aligned = attacks::cross(target) & enemies;
        for from in aligned & (self.kinds[CHARIOT] | self.kinds[KING]) {
            if !Board::between(target, from).intersects(occupied) {
                set.set(from);
            }
        }
        for from in aligned & self.kinds[CANNON] {
            let screens = Board::between(target, from) & occupied;
            if screens.any() && !screens.many() {
                set.set(from);
            }
        }
        set
    }

    /// The pieces that attack the king of `side` as the board stands.
    #[inline(always)]
    pub(super) fn checks_on(&self, side: Side) -> Bitboard {
        self.king_attackers(self.king(side), !side, self.side(!side), self.occupied())
    }

    /// Whether a move that this piece can make leaves the own king unattacked.
    #[inline(always)]
    pub(super) fn is_safe(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.side);
        let king = if from == king { to } else { king };
        let occupied = self.occupied().without(from.bit()) | to.bit();
        let enemies = self.side(!self.side).without(to.bit());
        self.king_attackers(king, !self.side, enemies, occupied).is_empty()
    }

    /// The points that the piece on a point reaches, own pieces included.
    #[inline(always)]
    pub(super) fn reach(&self, square: Square) -> Bitboard {
        let piece = self.piece(square);
        match piece.kind() {
            PAWN => attacks::pawn(piece.side(), square),
            ADVISOR => attacks::advisor(square),
            ELEPHANT => attacks::elephant(square, self.occupied()),
            HORSE => attacks::horse(square, self.occupied()),
            CANNON => attacks::cannon(square, self.occupied()),
            CHARIOT => attacks::chariot(square, self.occupied()),
            KING => attacks::king(square),
            _ => Bitboard::EMPTY,
        }
    }

    /// Makes the next state the current one; the turn passes.
    #[inline(always)]
    fn push(&mut self, next: State) {
        self.past.push(self.now);
        self.now = next;
        self.side = !self.side;
    }
}

impl Position for Xiangqi {
    const SQUARES: usize = Board::SQUARES;
    const KINDS: usize = KINDS;

    /// Found by `ryuma tune screen`: see `docs/matches.md`.
    const SEARCH_CONSTANTS: &'static [(&'static str, i32)] = &[
        ("reduction_cutoffs", 512),
        ("history_factor", 230),
        ("late_history", 0),
        ("history_prune", 2000),
        ("reduction_history", 9000),
        ("reduction_root", 1024),
    ];

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.now.key
    }

    #[inline(always)]
    fn key_after(&self, m: Move) -> u64 {
        let (from, to) = (m.from(), m.to());
        let (moved, captured) = (self.board[from.index()], self.board[to.index()]);
        let keys = &PIECE_KEYS[moved.index()];
        let key = self.now.key ^ SIDE_KEY ^ keys[from.index()] ^ keys[to.index()];
        if captured.is_some() { key ^ PIECE_KEYS[captured.index()][to.index()] } else { key }
    }

    /// Pawns and defenders.
    fn structure_key(&self) -> u64 {
        let men = self.kinds[PAWN] | self.kinds[KING] | self.kinds[ADVISOR] | self.kinds[ELEPHANT];
        zobrist::of_sets([self.kinds[PAWN], men & self.sides[0], men & self.sides[1]])
    }

    fn game_ply(&self) -> usize {
        self.first_ply + self.past.len()
    }

    fn plies_to_limit(&self) -> u32 {
        match self.rules.draw_moves {
            0 => u32::MAX,
            moves => (2 * moves).saturating_sub(self.now.clock),
        }
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.now.checkers.any()
    }

    fn do_move(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        let (moved, captured) = (self.board[from.index()], self.board[to.index()]);
        let mut next = State {
            checkers: Bitboard::EMPTY,
            key: self.key_after(m),
            psq: self.now.psq - eval::piece_square(moved, from) + eval::piece_square(moved, to),
            clock: self.now.clock + 1,
            reversible: self.now.reversible + 1,
            m,
            captured,
        };
        if captured.is_some() {
            self.take(to, captured);
            next.psq -= eval::piece_square(captured, to);
            next.clock = 0;
            next.reversible = 0;
        }
        // Pawns never go back; sideways they may.
        if moved.kind() == PAWN && from.row() != to.row() {
            next.reversible = 0;
        }
        self.take(from, moved);
        self.put(to, moved);
        if moved.kind() == KING {
            self.kings[self.side.index()] = to;
        }
        self.push(next);
        self.now.checkers = self.checks_on(self.side);
    }

    fn undo_move(&mut self) {
        let State { m, captured, .. } = self.now;
        // The stack holds a state for each move played, so this never falls through.
        let Some(before) = self.past.pop() else { return };
        self.now = before;
        self.side = !self.side;
        let (from, to) = (m.from(), m.to());
        let moved = self.board[to.index()];
        self.take(to, moved);
        self.put(from, moved);
        if moved.kind() == KING {
            self.kings[self.side.index()] = from;
        }
        if captured.is_some() {
            self.put(to, captured);
        }
    }

    fn do_null(&mut self) {
        self.push(State {
            checkers: Bitboard::EMPTY,
            key: self.now.key ^ SIDE_KEY,
            clock: self.now.clock + 1,
            // Nothing before the null move is a position of the same game.
            reversible: 0,
            m: Move::NONE,
            captured: Piece::NONE,
            ..self.now
        });
    }

    fn undo_null(&mut self) {
        if let Some(before) = self.past.pop() {
            self.now = before;
            self.side = self.side.not();
        }
    }

    fn null_is_safe(&self) -> bool {
        (self.kinds[CHARIOT] | self.kinds[CANNON] | self.kinds[HORSE]).intersects(self.side(self.side))
    }

    fn generate(&self, stage: Stage, moves: &mut MoveList) {
        movegen::generate(self, stage, moves);
        if stage == Stage::Checks {
            moves.retain(|m| self.gives_check(*m));
        }
    }

    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        let (from, to, us) = (m.from(), m.to(), self.side);
        let king = self.king(!us);
        if !attacks::check_zone(king).intersects(from.bit() | to.bit()) {
            return false;
        }
        let occupied = self.occupied().without(from.bit()) | to.bit();
        let between = |open: usize| {
            attacks::cross(king).contains(to) && (Board::between(king, to) & occupied).count() == open
        };
        let direct = match self.board[from.index()].kind() {
            PAWN => attacks::pawn_sources(us, king).contains(to),
            HORSE => attacks::horse_sources(king, occupied).contains(to),
            CANNON => between(1),
            CHARIOT => between(0),
            _ => false,
        };
        direct || self.king_attackers(king, us, self.side(us).without(from.bit()), occupied).any()
    }

    fn count_moves(&self) -> usize {
        let mut counter = Counter(0);
        movegen::generate(self, Stage::All, &mut counter);
        counter.0
    }

    fn is_legal(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        m == Move::new(from, to)
            && to.index() < Board::SQUARES
            && from.index() < Board::SQUARES
            && self.side(self.side).contains(from)
            && !self.side(self.side).contains(to)
            && self.reach(from).contains(to)
            && self.is_safe(from, to)
    }

    #[inline(always)]
    fn moved_kind(&self, m: Move) -> usize {
        self.piece(m.from()).kind()
    }

    #[inline(always)]
    fn captured_kind(&self, m: Move) -> Option<usize> {
        let captured = self.piece(m.to());
        captured.is_some().then_some(captured.kind())
    }

    #[inline(always)]
    fn is_tactical(&self, m: Move) -> bool {
        self.piece(m.to()).is_some()
    }

    fn exchange_value(kind: usize) -> Score {
        eval::EXCHANGE_VALUES[kind]
    }

    #[inline(always)]
    fn landing_kind(&self, m: Move) -> usize {
        self.moved_kind(m)
    }

    fn least_attacker(
        &self,
        target: Square,
        side: Side,
        occupied: Bitboard,
        _occupant: usize,
    ) -> Option<(Square, usize)> {
        let own = self.side(side) & occupied;
        // Cheapest kind first; the sets that need slides come last.
        for kind in [PAWN, ADVISOR, ELEPHANT, HORSE, CANNON, CHARIOT, KING] {
            let pieces = self.kinds[kind] & own;
            if pieces.is_empty() {
                continue;
            }
            let sources = match kind {
                PAWN => attacks::pawn_sources(side, target),
                ADVISOR => attacks::advisor(target),
                ELEPHANT => attacks::elephant(target, occupied),
                HORSE => attacks::horse_sources(target, occupied),
                CANNON => attacks::cannon_jumps(target, occupied),
                CHARIOT => attacks::chariot(target, occupied),
                _ => attacks::king(target),
            };
            let attackers = sources & pieces;
            if attackers.any() {
                return Some((attackers.first(), kind));
            }
        }
        None
    }

    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    fn outcome(&self, ply: usize) -> Outcome {
        rules::outcome(self, ply)
    }

    fn evaluate(&self) -> Score {
        eval::evaluate(self)
    }
}
