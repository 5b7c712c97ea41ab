//! Reads CSA.

use crate::core::{Move, Side};
use crate::engine::{GameInfo, Setup};
use crate::game::excerpt;
use crate::games::shogi::piece::{HAND_KINDS, PROMOTED};

use super::super::builder::Builder;
use super::super::endings::{self, Tongue};
use super::super::shogi::{Board, Man, digit, kind_of_csa, moved_kind, square};
use super::super::{Format, Node, Problem, ReadError, Reading, Record, Replay, plain_start, times};
use super::{DEPTH, HEADERS, REASON, SCORE};

/// Whether a text looks like CSA.
pub fn is_like(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
    let is_own = |line: &str| {
        let start = ["V1", "V2", "V3", "N+", "N-", "PI", "P1", "$EVENT:", "$START_TIME:", "'CSA"];
        let men = matches!(line.as_bytes(), [b'P', b'+' | b'-', b'0'..=b'9', b'0'..=b'9', b'A'..=b'Z', ..]);
        start.iter().any(|word| line.starts_with(word)) || men || is_move(line)
    };
    lines.find(|line| !line.starts_with('\'') || line.starts_with("'CSA")).is_some_and(is_own)
}

/// Whether a line is a move: `+7776FU`.
fn is_move(line: &str) -> bool {
    let bytes = line.as_bytes();
    bytes.len() >= 7
        && matches!(bytes[0], b'+' | b'-')
        && bytes[1..5].iter().all(u8::is_ascii_digit)
        && bytes[5..7].iter().all(u8::is_ascii_uppercase)
}

/// Reads every game of a file; `/` stands between them.
///
/// # Errors
/// [`ReadError::Empty`].
pub fn read(text: &str, game: &'static GameInfo) -> Result<Reading, ReadError> {
    let mut reading = Reading::new(Format::Csa);
    let mut reader = Reader::new(game);
    for (i, line) in text.lines().enumerate() {
        if line.trim_end() == "/" {
            reader.finish(i + 1, &mut reading);
            reader = Reader::new(game);
        } else if !line.starts_with('\'') && line.contains(',') && !line.starts_with(['N', '$']) {
            for part in line.split(',') {
                reader.read_line(i + 1, part.trim_end(), &mut reading.problems);
            }
        } else {
            reader.read_line(i + 1, line.trim_end(), &mut reading.problems);
        }
    }
    reader.finish(text.lines().count(), &mut reading);
    reading.or_empty()
}

struct Reader {
    game: &'static GameInfo,
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    board: Option<Board>,
    /// The one who gets all pieces that are left.
    all_left: Option<Side>,
    body: Option<(Builder, Setup)>,
    reason: Option<String>,
    /// A move could not be read, or the start: what follows means nothing.
    skipping: bool,
    is_empty: bool,
}

impl Reader {
    fn new(game: &'static GameInfo) -> Reader {
        Reader {
            game,
            headers: Vec::new(),
            comments: Vec::new(),
            board: None,
            all_left: None,
            body: None,
            reason: None,
            skipping: false,
            is_empty: true,
        }
    }

    fn read_line(&mut self, number: usize, line: &str, problems: &mut Vec<Problem>) {
        if line.trim().is_empty() || line.starts_with("'CSA encoding") {
            return;
        }
        self.is_empty = false;
        let header = HEADERS.iter().find_map(|(name, word)| Some((*name, line.strip_prefix(word)?)));
        let mut chars = line.chars();
        match (chars.next(), chars.as_str()) {
            (Some('\''), _) => self.read_comment(line),
            (Some('V'), _) => {}
            (Some('N' | '$'), _) if header.is_some() => {
                if let Some((name, value)) = header.filter(|(_, value)| !value.is_empty()) {
                    self.headers.push((name.to_string(), value.to_string()));
                }
            }
            (Some('$'), rest) => match rest.split_once(':') {
                Some((name, value)) => self.headers.push((name.to_string(), value.to_string())),
                None => problems.push(Problem::new(number, line, "a header is like $EVENT:NAME")),
            },
            (Some('P'), rest) if self.body.is_none() => {
                if let Err(reason) = self.read_position(rest) {
                    problems.push(Problem::new(number, line, reason));
                }
            }
            (Some(sign @ ('+' | '-')), "") => {
                let side = if sign == '+' { Side::First } else { Side::Second };
                self.begin(number, side, problems);
            }
            (Some('+' | '-'), _) => {
                let side = if line.starts_with('+') { Side::First } else { Side::Second };
                self.begin(number, side, problems);
                self.read_move(number, line, problems);
            }
            (Some('T'), seconds) => match times::read(seconds) {
                Some(time) => self.set_time(time),
                None => problems.push(Problem::new(number, line, "a time is a number of seconds")),
            },
            (Some('%'), word) => {
                self.begin(number, Side::First, problems);
                self.read_end(number, word, problems);
            }
            _ => problems.push(Problem::new(number, line, "it is no line of this format")),
        }
    }

