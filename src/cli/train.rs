//! `ryuma train`: a network from training data.

use std::path::PathBuf;

use crate::engine::GameInfo;
use crate::protocol::output::Output;
use crate::training::{Plan, Settings};

use super::setup;

#[derive(clap::Args)]
pub struct Arguments {
    /// The game
    #[arg(long, value_parser = setup::game_parser(), ignore_case = true)]
    game: &'static GameInfo,
    /// Files of 'ryuma datagen'
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The network; beside it come FILE.checkpoint and FILE.svg
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Use only so many positions
    #[arg(long, value_name = "POSITIONS", default_value_t = u64::from(u32::MAX))]
    limit: u64,
    /// Begin anew even if there is a checkpoint
    #[arg(long)]
    restart: bool,
    /// Threads to train on [default: one a core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Accumulators of each side, a multiple of 32
    #[arg(long, default_value_t = Settings::default().width, value_parser = read_width)]
    width: usize,
    /// Times that all positions are gone through
    #[arg(long, default_value_t = Settings::default().epochs, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions between two steps of the optimiser
    #[arg(long, default_value_t = Settings::default().batch as u32, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The highest learning rate
    #[arg(long, default_value_t = Settings::default().rate, value_parser = read_positive)]
    rate: f32,
    /// What a weight loses with each step, as a share of it and of the rate
    #[arg(long, default_value_t = Settings::default().decay, value_parser = read_share)]
    decay: f32,
    /// Share of the search's score in what is learned, 0 to 1; the rest is the game's result
    #[arg(long, default_value_t = Settings::default().lambda, value_parser = read_share)]
    lambda: f32,
    /// Centipawns at which the chance of winning is taken to be 73 %
    #[arg(long, default_value_t = Settings::default().scale, value_parser = clap::value_parser!(u16).range(1..))]
    scale: u16,
    /// Seed of the first weights and of the order of positions
    #[arg(long, default_value_t = Settings::default().seed)]
    seed: u64,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let game = arguments.game;
    let plan = Plan {
        data: arguments.data.clone(),
        limit: usize::try_from(arguments.limit).unwrap_or(usize::MAX),
        out: arguments.out.clone(),
        settings: Settings {
            width: arguments.width,
            epochs: arguments.epochs,
            batch: arguments.batch as usize,
            rate: arguments.rate,
            decay: arguments.decay,
            lambda: arguments.lambda,
            scale: arguments.scale,
            seed: arguments.seed,
        },
        restart: arguments.restart,
    };
    let mut threads = rayon::ThreadPoolBuilder::new();
    if let Some(count) = arguments.threads {
        threads = threads.num_threads(count.into());
    }
    let threads = threads.build().map_err(|error| format!("cannot start threads: {error}"))?;
    let output = Output::stdout();
    let train = game.train.ok_or_else(|| game.lacks("networks"))?;
    threads.install(|| train(&plan, &|line| output.say(line))).map_err(|error| error.to_string())
}

fn read_width(text: &str) -> Result<usize, String> {
    let width = text.parse().map_err(|_| "expected a number".to_string())?;
    if Settings::WIDTHS.contains(&width) && width.is_multiple_of(32) {
        return Ok(width);
    }
    Err(format!("expected a multiple of 32 from {} to {}", Settings::WIDTHS.start(), Settings::WIDTHS.end()))
}

fn read_share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_string()),
    }
}

fn read_positive(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && number <= 1.0 => Ok(number),
        _ => Err("expected a number above 0, at most 1".to_string()),
    }
}
