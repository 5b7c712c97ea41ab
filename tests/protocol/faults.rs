//! A poor environment: disks that are full, memory and threads that are not there, pipes that break, signals.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::common::data;
use crate::gui::Gui;

const RYUMA: &str = env!("CARGO_BIN_EXE_ryuma");

/// A shell that gives up something and then becomes the engine.
fn without(what: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{what} && exec \"$@\"")).arg("sh").arg(RYUMA).args(arguments);
    command
}

/// What stands for a full disk: files take no byte, and the system says so rather than ending the process.
const FULL_DISK: &str = "trap '' XFSZ && ulimit -f 0";

fn run(command: &mut Command) -> Output {
    command.env_remove("RUST_LOG").stdin(Stdio::null()).output().expect("the engine runs")
}

#[test]
fn a_full_disk_is_told_by_whatever_writes_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let record = data().join("records/shogi_kif/00.kif");
    let record = record.to_str().expect("UTF-8");
    let engine = format!("name=a cmd={RYUMA}");
    let rival = format!("name=b cmd={RYUMA}");
    for arguments in [
        &["convert", record, &path("game.csa")][..],
        &["analyze", record, "--nodes", "10", "--html", &path("page.html")],
        &["analyze", record, "--nodes", "10", "--plot", &path("plot.svg")],
        &["analyze", record, "--nodes", "10", "--record", &path("game.kif")],
        &[
            "book",
            "build",
            "--game",
            "xiangqi",
            "--positions",
            "1",
            "--nodes",
            "10",
            "--out",
            &path("book.db"),
        ],
        &[
            "datagen",
            "--game",
            "janggi",
            "--nodes",
            "10",
            "--positions",
            "1",
            "--threads",
            "1",
            "--out",
            &path("games.bin"),
        ],
        &[
            "match",
            "--game",
            "shogi",
            "--engine",
            &engine,
            "--engine",
            &rival,
            "--games",
            "2",
            "--nodes",
            "10",
            "--out",
            &path("match"),
        ],
    ] {
        let output = run(&mut without(FULL_DISK, arguments));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        let name = arguments.last().expect("a path");
        assert!(said.contains("File too large") && said.contains(name), "{arguments:?}: {said}");
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
        assert!(is_absent_or_empty(Path::new(name)), "{arguments:?} leaves half a file");
    }
}

/// Whether nothing looks like a result: no file, an empty one, or a folder of such.
fn is_absent_or_empty(path: &Path) -> bool {
    let inside = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
    match path.metadata() {
        Ok(found) if found.is_dir() => {
            inside(path.to_path_buf()).all(|entry| is_absent_or_empty(&entry.path()))
        }
        Ok(found) => found.len() == 0,
        Err(_) => true,
    }
}

/// The log is for people who look for a fault; the game is worth more.
#[test]
fn a_log_on_a_full_disk_costs_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    for mut command in [
        without("true", &["--log-file", "/dev/full"]),
        without(FULL_DISK, &["--log-file", log.to_str().expect("UTF-8")]),
    ] {
        let mut gui = Gui::run(&mut command);
        gui.send("usi\nisready\nposition startpos\ngo nodes 100");
        gui.expect("bestmove *");
        gui.send("quit");
        gui.expect_exit(Duration::from_secs(10)).expect("a quiet end");
    }
}

