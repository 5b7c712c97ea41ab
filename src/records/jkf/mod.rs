//! JKF, "JSON Kifu Format": what KIF says, as JSON. Header names and comments are those of KIF.
//!
//! A move number that is not the usual start's has no place in JKF: it is kept as the header `手数`.

mod json;

use crate::core::{Move, Side};
use crate::engine::{GameInfo, Setup};
use crate::games::shogi::piece::{BASE, HAND_KINDS, promotes};

use super::builder::Builder;
use super::endings::{self, Tongue};
use super::kif::{name_of, notes, word_of};
use super::shogi::{Board, Man, NAMES, file_rank, handicap, kind_of_csa, moved_kind, square};
use super::times::{self, Running};
use super::{End, Format, Line, Node, Problem, ReadError, Reading, Record, Replay, WriteError, plain_start};

use json::{Data, Element, Initial, Kifu, Play, Time};

const PLY: &str = "手数";
const OTHER: &str = "OTHER";

/// Reads the game of a file; of a file that is cut off, what comes before.
///
/// # Errors
/// [`ReadError::Empty`].
pub fn read(text: &str, game: &'static GameInfo) -> Result<Reading, ReadError> {
    let mut reading = Reading::new(Format::Jkf);
    let (mut kifu, broken) = json::read(text);
    if let Some(error) = broken {
        let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or("");
        let part: String = line.chars().skip(error.column().saturating_sub(20)).collect();
        reading.problems.push(Problem::new(
            error.line().max(1),
            &part,
            format!("{error}; what comes after is left out"),
        ));
        if kifu.moves.is_empty() && kifu.header.0.is_empty() {
            return reading.or_empty();
        }
    }
    let start = plain_start(game, start(&mut kifu, &mut reading.problems));
    let builder = match Builder::new(game, &start) {
        Ok(builder) => builder,
        Err(error) => {
            reading.problems.insert(0, Problem::new(1, "initial", error.to_string()));
            return reading.or_empty();
        }
    };
    let mut record = Record::new(game, start);
    let header = kifu.header.0.iter();
    record.headers = header.map(|(word, value)| (name_of(word).to_string(), value.clone())).collect();
    let first = builder.side();
    let mut reader = Reader { builder, problems: Vec::new() };
    let elements = match kifu.moves.split_first() {
        // The first element is the start; some files leave it out.
        Some((start, rest)) if start.play.is_none() && start.special.is_none() => {
            record.comments = start.comments.clone();
            rest
        }
        _ => &kifu.moves[..],
    };
    reader.read_line(elements);
    record.line = reader.builder.finish();
    times::drop_plain_totals(&mut record.line, first);
    reading.problems.extend(reader.problems);
    reading.records.push(record);
    reading.or_empty()
}

fn start(kifu: &mut Kifu, problems: &mut Vec<Problem>) -> Setup {
    let Some(initial) = kifu.initial.take() else { return Setup::Start };
    if initial.preset != OTHER {
        return handicap::of_jkf(&initial.preset).unwrap_or_else(|| {
            problems.push(Problem::new(1, &initial.preset, "no known handicap; the usual start is taken"));
            Setup::Start
        });
    }
    let data = initial.data.unwrap_or_default();
    let mut board = Board::empty();
    board.turn = if data.color == 0 { Side::First } else { Side::Second };
    for (file, column) in (1..).zip(&data.board) {
        for (rank, cell) in (1..).zip(column) {
            let (Some(square), Some(kind)) = (square(file, rank), &cell.kind) else { continue };
            match kind_of_csa(kind) {
                Some(kind) => board.put(square, Some(Man { side: side(cell.color), kind })),
                None => problems.push(Problem::new(1, kind, "no piece has this name")),
            }
        }
    }
    for (hand, held) in board.hands.iter_mut().zip(&data.hands) {
        for (name, count) in held {
            match kind_of_csa(name).filter(|&kind| kind < HAND_KINDS) {
                Some(kind) => hand[kind] = (*count).min(18),
                None => problems.push(Problem::new(1, name, "no piece in hand has this name")),
            }
        }
    }
    if let Some(at) = kifu.header.0.iter().position(|(word, _)| word == PLY) {
        board.ply = kifu.header.0.remove(at).1.parse().ok().filter(|&ply| ply <= 100_000).unwrap_or(0);
    }
    Setup::Text(board.sfen())
}

fn side(color: Option<u8>) -> Side {
    if color == Some(1) { Side::Second } else { Side::First }
}

struct Reader {
    builder: Builder,
    problems: Vec<Problem>,
}

