//! What the tests of several games share. Each test file uses a part of it.
#![allow(dead_code)]

pub mod cases;
pub mod conformance;

use std::path::Path;

use ryuma::game::Game;
use ryuma::perft;

/// The rows of a table in `tests/data`, without its heading: columns by tab.
pub fn table(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = text.lines().skip(1).filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    rows.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

/// Checks a table of `position, depth, nodes` up to a depth. Rules that end games don't matter: perft knows no
/// end but mate.
pub fn perft_table<G: Game>(name: &str, max_depth: u32) {
    let rows = table(name);
    assert!(!rows.is_empty(), "{name} is empty");
    for row in rows {
        let [text, depth, nodes] = &row[..] else { panic!("{name}: {row:?}") };
        let (depth, nodes): (u32, u64) = (depth.parse().expect("a depth"), nodes.parse().expect("a count"));
        if depth > max_depth {
            continue;
        }
        let mut position = G::parse(text, &G::Rules::default()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(perft::count(&mut position, depth), nodes, "{text} at depth {depth}");
    }
}
