//! PGN, and the words and moves that `.gib` files share with it.
//!
//! Moves are read in whatever notation they are written. They are written as ICCS coordinates (`H2-E2`), shogi's as USI
//! moves, or in any style of the game. Scores and times are comments: `{+0.35/12 0.050s}`. What PGN has no place for:
//! expected lines, the end of a variation, lines that go on behind the end of the game.

mod comment;
pub mod lexer;
pub mod movetext;
mod read;
mod write;

pub use read::{games as read_games, is_like, read};
pub use write::write;

use super::header;

/// Tags and the headers that they are.
const TAGS: [(&str, &str); 8] = [
    ("Event", header::EVENT),
    ("Site", header::SITE),
    ("Round", header::ROUND),
    ("White", header::FIRST),
    ("Red", header::FIRST),
    ("Black", header::SECOND),
    ("TimeControl", header::TIME_CONTROL),
    ("Opening", header::OPENING),
];

/// Tags that are made anew from the record.
const OWN: [&str; 10] =
    ["Game", "Variant", "Result", "Format", "SetUp", "FEN", "Termination", "Date", "Time", "UTCTime"];
