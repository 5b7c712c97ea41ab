//! Reading, checking and writing positions.
//!
//! A FEN has two fields (board, side to move), four (with two dashes) or six (with the plies since the
//! last capture and the move number). Elephants are `B` or `E`, horses `N` or `H`.

use std::fmt;

use crate::core::bitboard::COLUMNS;
use crate::core::{Side, Square};
use crate::game::{Game, Notation, Position, TextError, excerpt};

use super::attacks::{self, ROWS};
use super::position::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KINDS, KING, PAWN, Piece, Xiangqi};
use super::rules::Rules;

/// Letters of the kinds, as written.
const LETTERS: [char; KINDS] = ['p', 'a', 'b', 'n', 'c', 'r', 'k'];
const NAMES: [&str; KINDS] = ["pawn", "advisor", "elephant", "horse", "cannon", "chariot", "general"];
/// Pieces of each kind that a side starts with.
const FULL_SET: [usize; KINDS] = [5, 2, 2, 2, 2, 2, 1];

/// The largest counter read, far beyond any game.
const MAX_COUNTER: usize = 99_999;

type Pieces = Vec<(Square, Piece)>;

/// The start position.
pub(super) fn start(rules: &Rules) -> Xiangqi {
    let back = [CHARIOT, HORSE, ELEPHANT, ADVISOR, KING, ADVISOR, ELEPHANT, HORSE, CHARIOT];
    let mut pieces = Pieces::new();
    for side in Side::BOTH {
        // Rows as the side sees them, 0 being its own back rank.
        let mut place = |row: usize, column: usize, kind: usize| {
            let row = if side == Side::First { ROWS - 1 - row } else { row };
            pieces.push((Square::at(row, column), Piece::new(side, kind)));
        };
        for (column, &kind) in back.iter().enumerate() {
            place(0, column, kind);
        }
        [1, 7].into_iter().for_each(|column| place(2, column, CANNON));
        (0..COLUMNS).step_by(2).for_each(|column| place(3, column, PAWN));
    }
    Xiangqi::set_up(&pieces, Side::First, 0, 0, rules)
}

pub(super) fn parse(text: &str, rules: &Rules) -> Result<Xiangqi, TextError> {
    read(text, rules).map_err(|reason| TextError::Position { text: excerpt(text), reason })
}

fn read(text: &str, rules: &Rules) -> Result<Xiangqi, String> {
    let fields: Vec<&str> = text.split_whitespace().take(7).collect();
    let (board, side, dashes, counters) = match fields[..] {
        [] => return Err("it is empty".to_string()),
        [board, side] => (board, side, ["-"; 2], ["0", "1"]),
        [board, side, a, b] => (board, side, [a, b], ["0", "1"]),
        [board, side, a, b, clock, number] => (board, side, [a, b], [clock, number]),
        _ => return Err("a FEN has two, four or six fields".to_string()),
    };
    let pieces = read_board(board)?;
    let side = read_side(side)?;
    if let Some(other) = dashes.iter().find(|&&dash| dash != "-") {
        return Err(format!("the third and fourth fields are '-', not '{}'", excerpt(other)));
    }
    let clock = read_counter(counters[0], "plies since the last capture")?;
    let number = read_counter(counters[1], "move number")?;

    check_pieces(&pieces)?;
    let first_ply = 2 * number.saturating_sub(1) + side.index();
    let position = Xiangqi::set_up(&pieces, side, clock as u32, first_ply, rules);
    check_kings(&position)?;
    Ok(position)
}

fn read_board(text: &str) -> Result<Pieces, String> {
    let rows = text.split('/').count();
    if rows != ROWS {
        return Err(format!("the board has {ROWS} rows, not {rows}"));
    }
    let mut pieces = Pieces::new();
    for (row, line) in text.split('/').enumerate() {
        let mut column = 0;
        for letter in line.chars() {
            if let Some(empty @ 1..=9) = letter.to_digit(10) {
                column += empty as usize;
            } else {
                let piece = read_piece(letter)
                    .ok_or_else(|| format!("'{}' is no piece", excerpt(&letter.to_string())))?;
                if column < COLUMNS {
                    pieces.push((Square::at(row, column), piece));
                }
                column += 1;
            }
            if column > COLUMNS {
                break;
            }
        }
        if column != COLUMNS {
            let count = if column > COLUMNS { "more than 9".to_string() } else { column.to_string() };
            return Err(format!("row {} has {count} columns, not {COLUMNS}", row + 1));
        }
    }
    Ok(pieces)
}

