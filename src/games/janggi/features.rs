//! What a network sees of janggi: men on points, and which side is Han.

use crate::core::{Move, Side, Square};
use crate::game::{Change, Features, Man, Position};

use super::attacks::SQUARES;
use super::piece::{FULL_SET, Piece, kind};
use super::position::Janggi;

/// Always there for Han alone: a network sees both sides from below, and Han's points for moving second count.
const HAN: usize = kind::COUNT * SQUARES;

#[inline(always)]
fn man(piece: Piece, square: Square) -> Man {
    Man::new(piece.side(), piece.kind() * SQUARES + square.index())
}

impl Features for Janggi {
    const SLOTS: usize = HAN + 1;
    const STAGES: usize = 8;
    const ZONES: usize = 6;

    /// Each line of the palace, its middle and its sides.
    fn zone(row: usize, column: usize) -> usize {
        2 * 9usize.saturating_sub(row).min(2) + usize::from(column != 4)
    }

    fn each_man(&self, mut see: impl FnMut(Man)) {
        for square in self.occupied() {
            see(man(self.board[square.index()], square));
        }
        see(Man::new(Side::Second, HAN));
    }

    /// A pass changes nothing.
    fn change(&self, m: Move) -> Change {
        let mut change = Change::default();
        let (from, to) = (m.from(), m.to());
        if from == to {
            return change;
        }
        let (piece, captured) = (self.board[from.index()], self.board[to.index()]);
        change.gone.push(man(piece, from));
        change.come.push(man(piece, to));
        if !captured.is_none() {
            change.gone.push(man(captured, to));
        }
        change
    }

    #[inline(always)]
    fn king(&self, side: Side) -> Square {
        self.general(side)
    }

    /// By men gone: four a stage.
    fn stage(&self) -> usize {
        FULL_SET.saturating_sub(self.occupied().count()) * Self::STAGES / FULL_SET
    }
}
