//! What is fuzzed: for each kind of input a function of any bytes that panics where something is wrong.
//!
//! Beyond "nothing panics" each says what must hold of what was read: it can be written and read again, and the reason
//! of a refusal is one short line. `fuzz_targets/` hands these to libFuzzer, `tests/fuzz` to a mutator of its own.

// Each fuzz target is a program that uses one of them.
#![allow(dead_code)]

use std::fmt::Display;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};

use ryuma::book::binary::BinaryBook;
use ryuma::book::text::{self, TextBook};
use ryuma::book::{Library, Taste};
use ryuma::core::Side;
use ryuma::data::{Inspect, Reader, Samples, Survey, Which};
use ryuma::engine::{Engine, GameInfo, Setup, all_games};
use ryuma::game::{Game, Notation};
use ryuma::games::janggi::Janggi;
use ryuma::games::shogi::Shogi;
use ryuma::games::xiangqi::Xiangqi;
use ryuma::nnue::{LANE, Network, Parameters, View};
use ryuma::protocol::command::Command;
use ryuma::protocol::options::{Config, Row, table};
use ryuma::protocol::output::Output;
use ryuma::protocol::{Protocol, Session, setoption};
use ryuma::records::{self, Format, Hints};
use ryuma::tournament::EngineSpec;
use ryuma::tournament::adjudication::{DrawRule, ResignRule};
use ryuma::tournament::clock::Control;
use ryuma::tournament::lines::{Answer, Declared, Report};
use ryuma::tournament::openings;
use ryuma::tournament::record::GameRecord;
use ryuma::tournament::stats::Sprt;
use ryuma::tuning::Change;
use ryuma::tuning::screen::Question;

pub type Target = fn(&[u8]);

/// Each with the name of its corpus.
pub const TARGETS: [(&str, Target); 12] = [
    ("sfen", sfen),
    ("fen", fen),
    ("ysfen", ysfen),
    ("moves", moves),
    ("commands", commands),
    ("session", session),
    ("records", records),
    ("networks", networks),
    ("books", books),
    ("data", data),
    ("openings", openings),
    ("match_lines", match_lines),
];

const NOTATIONS: [Notation; 2] = [Notation::Native, Notation::Fairy];

fn game(name: &str) -> &'static GameInfo {
    GameInfo::named(name).expect("a game")
}

/// Holds the reason of a refusal to what a GUI's window and a terminal can show.
fn is_one_line(error: impl Display) {
    let text = error.to_string();
    assert!(
        !text.is_empty() && text.chars().count() < 500,
        "a reason of {} characters",
        text.chars().count()
    );
    assert!(!text.contains(char::is_control), "a reason with control characters: {text:?}");
}

/// A position that was read is written, read again the same, shown and played on.
fn position(game: &'static GameInfo, text: &str) {
    let mut engine = (game.sit_down)();
    if let Err(error) = engine.set_position(&Setup::Text(text.to_string()), &[], Notation::Native) {
        return is_one_line(error);
    }
    let written = engine.text(Notation::Native);
    for notation in NOTATIONS {
        let mut again = (game.sit_down)();
        let other = engine.text(notation);
        let read = again.set_position(&Setup::Text(other.clone()), &[], notation);
        read.unwrap_or_else(|error| panic!("'{other}' is not read again: {error}"));
        // Other programs count moves of both sides, so that a position with an odd counter comes back with an even one.
        let place = |text: &str| text.rsplit_once(' ').map(|(place, _)| place.to_string());
        assert_eq!(place(&again.text(Notation::Native)), place(&written));
        assert_eq!(again.legal_moves(), engine.legal_moves());
    }
    look_at(engine.as_ref());
    // A few of the moves, which depend on the text and nothing else.
    let moves = engine.legal_moves();
    for &m in moves.iter().step_by(moves.len() / 5 + 1) {
        for notation in NOTATIONS {
            let told = (game.move_text)(m, notation);
            assert_eq!(engine.parse_move(&told, notation), Ok(m), "{told} in {written}");
        }
        for style in (game.styles)() {
            let told = engine.write_move(m, style.name).expect("a style");
            assert_eq!(engine.read_move(&told), Ok(m), "{told} ({}) in {written}", style.name);
        }
        engine.play(m);
        look_at(engine.as_ref());
        engine.take_back();
        assert_eq!(engine.text(Notation::Native), written);
    }
}

