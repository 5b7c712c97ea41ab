//! How a game looks: what a page needs to draw its positions without knowing the rules.
//!
//! A page reads a position's text: rows of letters, digits for empty squares, `+` before the letter of a promoted man;
//! where men are held in hand, the third field lists them with a count before each letter.

use serde::Serialize;

/// A game's board and men.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Look {
    /// In English, e.g. `Shogi`.
    pub title: &'static str,
    /// In the game's own writing.
    pub native_title: &'static str,
    /// The language of that writing (BCP 47), which decides the shapes of some characters.
    pub language: &'static str,
    /// Styles of writing moves ([`super::StyleInfo::name`]) that go with that writing and with letters; an empty one is the
    /// game's own coordinates.
    #[serde(skip)]
    pub styles: [&'static str; 2],
    /// The side that moves first before the other.
    pub sides: [SideLook; 2],
    pub board: BoardLook,
    pub shape: Shape,
    pub men: &'static [ManLook],
    /// Letters of the men that can be held in hand, in the order in which they are shown.
    pub hands: &'static str,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct SideLook {
    pub name: &'static str,
    pub native_name: &'static str,
    pub ink: Ink,
}

/// The colour of a side's men.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ink {
    Black,
    Red,
    Green,
}

/// The outline of men.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Five corners; they point at the enemy, so the second side's stand on their heads.
    Wedge,
    Disc,
    Octagon,
}

/// A board. Columns are counted from the left and rows from the top, as position texts read.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BoardLook {
    pub columns: u8,
    pub rows: u8,
    /// Men stand on the crossings of the lines, not on the squares between them.
    pub on_points: bool,
    /// The row above a river, and the words in it.
    pub river: Option<(u8, [&'static str; 2])>,
    /// Lines besides the grid: column and row of both ends.
    pub diagonals: &'static [[u8; 4]],
    /// Crossings of lines that bear a mark.
    pub marks: &'static [[u8; 2]],
    /// In the game's own writing, then in letters.
    pub coordinates: [Coordinates; 2],
}

/// What is written round a board; what is empty is not there.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Coordinates {
    /// Above the columns, from the left.
    pub above: &'static str,
    /// Below the columns.
    pub below: &'static str,
    /// Beside the rows, from the top.
    pub beside: &'static str,
}

/// A kind of man.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ManLook {
    /// The first side's, as position texts write it: `P`, `+P`.
    pub letter: &'static str,
    /// In English.
    pub name: &'static str,
    /// The characters that both sides' bear.
    pub native: [&'static str; 2],
    /// What it bears for those who read letters.
    pub latin: &'static str,
    pub figure: Figure,
    /// Percent of the largest man's size.
    pub size: u8,
}

impl ManLook {
    /// A man whose character is the same on both sides.
    pub const fn new(
        letter: &'static str,
        name: &'static str,
        native: &'static str,
        figure: Figure,
    ) -> ManLook {
        ManLook { letter, name, native: [native, native], latin: letter, figure, size: 100 }
    }

    /// The second side's bears another character.
    pub const fn against(self, native: &'static str) -> ManLook {
        ManLook { native: [self.native[0], native], ..self }
    }

    /// Bears another letter than the one in position texts.
    pub const fn lettered(self, latin: &'static str) -> ManLook {
        ManLook { latin, ..self }
    }

    /// Smaller: percent of the largest.
    pub const fn sized(self, size: u8) -> ManLook {
        ManLook { size, ..self }
    }
}

/// The picture of a man for those who do not read its character.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Figure {
    King,
    Rook,
    Bishop,
    Cannon,
    Horse,
    Elephant,
    Guard,
    Gold,
    Silver,
    Lance,
    Pawn,
}
