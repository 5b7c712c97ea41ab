//! Matches that are interrupted, and go on.

use std::fs;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::folder::{Folder, ryuma, text};

const ARGUMENTS: &str = "--game shogi --nodes 50 --max-plies 60";

#[test]
fn only_missing_games_are_played() {
    let folder = Folder::new();
    let (a, b) = (ryuma("a"), ryuma("b"));
    let engines = [a.as_str(), b.as_str()];
    folder.summary_of(&engines, &format!("{ARGUMENTS} --games 3"));
    let before = folder.read("games.jsonl");

    // Not by accident.
    let output = folder.play(&engines, &format!("{ARGUMENTS} --games 6"));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("add --resume, or choose another folder"));
    // Not another match.
    let output = folder.play(&engines, &format!("{ARGUMENTS} --games 6 --seed 2 --resume"));
    assert_eq!(output.status.code(), Some(2));
    let errors = text(&output.stderr);
    assert!(errors.contains("its seed is '1', not '2'"), "{errors}");
    assert_eq!(folder.read("games.jsonl"), before);

    // The last line was cut short when the power went: the game is played again, with the same opening.
    let games = folder.games();
    fs::write(folder.out().join("games.jsonl"), &before[..before.len() - 40]).expect("written");
    let summary = folder.summary_of(&engines, &format!("{ARGUMENTS} --games 6 --resume"));
    assert_eq!((&summary["games"], &summary["state"]), (&6.into(), &"finished".into()));
    let all = folder.games();
    assert_eq!(all.iter().map(|g| g["number"].as_u64()).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6].map(Some));
    assert!(all[..2] == games[..2] && all[2]["opening"] == games[2]["opening"]);
    let pairs: u64 = (0..5).filter_map(|kind| summary["pairings"][0]["pairs"][kind].as_u64()).sum();
    assert_eq!(pairs, 3);

    // Damage elsewhere is told.
    fs::write(folder.out().join("games.jsonl"), format!("{{}}\n{before}")).expect("written");
    let output = folder.play(&engines, &format!("{ARGUMENTS} --games 6 --resume"));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("games.jsonl': line 1: "), "{}", text(&output.stderr));
}

/// Waits until something is so.
fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn interrupt(child: &Child) {
    let pid = i32::try_from(child.id()).expect("a small number");
    kill(Pid::from_raw(pid), Signal::SIGINT).expect("a signal");
}

#[test]
fn an_interrupted_match_goes_on() {
    let folder = Folder::new();
    let (a, b) = (ryuma("a"), ryuma("b"));
    let engines = [a.as_str(), b.as_str()];
    let child = folder.start(&engines, &format!("{ARGUMENTS} --games 100000 --concurrency 2"));
    wait_for("games", || folder.read("games.jsonl").lines().count() >= 5);
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert_eq!(folder.summary()["state"], "interrupted");
    assert!(text(&output.stdout).contains(", interrupted"), "{}", text(&output.stdout));

    let games = folder.games();
    let total = games.len() as u64 + 5;
    let summary = folder.summary_of(&engines, &format!("{ARGUMENTS} --games {total} --resume"));
    assert_eq!((&summary["games"], &summary["state"]), (&total.into(), &"finished".into()));
    let numbers: Vec<u64> = folder.games().iter().filter_map(|game| game["number"].as_u64()).collect();
    assert_eq!(numbers, (1..=total).collect::<Vec<_>>());
    assert!(games.iter().all(|game| folder.games().contains(game)));
}

/// Engines that think for long are not waited for, and none of them is left behind.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_match_ends_at_once() {
    let folder = Folder::new();
    let (a, b) = (ryuma("a"), ryuma("b"));
    let child = folder.start(&[&a, &b], "--game shogi --movetime 60000 --concurrency 2");
    let pid = child.id();
    wait_for("four engines", || children_of(pid).len() == 4);
    thread::sleep(Duration::from_millis(300));
    let engines = children_of(pid);
    let interrupted = Instant::now();
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert!(interrupted.elapsed() < Duration::from_secs(3), "{:?}", interrupted.elapsed());
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert_eq!(folder.games().len(), 0);
    for engine in engines {
        let status = fs::read_to_string(format!("/proc/{engine}/status")).unwrap_or_default();
        assert!(status.is_empty() || status.contains("State:\tZ"), "still running: {status}");
    }
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children_of(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}
