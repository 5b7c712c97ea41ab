//! Korean moves: the square a piece leaves, the piece, the square it goes to — `79卒78`, `79졸78`, a pass `한수쉼`.
//!
//! A square is its rank and its file, a digit each: ranks 1 to 9 and 0 from Han's back rank to Cho's, files 1 to 9 from
//! Cho's left. Cho's soldiers are 卒 (졸), Han's 兵 (병). What `.gib` files add is read: the side before the piece
//! (`79楚卒78`), the captured piece and `장군` after the move (`92차12차장군`), and moves without the piece (`7978`).

use crate::core::{Move, Square};
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
    [['卒', '兵'], ['士', '士'], ['象', '象'], ['馬', '馬'], ['包', '包'], ['車', '車'], ['將', '將']];
const HANGUL_NAMES: Names =
    [['졸', '병'], ['사', '사'], ['상', '상'], ['마', '마'], ['포', '포'], ['차', '차'], ['장', '장']];

/// Other names that files use: variants of the characters, and the general as he is written on the piece.
const OTHER_NAMES: [&str; kind::COUNT] = ["", "仕", "相", "马", "砲炮", "车", "楚漢汉将帥王宮초한왕궁"];

/// Words after a move that say what it does.
const REMARKS: [&str; 5] = ["장군", "멍군", "외통", "빅장", "+"];

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
    let illegal = |reason: &str| TextError::Illegal { text: excerpt(text), reason: reason.to_string() };
    let m = if compact == PASS {
        Move::pass(position.general(position.side_to_move()))
    } else {
        let (m, kind) =
            describe(&compact).ok_or_else(|| not_understood(text, "it is not like 79卒78 or 한수쉼"))?;
        let piece = position.board[m.from().index()];
        if kind.is_some_and(|kind| piece.is_none() || piece.kind() != kind) {
            return Err(illegal("the piece does not stand there"));
        }
        m
    };
    position.objection(m).map_or(Ok(m), |reason| Err(illegal(reason)))
}

/// Reads a move and the kind that it names.
fn describe(text: &str) -> Option<(Move, Option<usize>)> {
    let (from, rest) = take_square(text)?;
    let digits = rest.find(|c: char| c.is_ascii_digit())?;
    let mut names = rest[..digits].chars();
    let kind = match (names.next(), names.next(), names.next()) {
        (None, ..) => None,
        (Some(name), None, _) => Some(kind_named(name)?),
        (Some(side), Some(name), None) if "楚漢汉초한".contains(side) => Some(kind_named(name)?),
        _ => return None,
    };
    let (to, rest) = take_square(&rest[digits..])?;
    (is_remark(rest) && from != to).then_some((Move::new(from, to), kind))
}

/// Whether a text is what may follow a move: a captured piece, words of check.
fn is_remark(text: &str) -> bool {
    let mut rest = text;
    let mut names_victim = false;
    while let Some(c) = rest.chars().next() {
        rest = match REMARKS.iter().find_map(|&remark| rest.strip_prefix(remark)) {
            Some(shorter) => shorter,
            None if !names_victim && kind_named(c).is_some() => {
                names_victim = true;
                &rest[c.len_utf8()..]
            }
            None => return false,
        };
    }
    true
}

fn take_square(text: &str) -> Option<(Square, &str)> {
    let &[rank @ b'0'..=b'9', file @ b'1'..=b'9', ..] = text.as_bytes() else {
        return None;
    };
    let row = (usize::from(rank - b'0') + ROWS - 1) % ROWS;
    Some((Square::at(row, (file - b'1').into()), &text[2..]))
}

fn kind_named(name: char) -> Option<usize> {
    (0..kind::COUNT).find(|&kind| {
        [HANJA_NAMES, HANGUL_NAMES].iter().any(|names| names[kind].contains(&name))
            || OTHER_NAMES[kind].contains(name)
    })
}
