//! `ysfen`, the position text: board, turn, hands, falls, credits of checks, number of the next move.

use std::fmt;

use crate::core::{Player, Square};
use crate::game::{TextError, excerpt};

use super::attacks::{self, LAST_LINE};
use super::notation::square_text;
use super::piece::*;
use super::position::Yonin;
use super::rules::Rules;
use super::state::{Fall, State};

/// The start position.
pub(super) const START: &str = "2,nS,nG,nK,nG,nS,2/3,nP,nR,nP,3/wS,3,nP,3,eS/wG,wP,5,eP,eG/wK,wR,wP,3,eP,eR,eK/\
    wG,wP,5,eP,eG/wS,3,sP,3,eS/3,sP,sR,sP,3/2,sS,sG,sK,sG,sS,2 s -/-/-/- -/-/-/- - 1";

/// The largest number of a move that is read.
const MAX_NUMBER: u32 = 1_000_000;

/// Reads a position.
pub(super) fn parse(text: &str, rules: &Rules) -> Result<Yonin, TextError> {
    read(text)
        .map(|state| Yonin::new(state, rules))
        .map_err(|reason| TextError::Position { text: excerpt(text), reason })
}

fn read(text: &str) -> Result<State, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, turn, hands, falls, checks, number] = fields[..] else {
        return Err(format!(
            "a position has 6 fields (board, turn, hands, status, checks, ply), not {}",
            fields.len()
        ));
    };
    let mut state = State::empty();
    read_board(board, &mut state)?;
    state.turn =
        read_player(turn).ok_or_else(|| format!("the turn is s, w, n or e, not '{}'", excerpt(turn)))?;
    for (player, text) in Player::ALL.into_iter().zip(four(hands, "hands")?) {
        read_hand(text, player, &mut state)?;
    }
    for (player, text) in Player::ALL.into_iter().zip(four(falls, "status")?) {
        if text != "-" {
            state.set_fall(player, read_fall(text)?);
        }
    }
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|&number| digits && (1..=MAX_NUMBER).contains(&number));
    state.ply = number.ok_or_else(|| format!("the last field is a number from 1 to {MAX_NUMBER}"))? - 1;
    validate_falls(&state)?;
    validate_men(&state)?;
    state.find_all_checks();
    read_checks(checks, &mut state)?;
    if !state.in_check(state.turn)
        && let Some(player) = state.living().find(|&player| state.in_check(player))
    {
        return Err(format!("{player} is in check and would move before {}", state.turn));
    }
    Ok(state)
}

/// The player of a text of one lower-case letter.
fn read_player(text: &str) -> Option<Player> {
    Player::ALL.into_iter().find(|player| text.chars().eq([player.letter()]))
}

fn four<'a>(text: &'a str, what: &str) -> Result<Vec<&'a str>, String> {
    let parts: Vec<&str> = text.split('/').collect();
    if parts.len() == 4 { Ok(parts) } else { Err(format!("the {what} have {} parts, not 4", parts.len())) }
}

fn read_board(text: &str, state: &mut State) -> Result<(), String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        return Err(format!("the board has {} rows, not 9", rows.len()));
    }
    for (row, text) in rows.into_iter().enumerate() {
        let rank = char::from(b'a' + row as u8);
        let mut column = 0;
        for cell in text.split(',') {
            if let [digit @ b'1'..=b'9'] = cell.as_bytes() {
                column += usize::from(digit - b'0');
            } else {
                let piece = read_piece(cell).ok_or_else(|| {
                    format!("'{}' on rank {rank} is neither a piece nor 1 to 9", excerpt(cell))
                })?;
                if column < 9 {
                    state.put(piece, Square::at(row, column));
                }
                column += 1;
            }
            if column > 9 {
                return Err(format!("rank {rank} has more than 9 squares"));
            }
        }
        if column < 9 {
            return Err(format!("rank {rank} has {column} squares, not 9"));
        }
    }
    Ok(())
}

