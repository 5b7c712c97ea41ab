//! The board in a terminal, drawn from a position's text.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::core::Player;
use crate::engine::GameInfo;
use crate::game::look::Ink;

use super::men::{self, Man};

/// How the board is to look.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The seat that is at the bottom.
    pub bottom: usize,
    /// Pieces as characters instead of letters.
    pub characters: bool,
}

/// Where a man looks: away from the bottom, to the right, to the bottom, to the left.
const ARROWS: [char; 4] = ['^', '>', 'v', '<'];

/// A board turned until a seat is at the bottom.
struct Turned {
    rows: usize,
    columns: usize,
    /// Quarter turns against the clock.
    turns: usize,
}

impl Turned {
    /// Columns are still seen as columns.
    fn is_upright(&self) -> bool {
        self.turns.is_multiple_of(2)
    }

    /// The size as it is seen: rows and columns.
    fn size(&self) -> (usize, usize) {
        if self.is_upright() { (self.rows, self.columns) } else { (self.columns, self.rows) }
    }

    /// Row and column of what is seen there.
    fn place(&self, row: usize, column: usize) -> (usize, usize) {
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        match self.turns {
            0 => (row, column),
            1 => (column, last_column - row),
            2 => (last_row - row, last_column - column),
            _ => (last_row - column, row),
        }
    }
}

