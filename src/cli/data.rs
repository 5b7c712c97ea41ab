//! `ryuma data`: what is in files of games, and mixing them.

use std::path::{Path, PathBuf};

use indicatif::{HumanBytes, HumanCount};

use crate::data::{DataError, Fault, Inspect, Reader, Survey, shuffle};
use crate::engine::GameInfo;
use crate::game::WinModel;
use crate::protocol::output::{Output, complain};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Count games, positions and results
    Stats {
        /// Files of one game
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Replay every game; exit code 2 if anything is damaged
    Verify {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Merge files into a new one, with their games in random order
    Shuffle {
        /// The new file
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Decides the order
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(required = true, value_name = "IN")]
        files: Vec<PathBuf>,
    },
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let output = Output::stdout();
    match &arguments.command {
        Command::Stats { files } => stats(files, &output),
        Command::Verify { files } => verify(files, &output),
        Command::Shuffle { out, seed, files } => {
            let games = shuffle(files, out, *seed).map_err(|error| error.to_string())?;
            output.say(&format!("{}: {} games", out.display(), HumanCount(games as u64)));
            Ok(())
        }
    }
}

fn inspect_of(game: &GameInfo) -> Result<Inspect, String> {
    game.inspect.ok_or_else(|| game.lacks("training data"))
}

/// The game that a file says it holds.
fn game_of(path: &Path) -> Result<&'static GameInfo, String> {
    let reader = Reader::open(path).map_err(|error| error.to_string())?;
    let unknown = || format!("{}: this program knows no game '{}'", path.display(), reader.game());
    GameInfo::named(reader.game()).ok_or_else(unknown)
}

fn stats(files: &[PathBuf], output: &Output) -> Result<(), String> {
    let Some(first) = files.first() else { return Ok(()) };
    let game = game_of(first)?;
    let mut survey = Survey::default();
    for path in files {
        match inspect_of(game)?(path, &mut survey) {
            // It may be being written.
            Err(error @ DataError { fault: Fault::Torn, .. }) => complain(error),
            done => done.map_err(|error| error.to_string())?,
        }
    }
    output.say(&describe(game.name, survey));
    Ok(())
}

fn describe(game: &str, mut survey: Survey) -> String {
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    survey.plies.sort_unstable();
    let plies =
        |percent: usize| survey.plies.get((survey.plies.len().max(1) - 1) * percent / 100).unwrap_or(&0);
    let [first, drawn, second] = survey.results.map(|count| share(count, survey.games));
    let rows = [
        ("game", game.to_string()),
        ("games", HumanCount(survey.games).to_string()),
        ("positions", HumanCount(survey.positions).to_string()),
        ("quiet", format!("{} ({:.1} %)", HumanCount(survey.quiet), share(survey.quiet, survey.positions))),
        ("results", format!("first side {first:.1} %, draws {drawn:.1} %, second side {second:.1} %")),
        ("mean |score|", format!("{} centipawns (quiet positions)", survey.scores / survey.quiet.max(1))),
        (
            "win model",
            match survey.outcomes.fit() {
                Some(WinModel { unit, even, spread }) => {
                    format!("unit {unit:.0}, even {even:.0}, spread {spread:.0} centipawns (quiet positions)")
                }
                None => "too few positions".to_string(),
            },
        ),
        ("plies", format!("{} at least, {} median, {} at most", plies(0), plies(50), plies(100))),
        ("starts", HumanCount(survey.starts.len() as u64).to_string()),
        ("duplicates", format!("about {:.1} % of the positions", 100.0 * survey.duplicates())),
        ("size", {
            let each = survey.bytes as f64 / survey.positions.max(1) as f64;
            format!("{}, {each:.2} bytes a position", HumanBytes(survey.bytes))
        }),
    ];
    rows.map(|(name, value)| format!("{name:<13} {value}")).join("\n")
}

/// Goes through all files, whatever is wrong with one of them.
fn verify(files: &[PathBuf], output: &Output) -> Result<(), String> {
    let mut damaged = 0;
    for path in files {
        let mut survey = Survey::default();
        let done = game_of(path)
            .and_then(|game| inspect_of(game)?(path, &mut survey).map_err(|error| error.to_string()));
        let (games, positions) = (HumanCount(survey.games), HumanCount(survey.positions));
        match done {
            Ok(()) => output.say(&format!("{}: sound, {games} games, {positions} positions", path.display())),
            Err(message) => {
                damaged += 1;
                complain(format_args!("{message}; {games} games before it are sound"));
            }
        }
    }
    if damaged > 0 {
        Err(format!("{damaged} of {} files are damaged or could not be read", files.len()))
    } else {
        Ok(())
    }
}
