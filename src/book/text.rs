//! The text layout of YaneuraOu: `#YANEURAOU-DB2016 1.00`, then positions, each with its moves.
//!
//! ```text
//! #YANEURAOU-DB2016 1.00
//! sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
//! 7g7f 3c3d 0 32 2
//! ```
//!
//! A move has its answer (`none` if there is none), the score in centipawns for the side that moves, the depth in
//! plies, and how often it was played; what is at the end may be missing. Games whose positions are FENs say `fen`.
//! Lines that begin with `#` or `//` are comments.

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use crate::engine::GameInfo;
use crate::game::excerpt;

use super::{BookError, BookMove, Page, place};

/// The first line of a file.
pub const HEADER: &str = "#YANEURAOU-DB2016 1.00";

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Counted from 1.
    pub line: usize,
    pub reason: String,
}

/// Reads all pages; faulty lines are left out and told.
pub fn read(text: &str) -> (Vec<Page>, Vec<Fault>) {
    let (mut pages, mut faults) = (Vec::<Page>::new(), Vec::new());
    for (line, content) in text.lines().enumerate().map(|(i, content)| (i + 1, content)) {
        let content = trimmed(content);
        if content.is_empty() || content.starts_with('#') || content.starts_with("//") {
            continue;
        }
        if let Some(position) = position_of(content) {
            pages.push(Page { position: position.to_string(), line, moves: Vec::new() });
            continue;
        }
        let done = match pages.last_mut() {
            _ if matches!(content, "sfen" | "fen") => Err(format!("no position follows '{content}'")),
            Some(page) => read_move(content).map(|m| page.moves.push(m)),
            None => Err(format!("'{}' comes before any position", excerpt(content))),
        };
        faults.extend(done.err().map(|reason| Fault { line, reason }));
    }
    (pages, faults)
}

/// A line without space and byte order marks around it: files glued together have them in the middle.
fn trimmed(line: &str) -> &str {
    line.trim_matches(|c: char| c == '\u{FEFF}' || c.is_whitespace())
}

/// What follows `sfen` or `fen` at the beginning of a line.
fn position_of(line: &str) -> Option<&str> {
    line.strip_prefix("sfen ").or_else(|| line.strip_prefix("fen ")).map(str::trim)
}

/// Reads `move answer score depth count`, of which the move must be there.
fn read_move(line: &str) -> Result<BookMove, String> {
    let line = line.split("//").next().unwrap_or("").split('#').next().unwrap_or("");
    let mut words = line.split_whitespace();
    let text = words.next().unwrap_or_default().to_string();
    let known = |word: &&str| !matches!(*word, "none" | "None" | "-" | "?");
    let answer = words.next().filter(known).map(str::to_string);
    let bad = |what: &str, word: &str| format!("'{}' is no {what}, in '{}'", excerpt(word), excerpt(line));
    let score = match words.next().filter(known) {
        Some(word) => Some(word.parse().map_err(|_| bad("score", word))?),
        None => None,
    };
    let depth =
        words.next().filter(known).map_or(Ok(0), |word| word.parse().map_err(|_| bad("depth", word)))?;
    let weight =
        words.next().filter(known).map_or(Ok(1), |word| word.parse().map_err(|_| bad("count", word)))?;
    Ok(BookMove { text, answer, score, depth, weight })
}

/// Writes pages as a file, sorted by their texts as programs expect that search them in the file.
pub fn write(pages: &[Page], game: &GameInfo) -> String {
    let word = if game.is_offered_by("usi") { "sfen" } else { "fen" };
    let mut sorted: Vec<&Page> = pages.iter().collect();
    sorted.sort_by(|a, b| a.position.cmp(&b.position));
    let mut text = format!("{HEADER}\n");
    for page in sorted {
        // Writing to a string never fails.
        let _ = writeln!(text, "{word} {}", page.position);
        for m in &page.moves {
            let answer = m.answer.as_deref().unwrap_or("none");
            let score = m.score.map_or("none".to_string(), |score| score.to_string());
            let _ = writeln!(text, "{} {answer} {score} {} {}", m.text, m.depth, m.weight);
        }
    }
    text
}

/// Writes a book's file. The old one, if there is one, is there until the new one is whole.
///
/// # Errors
/// [`BookError::Write`].
pub fn save(path: &Path, pages: &[Page], game: &GameInfo) -> Result<(), BookError> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    std::fs::write(&part, write(pages, game))
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(|error| BookError::Write { path: path.to_path_buf(), error })
}

