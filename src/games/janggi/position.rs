//! The board, the stack of undo records, doing and undoing moves.

use crate::core::zobrist::{self, key_rows, keys};
use crate::core::{Bitboard, Move, MoveList, Score, Side, Square};
use crate::game::{Outcome, Position, Stage};

use super::attacks::{self, SQUARES, lines, path};
use super::eval;
use super::piece::{Piece, kind};
use super::rules::JanggiRules;

/// Moves of a long game, so that the stack seldom grows.
const GAME_LENGTH: usize = 512;

static PIECE_KEYS: [[u64; 128]; Piece::CODES] = key_rows(0x6A61_6E67_6769);
const SIDE_KEY: u64 = 0x9D39_247E_3377_6D41;
const PASS_KEY: u64 = 0x5851_F42D_4C95_7F2D;
/// By plies left until the game's length ends it.
static LATE_KEYS: [u64; 24] = keys(0x706C_6965);

/// What a move changes and cannot be worked out backwards.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    /// Enemy pieces that attack the general of the side to move.
    pub checkers: Bitboard,
    /// Hash of board and side to move: what a repetition compares.
    pub key: u64,
    /// Material and piece-square values, Cho's minus Han's, in centipawns.
    pub psq: i32,
    /// Twice the official points, Cho's minus Han's, without Han's bonus.
    pub points: i16,
    /// Plies since the last capture, those before the position text included.
    pub halfmoves: u16,
    /// Plies since the last capture, soldier's step ahead or null move, as far as the stack goes: how far
    /// back a repetition can lie.
    pub reversible: u16,
    /// Plies since the position text or the last null move.
    pub plies_on_stack: u16,
    /// Plies since the start of the game.
    pub ply: u32,
    /// The move that led here, or none.
    pub moved: Move,
    pub captured: Piece,
    /// The last ply was a pass.
    pub passed: bool,
    /// The generals face each other with nothing between.
    pub facing: bool,
    /// The generals faced each other before and after the last ply, in a way that ends the game.
    pub bikjang: bool,
    /// The last two plies were passes.
    pub two_passes: bool,
    /// The game is over in a way that leaves no legal moves.
    pub no_moves: bool,
}

/// A janggi position. Cho is [`Side::First`], Han [`Side::Second`].
#[derive(Clone, Debug)]
pub struct Janggi {
    /// Longer than the board, so that any seven bits are an index.
    pub(super) board: [Piece; 128],
    /// By kind; the last is of no kind, so that any three bits are an index.
    pub(super) kinds: [Bitboard; 8],
    pub(super) sides: [Bitboard; 2],
    pub(super) side: Side,
    pub(super) rules: JanggiRules,
    /// The game ply that ends the game, from the rules.
    pub(super) ply_limit: u32,
    /// The plies without capture that end the game, from the rules.
    pub(super) quiet_limit: u32,
    pub(super) state: State,
    /// The states before this one, oldest first.
    pub(super) history: Vec<State>,
}

impl Janggi {
    /// An empty board; [`Janggi::place`] pieces, then [`Janggi::settle`].
    pub(super) fn empty(rules: &JanggiRules) -> Janggi {
        Janggi {
            board: [Piece::NONE; 128],
            kinds: [Bitboard::EMPTY; 8],
            sides: [Bitboard::EMPTY; 2],
            side: Side::First,
            rules: *rules,
            ply_limit: rules.ply_limit(),
            quiet_limit: rules.style.quiet_limit(),
            state: State::default(),
            history: Vec::with_capacity(GAME_LENGTH),
        }
    }

    pub(super) fn place(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = piece;
        self.kinds[piece.kind()].set(square);
        self.sides[piece.side().index()].set(square);
        self.add(piece, square);
    }

    /// Gives the turn to `side` and works out what the state says of a position without history.
    pub(super) fn settle(&mut self, side: Side) {
        self.side = side;
        if side == Side::Second {
            self.state.key ^= SIDE_KEY;
        }
        self.state.checkers = self.checkers_of(side);
        self.state.facing = self.generals_face();
    }

