//! How a game looks to people: what a terminal needs to draw a board and to name the sides.

use crate::core::Side;

/// The colour of a side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The terminal's own.
    Plain,
    Red,
    Green,
    Blue,
}

/// What a game looks like.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What the sides are called, the one that moves first before the other.
    pub sides: [&'static str; 2],
    /// In which colour each is shown.
    pub inks: [Ink; 2],
    /// The names of the columns from left to right, as native moves write them.
    pub columns: &'static str,
    /// The names of the rows from the top down.
    pub rows: &'static str,
    /// The pieces: as the first side's are written in position texts, then the characters of both sides.
    pub pieces: &'static [(&'static str, [char; 2])],
    /// Rule options by which a player chooses how to set up, in the order in which they are chosen.
    pub setups: &'static [(Side, &'static str)],
}

impl Look {
    /// The name of a side.
    pub fn name(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }
}
