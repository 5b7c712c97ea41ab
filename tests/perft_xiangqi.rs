//! Move counts of xiangqi positions, made with other generators.

use std::hint::black_box;
use std::time::Instant;

use ryuma::game::{Game, Notation, Position, legal_moves};
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
        assert_eq!(position.text(Notation::Native), fields[0], "undone");
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
#[ignore = "a measurement: prints the speed of perft and of what a search calls, one thread"]
fn speed() {
    let mut position = Xiangqi::start(&Rules::default());
    for _ in 0..3 {
        let begun = Instant::now();
        let nodes = perft::count(&mut position, 5);
        println!("{nodes} nodes, {:.1} M nodes/s", nodes as f64 / begun.elapsed().as_secs_f64() / 1e6);
    }

    let text = "r1bakab1r/9/1cn3n1c/p1p1p3p/6p2/2P6/P3P1P1P/1CN3NC1/9/R1BAKAB1R w - - 4 5";
    let mut position = Xiangqi::parse(text, &Rules::default()).unwrap();
    let moves = legal_moves(&position);
    let time = |name: &str, calls: usize, work: &mut dyn FnMut(&mut Xiangqi)| {
        let begun = Instant::now();
        (0..ROUNDS).for_each(|_| work(black_box(&mut position.clone())));
        let clones = Instant::now();
        (0..ROUNDS).for_each(|_| drop(black_box(position.clone())));
        let spent = clones.duration_since(begun).saturating_sub(clones.elapsed());
        println!("{name}: {} ns", spent.as_nanos() / (ROUNDS * calls) as u128);
    };
    const ROUNDS: usize = 20_000;
    const CALLS: usize = 100;
    let mut sum = 0;
    time("evaluate", CALLS, &mut |p| (0..CALLS).for_each(|_| sum += black_box(&*p).evaluate()));
    time("outcome", CALLS, &mut |p| (0..CALLS).for_each(|_| sum += black_box(&*p).outcome(5) as i32));
    time("count_moves", CALLS, &mut |p| (0..CALLS).for_each(|_| sum += black_box(&*p).count_moves() as i32));
    time("do and undo", moves.len(), &mut |p| {
        for &m in &moves {
            p.do_move(m);
            black_box(&mut *p).undo_move();
        }
    });
    black_box((sum, &mut position));
}
