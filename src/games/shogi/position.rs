//! The board, the hands, and the stack of moves that led here.

use crate::core::bitboard::line;
use crate::core::zobrist::{self, key_rows};
use crate::core::{Bitboard, Direction, Move, MoveList, Score, Side, Square};
use crate::game::{Outcome, Position, Stage};

use super::attacks::{self, Board};
use super::eval;
use super::piece::*;
use super::rules::Rules;

const SQUARES: usize = Board::SQUARES;

/// Plies for which the stack has room from the start.
const STACK_RESERVE: usize = 1024;

/// Buckets of the counter of positions on the stack; a power of two.
const BUCKETS: usize = 4096;

static PIECE_KEYS: [[u64; SQUARES]; 2 * KINDS] = key_rows(0x5068_6F67_6931);
/// A hand that holds `n` of a kind has the key of index `n`.
static HAND_KEYS: [[u64; 19]; 2 * HAND_KINDS] = key_rows(0x5068_6F67_6932);
const SECOND_TO_MOVE: u64 = crate::core::zobrist::mix(0x5068_6F67_6933);

/// What belongs to one ply, and can't be worked back from the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// Pieces that give check to the side to move.
    pub checkers: Bitboard,
    pub key: u64,
    /// Material and piece-square values, the first side's less the second's, in centipawns.
    pub placement: Score,
    /// Plies since the game's start, null moves not counted.
    pub ply: u32,
    /// Plies since the last null move or the position text: how far repetitions are looked for.
    pub plies_back: u32,
    /// For each side, how many of its last moves on end gave check.
    pub checks: [u16; 2],
    /// The move that led here, and what it captured.
    pub played: Move,
    pub captured: Piece,
}

/// A shogi position and its history.
#[derive(Clone)]
pub struct Shogi {
    board: [Piece; SQUARES],
    kinds: [Bitboard; KINDS],
    sides: [Bitboard; 2],
    hands: [[u8; HAND_KINDS]; 2],
    kings: [Square; 2],
    turn: Side,
    pub(super) now: State,
    pub(super) past: Vec<State>,
    /// Positions on the stack, this one included, by the low bits of their keys: one of its own in its
    /// bucket has not occurred before. In shogi captured men come back, so that no move is irreversible
    /// and a plain look-back would have to scan the whole game at every node.
    buckets: Box<[u16]>,
    pub(super) rules: Rules,
}

/// What a position text gives.
pub(super) struct Setup {
    pub board: [Piece; SQUARES],
    pub hands: [[u8; HAND_KINDS]; 2],
    pub turn: Side,
    pub ply: u32,
}

