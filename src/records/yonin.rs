//! Games of four-player shogi: our own text, for people and programs.
//!
//! ```text
//! yonin
//! South: Aoi
//! YoninFormat: pairs
//! Start: BOARD TURN HANDS STATUS CHECKS PLY
//! * a comment, before the first move or on the move before
//!
//!    1 S 4h4g  1.250s
//!    2 W 8f7f
//! end checkmate; ranks 1/4/2/3
//!
//! variation 2
//!    2 W 8d7d
//! ```
//!
//! A line `yonin` begins a game, so that a file may hold several. A header that has the name of a rule option sets it;
//! `Start` is a `ysfen`, left out for the usual start. Moves have their number, the seat that moves (it may be left
//! out) and the time. The ranks of an end are those of South, West, North and East. Variations come after the line that
//! they belong to, the last ones first. `#` begins a line for nobody.

use std::fmt::Write as _;
use std::time::Duration;

use crate::core::Player;
use crate::engine::{GameInfo, Setup};
use crate::game::{Notation, excerpt};

use super::builder::Builder;
use super::replay::reason;
use super::{
    End, Ending, Format, Line, Problem, ReadError, Reading, Record, Replay, WriteError, endings, plain_start,
    times,
};

/// The line that begins a game.
const FIRST_LINE: &str = "yonin";
/// The header that is the record's start.
const START: &str = "Start";

/// Whether a text looks like one.
pub fn is_like(text: &str) -> bool {
    text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')) == Some(FIRST_LINE)
}

/// Reads the games of a file.
///
/// # Errors
/// [`ReadError::Empty`]: there is none.
pub fn read(text: &str, game: &'static GameInfo) -> Result<Reading, ReadError> {
    let mut reading = Reading::new(Format::Yonin);
    let mut reader: Option<Reader> = None;
    for (i, line) in text.lines().enumerate() {
        let (number, text) = (i + 1, line.trim());
        if text == FIRST_LINE {
            reading
                .records
                .extend(reader.replace(Reader::new(game)).and_then(|old| old.finish(&mut reading.problems)));
        } else if text.is_empty() || text.starts_with('#') {
        } else if let Some(reader) = &mut reader {
            reading
                .problems
                .extend(reader.read_line(line).err().map(|reason| Problem::new(number, text, reason)));
        } else {
            reading.problems.push(Problem::new(
                number,
                text,
                format!("no line '{FIRST_LINE}' comes before it"),
            ));
        }
    }
    reading.records.extend(reader.and_then(|last| last.finish(&mut reading.problems)));
    reading.or_empty()
}

/// A game that is being read.
struct Reader {
    record: Record,
    body: Body,
    /// The line under way cannot be read on.
    is_skipping: bool,
}

/// The moves.
enum Body {
    /// They have not begun.
    Head,
    Moves(Box<Builder>),
    /// They cannot begin: the start or a rule is bad.
    Lost,
}

impl Reader {
    fn new(game: &'static GameInfo) -> Reader {
        Reader { record: Record::new(game, Setup::Start), body: Body::Head, is_skipping: false }
    }

    /// The record, unless its start is bad.
    fn finish(mut self, problems: &mut Vec<Problem>) -> Option<Record> {
        if let Err(reason) = self.begin() {
            problems.push(Problem::new(
                problems.last().map_or(1, |problem| problem.line),
                FIRST_LINE,
                reason,
            ));
        }
        let Body::Moves(builder) = self.body else { return None };
        self.record.line = builder.finish();
        Some(self.record)
    }

