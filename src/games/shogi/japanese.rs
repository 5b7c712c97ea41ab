//! Japanese moves: side, square, piece, and as many words as it takes to know which piece — `▲７六歩`, `△同銀不成`,
//! `▲５八金右`, `▲４五桂打`.
//!
//! The words are those of the Japanese federation's rules of notation. Where several pieces of the kind reach the square,
//! pinned ones counted: the way it moves (上 up, 寄 sideways, 引 down) if no other moves so; else 直 for a general that
//! steps straight ahead; else 左 or 右 for the outermost; else both, as in 左上. A drop is 打 only where a piece on the
//! board reaches the square.
//!
//! KIF files name the square the piece leaves instead: `７六歩(77)`, and every drop is 打.

use crate::core::{Bitboard, Move, Side, Square};
use crate::game::style::{MoveStyle, StyleInfo, not_understood, only_of};
use crate::game::{Position, TextError, excerpt, legal_moves};

use super::notation::without_unsaid_promotions;
use super::piece::*;
use super::position::Shogi;

pub(super) const STYLE: MoveStyle<Shogi> = MoveStyle {
    info: StyleInfo {
        name: "japanese",
        example: "▲７六歩",
        help: "As in Japanese books, newspapers and KI2 files: ▲７六歩, △同銀不成, ▲５八金右",
    },
    write,
    read,
};

pub(super) const KIF: MoveStyle<Shogi> = MoveStyle {
    info: StyleInfo {
        name: "kif",
        example: "７六歩(77)",
        help: "As in KIF files, with the square the piece leaves: ７六歩(77), 同　銀(31)",
    },
    write: write_kif,
    read,
};

const NAMES: [&str; KINDS] =
    ["歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "成香", "成桂", "成銀", "馬", "龍"];

/// Other names of kinds; the longer ones first, since they are looked for at the beginning of a text.
const OTHER_NAMES: [(&str, usize); 12] = [
    ("成歩", PRO_PAWN),
    ("成角", HORSE),
    ("成飛", DRAGON),
    ("王", KING),
    ("竜", DRAGON),
    ("龙", DRAGON),
    ("杏", PRO_LANCE),
    ("圭", PRO_KNIGHT),
    ("全", PRO_SILVER),
    ("步", PAWN),
    ("兵", PAWN),
    ("个", PRO_PAWN),
];

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The ways in which a piece comes to a square, as its side sees them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Sideways,
    Down,
}

impl Way {
    fn of(side: Side, from: Square, to: Square) -> Way {
        match (from.row() as i32 - to.row() as i32) * side.sign() {
            1.. => Way::Up,
            0 => Way::Sideways,
            _ => Way::Down,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Way::Up => "上",
            Way::Sideways => "寄",
            Way::Down => "引",
        }
    }
}

/// How far left a square is, as a side sees it.
fn leftness(side: Side, square: Square) -> i32 {
    -(square.column() as i32) * side.sign()
}

/// Whether a piece that comes straight ahead is told by 直: generals and what moves as they do.
fn is_general(kind: usize) -> bool {
    matches!(kind, SILVER | GOLD | PRO_PAWN | PRO_LANCE | PRO_KNIGHT | PRO_SILVER)
}

fn is_straight(side: Side, from: Square, to: Square) -> bool {
    from.column() == to.column() && Way::of(side, from, to) == Way::Up
}

fn write(position: &Shogi, m: Move) -> String {
    let mark = match position.side_to_move() {
        Side::First => "▲",
        Side::Second => "△",
    };
    let kind = position.moved_kind(m);
    let place = if position.is_recapture(m) { "同".to_string() } else { place_text(m.to()) };
    let fellows = position.fellows(kind, m.to());
    let words = match m.is_drop() {
        true if fellows.any() => "打".to_string(),
        true => String::new(),
        false => words(position.side_to_move(), kind, m, fellows),
    };
    let promotion = match position.may_promote(m) {
        false => "",
        true if m.is_promotion() => "成",
        true => "不成",
    };
    format!("{mark}{place}{}{words}{promotion}", NAMES[kind])
}

/// The words that tell a piece from its fellows that reach the same square.
fn words(side: Side, kind: usize, m: Move, fellows: Bitboard) -> String {
    if !fellows.many() {
        return String::new();
    }
    let (from, to) = (m.from(), m.to());
    let others = fellows.without(from.bit());
    let way = Way::of(side, from, to);
    let alike = others.filter(|&other| Way::of(side, other, to) == way);
    let alike = alike.fold(Bitboard::EMPTY, |set, other| set | other.bit());
    if alike.is_empty() {
        return way.word().to_string();
    }
    if is_general(kind) && is_straight(side, from, to) {
        return "直".to_string();
    }
    let place = leftness(side, from);
    let is_left = |mut others: Bitboard| others.all(|other| place > leftness(side, other));
    let is_right = |mut others: Bitboard| others.all(|other| place < leftness(side, other));
    if is_left(others) {
        "左".to_string()
    } else if is_right(others) {
        "右".to_string()
    } else if is_left(alike) {
        format!("左{}", way.word())
    } else {
        format!("右{}", way.word())
    }
}