fn read_piece(cell: &str) -> Option<Piece> {
    let letters: Vec<char> = cell.chars().collect();
    let seat = |letter: &char| Player::ALL.into_iter().find(|player| player.letter() == *letter);
    let (first, mut rest) = letters.split_first()?;
    let owner = seat(first);
    if owner.is_none() && *first != 'x' {
        return None;
    }
    let mut facing = owner;
    if let Some(told) = rest.first().and_then(seat) {
        facing = Some(told);
        rest = &rest[1..];
    }
    let (promoted, letter) = match rest {
        ['+', letter] => (true, letter),
        [letter] => (false, letter),
        _ => return None,
    };
    let kind = LETTERS.iter().position(|known| known == letter)?;
    let kind = match (promoted, kind) {
        (false, kind) => kind,
        (true, ROOK | SILVER | PAWN) => PROMOTED[kind],
        (true, _) => return None,
    };
    Some(Piece::new(owner.map_or(NOBODY, Player::index), facing?, kind))
}

fn read_hand(text: &str, player: Player, state: &mut State) -> Result<(), String> {
    if text == "-" {
        return Ok(());
    }
    let bad = || {
        format!(
            "'{}' is no hand of {player}: pieces are R, G, S, P, after their number if not 1",
            excerpt(text)
        )
    };
    let mut count = 0u8;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            count = count.saturating_mul(10).saturating_add(digit as u8);
            if !(1..=12).contains(&count) {
                return Err(bad());
            }
            continue;
        }
        let kind = LETTERS[..HAND_KINDS].iter().position(|&kind| kind == letter).ok_or_else(bad)?;
        if state.hand(player)[kind] > 0 {
            return Err(bad());
        }
        state.set_hand(player, kind, count.max(1));
        count = 0;
    }
    if count > 0 || text.is_empty() { Err(bad()) } else { Ok(()) }
}

fn read_fall(text: &str) -> Result<Fall, String> {
    let bad = || format!("'{}' is no status: it is - or a creditor and 1 to 3, as s1", excerpt(text));
    match text.as_bytes() {
        [letter, digit @ b'1'..=b'3'] => {
            let creditor = Player::of_letter(char::from(*letter)).filter(|_| letter.is_ascii_lowercase());
            Ok(Fall { creditor: creditor.ok_or_else(bad)?, order: digit - b'0' })
        }
        _ => Err(bad()),
    }
}

/// Reads who gets the pieces of whom, where their checks are not answered. A player in check who is not told of owes
/// an attacker's owner.
fn read_checks(text: &str, state: &mut State) -> Result<(), String> {
    for player in Player::ALL {
        if let Some(square) = state.checkers(player).into_iter().next() {
            state.credits[player.index()] = Some(Player::ALL[state.piece(square).owner()]);
        }
    }
    if text == "-" {
        return Ok(());
    }
    let mut told = [false; 4];
    for entry in text.split(',') {
        let pair =
            entry.split_once(':').map(|(victim, creditor)| (read_player(victim), read_player(creditor)));
        let Some((Some(victim), Some(creditor))) = pair else {
            return Err(format!("'{}' is no check: it is a victim and a creditor, as e:s", excerpt(entry)));
        };
        if !state.in_check(victim) {
            return Err(format!("{victim} is not in check"));
        }
        if victim == creditor || !state.is_alive(creditor) {
            return Err(format!("{creditor} can't be the creditor of {victim}"));
        }
        if std::mem::replace(&mut told[victim.index()], true) {
            return Err(format!("the check of {victim} is told twice"));
        }
        state.credits[victim.index()] = Some(creditor);
    }
    Ok(())
}

/// The mated are numbered from 1, each to the credit of somebody who was alive then, and have nothing left.
fn validate_falls(state: &State) -> Result<(), String> {
    let fallen = state.fallen();
    if !state.is_alive(state.turn) {
        return Err(format!("{} is mated and can't have the turn", state.turn));
    }
    for order in 1..=fallen as u8 {
        if state.falls.iter().flatten().filter(|fall| fall.order == order).count() != 1 {
            return Err(format!("of {fallen} mated players none or several are number {order}"));
        }
    }
    for player in Player::ALL {
        let Some(fall) = state.falls[player.index()] else {
            continue;
        };
        let was_dead = |fall: Fall| {
            state.falls[fall.creditor.index()].is_some_and(|creditor| creditor.order < fall.order)
        };
        if fall.creditor == player || was_dead(fall) {
            return Err(format!("{} can't have mated {player}", fall.creditor));
        }
        if state.pieces(player) > 0 {
            return Err(format!("{player} is mated and can't have pieces"));
        }
    }
    Ok(())
}

