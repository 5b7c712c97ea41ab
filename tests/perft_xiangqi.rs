//! Move counts of xiangqi positions, made with other generators.

use ryuma::game::Game;
use ryuma::games::xiangqi::{Rules, Xiangqi};
use ryuma::perft;

/// Rows beyond this many nodes belong to the deep test script.
const MOST_NODES: u64 = 20_000_000;

fn check(table: &str, at_least: usize) {
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (depth, nodes): (u32, u64) = (fields[1].parse().unwrap(), fields[2].parse().unwrap());
        let mut position = Xiangqi::parse(fields[0], &Rules::default()).unwrap();
        if nodes <= MOST_NODES {
            assert_eq!(perft::count(&mut position, depth), nodes, "{} at depth {depth}", fields[0]);
            rows += 1;
        }
        assert_eq!(position.text(ryuma::game::Notation::Native), fields[0], "undone");
    }
    assert!(rows >= at_least, "{rows} rows");
}

#[test]
fn known_positions() {
    check(include_str!("data/perft_xiangqi_known.tsv"), 50);
}

#[test]
fn random_positions() {
    check(include_str!("data/perft_xiangqi.tsv"), 90);
}

#[test]
#[ignore = "a measurement: prints the speed from the start position, one thread"]
fn speed() {
    let mut position = Xiangqi::start(&Rules::default());
    for _ in 0..3 {
        let begun = std::time::Instant::now();
        let nodes = perft::count(&mut position, 5);
        let seconds = begun.elapsed().as_secs_f64();
        println!("{nodes} nodes, {:.1} M nodes/s", nodes as f64 / seconds / 1e6);
    }
}
