//! Engines that do what they should not: each loses by it, with a line that says so, and the match goes on.

use std::fs;
use std::time::{Duration, Instant};

use crate::folder::{Fake, Folder, ryuma, text};

/// Plays a fake engine against ours, two games, and expects the fake one to lose both by the fault.
fn loses_by(fault: &str, said: &str, fake: Fake) -> Folder {
    let folder = Folder::new();
    let bad = folder.fake("bad", fake);
    let good = ryuma("good");
    let arguments = "--game shogi --games 2 --tc 10 --margin 5000 --hang 200";
    let output = folder.play(&[&bad, &good], arguments);
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    for number in 1..=2 {
        let line = errors.lines().find(|line| line.starts_with(&format!("game {number}: bad loses by ")));
        assert!(line.is_some_and(|line| line.contains(said)), "{fault}: {errors}");
    }
    let summary = folder.summary();
    assert_eq!(summary["engines"][0]["faults"][fault], 2, "{summary}");
    assert_eq!(summary["engines"][1]["faults"], serde_json::json!({}));
    assert_eq!(summary["pairings"][0]["losses"], 2);
    assert!(folder.games().iter().all(|game| game["ending"] == fault && game["detail"].is_string()));
    folder
}

#[test]
fn a_crash() {
    let said = "crash: bad has ended (exit status: 3)";
    let folder = loses_by("crash", said, Fake { start: "echo oh >&2", go: "exit 3" });
    // It was started for each game, and what it said about itself was kept.
    assert_eq!(folder.read("stderr-bad.log"), "oh\noh\n");
    assert!(!folder.out().join("stderr-good.log").exists());
    assert!(folder.read("games/000001.csa").ends_with("%ERROR\n"));
}

#[test]
fn an_illegal_move() {
    loses_by(
        "illegal-move",
        "illegal move: illegal move '1a1i'",
        Fake { start: "", go: "echo bestmove 1a1i" },
    );
}

#[test]
fn nonsense() {
    loses_by("illegal-move", "illegal move: bad move 'e2e4'", Fake { start: "", go: "echo bestmove e2e4" });
}

#[test]
fn no_move() {
    loses_by("no-move", "no move: sees no move in ", Fake { start: "", go: "echo 'bestmove (none)'" });
}

#[test]
fn a_wrong_claim() {
    loses_by("wrong-claim", "wrong claim: claims a win in ", Fake { start: "", go: "echo bestmove win" });
}

/// A hang ends the engine and what it has started, and takes no longer than the patience asked for.
#[test]
fn a_hang() {
    let folder = Folder::new();
    let bad = folder.fake("bad", Fake { start: "", go: "sleep 600 & echo $! >> pids; wait; sleep 600" });
    let started = Instant::now();
    let good = ryuma("good");
    let summary =
        folder.summary_of(&[&bad, &good], "--game shogi --games 2 --movetime 100 --margin 600 --hang 200");
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
    assert_eq!(summary["engines"][0]["faults"]["hang"], 2, "{summary}");
    let pids = fs::read_to_string(folder.path().join("pids")).expect("it hung");
    assert_eq!(pids.lines().count(), 2);
    for pid in pids.lines() {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        assert!(status.is_empty() || status.contains("State:\tZ"), "still running: {status}");
    }
}

/// Late, but not hung: the game is lost, and the engine plays the next one without being started anew.
#[test]
fn an_overrun() {
    let folder = Folder::new();
    let bad = folder.fake("bad", Fake { start: "echo x >> starts", go: "sleep 1; echo bestmove 7g7f" });
    let good = ryuma("good");
    let summary =
        folder.summary_of(&[&bad, &good], "--game shogi --games 2 --movetime 100 --margin 600 --hang 20000");
    assert_eq!(summary["engines"][0]["faults"]["overrun"], 2, "{summary}");
    let detail = folder.games()[0]["detail"].as_str().unwrap_or_default().to_string();
    assert!(detail.ends_with(" ms of 100 ms"), "{detail}");
    assert_eq!(fs::read_to_string(folder.path().join("starts")).unwrap_or_default(), "x\n");
    assert!(folder.read("games/000001.csa").ends_with("%TIME_UP\n"));
}

#[test]
fn resignation_is_no_fault() {
    let folder = Folder::new();
    let meek = folder.fake("meek", Fake { start: "", go: "echo bestmove resign" });
    let good = ryuma("good");
    let summary = folder.summary_of(&[&meek, &good], "--game shogi --games 2 --nodes 10");
    assert_eq!(summary["engines"][0]["faults"], serde_json::json!({}));
    assert_eq!(summary["reasons"], serde_json::json!({ "resignation": 2 }));
}