impl Shogi {
    /// Builds a position; the setup has passed validation (one king each).
    pub(super) fn new(setup: &Setup, rules: &Rules) -> Shogi {
        let mut position = Shogi {
            board: [Piece::NONE; SQUARES],
            kinds: [Bitboard::EMPTY; KINDS],
            sides: [Bitboard::EMPTY; 2],
            hands: setup.hands,
            kings: [Square(0); 2],
            turn: setup.turn,
            now: State {
                checkers: Bitboard::EMPTY,
                key: if setup.turn == Side::Second { SECOND_TO_MOVE } else { 0 },
                placement: 0,
                ply: setup.ply,
                plies_back: 0,
                checks: [0; 2],
                played: Move::NONE,
                captured: Piece::NONE,
            },
            past: Vec::with_capacity(STACK_RESERVE),
            buckets: vec![0; BUCKETS].into_boxed_slice(),
            rules: rules.clone(),
        };
        for square in Board::ALL {
            let piece = setup.board[square.index()];
            if !piece.is_none() {
                position.put(piece.side(), piece.kind(), square);
            }
        }
        for side in Side::BOTH {
            for kind in 0..HAND_KINDS {
                let count = setup.hands[side.index()][kind];
                position.now.key ^= hand_key(side, kind, count);
                position.now.placement += side.sign() * Score::from(count) * eval::HAND_VALUES[kind];
            }
        }
        position.now.checkers =
            position.attackers(position.king(position.turn), !position.turn, position.occupied());
        position.count_in();
        position
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    /// How many pieces of each kind, pawn to rook, a side holds in hand.
    #[inline(always)]
    pub fn hand(&self, side: Side) -> &[u8; HAND_KINDS] {
        &self.hands[side.index()]
    }

    #[inline(always)]
    pub fn king(&self, side: Side) -> Square {
        self.kings[side.index()]
    }

    /// Squares of a side's pieces.
    #[inline(always)]
    pub fn side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// Squares of a side's pieces of one kind.
    #[inline(always)]
    pub fn pieces(&self, side: Side, kind: usize) -> Bitboard {
        self.kinds[kind] & self.sides[side.index()]
    }

    /// Squares of both sides' pieces that move as gold does.
    #[inline(always)]
    pub fn golds(&self) -> Bitboard {
        self.kinds[GOLD]
            | self.kinds[PRO_PAWN]
            | self.kinds[PRO_LANCE]
            | self.kinds[PRO_KNIGHT]
            | self.kinds[PRO_SILVER]
    }

    /// Squares of both sides' silvers.
    #[inline(always)]
    pub fn silvers(&self) -> Bitboard {
        self.kinds[SILVER]
    }

    /// Squares of both sides' rooks and dragons.
    #[inline(always)]
    pub fn rooks(&self) -> Bitboard {
        self.kinds[ROOK] | self.kinds[DRAGON]
    }

    /// Squares of both sides' bishops and horses.
    #[inline(always)]
    pub fn bishops(&self) -> Bitboard {
        self.kinds[BISHOP] | self.kinds[HORSE]
    }

    /// The pieces of `side` that attack a square if exactly `occupied` is occupied.
    pub fn attackers(&self, square: Square, side: Side, occupied: Bitboard) -> Bitboard {
        let to = |kind| attacks::steps(kind, !side, square);
        let mut set = to(PAWN) & self.kinds[PAWN]
            | to(KNIGHT) & self.kinds[KNIGHT]
            | to(SILVER) & self.kinds[SILVER]
            | to(GOLD) & self.golds()
            | to(KING) & (self.kinds[KING] | self.kinds[HORSE] | self.kinds[DRAGON]);
        set |= self.sliders_to(square, side, occupied);
        set & self.sides[side.index()] & occupied
    }

    /// The lances, bishops and rooks (promoted too) of `side` whose slides hit a square.
    pub(super) fn sliders_to(&self, square: Square, side: Side, occupied: Bitboard) -> Bitboard {
        let own = self.sides[side.index()] & occupied;
        let mut set = Bitboard::EMPTY;
        let lances = self.kinds[LANCE] & own;
        if lances.intersects(Board::ray(attacks::forward(!side), square)) {
            set |= attacks::lance(!side, square, occupied) & lances;
        }
        let rooks = self.rooks() & own;
        if rooks.intersects(attacks::rook_lines(square)) {
            set |= Board::rook(square, occupied) & rooks;
        }
        let bishops = self.bishops() & own;
        if bishops.intersects(attacks::bishop_lines(square)) {
            set |= Board::bishop(square, occupied) & bishops;
        }
        set
    }

    /// The pieces of `side` that alone stand between its king and an enemy slider: moving off the line would
    /// expose the king.
    pub(super) fn pinned(&self, side: Side) -> Bitboard {
        let king = self.king(side);
        let enemy = self.sides[(!side).index()];
        let occupied = self.occupied();
        let snipers = (self.rooks() & attacks::rook_lines(king)
            | self.bishops() & attacks::bishop_lines(king)
            | self.kinds[LANCE] & Board::ray(attacks::forward(side), king))
            & enemy;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = Board::between(king, sniper) & occupied;
            if !blockers.many() {
                pinned |= blockers;
            }
        }
        pinned & self.sides[side.index()]
    }

    /// The pieces of `side` that give check after its move: the one of this kind that now stands on `to`, and
    /// a slider that sees the king through `vacated`.
    #[inline(always)]
    fn checks_after(&self, side: Side, kind: usize, to: Square, vacated: Option<Square>) -> Bitboard {
        let king = self.king(!side);
        let occupied = self.occupied();
        let mut checkers = Bitboard::EMPTY;
        if attacks::reaches(kind, side, to, king, occupied) {
            checkers.set(to);
        }
        if let Some(direction) = vacated.and_then(|from| line(king, from)) {
            let sliders = self.sliders_along(side, direction);
            if sliders.intersects(Board::ray(direction, king)) {
                checkers |= Board::slide(direction, king, occupied) & sliders;
            }
        }
        checkers
    }

