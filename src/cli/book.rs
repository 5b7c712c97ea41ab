//! `ryuma book`: opening books made, shown, put together and checked.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::book::check::check;
use crate::book::grow::{Growth, Plan};
use crate::book::{Known, Library, chances, merge, text};
use crate::engine::GameInfo;
use crate::game::Notation;
use crate::protocol::output::{Output, complain};

use super::setup;

const AFTER_HELP: &str = "\
Books are text files in the layout of YaneuraOu (#YANEURAOU-DB2016); xiangqi and janggi write 'fen' where shogi writes
'sfen'. For shogi, Apery's binary books (.bin) can be read, too.

Examples:
  ryuma book build --game xiangqi --positions 1000 --out my.db   make a book, or go on with it
  ryuma book show --game xiangqi my.db                           the moves of the start position
  ryuma book merge --game shogi a.db b.db --out both.db
  ryuma book check --game shogi both.db                          exit code 1 if something is wrong";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Make a book by search, or let one grow: the best lines first
    Build(BuildArguments),
    /// Show the moves of a position
    Show(ShowArguments),
    /// Make one book of several
    Merge(MergeArguments),
    /// Look for positions and moves that the rules do not know
    Check(CheckArguments),
}

#[derive(clap::Args)]
struct BuildArguments {
    /// The game
    #[arg(long, value_parser = setup::game_parser(), ignore_case = true)]
    game: &'static GameInfo,
    /// The book; if it is there, it grows
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions that the book is to have in the end
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,
    /// Positions searched for each, about: the iteration under way is finished
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves looked at in each position
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: u16,
    /// Centipawns by which a move may be worse than the best one
    #[arg(long, value_name = "CP", default_value_t = 40, value_parser = clap::value_parser!(i32).range(0..=1000))]
    margin: i32,
    /// Plies from the start of the game that the book covers
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=1000))]
    plies: u16,
    /// A position to begin with instead of the start of the game; may be given several times
    #[arg(long, value_name = "TEXT")]
    position: Vec<String>,
    /// A rule option, e.g. JanggiRules=Casual; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    rule: Vec<String>,
    /// Searching threads; with one the same command makes the same book
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Megabytes of hash table
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=131_072))]
    hash: u32,
}

#[derive(clap::Args)]
struct ShowArguments {
    /// The game
    #[arg(long, value_parser = setup::game_parser(), ignore_case = true)]
    game: &'static GameInfo,
    /// The book [default: the one inside the program]
    file: Option<PathBuf>,
    /// The position: FEN or SFEN, or what follows `position` in the protocols [default: startpos]
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct MergeArguments {
    /// The game
    #[arg(long, value_parser = setup::game_parser(), ignore_case = true)]
    game: &'static GameInfo,
    /// The books
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The new book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(clap::Args)]
struct CheckArguments {
    /// The game
    #[arg(long, value_parser = setup::game_parser(), ignore_case = true)]
    game: &'static GameInfo,
    /// The book
    file: PathBuf,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Where there is no terminal for a progress bar, so often a line; and so often a growing book is written.
const EVERY: Duration = Duration::from_secs(10);
/// More faults than this are only counted.
const FAULTS_TOLD: usize = 50;

/// Does what the arguments say, as `ryuma book --help` tells.
///
/// # Errors
/// A message: a file that cannot be read or written, or is no book.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    match &arguments.command {
        Command::Build(arguments) => build(arguments),
        Command::Show(arguments) => show(arguments),
        Command::Merge(arguments) => join(arguments),
        Command::Check(arguments) => examine(arguments),
    }
}

