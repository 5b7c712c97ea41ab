//! What a network sees of xiangqi: men on points.

use crate::core::{Move, Side, Square};
use crate::game::{Change, Features, Man, Position};

use super::attacks::Board;
use super::position::{KINDS, Piece, Xiangqi};

/// Men of a full set.
const FULL_SET: usize = 32;

#[inline(always)]
fn man(piece: Piece, square: Square) -> Man {
    Man::new(piece.side(), piece.kind() * Board::SQUARES + square.index())
}

impl Features for Xiangqi {
    const SLOTS: usize = KINDS * Board::SQUARES;
    const STAGES: usize = 8;
    const ZONES: usize = 4;

    /// The back line's middle and sides, and each line before it.
    fn zone(row: usize, column: usize) -> usize {
        match row {
            9 => usize::from(column != 4),
            8 => 2,
            _ => 3,
        }
    }

    fn each_man(&self, see: impl FnMut(Man)) {
        self.occupied().map(|square| man(self.piece(square), square)).for_each(see);
    }

    fn change(&self, m: Move) -> Change {
        let mut change = Change::default();
        let (piece, captured) = (self.piece(m.from()), self.piece(m.to()));
        change.gone.push(man(piece, m.from()));
        change.come.push(man(piece, m.to()));
        if captured.is_some() {
            change.gone.push(man(captured, m.to()));
        }
        change
    }

    #[inline(always)]
    fn king(&self, side: Side) -> Square {
        self.king(side)
    }

    /// By men gone: four a stage.
    fn stage(&self) -> usize {
        FULL_SET.saturating_sub(self.occupied().count()) * Self::STAGES / FULL_SET
    }
}
