//! A move in 16 bits, the same for every game.

use arrayvec::ArrayVec;

use super::bitboard::Square;

/// The most legal moves a position can have (593 in shogi) and a little room.
pub const MAX_MOVES: usize = 600;

/// A list of moves that never allocates.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// A move: bits 0–6 the square it ends on, bits 7–13 the square it starts from, bit 14 promotion.
///
/// A drop starts "from" [`Move::DROP_BASE`] + the index of the piece in hand. A pass starts and ends on
/// the same square. All zero is [`Move::NONE`], which no game uses as a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// No move.
    pub const NONE: Move = Move(0);
    /// The "from" of drops starts here.
    pub const DROP_BASE: u8 = 96;

    const PROMOTION: u16 = 1 << 14;

    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Move {
        Move((from.0 as u16) << 7 | to.0 as u16)
    }

    #[inline(always)]
    pub const fn promotion(from: Square, to: Square) -> Move {
        Move(Move::new(from, to).0 | Move::PROMOTION)
    }

    /// A drop of the hand piece with index `kind` (0–31).
    #[inline(always)]
    pub const fn drop(kind: usize, to: Square) -> Move {
        Move(((Move::DROP_BASE as u16) + kind as u16) << 7 | to.0 as u16)
    }

    /// A pass, written with the square of the general.
    #[inline(always)]
    pub const fn pass(square: Square) -> Move {
        Move::new(square, square)
    }

    /// The move behind 16 bits read from a table: any value is a move, legal or not.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The square the move ends on. From table bits it may lie off the board.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 & 0x7F) as u8)
    }

    /// The square the move starts from; only for moves that are not drops.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square((self.0 >> 7 & 0x7F) as u8)
    }

    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0 & Move::PROMOTION != 0
    }

    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        (self.0 >> 7 & 0x7F) >= Move::DROP_BASE as u16
    }

    /// The index of the hand piece that a drop puts down.
    #[inline(always)]
    pub const fn drop_kind(self) -> usize {
        (self.0 >> 7 & 0x7F) as usize - Move::DROP_BASE as usize
    }

    /// From and to without promotion, below 2^14: an index into history tables.
    #[inline(always)]
    pub const fn from_to(self) -> usize {
        (self.0 & 0x3FFF) as usize
    }

    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }
}
