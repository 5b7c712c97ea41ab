//! CSA, the format of the Computer Shogi Association: versions 2.2 and 3.0.
//!
//! Times are seconds, in 3.0 with a fraction; the version is the one that the times need. Comments are lines that
//! begin with `'`: `'*` for people, `'**` for what a search thought (its score seen by Sente, then what it expects).
//! There are no variations. Headers that CSA does not know are comments `'NAME:VALUE` before the position.

mod read;
mod write;

pub use read::{is_like, read};
pub use write::write;

use crate::core::{Move, Side};

use super::header;
use super::shogi::{Board, NAMES, file_rank, moved_kind};

/// Headers and how their lines begin.
const HEADERS: [(&str, &str); 9] = [
    (header::FIRST, "N+"),
    (header::SECOND, "N-"),
    (header::EVENT, "$EVENT:"),
    (header::SITE, "$SITE:"),
    (header::STARTED, "$START_TIME:"),
    (header::ENDED, "$END_TIME:"),
    (header::TIME_CONTROL, "$TIME:"),
    (header::TIME_LIMIT, "$TIME_LIMIT:"),
    (header::OPENING, "$OPENING:"),
];

const SCORE: &str = "'**";
const DEPTH: &str = "'depth ";
const REASON: &str = "'reason:";

const fn sign(side: Side) -> char {
    match side {
        Side::First => '+',
        Side::Second => '-',
    }
}

/// `+7776FU`, for a move that is legal on the board.
fn move_text(m: Move, board: &Board) -> String {
    let (file, rank) = if m.is_drop() { (0, 0) } else { file_rank(m.from()) };
    let (to_file, to_rank) = file_rank(m.to());
    let kind = moved_kind(board, m);
    let kind = if m.is_promotion() { crate::games::shogi::piece::PROMOTED[kind] } else { kind };
    format!("{}{file}{rank}{to_file}{to_rank}{}", sign(board.turn), NAMES[kind].csa)
}
