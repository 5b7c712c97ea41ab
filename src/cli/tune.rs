//! `ryuma tune`: better constants for the search, by self-play.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::engine::GameInfo;
use crate::protocol::output::{Output, complain};
use crate::search::Params;
use crate::tournament::stats::{Pentanomial, Sprt};
use crate::tuning::compare::Comparison;
use crate::tuning::screen::{Answer, Question, screen};
use crate::tuning::selfplay::Control;
use crate::tuning::{Change, spsa};

use super::setup;

/// How often the standing is told.
const TELL: Duration = Duration::from_secs(10);

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List the constants with default and range
    List {
        /// With the values of this game
        #[arg(long, value_parser = setup::game_parser(), ignore_case = true)]
        game: Option<&'static GameInfo>,
    },
    /// Let two sets of constants play each other
    Compare(Compare),
    /// Ask of many constants at once which of two values is better
    Screen(Screen),
    /// Move constants towards what wins (SPSA); an interrupted run goes on from its state file
    Spsa(Spsa),
}

#[derive(clap::Args)]
struct Play {
    /// Nodes a move
    #[arg(long, default_value_t = 10_000)]
    nodes: u64,
    /// Milliseconds a move instead of nodes
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Megabytes of hash table for each player
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Chooses the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Play {
    fn control(&self) -> Control {
        let nodes = self.movetime.is_none().then_some(self.nodes);
        Control { nodes, move_time: self.movetime, hash_mb: self.hash }
    }
}

#[derive(clap::Args)]
struct Compare {
    #[arg(long, value_parser = setup::game_parser(), ignore_case = true)]
    game: &'static GameInfo,
    /// The first set, as name=value,… on top of the game's own
    #[arg(long, default_value = "", value_parser = Change::parse)]
    a: Change,
    /// The second set
    #[arg(long, default_value = "", value_parser = Change::parse)]
    b: Change,
    /// The most pairs of games
    #[arg(long, default_value_t = 200)]
    pairs: usize,
    /// Stop once one of two Elo differences is the likelier: elo0=0 elo1=10 alpha=0.05 beta=0.05, as far as it is not
    /// the default
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    play: Play,
}

#[derive(clap::Args)]
struct Screen {
    #[arg(long, value_parser = setup::game_parser(), ignore_case = true)]
    game: &'static GameInfo,
    /// Constants with their first and second values: name=first:second, joined by + if they belong together
    #[arg(required = true, value_parser = Question::parse)]
    questions: Vec<Question>,
    /// What both sides share, as name=value,… on top of the game's own
    #[arg(long, default_value = "", value_parser = Change::parse)]
    base: Change,
    /// Pairs of games
    #[arg(long, default_value_t = 1000)]
    pairs: usize,
    #[command(flatten)]
    play: Play,
}

#[derive(clap::Args)]
struct Spsa {
    /// Games to tune for, in turn
    #[arg(long, required = true, value_delimiter = ',', value_parser = setup::game_parser(), ignore_case = true)]
    game: Vec<&'static GameInfo>,
    /// The constants
    #[arg(required = true)]
    names: Vec<String>,
    /// Pairs of games in all
    #[arg(long, default_value_t = 5000)]
    pairs: u64,
    /// Where the state is kept; if the file is there, the run goes on from it
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    #[command(flatten)]
    play: Play,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    match &arguments.command {
        Command::List { game } => {
            let params = game.map_or_else(Params::default, |game| (game.params)());
            for p in Params::ALL {
                let value = params.get(p.name).unwrap_or(p.default);
                Output::stdout().say(&format!("{:<28} {value:>6}   {} to {}", p.name, p.min, p.max));
            }
            Ok(())
        }
        Command::Compare(compare) => compare.run(),
        Command::Screen(screen) => screen.run(),
        Command::Spsa(spsa) => spsa.run(),
    }
}

/// Says when it is time again to tell something.
struct Pace(Mutex<Instant>);

impl Pace {
    fn new() -> Pace {
        Pace(Mutex::new(Instant::now()))
    }

