//! What stands where, read from a position's text.

use crate::core::{Player, Side};
use crate::engine::GameInfo;

/// A man on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Man {
    /// The seat it belongs to; `None`: nobody's.
    pub owner: Option<usize>,
    /// The seat from which it looks forward.
    pub facing: usize,
    /// As position texts write the first side's: `P`, `+P`.
    pub letters: String,
}

/// The rows of a position text.
pub fn board(game: &GameInfo, position: &str) -> Vec<Vec<Option<Man>>> {
    let row = if game.players == 4 { row_of_four } else { row_of_two };
    field(position, 0).split('/').map(row).collect()
}

/// `1b3+P1`: an upper case letter is the first side's.
fn row_of_two(text: &str) -> Vec<Option<Man>> {
    let mut row = Vec::new();
    let mut mark = String::new();
    let mut number = 0;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            number = number * 10 + digit as usize;
            continue;
        }
        row.resize(row.len() + std::mem::take(&mut number), None);
        if c == '+' {
            mark.push(c);
            continue;
        }
        let side = if c.is_uppercase() { Side::First } else { Side::Second };
        let letters = std::mem::take(&mut mark) + &c.to_uppercase().to_string();
        row.push(Some(Man { owner: Some(side.index()), facing: side.index(), letters }));
    }
    row.resize(row.len() + number, None);
    row
}

/// `2,nS,s+P,sw+R,xeK,3`: the owner, where the man looks if that is not the owner's way, and what it is.
fn row_of_four(text: &str) -> Vec<Option<Man>> {
    let mut row = Vec::new();
    for cell in text.split(',') {
        match cell.parse::<usize>() {
            Ok(empty) => row.resize(row.len() + empty, None),
            Err(_) => row.push(man_of_four(cell)),
        }
    }
    row
}

fn man_of_four(text: &str) -> Option<Man> {
    let (whose, letters) = text.split_at(text.find(|c: char| c == '+' || c.is_uppercase())?);
    let owner = whose.chars().next().and_then(seat);
    let facing = whose.chars().last().and_then(seat)?;
    Some(Man { owner, facing, letters: letters.to_string() })
}

fn seat(letter: char) -> Option<usize> {
    Player::of_letter(letter).map(Player::index)
}

/// The field of a position text, empty where there is none.
fn field(position: &str, number: usize) -> &str {
    position.split_whitespace().nth(number).unwrap_or_default()
}

/// What a seat holds, for people: each kind followed by its number if that is not 1, `-` for nothing.
pub fn hand(game: &GameInfo, position: &str, seat: usize) -> String {
    let hands = field(position, 2);
    // Each of four has a part of the text, where both sides share it and are told apart by case.
    let (text, is_upper) = if game.players == 4 {
        (hands.split('/').nth(seat).unwrap_or_default(), true)
    } else {
        (hands, seat == 0)
    };
    let mut kinds = Vec::new();
    let mut number = String::new();
    for c in text.chars() {
        if c.is_ascii_digit() {
            number.push(c);
        } else {
            let count = std::mem::take(&mut number);
            if c != '-' && c.is_uppercase() == is_upper {
                kinds.push(format!("{}{count}", c.to_uppercase()));
            }
        }
    }
    if kinds.is_empty() { "-".to_string() } else { kinds.join(" ") }
}

/// Who mated each of four; `None` for the living.
pub fn mated_by(position: &str) -> [Option<usize>; 4] {
    let mut status = field(position, 3).split('/');
    std::array::from_fn(|_| status.next()?.chars().next().and_then(seat))
}

/// Which of four are in check.
pub fn checked(position: &str) -> [bool; 4] {
    let mut checked = [false; 4];
    for victim in field(position, 4).split(',').filter_map(|check| check.chars().next().and_then(seat)) {
        checked[victim] = true;
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_owners_and_four_ways_to_look() {
        let yonin = GameInfo::named("yonin").expect("a game");
        let position = "1,sP,s+P,3,swR,sw+R,xeK/9 n 2RG/-/10P/S -/-/-/s1 n:s,w:s 7";
        let row = &board(yonin, position)[0];
        let man = |owner, facing, letters: &str| Some(Man { owner, facing, letters: letters.to_string() });
        assert_eq!(row[..3], [None, man(Some(0), 0, "P"), man(Some(0), 0, "+P")]);
        assert_eq!(row[6..], [man(Some(0), 1, "R"), man(Some(0), 1, "+R"), man(None, 3, "K")]);
        let hands: Vec<String> = (0..4).map(|seat| hand(yonin, position, seat)).collect();
        assert_eq!(hands, ["R2 G", "-", "P10", "S"]);
        assert_eq!(mated_by(position), [None, None, None, Some(0)]);
        assert_eq!(checked(position), [false, true, true, false]);
    }
}
