//! Files that somebody else names: through an option of a protocol, say.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Reads a file whole, if it is an ordinary one of at most so many bytes. A device or a pipe may never end, and a
/// session that reads it would never answer again.
///
/// # Errors
/// Those of the system, and for anything but such a file one that says what it is.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not an ordinary file"));
    }
    let mut bytes = Vec::new();
    // Read no further, however long the file says or turns out to be.
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("larger than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// A path for a message, cut off where no system's paths go on.
pub fn shown(path: &Path) -> String {
    /// Characters; the longest path of most Windows programs.
    const MOST: usize = 260;
    let text = path.display().to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_files_of_a_size() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, [7; 3]).expect("written");
        assert_eq!(read(&path, 3).expect("read"), [7; 3]);
        assert_eq!(read(&path, 2).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read(folder.path(), 2).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(read(&folder.path().join("no"), 2).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn long_paths_are_cut_off() {
        assert_eq!(shown(Path::new("a/b.nnue")), "a/b.nnue");
        assert_eq!(shown(Path::new(&"棋".repeat(1000))).chars().count(), 261);
    }
}
