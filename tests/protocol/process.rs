//! The executable as a process: command line, log, pipes, and how soon it answers.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::gui::Gui;

fn ryuma(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ryuma"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command.output().expect("the engine runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn perft_on_the_command_line() {
    for (arguments, last) in [
        (&["perft", "--game", "shogi", "3"][..], "Nodes searched: 25470"),
        (&["perft", "--game", "Xiangqi", "3", "--threads", "2"][..], "Nodes searched: 79666"),
        (&["perft", "--game", "xiangqi", "0"][..], "Nodes searched: 1"),
        (
            &["perft", "--game", "janggi", "--rule", "JanggiRules=Casual", "--rule", "HanSetup=HEEH", "1"][..],
            "Nodes searched: 32",
        ),
        (
            &["perft", "--game", "shogi", "--position", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "1", "--divide"][..],
            "Nodes searched: 5",
        ),
        (&["perft", "--game", "shogi", "--position", "startpos", "2"][..], "Nodes searched: 900"),
        (&["perft", "--game", "janggi", "--position", "startpos moves e1e1", "0"][..], "Nodes searched: 1"),
        (
            &["perft", "--game", "shogi", "--position", "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1", "1"][..],
            "Nodes searched: 5",
        ),
    ] {
        let output = ryuma(arguments);
        let said = text(&output.stdout);
        assert_eq!(said.lines().last(), Some(last), "{arguments:?}");
        assert!(output.status.success() && output.stderr.is_empty());
        let moves = said.lines().filter(|line| line.ends_with(": 1") && line.len() < 9).count();
        assert_eq!(moves, if arguments.contains(&"--divide") { 5 } else { 0 });
    }
}

#[test]
fn moves_in_the_notation_asked_for() {
    for (game, position, style, line) in [
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "Japanese", "▲５八玉: 1"),
        ("shogi", "startpos moves 7g7f 3c3d 8h2b+", "japanese", "△同銀: 1"),
        ("shogi", "startpos", "western", "G6i-5h: 1"),
        ("xiangqi", "startpos", "chinese", "炮二平五: 1"),
        ("xiangqi", "startpos moves h2e2", "traditional", "馬８進７: 1"),
        ("xiangqi", "startpos", "wxf", "C2=5: 1"),
        ("janggi", "startpos", "korean", "79卒78: 1"),
        ("janggi", "startpos moves e1e1", "hangul", "한수쉼: 1"),
    ] {
        let arguments =
            ["perft", "--game", game, "--position", position, "--notation", style, "--divide", "1"];
        let output = ryuma(&arguments);
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}");
        let said = text(&output.stdout);
        assert!(said.lines().any(|told| told == line), "{line}: {said}");
    }
    let one = ["shogi", "--position", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "--notation", "japanese"];
    assert!(mate(&one).0.starts_with("mate in 1: ▲５二金 ("));
    let (said, _, _) = mate(&[&one[..], &["--json"]].concat());
    assert!(said.contains("\"moves\":[\"▲５二金\"]"), "{said}");
}

