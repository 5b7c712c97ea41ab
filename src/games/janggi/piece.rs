//! The kinds of pieces, how a board square holds one, and their official points.

use crate::core::Side;

/// Kinds in the order of their worth; the numbers are those of [`crate::game::Position`].
pub mod kind {
    pub const SOLDIER: usize = 0;
    pub const GUARD: usize = 1;
    pub const ELEPHANT: usize = 2;
    pub const HORSE: usize = 3;
    pub const CANNON: usize = 4;
    pub const CHARIOT: usize = 5;
    pub const KING: usize = 6;
    pub const COUNT: usize = 7;
}

/// FEN letters by kind, as Fairy-Stockfish writes them: elephant B, horse N.
pub const LETTERS: [char; kind::COUNT] = ['P', 'A', 'B', 'N', 'C', 'R', 'K'];

/// Twice the official points by kind, so that Han's 1.5 for moving second is whole.
pub const DOUBLE_POINTS: [i32; kind::COUNT] = [4, 6, 6, 10, 14, 26, 0];

/// Twice the points that Han gets for moving second.
pub const DOUBLE_BONUS: i32 = 3;

/// How many of a kind a side starts with.
pub const SET: [usize; kind::COUNT] = [5, 2, 2, 2, 2, 2, 1];

/// Pieces on the board at the start: with fewer, a capture has been made.
pub const FULL_SET: usize = 32;

/// What stands on a square: nothing, or a kind of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piece(u8);

impl Piece {
    pub const NONE: Piece = Piece(0);
    /// Codes, the empty square's among them.
    pub const CODES: usize = 16;

    #[inline(always)]
    pub const fn new(side: Side, kind: usize) -> Piece {
        Piece((1 + kind as u8) | (side as u8) << 3)
    }

    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// An index below [`Piece::CODES`].
    #[inline(always)]
    pub const fn code(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The kind; of the empty square: [`kind::COUNT`] or above.
    #[inline(always)]
    pub const fn kind(self) -> usize {
        (self.0.wrapping_sub(1) & 7) as usize
    }

    /// The side, if there is a piece at all.
    #[inline(always)]
    pub const fn side(self) -> Side {
        if self.0 & 8 == 0 { Side::First } else { Side::Second }
    }

    /// Twice the official points, negative for Han.
    #[inline(always)]
    pub const fn signed_double_points(self) -> i16 {
        SIGNED_POINTS[self.code()]
    }

    /// The FEN letter: upper case for Cho, lower case for Han, `.` for nothing.
    pub fn letter(self) -> char {
        match LETTERS.get(self.kind()) {
            Some(&letter) if self.side() == Side::First => letter,
            Some(letter) => letter.to_ascii_lowercase(),
            None => '.',
        }
    }

    /// The piece behind a FEN letter; horses may be H and elephants E.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let upper = match letter.to_ascii_uppercase() {
            'H' => 'N',
            'E' => 'B',
            other => other,
        };
        let kind = LETTERS.iter().position(|&l| l == upper)?;
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        Some(Piece::new(side, kind))
    }
}

const SIGNED_POINTS: [i16; Piece::CODES] = {
    let mut table = [0; Piece::CODES];
    let mut kind = 0;
    while kind < kind::COUNT {
        table[Piece::new(Side::First, kind).code()] = DOUBLE_POINTS[kind] as i16;
        table[Piece::new(Side::Second, kind).code()] = -DOUBLE_POINTS[kind] as i16;
        kind += 1;
    }
    table
};
