//! One moment of a game: the board and all that goes with it, and what a move makes of it.
//!
//! A state is a plain value of half a kilobyte. A move may give away a whole army, so that a copy is at once the
//! simplest and the surest way to take a move back.

use crate::core::zobrist::key_rows;
use crate::core::{Bitboard, Move, Player, Square};

use super::attacks::{self, Board};
use super::piece::*;
use super::rules::{Ending, Rules};

static PIECE_KEYS: [[u64; Board::SQUARES]; Piece::INDICES] = key_rows(0x796F_6E69_6E31);
/// A hand that holds `n` of a kind has the key of index `n`.
static HAND_KEYS: [[u64; 13]; 4 * HAND_KINDS] = key_rows(0x796F_6E69_6E32);
static TURN_KEYS: [[u64; 4]; 1] = key_rows(0x796F_6E69_6E33);
/// A player mated as the `n`th to the credit of `c` has the key of index `4 * n + c`.
static FALL_KEYS: [[u64; 16]; 4] = key_rows(0x796F_6E69_6E34);
static CREDIT_KEYS: [[u64; 4]; 4] = key_rows(0x796F_6E69_6E35);

/// How a player was mated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// Who got their pieces.
    pub creditor: Player,
    /// 1 for the first to be mated in the game.
    pub order: u8,
}

/// A position without its history.
#[derive(Clone, Copy, Debug)]
pub struct State {
    board: [Piece; Board::SQUARES],
    owners: [Bitboard; OWNERS],
    kinds: [Bitboard; KINDS],
    faces: [Bitboard; 4],
    hands: [[u8; HAND_KINDS]; 4],
    kings: [Square; 4],
    pub(super) turn: Player,
    /// `None` for players who are alive.
    pub(super) falls: [Option<Fall>; 4],
    /// The pieces that attack each living player's king.
    checkers: [Bitboard; 4],
    /// Who gets a player's pieces if they can't answer their check; `None` for players not in check.
    pub(super) credits: [Option<Player>; 4],
    /// The hash of the board, the hands and the falls.
    key: u64,
    /// Moves played since the start of the game.
    pub(super) ply: u32,
    /// Who made the last move, and whether it attacked a king anew. `None` where a text began the history.
    pub(super) mover: Option<Player>,
    pub(super) gave_check: bool,
    pub(super) end: Option<Ending>,
}

impl State {
    /// An empty board at the beginning of a game.
    pub(super) fn empty() -> State {
        let mut state = State {
            board: [Piece::NONE; Board::SQUARES],
            owners: [Bitboard::EMPTY; OWNERS],
            kinds: [Bitboard::EMPTY; KINDS],
            faces: [Bitboard::EMPTY; 4],
            hands: [[0; HAND_KINDS]; 4],
            kings: [Square(0); 4],
            turn: Player::South,
            falls: [None; 4],
            checkers: [Bitboard::EMPTY; 4],
            credits: [None; 4],
            key: 0,
            ply: 0,
            mover: None,
            gave_check: false,
            end: None,
        };
        for keys in &HAND_KEYS {
            state.key ^= keys[0];
        }
        state
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    /// Squares of a player's pieces, by index, or of nobody's.
    #[inline(always)]
    pub fn owned(&self, owner: usize) -> Bitboard {
        self.owners[owner]
    }

    /// Squares of the pieces of one kind.
    #[inline(always)]
    pub fn kind(&self, kind: usize) -> Bitboard {
        self.kinds[kind]
    }

    /// Squares of the pieces that look forward from a seat.
    #[inline(always)]
    pub fn facing(&self, facing: Player) -> Bitboard {
        self.faces[facing.index()]
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.faces[0] | self.faces[1] | self.faces[2] | self.faces[3]
    }

    /// How many rooks, golds, silvers and pawns a player holds.
    #[inline(always)]
    pub fn hand(&self, player: Player) -> &[u8; HAND_KINDS] {
        &self.hands[player.index()]
    }

    /// Where a player's king stands, flipped or not.
    #[inline(always)]
    pub fn king(&self, player: Player) -> Square {
        self.kings[player.index()]
    }

    #[inline(always)]
    pub fn is_alive(&self, player: Player) -> bool {
        self.falls[player.index()].is_none()
    }

    /// The living players in the order of the seats.
    pub fn living(&self) -> impl Iterator<Item = Player> {
        let falls = self.falls;
        Player::ALL.into_iter().filter(move |player| falls[player.index()].is_none())
    }

    /// How many players have been mated.
    pub fn fallen(&self) -> usize {
        self.falls.iter().flatten().count()
    }

    #[inline(always)]
    pub fn in_check(&self, player: Player) -> bool {
        self.checkers[player.index()].any()
    }

    /// The pieces that attack a living player's king.
    #[inline(always)]
    pub fn checkers(&self, player: Player) -> Bitboard {
        self.checkers[player.index()]
    }

    /// The hash of all that the rule of repetition compares.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key ^ TURN_KEYS[0][self.turn.index()]
    }

