//! The four players of a four-player game.

use std::fmt;

use super::side::Side;

/// A seat at the board and whoever sits there, clockwise from the bottom of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Player {
    South = 0,
    West = 1,
    North = 2,
    East = 3,
}

impl Player {
    pub const ALL: [Player; 4] = [Player::South, Player::West, Player::North, Player::East];

    /// 0 for South, then clockwise.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player so many seats further clockwise.
    #[inline(always)]
    pub const fn plus(self, seats: usize) -> Player {
        Player::ALL[(self as usize + seats) % 4]
    }

    /// The seat across the board.
    #[inline(always)]
    pub const fn opposite(self) -> Player {
        self.plus(2)
    }

    /// The pair, South and North being the first.
    #[inline(always)]
    pub const fn pair(self) -> Side {
        if matches!(self, Player::South | Player::North) { Side::First } else { Side::Second }
    }

    /// The other three, clockwise from the next.
    pub fn others(self) -> impl Iterator<Item = Player> {
        (1..4).map(move |seats| self.plus(seats))
    }

    /// `South`, `West`, `North` or `East`.
    pub const fn name(self) -> &'static str {
        ["South", "West", "North", "East"][self as usize]
    }

    /// `s`, `w`, `n` or `e`.
    pub const fn letter(self) -> char {
        ['s', 'w', 'n', 'e'][self as usize]
    }

    /// The player of a letter, in lower or upper case.
    pub fn of_letter(letter: char) -> Option<Player> {
        Player::ALL.into_iter().find(|player| player.letter() == letter.to_ascii_lowercase())
    }
}

/// The letter in upper case.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter().to_ascii_uppercase())
    }
}