    /// Puts other rules in force; endings that the moves so far led to are judged anew.
    pub(super) fn change_rules(&mut self, rules: &JanggiRules) {
        self.rules = *rules;
        self.ply_limit = rules.ply_limit();
        self.quiet_limit = rules.style.quiet_limit();
        if let Some(previous) = self.history.last().copied() {
            self.mark_endings(&previous);
        }
    }

    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        self.state.key ^= PIECE_KEYS[piece.code()][square.index() & 127];
        self.state.psq += eval::piece_square(piece, square);
        self.state.points += piece.signed_double_points();
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.state.key ^= PIECE_KEYS[piece.code()][square.index() & 127];
        self.state.psq -= eval::piece_square(piece, square);
        self.state.points -= piece.signed_double_points();
    }

    /// The pieces of a kind and side.
    #[inline(always)]
    pub(super) fn pieces(&self, side: Side, kind: usize) -> Bitboard {
        self.kinds[kind] & self.sides[side.index()]
    }

    /// Plies that can still be played before the game's length ends it.
    #[inline(always)]
    pub(super) fn plies_left(&self) -> u32 {
        let quiet = self.quiet_limit.saturating_sub(u32::from(self.state.halfmoves));
        self.ply_limit.saturating_sub(self.state.ply).min(quiet)
    }

    /// Whether the last ply was a pass, so that another one ends the game; no position text tells it.
    pub fn just_passed(&self) -> bool {
        self.state.passed
    }

    /// The square of a side's general.
    #[inline(always)]
    pub(super) fn general(&self, side: Side) -> Square {
        Square(self.pieces(side, kind::KING).first().0 & 127)
    }

    /// Whether nothing stands between the generals on one file.
    #[inline(always)]
    fn generals_face(&self) -> bool {
        let (cho, han) = (self.general(Side::First), self.general(Side::Second));
        cho.column() == han.column() && !path(cho, han).intersects(self.occupied())
    }

    /// Pieces of `by` that attack `target` if `occupied` were the occupied squares and `cannons` the cannons among
    /// them. Generals and guards aside, who attack nothing that is asked about here.
    #[inline(always)]
    pub(super) fn attackers(
        &self,
        target: Square,
        by: Side,
        occupied: Bitboard,
        cannons: Bitboard,
    ) -> Bitboard {
        let them = self.sides[by.index()] & occupied;
        let on_line = lines(target) & them;
        let plain = on_line & self.kinds[kind::CHARIOT]
            | attacks::horse_zone(target) & them & self.kinds[kind::HORSE]
            | attacks::elephant_zone(target) & them & self.kinds[kind::ELEPHANT];
        let mut found = attacks::soldier_sources_of(by, target) & them & self.kinds[kind::SOLDIER];
        for from in plain {
            if !path(target, from).intersects(occupied) {
                found.set(from);
            }
        }
        for from in on_line & self.kinds[kind::CANNON] {
            let between = path(target, from) & occupied;
            if between.any() && !between.many() && !between.intersects(cannons) {
                found.set(from);
            }
        }
        found
    }

    /// The pieces that check the general of `side`.
    #[inline(always)]
    fn checkers_of(&self, side: Side) -> Bitboard {
        self.attackers(self.general(side), !side, self.occupied(), self.kinds[kind::CANNON])
    }

    /// What the last ply ended, by the rules in force.
    #[inline(always)]
    fn mark_endings(&mut self, previous: &State) {
        self.state.bikjang = self.state.facing && self.is_bikjang_decided(previous);
        self.state.two_passes = self.state.passed && previous.passed;
        self.state.no_moves =
            self.state.two_passes || self.state.bikjang && self.rules.style.forces_bikjang();
    }
}

impl Position for Janggi {
    const SQUARES: usize = SQUARES;
    const KINDS: usize = kind::COUNT;

