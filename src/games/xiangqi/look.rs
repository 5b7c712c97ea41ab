//! Board and men for pages.

use crate::game::look::{BoardLook, Coordinates, Figure, Ink, Look, ManLook, Shape, SideLook};

pub(super) const LOOK: Look = Look {
    title: "Xiangqi",
    native_title: "象棋",
    language: "zh-Hant",
    styles: ["traditional", "wxf"],
    sides: [
        SideLook { name: "Red", native_name: "紅方", ink: Ink::Red },
        SideLook { name: "Black", native_name: "黑方", ink: Ink::Black },
    ],
    board: BoardLook {
        columns: 9,
        rows: 10,
        on_points: true,
        river: Some((4, ["楚 河", "漢 界"])),
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
            Coordinates {
                above: "１２３４５６７８９", below: "九八七六五四三二一", beside: ""
            },
            Coordinates { above: "", below: "abcdefghi", beside: "9876543210" },
        ],
    },
    shape: Shape::Disc,
    men: &[
        ManLook::new("K", "general", "帥", Figure::King).against("將"),
        ManLook::new("A", "advisor", "仕", Figure::Guard).against("士"),
        ManLook::new("B", "elephant", "相", Figure::Elephant).against("象").lettered("E"),
        ManLook::new("N", "horse", "傌", Figure::Horse).against("馬").lettered("H"),
        ManLook::new("R", "chariot", "俥", Figure::Rook).against("車"),
        ManLook::new("C", "cannon", "炮", Figure::Cannon).against("砲"),
        ManLook::new("P", "pawn", "兵", Figure::Pawn).against("卒"),
    ],
    hands: "",
};