#[test]
fn bad_command_lines_end_with_code_2() {
    for (arguments, message) in [
        (&["perft", "--game", "go", "3"][..], "go"),
        (&["perft", "--game", "shogi"][..], "DEPTH"),
        (&["perft", "--game", "shogi", "-1"][..], "-1"),
        (&["perft", "--game", "shogi", "--position", "nonsense", "1"][..], "bad position 'nonsense'"),
        (&["perft", "--game", "shogi", "--rule", "MaxPlies=3", "1"][..], "MaxPlies"),
        (&["perft", "--game", "janggi", "--rule", "MaxPlies", "1"][..], "--rule MaxPlies"),
        (&["perft", "--game", "janggi", "--threads", "0", "1"][..], "--threads"),
        (&["perft", "--game", "shogi", "--notation", "morse", "1"][..], "morse"),
        (
            &["perft", "--game", "shogi", "--notation", "wxf", "1"][..],
            "shogi: unknown notation 'wxf': there are western, japanese, kif",
        ),
        (&["bench", "--depth", "0"][..], "--depth"),
        (&["--protocol", "xboard"][..], "xboard"),
        (&["--log-file", "/nonexistent/folder/log"][..], "/nonexistent/folder/log"),
        (&["dance"][..], "dance"),
        (&["usi"][..], "ryuma --protocol usi"),
        (
            &["perft", "--game", "shogi", "--position", "startpos moves 7g7f 7f7e", "1"][..],
            "move 2 of 2: illegal move '7f7e'",
        ),
    ] {
        let output = ryuma(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(message), "{arguments:?}: {said}");
        // There is no position to be kept.
        assert!(!said.contains("stays") && !said.contains("kept"), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    for arguments in [&["perft", "--game", "shogi", "1"][..], &["bench", "--depth", "1"], &["options"]] {
        let full = std::fs::File::create("/dev/full").expect("Linux has it");
        let mut command = Command::new(env!("CARGO_BIN_EXE_ryuma"));
        let output = command.args(arguments).stdout(full).output().expect("the engine runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).starts_with("error: cannot write: "), "{arguments:?}");
    }
}

#[test]
fn help_and_version() {
    assert!(text(&ryuma(&["--version"]).stdout).starts_with("ryuma "));
    assert!(text(&ryuma(&["--help"]).stdout).contains("Examples:"));
    let options = text(&ryuma(&["options", "--protocol", "usi"]).stdout);
    assert!(options.contains("option name USI_Hash type spin"));
    assert!(!options.contains("usemillisec"));
}

#[test]
fn a_bench_is_the_same_every_time() {
    let totals = || {
        let output = ryuma(&["bench", "--depth", "3"]);
        let said = text(&output.stdout);
        let last: Vec<&str> = said.lines().rev().take(3).collect();
        assert!(last[2].starts_with("Total time (ms) : "), "{said}");
        assert!(last[1].starts_with("Nodes searched  : "), "{said}");
        assert!(last[0].starts_with("Nodes/second    : "), "{said}");
        last[1].to_string()
    };
    assert_eq!(totals(), totals());
}

#[test]
fn the_log_has_every_line_in_and_out() {
    let path = std::env::temp_dir().join(format!("ryuma-log-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    for _ in 0..2 {
        let mut gui = Gui::start(&["--log-file", path.to_str().expect("UTF-8")]);
        gui.send("uci");
        gui.expect("uciok");
        gui.send("quit");
        gui.expect_exit(Duration::from_secs(5)).expect("a quiet end");
    }
    let log = std::fs::read_to_string(&path).expect("a log");
    let _ = std::fs::remove_file(&path);
    for line in ["<- uci", "-> uciok", "<- quit"] {
        assert_eq!(log.lines().filter(|logged| logged.ends_with(line)).count(), 2, "{line}\n{log}");
    }
}

#[test]
fn a_gui_that_is_gone_ends_the_engine_quietly() {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_ryuma"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    drop(engine.stdout.take());
    let mut input = engine.stdin.take().expect("piped");
    std::io::Write::write_all(&mut input, b"usi\nposition startpos\ngo infinite\n")
        .expect("the engine reads");
    let output = engine.wait_with_output().expect("the engine ends while its input is still open");
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
    drop(input);
}

/// The fastest of a few tries: the machine may be busy with other tests.
fn fastest(mut try_once: impl FnMut() -> Duration) -> Duration {
    (0..5).map(|_| try_once()).min().unwrap_or_default()
}

#[test]
fn answers_come_soon() {
    for protocol in ["usi", "ucci", "uci"] {
        let started = fastest(|| {
            let start = Instant::now();
            let mut gui = Gui::start(&[]);
            gui.send(protocol);
            gui.expect(&format!("{protocol}ok"));
            start.elapsed()
        });
        assert!(started < Duration::from_millis(200), "{protocol}ok after {started:?}");

        let mut gui = Gui::start(&[]);
        gui.send(protocol);
        gui.send("isready");
        gui.expect("readyok");
        let stopped = fastest(|| {
            gui.send("position startpos");
            gui.send("go infinite");
            std::thread::sleep(Duration::from_millis(100));
            let start = Instant::now();
            gui.send("stop");
            gui.expect("bestmove *");
            start.elapsed()
        });
        assert!(stopped < Duration::from_millis(30), "{protocol}: bestmove after {stopped:?}");
        let left = fastest(|| {
            let mut gui = Gui::start(&[]);
            gui.send(&format!("{protocol}\nposition startpos\ngo infinite"));
            std::thread::sleep(Duration::from_millis(50));
            let start = Instant::now();
            gui.send("quit");
            gui.expect_exit(Duration::from_secs(5)).expect("a quiet end");
            start.elapsed()
        });
        assert!(left < Duration::from_millis(200), "{protocol}: gone after {left:?}");
    }
}

#[test]
fn a_mate_search_ends_soon() {
    // Nothing of this is solved in the time.
    let asked = "usi\nposition sfen 4k4/9/9/9/9/9/9/9/4K4 b 4G4N 1\ngo mate infinite";
    let mut gui = Gui::start(&[]);
    let stopped = fastest(|| {
        gui.send(asked);
        std::thread::sleep(Duration::from_millis(100));
        let start = Instant::now();
        gui.send("stop");
        gui.expect("checkmate timeout");
        start.elapsed()
    });
    assert!(stopped < Duration::from_millis(30), "checkmate after {stopped:?}");
    let left = fastest(|| {
        let mut gui = Gui::start(&[]);
        gui.send(asked);
        std::thread::sleep(Duration::from_millis(50));
        let start = Instant::now();
        gui.send("quit");
        gui.expect("checkmate timeout");
        gui.expect_exit(Duration::from_secs(5)).expect("a quiet end");
        start.elapsed()
    });
    assert!(left < Duration::from_millis(200), "gone after {left:?}");
}

/// The answer and the exit code of `ryuma mate`.
fn mate(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = ryuma(&[&["mate", "--game"], arguments].concat());
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn mate_on_the_command_line() {
    let one = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let hard = "4k4/9/9/9/9/9/9/9/4K4 b 4G4N 1";
    let (said, complained, code) = mate(&["shogi", "--position", one]);
    assert!(said.starts_with("mate in 1: G*5b (") && said.lines().count() == 1, "{said}");
    assert_eq!((complained.as_str(), code), ("", Some(0)));
    let (said, _, code) = mate(&["shogi", "--position", "startpos moves 7g7f"]);
    assert!(said.starts_with("nomate (") && code == Some(0), "{said}");
    let (said, _, code) = mate(&["shogi", "--position", hard, "--nodes", "100", "--hash", "1"]);
    assert!(said.starts_with("out of budget (100 nodes") && code == Some(1), "{said}");
    let (said, _, code) = mate(&["shogi", "--position", hard, "--time", "20"]);
    assert!(said.starts_with("out of budget (") && code == Some(1), "{said}");
    let (said, _, _) = mate(&["xiangqi", "--shortest", "--position", "3k5/R8/9/9/9/9/9/9/4A4/1R2K4 w"]);
    assert!(said.starts_with("mate in 1: b0b9 ("), "{said}");
    for (arguments, message) in [
        (&["shogi"][..], "--position"),
        (&["shogi", "--position", "x"][..], "bad position 'x'"),
        (&["shogi", "--position", one, "file"][..], "cannot be used with"),
        (&["shogi", "/nonexistent/file"][..], "cannot open '/nonexistent/file'"),
        (&["go", "--position", one][..], "go"),
        (&["shogi", "--rule", "MaxPlies=3", "--position", one][..], "MaxPlies"),
    ] {
        let (said, complained, code) = mate(arguments);
        assert_eq!((said.as_str(), code), ("", Some(2)), "{arguments:?}");
        assert!(complained.contains(message), "{arguments:?}: {complained}");
    }
}

#[test]
fn a_file_of_mates_is_solved_line_by_line() {
    let path = std::env::temp_dir().join(format!("ryuma-mates-{}", std::process::id()));
    let lines = b"\xEF\xBB\xBF# position\tplies\r
4k4/9/4P4/9/9/9/9/9/4K4 b G 1\t1\thead gold\r

nonsense
sfen 4k4/9/4P4/9/9/9/9/9/4K4 b - 1 moves 5c5b+ 5a5b
position startpos moves 7g7f 7g7f
\xFF\xFE
startpos";
    std::fs::write(&path, lines).expect("a file");
    let name = path.to_str().expect("UTF-8");
    let (said, complained, code) = mate(&["shogi", name]);
    let starts = ["2: mate in 1: G*5b", "5: nomate", "8: nomate", "1 mates, 2 without, 0 undecided, 3 bad"];
    assert_eq!(said.lines().count(), starts.len(), "{said}");
    assert!(said.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{said}");
    for bad in [":4: bad position 'nonsense'", ":6: move 2 of 2", ":7: bad position"] {
        assert!(complained.contains(bad), "{complained}");
    }
    assert_eq!(code, Some(2));

    let (said, _, _) = mate(&["shogi", "--shortest", "--json", name]);
    let _ = std::fs::remove_file(&path);
    let objects: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["line"], 2);
    assert_eq!(objects[0]["position"], "4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    assert_eq!(objects[0]["result"], "mate");
    assert_eq!(objects[0]["plies"], 1);
    assert_eq!(objects[0]["moves"], serde_json::json!(["G*5b"]));
    assert_eq!(objects[0]["shortest"], true);
    assert_eq!(objects[1]["result"], "nomate");
}