    /// Whether a slider of `side` sees the king once `from` is vacated and exactly `occupied` is occupied.
    #[inline(always)]
    fn uncovers(&self, side: Side, from: Square, king: Square, occupied: Bitboard) -> bool {
        let Some(direction) = line(king, from) else { return false };
        let sliders = self.sliders_along(side, direction).without(from.bit());
        sliders.intersects(Board::ray(direction, king))
            && Board::slide(direction, king, occupied).intersects(sliders)
    }

    /// The sliders of `side` that could attack an enemy king which sees them in this direction.
    #[inline(always)]
    fn sliders_along(&self, side: Side, direction: Direction) -> Bitboard {
        let sliders = if matches!(direction as u8 & 3, 1 | 3) {
            self.bishops()
        } else if direction == attacks::forward(!side) {
            self.rooks() | self.kinds[LANCE]
        } else {
            self.rooks()
        };
        sliders & self.sides[side.index()]
    }

    #[inline(always)]
    fn put(&mut self, side: Side, kind: usize, square: Square) {
        self.lay(side, kind, square);
        self.now.key ^= PIECE_KEYS[side.index() * KINDS + kind][square.index()];
        self.now.placement += eval::PLACEMENT[side.index() * KINDS + kind][square.index()];
    }

    #[inline(always)]
    fn take(&mut self, side: Side, kind: usize, square: Square) {
        self.lift(side, kind, square);
        self.now.key ^= PIECE_KEYS[side.index() * KINDS + kind][square.index()];
        self.now.placement -= eval::PLACEMENT[side.index() * KINDS + kind][square.index()];
    }

    /// As [`Shogi::put`], for the pieces alone.
    #[inline(always)]
    fn lay(&mut self, side: Side, kind: usize, square: Square) {
        self.board[square.index()] = Piece::new(side, kind);
        self.kinds[kind].set(square);
        self.sides[side.index()].set(square);
        if kind == KING {
            self.kings[side.index()] = square;
        }
    }

    /// As [`Shogi::take`], for the pieces alone.
    #[inline(always)]
    fn lift(&mut self, side: Side, kind: usize, square: Square) {
        self.board[square.index()] = Piece::NONE;
        self.kinds[kind].clear(square);
        self.sides[side.index()].clear(square);
    }

    /// Changes the number of a kind in a hand by one.
    #[inline(always)]
    fn change_hand(&mut self, side: Side, kind: usize, gained: bool) {
        let held = &mut self.hands[side.index()][kind];
        self.now.key ^= hand_key(side, kind, *held);
        *held = if gained { *held + 1 } else { *held - 1 };
        self.now.key ^= hand_key(side, kind, *held);
        let value = side.sign() * eval::HAND_VALUES[kind];
        self.now.placement += if gained { value } else { -value };
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        self.now.key as usize % BUCKETS
    }

    fn count_in(&mut self) {
        let bucket = self.bucket();
        self.buckets[bucket] = self.buckets[bucket].wrapping_add(1);
    }

    fn count_out(&mut self) {
        let bucket = self.bucket();
        self.buckets[bucket] = self.buckets[bucket].wrapping_sub(1);
    }

    /// Whether this position may have occurred before; `false` is sure.
    #[inline(always)]
    pub(super) fn may_repeat(&self) -> bool {
        self.buckets[self.bucket()] != 1
    }
}

#[inline(always)]
fn hand_key(side: Side, kind: usize, count: u8) -> u64 {
    HAND_KEYS[side.index() * HAND_KINDS + kind][count as usize]
}

impl Position for Shogi {
    const SQUARES: usize = SQUARES;
    const KINDS: usize = KINDS;