impl Reader {
    /// Reads the elements of a line that goes on where the position is, then what forks from it, the last first.
    fn read_line(&mut self, elements: &[Element]) {
        let start = self.builder.ply();
        let mut read = 0;
        for element in elements {
            if !self.read_element(element) {
                break;
            }
            read += 1;
        }
        for (index, element) in elements.iter().enumerate().take(read + 1).rev() {
            for fork in &element.forks {
                match self.builder.branch(start + index) {
                    Ok(()) => self.read_line(fork),
                    Err(reason) => self.tell(start + index, "forks", reason),
                }
            }
        }
    }

    fn tell(&mut self, ply: usize, text: &str, reason: String) {
        // JSON has its lines where it likes: the move is the better place.
        self.problems.push(Problem::new(1, text, format!("move {}: {reason}", ply + 1)));
    }

    /// Whether the line goes on after this element.
    fn read_element(&mut self, element: &Element) -> bool {
        let time = element.time.as_ref();
        let (now, total) =
            (time.map(|time| time.now.duration()), time.and_then(|time| time.total).map(|t| t.duration()));
        if let Some(play) = &element.play {
            match parse_move(play, self.builder.replay()) {
                Ok(m) => self.builder.play(m),
                Err(reason) => {
                    self.tell(
                        self.builder.ply(),
                        &play.text(),
                        format!("{reason}; the line is left out from here"),
                    );
                    return false;
                }
            }
            self.builder.annotate(|node, replay| {
                (node.time, node.total) = (now, total);
                for comment in &element.comments {
                    if !notes::read(comment, node, replay) {
                        node.comments.push(comment.clone());
                    }
                }
            });
            return true;
        }
        let Some(special) = &element.special else { return true };
        let loser = match special.chars().next() {
            Some('+') => Some(Side::First),
            Some('-') => Some(Side::Second),
            _ => None,
        };
        let word = special.trim_start_matches(['+', '-']);
        match endings::read(word, Tongue::Csa, self.builder.side(), loser) {
            Some(mut end) => {
                (end.time, end.total) = (now, total);
                for comment in &element.comments {
                    match notes::reason(comment) {
                        Some(reason) => endings::set_reason(&mut end, reason),
                        None => end.comments.push(comment.clone()),
                    }
                }
                self.builder.set_end(end);
            }
            None => self.tell(self.builder.ply(), special, "no known end of a game".to_string()),
        }
        false
    }
}

fn parse_move(play: &Play, replay: &Replay) -> Result<Move, String> {
    let kind = kind_of_csa(&play.piece)
        .ok_or_else(|| format!("'{}' is no piece", crate::game::excerpt(&play.piece)))?;
    let to = match (&play.to, replay.played().last()) {
        (Some(place), _) => square(place.x, place.y).ok_or("it goes off the board")?,
        (None, Some(before)) => before.to(),
        (None, None) => return Err("it goes nowhere".to_string()),
    };
    let Some(place) = &play.from else {
        return if kind < HAND_KINDS {
            replay.check(Move::drop(kind, to))
        } else {
            Err("it cannot be dropped".to_string())
        };
    };
    let from = square(place.x, place.y).ok_or("it comes from off the board")?;
    let m = replay.check(if play.promote == Some(true) {
        Move::promotion(from, to)
    } else {
        Move::new(from, to)
    })?;
    let found = moved_kind(&Board::of_sfen(&replay.text()), m);
    if found == kind { Ok(m) } else { Err(format!("on that square stands {}", NAMES[found].csa)) }
}

/// Writes a game.
///
/// # Errors
/// [`WriteError::Position`].
pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut replay = Replay::new(record.game, &record.start)?;
    let names = handicap::names(&record.start);
    let is_handicap = names.is_some() && record.start != Setup::Start;
    let mut kifu = Kifu::default();
    let header = record.headers.iter();
    kifu.header.0 =
        header.map(|(name, value)| (word_of(name, is_handicap).to_string(), value.clone())).collect();
    kifu.initial = Some(match names {
        Some((_, preset)) => Initial { preset: preset.to_string(), data: None },
        None => {
            let board = Board::of_sfen(&replay.text());
            if board.ply > 0 {
                kifu.header.0.push((PLY.to_string(), board.ply.to_string()));
            }
            Initial { preset: OTHER.to_string(), data: Some(Data::of(&board)) }
        }
    });
    kifu.moves.push(Element { comments: record.comments.clone(), ..Element::default() });
    kifu.moves.extend(elements(&record.line, &mut replay, &mut Running::new()));
    // What is written is strings and numbers: there is nothing that JSON could refuse.
    Ok(serde_json::to_string(&kifu).unwrap_or_default() + "\n")
}