    fn read_comment(&mut self, line: &str) {
        if let Some(reason) = line.strip_prefix(REASON) {
            self.reason = Some(reason.to_string());
            return;
        }
        if self.skipping {
            return;
        }
        let text = line.strip_prefix("'*").or_else(|| line.strip_prefix('\'')).unwrap_or(line);
        let Some((builder, _)) = &mut self.body else {
            // Before the position a comment `'NAME:VALUE` is a header that CSA has no word for.
            match text.split_once(':').filter(|_| !line.starts_with("'*")) {
                Some(("ply", value)) => {
                    if let (Some(board), Ok(ply @ ..=100_000)) = (&mut self.board, value.parse()) {
                        board.ply = ply;
                    }
                }
                Some((name, value)) if !name.is_empty() && name.chars().count() <= 40 => {
                    self.headers.push((name.to_string(), value.to_string()));
                }
                _ => self.comments.push(text.to_string()),
            }
            return;
        };
        if let Some(end) = builder.end() {
            end.comments.push(text.to_string());
        } else if builder.ply() == 0 {
            self.comments.push(text.to_string());
        } else {
            builder.annotate(|node, replay| {
                if !read_thoughts(line, node, replay) {
                    node.comments.push(text.to_string());
                }
            });
        }
    }

    /// A line that begins with `P`, without it.
    fn read_position(&mut self, text: &str) -> Result<(), String> {
        let mut chars = text.chars();
        let first = chars.next();
        match first {
            Some('I') => {
                let mut board = start_board(self.game);
                for (place, _) in places(chars.as_str())? {
                    if let Place::Square(square) = place {
                        board.put(square, None);
                    }
                }
                self.board = Some(board);
            }
            Some(rank @ '1'..='9') => {
                let rank = rank as u32 - '0' as u32;
                let board = self.board.get_or_insert_with(Board::empty);
                let cells: Vec<char> = chars.collect();
                if cells.len() > 27 {
                    return Err("a row has nine squares of three characters".to_string());
                }
                // Spaces at the end may be missing.
                for (file, cell) in (1..=9).rev().zip(cells.chunks(3)) {
                    let text: String = cell.iter().collect();
                    let Some(square) = square(file, rank) else { continue };
                    board.put(square, read_man(&text)?);
                }
            }
            Some(sign @ ('+' | '-')) => {
                let side = if sign == '+' { Side::First } else { Side::Second };
                let board = self.board.get_or_insert_with(Board::empty);
                for (place, kind) in places(chars.as_str())? {
                    match (place, kind) {
                        (Place::Hand, None) => self.all_left = Some(side),
                        (Place::Hand, Some(kind)) if kind < HAND_KINDS => {
                            let held = &mut board.hands[side.index()][kind];
                            *held = (*held + 1).min(18);
                        }
                        (Place::Square(square), Some(kind)) => board.put(square, Some(Man { side, kind })),
                        _ => return Err("that piece cannot be put there".to_string()),
                    }
                }
            }
            _ => return Err("a position is PI, P1 to P9, P+ or P-".to_string()),
        }
        Ok(())
    }

    /// The position is complete.
    fn begin(&mut self, number: usize, turn: Side, problems: &mut Vec<Problem>) {
        if self.body.is_some() || self.skipping {
            return;
        }
        let start = match self.board.take() {
            None => Setup::Start,
            Some(mut board) => {
                if let Some(side) = self.all_left {
                    let left = board.missing();
                    for (held, left) in board.hands[side.index()].iter_mut().zip(left) {
                        *held += left;
                    }
                }
                board.turn = turn;
                Setup::Text(board.sfen())
            }
        };
        let start = plain_start(self.game, start);
        match Builder::new(self.game, &start) {
            Ok(builder) => self.body = Some((builder, start)),
            Err(error) => {
                self.skipping = true;
                problems.push(Problem::new(number, "the position before the moves", error.to_string()));
            }
        }
    }

    fn read_move(&mut self, number: usize, line: &str, problems: &mut Vec<Problem>) {
        let Some((builder, _)) = self.body.as_mut().filter(|_| !self.skipping) else { return };
        if builder.end().is_some() {
            problems.push(Problem::new(number, line, "the game has ended before it; left out"));
            return;
        }
        match parse_move(line, builder.replay()) {
            Ok(m) => builder.play(m),
            Err(reason) => {
                let reason = format!("{reason}; the game is left out from here, move {}", builder.ply() + 1);
                problems.push(Problem::new(number, line, reason));
                self.skipping = true;
            }
        }
    }

    fn set_time(&mut self, time: std::time::Duration) {
        let Some((builder, _)) = self.body.as_mut().filter(|_| !self.skipping) else { return };
        if let Some(end) = builder.end() {
            end.time = Some(time);
        } else if let Some(node) = builder.node() {
            node.time = Some(time);
        }
    }

