//! A shogi position as its formats draw it.

use crate::core::{Side, Square};
use crate::games::shogi::piece::{BASE, HAND_KINDS, LETTERS, PROMOTED, SET};

use super::{NAMES, kind_of_char};

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    pub side: Side,
    /// See [`crate::games::shogi::piece`].
    pub kind: usize,
}

/// A position: anything that can be drawn, whether the rules allow it or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    men: [Option<Man>; 81],
    pub hands: [[u32; HAND_KINDS]; 2],
    pub turn: Side,
    /// Moves played before, as far as is known.
    pub ply: u32,
}

/// The order of hands in texts: the rook first.
const HAND_ORDER: [usize; HAND_KINDS] = [6, 5, 4, 3, 2, 1, 0];

impl Board {
    pub const fn empty() -> Board {
        Board { men: [None; 81], hands: [[0; HAND_KINDS]; 2], turn: Side::First, ply: 0 }
    }

    pub fn at(&self, square: Square) -> Option<Man> {
        self.men.get(square.index()).copied().flatten()
    }

    pub fn put(&mut self, square: Square, man: Option<Man>) {
        if let Some(place) = self.men.get_mut(square.index()) {
            *place = man;
        }
    }

    /// Reads an SFEN that the engine wrote; what is no SFEN gives an empty board.
    pub fn of_sfen(sfen: &str) -> Board {
        let mut board = Board::empty();
        let mut fields = sfen.split_whitespace();
        let placement = fields.next().unwrap_or("");
        let (mut index, mut promoted) = (0, false);
        for c in placement.chars() {
            match c {
                '/' => {}
                '+' => promoted = true,
                '1'..='9' => index += c as usize - '0' as usize,
                letter => {
                    if let (Some(man), Some(place)) = (man(letter, promoted), board.men.get_mut(index)) {
                        *place = Some(man);
                    }
                    (index, promoted) = (index + 1, false);
                }
            }
        }
        board.turn = if fields.next() == Some("w") { Side::Second } else { Side::First };
        let mut count = 0;
        for c in fields.next().unwrap_or("-").chars() {
            if let Some(digit) = c.to_digit(10) {
                count = count * 10 + digit;
            } else if let Some(man) = man(c, false).filter(|man| man.kind < HAND_KINDS) {
                board.hands[man.side.index()][man.kind] += count.max(1);
                count = 0;
            }
        }
        board.ply = fields.next().and_then(|n| n.parse().ok()).unwrap_or(1u32).saturating_sub(1);
        board
    }

    pub fn sfen(&self) -> String {
        let mut text = String::new();
        for row in 0..9 {
            if row > 0 {
                text.push('/');
            }
            let mut gap = 0;
            for column in 0..9 {
                let Some(man) = self.at(Square::at(row, column)) else {
                    gap += 1;
                    continue;
                };
                push_number(&mut text, std::mem::take(&mut gap), 0);
                if BASE[man.kind] != man.kind {
                    text.push('+');
                }
                text.push(letter(man));
            }
            push_number(&mut text, gap, 0);
        }
        text += if self.turn == Side::First { " b " } else { " w " };
        let length = text.len();
        for side in Side::BOTH {
            for kind in HAND_ORDER {
                let count = self.hands[side.index()][kind];
                if count > 0 {
                    push_number(&mut text, count, 1);
                    text.push(letter(Man { side, kind }));
                }
            }
        }
        if text.len() == length {
            text.push('-');
        }
        format!("{text} {}", self.ply + 1)
    }

    /// The pieces of a full set that are neither on the board nor in a hand.
    pub fn missing(&self) -> [u32; HAND_KINDS] {
        let mut missing: [u32; HAND_KINDS] = std::array::from_fn(|kind| SET[kind]);
        let on_board = self.men.iter().flatten().map(|man| BASE[man.kind]);
        for kind in on_board.filter(|&kind| kind < HAND_KINDS) {
            missing[kind] = missing[kind].saturating_sub(1);
        }
        for (kind, left) in missing.iter_mut().enumerate() {
            *left = left.saturating_sub(self.hands[0][kind] + self.hands[1][kind]);
        }
        missing
    }

    /// A hand in Japanese: `飛　歩三`, or `なし`.
    pub fn hand_text(&self, side: Side) -> String {
        let hand = self.hands[side.index()];
        let held = HAND_ORDER.iter().filter(|&&kind| hand[kind] > 0).map(|&kind| match hand[kind] {
            1 => NAMES[kind].long.to_string(),
            count => format!("{}{}", NAMES[kind].long, super::number_text(count)),
        });
        let held: Vec<String> = held.collect();
        if held.is_empty() { "なし".to_string() } else { held.join("　") }
    }

    /// Reads a hand in Japanese.
    ///
    /// # Errors
    /// The word that is no piece with a number.
    pub fn read_hand(&mut self, side: Side, text: &str) -> Result<(), String> {
        if text.trim() == "なし" {
            return Ok(());
        }
        for word in text.split_whitespace() {
            let mut chars = word.chars();
            let kind = chars.next().and_then(kind_of_char).filter(|&kind| kind < HAND_KINDS);
            let rest = chars.as_str();
            let count = if rest.is_empty() { Some(1) } else { super::number(rest) };
            match (kind, count) {
                (Some(kind), Some(count @ ..=18)) => self.hands[side.index()][kind] += count,
                _ => return Err(format!("'{}' is no piece in hand", crate::game::excerpt(word))),
            }
        }
        Ok(())
    }
}

fn push_number(text: &mut String, number: u32, unless_at_most: u32) {
    if number > unless_at_most {
        text.push_str(&number.to_string());
    }
}

fn man(letter: char, promoted: bool) -> Option<Man> {
    let kind = LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase())?;
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    Some(Man { side, kind: if promoted { PROMOTED[kind] } else { kind } })
}

fn letter(man: Man) -> char {
    let letter = LETTERS[BASE[man.kind]];
    if man.side == Side::First { letter } else { letter.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sfens_come_back() {
        for sfen in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "4k4/9/9/9/4+P4/9/9/8+r/4K4 w 2GP10p 31",
        ] {
            assert_eq!(Board::of_sfen(sfen).sfen(), sfen);
        }
        assert_eq!(Board::of_sfen("?"), Board::empty());
    }

    #[test]
    fn hands() {
        let mut board = Board::of_sfen("4k4/9/9/9/9/9/9/9/4K4 b R2G11P 1");
        assert_eq!(board.hand_text(Side::First), "飛　金二　歩十一");
        assert_eq!(board.hand_text(Side::Second), "なし");
        board.read_hand(Side::Second, "角　香四　歩三 ").expect("a hand");
        assert_eq!(board.sfen(), "4k4/9/9/9/9/9/9/9/4K4 b R2G11Pb4l3p 1");
        assert_eq!(board.missing(), [4, 0, 4, 4, 2, 1, 1]);
        assert!(board.read_hand(Side::First, "玉").is_err() && board.read_hand(Side::First, "歩百").is_err());
    }
}