/// Asks for all that can be asked of a position.
fn look_at(engine: &dyn Engine) {
    let _ = (
        engine.verdict(),
        engine.counts(),
        engine.claim(),
        engine.evaluate(),
        engine.state(),
        engine.in_check(),
    );
    let _ = (engine.binary_book_key(), engine.game_ply(), engine.ranks(), engine.standings());
    NOTATIONS.iter().for_each(|&notation| assert!(!engine.diagram(notation).is_empty()));
}

pub fn sfen(bytes: &[u8]) {
    position(game("shogi"), &String::from_utf8_lossy(bytes));
}

pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    ["xiangqi", "janggi"].iter().for_each(|name| position(game(name), &text));
}

pub fn ysfen(bytes: &[u8]) {
    position(game("yonin"), &String::from_utf8_lossy(bytes));
}

/// Moves in any notation, a word each, played where they are legal.
pub fn moves(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for game in all_games() {
        let mut engine = (game.sit_down)();
        for word in text.split_whitespace().take(100) {
            let readings = [
                engine.read_move(word),
                engine.parse_move(word, Notation::Fairy),
                engine.parse_move(word, Notation::Native),
            ];
            let legal = engine.legal_moves();
            let mut next = None;
            for reading in readings {
                match reading {
                    Ok(m) => {
                        assert!(legal.contains(&m), "'{word}' is read as an illegal move");
                        next = Some(m);
                    }
                    Err(error) => is_one_line(error),
                }
            }
            let Some(m) = next else { continue };
            let answer = engine.parse_answer(m, word, Notation::Native);
            engine.play(m);
            assert_eq!(answer, engine.parse_move(word, Notation::Native));
            if engine.verdict().is_some() {
                break;
            }
        }
    }
}

static TABLES: LazyLock<[Vec<Row>; 3]> = LazyLock::new(|| Protocol::ALL.map(table));

/// Lines of any protocol, read but not acted upon.
pub fn commands(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut config = Config::default();
    for line in text.lines().take(50) {
        match Command::parse(line) {
            Ok(Some(Command::SetOption(text))) => {
                for table in &*TABLES {
                    match setoption::read(&text, table) {
                        Ok((setting, value)) => drop(config.set(setting, value)),
                        Err(error) => is_one_line(error),
                    }
                }
            }
            Ok(Some(Command::Position { setup, moves } | Command::Probe { setup, moves })) => {
                for game in all_games() {
                    let mut engine = (game.sit_down)();
                    if let Err(error) = engine.set_position(&setup, &moves, Notation::Fairy) {
                        is_one_line(error);
                    }
                    engine.text(Notation::Native);
                }
            }
            Ok(Some(Command::Go(go) | Command::PonderHit(go))) => {
                config.look_at_clock(go.largest_time());
                for protocol in Protocol::ALL {
                    let words = protocol.dialect().time_words(&config);
                    let _ = (
                        go.limits(Side::First, None, words),
                        go.clock(Side::Second, None, words),
                        go.perft(),
                    );
                }
            }
            Ok(_) => {}
            Err(error) => is_one_line(error),
        }
        let _ = config.search();
    }
}

/// Keeps what is said.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics here").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A whole session, without what takes time, memory or files.
pub fn session(bytes: &[u8]) {
    let is_cheap = |line: &&[u8]| {
        let line = String::from_utf8_lossy(line).to_lowercase();
        let first = line.split_whitespace().next().unwrap_or("").trim_start_matches('\u{FEFF}').to_string();
        !["go", "perft", "bench", "isready", "probe"].contains(&first.as_str())
            && !["hash", "threads", "evalfile", "book"].iter().any(|word| line.contains(word))
    };
    let mut input: Vec<u8> = Vec::new();
    for line in bytes.split(|&byte| byte == b'\n').filter(is_cheap).take(40) {
        input.extend(line);
        input.push(b'\n');
    }
    let paper = Paper::default();
    input.extend(b"d\n");
    Session::new(None, Output::to(paper.clone())).run(Cursor::new(input));
    let said = paper.0.lock().expect("nobody panics here");
    assert!(std::str::from_utf8(&said).is_ok_and(|said| said.contains("info ") || !said.is_empty()));
}

