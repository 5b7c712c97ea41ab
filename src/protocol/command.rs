//! A line of any of the protocols as an enum, before anything acts on it.
//!
//! The protocols share most of their words, so one reader knows them all; what a word of one protocol means
//! in another is never in doubt. The words are told apart without regard to case.

use thiserror::Error;

use crate::engine::Setup;
use crate::game::excerpt;

use super::dialect::Protocol;
use super::go::{Go, MAX_PERFT_DEPTH};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `usi`, `ucci`, `uci`: the handshake.
    Hello(Protocol),
    IsReady,
    /// Everything after `setoption`; the option table knows where the name ends.
    SetOption(String),
    NewGame,
    Position {
        setup: Setup,
        moves: Vec<String>,
    },
    /// A position without the word, as GUIs of the cyclone dialect send it.
    BarePosition {
        setup: Setup,
        moves: Vec<String>,
    },
    /// Root moves that may not be played, until the next position.
    BanMoves(Vec<String>),
    Go(Go),
    /// The words after `ponderhit`, read as those of `go`: a new clock, a draw offer.
    PonderHit(Go),
    Stop,
    GameOver,
    Quit,
    /// The input has ended. No word makes this command.
    EndOfInput,
    /// `probe`: what does the hash table know?
    Probe {
        setup: Setup,
        moves: Vec<String>,
    },
    Debug(bool),
    /// `d`: show the position.
    Diagram,
    Eval,
    /// The legal moves.
    Moves,
    /// How the game has ended.
    Verdict,
    /// All that a script without rules must know.
    State,
    Perft(u32),
    /// Depth in plies, if told.
    Bench(Option<u32>),
}

/// Why a line is no command. Every message names the word.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    #[error("unknown command '{0}'")]
    Unknown(String),
    #[error("{command}: expected {expected}, found '{found}'")]
    Expected { command: &'static str, expected: &'static str, found: String },
    #[error("{command}: expected {expected} after it")]
    Missing { command: &'static str, expected: &'static str },
}

impl Command {
    /// Reads a line; `None` if there is nothing on it.
    ///
    /// # Errors
    /// [`CommandError`].
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let line = line.trim();
        let (word, rest) = split_word(line);
        let words: Vec<&str> = rest.split_whitespace().collect();
        let command = match word.to_ascii_lowercase().as_str() {
            "" => return Ok(None),
            "isready" => Command::IsReady,
            "setoption" => Command::SetOption(rest.to_string()),
            "usinewgame" | "ucinewgame" | "uccinewgame" => Command::NewGame,
            "position" => {
                let (setup, moves) = position("position", &words)?;
                Command::Position { setup, moves }
            }
            "startpos" | "fen" | "sfen" | "ysfen" => {
                let all: Vec<&str> = line.split_whitespace().collect();
                let (setup, moves) = position("position", &all)?;
                Command::BarePosition { setup, moves }
            }
            "banmoves" => Command::BanMoves(words.iter().map(|m| m.to_string()).collect()),
            "go" => Command::Go(Go::parse(&words)),
            "ponderhit" => Command::PonderHit(Go::parse(&words)),
            "stop" => Command::Stop,
            "gameover" => Command::GameOver,
            "quit" => Command::Quit,
            "probe" => {
                let (setup, moves) = position("probe", &words)?;
                Command::Probe { setup, moves }
            }
            "debug" => Command::Debug(switch(&words)?),
            "d" => Command::Diagram,
            "eval" => Command::Eval,
            "moves" => Command::Moves,
            "verdict" => Command::Verdict,
            "state" => Command::State,
            "perft" => Command::Perft(
                depth("perft", &words)?
                    .ok_or(CommandError::Missing { command: "perft", expected: "a depth in plies" })?,
            ),
            "bench" => Command::Bench(depth("bench", &words)?),
            other => match Protocol::of_word(other) {
                Some(protocol) => Command::Hello(protocol),
                None => return Err(CommandError::Unknown(excerpt(word))),
            },
        };
        Ok(Some(command))
    }
}

