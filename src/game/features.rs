//! What a network sees of a position: its men, each in a slot of its side.

use arrayvec::ArrayVec;

use crate::core::{Move, Side, Square};

/// The most men that a position shows at once, hands counted (shogi's full set), and a little room.
pub const MAX_MEN: usize = 48;

/// One thing of one side that a position has or has not.
///
/// A man on the board is in slot `kind * SQUARES + square`. The slots from `KINDS * SQUARES` on lie off the board
/// and are the game's own: in shogi one for each count of each kind in hand, so that a hand that gains a man
/// gains one slot and loses none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    pub side: Side,
    pub slot: u16,
}

impl Man {
    #[inline(always)]
    pub const fn new(side: Side, slot: usize) -> Man {
        Man { side, slot: slot as u16 }
    }
}

/// What a move changes of the men seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    pub gone: ArrayVec<Man, 2>,
    pub come: ArrayVec<Man, 2>,
}

/// What a network sees of a position. The squares are as in position texts; turning the board for the second side is
/// the network's business.
pub trait Features {
    /// Slots of each side, those off the board last.
    const SLOTS: usize;

    /// Stages of a game that a network may weigh differently.
    const STAGES: usize;

    /// Zones of the board that a network tells apart by where the viewer's own king stands.
    const ZONES: usize;

    /// The zone, below [`Features::ZONES`], of a king as its own side sees it: row 0 is the far end, and the column is
    /// never right of the middle.
    fn zone(row: usize, column: usize) -> usize;

    /// Shows every man, at most [`MAX_MEN`], each once.
    fn each_man(&self, see: impl FnMut(Man));

    /// What a legal move changes.
    fn change(&self, m: Move) -> Change;

    /// The square of a side's king.
    fn king(&self, side: Side) -> Square;

    /// The stage of the game, below [`Features::STAGES`]; it grows as men leave the board.
    fn stage(&self) -> usize;
}
