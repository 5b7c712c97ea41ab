//! What a network sees of shogi: men on squares, and each hand by the count of each kind.

use crate::core::{Move, Side, Square};
use crate::game::{Change, Features, Man};

use super::attacks::Board;
use super::piece::*;
use super::position::Shogi;

/// Slots on the board.
const BOARD_SLOTS: usize = KINDS * Board::SQUARES;

/// Where each kind's slots in hand begin, and after the last kind where they end.
const HAND_SLOTS: [usize; HAND_KINDS + 1] = {
    let mut slots = [BOARD_SLOTS; HAND_KINDS + 1];
    let mut kind = 0;
    while kind < HAND_KINDS {
        slots[kind + 1] = slots[kind] + SET[kind] as usize;
        kind += 1;
    }
    slots
};

/// The `count`th man of a kind in a side's hand; the first is 1.
#[inline(always)]
fn in_hand(side: Side, kind: usize, count: u8) -> Man {
    Man::new(side, HAND_SLOTS[kind] + count as usize - 1)
}

#[inline(always)]
fn on_board(piece: Piece, square: Square) -> Man {
    Man::new(piece.side(), piece.kind() * Board::SQUARES + square.index())
}

impl Features for Shogi {
    const SLOTS: usize = HAND_SLOTS[HAND_KINDS];
    const STAGES: usize = 8;
    const ZONES: usize = 6;

    /// The corners of castles, the other squares of the first two lines by their distance from the middle, the lines
    /// before them.
    fn zone(row: usize, column: usize) -> usize {
        match (row, column) {
            (7 | 8, 0 | 1) => 0,
            (8, 2) => 1,
            (8, _) => 2,
            (7, _) => 3,
            (5 | 6, _) => 4,
            _ => 5,
        }
    }

    fn each_man(&self, mut see: impl FnMut(Man)) {
        for side in Side::BOTH {
            for square in self.side(side) {
                see(on_board(self.piece(square), square));
            }
            for (kind, &held) in self.hand(side).iter().enumerate() {
                for count in 1..=held {
                    see(in_hand(side, kind, count));
                }
            }
        }
    }

    fn change(&self, m: Move) -> Change {
        let mut change = Change::default();
        let us = crate::game::Position::side_to_move(self);
        let (hand, to) = (self.hand(us), m.to());
        if m.is_drop() {
            let kind = m.drop_kind();
            change.gone.push(in_hand(us, kind, hand[kind]));
            change.come.push(on_board(Piece::new(us, kind), to));
            return change;
        }
        let (piece, captured) = (self.piece(m.from()), self.piece(to));
        let landing = if m.is_promotion() { PROMOTED[piece.kind()] } else { piece.kind() };
        change.gone.push(on_board(piece, m.from()));
        change.come.push(on_board(Piece::new(us, landing), to));
        if !captured.is_none() {
            let kind = BASE[captured.kind()];
            change.gone.push(on_board(captured, to));
            change.come.push(in_hand(us, kind, hand[kind] + 1));
        }
        change
    }

    #[inline(always)]
    fn king(&self, side: Side) -> Square {
        self.king(side)
    }

    /// By men in hand, both sides' together: two a stage.
    fn stage(&self) -> usize {
        let held: u8 = Side::BOTH.iter().flat_map(|&side| self.hand(side)).sum();
        (held as usize / 2).min(Self::STAGES - 1)
    }
}
