//! Which input of a network a man is.

use crate::core::bitboard::COLUMNS;
use crate::core::{Move, Side, Square};
use crate::game::{Man, Position};

const MIDDLE: usize = COLUMNS / 2;

/// How a side sees the board: from below, mirrored left–right or not, with weights for the zone of its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    pub side: Side,
    pub mirrored: bool,
    /// Below [`crate::game::Features::ZONES`].
    pub zone: u8,
}

impl View {
    /// The view of a side whose king is on this square: its king is never right of the middle.
    #[inline(always)]
    pub fn of_king<P: Position>(side: Side, king: Square) -> View {
        let (row, column) = match side {
            Side::First => (king.row(), king.column()),
            Side::Second => (P::SQUARES / COLUMNS - 1 - king.row(), COLUMNS - 1 - king.column()),
        };
        let zone = P::zone(row, column.min(COLUMNS - 1 - column)) as u8;
        View { side, mirrored: column > MIDDLE, zone }
    }

    /// Whether a king stands in the middle: mirrored or not, it never is right of it.
    pub const fn is_in_middle(king: Square) -> bool {
        king.column() == MIDDLE
    }

    /// A side's view of a position.
    #[inline(always)]
    pub fn of<P: Position>(side: Side, position: &P) -> View {
        View::of_king::<P>(side, position.king(side))
    }

    /// The view after a legal move of the viewer's side: only its king's moves change it.
    #[inline(always)]
    pub fn after<P: Position>(self, position: &P, m: Move) -> View {
        let moves_king = !m.is_drop() && m.from() == position.king(self.side);
        if moves_king { View::of_king::<P>(self.side, m.to()) } else { self }
    }

    /// Inputs of a game's network: for each zone first the slots of the viewer's own men, then the other side's.
    pub const fn inputs<P: Position>() -> usize {
        P::ZONES * Self::zone_inputs::<P>()
    }

    /// Inputs of one zone.
    pub const fn zone_inputs<P: Position>() -> usize {
        2 * P::SLOTS
    }

    /// The input, below [`View::inputs`], that a man is in this view.
    #[inline(always)]
    pub fn input<P: Position>(self, man: Man) -> usize {
        let zone = usize::from(self.zone) * Self::zone_inputs::<P>();
        let first = zone + if man.side == self.side { 0 } else { P::SLOTS };
        let slot = usize::from(man.slot);
        if slot >= P::KINDS * P::SQUARES {
            return first + slot; // off the board, it looks alike from everywhere
        }
        let mut square = slot % P::SQUARES;
        let kind = slot - square;
        if self.side == Side::Second {
            square = P::SQUARES - 1 - square;
        }
        if self.mirrored {
            square = square + COLUMNS - 1 - 2 * (square % COLUMNS);
        }
        first + kind + square
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Features;
    use crate::games::xiangqi::Xiangqi;

    fn seen(view: View, side: Side, kind: usize, row: usize, column: usize) -> usize {
        let slot = kind * Xiangqi::SQUARES + Square::at(row, column).index();
        view.input::<Xiangqi>(Man::new(side, slot))
    }

    #[test]
    fn the_board_is_turned_and_mirrored() {
        let plain = View { side: Side::First, mirrored: false, zone: 0 };
        let mirrored = View { mirrored: true, ..plain };
        let turned = View { side: Side::Second, ..plain };
        assert_eq!(seen(plain, Side::First, 3, 9, 1), 3 * 90 + 82);
        assert_eq!(seen(mirrored, Side::First, 3, 9, 1), 3 * 90 + 88);
        assert_eq!(seen(turned, Side::First, 3, 9, 1), Xiangqi::SLOTS + 3 * 90 + 7);
        assert_eq!(seen(turned, Side::Second, 3, 0, 7), 3 * 90 + 82);
        let elsewhere = View { zone: 2, ..plain };
        assert_eq!(seen(elsewhere, Side::First, 3, 9, 1), 2 * 2 * Xiangqi::SLOTS + 3 * 90 + 82);
    }

    #[test]
    fn the_own_king_is_never_right_of_the_middle() {
        for side in Side::BOTH {
            for column in 3..=5 {
                let king = Square::at(if side == Side::First { 9 } else { 0 }, column);
                let view = View::of_king::<Xiangqi>(side, king);
                let input = seen(view, side, 6, king.row(), king.column()) % View::zone_inputs::<Xiangqi>();
                assert!(input % 90 >= 81 && input % COLUMNS <= MIDDLE, "{side:?} {column}");
                assert_eq!(usize::from(view.zone), Xiangqi::zone(9, column.min(8 - column)));
            }
        }
    }
}
