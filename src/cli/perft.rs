//! `ryuma perft`: the test and the speed of the move generators.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde_json::json;

use crate::engine::GameInfo;
use crate::game::Notation;
use crate::protocol::output::Output;

use super::setup;

#[derive(clap::Args)]
pub struct Arguments {
    /// The game
    #[arg(long, value_parser = setup::any_game_parser(), ignore_case = true)]
    game: &'static GameInfo,
    /// FEN or SFEN of the position, or what follows `position` in the protocols [default: startpos]
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// A rule option, e.g. JanggiRules=Casual; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    rule: Vec<String>,
    /// Show the count below each move
    #[arg(long)]
    divide: bool,
    /// Write moves as people do, in this style, instead of as coordinates (docs/notation.md)
    #[arg(long, value_name = "STYLE", value_parser = setup::style_parser(), ignore_case = true)]
    notation: Option<String>,
    /// Threads to count on
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let mut engine = setup::sit_down(arguments.game, &arguments.rule)?;
    if let Some(text) = &arguments.position {
        setup::set_position(&mut *engine, text)?;
    }
    let write = setup::scribe(&*engine, arguments.notation.as_deref())?;

    let output = Output::stdout();
    let started = Instant::now();
    let count = engine.perft(arguments.depth, arguments.threads.into());
    let moves = count(&AtomicBool::new(false)).unwrap_or_default();
    let time = started.elapsed();
    let nodes = if arguments.depth == 0 { 1 } else { moves.iter().map(|&(_, nodes)| nodes).sum::<u64>() };
    let rate = nodes as f64 / time.as_secs_f64().max(1e-6);
    if arguments.json {
        let mut object = json!({
            "game": arguments.game.name,
            "position": engine.text(Notation::Native),
            "depth": arguments.depth,
            "nodes": nodes,
            "time_ms": time.as_millis() as u64,
            "nodes_per_second": rate as u64,
        });
        if arguments.divide {
            let moves =
                moves.iter().map(|&(m, nodes)| json!({ "move": write(&[m]).concat(), "nodes": nodes }));
            object["moves"] = moves.collect();
        }
        output.say(&object.to_string());
        return Ok(());
    }
    if arguments.divide {
        for (m, nodes) in moves {
            output.say(&format!("{}: {nodes}", write(&[m]).concat()));
        }
        output.say("");
    }
    output.say(&format!("Time (ms)     : {}", time.as_millis()));
    output.say(&format!("Nodes/second  : {rate:.0}"));
    output.say(&format!("Nodes searched: {nodes}"));
    Ok(())
}
