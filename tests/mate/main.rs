//! The mate solver against tables of problems, brute force, and the rules.

mod brute;
#[path = "../common/mod.rs"]
mod common;
mod graph;
mod rules;
mod tables;

use std::sync::atomic::AtomicBool;

use ryuma::core::Move;
use ryuma::game::{Game, Notation};
use ryuma::search::mate::{Answer, Report, solve};
use ryuma::search::{Limits, Request};

/// Nodes that no problem of the tests needs.
const PLENTY: u64 = 2_000_000;

fn solve_within<G: Game>(position: &G, limits: Limits, shortest: bool) -> Report {
    let request = Request { limits, ..Request::default() };
    solve(position, &request, 16, shortest, &AtomicBool::new(false), &mut |_| {})
}

fn solve_all<G: Game>(position: &G) -> Answer {
    solve_within(position, Limits { nodes: Some(PLENTY), ..Limits::default() }, false).answer
}

/// The mate as the referee sees it: checks and replies, then checkmate, and no end of the game before.
fn assert_is_mate<G: Game>(position: &G, line: &[Move]) {
    let mut position = position.clone();
    for (ply, &m) in line.iter().enumerate() {
        assert_eq!(position.verdict(), None, "{position}");
        assert!(position.is_legal(m), "{} in {position}", G::move_text(m, Notation::Native));
        position.do_move(m);
        assert!(ply % 2 == 1 || position.in_check());
    }
    assert_eq!(position.verdict().map(|verdict| verdict.reason), Some("checkmate"), "{position}");
}
