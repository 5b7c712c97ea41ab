//! `ryuma tune` through the built binary.

use std::process::{Command, Output};

fn tune(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ryuma"));
    command.arg("tune").args(arguments).output().expect("the binary runs")
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_comparison_is_the_same_every_time() {
    let play = || {
        let games = ["--game", "xiangqi", "--nodes", "4000", "--pairs", "2", "--hash", "1"];
        said(&tune(&[&["compare", "--a", "null_base=4"], &games[..]].concat()))
    };
    let first = play();
    assert!(first.starts_with("xiangqi: 4 games: "), "{first}");
    assert_eq!(first, play());
}

#[test]
fn a_set_against_itself_is_even() {
    let result =
        said(&tune(&["compare", "--game", "shogi", "--nodes", "4000", "--pairs", "2", "--hash", "1"]));
    assert!(result.contains("50.0 %") && result.contains("pairs [0, 0, 2, 0, 0]"), "{result}");
}

#[test]
fn a_screen_answers_every_question() {
    let questions = ["null_base=3:4", "late_move_base=5:9+futility_base=100:140"];
    let games = ["screen", "--game", "janggi", "--nodes", "100", "--pairs", "3", "--hash", "1"];
    let answers = said(&tune(&[&games[..], &questions].concat()));
    assert!(answers.starts_with("janggi, 6 games"), "{answers}");
    assert!(questions.iter().all(|question| answers.contains(question)), "{answers}");
}

#[test]
fn spsa_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state.json");
    let state = state.to_str().expect("a plain path");
    let run = || {
        let games = ["--game", "shogi,janggi", "--nodes", "100", "--hash", "1", "--pairs", "3"];
        said(&tune(&[&["spsa", "--state", state, "null_base", "futility_base"], &games[..]].concat()))
    };
    let first = run();
    assert!(first.contains("futility_base=") && first.contains("null_base="), "{first}");
    let text = std::fs::read_to_string(state).expect("a state");
    assert!(text.contains("\"done\": 3"), "{text}");
    // All pairs are played: nothing is left to do, and nothing changes.
    assert_eq!(run(), first);
    std::fs::write(state, "nonsense").expect("written");
    let broken = tune(&["spsa", "--state", state, "--game", "shogi", "null_base"]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&broken.stderr).contains("state.json"));
}

#[test]
fn what_is_wrong_is_named() {
    for (arguments, word) in [
        (&["compare", "--game", "chess"][..], "chess"),
        (&["compare", "--game", "shogi", "--a", "nothing=1"], "nothing"),
        (&["compare", "--game", "shogi", "--a", "null_base=99"], "null_base=99"),
        (&["screen", "--game", "shogi", "null_base=3"], "null_base=3"),
        (&["spsa", "--game", "shogi", "--state", "/nowhere/state.json", "nothing"], "nothing"),
    ] {
        let output = tune(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(word), "{arguments:?}: {message}");
    }
}
