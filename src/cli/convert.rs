//! `ryuma convert`: records from one format into another.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::json;

use crate::engine::GameInfo;
use crate::protocol::output::{Output, complain};
use crate::records::{self, Encoding, Format, Hints, Reading};

use super::setup;

/// The exit status if not all of the input could be read.
const LEFT_OUT: u8 = 1;

const AFTER_HELP: &str = "\
Formats: kif, ki2, csa, jkf (shogi); dhtmlxq (xiangqi); gib (janggi); yonin (four-player shogi); pgn, usi, uci (any game;
usi and uci are position lines, one a game). What IN holds is told by its content, what OUT is to hold by the end of its name.

What cannot be read is left out and named with its line; so is what the new format has no place for.

Exit code: 0 all was read; 1 something was left out, the rest was written; 2 nothing was written.

Examples:
  ryuma convert game.kif game.csa
  ryuma convert games.pgn - --to usi
  ryuma convert game.jkf game.kif --encoding utf-8";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The file to read; `-` is the standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write; `-` is the standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Read this format, whatever IN looks like
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Write this format, whatever OUT is called
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// The encoding to write [default: shift_jis for .kif and .ki2, cp949 for .gib, otherwise utf-8]
    #[arg(long, value_name = "NAME")]
    encoding: Option<Encoding>,
    /// The encoding to read, if it is not told rightly by itself
    #[arg(long, value_name = "NAME")]
    from_encoding: Option<Encoding>,
    /// The game, where the record does not say
    #[arg(long, value_parser = setup::any_game_parser(), ignore_case = true)]
    game: Option<&'static GameInfo>,
    /// Take only this game of several, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// Write moves in this style of the game, e.g. chinese (pgn, gib)
    #[arg(long, value_name = "STYLE")]
    notation: Option<String>,
    /// Tell what was done as a JSON object on the standard output
    #[arg(long)]
    json: bool,
}

/// Converts what the arguments name, as `ryuma convert --help` tells.
///
/// # Errors
/// A message: nothing could be read or written.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let is_stream = |path: &Path| path == Path::new("-");
    let (input, output) = (&arguments.input, &arguments.output);
    if arguments.json && is_stream(output) {
        return Err("--json speaks on the standard output: let OUT be a file".to_string());
    }
    let to = match arguments.to.or_else(|| Format::of_path(output)) {
        Some(to) => to,
        None => return Err(format!("what to write? '{}' names no format: add --to", output.display())),
    };
    if arguments.notation.is_some() && !to.has_styles() {
        return Err(format!("--notation: {to} has its own way to write moves"));
    }
    let hints = Hints {
        format: arguments.from,
        game: arguments.game,
        encoding: arguments.from_encoding,
        path: (!is_stream(input)).then_some(input),
    };
    let name = if is_stream(input) { "standard input".to_string() } else { input.display().to_string() };
    let bytes = read_bytes(input).map_err(|error| format!("cannot read '{name}': {error}"))?;
    let mut reading = records::read(&bytes, &hints).map_err(|error| format!("{name}: {error}"))?;
    for problem in &reading.problems {
        complain(format_args!("warning: {name}: {problem}"));
    }
    if let Some(number) = arguments.number {
        let count = reading.records.len();
        let index = number as usize - 1;
        if index >= count {
            return Err(format!("--number {number}: {name} has {count} games"));
        }
        reading.records = vec![reading.records.swap_remove(index)];
    }
    let encoding = arguments.encoding.unwrap_or_else(|| usual_encoding(to, output));
    let text = records::write_all(&reading.records, to, arguments.notation.as_deref());
    let text = text.map_err(|error| match error {
        records::WriteError::TooMany { .. } => format!("{error}: choose one with --number"),
        other => other.to_string(),
    })?;
    let bytes = records::encoding::encode(&text, encoding).map_err(|error| error.to_string())?;
    let losses = losses(&reading, to);
    if !losses.is_empty() && !arguments.json {
        complain(format_args!("note: {to} has no place for {}", losses.join(", ")));
    }
    if is_stream(output) {
        super::write_out(&bytes)?;
    } else {
        fs::write(output, bytes).map_err(|error| format!("cannot write '{}': {error}", output.display()))?;
    }
    if arguments.json {
        Output::stdout().say(&as_json(&reading, to, encoding, &losses));
    }
    Ok(if reading.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(LEFT_OUT) })
}

fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What the programs expect that read files of such a name.
pub fn usual_encoding(format: Format, path: &Path) -> Encoding {
    let extension =
        path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase();
    match (format, extension.as_str()) {
        (Format::Kif, "kif") | (Format::Ki2, "ki2") => Encoding::SHIFT_JIS,
        (Format::Gib, "gib") => Encoding::CP949,
        _ => Encoding::UTF_8,
    }
}

/// What the new format has no place for in any of the games.
fn losses(reading: &Reading, to: Format) -> Vec<&'static str> {
    let mut losses: Vec<&'static str> = Vec::new();
    for lost in reading.records.iter().flat_map(|record| to.loses(record)) {
        if !losses.contains(&lost) {
            losses.push(lost);
        }
    }
    losses
}

fn as_json(reading: &Reading, to: Format, encoding: Encoding, losses: &[&str]) -> String {
    let games = reading.records.iter().map(|record| {
        json!({
            "game": record.game.name,
            "moves": record.line.nodes.len(),
            "ending": record.line.end.as_ref().map(|end| &end.reason),
        })
    });
    let problems = reading
        .problems
        .iter()
        .map(|problem| json!({ "line": problem.line, "text": problem.text, "reason": problem.reason }));
    json!({
        "from": reading.format.name(),
        "from_encoding": reading.encoding.name(),
        "to": to.name(),
        "encoding": encoding.name(),
        "games": games.collect::<Vec<_>>(),
        "problems": problems.collect::<Vec<_>>(),
        "lost": losses,
    })
    .to_string()
}
