//! Moves as the World Xiangqi Federation writes them: `C2=5`, `H8+7`, `R++4`, `16=5`.
//!
//! Letters K, A, E, H, R, C, P; `+` is ahead, `-` back, `=` across. Of two pieces in tandem the sign after the letter
//! tells the front one (`R+`) from the back one (`R-`); pawns of more than two, or in tandem on two files, are their
//! number from the front and their file (`16`). B for elephants, N for horses, `.` for across, small letters and the sign
//! before the letter (`+R+4`) are read too.

use crate::core::Move;
use crate::game::TextError;
use crate::game::style::{MoveStyle, StyleInfo, not_understood};

use super::position::*;
use super::spoken::{Named, Order, Said, Way, find, say};

pub(super) const STYLE: MoveStyle<Xiangqi> = MoveStyle {
    info: StyleInfo {
        name: "wxf",
        example: "C2=5",
        help: "As the World Xiangqi Federation and Western players write: C2=5, H8+7, R++4",
    },
    write,
    read,
};

const LETTERS: [char; KINDS] = ['P', 'A', 'E', 'H', 'C', 'R', 'K'];

fn write(position: &Xiangqi, m: Move) -> String {
    let Said { kind, file, nth, of, has_rivals, way, number } = say(position, m);
    let piece = if of == 1 {
        format!("{}{file}", LETTERS[kind])
    } else if has_rivals || of > 2 {
        format!("{nth}{file}")
    } else {
        format!("{}{}", LETTERS[kind], if nth == 1 { '+' } else { '-' })
    };
    let way = match way {
        Way::Ahead => '+',
        Way::Back => '-',
        Way::Across => '=',
    };
    format!("{piece}{way}{number}")
}

fn read(position: &Xiangqi, text: &str) -> Result<Move, TextError> {
    let unlike = || not_understood(text, "it is not like C2=5 or R++4");
    let &[first, second, way, number] = text.as_bytes() else {
        return Err(unlike());
    };
    let digit = |c: u8| matches!(c, b'1'..=b'9').then(|| usize::from(c - b'0'));
    let order = |c: u8| match c {
        b'+' => Some(Order::Front),
        b'-' => Some(Order::Back),
        _ => None,
    };
    let way = match way {
        b'+' => Way::Ahead,
        b'-' => Way::Back,
        b'=' | b'.' => Way::Across,
        _ => return Err(unlike()),
    };
    let named = match (kind_of(first), kind_of(second)) {
        (Some(kind), None) => {
            let on_file = digit(second).map(|file| Named::OnFile(kind, file));
            on_file.or_else(|| order(second).map(|order| Named::InTandem(kind, order, None)))
        }
        (None, Some(kind)) => order(first).map(|order| Named::InTandem(kind, order, None)),
        _ => digit(first)
            .zip(digit(second))
            .map(|(nth, file)| Named::InTandem(PAWN, Order::Nth(nth), Some(file))),
    };
    let (named, number) = named.zip(digit(number)).ok_or_else(unlike)?;
    find(position, text, named, way, number)
}

fn kind_of(letter: u8) -> Option<usize> {
    let letter = match letter.to_ascii_uppercase() {
        b'B' => 'E',
        b'N' => 'H',
        other => char::from(other),
    };
    LETTERS.iter().position(|&known| known == letter)
}