/// Draws a position. The square that the last move, a text in the game's own notation, ended on has brackets.
pub fn draw(game: &GameInfo, position: &str, last: Option<&str>, view: View) -> String {
    let board = men::board(game, position);
    // The names in letters, which native moves use.
    let names = &game.look.board.coordinates[1];
    let column_names: Vec<char> = names.above.chars().chain(names.below.chars()).collect();
    let row_names: Vec<char> = names.beside.chars().collect();
    let turned =
        Turned { rows: row_names.len(), columns: column_names.len(), turns: view.bottom * 4 / game.players };
    let (rows, columns) = turned.size();
    let is_upright = turned.is_upright();
    let target: Option<String> = last.map(|text| text.chars().skip(2).take(2).collect());
    let width = if game.players == 4 { 4 } else { 2 };

    let mut text = String::new();
    let (above, below): (Vec<usize>, Vec<usize>) = if game.players == 4 {
        (Vec::new(), (0..4).collect())
    } else {
        (vec![1 - view.bottom], vec![view.bottom])
    };
    above.into_iter().for_each(|seat| text += &seat_line(game, position, seat));
    text += "   ";
    for column in 0..columns {
        let (row, file) = turned.place(0, column);
        let name = if is_upright { column_names[file] } else { row_names[row] };
        // Writing to a string never fails.
        let _ = write!(text, "{name:>width$}  ");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for seen_row in 0..rows {
        let (row, file) = turned.place(seen_row, 0);
        let _ = write!(text, " {} ", if is_upright { row_names[row] } else { column_names[file] });
        for seen_column in 0..columns {
            let (row, column) = turned.place(seen_row, seen_column);
            let is_target = target.as_deref() == Some(&format!("{}{}", column_names[column], row_names[row]));
            let [left, right] = if is_target { ['[', ']'] } else { [' ', ' '] };
            let man = board.get(row).and_then(|row| row.get(column)).and_then(Option::as_ref);
            let (shown, taken) = piece(game, man, view);
            let space = " ".repeat(width.saturating_sub(taken));
            let _ = write!(text, "{space}{left}{shown}{right}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    below.into_iter().for_each(|seat| text += &seat_line(game, position, seat));
    text
}

/// A line about a seat: what it holds, and how it fares.
fn seat_line(game: &GameInfo, position: &str, seat: usize) -> String {
    if game.hand_kinds == 0 {
        return String::new();
    }
    let name = game.seat_name(seat);
    let hand = paint(game, Some(seat), &men::hand(game, position, seat));
    let is_checked = game.players == 4 && men::checked(position)[seat];
    match men::mated_by(position)[seat].filter(|_| game.players == 4) {
        Some(by) => format!("   {name}: mated by {}\n", game.seat_name(by)),
        None if is_checked => format!("   {name} in hand: {hand} (in check)\n"),
        None => format!("   {name} in hand: {hand}\n"),
    }
}

/// What stands on a square, and how many columns it takes.
fn piece(game: &GameInfo, man: Option<&Man>, view: View) -> (String, usize) {
    let Some(Man { owner, facing, letters }) = man else {
        return ("·".to_string(), 1);
    };
    let known = game.look.men.iter().find(|man| man.letter == letters).filter(|_| view.characters);
    let name = match known {
        Some(man) => man.native[facing % 2].to_string(),
        None if game.players == 2 && *facing == 1 => letters.to_lowercase(),
        None => letters.clone(),
    };
    let mut shown = String::new();
    if game.players == 4 {
        if *owner != Some(*facing) {
            shown.push(owner.map_or('x', |seat| Player::ALL[seat].letter()));
        }
        shown.push(ARROWS[(facing + 4 - view.bottom) % 4]);
    }
    shown += &name;
    // A character takes two columns.
    let taken = shown.chars().count() + usize::from(known.is_some());
    (paint(game, *owner, &shown), taken)
}

/// A text in the colour of a seat, or of what is nobody's; where there are no colours, the output takes them away.
pub fn paint(game: &GameInfo, owner: Option<usize>, text: &str) -> String {
    let bold = Style::new().bold();
    let coloured = |colour: AnsiColor| bold.fg_color(Some(colour.into()));
    let style = match owner {
        None => Style::new().dimmed(),
        Some(seat) if game.players == 4 => match Player::ALL[seat] {
            Player::South => bold,
            Player::West => coloured(AnsiColor::Red),
            Player::North => coloured(AnsiColor::Blue),
            Player::East => coloured(AnsiColor::Green),
        },
        Some(seat) => match (game.look.sides[seat].ink, seat) {
            (Ink::Red, _) => coloured(AnsiColor::Red),
            (Ink::Green, _) => coloured(AnsiColor::Green),
            (Ink::Black, 0) => bold,
            // Where both sides are black, on paper or wood, they still have to be told apart here.
            (Ink::Black, _) => coloured(AnsiColor::Blue),
        },
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

    const LETTERS: View = View { bottom: 0, characters: false };

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
        let view = View { bottom: 1, characters: true };
        let drawn = plain("xiangqi", position, Some("h2e2"), view);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0].trim(), "i   h   g   f   e   d   c   b   a");
        assert!(lines[1].starts_with(" 0  俥"), "{drawn}");
        assert!(lines[3].contains("[炮]"), "{drawn}");
        assert!(lines[10].starts_with(" 9  車"), "{drawn}");
        assert_eq!(lines.len(), 11);
    }

    #[test]
    fn four_with_heirs_and_flipped_kings() {
        let position = "5,xsK,3/nK,1,s+P,1,xwR,4/9/6,sw+R,2/8,eK/9/9/9/xwK,3,sK,4 e 2GP/-/-/R -/s1/-/- e:s 9";
        let drawn = plain("yonin", position, Some("3a3d+"), LETTERS);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "      9     8     7     6     5     4     3     2     1");
        assert_eq!(lines[1], " a     ·     ·     ·     ·     ·   x^K     ·     ·     ·");
        assert_eq!(lines[2], " b    vK     ·   ^+P     ·   x>R     ·     ·     ·     ·");
        assert_eq!(lines[4], " d     ·     ·     ·     ·     ·     · [s>+R]    ·     ·");
        assert_eq!(
            lines[10..],
            [
                "   South in hand: G2 P",
                "   West: mated by South",
                "   North in hand: -",
                "   East in hand: R (in check)"
            ]
        );
        // Seen from the West: south is to the right.
        let drawn = plain("yonin", position, Some("3a3d+"), View { bottom: 1, characters: true });
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "      a     b     c     d     e     f     g     h     i");
        assert_eq!(lines[1], " 1     ·     ·     ·     ·   v王     ·     ·     ·     ·");
        assert_eq!(lines[3], " 3     ·     ·     · [s^龍]    ·     ·     ·     ·     ·");
        assert_eq!(lines[4], " 4  x<王     ·     ·     ·     ·     ·     ·     ·     ·");
        assert_eq!(lines[5], " 5     ·  x^飛     ·     ·     ·     ·     ·     ·   <王");
        // From the East it is to the left.
        let drawn = plain("yonin", position, None, View { bottom: 3, characters: false });
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "      i     h     g     f     e     d     c     b     a");
        assert_eq!(lines[1], " 9   xvK     ·     ·     ·     ·     ·     ·    <K     ·");
    }
}
