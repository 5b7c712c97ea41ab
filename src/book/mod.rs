//! Opening books: files of moves worth playing without a search.
//!
//! [`text`] is the layout that is read and written (YaneuraOu's, with FENs where a game has no SFEN), [`binary`] the
//! one that is only read. A [`Library`] is what a player has at hand, and chooses from it; [`mod@grow`] makes books by
//! search, [`check`] looks for faults, [`merge`] makes one of many.
//!
//! A book's move is played only if the rules of the engine say that it is legal: a wrong file costs nothing.

pub mod binary;
pub mod check;
pub mod grow;
mod library;
mod merge;
pub mod text;

use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use crate::core::files;

pub use library::{FOLDER, Found, Known, Library, Taste, chances};
pub use merge::merge;

/// A move of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BookMove {
    /// In the game's own notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The answer expected.
    pub answer: Option<String>,
    /// Centipawns for the side that makes the move.
    pub score: Option<i32>,
    /// Plies searched; 0 if the move was not found by a search.
    pub depth: u32,
    /// How often to play the move, compared with the others: mostly how often it has been played.
    pub weight: u64,
}

/// A position of a book with its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// FEN or SFEN.
    pub position: String,
    /// The line of the file, counted from 1; 0 for a page that is not from a file.
    pub line: usize,
    /// The best one first, as a rule.
    pub moves: Vec<BookMove>,
}

/// Why a book could not be used. Every message names the file.
#[derive(Debug, Error)]
pub enum BookError {
    #[error("cannot read book '{}': {error}", files::shown(path))]
    Read { path: PathBuf, error: std::io::Error },
    #[error("cannot write book '{}': {error}", path.display())]
    Write { path: PathBuf, error: std::io::Error },
    #[error("'{}' is no book: {reason}", files::shown(path))]
    NoBook { path: PathBuf, reason: String },
    #[error("{game} has no book of its own here; name a file")]
    NoneOfOurOwn { game: &'static str },
}

impl BookError {
    fn no_book(path: &Path, reason: impl Into<String>) -> BookError {
        BookError::NoBook { path: path.to_path_buf(), reason: reason.into() }
    }
}

/// The bytes of a book's file.
fn read(path: &Path) -> Result<Vec<u8>, BookError> {
    /// The largest books are a few hundred megabytes; what is read must stay in memory.
    const MOST_BYTES: u64 = 2 << 30;
    files::read(path, MOST_BYTES).map_err(|error| BookError::Read { path: path.to_path_buf(), error })
}

/// A position text without its counters: what two texts of the same position have in common.
///
/// The words are one space apart in the result; the numbers at its end (plies, moves without a capture) are left out.
pub fn place(position: &str) -> String {
    let mut words: Vec<&str> = position.split_whitespace().collect();
    while words.last().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit())) {
        words.pop();
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn counters_are_no_part_of_a_place() {
        assert_eq!(place("8k/9  b 2P 33"), "8k/9 b 2P");
        assert_eq!(place("8k/9 b -"), place("8k/9 b - 1"));
        assert_eq!(place("9/9 w - - 0 12"), "9/9 w - -");
        assert_eq!(place("12 3"), "");
    }
}
