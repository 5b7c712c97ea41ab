//! Openings: from a file, or random moves after which a short search sees nobody ahead.

use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock, mpsc};

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::core::Move;
use crate::core::zobrist::mix;
use crate::engine::{Engine, Setup};
use crate::game::{Notation, excerpt};
use crate::protocol::command::Command;
use crate::search::{Event, Limits, Request};

/// Nodes of the search that judges a random opening.
const NODES: u64 = 5_000;
/// Random openings tried before giving up.
const TRIES: usize = 1_000;
/// What is this many times out of bounds by the static evaluation is not worth a search.
const HOPELESS: i32 = 4;

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub start: Setup,
    /// In the game's own notation.
    pub moves: Vec<String>,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// These in turn, and again from the first.
    List(Vec<Opening>),
    /// So many random plies, then nobody ahead by more than `bound` centipawns.
    Random { plies: RangeInclusive<usize>, bound: i32 },
}

/// The openings of a match, by number. The same seed gives the same.
pub struct Openings {
    source: Source,
    seed: u64,
    /// Those made so far.
    made: Vec<OnceLock<Result<Opening, String>>>,
}

impl Openings {
    /// So many openings.
    pub fn new(source: Source, seed: u64, count: usize) -> Openings {
        Openings { source, seed, made: (0..count).map(|_| OnceLock::new()).collect() }
    }

    /// The opening of this number, from 0. `engine` has the rules set; a random opening is searched for with it.
    ///
    /// # Errors
    /// A message: no balanced opening was found.
    pub fn get(&self, number: usize, engine: &mut dyn Engine) -> Result<Opening, String> {
        let mut opening = match &self.source {
            Source::List(list) => {
                list.get(number % list.len().max(1)).cloned().ok_or("there are no openings")?
            }
            Source::Random { plies, bound } => {
                let seed = mix(mix(self.seed) ^ number as u64);
                let make = || random(engine, seed, plies.clone(), *bound);
                self.made.get(number).map_or_else(
                    || Err(format!("no opening {number}")),
                    |made| made.get_or_init(make).clone(),
                )?
            }
        };
        // Rules may change the start position; engines and records know only the usual one.
        let start = engine.start_text(Notation::Native);
        let usual = (engine.game().sit_down)().start_text(Notation::Native);
        if opening.start == Setup::Start && start != usual {
            opening.start = Setup::Text(start);
        }
        Ok(opening)
    }
}

fn random(
    engine: &mut dyn Engine,
    seed: u64,
    plies: RangeInclusive<usize>,
    bound: i32,
) -> Result<Opening, String> {
    let mut rng = StdRng::seed_from_u64(seed);
    for _ in 0..TRIES {
        let length = rng.random_range(plies.clone());
        let Some(moves) = random_moves(engine, &mut rng, length)? else {
            continue;
        };
        let is_near = engine.evaluate().abs() <= bound.saturating_mul(HOPELESS);
        if is_near && score(engine)?.abs() <= bound {
            return Ok(Opening { start: Setup::Start, moves });
        }
    }
    Err(format!("no balanced opening in {TRIES} tries: give a larger --balance, or other --plies"))
}

/// Plays random moves from the start; `None` if the game ends on the way.
fn random_moves(
    engine: &mut dyn Engine,
    rng: &mut StdRng,
    length: usize,
) -> Result<Option<Vec<String>>, String> {
    engine.set_position(&Setup::Start, &[], Notation::Native).map_err(|error| error.to_string())?;
    let mut texts = Vec::new();
    for _ in 0..length {
        let moves: Vec<Move> = engine.legal_moves().into_iter().filter(|m| !is_pass(*m)).collect();
        let Some(&m) = moves.choose(rng) else {
            return Ok(None);
        };
        texts.push((engine.game().move_text)(m, Notation::Native));
        engine.play(m);
        if engine.verdict().is_some() {
            return Ok(None);
        }
    }
    Ok(Some(texts))
}

/// Passing is no opening move.
fn is_pass(m: Move) -> bool {
    !m.is_drop() && m.from() == m.to()
}

/// What a short search says of the position, in centipawns.
fn score(engine: &mut dyn Engine) -> Result<i32, String> {
    if !engine.is_prepared() {
        engine.set_hash(1).and_then(|()| engine.prepare()).map_err(|error| error.to_string())?;
    }
    engine.clear();
    let (sender, result) = mpsc::channel();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    engine.start(
        Request { limits, ..Request::default() },
        Arc::new(move |event| {
            if let Event::Done { score, .. } = event {
                // The receiver waits just below.
                let _ = sender.send(score);
            }
        }),
    );
    result.recv().map_err(|_| "the search that judges openings has died".to_string())
}

/// Reads openings, one a line: a FEN or SFEN, `startpos`, or moves from the start; after a position
/// `moves M…` may follow. Empty lines and what follows `#` are left out.
///
/// # Errors
/// A message naming the line.
pub fn read(text: &str, engine: &mut dyn Engine) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim().trim_start_matches('\u{FEFF}');
        if !line.is_empty() {
            let opening = read_line(line, engine).map_err(|error| format!("line {}: {error}", number + 1))?;
            openings.push(opening);
        }
    }
    if openings.is_empty() { Err("there are no openings in it".to_string()) } else { Ok(openings) }
}

