//! DhtmlXQ, the text of dpxq.com and many Chinese programs: `[DhtmlXQ_NAME]VALUE[/DhtmlXQ_NAME]`.
//!
//! A square is two digits, its column from Red's left and its row from Black's side. `binit` has the men of both sides
//! in a fixed order, `movelist` the moves; `move_PARENT_PLY_ID` a variation, `commentPLY` and `commentID_PLY` comments,
//! `||` in them a new line. Who moves first is told by the first move alone, and the counters of a FEN are not kept. There are
//! no times and scores.

use std::collections::BTreeMap;

use crate::core::{Move, Side, Square};
use crate::engine::{GameInfo, Setup};

use super::builder::Builder;
use super::{
    End, Ending, Format, Line, Problem, ReadError, Reading, Record, Replay, WriteError, endings, header,
    plain_start,
};

/// Fields and the headers that they are.
const FIELDS: [(&str, &str); 8] = [
    ("event", header::EVENT),
    ("date", header::STARTED),
    ("place", header::SITE),
    ("round", header::ROUND),
    ("red", header::FIRST),
    ("black", header::SECOND),
    ("timerule", header::TIME_LIMIT),
    ("open", header::OPENING),
];

/// Fields that are no headers.
const OWN: [&str; 9] =
    ["ver", "init", "binit", "movelist", "result", "endtype", "length", "firstnum", "turn"];

/// Ends in Chinese.
const ENDS: [(&str, &str); 5] = [
    ("认负", "resignation"),
    ("超时", "overrun"),
    ("绝杀", "checkmate"),
    ("困毙", "stalemate"),
    ("议和", "agreement"),
];

/// The men of a side in the order of `binit`: chariot, horse, elephant, advisor, general, …, cannons, soldiers.
const MEN: &str = "RNBAKABNRCCPPPPP";
const NOWHERE: &str = "99";

/// Whether a text looks like this format.
pub fn is_like(text: &str) -> bool {
    text.to_ascii_lowercase().contains("[dhtmlxq")
}

/// A field: its line, its name in lower case without `DhtmlXQ_`, its value.
struct Field<'a> {
    line: usize,
    name: String,
    value: &'a str,
}

/// Reads every game of a file.
///
/// # Errors
/// [`ReadError::Empty`].
pub fn read(text: &str, game: &'static GameInfo) -> Result<Reading, ReadError> {
    let mut reading = Reading::new(Format::DhtmlXq);
    let fields = fields(text, &mut reading.problems);
    // A game ends where a field comes a second time that no game has twice.
    let mut games: Vec<Vec<Field>> = Vec::new();
    for field in fields {
        let begins = ["ver", "binit", "movelist"].contains(&field.name.as_str());
        match games.last_mut() {
            Some(game) if !begins || game.iter().all(|known| known.name != field.name) => game.push(field),
            _ => games.push(vec![field]),
        }
    }
    for fields in &games {
        read_game(fields, game, &mut reading);
    }
    reading.or_empty()
}

fn fields<'a>(text: &'a str, problems: &mut Vec<Problem>) -> Vec<Field<'a>> {
    // Of the same length, as only ASCII letters change.
    let lower = text.to_ascii_lowercase();
    let mut fields = Vec::new();
    let (mut at, mut line, mut counted) = (0, 1, 0);
    while let Some(found) = lower[at..].find("[dhtmlxq_") {
        let begin = at + found;
        line += text[counted..begin].matches('\n').count();
        counted = begin;
        let name_at = begin + "[dhtmlxq_".len();
        let Some(name_length) = lower[name_at..].find(']').filter(|&length| length <= 40) else {
            problems.push(Problem::new(line, &text[begin..], "the name of a field is not closed"));
            at = name_at;
            continue;
        };
        let value_at = name_at + name_length + 1;
        let rest = &lower[value_at..];
        let length = rest.find("[/dhtmlxq").or_else(|| {
            problems.push(Problem::new(line, &text[begin..value_at], "the field is not closed"));
            rest.find("[dhtmlxq_")
        });
        let length = length.unwrap_or(rest.len());
        let name = lower[name_at..name_at + name_length].to_string();
        fields.push(Field { line, name, value: text[value_at..value_at + length].trim() });
        at = value_at + length;
    }
    fields
}