fn read_piece(letter: char) -> Option<Piece> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let kind = match letter.to_ascii_lowercase() {
        'e' => ELEPHANT,
        'h' => HORSE,
        letter => LETTERS.iter().position(|&own| own == letter)?,
    };
    Some(Piece::new(side, kind))
}

fn read_side(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "r" | "red" => Ok(Side::First),
        "b" | "black" => Ok(Side::Second),
        _ => Err(format!(
            "the side to move is 'w' (or 'r', 'red') or 'b' (or 'black'), not '{}'",
            excerpt(text)
        )),
    }
}

fn read_counter(text: &str, name: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|&counter| counter <= MAX_COUNTER)
        .ok_or_else(|| format!("the {name} is a number from 0 to {MAX_COUNTER}, not '{}'", excerpt(text)))
}

/// Counts, and points where pieces of a kind can stand.
fn check_pieces(pieces: &Pieces) -> Result<(), String> {
    for side in Side::BOTH {
        let color = color(side);
        for kind in 0..KINDS {
            let count = pieces.iter().filter(|(_, piece)| *piece == Piece::new(side, kind)).count();
            let (name, full) = (NAMES[kind], FULL_SET[kind]);
            if kind == KING && count != 1 {
                return Err(format!("{color} has {count} generals, not one"));
            } else if count > full {
                return Err(format!("{color} has {count} pieces of the kind {name}, more than {full}"));
            }
        }
    }
    for &(square, piece) in pieces {
        if !may_stand(square, piece) {
            return Err(format!(
                "no {} {} can stand on {}",
                color(piece.side()),
                NAMES[piece.kind()],
                super::notation::square_text(square, Notation::Native)
            ));
        }
    }
    Ok(())
}

fn may_stand(square: Square, piece: Piece) -> bool {
    let home = attacks::home(piece.side());
    let at_home = home.contains(square);
    match piece.kind() {
        // Before the river a pawn stays on its file. Behind its start rank no game puts it, but composed
        // problems do.
        PAWN => !at_home || square.column().is_multiple_of(2),
        ADVISOR => at_home && attacks::ADVISOR_POINTS.contains(square),
        ELEPHANT => at_home && attacks::ELEPHANT_POINTS.contains(square),
        KING => at_home && attacks::PALACES.contains(square),
        _ => true,
    }
}

/// The side that has moved last must not have left its general to be taken.
fn check_kings(position: &Xiangqi) -> Result<(), String> {
    let waiting = !position.side_to_move();
    let attackers = position.checks_on(waiting);
    if attackers.intersects(position.kind(KING)) {
        Err("the generals face each other".to_string())
    } else if attackers.any() {
        Err(format!("{} is in check, but it is not its move", color(waiting)))
    } else {
        Ok(())
    }
}

fn color(side: Side) -> &'static str {
    match side {
        Side::First => "red",
        Side::Second => "black",
    }
}

fn letter(piece: Piece) -> char {
    let letter = LETTERS[piece.kind()];
    if piece.side() == Side::First { letter.to_ascii_uppercase() } else { letter }
}

pub(super) fn write(position: &Xiangqi) -> String {
    let mut text = String::new();
    for row in 0..ROWS {
        let mut empty = 0;
        for column in 0..COLUMNS {
            let piece = position.piece(Square::at(row, column));
            if !piece.is_some() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(letter(piece));
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text.push(if row + 1 < ROWS { '/' } else { ' ' });
    }
    let side = if position.side_to_move() == Side::First { 'w' } else { 'b' };
    text + &format!("{side} - - {} {}", position.capture_clock(), position.game_ply() / 2 + 1)
}

/// The board with its coordinates (ICCS), the side to move and the FEN.
impl fmt::Display for Xiangqi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..ROWS {
            write!(f, "{} ", ROWS - 1 - row)?;
            for column in 0..COLUMNS {
                let piece = self.piece(Square::at(row, column));
                write!(f, " {}", if piece.is_some() { letter(piece) } else { '.' })?;
            }
            writeln!(f)?;
        }
        writeln!(f, "   a b c d e f g h i\n")?;
        writeln!(f, "Side to move: {}", color(self.side_to_move()))?;
        write!(f, "Fen: {}", self.text(Notation::Native))
    }
}