/// Games in every format: what was read can be written and is read again.
pub fn records(bytes: &[u8]) {
    let of_its_own = [(None, None)].into_iter();
    let told = Format::ALL.into_iter().flat_map(|format| {
        all_games().filter(move |game| format.is_for(game)).map(move |game| (Some(format), Some(game)))
    });
    for (format, game) in of_its_own.chain(told) {
        let hints = Hints { format, game, ..Hints::default() };
        let reading = match records::read(bytes, &hints) {
            Ok(reading) => reading,
            Err(error) => {
                is_one_line(error);
                continue;
            }
        };
        reading.problems.iter().for_each(is_one_line);
        for record in &reading.records {
            let written = records::write(record, reading.format).expect("what was read can be written");
            let hints = Hints { format: Some(reading.format), game: Some(record.game), ..Hints::default() };
            let again = records::read(written.as_bytes(), &hints);
            let again = again.unwrap_or_else(|error| panic!("not read again: {error}\n{written}"));
            assert_eq!(again.records[0].move_texts(), record.move_texts(), "{written}");
        }
    }
}

/// A small network of a game.
fn small_network<G: Game>() -> Vec<u8> {
    let parameters = Parameters {
        width: LANE,
        scale: 400,
        output_one: 64,
        weights: vec![0; View::inputs::<G>() * LANE],
        bias: vec![0; LANE],
        output: vec![0; G::STAGES * 2 * LANE],
        output_bias: vec![0; G::STAGES],
    };
    Network::<G>::new(&parameters).expect("a small network").to_bytes()
}

static NETWORKS: LazyLock<[Vec<u8>; 3]> =
    LazyLock::new(|| [small_network::<Shogi>(), small_network::<Xiangqi>(), small_network::<Janggi>()]);

fn network<G: Game>(bytes: &[u8]) {
    match Network::<G>::from_bytes(bytes) {
        Ok(network) => assert_eq!(network.to_bytes(), bytes),
        Err(error) => is_one_line(error),
    }
}

/// A file as it is, and laid over the beginning of sound ones, with a checksum that fits.
pub fn networks(bytes: &[u8]) {
    let mut files = vec![bytes.to_vec()];
    for sound in &*NETWORKS {
        let mut file = sound.clone();
        let count = bytes.len().min(file.len() - 4);
        file[..count].copy_from_slice(&bytes[..count]);
        let end = file.len() - 4;
        let checksum = crc32fast::hash(&file[..end]);
        file[end..].copy_from_slice(&checksum.to_le_bytes());
        files.push(file);
    }
    for file in files {
        network::<Shogi>(&file);
        network::<Xiangqi>(&file);
        network::<Janggi>(&file);
    }
}

/// A file of these bytes, for what reads files only. One for each thread, written anew each time.
fn file(bytes: &[u8], name: &str) -> PathBuf {
    let thread = format!("{:?}", std::thread::current().id());
    let path = std::env::temp_dir().join(format!("ryuma-fuzz-{}-{thread}-{name}", std::process::id()));
    std::fs::write(&path, bytes).expect("a file can be written");
    path
}

/// Book files, as text and as records of 16 bytes.
pub fn books(bytes: &[u8]) {
    let content = String::from_utf8_lossy(bytes);
    let (pages, faults) = text::read(&content);
    faults.iter().for_each(|fault| is_one_line(&fault.reason));
    let binary = BinaryBook::new(bytes.to_vec(), Path::new("book.bin"));
    let paths = [file(bytes, "book.db"), file(bytes, "book.bin")];
    for game in all_games() {
        let again = text::read(&text::write(&pages, game)).0;
        let moves = |pages: &[ryuma::book::Page]| pages.iter().map(|page| page.moves.len()).sum::<usize>();
        assert_eq!(moves(&again), moves(&pages));
        let mut engine = (game.sit_down)();
        let mut library = Library::new(1);
        for path in &paths {
            if let Err(error) = library.add_file(path, game) {
                is_one_line(error);
            }
        }
        let (known, ..) = library.look_up(engine.as_ref());
        drop(known);
        let _ = library.choose(engine.as_ref(), Taste::default(), &[]);
        for page in pages.iter().take(10) {
            if engine.set_position(&Setup::Text(page.position.clone()), &[], Notation::Native).is_ok() {
                let _ = library.look_up(engine.as_ref());
            }
        }
        if let Ok(book) = &binary {
            for record in book.records_of(engine.binary_book_key().unwrap_or(0)) {
                let _ = engine.binary_book_move(record.bits);
            }
        }
        for pair in bytes.chunks_exact(2).take(100) {
            let found = engine.binary_book_move(u16::from_le_bytes([pair[0], pair[1]]));
            assert!(found.is_none_or(|m| engine.legal_moves().contains(&m)));
        }
    }
    let book = TextBook::new(content.into_owned());
    pages.iter().take(10).for_each(|page| drop(book.page(&page.position)));
}

