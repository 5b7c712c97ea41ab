//! Korean moves: the square a piece leaves, the piece, the square it goes to — `79卒78`, `79졸78`, a pass `한수쉼`.
//!
//! A square is its rank and its file, a digit each: ranks 1 to 9 and 0 from Han's back rank to Cho's, files 1 to 9 from
//! Cho's left. Cho's soldiers are 卒 (졸), Han's 兵 (병). What `.gib` files add is read: the side before the piece
//! (`79楚卒78`), the captured piece and `장군` after the move.

use crate::core::{Move, Side, Square};
use crate::game::style::{MoveStyle, StyleInfo, not_understood};
use crate::game::{Position, TextError, excerpt};

use super::attacks::ROWS;
use super::piece::kind;
use super::position::Janggi;

pub(super) const HANJA: MoveStyle<Janggi> = MoveStyle {
    info: StyleInfo {
        name: "korean",
        example: "79卒78",
        help: "Squares by two digits, pieces as on the board, as in .gib files: 79卒78, 한수쉼",
    },
    write: |position, m| write(position, m, &HANJA_NAMES),
    read,
};

pub(super) const HANGUL: MoveStyle<Janggi> = MoveStyle {
    info: StyleInfo {
        name: "hangul",
        example: "79졸78",
        help: "The same with pieces in Korean letters: 79졸78, 한수쉼",
    },
    write: |position, m| write(position, m, &HANGUL_NAMES),
    read,
};

const PASS: &str = "한수쉼";

/// The names of each kind, Cho's and Han's.
type Names = [[char; 2]; kind::COUNT];

const HANJA_NAMES: Names =
    [['卒', '兵'], ['士', '士'], ['象', '象'], ['馬', '馬'], ['包', '包'], ['車', '車'], ['楚', '漢']];
const HANGUL_NAMES: Names =
    [['졸', '병'], ['사', '사'], ['상', '상'], ['마', '마'], ['포', '포'], ['차', '차'], ['초', '한']];

/// Other names that files use: soldiers of either side, simplified characters, the general as such.
const OTHER_NAMES: [&[char]; kind::COUNT] = [
    &[],
    &['仕'],
    &['相'],
    &['马', '마'],
    &['砲', '炮', '包'],
    &['车'],
    &['將', '将', '帥', '王', '宮', '장', '왕', '궁'],
];

/// Words after a move that say what it does.
const REMARKS: [&str; 6] = ["장군", "멍군", "외통", "빅장", "장", "+"];

fn write(position: &Janggi, m: Move, names: &Names) -> String {
    if m.from() == m.to() {
        return PASS.to_string();
    }
    let name = names[position.moved_kind(m)][position.side_to_move().index()];
    format!("{}{name}{}", square_text(m.from()), square_text(m.to()))
}

fn square_text(square: Square) -> String {
    format!("{}{}", (square.row() + 1) % ROWS, square.column() + 1)
}

fn read(position: &Janggi, text: &str) -> Result<Move, TextError> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let m = if compact == PASS || compact == "쉼" {
        Move::pass(position.general(position.side_to_move()))
    } else {
        let (m, kind) =
            describe(&compact).ok_or_else(|| not_understood(text, "it is not like 79卒78 or 한수쉼"))?;
        let piece = position.board[m.from().index()];
        if piece.is_none() || piece.kind() != kind {
            let reason = "no such piece stands there".to_string();
            return Err(TextError::Illegal { text: excerpt(text), reason });
        }
        m
    };
    match position.objection(m) {
        None => Ok(m),
        Some(reason) => Err(TextError::Illegal { text: excerpt(text), reason: reason.to_string() }),
    }
}

/// Reads a move and the kind that it names.
fn describe(text: &str) -> Option<(Move, usize)> {
    let (from, rest) = take_square(text)?;
    let mut chars = rest.chars();
    let first = chars.next()?;
    // Before another piece, 楚 and 漢 are the sides; alone they are the generals.
    let (name, rest) = match chars.clone().next() {
        Some(second) if !second.is_ascii_digit() && side_named(first).is_some() => {
            chars.next();
            (second, chars.as_str())
        }
        _ => (first, chars.as_str()),
    };
    let (to, rest) = take_square(rest)?;
    let mut rest = rest.trim_start_matches(|c| kind_named(c).is_some() || side_named(c).is_some());
    while let Some(shorter) = REMARKS.iter().find_map(|&remark| rest.strip_prefix(remark)) {
        rest = shorter;
    }
    (rest.is_empty() && from != to).then_some((Move::new(from, to), kind_named(name)?))
}

fn take_square(text: &str) -> Option<(Square, &str)> {
    let &[rank @ b'0'..=b'9', file @ b'1'..=b'9', ..] = text.as_bytes() else {
        return None;
    };
    let row = (usize::from(rank - b'0') + ROWS - 1) % ROWS;
    Some((Square::at(row, (file - b'1').into()), &text[2..]))
}

fn side_named(name: char) -> Option<Side> {
    match name {
        '楚' | '초' => Some(Side::First),
        '漢' | '한' | '汉' => Some(Side::Second),
        _ => None,
    }
}

fn kind_named(name: char) -> Option<usize> {
    (0..kind::COUNT).find(|&kind| {
        HANJA_NAMES[kind].contains(&name)
            || HANGUL_NAMES[kind].contains(&name)
            || OTHER_NAMES[kind].contains(&name)
    })
}
