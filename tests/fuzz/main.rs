//! The fuzz targets without a fuzzer: a mutator of our own works on the corpus that `fuzz/` has for libFuzzer.
//!
//! libFuzzer sees which code an input reaches, and finds more; but it needs a nightly compiler. This needs nothing, so
//! that it runs with all other tests: everything that was ever found, the corpus, and some mutations of it.
//!
//! By hand, so many minutes for each target, or for one of them:
//! `RYUMA_FUZZ_MINUTES=10 RYUMA_FUZZ_TARGET=sfen cargo test --release --test fuzz -- --ignored --nocapture`

#[path = "../common/mod.rs"]
mod common;
#[path = "../../fuzz/targets.rs"]
mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::Dice;
use targets::{TARGETS, Target};

/// Mutations of a target in the suite. In all they take a few seconds.
const MUTATIONS: usize = 150;

/// Bytes of an input at most: parsers are linear, so that longer ones only take longer.
const LONGEST: usize = 4096;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// The files of a folder and those below it, in order of their names; none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// What the mutations of a target begin with: its corpus, and the tests' own files of that kind.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let mut paths = files(&folder().join("corpus").join(name));
    assert!(!paths.is_empty(), "{name} has no corpus");
    paths.extend(match name {
        "records" => files(&common::data().join("records")).into_iter().step_by(7).collect(),
        "books" => files(&common::data().join("books")),
        _ => Vec::new(),
    });
    let read = |path: PathBuf| fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cut = |mut bytes: Vec<u8>| {
        bytes.truncate(LONGEST);
        bytes
    };
    paths.into_iter().map(read).map(cut).collect()
}

/// The words of the dictionary, which is libFuzzer's: a word in quotes a line.
fn dictionary() -> Vec<Vec<u8>> {
    let text = fs::read_to_string(folder().join("dictionary.txt")).expect("a dictionary");
    let words = text.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'));
    words.map(|word| word.replace("\\x20", " ").replace("\\x0a", "\n").into_bytes()).collect()
}

struct Mutator {
    dice: Dice,
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    fn next(&mut self) -> Vec<u8> {
        let mut bytes = self.seed();
        for _ in 0..1 + self.dice.below(4) {
            self.change(&mut bytes);
        }
        bytes.truncate(LONGEST);
        bytes
    }

    fn seed(&mut self) -> Vec<u8> {
        self.seeds[self.dice.below(self.seeds.len())].clone()
    }

    /// A part of the bytes: short as a rule.
    fn part(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let start = self.dice.below(bytes.len() + 1);
        let longest = if self.dice.one_in(4) { bytes.len() } else { 8 };
        start..(start + self.dice.below(longest + 1)).min(bytes.len())
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let part = self.part(bytes);
        let at = part.start;
        match self.dice.below(8) {
            0 => drop(bytes.drain(part)),
            1 => {
                let copy = bytes[part].to_vec();
                let to = self.dice.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            2 => {
                let other = self.seed();
                let theirs = self.part(&other);
                bytes.splice(part, other[theirs].iter().copied());
            }
            3 => {
                let word = &self.words[self.dice.below(self.words.len())];
                bytes.splice(part, word.iter().copied());
            }
            4 => {
                let number = ["0", "-1", "9", "10", "99999", "18446744073709551616"][self.dice.below(6)];
                bytes.splice(part, number.bytes());
            }
            5 => bytes.truncate(at),
            6 => bytes.splice(at..at, [self.dice.below(256) as u8]).for_each(drop),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << self.dice.below(8);
                }
            }
        }
    }
}

/// Runs a target on an input; where it panics the input is kept, and named.
fn hold(name: &str, target: Target, input: &[u8]) {
    if catch_unwind(AssertUnwindSafe(|| target(input))).is_ok() {
        return;
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{:08x}", crc32fast::hash(input)));
    fs::write(&path, input).expect("the finding can be kept");
    panic!(
        "{name} panics on {}: fix it, and keep the file in fuzz/findings/{name}\n{}",
        path.display(),
        String::from_utf8_lossy(input)
    );
}

fn mutator(name: &str, seed: u64) -> Mutator {
    Mutator { dice: Dice(seed), seeds: seeds(name), words: dictionary() }
}

#[test]
fn what_was_found_stays_mended() {
    for (name, target) in TARGETS {
        for path in files(&folder().join("findings").join(name)) {
            hold(name, target, &fs::read(path).expect("a finding"));
        }
    }
}

#[test]
fn the_corpus_and_mutations_of_it() {
    std::thread::scope(|scope| {
        for half in [0, 1] {
            scope.spawn(move || {
                for (name, target) in TARGETS.into_iter().skip(half).step_by(2) {
                    let mut mutator = mutator(name, 1);
                    mutator.seeds.iter().for_each(|seed| hold(name, target, seed));
                    (0..MUTATIONS).for_each(|_| hold(name, target, &mutator.next()));
                }
            });
        }
    });
}

/// Every target of the list is a program of libFuzzer's too.
#[test]
fn each_target_is_there_for_libfuzzer() {
    let manifest = fs::read_to_string(folder().join("Cargo.toml")).expect("a manifest");
    for (name, _) in TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{name}");
        let program =
            fs::read_to_string(folder().join(format!("fuzz_targets/{name}.rs"))).expect("a program");
        assert!(program.contains(&format!("targets::{name}(")), "{name}");
    }
}

#[test]
#[ignore = "for as long as one likes"]
fn for_long() {
    let minutes = std::env::var("RYUMA_FUZZ_MINUTES").map_or(1.0, |text| text.parse().expect("a number"));
    let only = std::env::var("RYUMA_FUZZ_TARGET").ok();
    let seed = std::time::UNIX_EPOCH.elapsed().expect("a clock").as_secs() << 32;
    for (name, target) in
        TARGETS.into_iter().filter(|(name, _)| only.as_ref().is_none_or(|only| only == name))
    {
        let mut mutator = mutator(name, seed);
        // What is under way, for an input that hangs or ends the process.
        let under_way = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-under-way"));
        let (start, mut count, mut slowest) = (Instant::now(), 0, Duration::ZERO);
        while start.elapsed().as_secs_f64() < 60.0 * minutes {
            let input = mutator.next();
            fs::write(&under_way, &input).expect("a file can be written");
            let begin = Instant::now();
            hold(name, target, &input);
            slowest = slowest.max(begin.elapsed());
            count += 1;
        }
        println!("{name}: {count} inputs, the slowest in {slowest:?}");
    }
}
