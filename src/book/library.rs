//! The books that a player has at hand, and the choice of a move.

use std::path::{Path, PathBuf};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::core::{Move, Score};
use crate::engine::{Engine, GameInfo};
use crate::game::Notation;

use super::binary::BinaryBook;
use super::text::TextBook;
use super::{BookError, BookMove};

/// The folder for books, as USI users know it.
pub const FOLDER: &str = "book";
/// Names that stand for no file: the own book, and none at all.
const OWN: &str = "<internal>";
const NONE: &str = "no_book";

/// Which of a book's moves a player likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taste {
    /// 0: always the move with the most weight; 100: each as often as its weight says; between, in between.
    pub variety: u32,
    /// Centipawns by which a move may be worse than the best one, where scores are known.
    pub margin: Score,
    /// Plies from the start of the game in which books are asked.
    pub plies: usize,
}

impl Default for Taste {
    fn default() -> Taste {
        Taste { variety: 50, margin: 30, plies: 40 }
    }
}

/// A legal move that a book knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub m: Move,
    /// The answer expected, legal after the move.
    pub answer: Option<Move>,
    pub entry: BookMove,
}

/// The move chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub known: Known,
    /// Legal moves that the book has here.
    pub choices: usize,
    /// Where it was found.
    pub book: String,
}

enum Shelf {
    Text(TextBook),
    Binary(BinaryBook),
}

/// Books, the ones asked first before the others.
pub struct Library {
    shelves: Vec<(String, Shelf)>,
    random: StdRng,
}

impl Library {
    /// A library without a book; a seed repeats its choices.
    pub fn new(seed: u64) -> Library {
        Library { shelves: Vec::new(), random: StdRng::seed_from_u64(seed) }
    }

    /// Adds the book that comes with the program.
    ///
    /// # Errors
    /// [`BookError::NoneOfOurOwn`].
    pub fn add_own(&mut self, game: &'static GameInfo) -> Result<(), BookError> {
        let text = game.book.ok_or(BookError::NoneOfOurOwn { game: game.name })?;
        self.shelves.push(("own book".to_string(), Shelf::Text(TextBook::new(text.to_string()))));
        Ok(())
    }

    /// Adds a file; one whose name ends with `.bin` is a binary book.
    ///
    /// # Errors
    /// [`BookError`]: there is no such file, or it is no book of this game.
    pub fn add_file(&mut self, path: &Path, game: &GameInfo) -> Result<(), BookError> {
        let bytes = super::read(path)?;
        let is_binary = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin"));
        let shelf = if is_binary {
            if (game.sit_down)().binary_book_key().is_none() {
                let reason =
                    format!("there are no binary books of {} that all programs read alike", game.name);
                return Err(BookError::no_book(path, reason));
            }
            Shelf::Binary(BinaryBook::new(bytes, path)?)
        } else {
            let book = TextBook::new(String::from_utf8_lossy(&bytes).into_owned());
            if book.is_empty() {
                return Err(BookError::no_book(path, "no line begins with 'sfen' or 'fen'"));
            }
            Shelf::Text(book)
        };
        self.shelves.push((path.display().to_string(), shelf));
        Ok(())
    }

    /// Adds the books that options name: files separated by `;` in a folder, and no name for the own book. What could
    /// not be added is in the result.
    pub fn add_named(&mut self, folder: &str, files: &str, game: &'static GameInfo) -> Vec<BookError> {
        let names: Vec<&str> = files.split(';').map(str::trim).filter(|name| !name.is_empty()).collect();
        if names.is_empty() {
            return self.add_own(game).err().into_iter().collect();
        }
        let add = |name: &&str| match *name {
            OWN => self.add_own(game).err(),
            NONE => None,
            name => self.add_file(&find(folder, name), game).err(),
        };
        names.iter().filter_map(add).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.shelves.is_empty()
    }

    /// What is there: the books with their sizes.
    pub fn contents(&self) -> impl Iterator<Item = String> {
        self.shelves.iter().map(|(name, shelf)| match shelf {
            Shelf::Text(book) => format!("{name}: {} positions", book.len()),
            Shelf::Binary(book) => format!("{name}: {} moves", book.len()),
        })
    }

    /// The legal moves that a book has for the position, in its order, with the book's name and the texts of moves
    /// that are not legal. The first book that has any decides.
    pub fn look_up(&self, engine: &dyn Engine) -> (Vec<Known>, &str, Vec<String>) {
        let mut illegal = Vec::new();
        for (name, shelf) in &self.shelves {
            let known = match shelf {
                Shelf::Text(book) => known_by_text(book, engine, &mut illegal),
                Shelf::Binary(book) => known_by_key(book, engine, &mut illegal),
            };
            if !known.is_empty() {
                return (known, name, illegal);
            }
        }
        (Vec::new(), "", illegal)
    }