    /// Reads a line that is not blank.
    ///
    /// # Errors
    /// The reason why it is left out.
    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let text = line.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if let Some(comment) = text.strip_prefix('*') {
            self.comment(comment.strip_prefix(' ').unwrap_or(comment));
            Ok(())
        } else if let Ok(count) = word.parse::<usize>() {
            self.read_move(count, rest)
        } else if word == "end" {
            self.read_end(rest.trim())
        } else if word == "variation" {
            self.branch(rest.trim())
        } else {
            self.read_header(text)
        }
    }

    fn read_header(&mut self, text: &str) -> Result<(), String> {
        let Body::Head = self.body else {
            return Err("it is neither a move, a comment nor an end".to_string());
        };
        let (name, value) = text.split_once(':').ok_or("a header is 'Name: value'")?;
        let (name, value) = (name.trim(), value.trim().to_string());
        if name == START {
            let text = value.strip_prefix("ysfen ").map_or(value.clone(), str::to_string);
            self.record.start = plain_start(self.record.game, Setup::Text(text));
        } else {
            self.record.headers.push((name.to_string(), value));
        }
        Ok(())
    }

    /// The moves begin, if they have not yet.
    fn begin(&mut self) -> Result<(), String> {
        if let Body::Head = self.body {
            self.body = Body::Lost;
            let Record { game, start, headers, .. } = &self.record;
            let replay = Replay::under(game, start, headers).map_err(|error| error.to_string())?;
            self.body = Body::Moves(Box::new(Builder::at(replay)));
        }
        Ok(())
    }

    fn comment(&mut self, comment: &str) {
        let comment = comment.to_string();
        let Body::Moves(builder) = &mut self.body else { return self.record.comments.push(comment) };
        if self.is_skipping {
        } else if let Some(end) = builder.end() {
            end.comments.push(comment);
        } else if let Some(node) = builder.node() {
            node.comments.push(comment);
        }
    }

    fn branch(&mut self, text: &str) -> Result<(), String> {
        self.begin()?;
        let Body::Moves(builder) = &mut self.body else { return Ok(()) };
        self.is_skipping = true;
        let ply = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        builder.branch(ply.ok_or("a variation needs the number of its first move")?)?;
        self.is_skipping = false;
        Ok(())
    }

    /// `S 4h4g  1.250s`
    fn read_move(&mut self, count: usize, text: &str) -> Result<(), String> {
        self.begin()?;
        let Body::Moves(builder) = &mut self.body else { return Ok(()) };
        if self.is_skipping {
            return Ok(());
        }
        if builder.end().is_some() {
            return Err("the game has ended before it; left out".to_string());
        }
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let seat = words.first().filter(|word| word.len() == 1).and_then(|word| word.chars().next());
        if seat.is_some() {
            words.remove(0);
        }
        let read = || {
            let expected = builder.ply() + 1;
            let to_move = builder.replay().engine().player_to_move();
            if let Some(player) =
                to_move.filter(|player| seat.is_some_and(|seat| Player::of_letter(seat) != Some(*player)))
            {
                return Err(format!("{player} is to move"));
            }
            if count != expected {
                return Err(format!("it should have the number {expected}"));
            }
            let m = words.first().ok_or("a move is missing")?;
            let m = builder.replay().read(m, Notation::Native).map_err(reason)?;
            Ok((m, words.get(1).map(|time| read_time(time)).transpose()?))
        };
        match read() {
            Ok((m, time)) => {
                builder.play(m);
                if let Some(node) = builder.node() {
                    node.time = time;
                }
                Ok(())
            }
            Err(reason) => {
                builder.give_up();
                self.is_skipping = true;
                Err(format!("{reason}; the line is left out from here, move {}", builder.ply() + 1))
            }
        }
    }

    /// `checkmate; ranks 1/4/2/3; 0.500s`
    fn read_end(&mut self, text: &str) -> Result<(), String> {
        self.begin()?;
        let Body::Moves(builder) = &mut self.body else { return Ok(()) };
        if self.is_skipping {
            return Ok(());
        }
        let mut parts = text.split(';').map(str::trim);
        let reason = parts.next().unwrap_or("");
        let (mut ranks, mut time) = (None, None);
        for part in parts {
            match part.strip_prefix("ranks ") {
                Some(text) => ranks = Some(read_ranks(text)?),
                None => time = Some(read_time(part)?),
            }
        }
        let ending = endings::of_reason(reason).unwrap_or(Ending::Other);
        let end = match ranks {
            Some(ranks) => End::of_four(ending, ranks, reason),
            None => End::new(ending, None, reason),
        };
        builder.set_end(End { time, ..end });
        Ok(())
    }
}

fn read_time(text: &str) -> Result<Duration, String> {
    times::read(text.trim_end_matches('s'))
        .ok_or_else(|| format!("'{}' is no time, such as 1.250s", excerpt(text)))
}

fn read_ranks(text: &str) -> Result<[u8; 4], String> {
    let ranks: Vec<u8> = text
        .split('/')
        .filter_map(|rank| rank.trim().parse().ok())
        .filter(|rank| (1..=4).contains(rank))
        .collect();
    ranks.try_into().map_err(|_| format!("'{}' are no ranks, such as 1/4/2/3", excerpt(text)))
}

/// Writes a game, without totals of times, scores and expected lines.
///
/// # Errors
/// [`WriteError::Position`]: the rules do not know the start.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let Record { game, headers, start, comments, line } = record;
    let replay = Replay::under(game, start, headers)?;
    let mut writer = Writer { text: format!("{FIRST_LINE}\n"), replay };
    for (name, value) in headers {
        writer.line(&format!("{}: {}", name.replace(':', " "), value.replace(['\n', '\r'], " ")));
    }
    if *start != Setup::Start {
        writer.line(&format!("{START}: {}", writer.replay.text()));
    }
    writer.comments(comments);
    writer.text.push('\n');
    writer.moves(line);
    Ok(writer.text)
}

struct Writer {
    text: String,
    replay: Replay,
}

impl Writer {
    fn line(&mut self, line: &str) {
        self.text += line.trim_end();
        self.text.push('\n');
    }

    fn comments(&mut self, comments: &[String]) {
        for line in comments.iter().flat_map(|comment| comment.split('\n')) {
            self.line(&format!("* {line}"));
        }
    }

    /// A line of moves, and then what hangs on it.
    fn moves(&mut self, line: &Line) {
        let start = self.replay.played().len();
        for node in &line.nodes {
            let number = self.replay.played().len() + 1;
            let seat =
                self.replay.engine().player_to_move().map_or(String::new(), |player| player.to_string());
            let text = (self.replay.engine().game().move_text)(node.m, Notation::Native);
            self.line(&format!("{number:4} {seat} {text}{}", time(node.time, "  ")));
            self.comments(&node.comments);
            self.replay.play(node.m);
        }
        if let Some(end) = &line.end {
            let ranks = end.ranks.map_or(String::new(), |ranks| {
                format!("; ranks {}", ranks.map(|rank| rank.to_string()).join("/"))
            });
            self.line(&format!(
                "end {}{ranks}{}",
                end.reason.replace([';', '\n'], ","),
                time(end.time, "; ")
            ));
            self.comments(&end.comments);
        }
        let beyond = line.end.as_ref().map_or(&[][..], |end| &end.variations);
        let all: Vec<&[Line]> = line.nodes.iter().map(|node| &node.variations[..]).chain([beyond]).collect();
        for (index, variations) in all.into_iter().enumerate().rev() {
            for variation in variations {
                self.replay.rewind(start + index);
                // Writing to a string never fails.
                let _ = writeln!(self.text, "\nvariation {}", start + index + 1);
                self.moves(variation);
            }
        }
    }
}

fn time(time: Option<Duration>, before: &str) -> String {
    time.map_or(String::new(), |time| format!("{before}{}s", times::seconds(time)))
}