fn read_line(line: &str, engine: &mut dyn Engine) -> Result<Opening, String> {
    let line = line.strip_prefix("position ").unwrap_or(line);
    // A bare FEN or SFEN; a list of moves has no slashes.
    let bare = if line.contains('/') {
        format!("position sfen {line}")
    } else {
        format!("position startpos moves {line}")
    };
    let (start, moves) = [format!("position {line}"), bare]
        .iter()
        .find_map(|line| match Command::parse(line) {
            Ok(Some(Command::Position { setup, moves })) => Some((setup, moves)),
            _ => None,
        })
        .ok_or_else(|| format!("no opening: '{}'", excerpt(line)))?;
    engine.set_position(&start, &moves, Notation::Native).map_err(|error| error.to_string())?;
    match engine.verdict() {
        Some(verdict) => Err(format!("the game has already ended: {}", verdict.reason)),
        None => Ok(Opening { start, moves }),
    }
}

/// Puts a list in an order that depends on the seed.
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    openings.shuffle(&mut StdRng::seed_from_u64(mix(seed)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{GAMES, GameInfo};

    #[test]
    fn random_openings_are_balanced_and_the_same_every_time() {
        for game in &GAMES {
            let make = |seed, number| {
                let source = Source::Random { plies: 4..=8, bound: 150 };
                Openings::new(source, seed, 4).get(number, (game.sit_down)().as_mut()).expect("an opening")
            };
            let opening = make(1, 3);
            assert_eq!(opening, make(1, 3), "{}", game.name);
            assert_ne!(opening, make(1, 2));
            assert_ne!(opening, make(2, 3));
            assert!((4..=8).contains(&opening.moves.len()));
            let mut engine = (game.sit_down)();
            engine.set_position(&Setup::Start, &opening.moves, Notation::Native).expect("legal moves");
            assert_eq!(engine.verdict(), None);
            assert!(score(engine.as_mut()).expect("a score").abs() <= 150, "{}: {opening:?}", game.name);
        }
    }

    #[test]
    fn a_start_position_changed_by_rules_is_told() {
        let mut engine = (GameInfo::named("janggi").expect("a game").sit_down)();
        let list = Openings::new(Source::List(vec![Opening { start: Setup::Start, moves: vec![] }]), 1, 1);
        assert_eq!(list.get(0, engine.as_mut()).unwrap().start, Setup::Start);
        engine.set_rule("HanSetup", "EHEH").expect("a rule");
        let start = list.get(0, engine.as_mut()).unwrap().start;
        assert_eq!(start, Setup::Text(engine.start_text(Notation::Native)));
    }

    #[test]
    fn a_bound_too_narrow_is_told() {
        let source = Source::Random { plies: 30..=30, bound: -1 };
        let game = GameInfo::named("xiangqi").expect("a game");
        let error = Openings::new(source, 1, 1).get(0, (game.sit_down)().as_mut()).unwrap_err();
        assert!(error.contains("--balance"), "{error}");
    }

    #[test]
    fn files_are_read_in_all_spellings() {
        let mut engine = (GameInfo::named("shogi").expect("a game").sit_down)();
        let kings = "4k4/9/9/9/9/9/9/9/4K4 b P 1";
        let text = format!(
            "\u{FEFF}# a comment\nstartpos\n\n7g7f 3c3d # two moves\nstartpos moves 2g2f\n{kings}\nsfen {kings}\r\n\
             {kings} moves P*5e\nposition sfen {kings} moves 5i5h\n"
        );
        let openings = read(&text, engine.as_mut()).unwrap();
        let kings = Setup::Text(kings.to_string());
        let expected = [
            (Setup::Start, vec![]),
            (Setup::Start, vec!["7g7f", "3c3d"]),
            (Setup::Start, vec!["2g2f"]),
            (kings.clone(), vec![]),
            (kings.clone(), vec![]),
            (kings.clone(), vec!["P*5e"]),
            (kings, vec!["5i5h"]),
        ];
        assert_eq!(openings.len(), expected.len());
        for (opening, (start, moves)) in openings.iter().zip(expected) {
            assert_eq!((&opening.start, opening.moves.iter().map(String::as_str).collect()), (&start, moves));
        }
        let mut again = openings.clone();
        shuffle(&mut again, 5);
        assert_ne!(again, openings);
        let list = Openings::new(Source::List(openings.clone()), 1, 100);
        assert_eq!(list.get(8, engine.as_mut()).unwrap(), openings[1]);
    }

    #[test]
    fn bad_lines_are_named() {
        let mut engine = (GameInfo::named("shogi").expect("a game").sit_down)();
        for (text, message) in [
            ("", "there are no openings in it"),
            ("7g7f\n7g7e", "line 2: move 1 of 1: illegal move '7g7e'"),
            ("hello world", "line 1: move 1 of 2: bad move 'hello'"),
            ("9/9 b - 1", "line 1: bad position"),
            ("4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1", "line 1: the game has already ended: checkmate"),
        ] {
            let error = read(text, engine.as_mut()).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
