//! `ryuma bench`: the speed and the signature of the search.

use std::sync::atomic::AtomicBool;

use crate::engine::GameInfo;
use crate::engine::bench::{Bench, DEFAULT_DEPTH, DEFAULT_HASH_MB};
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
    bench.run(&AtomicBool::new(false), |line| output.say(line))
}
