//! Storms of random commands, good and bad: the engine never hangs or dies, answers each `go` exactly once,
//! and its reader never panics.

use std::time::Duration;

use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use ryuma::protocol::Protocol;
use ryuma::protocol::command::Command;
use ryuma::protocol::options::table;
use ryuma::protocol::setoption;

use crate::gui::Gui;

/// Each is followed by a bestmove, sooner or later.
const GOES: [&str; 10] = [
    "go infinite",
    "go depth 2",
    "go ponder wtime 100 btime 100",
    "go movetime 5",
    "go nodes 500",
    "go wtime 50 btime 50 winc 1 binc 1",
    "go byoyomi 10",
    "go depth x",
    "go searchmoves a1a1 depth 1",
    "go time 0 increment 0",
];

/// Each is followed by a checkmate. Of USI only: elsewhere they may take for ever and still count as limited, so that a
/// batch would wait for them.
const MATES: [&str; 2] = ["go mate 20", "go mate infinite"];

const OTHERS: [&str; 36] = [
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit btime 10 wtime 10",
    "isready",
    "position startpos",
    "position startpos moves 7g7f",
    "position startpos moves h2e2 h9g7",
    "position startpos moves e2e2",
    "position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
    "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 4G4N 1",
    "position fen nonsense",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name Hash value 1",
    "setoption name Hash value 3",
    "setoption name Clear Hash",
    "setoption name UCI_Variant value janggi",
    "setoption name UCI_Variant value xiangqi",
    "setoption name UCI_Variant value shogi",
    "setoption name MultiPV value 2",
    "setoption name Skill value easy",
    "setoption name Skill value hard",
    "ucinewgame",
    "gameover win",
    "banmoves h2e2",
    "d",
    "probe startpos",
    "eval",
    "go perft 2",
    "perft 3",
    "bench 1",
    "setoption batch true",
    "setoption batch false",
    "\u{FFFD}nonsense",
];

fn storm(seed: u64, protocol: &str, commands: usize) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut gui = Gui::start(&["--protocol", protocol]);
    gui.send(protocol);
    let mut goes = 0;
    let kinds = if protocol == "usi" { [&GOES[..], &MATES].concat() } else { GOES.to_vec() };
    let mut log = String::new();
    for _ in 0..commands {
        let command = if random.random_range(0..4) == 0 {
            goes += 1;
            kinds.choose(&mut random)
        } else {
            OTHERS.choose(&mut random)
        };
        let command = command.expect("there are some");
        log += &format!("{command}\n");
        gui.send(command);
        if random.random_range(0..8) == 0 {
            std::thread::sleep(Duration::from_millis(random.random_range(0..8)));
        }
    }
    // A stop ends the last search, after the ones before it have ended each other.
    gui.send("stop\nverdict");
    let mut lines = gui.read_to("info * verdict *").unwrap_or_else(|error| panic!("{log}\n{error}"));
    gui.send("isready\nquit");
    while let Some(line) = gui.line_within(Duration::from_secs(5)) {
        lines.push(line);
    }
    let is_answer = |line: &&String| {
        line.starts_with("bestmove")
            || (line.starts_with("checkmate") && protocol == "usi")
            || (*line == "nobestmove" && protocol == "ucci")
    };
    let answers = lines.iter().filter(is_answer).count();
    // UCCI says nobestmove also when there is nothing to stop, so there may be more.
    let is_right = if protocol == "ucci" { answers >= goes } else { answers == goes };
    assert!(is_right, "{answers} answers to {goes} goes of storm {seed} {protocol}:\n{log}");
    last_infos_tell_all(&lines);
    gui.expect_exit(Duration::from_secs(5)).unwrap_or_else(|error| panic!("{log}\n{error}"));
}

/// The last line of a search before its move has an exact score and the moves, the one played first.
fn last_infos_tell_all(lines: &[String]) {
    let mut last = None;
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["info", "string" | "message", ..] => {}
            ["info", ..] => last = Some(words),
            ["bestmove", best, ..] if !["resign", "win", "(none)"].contains(best) => {
                let info = last.take().unwrap_or_else(|| panic!("no info before {line}"));
                assert!(!info.contains(&"lowerbound") && !info.contains(&"upperbound"), "{info:?}");
                let pv = info.iter().position(|word| *word == "pv");
                let first = pv.and_then(|at| info.get(at + 1));
                let number = info.iter().position(|word| *word == "multipv").map(|at| info[at + 1]);
                let is_best = number.is_none_or(|number| number == "1");
                assert!(first.is_some() && (!is_best || first == Some(best)), "{info:?} {line}");
            }
            _ => {}
        }
    }
}

#[test]
fn storms() {
    std::thread::scope(|scope| {
        for protocol in ["usi", "ucci", "uci"] {
            scope.spawn(move || (0..6).for_each(|seed| storm(seed, protocol, 120)));
        }
    });
}

/// Lines made of words that mean something, in any order, and of anything else.
fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("go"),
        Just("position"),
        Just("startpos"),
        Just("fen"),
        Just("sfen"),
        Just("moves"),
        Just("setoption"),
        Just("name"),
        Just("value"),
        Just("Threads"),
        Just("Skill Level"),
        Just("depth"),
        Just("mate"),
        Just("infinite"),
        Just("btime"),
        Just("byoyomi"),
        Just("searchmoves"),
        Just("perft"),
        Just("-1"),
        Just("99999999999999999999"),
        Just("7g7f"),
        Just("e2e2"),
        Just("debug"),
        Just("probe"),
        Just("bench"),
        Just("\t"),
        Just(""),
        Just("\u{3000}"),
        Just("棋"),
    ]
    .prop_map(str::to_string);
    let word = prop_oneof![4 => word, 1 => ".{0,12}", 1 => "[a-z0-9 -]{0,8}"];
    prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn the_reader_takes_anything(line in line()) {
        if let Ok(Some(Command::SetOption(text))) = Command::parse(&line) {
            for protocol in Protocol::ALL {
                let _ = setoption::read(&text, &table(protocol));
            }
        }
    }

    #[test]
    fn errors_are_one_short_line(line in ".*") {
        if let Err(error) = Command::parse(&line) {
            let message = error.to_string();
            prop_assert!(message.chars().count() < 200 && !message.chars().any(char::is_control));
        }
    }

    #[test]
    fn white_space_and_case_of_words_do_not_matter(space in "[ \t]{1,5}", depth in 0u32..100) {
        let parse = |line: &str| Command::parse(line).expect("a command");
        let loose = format!("{space}GO{space}Depth{space}{depth}{space}Infinite{space}");
        prop_assert_eq!(parse(&loose), parse(&format!("go depth {depth} infinite")));
    }
}
