//! `ryuma analyze`: what the engine thinks of games, move by move.

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use crate::analysis::{self, Analysis, Plan, annotate, page, plot, table};
use crate::engine::GameInfo;
use crate::nnue::Choice;
use crate::protocol::output::{Output, complain};
use crate::records::{self, Format, Hints, Record};
use crate::search::Limits;
use crate::tournament::progress::Progress;

use super::{convert, setup};

const AFTER_HELP: &str = "\
A file is a game record in any format that Ryuma reads, or has lines as the protocols write them: 'position startpos moves …'.
A file may hold several games.

Scores are centipawns for the side that moved; 'mate 5' is a win in 5 plies. A move is an inaccuracy, a mistake or a blunder
if it costs 5, 10 or 20 points of percent of the chances to win; it is the only move if every other one were a blunder.

With several games --html, --plot and --record name a folder.

Ctrl-C ends the analysis. Games that are finished have been told and written; of one under way the moves looked at, which are
its last ones, are told, and no file is written.

Exit code: 0 everything was analysed; 1 parts of a record could not be read and were left out; 2 the command line was bad, or
a file could not be read or written (the other games are analysed); 130 stopped by Ctrl-C.

Examples:
  ryuma analyze game.kif --html game.html
  ryuma analyze --game xiangqi --position 'startpos moves h2e2 h9g7' --depth 16
  ryuma analyze games/*.csa --nodes 200000 --jobs 4 --json > games.json";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// Records of games; `-` is the standard input
    #[arg(value_name = "FILE", required_unless_present = "position")]
    files: Vec<PathBuf>,
    /// The game, where the record does not say
    #[arg(long, value_parser = setup::game_parser(), ignore_case = true)]
    game: Option<&'static GameInfo>,
    /// A position, moves to it may follow: FEN or SFEN, or what follows `position` in the protocols
    #[arg(long, value_name = "TEXT", conflicts_with = "files", requires = "game")]
    position: Option<String>,
    /// A rule option, e.g. JanggiRules=Casual; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    rule: Vec<String>,

    /// Milliseconds for each position; without it, --nodes and --depth 1000
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies for each position
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Best lines to find in each position; from 2 on only moves are told
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// Searching threads for each game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Megabytes of the hash table of each game
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=131_072))]
    hash: u32,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Evaluate by the network of this file
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,

    /// Write moves for people in this notation, e.g. western; without it as the protocols do
    #[arg(long, value_name = "STYLE")]
    notation: Option<String>,
    /// One JSON object a game instead of a table
    #[arg(long)]
    json: bool,
    /// Write a page to step through the game, for any browser
    #[arg(long, value_name = "PATH")]
    html: Option<PathBuf>,
    /// Write a picture of the evaluation (SVG)
    #[arg(long, value_name = "PATH")]
    plot: Option<PathBuf>,
    /// Write the record with scores, remarks and better lines; the file's ending says the format
    #[arg(long, value_name = "PATH")]
    record: Option<PathBuf>,
}

/// Milliseconds for a position if nothing is told.
const DEFAULT_TIME: u64 = 1000;

/// The exit status after Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

/// A game to be analysed.
struct Task {
    /// For people.
    source: String,
    /// The name of what is written, without its ending.
    stem: String,
    record: Record,
}

/// Analyses what the arguments name, as `ryuma analyze --help` tells.
///
/// # Errors
/// A message: a bad rule or output, or bad files (after all others have been analysed).
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut intake = Intake::default();
    match &arguments.position {
        Some(text) => intake.take_position(text, arguments)?,
        None => arguments.files.iter().for_each(|path| intake.take_file(path, arguments.game)),
    }
    let Intake { tasks, bad, is_incomplete, .. } = intake;
    let outlet = Outlet { arguments, many: tasks.len() > 1, output: Output::stdout() };
    outlet.check(&tasks)?;

    let positions: usize = tasks.iter().map(|task| task.record.line.nodes.len() + 1).sum();
    let progress = Progress::new(0, positions as u64);
    let done = AtomicU64::new(0);
    let stop = Arc::new(AtomicBool::new(false));
    let raised = stop.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))
        .map_err(|error| format!("cannot listen to Ctrl-C: {error}"))?;
    let failed = Mutex::new(bad);
    let work = || {
        tasks.par_iter().for_each(|task| {
            let tick = || progress.show(done.fetch_add(1, Ordering::Relaxed) + 1, task.source.clone());
            let result = analyse(task, arguments, &tick, &stop);
            let deliver =
                |analysis: Option<Analysis>| analysis.map_or(Ok(()), |it| outlet.deliver(&it, task));
            progress.aside(|| {
                if let Err(error) = result.and_then(deliver) {
                    complain(format_args!("error: {}: {error}", task.source));
                    *failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += 1;
                }
            });
        });
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs.into()).build();
    pool.map_err(|error| format!("cannot start {} jobs: {error}", arguments.jobs))?.install(work);
    progress.finish();
    if stop.load(Ordering::Relaxed) {
        complain("stopped");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    match failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        0 => Ok(ExitCode::from(u8::from(is_incomplete))),
        1 => Err("a game was not analysed".to_string()),
        failed => Err(format!("{failed} games were not analysed")),
    }
}

/// `None`: it was stopped before anything was found.
fn analyse(
    task: &Task,
    arguments: &Arguments,
    tick: &dyn Fn(),
    stop: &AtomicBool,
) -> Result<Option<Analysis>, String> {
    let Arguments { time, nodes, depth, .. } = *arguments;
    let move_time = time.or((nodes.is_none() && depth.is_none()).then_some(DEFAULT_TIME));
    let plan = Plan {
        limits: Limits { move_time, nodes, depth, ..Limits::default() },
        lines: arguments.multipv.into(),
        style: arguments.notation.clone(),
    };
    let mut engine = setup::sit_down(task.record.game, &arguments.rule)?;
    engine.set_threads(arguments.threads.into());
    engine.set_hash(arguments.hash as usize).map_err(|error| error.to_string())?;
    let evaluation = arguments.net.clone().map_or(Choice::Embedded, Choice::File);
    engine.set_network(&evaluation).map_err(|error| error.to_string())?;
    engine.prepare().map_err(|error| error.to_string())?;
    analysis::analyse(&task.record, &task.source, &mut *engine, &plan, tick, stop)
        .map_err(|error| error.to_string())
}

/// The games to analyse, and what was wrong with those that are not among them.
#[derive(Default)]
struct Intake {
    tasks: Vec<Task>,
    /// Of the tasks.
    stems: HashSet<String>,
    /// Files that could not be read.
    bad: usize,
    /// Parts of a record were left out.
    is_incomplete: bool,
}

impl Intake {
    fn take_position(&mut self, text: &str, arguments: &Arguments) -> Result<(), String> {
        let Some(game) = arguments.game else { return Err("--position needs --game".to_string()) };
        let (start, moves) = setup::position(text);
        let record = Record::from_moves(game, start, &moves).map_err(|error| error.to_string())?;
        self.tasks.push(Task { source: "position".to_string(), stem: "position".to_string(), record });
        Ok(())
    }

    /// Takes the games of a file; what is wrong with it is told at once.
    fn take_file(&mut self, path: &Path, game: Option<&'static GameInfo>) {
        let name = path.display().to_string();
        let hints = Hints { game, path: Some(path), ..Hints::default() };
        let reading =
            read(path).and_then(|bytes| records::read(&bytes, &hints).map_err(|error| error.to_string()));
        let reading = match reading {
            Ok(reading) => reading,
            Err(error) => {
                complain(format_args!("error: {name}: {error}"));
                self.bad += 1;
                return;
            }
        };
        for problem in &reading.problems {
            complain(format_args!("warning: {name}: {problem}; left out"));
            self.is_incomplete = true;
        }
        if let Some(record) = reading.records.iter().find(|record| record.game.players != 2) {
            complain(format_args!("error: {name}: {}", record.game.lacks("analysis")));
            self.bad += 1;
            return;
        }
        let stem = match path.file_stem() {
            Some(stem) if path != Path::new("-") => stem.to_string_lossy().into_owned(),
            _ => "game".to_string(),
        };
        let is_alone = reading.records.len() == 1;
        for (i, record) in reading.records.into_iter().enumerate() {
            let numbered = |text: &str, mark: &str| {
                if is_alone { text.to_string() } else { format!("{text}{mark}{}", i + 1) }
            };
            let stem = self.free_stem(numbered(&stem, "-"));
            self.tasks.push(Task { source: numbered(&name, "#"), stem, record });
        }
    }

    /// The name, or one like it if another game has it already: files of several folders may be called alike.
    fn free_stem(&mut self, stem: String) -> String {
        let (mut free, mut number) = (stem.clone(), 1);
        while !self.stems.insert(free.clone()) {
            number += 1;
            free = format!("{stem}-{number}");
        }
        free
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        std::fs::read(path).map(|read| bytes = read)
    };
    read.map_err(|error| format!("cannot read it: {error}"))?;
    Ok(bytes)
}

/// Where results go.
struct Outlet<'a> {
    arguments: &'a Arguments,
    /// More games than one: outputs are folders.
    many: bool,
    output: Output,
}

impl Outlet<'_> {
    /// Finds out before hours of work whether their fruit can be kept.
    fn check(&self, tasks: &[Task]) -> Result<(), String> {
        let Arguments { html, plot, record, .. } = self.arguments;
        for path in [html, plot, record].into_iter().flatten() {
            if self.many {
                std::fs::create_dir_all(path)
                    .map_err(|error| format!("folder '{}': {error}", path.display()))?;
            } else if path.parent().is_some_and(|folder| folder != Path::new("") && !folder.is_dir()) {
                return Err(format!("'{}': there is no such folder", path.display()));
            }
            probe(&if self.is_folder(path) { path.join(".ryuma") } else { path.clone() })?;
        }
        for task in tasks {
            let game = task.record.game;
            if let Some(style) = &self.arguments.notation {
                // The engine has the words for what is wrong with it.
                (game.sit_down)().scribe(style).map(drop).map_err(|error| error.to_string())?;
            }
            if let Some(path) = record {
                let format = self.format(path, game)?;
                if !format.is_for(game) {
                    return Err(format!("{format} is not a format for {}", game.name));
                }
            }
        }
        Ok(())
    }

    /// The format that a file's ending names; in a folder, what programs write for the game.
    fn format(&self, path: &Path, game: &GameInfo) -> Result<Format, String> {
        if self.is_folder(path) {
            return Ok(Format::usual(game));
        }
        Format::of_path(path).ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            format!("--record {}: the file's ending names no format of records: {names}", path.display())
        })
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.many || path.is_dir()
    }

    /// Tells the result and writes everything that was asked for.
    fn deliver(&self, analysis: &Analysis, task: &Task) -> Result<(), String> {
        let Arguments { html, plot, record, json, notation, .. } = self.arguments;
        let told = if *json {
            serde_json::to_string(analysis).map_err(|error| error.to_string())?
        } else {
            table::text(analysis) + if self.many { "\n" } else { "" }
        };
        self.output.say(&told);
        if analysis.missing > 0 {
            return Ok(());
        }
        if let Some(path) = html {
            let page = page::html(analysis, notation.as_deref()).map_err(|error| error.to_string())?;
            write(&self.place(path, task, "html"), page.as_bytes())?;
        }
        if let Some(path) = plot {
            write(&self.place(path, task, "svg"), plot::svg(analysis).as_bytes())?;
        }
        if let Some(path) = record {
            let format = self.format(path, task.record.game)?;
            // Formats without a choice of styles have their own way to write moves.
            let style = notation.as_deref().filter(|_| format.has_styles());
            let text = records::write_styled(&annotate::annotated(analysis), format, style);
            let text = text.map_err(|error| error.to_string())?;
            let path = self.place(path, task, format.name());
            let bytes = records::encoding::encode(&text, convert::usual_encoding(format, &path));
            write(&path, &bytes.map_err(|error| error.to_string())?)?;
        }
        Ok(())
    }

    /// The file for a result: the path itself, or one in the folder that it names.
    fn place(&self, path: &Path, task: &Task, ending: &str) -> PathBuf {
        if self.is_folder(path) { path.join(format!("{}.{ending}", task.stem)) } else { path.to_path_buf() }
    }
}

/// Finds out whether a file can be written, and leaves things as they are.
fn probe(path: &Path) -> Result<(), String> {
    let is_new = !path.exists();
    let opened = std::fs::OpenOptions::new().create(true).append(true).open(path);
    opened.map_err(|error| format!("cannot write '{}': {error}", path.display()))?;
    if is_new {
        // What was made a moment ago can be taken away.
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("cannot write '{}': {error}", path.display()))
}
