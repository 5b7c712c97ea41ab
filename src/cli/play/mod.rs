//! `ryuma play`: a game in the terminal, against the engine or not.

mod board;
mod command;
mod input;
mod men;
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

use crate::core::Player as Seat;
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
  ryuma play --game yonin --side west --rule YoninFormat=pairs
                                                      four players in pairs, the other three by Ryuma
  ryuma play --game yonin --seats human,easy,human,hard
  ryuma play --game janggi --me hard --against easy --time 200 --save game.pgn
                                                      the engine with itself";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The game [default: asks]
    #[arg(long, value_parser = setup::any_game_parser(), ignore_case = true)]
    game: Option<&'static GameInfo>,
    /// Who plays the other side; of four players, the other three
    #[arg(long, value_enum, default_value = "normal", ignore_case = true)]
    against: Kind,
    /// Who plays this side
    #[arg(long, value_enum, default_value = "human", ignore_case = true)]
    me: Kind,
    /// Where this side sits: moves first, second, or as it falls out; with four players also the seat
    #[arg(long, value_enum, default_value = "first", ignore_case = true)]
    side: SideChoice,
    /// Who plays each side in turn, instead: human,normal; of four players South, West, North, East
    #[arg(long, value_enum, value_name = "WHO,WHO,…", value_delimiter = ',', ignore_case = true, conflicts_with_all = ["against", "me", "side"])]
    seats: Vec<Kind>,
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

impl Arguments {
    /// Who sits where.
    ///
    /// # Errors
    /// A message: the game has no such seats.
    fn players(&self, game: &GameInfo, seed: u64, random: &mut StdRng) -> Result<Vec<Player>, String> {
        let seats = game.players;
        let seeded = |kind: Kind, number: usize| kind.player(seed.wrapping_add(number as u64));
        if self.seats.is_empty() {
            let me = self.side.seat(game, random)?;
            let from_me = (0..seats).map(|seat| (seat + seats - me) % seats);
            return Ok(from_me.map(|n| seeded(if n == 0 { self.me } else { self.against }, n)).collect());
        }
        if self.seats.len() != seats {
            return Err(format!("--seats: {} has {seats} seats, not {}", game.name, self.seats.len()));
        }
        Ok(self.seats.iter().enumerate().map(|(n, &kind)| seeded(kind, n)).collect())
    }

    /// The rules told, by the names that they have in records.
    fn rules(&self, game: &GameInfo) -> Vec<(String, String)> {
        let told = self.rule.iter().filter_map(|rule| rule.split_once('='));
        let known = told.filter_map(|(name, value)| {
            let mut options = (game.rule_options)().iter();
            let option = options.find(|option| option.name.eq_ignore_ascii_case(name.trim()))?;
            Some((option.name.to_string(), value.trim().to_string()))
        });
        known.collect()
    }
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
    South,
    West,
    North,
    East,
}

impl SideChoice {
    /// The index of the seat.
    ///
    /// # Errors
    /// A message: the game has no such seat.
    fn seat(self, game: &GameInfo, random: &mut StdRng) -> Result<usize, String> {
        let seat = match self {
            SideChoice::Random => return Ok(random.random_range(0..game.players)),
            SideChoice::First => return Ok(0),
            SideChoice::Second => return Ok(1),
            SideChoice::South => Seat::South,
            SideChoice::West => Seat::West,
            SideChoice::North => Seat::North,
            SideChoice::East => Seat::East,
        };
        if game.players == 4 {
            Ok(seat.index())
        } else {
            Err(format!(
                "--side {}: {} has two sides, first and second",
                seat.name().to_lowercase(),
                game.name
            ))
        }
    }
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
    let players = arguments.players(game, seed, &mut random)?;
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
            bottom: players.iter().position(|&player| player == Player::Human).unwrap_or(0),
            characters: arguments.pieces == Pieces::Characters,
        },
        has_book: !arguments.no_book && arguments.position.is_none(),
        seed,
        save: arguments.save.clone(),
        rules: arguments.rules(game),
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
