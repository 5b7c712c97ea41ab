//! Board and men for pages.

use crate::game::look::{BoardLook, Coordinates, Figure, Ink, Look, ManLook, Shape, SideLook};

pub(super) const LOOK: Look = Look {
    title: "Shogi",
    native_title: "将棋",
    language: "ja",
    styles: ["japanese", "western"],
    sides: [
        SideLook { name: "Sente", native_name: "先手", ink: Ink::Black },
        SideLook { name: "Gote", native_name: "後手", ink: Ink::Black },
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
        ManLook::new("K", "king", "玉", Figure::King).against("王"),
        ManLook::new("R", "rook", "飛", Figure::Rook),
        ManLook::new("B", "bishop", "角", Figure::Bishop),
        ManLook::new("G", "gold", "金", Figure::Gold).sized(95),
        ManLook::new("S", "silver", "銀", Figure::Silver).sized(95),
        ManLook::new("N", "knight", "桂", Figure::Horse).sized(91),
        ManLook::new("L", "lance", "香", Figure::Lance).sized(88),
        ManLook::new("P", "pawn", "歩", Figure::Pawn).sized(84),
        ManLook::new("+R", "dragon", "龍", Figure::Rook),
        ManLook::new("+B", "horse", "馬", Figure::Bishop),
        ManLook::new("+S", "promoted silver", "全", Figure::Silver).sized(95),
        ManLook::new("+N", "promoted knight", "圭", Figure::Horse).sized(91),
        ManLook::new("+L", "promoted lance", "杏", Figure::Lance).sized(88),
        ManLook::new("+P", "tokin", "と", Figure::Pawn).sized(84),
    ],
    hands: "RBGSNLP",
};
