//! `ryuma bench`: the speed and the signature of the search.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::engine::GameInfo;
use crate::engine::bench::{Bench, DEFAULT_DEPTH, DEFAULT_HASH_MB, Searched};
use crate::nnue::Choice;
use crate::protocol::output::Output;

use super::setup;

#[derive(clap::Args)]
pub struct Arguments {
    /// Plies to search
    #[arg(long, default_value_t = DEFAULT_DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Searching threads; only one gives the same node count every time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Megabytes of hash table
    #[arg(long, default_value_t = DEFAULT_HASH_MB as u32, value_parser = clap::value_parser!(u32).range(1..=131_072))]
    hash: u32,
    /// Only this game [default: all]
    #[arg(long, value_parser = setup::any_game_parser(), ignore_case = true)]
    game: Option<&'static GameInfo>,
    /// A network file to evaluate by, or 'none' for the hand-made evaluation [default: the network inside]
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    net: String,
    /// One JSON object a position, then one with the totals
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let output = Output::stdout();
    let bench = Bench {
        game: arguments.game,
        evaluation: Choice::of_text(&arguments.net),
        depth: arguments.depth,
        threads: arguments.threads.into(),
        hash_mb: arguments.hash as usize,
    };
    let tell = |searched: &Searched| output.say(&shown(searched, arguments.json));
    // Nobody stops it.
    if let Some(total) = bench.run(&AtomicBool::new(false), tell)? {
        output.say(&shown(&total, arguments.json));
    }
    Ok(())
}

/// For people, or as JSON.
fn shown(result: &(impl Serialize + std::fmt::Display), json: bool) -> String {
    // Numbers and strings only: as JSON they cannot fail.
    if json { serde_json::to_string(result).unwrap_or_default() } else { result.to_string() }
}
