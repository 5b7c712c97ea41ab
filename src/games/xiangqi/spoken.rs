//! What Chinese and WXF moves have in common: which piece, which way, how far.
//!
//! Files are numbered 1 to 9 from each side's own right. A move goes ahead, back or across; what moves straight counts
//! its points, all else and every move across names the file it ends on. A piece is named by its file. Pieces in tandem
//! (several of a kind on a file) are named by their order from the front instead; advisors and elephants never need it,
//! since only one of two can go ahead and only the other back.

use crate::core::{Bitboard, Move, Side, Square};
use crate::game::style::only_move;
use crate::game::{Position, TextError};

use super::position::*;

/// The direction of a move as its side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Ahead,
    Back,
    Across,
}

/// A move to be written.
pub(super) struct Said {
    pub kind: usize,
    pub file: usize,
    /// The place from the front, from 1, among so many in tandem; 1 of 1 if the file tells the piece.
    pub nth: usize,
    pub of: usize,
    /// Pawns stand in tandem on another file too, so that the file must be told.
    pub has_rivals: bool,
    pub way: Way,
    /// Points or a file.
    pub number: usize,
}

/// Where a piece stands in its tandem, as a text names it.
#[derive(Clone, Copy)]
pub(super) enum Order {
    Front,
    Middle,
    Back,
    Nth(usize),
}

/// A piece as a text names it.
#[derive(Clone, Copy)]
pub(super) enum Named {
    OnFile(usize, usize),
    /// Kind, order, and the file if it is told.
    InTandem(usize, Order, Option<usize>),
}

/// What is to be said of a legal move.
pub(super) fn say(position: &Xiangqi, m: Move) -> Said {
    let side = position.side_to_move();
    let kind = position.moved_kind(m);
    let file = file_of(side, m.from());
    let tandem =
        if matches!(kind, ADVISOR | ELEPHANT) { vec![m.from()] } else { on_file(position, kind, file) };
    let nth = tandem.iter().position(|&square| square == m.from()).map_or(1, |at| at + 1);
    let is_other_tandem = |other| other != file && on_file(position, kind, other).len() > 1;
    let has_rivals = kind == PAWN && tandem.len() > 1 && (1..=9).any(is_other_tandem);
    Said { kind, file, nth, of: tandem.len(), has_rivals, way: way(side, m), number: number(side, kind, m) }
}

/// The legal move of a piece so named that goes this way, so far.
///
/// # Errors
/// [`TextError::Illegal`]: there is none, or more than one.
pub(super) fn find(
    position: &Xiangqi,
    text: &str,
    named: Named,
    towards: Way,
    how_far: usize,
) -> Result<Move, TextError> {
    let side = position.side_to_move();
    let candidates = candidates(position, named);
    only_move(position, text, |m| {
        candidates.contains(m.from())
            && way(side, m) == towards
            && number(side, position.moved_kind(m), m) == how_far
    })
}

/// The pieces that a name may mean. Three customs tell pawns in tandem on two files: the order and the file (前六);
/// one count through all tandems, from the right to the left and in each from the front (三兵); and the order alone,
/// where only one of the pieces so named can make the move.
fn candidates(position: &Xiangqi, named: Named) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    match named {
        Named::OnFile(kind, file) => {
            on_file(position, kind, file).into_iter().for_each(|square| found.set(square));
        }
        Named::InTandem(kind, order, file) => {
            let files = file.map_or(1..=9, |file| file..=file);
            let tandems: Vec<Vec<Square>> =
                files.map(|file| on_file(position, kind, file)).filter(|men| men.len() > 1).collect();
            let picked: Vec<Option<&Square>> = match order {
                Order::Front => tandems.iter().map(|men| men.first()).collect(),
                Order::Back => tandems.iter().map(|men| men.last()).collect(),
                Order::Middle => tandems.iter().filter(|men| men.len() == 3).map(|men| men.get(1)).collect(),
                Order::Nth(nth) => vec![tandems.iter().flatten().nth(nth.wrapping_sub(1))],
            };
            picked.into_iter().flatten().for_each(|&square| found.set(square));
        }
    }
    found
}

/// The pieces of a kind of the side to move on a file, from the front.
fn on_file(position: &Xiangqi, kind: usize, file: usize) -> Vec<Square> {
    let side = position.side_to_move();
    let mut men: Vec<Square> =
        position.pieces(side, kind).filter(|&square| file_of(side, square) == file).collect();
    if side == Side::Second {
        men.reverse();
    }
    men
}

fn file_of(side: Side, square: Square) -> usize {
    match side {
        Side::First => 9 - square.column(),
        Side::Second => square.column() + 1,
    }
}

fn way(side: Side, m: Move) -> Way {
    match (m.from().row() as i32 - m.to().row() as i32) * side.sign() {
        1.. => Way::Ahead,
        0 => Way::Across,
        _ => Way::Back,
    }
}

fn number(side: Side, kind: usize, m: Move) -> usize {
    let is_straight = matches!(kind, PAWN | CANNON | CHARIOT | KING);
    let points = m.from().row().abs_diff(m.to().row());
    if is_straight && points > 0 { points } else { file_of(side, m.to()) }
}
