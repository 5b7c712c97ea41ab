//! Position texts: FEN as Fairy-Stockfish writes it, and the spellings of other programs.
//!
//! Accepted: horse N or H, elephant B or E; the side `w` (also `r`) for Cho, `b` for Han, in any case; two, four
//! or six fields. The counters are plies since the last capture and the number of the move.

use crate::core::{Bitboard, Side, Square};
use crate::game::{Position, TextError, excerpt};

use super::attacks::{ROWS, palace};
use super::piece::{LETTERS, Piece, SET, kind};
use super::position::Janggi;
use super::rules::JanggiRules;

/// Pieces a side starts with.
const ARMY: usize = 16;
/// Beyond every real game, and far from overflow.
const MAX_COUNTER: u32 = 60_000;

pub(super) fn parse(text: &str, rules: &JanggiRules) -> Result<Janggi, TextError> {
    read(text, rules).map_err(|reason| TextError::Position { text: excerpt(text), reason })
}

fn read(text: &str, rules: &JanggiRules) -> Result<Janggi, String> {
    let mut fields = text.split_whitespace();
    let board = fields.next().ok_or("it is empty")?;
    let mut position = Janggi::empty(rules);
    read_board(&mut position, board)?;
    let side = match fields.next() {
        Some("w" | "W" | "r" | "R") => Side::First,
        Some("b" | "B") => Side::Second,
        Some(other) => return Err(format!("the side to move is '{}', not w or b", excerpt(other))),
        None => return Err("the side to move is missing".to_string()),
    };
    let mut rest: Vec<&str> = fields.collect();
    let dashes = rest.iter().take(2).take_while(|&&field| field == "-").count();
    rest.drain(..dashes);
    if rest.len() > 2 {
        return Err(format!("'{}' is one field too many", excerpt(rest[2])));
    }
    let halfmoves = counter(rest.first().copied(), "plies since the last capture")?;
    let number = counter(rest.get(1).copied(), "number of the move")?.max(1);
    position.state.halfmoves = halfmoves as u16;
    position.state.ply = 2 * (number - 1) + side as u32;
    validate(&position, side)?;
    position.settle(side);
    Ok(position)
}

fn counter(field: Option<&str>, name: &str) -> Result<u32, String> {
    let Some(text) = field else { return Ok(0) };
    text.parse()
        .ok()
        .filter(|&number| number <= MAX_COUNTER)
        .ok_or_else(|| format!("the {name} is '{}', no number up to {MAX_COUNTER}", excerpt(text)))
}

fn read_board(position: &mut Janggi, board: &str) -> Result<(), String> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != ROWS {
        return Err(format!("it has {} rows, not {ROWS}", rows.len()));
    }
    for (row, text) in rows.iter().enumerate() {
        let mut column = 0;
        for letter in text.chars() {
            let room = 9 - column;
            match (letter.to_digit(10), Piece::from_letter(letter)) {
                (Some(gap @ 1..), _) if gap as usize <= room => column += gap as usize,
                (None, Some(piece)) if room > 0 => {
                    position.place(piece, Square::at(row, column));
                    column += 1;
                }
                (Some(1..), _) | (_, Some(_)) => {
                    return Err(format!("row '{}' is longer than 9 squares", excerpt(text)));
                }
                _ => {
                    return Err(format!("'{}' is no piece", excerpt(letter.encode_utf8(&mut [0; 4]))));
                }
            }
        }
        if column != 9 {
            return Err(format!("row '{}' is {column} squares long, not 9", excerpt(text)));
        }
    }
    Ok(())
}

/// What makes a position one of janggi.
///
/// Generals and guards stay in their palaces, soldiers never step back. Chariots, cannons, horses and
/// elephants are bound only by the size of an army: problems and other engines' test tables use a third chariot.
fn validate(position: &Janggi, side: Side) -> Result<(), String> {
    for owner in Side::BOTH {
        let name = ["Cho", "Han"][owner.index()];
        let pieces = |kind| position.pieces(owner, kind);
        match pieces(kind::KING).count() {
            1 => {}
            0 => return Err(format!("{name} has no general")),
            count => return Err(format!("{name} has {count} generals")),
        }
        for kind in [kind::SOLDIER, kind::GUARD] {
            let count = pieces(kind).count();
            if count > SET[kind] {
                return Err(format!("{name} has {count} pieces {}, more than {}", LETTERS[kind], SET[kind]));
            }
        }
        let army = position.sides[owner.index()].count();
        if army > ARMY {
            return Err(format!("{name} has {army} pieces, more than {ARMY}"));
        }
        if !pieces(kind::KING).without(palace(owner)).is_empty() {
            return Err(format!("{name}'s general is outside its palace"));
        }
        if !pieces(kind::GUARD).without(palace(owner)).is_empty() {
            return Err(format!("{name} has a guard outside its palace"));
        }
        if pieces(kind::SOLDIER).intersects(behind_start(owner)) {
            return Err(format!("{name} has a soldier behind the row where soldiers start"));
        }
    }
    let other = position.general(!side);
    let cannons = position.kinds[kind::CANNON];
    if position.attackers(other, side, position.occupied(), cannons).any() {
        return Err("the side to move could capture the enemy general".to_string());
    }
    Ok(())
}

/// The rows behind a side's soldiers at the start.
const fn behind_start(side: Side) -> Bitboard {
    let three_rows = (1 << 27) - 1;
    Bitboard(match side {
        Side::First => three_rows << 63,
        Side::Second => three_rows,
    })
}

pub(super) fn write(position: &Janggi) -> String {
    let mut text = String::with_capacity(96);
    for row in 0..ROWS {
        if row > 0 {
            text.push('/');
        }
        let mut gap = 0;
        for column in 0..9 {
            let piece = position.board[Square::at(row, column).index()];
            if piece.is_none() {
                gap += 1;
                continue;
            }
            push_gap(&mut text, &mut gap);
            text.push(piece.letter());
        }
        push_gap(&mut text, &mut gap);
    }
    let side = match position.side_to_move() {
        Side::First => 'w',
        Side::Second => 'b',
    };
    let state = &position.state;
    text.push_str(&format!(" {side} - - {} {}", state.halfmoves, state.ply / 2 + 1));
    text
}

fn push_gap(text: &mut String, gap: &mut u32) {
    if let Some(digit) = char::from_digit(*gap, 10).filter(|_| *gap > 0) {
        text.push(digit);
    }
    *gap = 0;
}

/// The start position under the set-ups of the rules.
pub(super) fn start(rules: &JanggiRules) -> Janggi {
    let mut position = Janggi::empty(rules);
    for side in Side::BOTH {
        let setup = if side == Side::First { rules.cho_setup } else { rules.han_setup }.kinds();
        let (r, a) = (kind::CHARIOT, kind::GUARD);
        let back = [r, setup[0], setup[1], a, kind::COUNT, a, setup[2], setup[3], r];
        // Squares as that player sees them: row 0 nearest, column 0 on the left.
        let mut place = |kind: usize, row: usize, column: usize| {
            let square = match side {
                Side::First => Square::at(ROWS - 1 - row, column),
                Side::Second => Square::at(row, 8 - column),
            };
            position.place(Piece::new(side, kind), square);
        };
        for (column, kind) in back.into_iter().enumerate().filter(|&(_, kind)| kind < kind::COUNT) {
            place(kind, 0, column);
        }
        place(kind::KING, 1, 4);
        place(kind::CANNON, 2, 1);
        place(kind::CANNON, 2, 7);
        for column in [0, 2, 4, 6, 8] {
            place(kind::SOLDIER, 3, column);
        }
    }
    position.settle(Side::First);
    position
}
