//! Reading games from a file.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use crate::game::excerpt;

use super::error::{DataError, Fault};
use super::record::Record;
use super::{MAGIC, MOST_BYTES, VERSION};

/// The games of a file, one after another. After an error there are none.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    input: BufReader<File>,
    game: String,
    /// Where the last game read begins, and where it ends.
    begin: u64,
    end: u64,
    is_over: bool,
}

impl Reader {
    /// Opens a file of any game.
    ///
    /// # Errors
    /// [`DataError`]: it cannot be read, or it is no such file.
    pub fn open(path: &Path) -> Result<Reader, DataError> {
        let file = File::open(path).map_err(|error| Fault::Io(error).at(path, 0))?;
        Reader::new(file, path)
    }

    /// Opens a file of this game.
    ///
    /// # Errors
    /// As [`Reader::open`], and [`Fault::OtherGame`].
    pub fn open_game(path: &Path, wanted: &str) -> Result<Reader, DataError> {
        Reader::open(path)?.of_game(wanted)
    }

    /// Begins to read at the file's beginning.
    pub(super) fn new(file: File, path: &Path) -> Result<Reader, DataError> {
        let mut input = BufReader::with_capacity(1 << 16, file);
        let game = read_header(&mut input).map_err(|fault| fault.at(path, 0))?;
        let end = super::header(&game).len() as u64;
        Ok(Reader { path: path.to_path_buf(), input, game, begin: 0, end, is_over: false })
    }

    pub(super) fn of_game(self, wanted: &str) -> Result<Reader, DataError> {
        if self.game == wanted {
            return Ok(self);
        }
        Err(Fault::OtherGame { found: excerpt(&self.game), wanted: wanted.to_string() }.at(&self.path, 0))
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Bytes of the file up to the end of the last game read.
    pub fn bytes(&self) -> u64 {
        self.end
    }

    /// Says of a fault that it is in the last game read.
    pub fn blame(&self, fault: Fault) -> DataError {
        fault.at(&self.path, self.begin)
    }

    fn read(&mut self) -> Result<Option<Record>, Fault> {
        self.begin = self.end;
        let prefix = read_up_to(&mut self.input, 8)?;
        if prefix.is_empty() {
            return Ok(None);
        }
        let (&length, rest) = prefix.split_first_chunk().ok_or(Fault::Torn)?;
        let (&checksum, _) = rest.split_first_chunk().ok_or(Fault::Torn)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > MOST_BYTES {
            return Err(Fault::TooLong(length));
        }
        let bytes = read_up_to(&mut self.input, length)?;
        if bytes.len() < length {
            return Err(Fault::Torn);
        }
        if crc32fast::hash(&bytes) != u32::from_le_bytes(checksum) {
            return Err(Fault::Checksum);
        }
        let record = Record::decode(&bytes)?;
        self.end += 8 + length as u64;
        Ok(Some(record))
    }
}

impl Iterator for Reader {
    type Item = Result<Record, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let record = self.read().map_err(|fault| self.blame(fault)).transpose();
        self.is_over = !matches!(record, Some(Ok(_)));
        record
    }
}

/// The name of the game.
fn read_header(input: &mut impl Read) -> Result<String, Fault> {
    let bytes = read_up_to(input, MAGIC.len() + 3)?;
    let Some(&[version_low, version_high, length]) = bytes.strip_prefix(&MAGIC) else {
        return Err(Fault::NoGames);
    };
    match u16::from_le_bytes([version_low, version_high]) {
        VERSION => {}
        other => return Err(Fault::Version(other)),
    }
    let name = read_up_to(input, length.into())?;
    if name.len() < length.into() {
        return Err(Fault::NoGames);
    }
    String::from_utf8(name).map_err(|_| Fault::NoGames)
}

/// So many bytes, or fewer if the file ends before.
fn read_up_to(input: &mut impl Read, count: usize) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::with_capacity(count);
    input.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
