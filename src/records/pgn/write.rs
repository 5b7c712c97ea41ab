//! Writes PGN.

use std::fmt::Write;

use crate::core::{Move, Side};
use crate::engine::Setup;
use crate::game::Notation;

use super::super::{End, Ending, Line, Record, Replay, WriteError, header};
use super::{TAGS, comment};

/// Lines are broken before this many columns.
const WIDTH: usize = 100;

/// Writes a game, its moves in a style of the game or as coordinates.
///
/// # Errors
/// [`WriteError::Position`], [`WriteError::Style`].
pub fn write(record: &Record, style: Option<&str>) -> Result<String, WriteError> {
    let replay = Replay::new(record.game, &record.start)?;
    let result = match &record.line.end {
        None | Some(End { ending: Ending::Interrupted, .. }) => "*",
        Some(End { winner: Some(Side::First), .. }) => "1-0",
        Some(End { winner: Some(Side::Second), .. }) => "0-1",
        Some(End { winner: None, .. }) => "1/2-1/2",
    };
    let reason = record.line.end.as_ref().map_or("", |end| &end.reason);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string never fails.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    for (name, value) in headers(record, result, style) {
        tag(&name, &value);
    }
    if record.start != Setup::Start {
        tag("SetUp", "1");
        tag("FEN", &replay.text());
    }
    if !reason.is_empty() {
        tag("Termination", reason);
    }
    text.push('\n');

    let searched = record.line.nodes.iter().any(|node| node.score.is_some());
    let mut writer = Writer { replay, style, searched, words: Vec::new() };
    writer.comments(&record.comments);
    writer.line(&record.line)?;
    if !reason.is_empty() {
        writer.comments(&[reason.to_string()]);
    }
    writer.words.push(result.to_string());
    writer.comments(record.line.end.as_ref().map_or(&[], |end| &end.comments));
    break_lines(&mut text, &writer.words);
    Ok(text)
}

/// The headers as tags: those that every PGN has come first.
fn headers(record: &Record, result: &str, style: Option<&str>) -> Vec<(String, String)> {
    let value = |name: &str| record.header(name).unwrap_or("?").to_string();
    let started = record.header(header::STARTED).unwrap_or("????/??/??");
    let (date, time) = started.split_once(' ').unwrap_or((started, ""));
    let is_xiangqi = record.game.name == "xiangqi";
    let format = match style {
        None | Some("iccs") if record.game.name != "shogi" => "ICCS".to_string(),
        None => "USI".to_string(),
        Some("wxf") => "WXF".to_string(),
        Some("chinese") => "Chinese".to_string(),
        Some(other) => other.to_string(),
    };
    let mut tags = vec![
        ("Event", value(header::EVENT)),
        ("Site", value(header::SITE)),
        ("Date", date.replace('/', ".")),
        ("Round", value(header::ROUND)),
        (if is_xiangqi { "Red" } else { "White" }, value(header::FIRST)),
        ("Black", value(header::SECOND)),
        ("Result", result.to_string()),
        ("Variant", record.game.name.to_string()),
        ("Format", format),
    ];
    if is_xiangqi {
        // What programs for xiangqi look for.
        tags.insert(0, ("Game", "Chinese Chess".to_string()));
    }
    if !time.is_empty() {
        tags.push(("Time", time.to_string()));
    }
    let written =
        [header::EVENT, header::SITE, header::ROUND, header::FIRST, header::SECOND, header::STARTED];
    let others = record.headers.iter().filter(|(name, _)| !written.contains(&name.as_str()));
    let others = others.map(|(name, value)| match name.as_str() {
        header::TIME_CONTROL => ("TimeControl".to_string(), time_control(value)),
        _ => {
            let known = TAGS.iter().find(|(_, header)| header == name);
            (known.map_or(name.as_str(), |(tag, _)| tag).to_string(), value.clone())
        }
    });
    tags.into_iter().map(|(name, value)| (name.to_string(), value)).chain(others).collect()
}

/// `MAIN+BYOYOMI+INCREMENT` as PGN has it: `MAIN+INCREMENT`.
fn time_control(text: &str) -> String {
    let seconds: Vec<f64> = text.split('+').filter_map(|part| part.trim().parse().ok()).collect();
    match seconds[..] {
        [main, byoyomi, increment] => format!("{main}+{}", increment + byoyomi),
        _ => text.to_string(),
    }
}

struct Writer<'a> {
    replay: Replay,
    style: Option<&'a str>,
    searched: bool,
    words: Vec<String>,
}

impl Writer<'_> {
    /// The words of a line that begins where the position is, with its variations; the position is at its end then.
    fn line(&mut self, line: &Line) -> Result<(), WriteError> {
        let mut numbered = false;
        for node in &line.nodes {
            let (ply, side) = (self.replay.played().len(), self.replay.side());
            // Whoever moves first, the first side's moves are the first of a number.
            let first = if ply % 2 == 0 { side } else { !side };
            let number = (ply + first.index()) / 2 + 1;
            match side {
                Side::First => self.words.push(format!("{number}.")),
                Side::Second if !numbered => self.words.push(format!("{number}...")),
                Side::Second => {}
            }
            numbered = node.variations.is_empty();
            let text = self.move_text(node.m)?;
            self.words.push(text);
            self.words.extend(comment::write(node, self.searched));
            for comment in &node.comments {
                if comment.starts_with('$') && comment[1..].parse::<u8>().is_ok() {
                    self.words.push(comment.clone());
                } else {
                    self.comments(std::slice::from_ref(comment));
                }
            }
            for variation in &node.variations {
                let begin = self.words.len();
                self.line(variation)?;
                self.replay.rewind(ply);
                if let [first, ..] = &mut self.words[begin..] {
                    first.insert(0, '(');
                }
                if let [.., last] = &mut self.words[begin..] {
                    last.push(')');
                }
            }
            self.replay.play(node.m);
        }
        Ok(())
    }

    fn move_text(&self, m: Move) -> Result<String, WriteError> {
        if let Some(style) = self.style {
            return self.replay.engine().write_move(m, style).map_err(WriteError::Style);
        }
        let game = self.replay.engine().game();
        let native = (game.move_text)(m, Notation::Native);
        if game.name == "shogi" {
            return Ok(native);
        }
        // `h2e2` as `H2-E2`
        let upper = native.to_ascii_uppercase();
        Ok(upper.split_at_checked(2).map_or(upper.clone(), |(from, to)| format!("{from}-{to}")))
    }

    fn comments(&mut self, comments: &[String]) {
        self.words.extend(comments.iter().map(|comment| format!("{{{}}}", comment.replace('}', ")"))));
    }
}

fn break_lines(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + length >= WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
}
