//! Games as text: read, kept as one model, written.
//!
//! [`Record`] is the model; [`read`] and [`write`] are the door. The rest is a file a format.

mod csa;
pub mod error;
pub mod format;
mod lines;
pub mod model;
mod pgn;
pub mod replay;

use std::path::Path;

use crate::engine::GameInfo;

pub use error::{Problem, ReadError, WriteError};
pub use format::Format;
pub use model::{End, Ending, Line, Node, Record, WIN, WIN_BOUND, header};
pub use replay::Replay;

/// What is known of a record before it is read.
#[derive(Clone, Copy, Default)]
pub struct Hints<'a> {
    /// Read in this format, whatever it looks like.
    pub format: Option<Format>,
    /// The game, where the record does not say.
    pub game: Option<&'static GameInfo>,
    /// The file it comes from.
    pub path: Option<&'a Path>,
}

/// What was read.
#[derive(Debug)]
pub struct Reading {
    pub format: Format,
    /// At least one.
    pub records: Vec<Record>,
    /// What was left out, in the order of the lines.
    pub problems: Vec<Problem>,
}

impl Reading {
    fn new(format: Format) -> Reading {
        Reading { format, records: Vec::new(), problems: Vec::new() }
    }

    /// The reading, if there is a game in it.
    fn or_empty(mut self) -> Result<Reading, ReadError> {
        if self.records.is_empty() {
            let first = (!self.problems.is_empty()).then(|| self.problems.swap_remove(0));
            return Err(ReadError::Empty(first));
        }
        Ok(self)
    }
}

/// Reads the games of a file.
///
/// # Errors
/// [`ReadError`]: no game could be read.
pub fn read_file(path: &Path, hints: &Hints) -> Result<Reading, ReadError> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| ReadError::Io { name, error })?;
    read(&bytes, &Hints { path: Some(path), ..*hints })
}

/// Reads the games of a text in whatever format it is. What cannot be read is left out and named.
///
/// # Errors
/// [`ReadError`]: no game could be read.
pub fn read(bytes: &[u8], hints: &Hints) -> Result<Reading, ReadError> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{FEFF}');
    let format = hints.format.or_else(|| lines::is_like(text).then_some(Format::Usi));
    match format {
        Some(format @ (Format::Usi | Format::Uci)) => lines::read(text, format, hints),
        _ => Err(ReadError::UnknownFormat(crate::game::excerpt(text.lines().next().unwrap_or("")))),
    }
}

/// Writes a game.
///
/// # Errors
/// [`WriteError`]: the format is not for this game, or the game cannot be played through by the rules.
pub fn write(record: &Record, format: Format) -> Result<String, WriteError> {
    if !format.is_for(record.game) {
        return Err(WriteError::WrongGame { format, game: record.game.name });
    }
    match format {
        Format::Csa => csa::write(record),
        Format::Pgn => pgn::write(record),
        Format::Usi | Format::Uci => lines::write(record, format),
    }
}