fn build(arguments: &BuildArguments) -> Result<ExitCode, String> {
    let (game, path) = (arguments.game, &arguments.out);
    let mut engine = setup::sit_down(game, &arguments.rule)?;
    engine.set_threads(arguments.threads.into());
    engine.set_hash(arguments.hash as usize).and_then(|()| engine.prepare()).map_err(|e| e.to_string())?;
    let mut starts = Vec::new();
    for text in &arguments.position {
        setup::set_position(&mut *engine, text)?;
        starts.push(engine.text(Notation::Native));
    }
    if starts.is_empty() {
        starts = (game.starts)();
    }
    let mut pages = Vec::new();
    if path.exists() {
        let (known, faults) = text::read(&text::load(path).map_err(|error| error.to_string())?);
        if let Some(fault) = faults.first() {
            return Err(format!("'{}', line {}: {}", path.display(), fault.line, fault.reason));
        }
        pages = known;
    }
    let plan = Plan {
        positions: arguments.positions as usize,
        nodes: arguments.nodes,
        lines: arguments.lines.into(),
        margin: arguments.margin,
        plies: arguments.plies.into(),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    ctrlc::set_handler(move || stopped.store(true, Relaxed))
        .map_err(|error| format!("cannot listen to Ctrl-C: {error}"))?;

    let mut growth = Growth::new(&mut *engine, starts, pages, plan)
        .map_err(|error| format!("'{}': {error}", path.display()))?;
    let mut progress = Progress::new(plan.positions, growth.positions());
    while growth.step(&stop)? {
        if progress.tell(growth.positions()) {
            text::save(path, &growth.pages(), game).map_err(|error| error.to_string())?;
        }
    }
    progress.bar.finish_and_clear();
    text::save(path, &growth.pages(), game).map_err(|error| error.to_string())?;
    Output::stdout().say(&format!("{}: {} positions", path.display(), growth.positions()));
    if stop.load(Relaxed) {
        return Err("stopped; the same command goes on from here".to_string());
    }
    if growth.positions() < plan.positions {
        complain(format_args!(
            "no more positions within {} plies and {} centipawns",
            plan.plies, plan.margin
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// A progress bar, or lines where there is no terminal.
struct Progress {
    bar: ProgressBar,
    told: Instant,
}

impl Progress {
    fn new(total: usize, done: usize) -> Progress {
        let bar = ProgressBar::new(total as u64).with_position(done as u64);
        let style = ProgressStyle::with_template("{bar:24} {human_pos}/{human_len} positions, {eta} left");
        // The template is ours; the default style would do as well.
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress { bar, told: Instant::now() }
    }

    /// Tells how far it has come; `true` now and then, when it is time to write the book.
    fn tell(&mut self, positions: usize) -> bool {
        self.bar.set_position(positions as u64);
        let is_due = self.told.elapsed() >= EVERY;
        if is_due {
            self.told = Instant::now();
            if self.bar.is_hidden() {
                complain(format_args!("{positions} positions"));
            }
        }
        is_due
    }
}

fn show(arguments: &ShowArguments) -> Result<ExitCode, String> {
    let game = arguments.game;
    let mut library = Library::new(0);
    match &arguments.file {
        Some(path) => library.add_file(path, game),
        None => library.add_own(game),
    }
    .map_err(|error| error.to_string())?;
    let mut engine = (game.sit_down)();
    if let Some(text) = &arguments.position {
        setup::set_position(&mut *engine, text)?;
    }
    let (known, _, illegal) = library.look_up(&*engine);
    let shares = chances(&known, 100);
    let position = engine.text(Notation::Native);
    if arguments.json {
        let moves: Vec<_> = known.iter().map(|known| &known.entry).collect();
        let object = json!({"position": position, "moves": moves, "illegal": illegal});
        Output::stdout().say(&object.to_string());
        return Ok(ExitCode::SUCCESS);
    }
    let output = Output::stdout();
    library.contents().for_each(|book| output.say(&book));
    output.say(&position);
    if known.is_empty() {
        output.say("no moves for this position");
    } else {
        output.say(&move_table(&known, &shares));
    }
    illegal.iter().for_each(|text| output.say(&format!("illegal, so never played: {text}")));
    Ok(ExitCode::SUCCESS)
}

fn move_table(known: &[Known], shares: &[f64]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["move", "answer", "score", "depth", "weight", "share"]);
    for (Known { entry, .. }, share) in known.iter().zip(shares) {
        table.add_row([
            entry.text.clone(),
            entry.answer.clone().unwrap_or_default(),
            entry.score.map_or(String::new(), |score| format!("{score:+}")),
            entry.depth.to_string(),
            entry.weight.to_string(),
            format!("{:.0} %", share * 100.0),
        ]);
    }
    table.column_iter_mut().skip(2).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    table.to_string().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

fn join(arguments: &MergeArguments) -> Result<ExitCode, String> {
    let mut books = Vec::new();
    for path in &arguments.files {
        let (pages, faults) = text::read(&text::load(path).map_err(|error| error.to_string())?);
        if pages.is_empty() {
            return Err(format!("'{}' is no book: it has no position", path.display()));
        }
        for fault in &faults {
            complain(format_args!("'{}', line {}: {}; left out", path.display(), fault.line, fault.reason));
        }
        books.push(pages);
    }
    let merged = merge(books);
    text::save(&arguments.out, &merged, arguments.game).map_err(|error| error.to_string())?;
    Output::stdout().say(&format!("{}: {} positions", arguments.out.display(), merged.len()));
    Ok(ExitCode::SUCCESS)
}

fn examine(arguments: &CheckArguments) -> Result<ExitCode, String> {
    let content = text::load(&arguments.file).map_err(|error| error.to_string())?;
    let findings = check(&content, &mut *(arguments.game.sit_down)());
    let (output, name) = (Output::stdout(), arguments.file.display());
    let faults = &findings.faults;
    if arguments.json {
        let faults: Vec<_> =
            faults.iter().map(|fault| json!({"line": fault.line, "reason": fault.reason})).collect();
        let (positions, moves) = (findings.positions, findings.moves);
        output.say(&json!({"positions": positions, "moves": moves, "faults": faults}).to_string());
    } else {
        for fault in faults.iter().take(FAULTS_TOLD) {
            output.say(&format!("{name}:{}: {}", fault.line, fault.reason));
        }
        if faults.len() > FAULTS_TOLD {
            output.say(&format!("… and {} more", faults.len() - FAULTS_TOLD));
        }
        let (positions, moves) = (findings.positions, findings.moves);
        output.say(&format!("{positions} positions, {moves} moves, {} faults", faults.len()));
    }
    if findings.positions == 0 {
        return Err(format!("'{name}' is no book: it has no position"));
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