    /// Found by `ryuma tune screen`: see `docs/matches.md`.
    const SEARCH_CONSTANTS: &'static [(&'static str, i32)] = &[
        ("see_quiet_depth", 8),
        ("razor_depth", 3),
        ("malus_most", 1200),
        ("reverse_futility_margin", 110),
        ("null_base", 4),
    ];

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    /// Two things beside board and side to move make a node worth something else to the search's table, so
    /// they are in the key. The opponent has just passed: another pass would end the game and leave no
    /// legal moves. And the last plies before the game's length ends it, where the points decide at once.
    /// Repetitions compare the board and the side to move alone.
    #[inline(always)]
    fn key(&self) -> u64 {
        let passed = if self.state.passed { PASS_KEY } else { 0 };
        let late = LATE_KEYS.get(self.plies_left() as usize).copied().unwrap_or(0);
        self.state.key ^ passed ^ late
    }

    /// Right but for the last plies of a game, whose keys it does not look up: a guess will do.
    #[inline(always)]
    fn key_after(&self, m: Move) -> u64 {
        let (from, to) = (m.from(), m.to());
        if from == to {
            return self.state.key ^ SIDE_KEY ^ PASS_KEY;
        }
        let keys = &PIECE_KEYS[self.board[from.index()].code()];
        let key = self.state.key ^ SIDE_KEY ^ keys[from.index() & 127] ^ keys[to.index() & 127];
        let captured = self.board[to.index()];
        if captured.is_none() { key } else { key ^ PIECE_KEYS[captured.code()][to.index() & 127] }
    }

    /// Soldiers, guards and kings.
    fn structure_key(&self) -> u64 {
        let men = self.kinds[kind::SOLDIER] | self.kinds[kind::KING] | self.kinds[kind::GUARD];
        zobrist::of_sets([self.kinds[kind::SOLDIER], men & self.sides[0], men & self.sides[1]])
    }

    fn game_ply(&self) -> usize {
        self.state.ply as usize
    }

    fn plies_to_limit(&self) -> u32 {
        self.plies_left()
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.state.checkers.any()
    }

    #[inline]
    fn do_move(&mut self, m: Move) {
        let previous = self.state;
        self.history.push(previous);
        let us = self.side;
        let (from, to) = (m.from(), m.to());
        self.side = !us;
        self.state.key ^= SIDE_KEY;
        self.state.moved = m;
        self.state.captured = Piece::NONE;
        self.state.passed = from == to;
        self.state.ply += 1;
        self.state.halfmoves = previous.halfmoves.saturating_add(1);
        self.state.reversible = previous.reversible.saturating_add(1);
        self.state.plies_on_stack = previous.plies_on_stack.saturating_add(1);
        if self.state.passed {
            self.state.checkers = Bitboard::EMPTY;
        } else {
            let piece = self.board[from.index()];
            let captured = self.board[to.index()];
            let moved = from.bit() | to.bit();
            if !captured.is_none() {
                self.remove(captured, to);
                self.kinds[captured.kind()] ^= to.bit();
                self.sides[(!us).index()] ^= to.bit();
                self.state.captured = captured;
                self.state.halfmoves = 0;
                self.state.reversible = 0;
            } else if piece.kind() == kind::SOLDIER && from.row() != to.row() {
                self.state.reversible = 0;
            }
            self.remove(piece, from);
            self.add(piece, to);
            self.kinds[piece.kind()] ^= moved;
            self.sides[us.index()] ^= moved;
            self.board[from.index()] = Piece::NONE;
            self.board[to.index()] = piece;
            self.state.checkers = self.checkers_of(!us);
            self.state.facing = self.generals_face();
        }
        self.mark_endings(&previous);
    }

    #[inline]
    fn undo_move(&mut self) {
        let Some(previous) = self.history.pop() else {
            debug_assert!(false, "no move to take back");
            return;
        };
        let us = !self.side;
        let State { moved: m, captured, .. } = self.state;
        let (from, to) = (m.from(), m.to());
        self.side = us;
        self.state = previous;
        if from == to {
            return;
        }
        let piece = self.board[to.index()];
        let moved = from.bit() | to.bit();
        self.kinds[piece.kind()] ^= moved;
        self.sides[us.index()] ^= moved;
        self.board[from.index()] = piece;
        self.board[to.index()] = captured;
        if !captured.is_none() {
            self.kinds[captured.kind()] ^= to.bit();
            self.sides[(!us).index()] ^= to.bit();
        }
    }

    fn do_null(&mut self) {
        self.history.push(self.state);
        self.side = !self.side;
        let state = &mut self.state;
        state.key ^= SIDE_KEY;
        state.moved = Move::NONE;
        state.captured = Piece::NONE;
        state.passed = false;
        state.bikjang = false;
        state.two_passes = false;
        state.no_moves = false;
        state.ply += 1;
        state.halfmoves = state.halfmoves.saturating_add(1);
        state.reversible = 0;
        state.plies_on_stack = 0;
        state.checkers = Bitboard::EMPTY;
    }

    fn undo_null(&mut self) {
        if let Some(previous) = self.history.pop() {
            self.side = !self.side;
            self.state = previous;
        }
    }

    /// A pass after a pass ends the game, and facing generals make the next ply decide it.
    fn null_is_safe(&self) -> bool {
        let officers = self.kinds[kind::CHARIOT]
            | self.kinds[kind::CANNON]
            | self.kinds[kind::HORSE]
            | self.kinds[kind::ELEPHANT];
        !self.state.passed && !self.state.facing && officers.intersects(self.sides[self.side.index()])
    }

    fn generate(&self, stage: Stage, moves: &mut MoveList) {
        self.list_moves(stage, moves);
    }

    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        self.checks(m)
    }

    fn count_moves(&self) -> usize {
        self.count_legal()
    }

    fn is_legal(&self, m: Move) -> bool {
        self.is_legal_move(m)
    }

    #[inline(always)]
    fn moved_kind(&self, m: Move) -> usize {
        self.board[m.from().index()].kind()
    }

    #[inline(always)]
    fn captured_kind(&self, m: Move) -> Option<usize> {
        if self.is_tactical(m) { Some(self.board[m.to().index()].kind()) } else { None }
    }

    /// Captures; there are no promotions.
    #[inline(always)]
    fn is_tactical(&self, m: Move) -> bool {
        m.from() != m.to() && !self.board[m.to().index()].is_none()
    }

    #[inline(always)]
    fn exchange_value(kind: usize) -> Score {
        eval::EXCHANGE[kind]
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
        occupant: usize,
    ) -> Option<(Square, usize)> {
        let us = self.sides[side.index()] & occupied.without(target.bit());
        let of = |kind: usize| us & self.kinds[kind];
        let reaches = |&from: &Square| !path(target, from).intersects(occupied);
        let line = lines(target);

        let soldiers = of(kind::SOLDIER) & attacks::soldier_sources_of(side, target);
        if soldiers.any() {
            return Some((soldiers.first(), kind::SOLDIER));
        }
        let near = attacks::palace_step(target);
        if let Some(from) = (of(kind::GUARD) & near).next() {
            return Some((from, kind::GUARD));
        }
        if let Some(from) = (of(kind::ELEPHANT) & attacks::elephant_zone(target)).find(reaches) {
            return Some((from, kind::ELEPHANT));
        }
        if let Some(from) = (of(kind::HORSE) & attacks::horse_zone(target)).find(reaches) {
            return Some((from, kind::HORSE));
        }
        if occupant != kind::CANNON {
            for from in of(kind::CANNON) & line {
                let between = path(target, from) & occupied;
                if between.any() && !between.many() && !between.intersects(self.kinds[kind::CANNON]) {
                    return Some((from, kind::CANNON));
                }
            }
        }
        if let Some(from) = (of(kind::CHARIOT) & line).find(reaches) {
            return Some((from, kind::CHARIOT));
        }
        (of(kind::KING) & near).next().map(|from| (from, kind::KING))
    }

    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    fn outcome(&self, ply: usize) -> Outcome {
        self.outcome_at(ply)
    }

    fn evaluate(&self) -> Score {
        self.static_score()
    }

    fn near_limit(&self, eval: Score) -> Score {
        self.blend_points(eval, 0)
    }
}
