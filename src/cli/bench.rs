//! `ryuma bench`: the speed and the signature of the search.

use std::sync::atomic::AtomicBool;

use crate::engine::bench::{Bench, DEFAULT_DEPTH, DEFAULT_HASH_MB};
use crate::protocol::output::Output;

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
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let output = Output::stdout();
    let bench =
        Bench { depth: arguments.depth, threads: arguments.threads.into(), hash_mb: arguments.hash as usize };
    bench.run(&AtomicBool::new(false), |line| output.say(line))
}