    /// The hash of all that decides how the game can go on: of credits too.
    #[inline(always)]
    pub fn full_key(&self) -> u64 {
        let mut key = self.key();
        for (keys, credit) in CREDIT_KEYS.iter().zip(self.credits) {
            if let Some(creditor) = credit {
                key ^= keys[creditor.index()];
            }
        }
        key
    }

    /// The pieces of every owner, nobody included, that attack a square if exactly `occupied` is occupied.
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let near = attacks::around(square) & occupied;
        let mut set = near & (self.kinds[KING] | self.kinds[DRAGON]);
        let golds = self.kinds[GOLD] | self.kinds[PRO_SILVER] | self.kinds[PRO_PAWN];
        for facing in Player::ALL {
            let men = near & self.faces[facing.index()];
            if men.any() {
                let back = facing.opposite();
                set |= men
                    & (attacks::steps(GOLD, back, square) & golds
                        | attacks::steps(SILVER, back, square) & self.kinds[SILVER]
                        | attacks::steps(PAWN, back, square) & self.kinds[PAWN]);
            }
        }
        let rooks = self.rooks() & occupied;
        if rooks.intersects(Board::row(square.row()) | Board::column(square.column())) {
            set |= Board::rook(square, occupied) & rooks;
        }
        set
    }

    /// Rooks and dragons.
    #[inline(always)]
    pub fn rooks(&self) -> Bitboard {
        self.kinds[ROOK] | self.kinds[DRAGON]
    }

    /// What may attack a player's king: all that is neither theirs nor nobody's.
    #[inline(always)]
    pub fn foes(&self, player: Player) -> Bitboard {
        !(self.owners[player.index()] | self.owners[NOBODY])
    }

    pub(super) fn find_checkers(&self, player: Player) -> Bitboard {
        self.attackers(self.king(player), self.occupied()) & self.foes(player)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = piece;
        self.owners[piece.owner()].set(square);
        self.kinds[piece.kind()].set(square);
        self.faces[piece.facing().index()].set(square);
        if piece.kind() == KING {
            self.kings[piece.facing().index()] = square;
        }
        self.key ^= PIECE_KEYS[piece.index()][square.index()];
    }

    #[inline(always)]
    fn take(&mut self, square: Square) -> Piece {
        let piece = self.board[square.index()];
        self.board[square.index()] = Piece::NONE;
        self.owners[piece.owner()].clear(square);
        self.kinds[piece.kind()].clear(square);
        self.faces[piece.facing().index()].clear(square);
        self.key ^= PIECE_KEYS[piece.index()][square.index()];
        piece
    }

    pub(super) fn set_hand(&mut self, player: Player, kind: usize, count: u8) {
        let keys = &HAND_KEYS[player.index() * HAND_KINDS + kind];
        let held = &mut self.hands[player.index()][kind];
        self.key ^= keys[*held as usize] ^ keys[count as usize];
        *held = count;
    }

    pub(super) fn set_fall(&mut self, player: Player, fall: Fall) {
        self.falls[player.index()] = Some(fall);
        self.key ^= FALL_KEYS[player.index()][usize::from(fall.order) * 4 + fall.creditor.index()];
    }

    /// Finds every attack on a king anew. Who is no longer in check owes nobody.
    pub(super) fn find_all_checks(&mut self) {
        for player in Player::ALL {
            let alive = self.is_alive(player);
            let checkers = if alive { self.find_checkers(player) } else { Bitboard::EMPTY };
            self.checkers[player.index()] = checkers;
            if checkers.is_empty() {
                self.credits[player.index()] = None;
            }
        }
    }

    /// What a legal move makes of the state, mates included; repetitions are the history's to judge.
    pub(super) fn after(&self, m: Move, rules: &Rules) -> State {
        let mut next = *self;
        let us = self.turn;
        next.place(m);
        next.ply += 1;
        next.mover = Some(us);
        next.gave_check = false;
        next.find_all_checks();
        for player in us.others() {
            let now = next.checkers(player);
            let added = now.without(self.checkers(player)) | now & m.to().bit();
            if added.any() {
                next.credits[player.index()] = Some(us);
                next.gave_check = true;
            }
        }
        next.turn = next.next_after(us);
        next.settle(rules);
        next
    }

    /// Moves the pieces.
    pub(super) fn place(&mut self, m: Move) {
        let (us, to) = (self.turn, m.to());
        if m.is_drop() {
            let kind = m.drop_kind();
            self.set_hand(us, kind, self.hand(us)[kind] - 1);
            self.put(Piece::new(us.index(), us, kind), to);
            return;
        }
        if !self.piece(to).is_none() {
            let kind = BASE[self.take(to).kind()];
            self.set_hand(us, kind, self.hand(us)[kind] + 1);
        }
        let piece = self.take(m.from());
        let kind = if m.is_promotion() { PROMOTED[piece.kind()] } else { piece.kind() };
        self.put(Piece::new(us.index(), piece.facing(), kind), to);
    }

    /// Who moves after `from`: the first clockwise of those in check, or else of the living.
    fn next_after(&self, from: Player) -> Player {
        let living = || from.others().filter(|&player| self.is_alive(player));
        living().find(|&player| self.in_check(player)).or_else(|| living().next()).unwrap_or(from)
    }

    /// Mates the player to move while they have no legal move, up to the end of the game.
    pub(super) fn settle(&mut self, rules: &Rules) {
        loop {
            if self.fallen() >= rules.mates_to_end() {
                self.end = Some(Ending::Mates);
                return;
            }
            if self.has_move(rules) {
                return;
            }
            let mated = self.turn;
            self.mate(mated, rules);
            self.turn = self.next_after(mated);
        }
    }

    /// Who gets the pieces of a player mated now.
    ///
    /// The rules are silent where that would be the player themselves (they moved last and, after others were mated,
    /// have no move), or nobody (the position text tells of no last move): then it is the living player before them.
    fn creditor(&self, mated: Player) -> Player {
        let mut creditor = self.credits[mated.index()].or(self.mover);
        while let Some(Fall { creditor: heir, .. }) = creditor.and_then(|player| self.falls[player.index()]) {
            creditor = Some(heir);
        }
        creditor.filter(|&player| player != mated).unwrap_or_else(|| {
            let before = (1..4).map(|seats| mated.plus(4 - seats)).find(|&player| self.is_alive(player));
            before.unwrap_or(mated.plus(3))
        })
    }

    /// Flips a king and hands its army over.
    fn mate(&mut self, mated: Player, rules: &Rules) {
        let creditor = self.creditor(mated);
        let order = self.fallen() as u8 + 1;
        for kind in 0..HAND_KINDS {
            let held = self.hand(mated)[kind];
            self.set_hand(creditor, kind, self.hand(creditor)[kind] + held);
            self.set_hand(mated, kind, 0);
        }
        let heir = if rules.pieces_stay { NOBODY } else { creditor.index() };
        for square in self.owners[mated.index()] {
            let piece = self.take(square);
            let owner = if piece.kind() == KING { NOBODY } else { heir };
            self.put(Piece::new(owner, piece.facing(), piece.kind()), square);
        }
        self.set_fall(mated, Fall { creditor, order });
        self.find_all_checks();
        for credit in self.credits.iter_mut().filter(|credit| **credit == Some(mated)) {
            *credit = Some(creditor);
        }
    }
}