fn elements(line: &Line, replay: &mut Replay, running: &mut Running) -> Vec<Element> {
    let start = replay.played().len();
    let mut elements: Vec<Element> = line.nodes.iter().map(|node| element(node, replay, running)).collect();
    if let Some(end) = &line.end {
        elements.push(end_element(end, replay, running));
    }
    let of_nodes = line.nodes.iter().map(|node| &node.variations);
    let beyond = line.end.iter().map(|end| &end.variations);
    let forks: Vec<&Vec<Line>> = of_nodes.chain(beyond).collect();
    for (index, (element, variations)) in elements.iter_mut().zip(forks).enumerate().rev() {
        for variation in variations {
            replay.rewind(start + index);
            element.forks.push(self::elements(variation, replay, running));
        }
    }
    elements
}

fn time(
    now: Option<std::time::Duration>,
    total: Option<std::time::Duration>,
    replay: &Replay,
    running: &mut Running,
) -> Option<Time> {
    let sum = running.spend(replay, now.unwrap_or_default());
    let is_told = now.is_some() || total.is_some();
    is_told.then(|| Time {
        now: json::Clock::of(now.unwrap_or_default()),
        total: Some(json::Clock::of(total.unwrap_or(sum))),
    })
}

fn element(node: &Node, replay: &mut Replay, running: &mut Running) -> Element {
    let board = Board::of_sfen(&replay.text());
    let place = |square| {
        let (x, y) = file_rank(square);
        json::Place { x, y }
    };
    let kind = moved_kind(&board, node.m);
    let before = replay.played().last();
    let can_promote = !node.m.is_drop() && promotes(kind) && {
        let other = if node.m.is_promotion() { node.m } else { Move::promotion(node.m.from(), node.m.to()) };
        replay.check(other).is_ok()
    };
    let captured = if node.m.is_drop() { None } else { board.at(node.m.to()) };
    let play = Play {
        color: Some(board.turn.index() as u8),
        from: (!node.m.is_drop()).then(|| place(node.m.from())),
        to: Some(place(node.m.to())),
        piece: NAMES[kind].csa.to_string(),
        same: before.filter(|before| before.to() == node.m.to()).map(|_| true),
        promote: can_promote.then(|| node.m.is_promotion()),
        capture: captured.map(|man| NAMES[man.kind].csa.to_string()),
        relative: drop_is_said(node.m, &board, replay).then(|| "H".to_string()),
    };
    let time = time(node.time, node.total, replay, running);
    replay.play(node.m);
    let mut comments = notes::write(node, replay);
    comments.extend(node.comments.iter().cloned());
    Element { comments, play: Some(play), time, ..Element::default() }
}

/// Whether a piece on the board could go where one is dropped, so that 打 has to be said.
fn drop_is_said(m: Move, board: &Board, replay: &Replay) -> bool {
    m.is_drop()
        && replay.engine().legal_moves().iter().any(|other| {
            !other.is_drop() && other.to() == m.to() && moved_kind(board, *other) == m.drop_kind()
        })
}

fn end_element(end: &End, replay: &Replay, running: &mut Running) -> Element {
    let (word, says_all) = endings::write(end, Tongue::Csa, replay.side());
    let blamed = match endings::loser(word, end) {
        Some(Side::First) => "+",
        Some(Side::Second) => "-",
        None => "",
    };
    let reason = (!says_all && !end.reason.is_empty()).then(|| notes::write_reason(&end.reason));
    Element {
        comments: reason.into_iter().chain(end.comments.iter().cloned()).collect(),
        special: Some(format!("{blamed}{word}")),
        time: time(end.time, end.total, replay, running),
        ..Element::default()
    }
}

impl Data {
    fn of(board: &Board) -> Data {
        let cell = |file, rank| {
            let man = square(file, rank).and_then(|square| board.at(square));
            json::Cell {
                color: man.map(|man| man.side.index() as u8),
                kind: man.map(|man| NAMES[man.kind].csa.to_string()),
            }
        };
        let hand = |side: Side| {
            let held = board.hands[side.index()];
            (0..HAND_KINDS).map(|kind| (NAMES[BASE[kind]].csa.to_string(), held[kind])).collect()
        };
        Data {
            color: board.turn.index() as u8,
            board: (1..=9).map(|file| (1..=9).map(|rank| cell(file, rank)).collect()).collect(),
            hands: Side::BOTH.map(hand).to_vec(),
        }
    }
}
