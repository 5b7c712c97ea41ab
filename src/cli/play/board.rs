//! The board in a terminal, drawn from a position's text.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::core::Side;
use crate::engine::GameInfo;
use crate::game::look::Ink;

/// How the board is to look.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The second side sits at the bottom.
    pub flipped: bool,
    /// Pieces as characters instead of letters.
    pub characters: bool,
}

/// A piece on the board: its letters, upper case, and whose it is.
type Cell = Option<(String, Side)>;

/// Draws a position. The square that the last move, a text in the game's own notation, ended on has brackets.
pub fn draw(game: &GameInfo, position: &str, last: Option<&str>, view: View) -> String {
    let look = &game.look;
    let mut words = position.split_whitespace();
    let rows = cells(words.next().unwrap_or_default());
    let hands = words.nth(1).filter(|_| game.hand_kinds > 0);
    let target: Option<String> = last.map(|text| text.chars().skip(2).take(2).collect());

    // The names in letters, which native moves use.
    let names = &look.board.coordinates[1];
    let columns = order(names.above.chars().chain(names.below.chars()), view);
    let row_names = order(names.beside.chars(), view);
    let mut text = String::new();
    let [top, bottom] = if view.flipped { [Side::First, Side::Second] } else { [Side::Second, Side::First] };
    let hand_line = |text: &mut String, side: Side| {
        if let Some(hands) = hands {
            // Writing to a string never fails.
            let _ = writeln!(
                text,
                "   {} in hand: {}",
                look.sides[side.index()].name,
                paint(game, side.index(), &hand(hands, side))
            );
        }
    };
    hand_line(&mut text, top);
    let heading: String = columns.iter().map(|name| format!("{name:^4}")).collect();
    let _ = writeln!(text, "   {}", heading.trim_end());
    for (row, name) in order(rows.iter(), view).into_iter().zip(row_names) {
        let _ = write!(text, " {name} ");
        for (cell, column) in order(row.iter(), view).into_iter().zip(&columns) {
            let is_target = target.as_deref() == Some(&format!("{column}{name}"));
            let [left, right] = if is_target { ['[', ']'] } else { [' ', ' '] };
            let _ = write!(text, "{left}{}{right}", piece(game, cell, view));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    hand_line(&mut text, bottom);
    text
}

/// Left to right or right to left, as the board is seen.
fn order<T>(items: impl DoubleEndedIterator<Item = T>, view: View) -> Vec<T> {
    if view.flipped { items.rev().collect() } else { items.collect() }
}

/// The rows of a position text's board.
fn cells(board: &str) -> Vec<Vec<Cell>> {
    let row = |text: &str| {
        let mut row: Vec<Cell> = Vec::new();
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
            row.push(Some((std::mem::take(&mut mark) + &c.to_uppercase().to_string(), side)));
        }
        row.resize(row.len() + number, None);
        row
    };
    board.split('/').map(row).collect()
}

/// A square in two columns.
fn piece(game: &GameInfo, cell: &Cell, view: View) -> String {
    let Some((letters, side)) = cell else {
        return " ·".to_string();
    };
    let known = game.look.men.iter().find(|man| man.letter == letters).filter(|_| view.characters);
    let shown = match (known, side) {
        // A character takes two columns.
        (Some(man), side) => man.native[side.index()].to_string(),
        (None, Side::First) => format!("{letters:>2}"),
        (None, Side::Second) => format!("{:>2}", letters.to_lowercase()),
    };
    paint(game, side.index(), &shown)
}

/// A side's part of a hand as position texts write it, `-` for nothing.
fn hand(hands: &str, side: Side) -> String {
    let mut own = String::new();
    let mut number = String::new();
    for c in hands.chars() {
        if c.is_ascii_digit() {
            number.push(c);
        } else {
            let count = std::mem::take(&mut number);
            if c != '-' && c.is_uppercase() == (side == Side::First) {
                let space = if own.is_empty() { "" } else { " " };
                let _ = write!(own, "{space}{}{count}", c.to_uppercase());
            }
        }
    }
    if own.is_empty() { "-".to_string() } else { own }
}

/// A text in the colour of a seat; where there are no colours, the output takes them away.
pub fn paint(game: &GameInfo, seat: usize, text: &str) -> String {
    let bold = Style::new().bold();
    let style = match (game.look.sides[seat].ink, seat) {
        (Ink::Red, _) => bold.fg_color(Some(AnsiColor::Red.into())),
        (Ink::Green, _) => bold.fg_color(Some(AnsiColor::Green.into())),
        (Ink::Black, 0) => bold,
        // Where both sides are black, on paper or wood, they still have to be told apart here.
        (Ink::Black, _) => bold.fg_color(Some(AnsiColor::Blue.into())),
    };
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(name: &str, position: &str, last: Option<&str>, view: View) -> String {
        let game = GameInfo::named(name).expect("a game");
        anstream::adapter::strip_str(&draw(game, position, last, view)).to_string()
    }

    const LETTERS: View = View { flipped: false, characters: false };

    #[test]
    fn shogi_with_hands_and_the_last_move() {
        let position = "4k4/9/4+P4/9/9/9/9/9/4K4 w Gr2p 3";
        let drawn = plain("shogi", position, Some("5d5c+"), LETTERS);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "   Gote in hand: R P2");
        assert_eq!(lines[1], "    9   8   7   6   5   4   3   2   1");
        assert_eq!(lines[2], " a   ·   ·   ·   ·   k   ·   ·   ·   ·");
        assert_eq!(lines[4], " c   ·   ·   ·   · [+P]  ·   ·   ·   ·");
        assert_eq!(lines[11], "   Sente in hand: G");
        assert_eq!(lines.len(), 12);
    }

    #[test]
    fn xiangqi_from_the_other_side_in_characters() {
        let position = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
        let view = View { flipped: true, characters: true };
        let drawn = plain("xiangqi", position, Some("h2e2"), view);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0].trim(), "i   h   g   f   e   d   c   b   a");
        assert!(lines[1].starts_with(" 0  俥"), "{drawn}");
        assert!(lines[3].contains("[炮]"), "{drawn}");
        assert!(lines[10].starts_with(" 9  車"), "{drawn}");
        assert_eq!(lines.len(), 11);
    }
}