    fn is_due(&self) -> bool {
        let Ok(mut last) = self.0.lock() else { return false };
        let due = last.elapsed() >= TELL;
        if due {
            *last = Instant::now();
        }
        due
    }
}

impl Compare {
    fn run(&self) -> Result<(), String> {
        let line = |standing: &Pentanomial| {
            let elo = standing.elo().map_or("none yet".to_string(), |elo| elo.to_string());
            let llr = self.sprt.map_or(String::new(), |sprt| format!(", LLR {:+.2}", sprt.ratio(standing)));
            let (pairs, score) = (standing.pairs(), 100.0 * standing.mean().unwrap_or(0.5));
            format!("{} games: {score:.1} %, Elo {elo}{llr}, pairs {:?}", 2 * pairs, standing.0)
        };
        let pace = Pace::new();
        let comparison = Comparison {
            game: self.game,
            control: self.play.control(),
            a: self.a.on((self.game.params)()),
            b: self.b.on((self.game.params)()),
            pairs: self.pairs,
            concurrency: self.play.concurrency,
            seed: self.play.seed,
            sprt: self.sprt,
        };
        let standing = comparison.run(|standing| {
            if pace.is_due() {
                complain(line(standing));
            }
        })?;
        Output::stdout().say(&format!("{}: {}", self.game.name, line(&standing)));
        Ok(())
    }
}

impl Screen {
    fn run(&self) -> Result<(), String> {
        let table = |pairs: usize, answers: &[Answer]| {
            let mut text = format!("{}, {} games", self.game.name, 2 * pairs);
            for (question, Answer { elo, error }) in self.questions.iter().zip(answers) {
                text += &format!("\n  {elo:+6.1} ± {error:4.1}  {}", question.text);
            }
            text
        };
        let pace = Pace::new();
        let (concurrency, seed) = (self.play.concurrency, self.play.seed);
        let base = self.base.on((self.game.params)());
        let asked = (&base, &self.questions[..]);
        let answers = screen(
            self.game,
            &self.play.control(),
            asked,
            self.pairs,
            (concurrency, seed),
            |pairs, answers| {
                if pace.is_due() {
                    complain(table(pairs, &answers()));
                }
            },
        )?;
        Output::stdout().say(&table(self.pairs, &answers));
        Ok(())
    }
}

impl Spsa {
    fn run(&self) -> Result<(), String> {
        let path = &self.state;
        let failed = |error: &dyn std::fmt::Display| format!("'{}': {error}", path.display());
        let state = match fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| failed(&error))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                spsa::State::new(&self.names, &(self.game[0].params)(), self.pairs, self.play.seed)?
            }
            Err(error) => return Err(failed(&error)),
        };
        let pace = Pace::new();
        let write = |state: &spsa::State| {
            // Written beside it and renamed: a kill in the middle leaves the old one whole.
            let beside = path.with_extension("new");
            let text = serde_json::to_string_pretty(state).map_err(|error| failed(&error))?;
            fs::write(&beside, text).and_then(|()| fs::rename(&beside, path)).map_err(|error| failed(&error))
        };
        let state = spsa::run(state, &self.game, &self.play.control(), self.play.concurrency, |state| {
            if pace.is_due() {
                let values: Vec<String> =
                    state.values.iter().map(|(name, value)| format!("{name}={value:.1}")).collect();
                complain(format_args!("{} of {} pairs: {}", state.done, state.planned, values.join(" ")));
                write(state)?;
            }
            Ok(())
        })?;
        write(&state)?;
        let params = state.on((self.game[0].params)());
        for name in state.values.keys() {
            Output::stdout().say(&format!("{name}={}", params.get(name).unwrap_or_default()));
        }
        Ok(())
    }
}
