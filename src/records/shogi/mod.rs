//! What the formats of shogi share: pieces and their names, boards, handicaps.

pub mod board;
pub mod handicap;

pub use board::{Board, Man};

use crate::core::{Move, Square};
use crate::games::shogi::piece::KINDS;

/// A kind of piece in the words of the formats.
pub struct Name {
    /// In moves: `成銀`.
    pub long: &'static str,
    /// On boards: `全`.
    pub short: char,
    /// CSA and JKF: `NG`.
    pub csa: &'static str,
}

const fn name(long: &'static str, short: char, csa: &'static str) -> Name {
    Name { long, short, csa }
}

/// The names in the order of [`crate::games::shogi::piece`].
pub const NAMES: [Name; KINDS] = [
    name("歩", '歩', "FU"),
    name("香", '香', "KY"),
    name("桂", '桂', "KE"),
    name("銀", '銀', "GI"),
    name("金", '金', "KI"),
    name("角", '角', "KA"),
    name("飛", '飛', "HI"),
    name("玉", '玉', "OU"),
    name("と", 'と', "TO"),
    name("成香", '杏', "NY"),
    name("成桂", '圭', "NK"),
    name("成銀", '全', "NG"),
    name("馬", '馬', "UM"),
    name("龍", '龍', "RY"),
];

/// The kind that a character on a board or in a hand stands for.
pub fn kind_of_char(c: char) -> Option<usize> {
    let c = match c {
        '王' => '玉',
        '竜' => '龍',
        '个' => 'と',
        '仝' => '全',
        other => other,
    };
    NAMES.iter().position(|name| name.short == c)
}

/// The kind whose name a text begins with, and the rest of it.
pub fn take_kind(text: &str) -> Option<(usize, &str)> {
    let by_long = |(kind, name): (usize, &Name)| Some((kind, text.strip_prefix(name.long)?));
    // 成銀 begins with no other's name, but 全 and 王 do not begin with a name in use.
    NAMES.iter().enumerate().find_map(by_long).or_else(|| {
        let mut chars = text.chars();
        Some((kind_of_char(chars.next()?)?, chars.as_str()))
    })
}

/// The kind of a name in CSA.
pub fn kind_of_csa(text: &str) -> Option<usize> {
    NAMES.iter().position(|name| name.csa == text)
}

/// The square of a file and a rank, 1 to 9 each.
pub fn square(file: u32, rank: u32) -> Option<Square> {
    ((1..=9).contains(&file) && (1..=9).contains(&rank))
        .then(|| Square::at(rank as usize - 1, 9 - file as usize))
}

/// File and rank, 1 to 9 each.
pub fn file_rank(square: Square) -> (u32, u32) {
    (9 - square.column() as u32, square.row() as u32 + 1)
}

/// The digits of numbers up to 99 in Chinese characters.
const CHINESE: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const FULL_WIDTH: [char; 10] = ['０', '１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// A digit in any of its forms.
pub fn digit(c: char) -> Option<u32> {
    let found = |digits: [char; 10]| digits.iter().position(|&d| d == c).map(|n| n as u32);
    c.to_digit(10).or_else(|| found(FULL_WIDTH)).or_else(|| found(CHINESE))
}

/// `７六`
pub fn square_text(square: Square) -> String {
    let (file, rank) = file_rank(square);
    format!("{}{}", FULL_WIDTH[file as usize], CHINESE[rank as usize])
}

/// A number up to 99 in Chinese characters: `十八`.
pub fn number_text(number: u32) -> String {
    let (tens, ones) = (number / 10, number % 10);
    let mut text = String::new();
    if tens > 1 {
        text.push(CHINESE[tens as usize % 10]);
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 || tens == 0 {
        text.push(CHINESE[ones as usize]);
    }
    text
}

/// A number as [`number_text`] writes it, or in digits.
pub fn number(text: &str) -> Option<u32> {
    if let Some((tens, ones)) = text.split_once('十') {
        let one = |text: &str, if_empty: u32| {
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (None, _) => Some(if_empty),
                (Some(c), None) => digit(c),
                _ => None,
            }
        };
        return Some(one(tens, 1)? * 10 + one(ones, 0)?);
    }
    if text.is_empty() || text.chars().count() > 4 {
        return None;
    }
    text.chars().try_fold(0, |sum, c| Some(sum * 10 + digit(c)?))
}

/// The kind of the piece that a move moves, before promotion.
pub fn moved_kind(board: &Board, m: Move) -> usize {
    if m.is_drop() { m.drop_kind() } else { board.at(m.from()).map_or(0, |man| man.kind) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_characters() {
        for n in 1..100 {
            assert_eq!(number(&number_text(n)), Some(n));
        }
        assert_eq!(number("１２"), Some(12));
        assert_eq!((number(""), number("飛"), number("一二三四五")), (None, None, None));
    }

    #[test]
    fn names_of_pieces() {
        assert_eq!(take_kind("成銀(77)"), Some((11, "(77)")));
        assert_eq!(take_kind("竜(28)"), Some((13, "(28)")));
        assert_eq!(take_kind("王(59)"), Some((7, "(59)")));
        assert_eq!(take_kind("成(28)"), None);
    }
}