/// Files of games of self-play, with checksums that fit.
pub fn data(bytes: &[u8]) {
    let mut bytes = bytes.to_vec();
    mend(&mut bytes);
    let path = file(&bytes, "games.bin");
    match Reader::open(&path) {
        Ok(reader) => reader.filter_map(Result::err).for_each(is_one_line),
        Err(error) => is_one_line(error),
    }
    samples::<Shogi>(&path);
    samples::<Xiangqi>(&path);
    samples::<Janggi>(&path);
    for inspect in all_games().filter_map(|game| game.inspect) {
        let inspect: Inspect = inspect;
        if let Err(error) = inspect(&path, &mut Survey::default()) {
            is_one_line(error);
        }
    }
}

/// Puts the right checksum before each game of a file.
fn mend(bytes: &mut [u8]) {
    const HEADER: usize = 11;
    let mut at = HEADER + bytes.get(HEADER - 1).map_or(0, |&length| usize::from(length));
    while let Some(frame) = bytes.get_mut(at..).filter(|frame| frame.len() >= 8) {
        let length = u32::from_le_bytes([frame[0], frame[1], frame[2], frame[3]]) as usize;
        let Some(body) = frame[8..].get(..length) else { break };
        let checksum = crc32fast::hash(body);
        frame[4..8].copy_from_slice(&checksum.to_le_bytes());
        at += 8 + length;
    }
}

fn samples<G: Game>(path: &Path) {
    let Ok(mut samples) = Samples::<G>::open(path, Which::All) else { return };
    let mut faults = 0;
    while faults < 20 {
        match samples.next_sample() {
            Ok(Some(sample)) => assert!(sample.position.is_legal(sample.best)),
            Ok(None) => break,
            Err(error) => {
                is_one_line(error);
                faults += 1;
            }
        }
    }
}

/// Files of openings.
pub fn openings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for game in all_games() {
        let mut engine = (game.sit_down)();
        match openings::read(&text, engine.as_mut()) {
            Ok(openings) => {
                for opening in openings.iter().take(20) {
                    let set = engine.set_position(&opening.start, &opening.moves, Notation::Native);
                    set.expect("an opening that was read");
                }
            }
            Err(error) => is_one_line(error),
        }
    }
}

/// What engines say to the referee, what the command line says of a match, and the games kept in its folder.
pub fn match_lines(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut reports = Protocol::ALL.map(|_| Report::default());
    for line in text.lines().take(100) {
        if let Some(declared) = Declared::read(line) {
            let _ = line.split_whitespace().map(|word| declared.takes(word)).collect::<Vec<_>>();
        }
        for (protocol, report) in Protocol::ALL.into_iter().zip(&mut reports) {
            let _ = (report.read(line, protocol), Answer::read(line, protocol));
        }
        let refused = [
            line.parse::<EngineSpec>().map(|spec| drop((spec.file_name(), spec.description()))).err(),
            line.parse::<Sprt>().err(),
            line.parse::<DrawRule>().err(),
            line.parse::<ResignRule>().err(),
            Control::parse_clock(line).err(),
            Question::parse(line).err(),
            Change::parse(line).err(),
        ];
        refused.into_iter().flatten().for_each(is_one_line);
        if let Ok(record) = serde_json::from_str::<GameRecord>(line) {
            for game in all_games() {
                match record.to_record(game, "event", Control::Nodes(1)) {
                    Ok(kept) => drop(records::write(&kept, Format::usual(game))),
                    Err(error) => is_one_line(error),
                }
            }
        }
    }
}
