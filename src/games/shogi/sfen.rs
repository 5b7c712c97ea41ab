//! Position texts: SFEN, and the FEN that Fairy-Stockfish writes for shogi.
//!
//! SFEN is `BOARD SIDE HANDS NUMBER`, sides `b` (Sente) and `w`; the last two fields may be missing.
//! Fairy's FEN is `BOARD[HANDS] SIDE - - 0 NUMBER`, sides `w` (Sente, who moves first) and `b`; its number
//! counts moves of both sides together. What tells them apart is the bracket, or six fields.

use std::fmt;

use crate::core::{Side, Square};
use crate::game::{Notation, Position, TextError, excerpt};

use super::attacks::{self, Board};
use super::piece::*;
use super::position::{Setup, Shogi};
use super::rules::Rules;

pub(super) const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The largest move number that is read.
const MAX_NUMBER: u32 = 1_000_000;

/// The order of hands in texts.
const HAND_ORDER: [usize; HAND_KINDS] = [ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN];

type Hands = [[u8; HAND_KINDS]; 2];

pub(super) fn parse(text: &str, rules: &Rules) -> Result<Shogi, TextError> {
    read(text, rules).map_err(|reason| TextError::Position { text: excerpt(text), reason })
}

fn read(text: &str, rules: &Rules) -> Result<Shogi, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (&placement, fields) = fields.split_first().ok_or("it is empty")?;
    let fairy = placement.contains('[') || fields.len() == 5;
    let setup = if fairy { read_fairy(placement, fields)? } else { read_sfen(placement, fields)? };
    validate_men(&setup)?;
    let position = Shogi::new(&setup, rules);
    let turn = position.side_to_move();
    if position.attackers(position.king(!turn), turn, position.occupied()).any() {
        return Err("the side not to move is in check".to_string());
    }
    Ok(position)
}

fn read_sfen(placement: &str, fields: &[&str]) -> Result<Setup, String> {
    if fields.len() > 3 {
        return Err("it has more than four fields".to_string());
    }
    let turn = match fields.first() {
        Some(side) if side.eq_ignore_ascii_case("b") => Side::First,
        Some(side) if side.eq_ignore_ascii_case("w") => Side::Second,
        Some(side) => return Err(format!("the side to move is b or w, not '{}'", excerpt(side))),
        None => return Err("the side to move is missing".to_string()),
    };
    let hands = read_hands(fields.get(1).unwrap_or(&"-"))?;
    let number = fields.get(2).map_or(Ok(1), |number| read_number(number))?;
    // Move number N: N - 1 plies have been played. Some programs count from 0.
    Ok(Setup { board: read_board(placement)?, hands, turn, ply: number.saturating_sub(1) })
}

fn read_fairy(placement: &str, fields: &[&str]) -> Result<Setup, String> {
    let (placement, hands) = match placement.split_once('[') {
        Some((board, hands)) => {
            (board, hands.strip_suffix(']').ok_or("the bracket of the hands is not closed")?)
        }
        None => (placement, ""),
    };
    let turn = match fields.first() {
        Some(side) if side.eq_ignore_ascii_case("w") => Side::First,
        Some(side) if side.eq_ignore_ascii_case("b") => Side::Second,
        Some(side) => return Err(format!("the side to move is w or b, not '{}'", excerpt(side))),
        None => return Err("the side to move is missing".to_string()),
    };
    let counters: Vec<&str> = fields[1..].iter().copied().skip_while(|&field| field == "-").collect();
    let number = match *counters {
        [] => 1,
        [idle, number] => {
            read_number(idle)?;
            read_number(number)?
        }
        _ => return Err("after the side to move come '- - 0 NUMBER'".to_string()),
    };
    let ply = 2 * number.saturating_sub(1) + turn as u32;
    Ok(Setup { board: read_board(placement)?, hands: read_hands(hands)?, turn, ply })
}

fn read_number(text: &str) -> Result<u32, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|&number| digits && number <= MAX_NUMBER)
        .ok_or_else(|| format!("the move number is a number up to {MAX_NUMBER}, not '{}'", excerpt(text)))
}

/// The side and unpromoted kind of a letter.
fn read_letter(letter: char) -> Option<(Side, usize)> {
    let kind = LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase())?;
    Some((if letter.is_ascii_uppercase() { Side::First } else { Side::Second }, kind))
}

fn read_board(text: &str) -> Result<[Piece; Board::SQUARES], String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        return Err(format!("the board has {} rows, not 9", rows.len()));
    }
    let mut board = [Piece::NONE; Board::SQUARES];
    for (row, text) in rows.into_iter().enumerate() {
        let rank = char::from(b'a' + row as u8);
        let mut column = 0;
        let mut promoted = false;
        for letter in text.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|&empty| empty > 0 && !promoted) {
                column += empty as usize;
            } else if letter == '+' && !promoted {
                promoted = true;
                continue;
            } else {
                let (side, kind) = read_letter(letter).ok_or_else(|| {
                    format!("'{}' on rank {rank} is no piece", excerpt(&letter.to_string()))
                })?;
                if promoted && !promotes(kind) {
                    return Err(format!("'+{letter}' on rank {rank}: the piece does not promote"));
                }
                if column < 9 {
                    let kind = if promoted { PROMOTED[kind] } else { kind };
                    board[Square::at(row, column).index()] = Piece::new(side, kind);
                }
                column += 1;
                promoted = false;
            }
            if column > 9 {
                return Err(format!("rank {rank} has more than 9 squares"));
            }
        }
        if promoted {
            return Err(format!("rank {rank} ends with '+'"));
        }
        if column < 9 {
            return Err(format!("rank {rank} has {column} squares, not 9"));
        }
    }
    Ok(board)
}