/// A line of moves as the file tells it.
struct Told<'a> {
    line: usize,
    parent: usize,
    ply: usize,
    moves: &'a str,
}

fn read_game(fields: &[Field], game: &'static GameInfo, reading: &mut Reading) {
    let field = |name: &str| fields.iter().find(|field| field.name == name && !field.value.is_empty());
    let mut lines: BTreeMap<usize, Told> = BTreeMap::new();
    let mut comments: BTreeMap<(usize, usize), &str> = BTreeMap::new();
    let mut record = Record::new(game, Setup::Start);
    for Field { line, name, value } in fields {
        let numbers = |prefix: &str| -> Option<Vec<usize>> {
            name.strip_prefix(prefix)?.split('_').map(|part| part.parse().ok()).collect()
        };
        if let Some([parent, ply, id]) = numbers("move_").as_deref() {
            lines.insert(*id, Told { line: *line, parent: *parent, ply: *ply, moves: value });
        } else if let Some(place) = numbers("comment") {
            match place[..] {
                [ply] => comments.insert((0, ply), value),
                [id, ply] => comments.insert((id, ply), value),
                _ => None,
            };
        } else if !OWN.contains(&name.as_str()) && !value.is_empty() {
            let known = FIELDS.iter().find(|(field, _)| field == name);
            let header = known.map_or(name.as_str(), |(_, header)| header);
            let value = if header == header::STARTED { value.replace('-', "/") } else { value.to_string() };
            record.set_header(header, value);
        }
    }
    let main = field("movelist").or(field("move_0_1_0"));
    let moves = main.map_or("", |field| field.value);
    lines.insert(0, Told { line: main.map_or(1, |field| field.line), parent: 0, ply: 1, moves });
    let field_value = |name: &str| field(name).map_or("", |field| field.value);
    record.start = match field("binit").map(|field| (field, start(field.value, moves, field_value("turn")))) {
        None => Setup::Start,
        Some((_, Ok(text))) => plain_start(game, Setup::Text(text)),
        Some((field, Err(reason))) => {
            reading.problems.push(Problem::new(
                field.line,
                field.value,
                format!("{reason}; the game is left out"),
            ));
            return;
        }
    };
    let builder = match Builder::new(game, &record.start) {
        Ok(builder) => builder,
        Err(error) => {
            let (line, text) = field("binit").map_or((1, ""), |field| (field.line, field.value));
            reading.problems.push(Problem::new(line, text, format!("{error}; the game is left out")));
            return;
        }
    };
    let split = |text: &str| text.split("||").map(str::to_string).collect();
    record.comments = comments.get(&(0, 0)).map_or_else(Vec::new, |text| split(text));
    let end = read_result(field_value("result"), field_value("endtype"));
    let mut reader =
        Reader { builder, lines: &lines, comments: &comments, done: vec![0], end, problems: Vec::new() };
    reader.read_line(0, 1);
    for (id, told) in &lines {
        if !reader.done.contains(id) {
            reader.problems.push(Problem::new(
                told.line,
                told.moves,
                "the variation belongs to no line; left out",
            ));
        }
    }
    record.line = reader.builder.finish();
    reading.problems.extend(reader.problems);
    reading.records.push(record);
}

