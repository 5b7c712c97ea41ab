//! Appending games to a file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::error::{DataError, Fault};
use super::reader::Reader;
use super::record::Record;
use super::{MOST_BYTES, header};

/// A file that games are appended to. While it is open no other writer can open it.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
    bytes: u64,
}

/// What was in a file when a [`Writer`] opened it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    pub games: u64,
    /// Positions that were searched.
    pub positions: u64,
    /// Larger than the number of every game.
    pub next_number: u32,
    /// Bytes of a game cut short at the end, which are now gone.
    pub dropped: u64,
}

impl Writer {
    /// Makes a new file.
    ///
    /// # Errors
    /// [`DataError`]: it cannot be made, or is there already.
    pub fn create(path: &Path, game: &str) -> Result<Writer, DataError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let mut writer = Writer::lock(file.map_err(|error| Fault::Io(error).at(path, 0))?, path)?;
        writer.put(&header(game))?;
        Ok(writer)
    }

    /// Goes on with a file, or makes it. A last game that a kill has cut short is dropped.
    ///
    /// # Errors
    /// [`DataError`]: it cannot be read or written, is no file of this game, is damaged or in use. Then nothing in it
    /// has been changed.
    pub fn append(path: &Path, game: &str) -> Result<(Writer, Contents), DataError> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut writer = Writer::lock(file.map_err(|error| Fault::Io(error).at(path, 0))?, path)?;
        writer.bytes = writer.file.metadata().map_err(|error| writer.blame(error.into()))?.len();
        let contents = if writer.is_unfinished_header(game)? {
            writer.cut(0)?;
            writer.put(&header(game))?;
            Contents::default()
        } else {
            writer.take_stock(game)?
        };
        Ok((writer, contents))
    }

    fn lock(file: File, path: &Path) -> Result<Writer, DataError> {
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => Fault::InUse.at(path, 0),
            TryLockError::Error(error) => Fault::Io(error).at(path, 0),
        })?;
        Ok(Writer { path: path.to_path_buf(), file, bytes: 0 })
    }

    /// Whether the file is new, or was killed while it was.
    fn is_unfinished_header(&mut self, game: &str) -> Result<bool, DataError> {
        let header = header(game);
        if self.bytes >= header.len() as u64 {
            return Ok(false);
        }
        let mut found = Vec::new();
        let read = self.file.rewind().and_then(|()| self.file.read_to_end(&mut found));
        read.map_err(|error| self.blame(error.into()))?;
        Ok(header.starts_with(&found))
    }

    /// Reads all that is there, and drops a game cut short at the end.
    fn take_stock(&mut self, game: &str) -> Result<Contents, DataError> {
        let twin = self.file.rewind().and_then(|()| self.file.try_clone());
        let twin = twin.map_err(|error| self.blame(error.into()))?;
        let mut reader = Reader::new(twin, &self.path)?.of_game(game)?;
        let mut contents = Contents::default();
        for record in &mut reader {
            match record {
                Ok(record) => {
                    contents.games += 1;
                    contents.positions += record.turns.len() as u64;
                    contents.next_number = contents.next_number.max(record.number.saturating_add(1));
                }
                Err(DataError { fault: Fault::Torn, .. }) => {}
                Err(error) => return Err(error),
            }
        }
        contents.dropped = self.bytes - reader.bytes();
        self.cut(reader.bytes())?;
        Ok(contents)
    }

    /// Cuts the file after so many bytes and goes to its end.
    fn cut(&mut self, bytes: u64) -> Result<(), DataError> {
        let done = self.file.set_len(bytes).and_then(|()| self.file.seek(std::io::SeekFrom::Start(bytes)));
        done.map_err(|error| self.blame(error.into()))?;
        self.bytes = bytes;
        Ok(())
    }

    /// Appends a game, in one piece.
    ///
    /// # Errors
    /// [`DataError`]: the disk is full, or the game is too long to be one.
    pub fn write(&mut self, record: &Record) -> Result<(), DataError> {
        let body = record.encode();
        if body.len() > MOST_BYTES {
            return Err(self.blame(Fault::TooLong(body.len())));
        }
        let (length, checksum) = (body.len() as u32, crc32fast::hash(&body));
        self.put(&[&length.to_le_bytes(), &checksum.to_le_bytes(), &body[..]].concat())
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), DataError> {
        self.file.write_all(bytes).map_err(|error| self.blame(Fault::Write(error)))?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    fn blame(&self, fault: Fault) -> DataError {
        fault.at(&self.path, self.bytes)
    }
}