/// The side to move claims: rightly by the 24-point count, rightly by the 27-point count, wrongly.
#[test]
fn claims_are_checked_by_the_rules() {
    for (position, wins, ending) in [
        ("K8/9/9/9/9/9/9/9/8k b 2R2B4G4S3P4n4l15p 1", true, "claim"),
        ("KGGGGSSSS/PP7/9/9/9/9/9/9/8k b 2R2B4n4l16p 1", true, "claim"),
        ("K8/9/9/9/9/9/9/9/8k b 2R2B4P4g4s4n4l14p 1", false, "wrong-claim"),
    ] {
        let folder = Folder::new();
        let openings = folder.write("openings", position);
        let claim = || Fake { start: "", go: "echo bestmove win" };
        let (a, b) = (folder.fake("a", claim()), folder.fake("b", claim()));
        folder.summary_of(&[&a, &b], &format!("--game shogi --games 2 --nodes 10 --openings {openings}"));
        for game in folder.games() {
            assert_eq!(
                (&game["winner"], &game["ending"]),
                (&(!wins as u64).into(), &ending.into()),
                "{game}"
            );
        }
        assert!(folder.read("games/000001.csa").contains("\nP1+OU"));
    }
}

#[test]
fn an_engine_that_cannot_be_started_is_an_error_at_once() {
    let folder = Folder::new();
    let good = ryuma("good");
    for (engine, message) in [
        ("name=bad cmd=/nonexistent/engine".to_string(), "bad cannot be started: '/nonexistent/engine'"),
        (folder.fake("bad", Fake { start: "exit 7", go: "" }), "(exit status: 7)"),
    ] {
        let output = folder.play(&[&good, &engine], "--game shogi --games 2 --nodes 10 --resume");
        assert_eq!(output.status.code(), Some(2));
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{errors}");
    }
}

/// Three games are lost by it, then the match ends: it would only go on losing.
#[test]
fn an_engine_that_cannot_be_started_again_ends_the_match() {
    let folder = Folder::new();
    let start = "if test -e once; then exit 9; fi; touch once";
    let bad = folder.fake("bad", Fake { start, go: "exit 1" });
    let good = ryuma("good");
    let output = folder.play(&[&bad, &good], "--game shogi --games 100 --nodes 10");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("error: bad "), "{}", text(&output.stderr));
    assert!((1..=4).contains(&folder.games().len()), "{}", folder.games().len());
}

#[test]
fn odd_options_are_told() {
    let folder = Folder::new();
    let engine = format!("{} option.Treads=1 option.MultiPV=0", ryuma("a"));
    // Every USI engine has a hash table, whether it says so or not.
    let other =
        format!("{} option.USI_Hash=64", folder.fake("b", Fake { start: "", go: "echo bestmove resign" }));
    let output = folder.play(&[&engine, &other], "--game shogi --games 1 --nodes 1");
    let errors = text(&output.stderr);
    assert!(!errors.contains("warning: b"), "{errors}");
    assert!(errors.contains("warning: a: declares no option 'Treads'"), "{errors}");
    assert!(errors.contains("warning: a: option 'MultiPV' may not take '0'"), "{errors}");
}

#[test]
fn bad_command_lines_end_with_code_2() {
    let two = ["cmd=a", "cmd=b"];
    for (engines, arguments, message) in [
        (&two[..1], "--game shogi --nodes 1", "at least two engines"),
        (&["cmd=a", "cmd=/x/a"], "--game shogi --nodes 1", "two engines are called 'a'"),
        (&two, "--game shogi", "--tc"),
        (&two, "--game go --nodes 1", "go"),
        (
            &["cmd=a proto=usi", "cmd=b"],
            "--game janggi --nodes 1",
            "janggi is not played over usi (ucci, uci)",
        ),
        (&["a", "cmd=b"], "--game shogi --nodes 1", "expected NAME=VALUE, found 'a'"),
        (&two, "--game shogi --nodes 1 --movetime 5", "--movetime"),
        (&two, "--game shogi --tc x", "--tc: bad clock 'x'"),
        (&two, "--game shogi --tc 5+1 --byoyomi 100", "--byoyomi follows a main time"),
        (&two, "--game shogi --nodes 1 --sprt elo0=9", "--sprt: elo0 must be below elo1"),
        (&two, "--game shogi --nodes 1 --draw moves=0", "--draw: 'moves' must be at least 1"),
        (&two, "--game shogi --nodes 1 --plies 8-4", "--plies 8-4: expected"),
        (&two, "--game shogi --nodes 1 --rule Points=3", "Points"),
        (&two, "--game shogi --nodes 1 --openings /nonexistent", "openings '/nonexistent'"),
        (
            &["cmd=a", "cmd=b", "cmd=c"],
            "--game shogi --nodes 1 --sprt",
            "a sequential test is of two engines",
        ),
    ] {
        let output = Folder::new().play(engines, arguments);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {errors}");
        assert!(errors.contains(message), "{arguments}: {errors}");
    }
}
