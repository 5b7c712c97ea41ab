//! Western moves, after Hodges: piece, where it comes from if that is in doubt, how, where to, promotion.
//!
//! `P-7f`, `Bx3c+`, `G6i-5h`, `P*5e`, `Nx7c=` (could promote and does not). Ranks are read as digits too (`P-76`).

use crate::core::{Move, Side, Square};
use crate::game::style::{MoveStyle, StyleInfo, not_understood, only_of};
use crate::game::{Notation, Position, TextError, legal_moves};

use super::notation::{square_text, without_unsaid_promotions};
use super::piece::*;
use super::position::Shogi;

pub(super) const STYLE: MoveStyle<Shogi> = MoveStyle {
    info: StyleInfo {
        name: "western",
        example: "P-7f",
        help: "English letters, as in books and on Western servers: P-7f, Bx3c+, G6i-5h, P*5e",
    },
    write,
    read,
};

fn write(position: &Shogi, m: Move) -> String {
    let to = square_text(m.to(), Notation::Native);
    let kind = position.moved_kind(m);
    let letter = Piece::new(Side::First, kind).text();
    if m.is_drop() {
        return format!("{letter}*{to}");
    }
    let origin = if position.fellows(kind, m.to()).many() {
        square_text(m.from(), Notation::Native)
    } else {
        String::new()
    };
    let way = if position.piece(m.to()).is_none() { '-' } else { 'x' };
    let promotion = match position.may_promote(m) {
        false => "",
        true if m.is_promotion() => "+",
        true => "=",
    };
    format!("{letter}{origin}{way}{to}{promotion}")
}

/// What a text says of a move.
struct Described {
    kind: usize,
    is_drop: bool,
    from: Option<Square>,
    to: Square,
    promotion: Option<bool>,
}

fn read(position: &Shogi, text: &str) -> Result<Move, TextError> {
    let said = describe(text).ok_or_else(|| not_understood(text, "it is not like P-7f, Bx3c+ or P*5e"))?;
    let fits = |m: &Move| {
        m.is_drop() == said.is_drop
            && m.to() == said.to
            && position.moved_kind(*m) == said.kind
            && said.from.is_none_or(|from| m.from() == from)
            && said.promotion.is_none_or(|promotion| m.is_promotion() == promotion)
    };
    let moves: Vec<Move> = legal_moves(position).into_iter().filter(fits).collect();
    only_of::<Shogi>(text, &without_unsaid_promotions(moves))
}

fn describe(text: &str) -> Option<Described> {
    let (is_promoted, rest) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut chars = rest.chars();
    let letter = chars.next()?.to_ascii_uppercase();
    let unpromoted = LETTERS.iter().position(|&known| known == letter)?;
    let kind = if is_promoted { PROMOTED[unpromoted] } else { unpromoted };
    let (squares, promotion) = match chars.as_str() {
        rest if rest.ends_with('+') => (&rest[..rest.len() - 1], Some(true)),
        rest if rest.ends_with('=') => (&rest[..rest.len() - 1], Some(false)),
        rest => (rest, None),
    };
    let (from, way, to) = match squares.find(['-', 'x', 'X', '*', '\'']) {
        Some(at) => (&squares[..at], squares.as_bytes()[at], &squares[at + 1..]),
        None => {
            let (from, to) = squares.split_at_checked(squares.len().checked_sub(2)?)?;
            (from, b'-', to)
        }
    };
    let is_drop = matches!(way, b'*' | b'\'');
    let from = match from {
        "" => None,
        _ if is_drop => return None,
        from => Some(read_square(from)?),
    };
    (!is_promoted || kind != unpromoted && !is_drop).then_some(Described {
        kind,
        is_drop,
        from,
        to: read_square(to)?,
        promotion,
    })
}

/// Reads `7f` or `76`.
fn read_square(text: &str) -> Option<Square> {
    let &[file @ b'1'..=b'9', rank] = text.as_bytes() else {
        return None;
    };
    let row = match rank.to_ascii_lowercase() {
        digit @ b'1'..=b'9' => digit - b'1',
        letter @ b'a'..=b'i' => letter - b'a',
        _ => return None,
    };
    Some(Square::at(row.into(), (b'9' - file).into()))
}