struct Reader<'a> {
    builder: Builder,
    lines: &'a BTreeMap<usize, Told<'a>>,
    comments: &'a BTreeMap<(usize, usize), &'a str>,
    /// The lines that have been read.
    done: Vec<usize>,
    /// The end of the game, until its line is read.
    end: Option<End>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    /// Reads a line that begins with move number `ply`, then its variations, the last first.
    fn read_line(&mut self, id: usize, ply: usize) {
        let Some(told) = self.lines.get(&id) else { return };
        let digits: Vec<u32> = told.moves.chars().filter_map(|c| c.to_digit(10)).collect();
        for (number, squares) in (ply..).zip(digits.chunks(4)) {
            match parse_move(squares).and_then(|m| self.builder.replay().check(m)) {
                Ok(m) => self.builder.play(m),
                Err(reason) => {
                    let text: String = squares.iter().map(u32::to_string).collect();
                    let reason = format!("move {number}: {reason}; the line is left out from here");
                    self.problems.push(Problem::new(told.line, &text, reason));
                    self.builder.give_up();
                    break;
                }
            }
            if let (Some(text), Some(node)) = (self.comments.get(&(id, number)), self.builder.node()) {
                node.comments = text.split("||").map(str::to_string).collect();
            }
        }
        if let Some(end) = self.end.take() {
            self.builder.set_end(end);
        }
        let mut variations: Vec<(usize, usize)> = self
            .lines
            .iter()
            .filter(|(child, told)| told.parent == id && !self.done.contains(child))
            .map(|(child, told)| (told.ply, *child))
            .collect();
        variations.sort_by_key(|(ply, child)| (std::cmp::Reverse(*ply), *child));
        for (from, child) in variations {
            self.done.push(child);
            let inside = from > ply || (id == 0 && from >= 1);
            let branched = if inside {
                self.builder.branch(from - 1)
            } else {
                Err("it begins before its line".to_string())
            };
            match branched {
                Ok(()) => self.read_line(child, from),
                Err(reason) => {
                    let told = &self.lines[&child];
                    self.problems.push(Problem::new(
                        told.line,
                        told.moves,
                        format!("{reason}; the variation is left out"),
                    ));
                }
            }
        }
    }
}

fn parse_move(digits: &[u32]) -> Result<Move, String> {
    let [from_column, from_row, to_column, to_row] = *digits else {
        return Err("a move is four digits".to_string());
    };
    let square = |column: u32, row: u32| (column < 9).then(|| Square::at(row as usize, column as usize));
    match (square(from_column, from_row), square(to_column, to_row)) {
        (Some(from), Some(to)) => Ok(Move::new(from, to)),
        _ => Err("a column is a digit from 0 to 8".to_string()),
    }
}

/// The FEN of a `binit`; the man that moves first tells whose turn it is, or `turn`, which only this program writes.
fn start(binit: &str, moves: &str, turn: &str) -> Result<String, String> {
    let digits: Vec<char> = binit.chars().filter(char::is_ascii_digit).collect();
    if digits.len() != 64 {
        return Err(format!("32 men have 64 digits, not {}", digits.len()));
    }
    let mut board = [[' '; 9]; 10];
    for (place, letter) in digits.chunks(2).zip(MEN.chars().chain(MEN.to_lowercase().chars())) {
        let place: Vec<usize> =
            place.iter().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
        let [column, row] = place[..] else { continue };
        if column < 9 {
            board[row][column] = letter;
        }
    }
    let first: Vec<usize> =
        moves.chars().filter_map(|c| c.to_digit(10)).take(2).map(|digit| digit as usize).collect();
    let man = match first[..] {
        [column, row] if column < 9 => board[row][column],
        _ => ' ',
    };
    let black = man.is_ascii_lowercase() || man == ' ' && turn == "b";
    let row = |row: &[char; 9]| {
        let mut text = String::new();
        for part in row.chunk_by(|a, b| (*a == ' ') && (*b == ' ')) {
            if part[0] == ' ' {
                text += &part.len().to_string();
            } else {
                text.extend(part);
            }
        }
        text
    };
    let rows: Vec<String> = board.iter().map(row).collect();
    Ok(format!("{} {} - - 0 1", rows.join("/"), if black { 'b' } else { 'w' }))
}

fn read_result(text: &str, endtype: &str) -> Option<End> {
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let winner = if says(&["红胜", "紅勝", "红先胜", "红方胜", "先胜", "1-0"]) {
        Some(Side::First)
    } else if says(&["黑胜", "黑勝", "黑先胜", "黑方胜", "先负", "0-1"]) {
        Some(Side::Second)
    } else if says(&["和", "1/2"]) {
        None
    } else {
        if endtype.is_empty() {
            return None;
        }
        return Some(End::new(Ending::Interrupted, None, endtype));
    };
    let mut end = End::new(Ending::Other, winner, "");
    if !endtype.is_empty() {
        let known = ENDS.iter().find(|(word, _)| endtype.contains(word));
        endings::set_reason(&mut end, known.map_or(endtype, |(_, reason)| reason));
    }
    Some(end)
}