/// The first word of a text and what follows it, without the white space around.
pub fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// `{startpos | fen FEN | sfen SFEN | ysfen YSFEN} [moves M…]`
fn position(command: &'static str, words: &[&str]) -> Result<(Setup, Vec<String>), CommandError> {
    let expected = "'startpos', 'fen' or 'sfen'";
    let is_moves = |word: &&str| word.eq_ignore_ascii_case("moves");
    let end = words.iter().position(is_moves).unwrap_or(words.len());
    let (place, moves) = words.split_at(end);
    let (kind, text) = place.split_first().ok_or(CommandError::Missing { command, expected })?;
    let setup = match kind.to_ascii_lowercase().as_str() {
        "startpos" => match text.first() {
            None => Setup::Start,
            Some(word) => {
                let (expected, found) = ("'moves'", excerpt(word));
                return Err(CommandError::Expected { command, expected, found });
            }
        },
        "fen" | "sfen" | "ysfen" => Setup::Text(text.join(" ")),
        _ => return Err(CommandError::Expected { command, expected, found: excerpt(kind) }),
    };
    Ok((setup, moves.iter().skip(1).map(|m| m.to_string()).collect()))
}

fn switch(words: &[&str]) -> Result<bool, CommandError> {
    let (command, expected) = ("debug", "'on' or 'off'");
    match words.first().map(|word| word.to_ascii_lowercase()).as_deref() {
        Some("on" | "true") => Ok(true),
        Some("off" | "false") => Ok(false),
        Some(word) => Err(CommandError::Expected { command, expected, found: excerpt(word) }),
        None => Err(CommandError::Missing { command, expected }),
    }
}

fn depth(command: &'static str, words: &[&str]) -> Result<Option<u32>, CommandError> {
    let Some(word) = words.first() else {
        return Ok(None);
    };
    match word.parse() {
        Ok(depth @ 0..=MAX_PERFT_DEPTH) => Ok(Some(depth)),
        _ => Err(CommandError::Expected {
            command,
            expected: "a depth from 0 to 100 plies",
            found: excerpt(word),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position_of(line: &str) -> (Setup, Vec<String>) {
        match Command::parse(line) {
            Ok(Some(Command::Position { setup, moves } | Command::BarePosition { setup, moves })) => {
                (setup, moves)
            }
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn positions() {
        assert_eq!(position_of("position startpos"), (Setup::Start, vec![]));
        assert_eq!(position_of("position startpos moves"), (Setup::Start, vec![]));
        let moves = vec!["h2e2".to_string(), "h9g7".to_string()];
        assert_eq!(position_of(" position\tstartpos  moves h2e2   h9g7 "), (Setup::Start, moves.clone()));
        let fen = Setup::Text("9/9 w - - 0 1".to_string());
        assert_eq!(position_of("position fen 9/9  w - - 0 1 moves"), (fen.clone(), vec![]));
        assert_eq!(position_of("fen 9/9 w - - 0 1 moves h2e2 h9g7"), (fen, moves));
        assert_eq!(position_of("startpos"), (Setup::Start, vec![]));
        assert_eq!(position_of("position fen"), (Setup::Text(String::new()), vec![]));
    }

    #[test]
    fn errors_name_the_word() {
        for (line, message) in [
            ("xyzzy 1 2", "unknown command 'xyzzy'"),
            ("position", "position: expected 'startpos', 'fen' or 'sfen' after it"),
            ("position e2e4", "position: expected 'startpos', 'fen' or 'sfen', found 'e2e4'"),
            ("position startpos e2e4", "position: expected 'moves', found 'e2e4'"),
            ("perft", "perft: expected a depth in plies after it"),
            ("perft -1", "perft: expected a depth from 0 to 100 plies, found '-1'"),
            ("bench x", "bench: expected a depth from 0 to 100 plies, found 'x'"),
            ("debug", "debug: expected 'on' or 'off' after it"),
        ] {
            assert_eq!(Command::parse(line).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn nothing_is_nothing() {
        assert_eq!(Command::parse(" \t \r"), Ok(None));
    }
}