#[test]
fn a_gui_that_leaves_in_the_middle_ends_the_engine() {
    for lines in
        ["usi\nposition startpos\ngo infinite\n", "uci\nposition startpos\ngo ponder\n", "ucci\nisready\n"]
    {
        let mut engine = Command::new(RYUMA)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let mut input = engine.stdin.take().expect("piped");
        std::io::Write::write_all(&mut input, lines.as_bytes()).expect("the engine reads");
        std::thread::sleep(Duration::from_millis(20));
        drop(engine.stdout.take());
        drop(input);
        let output = engine.wait_with_output().expect("the engine ends");
        assert_eq!(
            (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
            (Some(0), ""),
            "{lines}"
        );
    }
}

#[test]
fn commands_whose_reader_is_gone_end_quietly() {
    for arguments in [
        &["perft", "--game", "shogi", "--divide", "2"][..],
        &["bench", "--depth", "1"],
        &["options"],
        &["book", "show", "--game", "shogi"],
        &["mate", "--game", "shogi", "--position", "startpos"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ] {
        let mut command = Command::new(RYUMA);
        let mut child = command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the engine ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !said.contains("panicked") && output.status.code().is_some_and(|code| code != 101),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn signals_end_the_engine_at_once() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        for lines in ["usi\nusi", "usi\nposition startpos\ngo infinite\nusi"] {
            let mut gui = Gui::start(&[]);
            gui.send(lines);
            gui.expect("usiok");
            gui.expect("usiok");
            let id = Pid::from_raw(i32::try_from(gui.id()).expect("small"));
            kill(id, signal).expect("a signal");
            let error = gui.expect_exit(Duration::from_secs(10)).expect_err("a signal is no regular end");
            assert!(error.contains("signal"), "{signal}: {error}");
        }
    }
}

/// What is asked for is refused with one line, the size before stays, and the engine plays: before the table has been
/// made as well as after, and where the system has no memory for it whatever the machine has.
#[test]
fn a_table_larger_than_memory_is_refused() {
    let wanted = "setoption name Hash value 131072";
    for (what, made) in
        [("ulimit -v 8000000", false), ("ulimit -v 8000000", true), ("true", false), ("true", true)]
    {
        let machine = std::fs::read_to_string("/proc/meminfo").expect("Linux has it");
        let total = machine.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok());
        if what == "true" && total.is_none_or(|kilobytes| kilobytes > 120_000_000) {
            continue;
        }
        let mut gui = Gui::run(&mut without(what, &["--protocol", "uci"]));
        gui.send("uci\nsetoption name Hash value 3");
        if made {
            gui.send("isready");
            gui.expect("readyok");
        }
        gui.send(wanted);
        gui.send("isready");
        let said = gui.expect("readyok");
        let complaints: Vec<&String> = said.iter().filter(|line| line.contains("131072 MB")).collect();
        let complaint = "info string cannot allocate 131072 MB for the hash table; it stays at 3 MB";
        if total.is_some_and(|kilobytes| kilobytes < 120_000_000) {
            assert_eq!(complaints, [complaint], "{what}, made {made}");
        }
        gui.send("position startpos\ngo nodes 1000");
        gui.expect("bestmove *");
        gui.send("quit");
        gui.expect_exit(Duration::from_secs(10)).expect("a quiet end");
    }
}

#[test]
fn any_number_of_threads() {
    let mut gui = Gui::start(&["--protocol", "usi"]);
    gui.send("usi\nsetoption name USI_Hash value 1");
    for threads in [1, 2, 3, 16, 256, 1] {
        gui.send(&format!(
            "setoption name Threads value {threads}\nposition startpos moves 7g7f\ngo nodes 2000"
        ));
        gui.expect("bestmove *");
        gui.send("go infinite");
        let said = gui.settle().unwrap_or_else(|error| panic!("{threads}: {error}"));
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{threads}");
    }
    for bad in ["0", "257", "-1", "99999999999999999999", "two"] {
        gui.send(&format!("setoption name Threads value {bad}"));
        gui.expect(&format!(
            "info string bad value '{bad}' for option 'Threads': expected a number from 1 to 256"
        ));
    }
    gui.send("quit");
    gui.expect_exit(Duration::from_secs(10)).expect("a quiet end");
}

/// A complaint that can't be heard changes nothing: the same exit code, no panic.
#[test]
fn nobody_hears_a_complaint_on_a_full_or_closed_stderr() {
    let record = data().join("records/shogi_kif/00.kif");
    let record = record.to_str().expect("UTF-8");
    for stderr in ["true && exec 2>/dev/full", "true && exec 2>&-"] {
        for (arguments, code) in [
            (&["convert", "no-such-file", "out.kif"][..], 2),
            (&["mate", "--game", "shogi", "no-such-file"], 2),
            (&["analyze", record, "no-such-file", "--nodes", "10"], 2),
            (&["convert", record, "-", "--to", "csa"], 0),
        ] {
            let output = run(&mut without(stderr, arguments));
            assert_eq!(output.status.code(), Some(code), "{arguments:?} {stderr}");
        }
    }
}