/// Writes a game.
///
/// # Errors
/// [`WriteError::Position`].
pub fn write(record: &Record) -> Result<String, WriteError> {
    let replay = Replay::new(record.game, &record.start)?;
    let mut fields =
        vec![("ver".to_string(), "www_dpxq_com".to_string()), ("init".to_string(), "500,350".to_string())];
    for (name, value) in &record.headers {
        let known = FIELDS.iter().find(|(_, header)| header == name);
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !name.is_empty();
        let value = if name == header::STARTED { value.replace('/', "-") } else { value.clone() };
        match known {
            Some((field, _)) => fields.push((field.to_string(), value)),
            None if is_name => fields.push((name.to_lowercase(), value)),
            None => {}
        }
    }
    if let Some(end) = &record.line.end {
        let result = match end.winner {
            Some(Side::First) => "红胜",
            Some(Side::Second) => "黑胜",
            None if end.ending == Ending::Interrupted => "未知",
            None => "和棋",
        };
        let known = ENDS.iter().find(|(_, reason)| *reason == end.reason);
        fields.push(("result".to_string(), result.to_string()));
        fields.push(("endtype".to_string(), known.map_or(end.reason.clone(), |(word, _)| word.to_string())));
    }
    fields.push(("binit".to_string(), binit(&replay.text())));
    if record.line.nodes.is_empty() && replay.side() == Side::Second {
        fields.push(("turn".to_string(), "b".to_string()));
    }
    let mut lines = vec![(String::new(), Vec::new())];
    let mut comments = Vec::new();
    comments.push(("comment0".to_string(), record.comments.join("||")));
    collect(&record.line, 0, 1, &mut lines, &mut comments);
    lines[0].0 = "movelist".to_string();
    fields.extend(lines.into_iter().map(|(name, moves)| (name, moves.concat())));
    fields.extend(comments);
    let mut text = "[DhtmlXQ]\n".to_string();
    for (name, value) in fields.iter().filter(|(name, value)| name == "movelist" || !value.is_empty()) {
        let value = value.replace("[/", "［/").replace(['\r', '\n'], " ");
        text += &format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n");
    }
    Ok(text + "[/DhtmlXQ]\n")
}

/// Writes a line under its number, and its variations under the next ones.
fn collect(
    line: &Line,
    id: usize,
    ply: usize,
    lines: &mut Vec<(String, Vec<String>)>,
    comments: &mut Vec<(String, String)>,
) {
    let branch = |variation: &Line, ply, lines: &mut Vec<(String, Vec<String>)>, comments: &mut Vec<_>| {
        let child = lines.len();
        lines.push((format!("move_{id}_{ply}_{child}"), Vec::new()));
        collect(variation, child, ply, lines, comments);
    };
    for (number, node) in (ply..).zip(&line.nodes) {
        lines[id].1.push(move_text(node.m));
        let name = if id == 0 { format!("comment{number}") } else { format!("comment{id}_{number}") };
        comments.push((name, node.comments.join("||")));
        for variation in &node.variations {
            branch(variation, number, lines, comments);
        }
    }
    for variation in line.end.iter().flat_map(|end| &end.variations) {
        branch(variation, ply + line.nodes.len(), lines, comments);
    }
}

fn move_text(m: Move) -> String {
    let square = |square: Square| format!("{}{}", square.column(), square.row());
    square(m.from()) + &square(m.to())
}

/// The squares of all men.
fn binit(fen: &str) -> String {
    let mut found: Vec<(char, String)> = Vec::new();
    for (row, text) in fen.split([' ', '/']).take(10).enumerate() {
        let mut column = 0;
        for c in text.chars() {
            match c.to_digit(10) {
                Some(gap) => column += gap as usize,
                None => {
                    found.push((c, format!("{column}{row}")));
                    column += 1;
                }
            }
        }
    }
    // Red's men are told from the right of the lowest row on, Black's from the left of the first.
    let mut take = |letter: char| {
        let at = if letter.is_ascii_uppercase() {
            found.iter().rposition(|(known, _)| *known == letter)
        } else {
            found.iter().position(|(known, _)| *known == letter)
        };
        at.map_or(NOWHERE.to_string(), |at| found.remove(at).1)
    };
    MEN.chars().chain(MEN.to_lowercase().chars()).map(&mut take).collect()
}
