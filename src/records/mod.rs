//! Games as text: read, kept as one model, written.
//!
//! [`Record`] is the model; [`read`] and [`write()`] are the door.
//!
//! | file | what is in it |
//! |---|---|
//! | [`model`] | headers, a start, a tree of moves with what is known of them, an end |
//! | [`format`](mod@format) | the formats, what they look like and what they have no place for |
//! | [`encoding`] | bytes to text and back |
//! | [`error`] | what may be wrong |
//! | [`replay`] | a position that goes along a record's lines |
//! | `builder` | grows the tree in the order in which files tell it |
//! | `endings`, `times`, `shogi` | what formats share: words for ends, clocks, boards |
//! | the others | one format each |

mod builder;
mod csa;
mod dhtmlxq;
pub mod encoding;
mod endings;
pub mod error;
pub mod format;
mod gib;
mod jkf;
mod kif;
mod lines;
pub mod model;
mod pgn;
pub mod replay;
mod shogi;
mod times;
mod yonin;

use std::path::Path;

use crate::engine::{GameInfo, Setup};
use crate::game::{Notation, excerpt};

pub use encoding::Encoding;
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
    /// Read in this encoding, whatever it looks like.
    pub encoding: Option<Encoding>,
    /// The file it comes from.
    pub path: Option<&'a Path>,
}

/// What was read.
#[derive(Debug)]
pub struct Reading {
    pub format: Format,
    pub encoding: Encoding,
    /// At least one.
    pub records: Vec<Record>,
    /// What was left out, in the order of the lines.
    pub problems: Vec<Problem>,
}

impl Reading {
    fn new(format: Format) -> Reading {
        Reading { format, encoding: Encoding::UTF_8, records: Vec::new(), problems: Vec::new() }
    }

    /// The reading, if there is a game in it.
    fn or_empty(mut self) -> Result<Reading, ReadError> {
        if self.records.is_empty() {
            let first = (!self.problems.is_empty()).then(|| self.problems.remove(0));
            return Err(ReadError::Empty(first));
        }
        self.problems.sort_by_key(|problem| problem.line);
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

/// Reads the games of a text in whatever format and encoding it is. What cannot be read is left out and named.
///
/// # Errors
/// [`ReadError`]: no game could be read.
pub fn read(bytes: &[u8], hints: &Hints) -> Result<Reading, ReadError> {
    let by_name = hints.path.and_then(Format::of_path);
    let of_game = hints.game.and_then(|game| {
        Format::ALL.into_iter().find(|format| format.game().is_some_and(|own| own.name == game.name))
    });
    let land = hints.format.or(by_name).and_then(Format::land).or(of_game.and_then(Format::land));
    let (text, encoding, problem) = encoding::decode(bytes, hints.encoding, land);
    if text.trim().is_empty() {
        return Err(ReadError::Nothing);
    }
    let by_text = Format::of_text(&text);
    // Lines of two protocols look alike: there the name decides.
    let by_text = by_text.map(|format| match by_name {
        Some(Format::Uci) if format == Format::Usi => Format::Uci,
        _ => format,
    });
    let Some(format) = hints.format.or(by_text).or(by_name) else {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
        return Err(ReadError::UnknownFormat(excerpt(first)));
    };
    if let Some(game) = hints.game.filter(|game| !format.is_for(game)) {
        return Err(ReadError::WrongGame { format, game: game.name });
    }
    let game = || format.game().ok_or(ReadError::UnknownGame);
    let mut reading = match format {
        Format::Kif | Format::Ki2 => kif::read(&text, format, game()?),
        Format::Csa => csa::read(&text, game()?),
        Format::Jkf => jkf::read(&text, game()?),
        Format::Pgn => pgn::read(&text, hints),
        Format::DhtmlXq => dhtmlxq::read(&text, game()?),
        Format::Gib => gib::read(&text, game()?),
        Format::Yonin => yonin::read(&text, game()?),
        Format::Usi | Format::Uci => lines::read(&text, format, hints),
    }?;
    reading.encoding = encoding;
    if let Some(problem) = problem {
        reading.problems.insert(0, problem);
    }
    Ok(reading)
}

/// Writes a game.
///
/// # Errors
/// [`WriteError`]: the format is not for this game, or the game cannot be played through by the rules.
pub fn write(record: &Record, format: Format) -> Result<String, WriteError> {
    write_styled(record, format, None)
}

/// Writes a game with its moves in a style of its game (see [`crate::game::StyleInfo`]), where the format leaves a choice.
///
/// # Errors
/// [`WriteError`].
pub fn write_styled(record: &Record, format: Format, style: Option<&str>) -> Result<String, WriteError> {
    if !format.is_for(record.game) {
        return Err(WriteError::WrongGame { format, game: record.game.name });
    }
    match format {
        Format::Kif => kif::write_kif(record),
        Format::Ki2 => kif::write_ki2(record),
        Format::Csa => csa::write(record),
        Format::Jkf => jkf::write(record),
        Format::Pgn => pgn::write(record, style),
        Format::DhtmlXq => dhtmlxq::write(record),
        Format::Gib => gib::write(record, style),
        Format::Yonin => yonin::write(record),
        Format::Usi | Format::Uci => lines::write(record, format),
    }
}

/// Writes the games of a file.
///
/// # Errors
/// [`WriteError`]: there are more games than the format can hold, or as [`write()`] tells.
pub fn write_all(records: &[Record], format: Format, style: Option<&str>) -> Result<String, WriteError> {
    if records.len() > 1 && !format.holds_many() {
        return Err(WriteError::TooMany { format, count: records.len() });
    }
    let between = match format {
        Format::Csa => "/\n",
        Format::Usi | Format::Uci => "",
        _ => "\n",
    };
    let texts: Result<Vec<String>, WriteError> =
        records.iter().map(|record| write_styled(record, format, style)).collect();
    Ok(texts?.join(between))
}

/// A start in the one way in which the model has it: positions as the game writes them, the usual one without a text.
/// A text that is no position is left as it is.
fn plain_start(game: &'static GameInfo, start: Setup) -> Setup {
    let mut engine = (game.sit_down)();
    match start {
        Setup::Text(_) if engine.set_position(&start, &[], Notation::Native).is_ok() => {
            let text = engine.text(Notation::Native);
            if text == engine.start_text(Notation::Native) { Setup::Start } else { Setup::Text(text) }
        }
        other => other,
    }
}
