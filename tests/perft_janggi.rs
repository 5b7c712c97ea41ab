//! Move counts of janggi against the tables of `tests/data`.

use ryuma::game::Game;
use ryuma::games::janggi::{Janggi, JanggiRules};
use ryuma::perft;

/// Deeper rows are for `scripts/perft_deep.sh`.
const MAX_DEPTH: u32 = if cfg!(debug_assertions) { 2 } else { 4 };

fn rules_of(variant: &str) -> JanggiRules {
    let mut rules = JanggiRules::default();
    let variant = Janggi::VARIANTS.iter().find(|v| v.name == variant).expect("a known variant");
    for (name, value) in variant.rules {
        Janggi::set_rule(&mut rules, name, value).expect("a known rule");
    }
    rules
}

fn check(fen: &str, rules: &JanggiRules, depth: u32, nodes: u64, context: &str) {
    let mut position = Janggi::parse(fen, rules).unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!(perft::count(&mut position, depth), nodes, "{context}: {fen} at depth {depth}");
}

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).filter(|line| !line.trim().is_empty()).map(|line| line.split('\t').collect())
}

#[test]
fn fairy_middle_games() {
    let rules = rules_of("janggi");
    let mut count = 0;
    for row in rows(include_str!("data/perft_janggi.tsv")) {
        let [fen, depth, nodes] = row[..] else { panic!("three columns: {row:?}") };
        let depth = depth.parse().unwrap();
        if depth <= MAX_DEPTH {
            check(fen, &rules, depth, nodes.parse().unwrap(), "janggi");
            count += 1;
        }
    }
    assert!(count >= 60, "the table was read: {count} rows");
}

#[test]
fn variants_and_set_ups() {
    let mut count = 0;
    for row in rows(include_str!("data/perft_janggi_variants.tsv")) {
        let [variant, fen, depth, nodes] = row[..] else { panic!("four columns: {row:?}") };
        let (depth, nodes) = (depth.parse().unwrap(), nodes.parse().unwrap());
        if depth > MAX_DEPTH {
            continue;
        }
        check(fen, &rules_of(variant), depth, nodes, variant);
        if variant == "janggicasual" {
            // The site's rules count the same from the start positions.
            check(fen, &JanggiRules::default(), depth, nodes, "Site");
        }
        count += 1;
    }
    assert!(count >= 100, "the table was read: {count} rows");
}
