//! Board and men for pages.

use crate::game::look::{BoardLook, Coordinates, Figure, Ink, Look, ManLook, Shape, SideLook};

pub(super) const LOOK: Look = Look {
    title: "Janggi",
    native_title: "장기",
    language: "ko",
    styles: ["korean", ""],
    sides: [
        SideLook { name: "Cho", native_name: "초", ink: Ink::Green },
        SideLook { name: "Han", native_name: "한", ink: Ink::Red },
    ],
    board: BoardLook {
        columns: 9,
        rows: 10,
        on_points: true,
        river: None,
        diagonals: &[[3, 0, 5, 2], [5, 0, 3, 2], [3, 7, 5, 9], [5, 7, 3, 9]],
        marks: &[
            [1, 2],
            [7, 2],
            [0, 3],
            [2, 3],
            [4, 3],
            [6, 3],
            [8, 3],
            [1, 7],
            [7, 7],
            [0, 6],
            [2, 6],
            [4, 6],
            [6, 6],
            [8, 6],
        ],
        coordinates: [
            Coordinates { above: "123456789", below: "", beside: "1234567890" },
            Coordinates { above: "", below: "abcdefghi", beside: "9876543210" },
        ],
    },
    shape: Shape::Octagon,
    men: &[
        ManLook::new("K", "general", "楚", Figure::King).against("漢"),
        ManLook::new("R", "chariot", "車", Figure::Rook).sized(86),
        ManLook::new("C", "cannon", "包", Figure::Cannon).sized(86),
        ManLook::new("N", "horse", "馬", Figure::Horse).lettered("H").sized(86),
        ManLook::new("B", "elephant", "象", Figure::Elephant).lettered("E").sized(86),
        ManLook::new("A", "guard", "士", Figure::Guard).sized(72),
        ManLook::new("P", "soldier", "卒", Figure::Pawn).against("兵").lettered("S").sized(72),
    ],
    hands: "",
};
