//! `ryuma perft`: the test and the speed of the move generators.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::builder::PossibleValuesParser;

use crate::engine::{GAMES, GameInfo, Setup};
use crate::game::Notation;
use crate::protocol::command::Command;
use crate::protocol::output::Output;

#[derive(clap::Args)]
pub struct Arguments {
    /// The game
    #[arg(long, value_parser = PossibleValuesParser::new(GAMES.iter().map(|game| game.name)), ignore_case = true)]
    game: String,
    /// FEN or SFEN of the position, or what follows `position` in the protocols [default: startpos]
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// A rule option, e.g. JanggiRules=Casual; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    rule: Vec<String>,
    /// Show the count below each move
    #[arg(long)]
    divide: bool,
    /// Threads to count on
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let game = GameInfo::named(&arguments.game).ok_or_else(|| format!("no game '{}'", arguments.game))?;
    let mut engine = (game.sit_down)();
    for rule in &arguments.rule {
        let (name, value) =
            rule.split_once('=').ok_or_else(|| format!("--rule {rule}: expected NAME=VALUE"))?;
        engine.set_rule(name.trim(), value.trim()).map_err(|error| error.to_string())?;
    }
    if let Some(text) = &arguments.position {
        let (setup, moves) = match Command::parse(&format!("position {text}")) {
            Ok(Some(Command::Position { setup, moves })) => (setup, moves),
            _ => (Setup::Text(text.clone()), Vec::new()),
        };
        engine.set_position(&setup, &moves, Notation::Native).map_err(|error| error.to_string())?;
    }

    let output = Output::stdout();
    let started = Instant::now();
    let count = engine.perft(arguments.depth, arguments.threads.into());
    let moves = count(&AtomicBool::new(false)).unwrap_or_default();
    let time = started.elapsed();
    let nodes = if arguments.depth == 0 { 1 } else { moves.iter().map(|&(_, nodes)| nodes).sum::<u64>() };
    if arguments.divide {
        for (m, nodes) in moves {
            output.say(&format!("{}: {nodes}", (game.move_text)(m, Notation::Native)));
        }
        output.say("");
    }
    output.say(&format!("Time (ms)     : {}", time.as_millis()));
    output.say(&format!("Nodes/second  : {:.0}", nodes as f64 / time.as_secs_f64().max(1e-6)));
    output.say(&format!("Nodes searched: {nodes}"));
    Ok(())
}
