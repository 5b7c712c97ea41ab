//! `ryuma match`: engines against each other.

use std::fs;
use std::path::PathBuf;
use std::process::{ExitCode, exit};
use std::time::Duration;

use crate::engine::GameInfo;
use crate::protocol::output::Output;
use crate::tournament::adjudication::{DrawRule, ResignRule};
use crate::tournament::client::House;
use crate::tournament::clock::Control;
use crate::tournament::game::Terms;
use crate::tournament::openings::{self, Source};
use crate::tournament::schedule::Format;
use crate::tournament::stats::Sprt;
use crate::tournament::{EngineSpec, Plan, State, StopSign};

use super::setup;

/// The exit status of an interrupted match, as shells tell of Ctrl-C.
const INTERRUPTED: u8 = 130;
/// Games of a pairing if a sequential test is to end the match.
const GAMES_OF_A_TEST: usize = 100_000;
const GAMES_OF_A_MATCH: usize = 100;

const EXAMPLES: &str = "\
Examples:
  ryuma match --game shogi --engine \"name=new cmd=./ryuma\" --engine \"name=old cmd=./ryuma-old\" \\
      --tc 5+0.05 --sprt elo0=0 elo1=5 --concurrency 2 --out runs/new
  ryuma match --game xiangqi --engine \"name=A cmd=./ryuma option.Threads=1\" \\
      --engine \"name=B cmd=fairy-stockfish option.Hash=64\" --movetime 200 --games 60 --out runs/fairy

Exit status: 0 all games played or the test decided; 2 an error; 130 interrupted (--resume goes on).";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group = clap::ArgGroup::new("time").required(true).multiple(true))]
pub struct Arguments {
    /// The game
    #[arg(long, value_parser = setup::any_game_parser(), ignore_case = true)]
    game: &'static GameInfo,
    /// A rule option, e.g. MaxMovesToDraw=320; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    rule: Vec<String>,
    /// An engine: name=NAME cmd=COMMAND [proto=usi|ucci|uci] [dir=FOLDER] [option.NAME=VALUE]…; twice or more
    #[arg(long, required = true, value_name = "WORDS")]
    engine: Vec<EngineSpec>,

    /// Main time and increment in seconds
    #[arg(long, group = "time", value_name = "S+INC", conflicts_with_all = ["movetime", "nodes", "depth"])]
    tc: Option<String>,
    /// Milliseconds for every move, after the main time of --tc if that is given
    #[arg(long, group = "time", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["movetime", "nodes", "depth"])]
    byoyomi: Option<u64>,
    /// Milliseconds, exactly, for every move
    #[arg(long, group = "time", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["nodes", "depth"])]
    movetime: Option<u64>,
    /// Nodes for every move
    #[arg(long, group = "time", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "depth")]
    nodes: Option<u64>,
    /// Plies for every move
    #[arg(long, group = "time", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Milliseconds after its time from which on a move is late, and loses
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Milliseconds to wait for a late move before the engine counts as hung and is started anew
    #[arg(long, value_name = "MS", default_value_t = 5000)]
    hang: u64,

    /// Games of each pairing, at most [default: 100; with --sprt 100000]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// The first engine meets all others (default: all meet all)
    #[arg(long)]
    gauntlet: bool,
    /// End the match once it has decided between two Elo differences
    #[arg(long, num_args = 0..=4, value_name = "elo0=0 elo1=5 alpha=0.05 beta=0.05")]
    sprt: Option<Vec<String>>,

