//! A GUI's side of the three protocols: the lines it writes and those it reads.

use crate::protocol::Protocol;
use crate::records::WIN;

/// The line that ends the answer to the protocol's first word.
pub fn hello_answer(protocol: Protocol) -> String {
    format!("{}ok", protocol.word())
}

/// Sets an option.
pub fn set_option(protocol: Protocol, name: &str, value: &str) -> String {
    match protocol {
        Protocol::Ucci => format!("setoption {name} {value}"),
        // A button has no value.
        _ if value.is_empty() => format!("setoption name {name}"),
        _ => format!("setoption name {name} value {value}"),
    }
}

/// Tells of a new game; UCCI does it by a button or not at all, and some engines have a word for it.
pub fn new_game(protocol: Protocol, has_button: bool) -> &'static str {
    match protocol {
        Protocol::Usi => "usinewgame",
        Protocol::Ucci if has_button => "setoption newgame",
        Protocol::Ucci => "uccinewgame",
        Protocol::Uci => "ucinewgame",
    }
}

/// A position before its moves; `None` is the start position.
pub fn position(protocol: Protocol, text: Option<&str>) -> String {
    let word = if protocol == Protocol::Usi { "sfen" } else { "fen" };
    match text {
        Some(text) => format!("position {word} {text}"),
        None => "position startpos".to_string(),
    }
}

/// Whether every engine of the protocol has the option, declared or not.
pub fn is_implied(protocol: Protocol, option: &str) -> bool {
    protocol == Protocol::Usi
        && ["USI_Hash", "USI_Ponder"].iter().any(|name| name.eq_ignore_ascii_case(option))
}

/// An option as an engine declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    pub name: String,
    kind: String,
    min: Option<i64>,
    max: Option<i64>,
    /// The values of a combo.
    values: Vec<String>,
}

impl Declared {
    /// Reads `option name N type T …` (UCCI: `option N type T …`).
    pub fn read(line: &str) -> Option<Declared> {
        let mut words = line.split_whitespace();
        words.next().filter(|word| *word == "option")?;
        let mut declared =
            Declared { name: String::new(), kind: String::new(), min: None, max: None, values: Vec::new() };
        let mut field = "name";
        for (i, word) in words.enumerate() {
            match word {
                "name" if i == 0 => {}
                "type" if field == "name" => field = "type",
                "default" | "min" | "max" | "var" if field != "name" => {
                    field = word;
                    if word == "var" {
                        declared.values.push(String::new());
                    }
                }
                _ => match field {
                    "name" => append(&mut declared.name, word),
                    "type" => declared.kind = word.to_string(),
                    "min" => declared.min = word.parse().ok(),
                    "max" => declared.max = word.parse().ok(),
                    "var" => declared.values.last_mut().into_iter().for_each(|value| append(value, word)),
                    _ => {}
                },
            }
        }
        (!declared.name.is_empty()).then_some(declared)
    }

    /// Whether the option takes the value, as far as the declaration tells.
    pub fn takes(&self, value: &str) -> bool {
        match self.kind.as_str() {
            "spin" => value
                .parse::<i64>()
                .is_ok_and(|n| self.min.is_none_or(|min| min <= n) && self.max.is_none_or(|max| n <= max)),
            "combo" => {
                self.values.is_empty() || self.values.iter().any(|known| known.eq_ignore_ascii_case(value))
            }
            "check" => ["true", "false"].contains(&value),
            _ => true,
        }
    }
}

fn append(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}

/// What the lines of a search have said so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Centipawns for the side to move; a win in `n` plies is `WIN - n`.
    pub score: Option<i32>,
    /// Plies.
    pub depth: u32,
    pub nodes: u64,
}

impl Report {
    /// Takes a line of a search in; `false` if it is none.
    pub fn read(&mut self, line: &str, protocol: Protocol) -> bool {
        let mut words = line.split_whitespace().peekable();
        if words.next() != Some("info") {
            return false;
        }
        let mut new = *self;
        let mut is_bound = false;
        while let Some(word) = words.next() {
            match word {
                // What follows is text, or moves.
                "string" | "message" | "pv" => break,
                "multipv" if words.next() != Some("1") => return true,
                "depth" => new.depth = words.next().and_then(|n| n.parse().ok()).unwrap_or(new.depth),
                "nodes" => new.nodes = words.next().and_then(|n| n.parse().ok()).unwrap_or(new.nodes),
                "score" => {
                    let score = match words.next() {
                        Some("cp") => words.next().and_then(|n| n.parse().ok()),
                        Some("mate") => words.next().and_then(|n| mate_score(n, protocol)),
                        number => number.and_then(|n| n.parse().ok()),
                    };
                    new.score = score.or(new.score);
                }
                "lowerbound" | "upperbound" => is_bound = true,
                _ => {}
            }
        }
        if is_bound && self.score.is_some() {
            new.score = self.score;
        }
        *self = new;
        true
    }
}

/// USI counts plies (and may leave the number out), UCI moves of the side that mates.
fn mate_score(text: &str, protocol: Protocol) -> Option<i32> {
    let loses = text.starts_with('-');
    let number: i32 = match text.trim_start_matches(['+', '-']) {
        "" => 1,
        digits => digits.parse::<i32>().ok()?.clamp(0, 500),
    };
    let plies = match (protocol, loses) {
        (Protocol::Usi, _) => number,
        (_, false) => (2 * number - 1).max(0),
        (_, true) => 2 * number,
    };
    // `mate 0` is a lost game.
    Some(if loses || number == 0 { plies - WIN } else { WIN - plies })
}

