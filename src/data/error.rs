//! What can be wrong with a file of games, and where.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::game::TextError;

use super::{MOST_BYTES, VERSION};

/// What is wrong, in which file, at which byte: that of the game's frame, for what is wrong inside a game.
#[derive(Debug, Error)]
#[error("{}: {fault}", place(path, *offset, fault))]
pub struct DataError {
    pub path: PathBuf,
    pub offset: u64,
    pub fault: Fault,
}

/// What is wrong.
#[derive(Debug, Error)]
pub enum Fault {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("cannot write: {0}")]
    Write(io::Error),
    #[error("this is no file of games")]
    NoGames,
    #[error("it is of version {0} of the format; this program reads version {VERSION}")]
    Version(u16),
    #[error("it holds games of {found}, not of {wanted}")]
    OtherGame { found: String, wanted: String },
    #[error("another program is writing to it")]
    InUse,
    #[error("the last game is cut short; 'ryuma datagen' drops it when it goes on with the file")]
    Torn,
    #[error("a game of {0} bytes, more than {MOST_BYTES}")]
    TooLong(usize),
    #[error("the checksum of the game does not fit")]
    Checksum,
    #[error("malformed game: {0}")]
    Malformed(&'static str),
    #[error("start of the game: {0}")]
    Start(TextError),
    #[error("move {bits:#06x} at ply {ply} of the game is illegal in '{position}'")]
    Illegal { bits: u16, ply: usize, position: String },
    #[error("score {score} at ply {ply} of the game is none")]
    Score { score: i16, ply: usize },
    #[error("the game ends by {reason} in '{position}', which is not the result that it has")]
    Result { reason: &'static str, position: String },
}

/// Where something is wrong: nowhere inside a file that could not be opened.
fn place(path: &Path, offset: u64, fault: &Fault) -> String {
    match fault {
        Fault::Io(_) if offset == 0 => format!("cannot read '{}'", path.display()),
        _ => format!("{}, byte {offset}", path.display()),
    }
}

impl Fault {
    pub(super) fn at(self, path: &Path, offset: u64) -> DataError {
        DataError { path: path.to_path_buf(), offset, fault: self }
    }
}