fn read_hands(text: &str) -> Result<Hands, String> {
    let mut hands = Hands::default();
    if text == "-" {
        return Ok(hands);
    }
    let mut count: Option<u32> = None;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            count = Some(count.unwrap_or(0) * 10 + digit);
            if count == Some(0) || count > Some(18) {
                return Err("a count in the hands is not from 1 to 18".to_string());
            }
            continue;
        }
        let (side, kind) = read_letter(letter).filter(|&(_, kind)| kind < HAND_KINDS).ok_or_else(|| {
            format!("'{}' in the hands is no piece that can be held", excerpt(&letter.to_string()))
        })?;
        let held = &mut hands[side.index()][kind];
        *held = held.saturating_add(count.take().unwrap_or(1) as u8);
    }
    match count {
        Some(_) => Err("the hands end with a count".to_string()),
        None => Ok(hands),
    }
}

/// One king each, no more men than a set has, and none where the rules don't let one stand.
fn validate_men(setup: &Setup) -> Result<(), String> {
    let mut used = [0u32; SET.len()];
    for hand in &setup.hands {
        for (used, &held) in used.iter_mut().zip(hand) {
            *used += u32::from(held);
        }
    }
    let mut kings = [0; 2];
    let mut pawns = [[false; 9]; 2];
    for square in Board::ALL {
        let piece = setup.board[square.index()];
        if piece.is_none() {
            continue;
        }
        let (side, kind) = (piece.side(), piece.kind());
        used[BASE[kind]] += 1;
        if kind == KING {
            kings[side.index()] += 1;
        }
        let name = super::notation::square_text(square, Notation::Native);
        if attacks::dead_squares(kind, side).contains(square) {
            return Err(format!("'{}' on {name} could never move", piece.text()));
        }
        if kind == PAWN && std::mem::replace(&mut pawns[side.index()][square.column()], true) {
            return Err(format!("two pawns of one side on file {} (nifu)", &name[..1]));
        }
    }
    for (side, kings) in ["Sente (K)", "Gote (k)"].into_iter().zip(kings) {
        if kings != 1 {
            return Err(format!("{side} has {kings} kings, not 1"));
        }
    }
    for (kind, &used) in used.iter().enumerate() {
        if used > SET[kind] {
            return Err(format!("there are {used} of {}, more than the set's {}", LETTERS[kind], SET[kind]));
        }
    }
    Ok(())
}

impl Shogi {
    /// The position in the words of a notation.
    pub(super) fn position_text(&self, notation: Notation) -> String {
        let board = self.board_text();
        let ply = self.game_ply();
        let turn = self.side_to_move();
        match notation {
            Notation::Native => {
                let side = if turn == Side::First { 'b' } else { 'w' };
                format!("{board} {side} {} {}", self.hands_text(), ply + 1)
            }
            Notation::Fairy => {
                let side = if turn == Side::First { 'w' } else { 'b' };
                format!("{board}[{}] {side} - - 0 {}", self.hands_letters(), ply / 2 + 1)
            }
        }
    }

    fn board_text(&self) -> String {
        let rows = (0..9).map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for column in 0..9 {
                let piece = self.piece(Square::at(row, column));
                if piece.is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += &piece.text();
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        });
        rows.collect::<Vec<_>>().join("/")
    }

    /// The men in both hands, Sente's first: side, kind, count.
    fn held(&self) -> impl Iterator<Item = (Piece, u8)> {
        Side::BOTH.into_iter().flat_map(move |side| {
            HAND_ORDER.into_iter().map(move |kind| (Piece::new(side, kind), self.hand(side)[kind]))
        })
    }

    fn hands_text(&self) -> String {
        let text: String = self
            .held()
            .filter(|&(_, count)| count > 0)
            .map(|(piece, count)| match count {
                1 => piece.text(),
                _ => format!("{count}{}", piece.text()),
            })
            .collect();
        if text.is_empty() { "-".to_string() } else { text }
    }

    fn hands_letters(&self) -> String {
        self.held().map(|(piece, count)| piece.text().repeat(count.into())).collect()
    }
}

/// The board with files on top and ranks at the side, as diagrams are printed, and both hands.
impl fmt::Display for Shogi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = |side: Side| {
            let own = self.held().filter(|&(piece, count)| count > 0 && piece.side() == side);
            let men: Vec<String> = own.map(|(piece, count)| format!("{count}{}", piece.text())).collect();
            if men.is_empty() { "-".to_string() } else { men.join(" ") }
        };
        writeln!(f, "Gote's hand: {}", hand(Side::Second))?;
        writeln!(f, "  9  8  7  6  5  4  3  2  1")?;
        writeln!(f, "+---------------------------+")?;
        for row in 0..9 {
            write!(f, "|")?;
            for column in 0..9 {
                let piece = self.piece(Square::at(row, column));
                let text = if piece.is_none() { ".".to_string() } else { piece.text() };
                write!(f, "{text:>2} ")?;
            }
            writeln!(f, "| {}", char::from(b'a' + row as u8))?;
        }
        writeln!(f, "+---------------------------+")?;
        writeln!(f, "Sente's hand: {}", hand(Side::First))?;
        let turn = match self.side_to_move() {
            Side::First => "Sente",
            Side::Second => "Gote",
        };
        writeln!(f, "To move: {turn}")?;
        writeln!(f, "Fen: {}", self.position_text(Notation::Fairy))?;
        write!(f, "Sfen: {}", self.position_text(Notation::Native))
    }
}