/// Reads a book's file. Bytes that are no UTF-8 are in comments, or are told as faults.
///
/// # Errors
/// [`BookError::Read`].
pub fn load(path: &Path) -> Result<String, BookError> {
    Ok(String::from_utf8_lossy(&super::read(path)?).into_owned())
}

/// A book to look positions up in: the text as it is, and where each position begins in it. Books of a million
/// positions are common, so nothing else is read before it is asked for.
pub struct TextBook {
    text: String,
    /// By the hash of the position's [`place`]: the bytes of its page.
    pages: HashMap<u64, (usize, usize)>,
}

impl TextBook {
    /// Takes the text of a file over. It has no positions if it is no book.
    pub fn new(text: String) -> TextBook {
        let mut pages = HashMap::new();
        let mut open: Option<(u64, usize)> = None;
        let mut begin = 0;
        for line in text.split_inclusive('\n') {
            let position = position_of(trimmed(line));
            let next = position.map(|position| (hash(&place(position)), begin));
            if next.is_some()
                && let Some((key, start)) = std::mem::replace(&mut open, next)
            {
                // The first of two pages of one position counts.
                pages.entry(key).or_insert((start, begin));
            }
            begin += line.len();
        }
        if let Some((key, start)) = open {
            pages.entry(key).or_insert((start, begin));
        }
        TextBook { text, pages }
    }

    /// Positions.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The page of a position, whatever its counters are.
    pub fn page(&self, position: &str) -> Option<Page> {
        let wanted = place(position);
        let &(start, end) = self.pages.get(&hash(&wanted))?;
        let (pages, _) = read(&self.text[start..end]);
        pages.into_iter().next().filter(|page| place(&page.position) == wanted)
    }
}

fn hash(place: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    place.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "\u{FEFF}#YANEURAOU-DB2016 1.00\r\n# a remark\r\nsfen a/b b - 1\r\n2g2f 8c8d -5 12 7\r\n\
        7g7f none none 0\r\n// another\r\nfen c/d w - - 0 3\r\nh2e2\r\nh2e2 h9g7 x 1 1\r\n";

    #[test]
    fn all_that_a_file_says() {
        let (pages, faults) = read(BOOK);
        assert_eq!(pages.len(), 2);
        let first = BookMove {
            text: "2g2f".to_string(),
            answer: Some("8c8d".to_string()),
            score: Some(-5),
            depth: 12,
            weight: 7,
        };
        let bare = |text: &str| BookMove { text: text.to_string(), weight: 1, ..BookMove::default() };
        assert_eq!((pages[0].line, pages[0].position.as_str()), (3, "a/b b - 1"));
        assert_eq!(pages[0].moves, [first, bare("7g7f")]);
        assert_eq!(pages[1].moves, [bare("h2e2")]);
        let reason = "'x' is no score, in 'h2e2 h9g7 x 1 1'".to_string();
        assert_eq!(faults, [Fault { line: 9, reason }]);
        assert_eq!(read("sfen\n").1[0].reason, "no position follows 'sfen'");
        assert_eq!(read("7g7f none").1[0].reason, "'7g7f none' comes before any position");
    }

    #[test]
    fn what_is_written_is_read_again() {
        for (name, word) in [("shogi", "sfen "), ("xiangqi", "fen ")] {
            let game = GameInfo::named(name).expect("a game");
            let pages = read(BOOK).0;
            let text = write(&pages, game);
            assert!(text.starts_with(&format!("{HEADER}\n{word}a/b b - 1\n2g2f 8c8d -5 12 7\n")), "{text}");
            let again = read(&text).0;
            assert_eq!(write(&again, game), text);
            assert_eq!(again[1].moves, pages[1].moves);
        }
    }

    #[test]
    fn positions_are_found_whatever_their_counters() {
        let book = TextBook::new(BOOK.to_string());
        assert_eq!(book.len(), 2);
        assert_eq!(book.page("a/b b - 99").expect("a page").moves.len(), 2);
        assert_eq!(book.page("c/d  w - - 5 3").expect("a page").moves.len(), 1);
        assert_eq!(book.page("c/d b - - 5 3"), None);
        assert!(TextBook::new("no book".to_string()).is_empty());
    }
}
