//! Kinds of pieces, and what stands on a square.

use crate::core::Side;

pub const PAWN: usize = 0;
pub const LANCE: usize = 1;
pub const KNIGHT: usize = 2;
pub const SILVER: usize = 3;
pub const GOLD: usize = 4;
pub const BISHOP: usize = 5;
pub const ROOK: usize = 6;
pub const KING: usize = 7;
pub const PRO_PAWN: usize = 8;
pub const PRO_LANCE: usize = 9;
pub const PRO_KNIGHT: usize = 10;
pub const PRO_SILVER: usize = 11;
pub const HORSE: usize = 12;
pub const DRAGON: usize = 13;

/// Kinds of pieces on the board.
pub const KINDS: usize = 14;
/// Kinds of pieces in hand: the first ones, pawn to rook.
pub const HAND_KINDS: usize = 7;

/// The kind each kind promotes to; one that never promotes stays itself.
pub const PROMOTED: [usize; KINDS] = [
    PRO_PAWN, PRO_LANCE, PRO_KNIGHT, PRO_SILVER, GOLD, HORSE, DRAGON, KING, PRO_PAWN, PRO_LANCE, PRO_KNIGHT,
    PRO_SILVER, HORSE, DRAGON,
];

/// The kind that each kind is in hand.
pub const BASE: [usize; KINDS] =
    [PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, KING, PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK];

/// Letters of the unpromoted kinds, the first side's.
pub const LETTERS: [char; 8] = ['P', 'L', 'N', 'S', 'G', 'B', 'R', 'K'];

/// How many of each unpromoted kind a full set has, both sides together.
pub const SET: [u32; 8] = [18, 4, 4, 4, 4, 2, 2, 2];

/// Whether a piece of this kind may promote.
#[inline(always)]
pub const fn promotes(kind: usize) -> bool {
    PROMOTED[kind] != kind
}

/// Whether promotion of this kind counts as winning material: what promotes gains half a piece or more.
#[inline(always)]
pub const fn gains_by_promotion(kind: usize) -> bool {
    matches!(kind, PAWN | BISHOP | ROOK)
}

/// What stands on a square: a side's piece, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece(u8);

impl Piece {
    pub const NONE: Piece = Piece(0x0F);

    #[inline(always)]
    pub const fn new(side: Side, kind: usize) -> Piece {
        Piece((side as u8) << 4 | kind as u8)
    }

    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == Piece::NONE.0
    }

    /// The kind; only of a piece.
    #[inline(always)]
    pub const fn kind(self) -> usize {
        (self.0 & 0x0F) as usize
    }

    /// The side; only of a piece.
    #[inline(always)]
    pub const fn side(self) -> Side {
        if self.0 & 0x10 == 0 { Side::First } else { Side::Second }
    }

    /// The SFEN letter, with `+` before a promoted piece's.
    pub fn text(self) -> String {
        let kind = self.kind();
        let letter = LETTERS[BASE[kind]];
        let plus = if BASE[kind] == kind { "" } else { "+" };
        match self.side() {
            Side::First => format!("{plus}{letter}"),
            Side::Second => format!("{plus}{}", letter.to_ascii_lowercase()),
        }
    }
}
