//! The two sides of a two-player game.

use std::ops::Not;

/// The side that moves first (Sente, Red, Cho: upper case in FEN and SFEN, at the bottom of the
/// board, moving up) or second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    First = 0,
    Second = 1,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for the first side, 1 for the second.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// +1 for the first side, -1 for the second: turns a score seen by the first into the side's own.
    #[inline(always)]
    pub const fn sign(self) -> i32 {
        1 - 2 * self as i32
    }
}

impl Not for Side {
    type Output = Side;

    #[inline(always)]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}
