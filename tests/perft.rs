//! Move counts of every game, made with other generators: `tests/data/perft_GAME*.tsv`.

mod common;

use std::hint::black_box;
use std::time::Instant;

use common::{data, rules, table};
use ryuma::game::{Game, Notation, legal_moves};
use ryuma::games::{janggi::Janggi, shogi::Shogi, xiangqi::Xiangqi};
use ryuma::perft;

/// Every row to this depth is counted, and deeper ones up to so many nodes; the others are for
/// `scripts/perft_deep.sh`.
const DEPTH: u32 = 3;
const MOST_NODES: u64 = 20_000_000;

/// The tables: name, rules (where the rows don't begin with the variant's name), and how many rows are counted at least.
type Tables = &'static [(&'static str, Option<&'static str>, usize)];
const SHOGI: Tables = &[
    ("perft_shogi.tsv", Some("-"), 90),
    ("perft_shogi_known.tsv", Some("-"), 7),
    ("perft_shogi_uchifuzume.tsv", Some("-"), 25),
];
const XIANGQI: Tables = &[("perft_xiangqi.tsv", Some("-"), 90), ("perft_xiangqi_known.tsv", Some("-"), 53)];
const JANGGI: Tables =
    &[("perft_janggi.tsv", Some("JanggiRules=Fairy"), 90), ("perft_janggi_variants.tsv", None, 192)];

fn check<G: Game>(tables: Tables) {
    for &(name, options, at_least) in tables {
        let mut counted = 0;
        for row in table(name) {
            let (rules, row) = match options {
                Some(options) => (rules::<G>(options), &row[..]),
                None => (variant::<G>(&row[0]), &row[1..]),
            };
            let [text, depth, nodes] = row else { panic!("{name}: {row:?}") };
            let (depth, nodes): (u32, u64) =
                (depth.parse().expect("a depth"), nodes.parse().expect("a count"));
            let mut position = G::parse(text, &rules).unwrap_or_else(|error| panic!("{name}: {error}"));
            if depth <= DEPTH || nodes <= MOST_NODES {
                assert_eq!(
                    perft::count(&mut position, depth),
                    nodes,
                    "{name}: {rules:?} {text} at depth {depth}"
                );
                counted += 1;
            }
            assert_eq!(position.text(Notation::Native), *text, "undone");
        }
        assert!(counted >= at_least, "{name}: {counted} rows");
    }
}

/// The rules of one of Fairy-Stockfish's variants.
fn variant<G: Game>(name: &str) -> G::Rules {
    let variant = G::VARIANTS.iter().find(|variant| variant.name == name).expect(name);
    let options: Vec<String> = variant.rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
    rules::<G>(&if options.is_empty() { "-".to_string() } else { options.join(";") })
}

#[test]
fn shogi() {
    check::<Shogi>(SHOGI);
}

#[test]
fn xiangqi() {
    check::<Xiangqi>(XIANGQI);
}

#[test]
fn janggi() {
    check::<Janggi>(JANGGI);
}

/// The site's rules of janggi count the same from the start positions as Fairy-Stockfish's casual ones.
#[test]
fn janggi_by_the_rules_of_the_site() {
    let rows = table("perft_janggi_variants.tsv");
    for row in rows.iter().filter(|row| row[0] == "janggicasual") {
        let (depth, nodes): (u32, u64) = (row[2].parse().expect("a depth"), row[3].parse().expect("a count"));
        if depth <= DEPTH || nodes <= MOST_NODES {
            assert_eq!(perft::count(&mut common::position::<Janggi>(&row[1]), depth), nodes, "{row:?}");
        }
    }
}

#[test]
fn no_table_is_left_out() {
    let names =
        std::fs::read_dir(data()).expect("tests/data").map(|entry| entry.expect("an entry").file_name());
    let mut found: Vec<_> =
        names.filter_map(|name| name.into_string().ok()).filter(|name| name.starts_with("perft_")).collect();
    found.sort();
    let mut known: Vec<_> = [SHOGI, XIANGQI, JANGGI].concat().iter().map(|table| table.0).collect();
    known.push("perft_yonin.tsv"); // tests/yonin
    known.sort();
    assert_eq!(found, known);
}

fn speed_of<G: Game>() {
    const ROUNDS: usize = 20_000;
    const CALLS: usize = 100;
    let mut position = G::start(&G::Rules::default());
    for _ in 0..3 {
        let begun = Instant::now();
        let nodes = perft::count(&mut position, 4);
        println!(
            "{}: {nodes} nodes, {:.1} M nodes/s",
            G::NAME,
            nodes as f64 / begun.elapsed().as_secs_f64() / 1e6
        );
    }
    let moves = legal_moves(&position);
    let time = |name: &str, calls: usize, work: &mut dyn FnMut(&mut G)| {
        let begun = Instant::now();
        (0..ROUNDS).for_each(|_| work(black_box(&mut position.clone())));
        let clones = Instant::now();
        (0..ROUNDS).for_each(|_| drop(black_box(position.clone())));
        let spent = clones.duration_since(begun).saturating_sub(clones.elapsed());
        println!("{name}: {} ns", spent.as_nanos() / (ROUNDS * calls) as u128);
    };
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

#[test]
#[ignore = "a measurement: prints the speed of perft and of what a search calls, one thread"]
fn speed() {
    speed_of::<Shogi>();
    speed_of::<Xiangqi>();
    speed_of::<Janggi>();
}
