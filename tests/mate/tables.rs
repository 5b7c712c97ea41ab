//! `tests/data/mates_*.tsv` and `no_mates_*.tsv`; `examples/mates.rs` makes them.

use std::collections::HashMap;

use ryuma::game::{Game, legal_moves};
use ryuma::games::{janggi::Janggi, shogi::Shogi, xiangqi::Xiangqi};
use ryuma::search::Limits;
use ryuma::search::mate::{Answer, Report};

use crate::{assert_is_mate, brute, common, solve_all, solve_within};

/// Plies to which the brute force looks here; the example looked further.
const BRUTE_PLIES: usize = 5;

/// Nodes that take far less than a second, but on a machine that is busy with other tests.
const SECOND: u64 = 50_000;

fn second() -> Limits {
    Limits { nodes: Some(SECOND), ..Limits::default() }
}

/// Every problem is solved within a second, by a mate that is not shorter than the shortest one.
fn mates<G: Game>(table: &str, at_least: usize) {
    let mut solved = 0;
    for row in common::table(table) {
        let [text, plies, _source] = &row[..] else { panic!("{row:?}") };
        let plies: usize = plies.parse().expect("plies");
        let mut position = common::position::<G>(text);
        let Report { answer: Answer::Mate(line), .. } = solve_within(&position, second(), false) else {
            panic!("{text} is not solved");
        };
        assert!(line.len() >= plies, "{text}: {} plies", line.len());
        assert_is_mate(&position, &line);
        if plies <= BRUTE_PLIES {
            assert_eq!(brute::shortest_mate(&mut position, plies, u64::MAX), Some(Some(plies)), "{text}");
            let report = solve_within(&position, second(), true);
            let Answer::Mate(line) = report.answer else { panic!("{text}: {:?}", report.answer) };
            assert_eq!((line.len(), report.is_shortest), (plies, true), "{text}");
            assert_is_mate(&position, &line);
        }
        solved += 1;
    }
    assert!(solved >= at_least, "{table} has {solved} rows");
}

/// Follows every defence against the solver's moves, each answered anew, to the mate. Known are the positions seen so
/// far: done with, or above this one.
fn every_defence<G: Game>(position: &mut G, known: &mut HashMap<u64, bool>) {
    if let Some(&is_done) = known.get(&position.key()) {
        return assert!(is_done, "it goes round: {position}");
    }
    known.insert(position.key(), false);
    let Answer::Mate(line) = solve_within(position, second(), false).answer else {
        panic!("no mate any more in {position}");
    };
    position.do_move(line[0]);
    assert!(position.in_check() && position.verdict().is_none_or(|end| end.reason == "checkmate"));
    for m in legal_moves(position) {
        position.do_move(m);
        assert_eq!(position.verdict(), None);
        every_defence(position, known);
        position.undo_move();
    }
    position.undo_move();
    known.insert(position.key(), true);
}

/// What is too long for brute force is played out against all defences.
#[test]
fn long_mates_hold_against_every_defence() {
    for plies in (9..=15).step_by(2) {
        let text = plies.to_string();
        let rows = common::table("mates_shogi.tsv");
        for row in rows.iter().filter(|row| row[1] == text).take(3) {
            every_defence(&mut common::position::<Shogi>(&row[0]), &mut HashMap::new());
        }
    }
}

/// No mate is found where there is none, and that there is none is found, too.
fn no_mates<G: Game>(table: &str, at_least: usize) {
    let mut rows = 0;
    for row in common::table(table) {
        let [text, nodes, _source] = &row[..] else { panic!("{row:?}") };
        let mut nodes = nodes.parse().expect("a number of nodes");
        let mut position = common::position::<G>(text);
        assert_eq!(brute::has_mate(&mut position, &mut Vec::new(), &mut nodes), Some(false), "{text}");
        assert_eq!(solve_all(&position), Answer::NoMate, "{text}");
        rows += 1;
    }
    assert!(rows >= at_least, "{table} has {rows} rows");
}

#[test]
fn mates_of_shogi() {
    mates::<Shogi>("mates_shogi.tsv", 100);
    for plies in (3..=15).step_by(2) {
        let text = plies.to_string();
        let rows = common::table("mates_shogi.tsv").iter().filter(|row| row[1] == text).count();
        assert!(rows >= 10, "{rows} mates in {plies}");
    }
}

#[test]
fn mates_made_by_hand() {
    mates::<Shogi>("mates_shogi_hand.tsv", 20);
}

#[test]
fn mates_of_xiangqi() {
    mates::<Xiangqi>("mates_xiangqi.tsv", 20);
}

#[test]
fn mates_of_janggi() {
    mates::<Janggi>("mates_janggi.tsv", 20);
}

#[test]
fn no_mates_of_shogi() {
    no_mates::<Shogi>("no_mates_shogi.tsv", 200);
}

#[test]
fn no_mates_of_xiangqi() {
    no_mates::<Xiangqi>("no_mates_xiangqi.tsv", 20);
}

#[test]
fn no_mates_of_janggi() {
    no_mates::<Janggi>("no_mates_janggi.tsv", 20);
}
