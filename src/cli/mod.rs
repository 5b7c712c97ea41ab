//! The command line: one file a subcommand.

mod analyze;
mod bench;
mod book;
mod convert;
mod data;
mod datagen;
mod engine;
mod help;
mod match_;
mod mate;
mod options;
mod perft;
mod play;
mod setup;
mod train;
mod tune;

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};

use crate::protocol::Protocol;
use crate::protocol::output::complain;

const EXAMPLES: &str = "\
Without a command Ryuma waits for a board program (GUI) to speak to it. To play right here:

  ryuma play                         asks which game, then plays against you; 'help' lists what you can type

Examples:
  ryuma                              the engine, as board programs start it: waits for usi, ucci or uci
  ryuma analyze game.kif --html game.html
                                     what the engine thinks of each move, as a page to step through
  ryuma mate --game shogi FILE       solve the mate problems of a file
  ryuma book show --game shogi       the moves of the opening book
  ryuma perft --game shogi 5         count the move sequences of 5 plies
  ryuma bench                        measure the search
  ryuma match --help                 play engines against each other
  ryuma convert game.kif game.csa    write a game record in another format
  ryuma datagen --game shogi --positions 100000 --out shogi.bin
                                     make training data, or go on with the file
  ryuma data stats shogi.bin         tell what is in it
  ryuma options --protocol usi       list the options with their meaning
  RUST_LOG=trace ryuma --log-file ryuma.log
                                     write down every line in and out

'ryuma COMMAND --help' tells all about a command, with examples.

Exit codes: 0 all went well; 1 the answer is no (a book with faults, a mate not decided within the budget; each command's
help says it); 2 a bad command line, or a file that could not be read or written; 130 stopped by Ctrl-C.";

/// Plays shogi (Japanese chess), xiangqi (Chinese chess), janggi (Korean chess) and shogi for four: in this terminal, or
/// as the engine of a board program that speaks USI, UCCI or UCI. Analyses games, solves mates, makes opening books.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    /// Speak this protocol whatever the first word is
    #[arg(long, global = true, value_parser = protocol_parser())]
    protocol: Option<Protocol>,

    /// Append the log to this file, every line in and out if RUST_LOG does not say otherwise
    #[arg(long, global = true, value_name = "PATH")]
    log_file: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play under a GUI (the default)
    Engine,
    /// Play a game in this terminal, against the engine or another person
    Play(Box<play::Arguments>),
    /// Tell what the engine thinks of each move of a game
    Analyze(Box<analyze::Arguments>),
    /// Solve mate problems
    Mate(mate::Arguments),
    /// Make, show and check opening books
    Book(book::Arguments),
    /// Count legal move sequences
    Perft(perft::Arguments),
    /// Search fixed positions of all games to a fixed depth
    Bench(bench::Arguments),
    /// Play engines against each other, judged by our rules
    Match(Box<match_::Arguments>),
    /// Write game records in another format
    Convert(convert::Arguments),
    /// Make training data: the search plays itself
    Datagen(datagen::Arguments),
    /// Look into files of training data, and mix them
    Data(data::Arguments),
    /// Train a network on training data
    Train(train::Arguments),
    /// List the engine's options with their meaning
    Options(options::Arguments),
    /// Find better constants for the search by self-play (for developers)
    Tune(tune::Arguments),
    /// Print the completions for a shell
    Completions(help::CompletionArguments),
    /// Print the manual page
    Man(help::ManArguments),
}

fn protocol_parser() -> impl TypedValueParser<Value = Protocol> {
    PossibleValuesParser::new(Protocol::ALL.map(Protocol::word))
        // Only the words above get here.
        .map(|word| Protocol::of_word(&word).unwrap_or(Protocol::Uci))
}

/// Runs the program. A bad command line ends with a message and exit code 2.
pub fn run() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| refuse(error));
    let done = start_log(cli.log_file.as_deref()).and_then(|()| run_command(cli));
    match done {
        Ok(code) => code,
        Err(message) => {
            complain(format_args!("error: {message}"));
            ExitCode::from(2)
        }
    }
}

fn run_command(cli: Cli) -> Result<ExitCode, String> {
    match cli.command {
        None | Some(Command::Engine) => engine::run(cli.protocol),
        Some(Command::Perft(arguments)) => perft::run(&arguments)?,
        Some(Command::Bench(arguments)) => bench::run(&arguments)?,
        Some(Command::Analyze(arguments)) => return analyze::run(&arguments),
        Some(Command::Mate(arguments)) => return mate::run(&arguments),
        Some(Command::Convert(arguments)) => return convert::run(&arguments),
        Some(Command::Datagen(arguments)) => datagen::run(&arguments)?,
        Some(Command::Data(arguments)) => data::run(&arguments)?,
        Some(Command::Train(arguments)) => train::run(&arguments)?,
        Some(Command::Match(arguments)) => return match_::run(&arguments),
        Some(Command::Options(arguments)) => options::run(&arguments, cli.protocol),
        Some(Command::Tune(arguments)) => tune::run(&arguments)?,
        Some(Command::Play(arguments)) => return play::run(&arguments),
        Some(Command::Book(arguments)) => return book::run(&arguments),
        Some(Command::Completions(arguments)) => help::complete(&arguments, Cli::command())?,
        Some(Command::Man(arguments)) => help::write_manual(&arguments, Cli::command())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Ends the program with what clap has to say: help, the version, or what was wrong.
fn refuse(mut error: clap::Error) -> ! {
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && let Some(protocol) = Protocol::of_word(&word.to_ascii_lowercase())
    {
        let word = protocol.word();
        let hint =
            format!("'ryuma --protocol {word}' speaks {word}; so does 'ryuma' once it is told '{word}'");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error.exit()
}

/// Without `RUST_LOG` or a log file nothing is logged: GUIs show what comes on stderr as errors.
fn start_log(file: Option<&Path>) -> Result<(), String> {
    let default = if file.is_some() { "trace" } else { "off" };
    let mut builder = env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(default));
    if let Some(path) = file {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| format!("cannot open log file '{}': {error}", path.display()))?;
        builder.target(env_logger::Target::Pipe(Box::new(file)));
    }
    builder.format_timestamp_millis().init();
    Ok(())
}

/// Writes bytes to the standard output.
fn write_out(bytes: &[u8]) -> Result<(), String> {
    use std::io::{ErrorKind, Write};
    let mut output = std::io::stdout().lock();
    match output.write_all(bytes).and_then(|()| output.flush()) {
        // Whoever reads it has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| format!("cannot write: {error}")),
    }
}