/// An answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Move(String),
    Resign,
    /// Claims a win by the rules.
    Win,
    /// Sees no move.
    Nothing,
}

impl Answer {
    /// Reads the line that ends a search; `None` if it is another one.
    pub fn read(line: &str, protocol: Protocol) -> Option<Answer> {
        let mut words = line.split_whitespace();
        match words.next()? {
            "nobestmove" => return Some(Answer::Nothing),
            "bestmove" => {}
            _ => return None,
        }
        Some(match words.next() {
            None | Some("(none)" | "none" | "null") => Answer::Nothing,
            Some("resign") => Answer::Resign,
            Some("win") => Answer::Win,
            Some(_) if protocol == Protocol::Ucci && words.any(|word| word == "resign") => Answer::Resign,
            Some(m) => Answer::Move(m.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(line: &str, protocol: Protocol) -> Report {
        let mut report = Report::default();
        assert!(report.read(line, protocol), "{line}");
        report
    }

    #[test]
    fn options_are_read() {
        let line = "option name Skill Level type spin default 20 min -20 max 20";
        let spin = Declared::read(line).unwrap();
        assert_eq!(spin.name, "Skill Level");
        assert!(spin.takes("-20") && spin.takes("20") && !spin.takes("21") && !spin.takes("x"));
        let combo = Declared::read("option UCI_Variant type combo default a var a var b c").unwrap();
        assert_eq!(combo.name, "UCI_Variant");
        assert!(combo.takes("A") && combo.takes("b c") && !combo.takes("b"));
        let check = Declared::read("option name Ponder type check default false").unwrap();
        assert!(check.takes("true") && !check.takes("yes"));
        assert!(Declared::read("option name File type string default <empty>").unwrap().takes("any thing"));
        assert_eq!(Declared::read("option"), None);
        assert_eq!(Declared::read("id name x"), None);
    }

    #[test]
    fn scores_of_all_protocols() {
        for (line, protocol, score) in [
            ("info depth 5 score cp -35 nodes 9 pv a", Protocol::Uci, Some(-35)),
            ("info depth 5 score 35 pv a", Protocol::Ucci, Some(35)),
            ("info depth 5 score mate 3", Protocol::Uci, Some(WIN - 5)),
            ("info depth 5 score mate -3", Protocol::Uci, Some(6 - WIN)),
            ("info depth 5 score mate 3", Protocol::Usi, Some(WIN - 3)),
            ("info depth 5 score mate -", Protocol::Usi, Some(1 - WIN)),
            ("info depth 5 score mate +", Protocol::Usi, Some(WIN - 1)),
            ("info depth 0 score mate 0", Protocol::Uci, Some(-WIN)),
            ("info string score cp 3", Protocol::Usi, None),
            ("info depth 5 pv score cp 3", Protocol::Usi, None),
            ("info score", Protocol::Usi, None),
        ] {
            assert_eq!(report(line, protocol).score, score, "{line}");
        }
        assert!(!Report::default().read("bestmove a", Protocol::Usi));
    }

    #[test]
    fn the_best_line_is_told_not_its_bounds() {
        let mut report = report("info depth 8 score cp 10 nodes 100", Protocol::Uci);
        report.read("info depth 9 score cp 90 lowerbound nodes 200", Protocol::Uci);
        report.read("info depth 9 multipv 2 score cp -50 nodes 300", Protocol::Uci);
        assert_eq!(report, Report { score: Some(10), depth: 9, nodes: 200 });
    }

    #[test]
    fn answers() {
        for (line, protocol, answer) in [
            ("bestmove 7g7f ponder 3c3d", Protocol::Usi, Some(Answer::Move("7g7f".to_string()))),
            ("bestmove resign", Protocol::Usi, Some(Answer::Resign)),
            ("bestmove win", Protocol::Usi, Some(Answer::Win)),
            ("bestmove (none)", Protocol::Uci, Some(Answer::Nothing)),
            ("bestmove", Protocol::Uci, Some(Answer::Nothing)),
            ("nobestmove", Protocol::Ucci, Some(Answer::Nothing)),
            ("bestmove h2e2 ponder h9g7 resign", Protocol::Ucci, Some(Answer::Resign)),
            ("bestmove h2e2 draw", Protocol::Ucci, Some(Answer::Move("h2e2".to_string()))),
            ("readyok", Protocol::Usi, None),
            ("", Protocol::Usi, None),
        ] {
            assert_eq!(Answer::read(line, protocol), answer, "{line}");
        }
    }

    #[test]
    fn lines_are_written() {
        assert_eq!(set_option(Protocol::Ucci, "hashsize", "5"), "setoption hashsize 5");
        assert_eq!(set_option(Protocol::Usi, "USI_Hash", "5"), "setoption name USI_Hash value 5");
        assert_eq!(set_option(Protocol::Uci, "Clear Hash", ""), "setoption name Clear Hash");
        assert_eq!(position(Protocol::Usi, Some("S")), "position sfen S");
        assert_eq!(position(Protocol::Uci, Some("F")), "position fen F");
        assert_eq!(position(Protocol::Ucci, None), "position startpos");
    }
}
