//! `ryuma mate`: solves mate problems, one or a file of them.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use serde_json::json;

use crate::engine::{Engine, GameInfo, Scribe};
use crate::game::Notation;
use crate::protocol::output::{Output, complain};
use crate::search::mate::{Answer, Report};
use crate::search::{Limits, Request};

use super::setup;

const AFTER_HELP: &str = "\
A file has one position a line: FEN or SFEN, or what follows 'position' in the protocols. What comes after a tab is left
out, and so are empty lines and lines that begin with '#'.

A mate is one by checks alone, whatever the other side answers. The line told is the one of the longest resistance, men
put in between for nothing included; with --shortest there is no shorter mate.

Exit code: 0 every position was decided, mate or not; 1 the budget was used up for at least one; 2 the command line or
at least one position was bad (the others are solved).

Examples:
  ryuma mate --game shogi --position '4k4/9/4P4/9/9/9/9/9/4K4 b G 1'
  ryuma mate --game xiangqi --time 5000 --json problems.txt";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The game
    #[arg(long, value_parser = setup::any_game_parser(), ignore_case = true)]
    game: &'static GameInfo,
    /// The position: FEN or SFEN, or what follows `position` in the protocols
    #[arg(long, value_name = "TEXT", conflicts_with = "file", required_unless_present = "file")]
    position: Option<String>,
    /// A file of positions, one a line; `-` is the standard input
    file: Option<PathBuf>,
    /// A rule option, e.g. JanggiRules=Casual; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    rule: Vec<String>,
    /// Nodes for each position [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for each position; without it and without --nodes 60000
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Megabytes of the solver's table
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=131_072))]
    hash: u32,
    /// Go on for the shortest mate with what is left of the budget
    #[arg(long)]
    shortest: bool,
    /// Write moves as people do, in this style, instead of as coordinates (docs/notation.md)
    #[arg(long, value_name = "STYLE", value_parser = setup::style_parser(), ignore_case = true)]
    notation: Option<String>,
    /// One JSON object a position
    #[arg(long)]
    json: bool,
}

/// Milliseconds for a position if no budget is told.
const DEFAULT_TIME: u64 = 60_000;

/// How many positions had which answer.
#[derive(Default)]
struct Tally {
    mates: usize,
    none: usize,
    undecided: usize,
    bad: usize,
}

/// Solves what the arguments name, as `ryuma mate --help` tells.
///
/// # Errors
/// A message: no such file, a bad rule, bad positions (after all others have been solved).
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut engine = setup::sit_down(arguments.game, &arguments.rule)?;
    engine.set_hash(arguments.hash as usize).map_err(|error| error.to_string())?;
    let solver = Solver { arguments, output: Output::stdout() };
    let mut tally = Tally::default();
    match (&arguments.position, &arguments.file) {
        (Some(text), _) => {
            setup::set_position(&mut *engine, text)?;
            solver.solve(&*engine, None, &mut tally)?;
        }
        (None, Some(path)) => solver.solve_file(&mut *engine, path, &mut tally)?,
        (None, None) => return Err("neither a position nor a file".to_string()), // clap asks for one
    }
    match tally {
        Tally { bad: 1, .. } => Err("a position was bad".to_string()),
        Tally { bad: 2.., .. } => Err(format!("{} positions were bad", tally.bad)),
        Tally { undecided: 1.., .. } => Ok(ExitCode::from(1)),
        _ => Ok(ExitCode::SUCCESS),
    }
}

struct Solver<'a> {
    arguments: &'a Arguments,
    output: Output,
}

impl Solver<'_> {
    fn solve_file(&self, engine: &mut dyn Engine, path: &Path, tally: &mut Tally) -> Result<(), String> {
        let name = path.display();
        let lines: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            let file = std::fs::File::open(path).map_err(|error| format!("cannot open '{name}': {error}"))?;
            Box::new(io::BufReader::new(file))
        };
        for (i, line) in lines.split(b'\n').enumerate() {
            let line = line.map_err(|error| format!("cannot read '{name}': {error}"))?;
            // What is no UTF-8 is no position either, and is named as such.
            let line = String::from_utf8_lossy(&line);
            let text = line.split('\t').next().unwrap_or("").trim().trim_start_matches('\u{FEFF}');
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            match setup::set_position(engine, text) {
                Ok(()) => self.solve(engine, Some(i + 1), tally)?,
                Err(error) => {
                    tally.bad += 1;
                    complain(format_args!("error: {name}:{}: {error}; left out", i + 1));
                }
            }
        }
        if !self.arguments.json {
            let Tally { mates, none, undecided, bad } = tally;
            self.output.say(&format!("{mates} mates, {none} without, {undecided} undecided, {bad} bad"));
        }
        Ok(())
    }

    /// Solves the position, and tells the answer.
    fn solve(&self, engine: &dyn Engine, line: Option<usize>, tally: &mut Tally) -> Result<(), String> {
        let write = setup::scribe(engine, self.arguments.notation.as_deref())?;
        let Arguments { nodes, time, shortest, .. } = *self.arguments;
        let move_time = time.or(nodes.is_none().then_some(DEFAULT_TIME));
        let limits = Limits { nodes, move_time, ..Limits::default() };
        let solve = engine.mate(Request { limits, ..Request::default() }, shortest);
        let report = solve(&AtomicBool::new(false), &mut |_| {});
        *match report.answer {
            Answer::Mate(_) => &mut tally.mates,
            Answer::NoMate => &mut tally.none,
            Answer::OutOfBudget => &mut tally.undecided,
        } += 1;
        let told = if self.arguments.json {
            as_json(&report, engine, &write, line)
        } else {
            let place = line.map_or(String::new(), |line| format!("{line}: "));
            format!("{place}{}", as_text(&report, &write))
        };
        self.output.say(&told);
        Ok(())
    }
}

fn as_text(report: &Report, write: &Scribe) -> String {
    let counts = format!("({} nodes, {:.3} s)", report.progress.nodes, report.progress.time.as_secs_f64());
    match &report.answer {
        Answer::Mate(line) => {
            format!("mate in {}: {} {counts}", line.len(), write(line).join(" "))
        }
        Answer::NoMate => format!("nomate {counts}"),
        Answer::OutOfBudget => format!("out of budget {counts}"),
    }
}

fn as_json(report: &Report, engine: &dyn Engine, write: &Scribe, line: Option<usize>) -> String {
    let mut object = json!({
        "position": engine.text(Notation::Native),
        "result": match report.answer {
            Answer::Mate(_) => "mate",
            Answer::NoMate => "nomate",
            Answer::OutOfBudget => "out of budget",
        },
        "nodes": report.progress.nodes,
        "time_ms": report.progress.time.as_millis() as u64,
    });
    if let Some(line) = line {
        object["line"] = json!(line);
    }
    if let Answer::Mate(moves) = &report.answer {
        object["plies"] = json!(moves.len());
        object["moves"] = json!(write(moves));
        object["shortest"] = json!(report.is_shortest);
    }
    object.to_string()
}
