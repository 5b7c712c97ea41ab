//! The pieces: whose they are, where they face, and what they are.

use crate::core::Player;

/// Kinds of pieces. Those that can be held in hand come first, in the order in which hands are written.
pub const KINDS: usize = 8;
pub const ROOK: usize = 0;
pub const GOLD: usize = 1;
pub const SILVER: usize = 2;
pub const PAWN: usize = 3;
pub const KING: usize = 4;
pub const DRAGON: usize = 5;
pub const PRO_SILVER: usize = 6;
pub const PRO_PAWN: usize = 7;

/// Kinds that can be held in hand.
pub const HAND_KINDS: usize = 4;

/// The letters of unpromoted kinds.
pub const LETTERS: [char; 5] = ['R', 'G', 'S', 'P', 'K'];

/// What a kind promotes to; itself where it does not.
pub const PROMOTED: [usize; KINDS] = [DRAGON, GOLD, PRO_SILVER, PRO_PAWN, KING, DRAGON, PRO_SILVER, PRO_PAWN];

/// What a kind is in hand. A king never is.
pub const BASE: [usize; KINDS] = [ROOK, GOLD, SILVER, PAWN, KING, ROOK, SILVER, PAWN];

/// How many of each kind a set for four has, rook to king.
pub const SET: [u32; 5] = [4, 8, 8, 12, 4];

/// The index of the owner of what belongs to nobody: flipped kings and neutral pieces.
pub const NOBODY: usize = 4;

/// Owners, nobody included.
pub const OWNERS: usize = 5;

/// A piece or an empty square: owner, facing and kind in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece(u8);

impl Piece {
    pub const NONE: Piece = Piece(0xFF);

    /// `owner` is a player's index or [`NOBODY`].
    #[inline(always)]
    pub const fn new(owner: usize, facing: Player, kind: usize) -> Piece {
        Piece((owner << 5 | facing.index() << 3 | kind) as u8)
    }

    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == Piece::NONE.0
    }

    /// A player's index or [`NOBODY`]; not of an empty square.
    #[inline(always)]
    pub const fn owner(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// The seat from which the piece looks forward.
    #[inline(always)]
    pub const fn facing(self) -> Player {
        Player::ALL[(self.0 >> 3 & 3) as usize]
    }

    #[inline(always)]
    pub const fn kind(self) -> usize {
        (self.0 & 7) as usize
    }

    /// An index into tables of owner × facing × kind.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Pieces have indices below this.
    pub const INDICES: usize = OWNERS * 4 * KINDS;

    /// As in a position text: `sP`, `s+R`, `swG`, `xeK`.
    pub fn text(self) -> String {
        let owner = Player::ALL.get(self.owner()).copied();
        let facing = self.facing();
        let mut text = owner.map_or('x', Player::letter).to_string();
        if owner != Some(facing) {
            text.push(facing.letter());
        }
        let base = BASE[self.kind()];
        if base != self.kind() {
            text.push('+');
        }
        text.push(LETTERS[base]);
        text
    }
}