/// A king for each seat, no more men than a set for four has, and none where the rules don't let one stand.
fn validate_men(state: &State) -> Result<(), String> {
    let mut used = [0u32; SET.len()];
    for player in Player::ALL {
        for (used, &held) in used.iter_mut().zip(state.hand(player)) {
            *used += u32::from(held);
        }
        let kings = state.kind(KING) & state.facing(player);
        if kings.count() != 1 {
            return Err(format!("there are {} kings of {player}, not 1", kings.count()));
        }
    }
    for square in state.occupied() {
        let piece = state.piece(square);
        let (owner, facing, kind) = (piece.owner(), piece.facing(), piece.kind());
        let name = square_text(square);
        used[BASE[kind]] += 1;
        if kind == KING {
            let expected = if state.is_alive(facing) { facing.index() } else { NOBODY };
            if owner != expected {
                return Err(format!(
                    "'{}' on {name}: a king is its player's own, or nobody's once mated",
                    piece.text()
                ));
            }
        }
        if kind == PAWN {
            if LAST_LINE[facing.index()].contains(square) {
                return Err(format!("'{}' on {name} could never move", piece.text()));
            }
            let alike = state.kind(PAWN) & state.owned(owner) & state.facing(facing);
            if owner != NOBODY && (alike & attacks::lane(facing, square)).many() {
                return Err(format!("'{}' on {name} is not alone on its line (nifu)", piece.text()));
            }
        }
    }
    for (kind, (&used, most)) in used.iter().zip(SET).enumerate() {
        if used > most {
            return Err(format!("there are {used} of {}, more than the set's {most}", LETTERS[kind]));
        }
    }
    Ok(())
}

impl State {
    /// The position as `ysfen`.
    pub fn text(&self) -> String {
        let checks = self.checks_text();
        format!(
            "{} {} {} {} {checks} {}",
            self.board_text(),
            self.turn.letter(),
            self.hands_text(),
            self.status_text(),
            self.ply + 1
        )
    }

    fn board_text(&self) -> String {
        let rows = (0..9).map(|row| {
            let mut cells = Vec::new();
            let mut empty = 0;
            for column in 0..9 {
                let piece = self.piece(Square::at(row, column));
                if piece.is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    cells.push(empty.to_string());
                    empty = 0;
                }
                cells.push(piece.text());
            }
            if empty > 0 {
                cells.push(empty.to_string());
            }
            cells.join(",")
        });
        rows.collect::<Vec<_>>().join("/")
    }

    fn hands_text(&self) -> String {
        Player::ALL.map(|player| self.hand_text(player)).join("/")
    }

    fn hand_text(&self, player: Player) -> String {
        let held = self.hand(player).iter().zip(LETTERS).filter(|&(&count, _)| count > 0);
        let text: String = held
            .map(|(&count, letter)| if count == 1 { letter.to_string() } else { format!("{count}{letter}") })
            .collect();
        if text.is_empty() { "-".to_string() } else { text }
    }

    /// The fourth field: who is mated, by whom.
    pub fn status_text(&self) -> String {
        let falls = self.falls.map(|fall| {
            fall.map_or("-".to_string(), |fall| format!("{}{}", fall.creditor.letter(), fall.order))
        });
        falls.join("/")
    }

    /// The fifth field: who is in check, to whose credit.
    pub fn checks_text(&self) -> String {
        let checks = Player::ALL.into_iter().filter_map(|player| {
            self.credits[player.index()].map(|creditor| format!("{}:{}", player.letter(), creditor.letter()))
        });
        let checks: Vec<String> = checks.collect();
        if checks.is_empty() { "-".to_string() } else { checks.join(",") }
    }
}

/// The board as South sees it, the hands, and the position text.
impl fmt::Display for Yonin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "   9   8   7   6   5   4   3   2   1")?;
        writeln!(f, "+------------------------------------+")?;
        for row in 0..9 {
            write!(f, "|")?;
            for column in 0..9 {
                let piece = self.piece(Square::at(row, column));
                let text = if piece.is_none() { ".".to_string() } else { piece.text() };
                write!(f, "{text:>4}")?;
            }
            writeln!(f, "| {}", char::from(b'a' + row as u8))?;
        }
        writeln!(f, "+------------------------------------+")?;
        for player in Player::ALL {
            let life = if self.is_alive(player) { "" } else { " (mated)" };
            writeln!(f, "{player}{life}: {}", self.hand_text(player))?;
        }
        writeln!(f, "To move: {}", self.turn())?;
        write!(f, "Ysfen: {}", self.text())
    }
}