fn write_kif(position: &Shogi, m: Move) -> String {
    let place = if position.is_recapture(m) { "同　".to_string() } else { place_text(m.to()) };
    let name = NAMES[position.moved_kind(m)];
    if m.is_drop() {
        return format!("{place}{name}打");
    }
    let promotion = if m.is_promotion() { "成" } else { "" };
    format!("{place}{name}{promotion}({}{})", 9 - m.from().column(), m.from().row() + 1)
}

fn place_text(square: Square) -> String {
    format!("{}{}", FILES[8 - square.column()], RANKS[square.row()])
}

impl Shogi {
    /// Whether a move ends where the move before it did.
    fn is_recapture(&self, m: Move) -> bool {
        self.now.played.is_some() && self.now.played.to() == m.to()
    }
}

/// What a text says of a move.
struct Described {
    side: Option<Side>,
    /// `None`: the square of the move before.
    to: Option<Square>,
    kind: usize,
    is_drop: bool,
    way: Option<Way>,
    is_straight: bool,
    is_left: bool,
    is_right: bool,
    from: Option<Square>,
    promotion: Option<bool>,
}

fn read(position: &Shogi, text: &str) -> Result<Move, TextError> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let said = describe(&compact).map_err(|reason| not_understood(text, reason))?;
    let last = position.now.played;
    let to = said.to.or(last.is_some().then(|| last.to())).ok_or_else(|| TextError::Illegal {
        text: excerpt(text),
        reason: "no move was played before it".to_string(),
    })?;
    let side = position.side_to_move();
    if said.side.is_some_and(|named| named != side) {
        return only_of::<Shogi>(text, &[]);
    }
    let fits = |m: &Move| {
        m.to() == to
            && position.moved_kind(*m) == said.kind
            && said.promotion.is_none_or(|promotion| m.is_promotion() == promotion)
            && if m.is_drop() {
                said.from.is_none() && said.way.is_none() && !said.is_straight
            } else {
                !said.is_drop
                    && said.from.is_none_or(|from| m.from() == from)
                    && said.way.is_none_or(|way| Way::of(side, m.from(), m.to()) == way)
                    && (!said.is_straight || is_straight(side, m.from(), m.to()))
            }
    };
    let mut moves: Vec<Move> = legal_moves(position).into_iter().filter(fits).collect();
    if moves.iter().any(|m| !m.is_drop()) {
        moves.retain(|m| !m.is_drop());
    }
    if said.is_left || said.is_right {
        moves.retain(|m| !m.is_drop());
        let place = |m: &Move| leftness(side, m.from());
        let places = moves.iter().map(place);
        let outermost = if said.is_left { places.max() } else { places.min() };
        moves.retain(|m| Some(place(m)) == outermost);
    }
    only_of::<Shogi>(text, &without_unsaid_promotions(moves))
}

/// Reads a text without spaces.
fn describe(text: &str) -> Result<Described, &'static str> {
    let side = text.chars().next().and_then(side_of);
    let rest = if side.is_some() { text.trim_start_matches(|c| side_of(c).is_some()) } else { text };
    let (to, rest) = match rest.strip_prefix(['同', '仝']) {
        Some(rest) => (None, rest),
        None => take_square(rest).map(|(to, rest)| (Some(to), rest)).ok_or("it is not like ▲７六歩")?,
    };
    let (kind, mut rest) = take_kind(rest).ok_or("a piece must follow the square")?;
    let mut said = Described {
        side,
        to,
        kind,
        is_drop: false,
        way: None,
        is_straight: false,
        is_left: false,
        is_right: false,
        from: None,
        promotion: None,
    };
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = after;
        match c {
            '打' => said.is_drop = true,
            '上' | '行' | '入' => said.way = Some(Way::Up),
            '寄' => said.way = Some(Way::Sideways),
            '引' | '下' => said.way = Some(Way::Down),
            '直' => said.is_straight = true,
            '左' => said.is_left = true,
            '右' => said.is_right = true,
            '成' => said.promotion = Some(true),
            '不' | '生' => {
                said.promotion = Some(false);
                rest = after.strip_prefix('成').unwrap_or(after);
            }
            '(' | '（' => {
                let (from, after) = take_square(after).ok_or("the square in brackets is not on the board")?;
                said.from = Some(from);
                rest = after.strip_prefix([')', '）']).ok_or("a bracket is not closed")?;
            }
            _ => return Err("there is a word too much"),
        }
    }
    Ok(said)
}

fn side_of(mark: char) -> Option<Side> {
    match mark {
        '▲' | '☗' | '▼' => Some(Side::First),
        '△' | '☖' | '▽' => Some(Side::Second),
        _ => None,
    }
}

fn take_kind(text: &str) -> Option<(usize, &str)> {
    let own = NAMES.iter().enumerate().map(|(kind, &name)| (name, kind));
    own.chain(OTHER_NAMES).find_map(|(name, kind)| Some((kind, text.strip_prefix(name)?)))
}

fn take_square(text: &str) -> Option<(Square, &str)> {
    let mut chars = text.chars();
    let (file, rank) = (digit(chars.next()?)?, digit(chars.next()?)?);
    Some((Square::at(rank - 1, 9 - file), chars.as_str()))
}

/// 1 to 9 in any of the ways in which digits are written.
fn digit(c: char) -> Option<usize> {
    let among = |digits: [char; 9]| digits.iter().position(|&digit| digit == c).map(|at| at + 1);
    among(FILES).or_else(|| among(RANKS)).or_else(|| c.to_digit(10).filter(|&d| d > 0).map(|d| d as usize))
}