    /// Openings, one a line: FEN or SFEN [moves …], or moves from the start
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Take the openings of the file in an order that depends on the seed
    #[arg(long, requires = "openings")]
    shuffle: bool,
    /// Without a file: random plies of an opening
    #[arg(long, value_name = "N[-M]", default_value = "4-8", conflicts_with = "openings")]
    plies: String,
    /// Without a file: by how much one side may be ahead, in centipawns of a short search
    #[arg(long, value_name = "CP", default_value_t = 100, value_parser = clap::value_parser!(i32).range(1..),
        conflicts_with = "openings")]
    balance: i32,
    /// Chooses the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Plies, the opening's included, after which a game is a draw
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// Call a game a draw when from this ply on all scores of so many moves a side are near zero
    #[arg(long, num_args = 0..=3, value_name = "from=80 moves=8 score=10")]
    draw: Option<Vec<String>>,
    /// Call a game won when both sides have seen it so for so many moves
    #[arg(long, num_args = 0..=2, value_name = "moves=4 score=1500")]
    resign: Option<Vec<String>>,

    /// The folder for games and summary
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Go on with the match in the folder
    #[arg(long)]
    resume: bool,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = StopSign::default();
    let plan = plan(arguments, stop.clone())?;
    let handler = move || {
        if stop.is_raised() {
            exit(INTERRUPTED.into());
        }
        stop.raise();
    };
    ctrlc::set_handler(handler).map_err(|error| format!("cannot listen for Ctrl-C: {error}"))?;
    if plan.house.game.players > 2 {
        Output::stdout().say(crate::tournament::four::run(&plan)?.trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    let summary = crate::tournament::run(&plan)?;
    Output::stdout().say(summary.text().trim_end());
    Ok(if summary.state == State::Interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn plan(arguments: &Arguments, stop: StopSign) -> Result<Plan, String> {
    let game = arguments.game;
    let margin = Duration::from_millis(arguments.margin);
    let sprt = option::<Sprt>("sprt", &arguments.sprt)?;
    let mut rules = Vec::new();
    for rule in &arguments.rule {
        let (name, value) =
            rule.split_once('=').ok_or_else(|| format!("--rule {rule}: expected NAME=VALUE"))?;
        rules.push((name.trim().to_string(), value.trim().to_string()));
    }
    let house = House {
        game,
        rules,
        margin,
        hang: Duration::from_millis(arguments.hang),
        folder: arguments.out.clone(),
        stop,
    };
    let terms = Terms {
        control: control(arguments)?,
        margin,
        max_plies: arguments.max_plies.map(|plies| plies as usize),
        draw: option::<DrawRule>("draw", &arguments.draw)?,
        resign: option::<ResignRule>("resign", &arguments.resign)?,
    };
    let games = if sprt.is_some() { GAMES_OF_A_TEST } else { GAMES_OF_A_MATCH };
    let mut plan = Plan {
        house,
        terms,
        engines: arguments.engine.clone(),
        format: if arguments.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
        games: arguments.games.map_or(games, |games| games as usize),
        concurrency: arguments.concurrency.into(),
        openings: Source::List(Vec::new()),
        openings_text: String::new(),
        seed: arguments.seed,
        sprt,
        folder: arguments.out.clone(),
        resume: arguments.resume,
    };
    set_openings(&mut plan, arguments)?;
    Ok(plan)
}

fn control(arguments: &Arguments) -> Result<Control, String> {
    let milliseconds = Duration::from_millis;
    if let Some(time) = arguments.movetime {
        return Ok(Control::MoveTime(milliseconds(time)));
    } else if let Some(nodes) = arguments.nodes {
        return Ok(Control::Nodes(nodes));
    } else if let Some(depth) = arguments.depth {
        return Ok(Control::Depth(depth));
    }
    let (main, increment) = match &arguments.tc {
        Some(text) => Control::parse_clock(text).map_err(|error| format!("--tc: {error}"))?,
        None => (Duration::ZERO, Duration::ZERO),
    };
    let byoyomi = milliseconds(arguments.byoyomi.unwrap_or(0));
    if !increment.is_zero() && !byoyomi.is_zero() {
        return Err("--byoyomi follows a main time, not an increment: give --tc without '+'".to_string());
    }
    Ok(Control::Clock { main, increment, byoyomi })
}

fn set_openings(plan: &mut Plan, arguments: &Arguments) -> Result<(), String> {
    let Some(path) = &arguments.openings else {
        let bad = || format!("--plies {}: expected a number or two, like 6 or 4-8", arguments.plies);
        let (least, most) = arguments.plies.split_once('-').unwrap_or((&arguments.plies, &arguments.plies));
        let (least, most): (usize, usize) = least
            .parse()
            .ok()
            .zip(most.parse().ok())
            .filter(|(a, b)| a <= b && *b <= 1000)
            .ok_or_else(bad)?;
        plan.openings = Source::Random { plies: least..=most, bound: arguments.balance };
        plan.openings_text = format!("{least}-{most} random plies within {}", arguments.balance);
        return Ok(());
    };
    let failed = |error: &dyn std::fmt::Display| format!("openings '{}': {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| failed(&error))?;
    let mut list = openings::read(&text, plan.referee()?.as_mut()).map_err(|error| failed(&error))?;
    if arguments.shuffle {
        openings::shuffle(&mut list, arguments.seed);
    }
    let order = if arguments.shuffle { ", shuffled" } else { "" };
    plan.openings_text = format!("{} of '{}'{order}", list.len(), path.display());
    plan.openings = Source::List(list);
    Ok(())
}

/// An option made of `NAME=VALUE` words.
fn option<T: std::str::FromStr<Err = String>>(
    name: &str,
    words: &Option<Vec<String>>,
) -> Result<Option<T>, String> {
    let read = |words: &Vec<String>| words.join(" ").parse().map_err(|error| format!("--{name}: {error}"));
    words.as_ref().map(read).transpose()
}
