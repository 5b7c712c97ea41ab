//! `ryuma play`: a game in the terminal, against the engine or not.

mod board;
mod command;
mod input;
mod questions;
mod table;
mod thought;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::engine::GameInfo;
use crate::game::Notation;
use crate::protocol::options::skill_level;
use crate::protocol::output::Output;
use crate::search::{Limits, Skill};

use super::setup;
use board::View;
use input::Input;
use questions::{ask_game, choose_setups};
use table::{Options, Player, Table};

const AFTER_HELP: &str = "\
A move is typed as the protocols write it (7g7f, P*5e, h2e2) or as people do; 'moves' lists the legal ones, and 'help'
tells all other commands. Colours follow NO_COLOR and CLICOLOR; without a terminal there are none, and commands can be
piped in.

Exit code: 0, or 130 after Ctrl-C; 2 if the command line was bad or the game could not be saved.

Examples:
  ryuma play                                          asks for the game, then against Normal
  ryuma play --game shogi --against easy --side random
  ryuma play --game xiangqi --against human           two people
  ryuma play --game janggi --me hard --against easy --time 200 --save game.pgn
                                                      the engine with itself";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The game [default: asks]
    #[arg(long, value_parser = setup::game_parser(), ignore_case = true)]
    game: Option<&'static GameInfo>,
    /// Who plays the other side
    #[arg(long, value_enum, default_value = "normal", ignore_case = true)]
    against: Kind,
    /// Who plays this side
    #[arg(long, value_enum, default_value = "human", ignore_case = true)]
    me: Kind,
    /// Who begins: this side moves first, second, or as it falls out
    #[arg(long, value_enum, default_value = "first", ignore_case = true)]
    side: SideChoice,
    /// Milliseconds that the engine thinks for a move; Easy and Normal are faster
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time: u64,
    /// Positions that the engine searches for a move, instead of a time
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Searching threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The position to begin with: FEN or SFEN, or what follows `position` in the protocols
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// A rule option, e.g. HanSetup=EHEH; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    rule: Vec<String>,
    /// Also write moves in this style, as people do
    #[arg(long, value_name = "STYLE")]
    notation: Option<String>,
    /// How the pieces are drawn
    #[arg(long, value_enum, default_value = "letters", ignore_case = true)]
    pieces: Pieces,
    /// When to use colours
    #[arg(long, value_enum, default_value = "auto", ignore_case = true)]
    color: Colour,
    /// The engine plays without its opening book
    #[arg(long)]
    no_book: bool,
    /// Repeats what is left to chance: sides, set-ups, opening and weaker play [default: another game every time]
    #[arg(long)]
    seed: Option<u64>,
    /// Write the game to this file in the end; the end of its name chooses the format
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Human,
    Easy,
    Normal,
    Hard,
}

impl Kind {
    fn player(self, seed: u64) -> Player {
        let name = match self {
            Kind::Human => return Player::Human,
            Kind::Easy => "Easy",
            Kind::Normal => "Normal",
            Kind::Hard => "Hard",
        };
        Player::Engine { name, skill: Skill { level: skill_level(name).unwrap_or(Skill::FULL), seed } }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SideChoice {
    First,
    Second,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pieces {
    /// As position texts write them: the second side in lower case
    Letters,
    /// Chinese characters, for terminals that have them
    Characters,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

/// Plays a game.
///
/// # Errors
/// A message: a bad rule, position or style, or the game could not be saved.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let choice = match arguments.color {
        Colour::Auto => AutoStream::choice(&io::stdout()),
        Colour::Always => ColorChoice::Always,
        Colour::Never => ColorChoice::Never,
    };
    let output = Output::to(AutoStream::new(io::stdout(), choice));
    let mut input = Input::new()?;
    let seed = arguments.seed.unwrap_or_else(rand::random);
    let mut random = StdRng::seed_from_u64(seed);

    let game = match arguments.game {
        Some(game) => game,
        None => match ask_game(&mut input, &output) {
            Some(game) => game,
            None => return Ok(ExitCode::SUCCESS),
        },
    };
    if let Some(path) = &arguments.save {
        table::format_of(path, game)?;
        if path.parent().is_some_and(|folder| folder != Path::new("") && !folder.is_dir()) {
            return Err(format!("'{}': there is no such folder", path.display()));
        }
    }
    let mut engine = setup::sit_down(game, &arguments.rule)?;
    engine.set_threads(arguments.threads.into());
    let me = match arguments.side {
        SideChoice::First => 0,
        SideChoice::Second => 1,
        SideChoice::Random => random.random_range(0..game.players),
    };
    let player = |seat: usize| match (seat + game.players - me) % game.players {
        0 => arguments.me.player(seed),
        behind => arguments.against.player(seed.wrapping_add(behind as u64)),
    };
    let players: Vec<Player> = (0..game.players).map(player).collect();
    match &arguments.position {
        Some(text) => setup::set_position(&mut *engine, text)?,
        None => {
            if !choose_setups(&mut *engine, &arguments.rule, &players, &mut input, &output, &mut random) {
                return Ok(ExitCode::SUCCESS);
            }
        }
    }
    if let Some(style) = &arguments.notation
        && let Some(&m) = engine.legal_moves().first()
    {
        engine.write_move(m, style).map_err(|error| error.to_string())?;
    }
    let limits = match arguments.nodes {
        Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        None => Limits { move_time: Some(arguments.time), ..Limits::default() },
    };
    let options = Options {
        limits,
        style: arguments.notation.clone(),
        view: View {
            // Whoever plays sits at the bottom.
            flipped: players[0] != Player::Human && players[1] == Player::Human,
            characters: arguments.pieces == Pieces::Characters,
        },
        has_book: !arguments.no_book && arguments.position.is_none(),
        seed,
        save: arguments.save.clone(),
    };
    Table::new(engine, players, options, input, output)?.play()
}

/// The text of the start position under the plain rules.
fn plain_start(game: &GameInfo) -> String {
    (game.sit_down)().text(Notation::Native)
}

/// Whether a player sits at a terminal, to whom more can be said.
fn is_terminal() -> bool {
    io::stdout().is_terminal()
}