    /// Found by `ryuma tune screen`: see `docs/matches.md`.
    const SEARCH_CONSTANTS: &'static [(&'static str, i32)] = &[
        ("see_quiet_depth", 8),
        ("see_capture_depth", 6),
        ("see_capture", 150),
        ("reduction_cutoffs", 512),
        ("reverse_futility_margin", 120),
        ("reduction_base", 550),
        ("late_captures", 3),
        ("null_base", 4),
        ("check_extension", 0),
        ("razor_depth", 3),
        ("late_move_depth", 9),
    ];

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.turn
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.now.key
    }

    #[inline(always)]
    fn key_after(&self, m: Move) -> u64 {
        let us = self.turn;
        let to = m.to();
        let key = self.now.key ^ SECOND_TO_MOVE;
        let piece =
            |side: Side, kind: usize, square: Square| PIECE_KEYS[side.index() * KINDS + kind][square.index()];
        let hand = |kind: usize, held: u8, then: u8| hand_key(us, kind, held) ^ hand_key(us, kind, then);
        if m.is_drop() {
            let kind = m.drop_kind();
            let held = self.hands[us.index()][kind];
            return key ^ piece(us, kind, to) ^ hand(kind, held, held.wrapping_sub(1));
        }
        let kind = self.board[m.from().index()].kind();
        let landing = if m.is_promotion() { PROMOTED[kind] } else { kind };
        let key = key ^ piece(us, kind, m.from()) ^ piece(us, landing, to);
        let captured = self.board[to.index()];
        if captured.is_none() {
            return key;
        }
        let base = BASE[captured.kind()];
        let held = self.hands[us.index()][base];
        key ^ piece(!us, captured.kind(), to) ^ hand(base, held, held + 1)
    }

    fn mate_in_one(&mut self) -> Option<Move> {
        self.find_mate_in_one()
    }

    /// Pawns, generals and kings.
    fn structure_key(&self) -> u64 {
        let men = self.kinds[PAWN] | self.kinds[KING] | self.kinds[GOLD] | self.kinds[SILVER];
        zobrist::of_sets([self.kinds[PAWN], men & self.sides[0], men & self.sides[1]])
    }

    fn game_ply(&self) -> usize {
        self.now.ply as usize
    }

    fn plies_to_limit(&self) -> u32 {
        match self.rules.max_moves {
            0 => u32::MAX,
            limit => limit.saturating_sub(self.now.ply),
        }
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.now.checkers.any()
    }

    fn do_move(&mut self, m: Move) {
        let us = self.turn;
        let to = m.to();
        self.past.push(self.now);
        self.now.captured = Piece::NONE;
        self.now.checkers = if m.is_drop() {
            let kind = m.drop_kind();
            self.change_hand(us, kind, false);
            self.put(us, kind, to);
            self.checks_after(us, kind, to, None)
        } else {
            let from = m.from();
            let captured = self.board[to.index()];
            if !captured.is_none() {
                self.take(!us, captured.kind(), to);
                self.change_hand(us, BASE[captured.kind()], true);
                self.now.captured = captured;
            }
            let kind = self.board[from.index()].kind();
            let landing = if m.is_promotion() { PROMOTED[kind] } else { kind };
            self.take(us, kind, from);
            self.put(us, landing, to);
            self.checks_after(us, landing, to, Some(from))
        };
        self.turn = !us;
        self.now.key ^= SECOND_TO_MOVE;
        self.now.ply += 1;
        self.now.plies_back += 1;
        let checks = &mut self.now.checks[us.index()];
        *checks = if self.now.checkers.any() { checks.saturating_add(1) } else { 0 };
        self.now.played = m;
        self.count_in();
    }

    fn undo_move(&mut self) {
        self.count_out();
        let State { played: m, captured, .. } = self.now;
        self.turn = !self.turn;
        let us = self.turn;
        let to = m.to();
        let landed = self.board[to.index()].kind();
        self.lift(us, landed, to);
        if m.is_drop() {
            self.hands[us.index()][landed] += 1;
        } else {
            self.lay(us, if m.is_promotion() { BASE[landed] } else { landed }, m.from());
            if !captured.is_none() {
                self.lay(!us, captured.kind(), to);
                self.hands[us.index()][BASE[captured.kind()]] -= 1;
            }
        }
        self.now = self.past.pop().expect("a move to take back");
    }

    fn do_null(&mut self) {
        self.past.push(self.now);
        self.turn = !self.turn;
        self.now.key ^= SECOND_TO_MOVE;
        self.now.plies_back = 0;
        self.now.checks = [0; 2];
        self.now.played = Move::NONE;
        self.now.captured = Piece::NONE;
        self.count_in();
    }

    fn undo_null(&mut self) {
        self.count_out();
        self.turn = !self.turn;
        self.now = self.past.pop().expect("a null move to take back");
    }

    /// A side with nothing but its king may be in zugzwang; with men to drop or move it never is in practice.
    fn null_is_safe(&self) -> bool {
        self.sides[self.turn.index()].many()
    }

    fn generate(&self, stage: Stage, moves: &mut MoveList) {
        self.generate_into(stage, moves);
        if stage == Stage::Checks {
            moves.retain(|m| self.gives_check(*m));
        }
    }

    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        let us = self.turn;
        let (king, to) = (self.king(!us), m.to());
        if m.is_drop() {
            return attacks::reaches(m.drop_kind(), us, to, king, self.occupied());
        }
        let from = m.from();
        let occupied = self.occupied().without(from.bit()) | to.bit();
        attacks::reaches(self.landing_kind(m), us, to, king, occupied)
            || self.uncovers(us, from, king, occupied)
    }

    fn count_moves(&self) -> usize {
        let mut count = super::movegen::Counter(0);
        self.generate_into(Stage::All, &mut count);
        count.0
    }

    fn is_legal(&self, m: Move) -> bool {
        self.legality(m).is_ok()
    }

    #[inline(always)]
    fn moved_kind(&self, m: Move) -> usize {
        if m.is_drop() { m.drop_kind() } else { self.piece(m.from()).kind() }
    }

    #[inline(always)]
    fn captured_kind(&self, m: Move) -> Option<usize> {
        let target = self.piece(m.to());
        (!target.is_none()).then(|| target.kind())
    }

    #[inline(always)]
    fn is_tactical(&self, m: Move) -> bool {
        !self.piece(m.to()).is_none() || m.is_promotion() && gains_by_promotion(self.moved_kind(m))
    }

    #[inline(always)]
    fn exchange_value(kind: usize) -> Score {
        eval::EXCHANGE_VALUES[kind]
    }

    #[inline(always)]
    fn landing_kind(&self, m: Move) -> usize {
        let kind = self.moved_kind(m);
        if m.is_promotion() { PROMOTED[kind] } else { kind }
    }

    fn least_attacker(
        &self,
        target: Square,
        side: Side,
        occupied: Bitboard,
        _occupant: usize,
    ) -> Option<(Square, usize)> {
        let own = self.sides[side.index()] & occupied;
        // Steps alone, then slides, each kind in the order of its value.
        for kind in [PAWN, LANCE, KNIGHT, PRO_PAWN, PRO_LANCE, PRO_KNIGHT, SILVER, PRO_SILVER, GOLD] {
            let reach = if kind == LANCE {
                attacks::lance(!side, target, occupied)
            } else {
                attacks::steps(kind, !side, target)
            };
            let found = reach & self.kinds[kind] & own;
            if found.any() {
                return Some((found.first(), kind));
            }
        }
        let bishops = self.bishops() & own;
        let diagonal = if bishops.intersects(attacks::bishop_lines(target)) {
            Board::bishop(target, occupied)
        } else {
            Bitboard::EMPTY
        };
        let rooks = self.rooks() & own;
        let straight = if rooks.intersects(attacks::rook_lines(target)) {
            Board::rook(target, occupied)
        } else {
            Bitboard::EMPTY
        };
        let steps = attacks::steps(KING, !side, target);
        for (kind, reach) in [
            (BISHOP, diagonal),
            (ROOK, straight),
            (HORSE, diagonal | steps),
            (DRAGON, straight | steps),
            (KING, steps),
        ] {
            let found = reach & self.kinds[kind] & own;
            if found.any() {
                return Some((found.first(), kind));
            }
        }
        None
    }

    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    fn outcome(&self, ply: usize) -> Outcome {
        self.rule_outcome(ply)
    }

    fn claim(&self) -> Outcome {
        self.impasse_claim()
    }

    fn declares_win(&self) -> bool {
        self.impasse_declares_win()
    }

    fn upholds_win_claim(&self) -> bool {
        self.impasse_upholds_claim()
    }

    fn evaluate(&self) -> Score {
        eval::evaluate(self)
    }
}
