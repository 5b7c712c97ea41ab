//! Chinese moves: `炮二平五`, `马８进７`, `前车进四`.
//!
//! Red's numbers are written in Chinese, Black's as full-width digits; all digits and both scripts are read. Of several
//! pawns on one file the first is 前, the last 后, the one between two 中, more are counted (二兵). With pawns in tandem
//! on two files the file stands for the piece (前六平五); how else files write that is told in [`super::spoken`].

use crate::core::Move;
use crate::game::style::{MoveStyle, StyleInfo, not_understood};
use crate::game::{Position, TextError};

use super::position::*;
use super::spoken::{Named, Order, Said, Way, find, say};

pub(super) const SIMPLIFIED: MoveStyle<Xiangqi> = MoveStyle {
    info: StyleInfo {
        name: "chinese",
        example: "炮二平五",
        help: "As players say and books print it, in simplified characters: 炮二平五, 马８进７",
    },
    write: |position, m| write(position, m, &SIMPLIFIED_WORDS),
    read,
};

pub(super) const TRADITIONAL: MoveStyle<Xiangqi> = MoveStyle {
    info: StyleInfo {
        name: "traditional",
        example: "馬二進三",
        help: "The same in traditional characters: 炮二平五, 馬８進７",
    },
    write: |position, m| write(position, m, &TRADITIONAL_WORDS),
    read,
};

struct Words {
    /// The kinds' names, Red's and Black's.
    kinds: [[char; 2]; KINDS],
    ahead: char,
    back_of_tandem: char,
}

const SIMPLIFIED_WORDS: Words = Words {
    kinds: [['兵', '卒'], ['仕', '士'], ['相', '象'], ['马', '马'], ['炮', '炮'], ['车', '车'], ['帅', '将']],
    ahead: '进',
    back_of_tandem: '后',
};

const TRADITIONAL_WORDS: Words = Words {
    kinds: [['兵', '卒'], ['仕', '士'], ['相', '象'], ['馬', '馬'], ['炮', '炮'], ['車', '車'], ['帥', '將']],
    ahead: '進',
    back_of_tandem: '後',
};

/// Other characters for the kinds.
const OTHER_NAMES: [&str; KINDS] = ["", "", "", "傌", "砲包", "俥", ""];

/// The digits 1 to 9, Red's and Black's.
const DIGITS: [[char; 9]; 2] = [
    ['一', '二', '三', '四', '五', '六', '七', '八', '九'],
    ['１', '２', '３', '４', '５', '６', '７', '８', '９'],
];

fn write(position: &Xiangqi, m: Move, words: &Words) -> String {
    let Said { kind, file, nth, of, has_rivals, way, number } = say(position, m);
    let side = position.side_to_move().index();
    let digit = |number: usize| DIGITS[side][number - 1];
    let name = words.kinds[kind][side];
    let (first, second) = if of == 1 {
        (name, digit(file))
    } else {
        let order = match nth {
            1 => '前',
            _ if nth == of => words.back_of_tandem,
            _ if of == 3 => '中',
            // A word for the order, so Chinese for both sides.
            _ => DIGITS[0][nth - 1],
        };
        (order, if has_rivals { digit(file) } else { name })
    };
    let way = match way {
        Way::Ahead => words.ahead,
        Way::Back => '退',
        Way::Across => '平',
    };
    String::from_iter([first, second, way, digit(number)])
}

/// A character of a move.
#[derive(Clone, Copy)]
enum Token {
    Kind(usize),
    Digit(usize),
    Order(Order),
    Way(Way),
}

fn read(position: &Xiangqi, text: &str) -> Result<Move, TextError> {
    use Token::{Digit, Kind};
    let unlike = || not_understood(text, "it is not like 炮二平五 or 前车进四");
    let tokens: Option<Vec<Token>> = text.chars().filter(|c| !c.is_whitespace()).map(token).collect();
    let tokens = tokens.ok_or_else(unlike)?;
    let &[ref subject @ .., Token::Way(way), Digit(number)] = tokens.as_slice() else {
        return Err(unlike());
    };
    let named = match *subject {
        [Kind(kind), Digit(file)] => Named::OnFile(kind, file),
        [Token::Order(order), Kind(kind)] | [Kind(kind), Token::Order(order)] => {
            Named::InTandem(kind, order, None)
        }
        [Digit(nth), Kind(kind)] => Named::InTandem(kind, Order::Nth(nth), None),
        [Token::Order(order), Digit(file)] => Named::InTandem(PAWN, order, Some(file)),
        [Digit(nth), Digit(file)] => Named::InTandem(PAWN, Order::Nth(nth), Some(file)),
        [Token::Order(order), Kind(kind), Digit(file)] | [Token::Order(order), Digit(file), Kind(kind)] => {
            Named::InTandem(kind, order, Some(file))
        }
        _ => return Err(unlike()),
    };
    find(position, text, named, way, number)
}

fn token(c: char) -> Option<Token> {
    let digit = |digits: &[char; 9]| digits.iter().position(|&digit| digit == c).map(|at| at + 1);
    let ascii = || c.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as usize);
    if let Some(digit) = DIGITS.iter().find_map(digit).or_else(ascii) {
        return Some(Token::Digit(digit));
    }
    match c {
        '前' => return Some(Token::Order(Order::Front)),
        '中' => return Some(Token::Order(Order::Middle)),
        '后' | '後' => return Some(Token::Order(Order::Back)),
        '进' | '進' => return Some(Token::Way(Way::Ahead)),
        '退' => return Some(Token::Way(Way::Back)),
        '平' => return Some(Token::Way(Way::Across)),
        _ => {}
    }
    let is_kind = |&kind: &usize| {
        let scripts = [SIMPLIFIED_WORDS.kinds[kind], TRADITIONAL_WORDS.kinds[kind]];
        scripts.as_flattened().contains(&c) || OTHER_NAMES[kind].contains(c)
    };
    (0..KINDS).find(is_kind).map(Token::Kind)
}