    fn read_end(&mut self, number: usize, word: &str, problems: &mut Vec<Problem>) {
        let Some((builder, _)) = self.body.as_mut().filter(|_| !self.skipping) else { return };
        let loser = match word.chars().next() {
            Some('+') => Some(Side::First),
            Some('-') => Some(Side::Second),
            _ => None,
        };
        match endings::read(word.trim_start_matches(['+', '-']), Tongue::Csa, builder.side(), loser) {
            Some(mut end) => {
                if let Some(reason) = self.reason.take() {
                    endings::set_reason(&mut end, &reason);
                }
                builder.set_end(end);
            }
            None => problems.push(Problem::new(number, word, "no known end of a game")),
        }
    }

    fn finish(mut self, number: usize, reading: &mut Reading) {
        if self.is_empty {
            return;
        }
        self.begin(number, Side::First, &mut reading.problems);
        let Some((builder, start)) = self.body else { return };
        let mut record =
            Record { headers: self.headers, comments: self.comments, ..Record::new(self.game, start) };
        record.line = builder.finish();
        reading.records.push(record);
    }
}

/// What a `'**` line or our `'depth` tells of a move that has just been played.
fn read_thoughts(line: &str, node: &mut Node, replay: &mut Replay) -> bool {
    if let Some(depth) = line.strip_prefix(DEPTH).and_then(|depth| depth.parse().ok()) {
        node.depth = depth;
        return true;
    }
    let Some(rest) = line.strip_prefix(SCORE) else { return false };
    let mut words = rest.split_whitespace();
    let Some(score) = words.next().and_then(|word| word.parse::<f64>().ok()) else { return false };
    let ply = replay.played().len();
    let mut pv = Vec::new();
    let whole = words.all(|word| match parse_move(word, replay) {
        Ok(m) => {
            pv.push(m);
            replay.play(m);
            true
        }
        Err(_) => false,
    });
    replay.rewind(ply);
    if !whole || score.abs() > 1e9 {
        return false;
    }
    node.score = Some(score as i32 * (!replay.side()).sign());
    node.pv = pv;
    true
}

/// Reads `+7776FU`.
fn parse_move(text: &str, replay: &Replay) -> Result<Move, String> {
    if !is_move(text) || text.len() != 7 {
        return Err("a move is like +7776FU".to_string());
    }
    let side = if text.starts_with('+') { Side::First } else { Side::Second };
    if side != replay.side() {
        return Err("the other side is to move".to_string());
    }
    let kind = kind_of_csa(&text[5..]).ok_or_else(|| format!("'{}' is no piece", &text[5..]))?;
    let digits: Vec<u32> = text[1..5].chars().filter_map(digit).collect();
    let [from_file, from_rank, to_file, to_rank] = digits[..] else {
        return Err("a move is like +7776FU".to_string());
    };
    let to = square(to_file, to_rank).ok_or("it goes off the board")?;
    if (from_file, from_rank) == (0, 0) {
        return if kind < HAND_KINDS {
            replay.check(Move::drop(kind, to))
        } else {
            Err("it cannot be dropped".to_string())
        };
    }
    let from = square(from_file, from_rank).ok_or("it comes from off the board")?;
    let board = Board::of_sfen(&replay.text());
    let before = moved_kind(&board, Move::new(from, to));
    let promotes = kind != before && PROMOTED[before] == kind;
    if board.at(from).is_none() || (kind != before && !promotes) {
        return Err(format!("illegal: no {} can come from there", &text[5..]));
    }
    replay.check(if promotes { Move::promotion(from, to) } else { Move::new(from, to) })
}

enum Place {
    Square(crate::core::Square),
    Hand,
}

/// `22KA82HI`, `00KI`, `00AL`: places with kinds; no kind is all that is left.
fn places(text: &str) -> Result<Vec<(Place, Option<usize>)>, String> {
    let chars: Vec<char> = text.trim_end().chars().collect();
    let read = |part: &[char]| {
        let text: String = part.iter().collect();
        let bad = || format!("'{}' is not like 22KA", excerpt(&text));
        let [file, rank, a, b] = part else { return Err(bad()) };
        let name: String = [a, b].into_iter().collect();
        let (file, rank) = (digit(*file).ok_or_else(bad)?, digit(*rank).ok_or_else(bad)?);
        let place = match square(file, rank) {
            Some(square) => Place::Square(square),
            None if (file, rank) == (0, 0) => Place::Hand,
            None => return Err(bad()),
        };
        let kind = if name == "AL" { None } else { Some(kind_of_csa(&name).ok_or_else(bad)?) };
        Ok((place, kind))
    };
    chars.chunks(4).map(read).collect()
}

/// A square of a row: `+FU`, `-TO` or ` * `.
fn read_man(text: &str) -> Result<Option<Man>, String> {
    let side = match text.chars().next() {
        Some('+') => Side::First,
        Some('-') => Side::Second,
        _ if text.trim().is_empty() || text.trim() == "*" => return Ok(None),
        _ => return Err(format!("'{}' is not like +FU or ' * '", excerpt(text))),
    };
    let kind = kind_of_csa(text[1..].trim_end()).ok_or_else(|| format!("'{}' is no piece", excerpt(text)))?;
    Ok(Some(Man { side, kind }))
}

fn start_board(game: &'static GameInfo) -> Board {
    Board::of_sfen(&(game.sit_down)().start_text(crate::game::Notation::Native))
}
