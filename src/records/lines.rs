//! A game a line: what follows `position` in the protocols (`startpos moves …`, `sfen … moves …`, `fen …`, `ysfen …`),
//! the bare text of a position, or bare moves from the start. `#` begins a comment.

use crate::engine::{GAMES, GameInfo, Setup, all_games};
use crate::game::{Notation, excerpt};

use super::replay::reason;
use super::{Format, Hints, Node, Problem, ReadError, Reading, Record, Replay, WriteError, plain_start};

/// The line of a game, without its variations, comments, times and headers.
pub fn write(record: &Record, format: Format) -> Result<String, WriteError> {
    let notation = format.notation();
    let mut replay = Replay::new(record.game, &record.start)?;
    let mut text = match (&record.start, record.game.name) {
        (Setup::Start, _) => "startpos".to_string(),
        (Setup::Text(_), "shogi") if format == Format::Usi => format!("sfen {}", replay.text()),
        (Setup::Text(_), "yonin") => format!("ysfen {}", replay.text()),
        (Setup::Text(_), _) => format!("fen {}", replay.engine().text(notation)),
    };
    for (i, m) in record.moves().enumerate() {
        replay.play(m);
        text += if i == 0 { " moves " } else { " " };
        text += &(record.game.move_text)(m, notation);
    }
    Ok(text + "\n")
}

/// Whether a text looks like one of these.
pub fn is_like(text: &str) -> bool {
    let line =
        text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or("");
    let word = line.split_whitespace().next().unwrap_or("");
    let is_placement = word.matches('/').count() >= 8 && word.is_ascii();
    ["position", "startpos", "sfen", "fen", "ysfen"].contains(&word)
        || is_placement
        || GAMES
            .iter()
            .any(|game| first_move(game, word, Notation::Native) || first_move(game, word, Notation::Fairy))
}

fn first_move(game: &'static GameInfo, word: &str, notation: Notation) -> bool {
    (game.sit_down)().parse_move(word, notation).is_ok()
}

/// Reads every line that is a game, and names those that are not.
pub fn read(text: &str, format: Format, hints: &Hints) -> Result<Reading, ReadError> {
    let mut reading = Reading::new(format);
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let game = match hints.game {
            Some(game) => game,
            None => game_of(line, format.notation()).ok_or(ReadError::UnknownGame)?,
        };
        match read_line(line, game, format.notation()) {
            Ok((record, problem)) => {
                reading.records.push(record);
                reading.problems.extend(problem.map(|(text, reason)| Problem::new(i + 1, &text, reason)));
            }
            Err(reason) => reading.problems.push(Problem::new(i + 1, line, reason)),
        }
    }
    reading.or_empty()
}

/// Start and moves of a line.
fn split(line: &str) -> (Setup, Vec<&str>) {
    let line = line.strip_prefix("position ").unwrap_or(line).trim();
    let (start, moves) = match line.split_once(" moves") {
        Some((start, moves)) => (start.trim(), moves),
        None => (line, ""),
    };
    let moves: Vec<&str> = moves.split_whitespace().collect();
    if let Some(rest) = start.strip_prefix("startpos") {
        let rest = rest.split_whitespace().filter(|&word| word != "moves");
        return (Setup::Start, rest.chain(moves).collect());
    }
    let bare = ["sfen ", "fen ", "ysfen "].iter().find_map(|word| start.strip_prefix(word));
    match bare.unwrap_or(start) {
        text if bare.is_some() || text.contains('/') => (Setup::Text(text.trim().to_string()), moves),
        text => (Setup::Start, text.split_whitespace().chain(moves).collect()),
    }
}

/// The game that a line fits: its position is one of the game's, and it plays on furthest.
fn game_of(line: &str, notation: Notation) -> Option<&'static GameInfo> {
    let moves = |record: &Record, problem: bool| (!problem, record.line.nodes.len());
    let fitting = all_games().filter_map(|game| {
        let (record, problem) = read_line(line, game, notation).ok()?;
        Some((moves(&record, problem.is_some()), game))
    });
    // Of two that fit alike the first in the list.
    fitting.rev().max_by_key(|(fit, _)| *fit).map(|(_, game)| game)
}

/// A record, and the first move that could not be read with the reason.
type Read = (Record, Option<(String, String)>);

fn read_line(line: &str, game: &'static GameInfo, notation: Notation) -> Result<Read, String> {
    let (start, moves) = split(line);
    let start = plain_start(game, start);
    let mut replay = Replay::new(game, &start).map_err(|error| error.to_string())?;
    let mut record = Record::new(game, start);
    for text in moves {
        match replay.read(text, notation) {
            Ok(m) => {
                replay.play(m);
                record.line.nodes.push(Node::new(m));
            }
            Err(error) => {
                let reason = format!(
                    "{}; the line is left out from here, move {}",
                    reason(error),
                    replay.played().len() + 1
                );
                return Ok((record, Some((excerpt(text), reason))));
            }
        }
    }
    Ok((record, None))
}