    /// Chooses a move for the position; none of those banned, and none if the game is over. Moves that the books have
    /// here and the rules have not are in the second part.
    pub fn choose(
        &mut self,
        engine: &dyn Engine,
        taste: Taste,
        banned: &[Move],
    ) -> (Option<Found>, Vec<String>) {
        if self.is_empty() || engine.game_ply() >= taste.plies || engine.verdict().is_some() {
            return (None, Vec::new());
        }
        let (mut known, book, illegal) = self.look_up(engine);
        let book = book.to_string();
        known.retain(|known| !banned.contains(&known.m));
        let choices = known.len();
        let found = self.pick(known, taste).map(|known| Found { known, choices, book });
        (found, illegal)
    }

    fn pick(&mut self, mut known: Vec<Known>, taste: Taste) -> Option<Known> {
        let best = known.iter().filter_map(|known| known.entry.score).max();
        // A move without a score among moves with one has not been looked at.
        known.retain(|known| match (known.entry.score, best) {
            (Some(score), Some(best)) => score.saturating_add(taste.margin) >= best,
            (score, best) => score.is_some() == best.is_some(),
        });
        let chances = chances(&known, taste.variety);
        let mut ticket = self.random.random_range(0.0..1.0);
        // Rounding may leave a ticket beyond the last chance: the heaviest move gets it.
        let mut place = heaviest(&known)?;
        for (i, chance) in chances.iter().enumerate() {
            ticket -= chance;
            if ticket < 0.0 {
                place = i;
                break;
            }
        }
        Some(known.swap_remove(place))
    }
}

/// The place of the move with the most weight, the first of several.
fn heaviest(known: &[Known]) -> Option<usize> {
    let most = known.iter().map(|known| known.entry.weight).max()?;
    known.iter().position(|known| known.entry.weight == most)
}

/// How likely each move is to be chosen: weights to the power of 100 / variety, as parts of their sum.
pub fn chances(known: &[Known], variety: u32) -> Vec<f64> {
    let Some(first) = heaviest(known) else {
        return Vec::new();
    };
    let most = known[first].entry.weight.max(1) as f64;
    let share = |(i, known): (usize, &Known)| match variety {
        0 => f64::from(u8::from(i == first)),
        // A weight of 0 is a move not to be played, unless there is no other.
        _ if known.entry.weight == 0 => f64::from(u8::from(i == first)),
        _ => (known.entry.weight as f64 / most).powf(100.0 / f64::from(variety)),
    };
    let shares: Vec<f64> = known.iter().enumerate().map(share).collect();
    let sum: f64 = shares.iter().sum();
    shares.iter().map(|share| share / sum).collect()
}

fn known_by_text(book: &TextBook, engine: &dyn Engine, illegal: &mut Vec<String>) -> Vec<Known> {
    let page = book.page(&engine.text(Notation::Native)).unwrap_or_default();
    let mut known = Vec::new();
    for entry in page.moves {
        match engine.parse_move(&entry.text, Notation::Native) {
            Ok(m) => {
                let answer = entry.answer.as_deref();
                let answer = answer.and_then(|text| engine.parse_answer(m, text, Notation::Native).ok());
                known.push(Known { m, answer, entry });
            }
            Err(_) => illegal.push(entry.text),
        }
    }
    known
}

fn known_by_key(book: &BinaryBook, engine: &dyn Engine, illegal: &mut Vec<String>) -> Vec<Known> {
    let mut known = Vec::new();
    for record in engine.binary_book_key().map_or(Vec::new(), |key| book.records_of(key)) {
        let Some(m) = engine.binary_book_move(record.bits) else {
            illegal.push(format!("{:#06x}", record.bits));
            continue;
        };
        let entry = BookMove {
            text: (engine.game().move_text)(m, Notation::Native),
            answer: None,
            score: record.score,
            depth: 0,
            weight: record.weight.into(),
        };
        known.push(Known { m, answer: None, entry });
    }
    known
}

/// Where a book's file is: in the folder for books, or as it is named, from the working folder or else from the
/// program's own. Names that lead nowhere are taken as in the folder, so that the message names it.
fn find(folder: &str, name: &str) -> PathBuf {
    let beside = std::env::current_exe().ok().and_then(|program| program.parent().map(Path::to_path_buf));
    let in_folder = Path::new(folder).join(name);
    let tries = [Some(in_folder.clone()), Some(PathBuf::from(name))];
    let tries = tries.into_iter().chain([beside.map(|beside| beside.join(&in_folder))]).flatten();
    tries.into_iter().find(|path| path.is_file()).unwrap_or(in_folder)
}
