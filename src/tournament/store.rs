//! The folder of a match: what it is (`match.json`), its games (`games.jsonl`, `games/`), its summary.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::engine::GameInfo;
use crate::records::{self, Format};

use super::clock::Control;
use super::record::GameRecord;

/// What must be the same for a match to be resumed, by name.
pub type Identity = BTreeMap<String, String>;

/// An open folder.
pub struct Store {
    folder: PathBuf,
    games: File,
    game: &'static GameInfo,
    event: String,
    control: Control,
}

impl Store {
    /// Opens the folder of a new match, or of one to be resumed: gives the games already played too.
    ///
    /// # Errors
    /// A message: files cannot be read or written, there are games of another match, or there are games and
    /// they are not to be resumed.
    pub fn open(
        folder: &Path,
        identity: &Identity,
        resume: bool,
        game: &'static GameInfo,
        control: Control,
    ) -> Result<(Store, Vec<GameRecord>), String> {
        fs::create_dir_all(folder.join("games")).map_err(|error| cannot("make", folder, &error))?;
        let (settings, path) = (folder.join("match.json"), folder.join("games.jsonl"));
        let mut games = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(&path)
            .map_err(|error| cannot("open", &path, &error))?;
        let mut text = String::new();
        games.read_to_string(&mut text).map_err(|error| cannot("read", &path, &error))?;
        if !text.is_empty() && !resume {
            return Err(format!(
                "'{}' has games already: add --resume, or choose another folder",
                path.display()
            ));
        }
        if !text.is_empty() && settings.exists() {
            check(&settings, identity)?;
        } else {
            write(&settings, &pretty(identity)?)?;
        }
        let (records, whole) = read_games(&text).map_err(|error| format!("'{}': {error}", path.display()))?;
        if whole < text.len() {
            // The program was killed while it wrote the last line: that game is played again.
            games.set_len(whole as u64).map_err(|error| cannot("write", &path, &error))?;
        }
        let event =
            folder.file_name().map_or("match".to_string(), |name| name.to_string_lossy().into_owned());
        Ok((Store { folder: folder.to_path_buf(), games, game, event, control }, records))
    }

    /// Writes a game down. Its line in `games.jsonl` comes last: it makes the game count.
    ///
    /// # Errors
    /// A message naming the file.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), String> {
        let failed = |error: &dyn std::fmt::Display| format!("game {}: {error}", record.number);
        let format = Format::usual(self.game);
        let game = record.to_record(self.game, &self.event, self.control).map_err(|error| failed(&error))?;
        let text = records::write(&game, format).map_err(|error| failed(&error))?;
        write(&self.folder.join("games").join(format!("{:06}.{format}", record.number)), &text)?;
        let line = serde_json::to_string(record).map_err(|error| error.to_string())? + "\n";
        self.games
            .write_all(line.as_bytes())
            .map_err(|error| cannot("write", &self.folder.join("games.jsonl"), &error))
    }

    /// Writes another file of the match.
    ///
    /// # Errors
    /// A message naming the file.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        write(&self.folder.join(name), text)
    }
}

fn pretty(value: &impl serde::Serialize) -> Result<String, String> {
    serde_json::to_string_pretty(value).map(|text| text + "\n").map_err(|error| error.to_string())
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> String {
    format!("cannot {what} '{}': {error}", path.display())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| cannot("write", path, &error))
}

/// Compares the settings of a match with those it was begun with.
fn check(path: &Path, identity: &Identity) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| cannot("read", path, &error))?;
    let before: Identity =
        serde_json::from_str(&text).map_err(|error| format!("'{}': {error}", path.display()))?;
    let none = "nothing".to_string();
    let names = before.keys().chain(identity.keys());
    for name in names {
        let (old, new) = (before.get(name).unwrap_or(&none), identity.get(name).unwrap_or(&none));
        if old != new {
            return Err(format!(
                "the match in the folder is another one: its {name} is '{old}', not '{new}'"
            ));
        }
    }
    Ok(())
}

/// The games of a file, and the length of its whole lines.
fn read_games(text: &str) -> Result<(Vec<GameRecord>, usize), String> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let read = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| format!("line {}: {error}", number + 1))
    };
    let records = text[..whole].lines().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok((records, whole))
}
