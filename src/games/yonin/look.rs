//! How four-player shogi looks. A pair of seats shares what a side has in the games for two.

use crate::game::look::*;

pub const LOOK: Look = Look {
    title: "Four-player shogi",
    native_title: "四人将棋",
    language: "ja",
    styles: ["", ""],
    sides: [
        SideLook { name: "South and North", native_name: "南北", ink: Ink::Black },
        SideLook { name: "West and East", native_name: "西東", ink: Ink::Red },
    ],
    board: BoardLook {
        columns: 9,
        rows: 9,
        on_points: false,
        river: None,
        diagonals: &[],
        marks: &[[3, 3], [6, 3], [3, 6], [6, 6]],
        coordinates: [
            Coordinates {
                above: "９８７６５４３２１", below: "", beside: "一二三四五六七八九"
            },
            Coordinates { above: "987654321", below: "", beside: "abcdefghi" },
        ],
    },
    shape: Shape::Wedge,
    men: &[
        ManLook::new("K", "king", "王", Figure::King),
        ManLook::new("R", "rook", "飛", Figure::Rook),
        ManLook::new("G", "gold", "金", Figure::Gold).sized(95),
        ManLook::new("S", "silver", "銀", Figure::Silver).sized(95),
        ManLook::new("P", "pawn", "歩", Figure::Pawn).sized(84),
        ManLook::new("+R", "dragon", "龍", Figure::Rook),
        ManLook::new("+S", "promoted silver", "全", Figure::Silver).sized(95),
        ManLook::new("+P", "tokin", "と", Figure::Pawn).sized(84),
    ],
    hands: "RGSP",
};
