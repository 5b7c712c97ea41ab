//! What may be wrong with a record.

use std::fmt;

use thiserror::Error;

use crate::engine::PositionError;
use crate::game::{TextError, excerpt};

use super::Format;

/// Something in a record that was left out or not understood; the rest was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Counted from 1.
    pub line: usize,
    /// The offending text, shortened.
    pub text: String,
    pub reason: String,
}

impl Problem {
    pub fn new(line: usize, text: &str, reason: impl Into<String>) -> Problem {
        Problem { line, text: excerpt(text.trim()), reason: reason.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: '{}': {}", self.line, self.text, self.reason)
    }
}

/// Why nothing could be read at all.
#[derive(Debug, Error)]
pub enum ReadError {
    #[error("cannot read '{name}': {error}")]
    Io { name: String, error: std::io::Error },
    #[error("it is empty")]
    Nothing,
    #[error("no known format of records: it begins with '{0}'")]
    UnknownFormat(String),
    #[error("{format} is not a format for {game}")]
    WrongGame { format: Format, game: &'static str },
    /// In the format there is no telling which game it is.
    #[error("which game is it? Nothing in the record says so")]
    UnknownGame,
    #[error("no game in it{}", .0.as_ref().map_or(String::new(), |problem| format!(": {problem}")))]
    Empty(Option<Problem>),
}

/// Why a game could not be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    #[error("{format} is not a format for {game}")]
    WrongGame { format: Format, game: &'static str },
    #[error("{format} holds one game, not {count}")]
    TooMany { format: Format, count: usize },
    /// The record holds what the rules do not know.
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("{0}")]
    Style(TextError),
    #[error("{encoding} has no '{character}' (line {line}): choose UTF-8")]
    Encoding { encoding: &'static str, character: char, line: usize },
}
