//! `.gib`, the format of Korean janggi programs: tags like PGN's with Korean names, moves like `79卒78`.
//!
//! The two set-ups are tags; a start that is none of the sixteen is kept in a tag `FEN`, which only this program reads,
//! and an end that `대국결과` has no word for in a tag `대국종료`. There are no variations, times or scores.

use crate::core::Side;
use crate::engine::{GameInfo, Setup};
use crate::game::Notation;

use super::builder::Builder;
use super::pgn::lexer::{Token, tokens};
use super::pgn::{movetext, read_games};
use super::{
    End, Ending, Format, Problem, ReadError, Reading, Record, Replay, WriteError, endings, header,
    plain_start,
};

/// Tags and the headers that they are. Of two for one header the first is written.
const TAGS: [(&str, &str); 8] = [
    ("대회명", header::EVENT),
    ("회전", header::ROUND),
    ("대국일자", header::STARTED),
    ("대국장소", header::SITE),
    ("초대국자", header::FIRST),
    ("한대국자", header::SECOND),
    ("제한시간", header::TIME_LIMIT),
    ("대국자초", header::FIRST),
];

const CHO_SETUP: [&str; 2] = ["초차림", "초포진"];
const HAN_SETUP: [&str; 2] = ["한차림", "한포진"];
const MOVES: &str = "총수";
const RESULT: &str = "대국결과";
const REASON: &str = "대국종료";
const FEN: &str = "FEN";

/// How a side has won.
const WINS: [(&str, Ending, &str); 6] = [
    ("완승", Ending::Rules, "checkmate"),
    ("기권승", Ending::Resignation, "resignation"),
    ("시간승", Ending::Overrun, "overrun"),
    ("점수승", Ending::Rules, "points"),
    ("반칙승", Ending::IllegalMove, "illegal move"),
    ("승", Ending::Other, ""),
];
const DRAW: &str = "무승부";
const OPEN: &str = "미정";

const MOVES_A_LINE: usize = 6;
const DEFAULT_STYLE: &str = "korean";

/// Whether a text looks like this format.
pub fn is_like(text: &str) -> bool {
    let own = TAGS.iter().map(|(tag, _)| *tag).chain(CHO_SETUP).chain(HAN_SETUP).chain([MOVES, RESULT]);
    own.into_iter().any(|tag| text.contains(&format!("[{tag} ")))
}

/// Reads every game of a file.
///
/// # Errors
/// [`ReadError::Empty`].
pub fn read(text: &str, game: &'static GameInfo) -> Result<Reading, ReadError> {
    let mut reading = Reading::new(Format::Gib);
    for tokens in read_games(&tokens(text)) {
        read_game(tokens, game, &mut reading);
    }
    reading.or_empty()
}

fn read_game(tokens: &[(usize, Token)], game: &'static GameInfo, reading: &mut Reading) {
    let mut record = Record::new(game, Setup::Start);
    let (mut setups, mut fen, mut result, mut reason) = ([None, None], None, None, None);
    for (line, token) in tokens {
        let Token::Tag(name, value) = token else { continue };
        let name = name.as_str();
        let known = TAGS.iter().find(|(tag, _)| *tag == name);
        if CHO_SETUP.contains(&name) || HAN_SETUP.contains(&name) {
            let side = usize::from(HAN_SETUP.contains(&name));
            setups[side] = letters(value);
            if setups[side].is_none() {
                reading.problems.push(Problem::new(
                    *line,
                    value,
                    "no set-up is called so; the usual one is taken",
                ));
            }
        } else if name == FEN {
            fen = Some((*line, value.clone()));
        } else if name == RESULT {
            result = Some((*line, value.clone()));
        } else if name == REASON {
            reason = Some(value.clone());
        } else if name == MOVES || value.is_empty() {
            // Counted anew, or nothing.
        } else if known.is_some_and(|(_, header)| *header == header::STARTED) {
            record.set_header(header::STARTED, value.replace('-', "/"));
        } else {
            record.set_header(known.map_or(name, |(_, header)| header), value.clone());
        }
    }
    let start = match &fen {
        Some((_, fen)) => Setup::Text(fen.clone()),
        None => Setup::Text(start_text(setups.map(|letters| letters.unwrap_or_else(|| "nbbn".to_string())))),
    };
    record.start = plain_start(game, start);
    let builder = match Builder::new(game, &record.start) {
        Ok(builder) => builder,
        Err(error) => {
            let (line, text) = fen.unwrap_or_default();
            reading.problems.push(Problem::new(line.max(1), &text, format!("{error}; the game is left out")));
            return;
        }
    };
    let text = movetext::read(tokens, builder, Notation::Native);
    (record.comments, record.line) = (text.comments, text.line);
    reading.problems.extend(text.problems);
    let (line, value) = result.unwrap_or_default();
    let is_open = value.is_empty() || value == OPEN;
    let end = if is_open { None } else { read_result(&value) };
    if end.is_none() && !is_open {
        reading.problems.push(Problem::new(line, &value, "no known result"));
    }
    // A reason without a result: the game was not played to an end.
    let end = end.or_else(|| reason.as_ref().map(|_| End::new(Ending::Interrupted, None, "")));
    record.line.end = end.map(|mut end| {
        if let Some(reason) = reason {
            endings::set_reason(&mut end, &reason);
        }
        end
    });
    reading.records.push(record);
}

/// `마상상마` as letters of a FEN.
fn letters(name: &str) -> Option<String> {
    let letter = |c| match c {
        '마' | '馬' => Some('n'),
        '상' | '象' => Some('b'),
        _ => None,
    };
    let letters: String = name.trim().chars().map(letter).collect::<Option<String>>()?;
    (letters.len() == 4 && letters.matches('n').count() == 2).then_some(letters)
}

/// The FEN of set-ups as letters from the left of the board, Cho's and Han's.
fn start_text([cho, han]: [String; 2]) -> String {
    let row = |letters: &str| {
        let (left, right) = letters.split_at_checked(2).unwrap_or(("nb", "bn"));
        format!("r{left}a1a{right}r")
    };
    format!(
        "{}/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/{} w - - 0 1",
        row(&han),
        row(&cho).to_uppercase()
    )
}

/// The set-ups of a start, Cho's and Han's, if it is one of the sixteen.
fn setups(fen: &str) -> Option<[String; 2]> {
    const ALL: [&str; 4] = ["마상상마", "상마상마", "마상마상", "상마마상"];
    let pairs = ALL.iter().flat_map(|cho| ALL.iter().map(move |han| [*cho, *han]));
    pairs.into_iter().find_map(|pair| {
        let letters = pair.map(|name| letters(name).unwrap_or_default());
        (start_text(letters) == fen).then(|| pair.map(str::to_string))
    })
}

/// `초 기권승`
fn read_result(text: &str) -> Option<End> {
    if text.contains(DRAW) {
        return Some(End::new(Ending::Other, None, "agreement"));
    }
    let winner = match text.chars().next()? {
        '초' | '楚' => Side::First,
        '한' | '漢' => Side::Second,
        _ => return None,
    };
    let (_, ending, reason) = WINS.iter().find(|(word, ..)| text.contains(word))?;
    Some(End::new(*ending, Some(winner), *reason))
}

/// Writes a game, its moves in a style of the game.
///
/// # Errors
/// [`WriteError::Position`], [`WriteError::Style`].
pub fn write(record: &Record, style: Option<&str>) -> Result<String, WriteError> {
    let mut replay = Replay::new(record.game, &record.start)?;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text += &format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    for (name, value) in &record.headers {
        let known = TAGS.iter().find(|(_, header)| header == name);
        let date = if name == header::STARTED { value.replace('/', "-") } else { value.clone() };
        tag(known.map_or(name, |(tag, _)| tag), &date);
    }
    match setups(&replay.text()) {
        Some([cho, han]) => {
            tag(CHO_SETUP[0], &cho);
            tag(HAN_SETUP[0], &han);
        }
        None => tag(FEN, &replay.text()),
    }
    tag(MOVES, &record.line.nodes.len().to_string());
    let end = record.line.end.as_ref();
    let result = end.map_or(OPEN.to_string(), result_text);
    tag(RESULT, &result);
    if let Some(end) = end.filter(|end| read_result(&result).is_none_or(|read| read.reason != end.reason)) {
        tag(REASON, &end.reason);
    }
    text.push('\n');

    let comment = |text: &String| format!("{{{}}}", text.replace('}', ")"));
    let mut words: Vec<String> = record.comments.iter().map(comment).collect();
    let mut in_line = 0;
    for (i, node) in record.line.nodes.iter().enumerate() {
        let style = style.unwrap_or(DEFAULT_STYLE);
        let written = replay.engine().write_move(node.m, style).map_err(WriteError::Style)?;
        words.push(format!("{}. {written}", i + 1));
        words.extend(node.comments.iter().map(comment));
        replay.play(node.m);
        in_line += 1;
        if in_line == MOVES_A_LINE {
            text += &(words.join(" ") + "\n");
            words.clear();
            in_line = 0;
        }
    }
    if !words.is_empty() {
        text += &(words.join(" ") + "\n");
    }
    Ok(text)
}

fn result_text(end: &End) -> String {
    match end.winner {
        None if end.ending == Ending::Interrupted => OPEN.to_string(),
        None => DRAW.to_string(),
        Some(winner) => {
            let exact = WINS
                .iter()
                .find(|(_, ending, reason)| (*ending, *reason) == (end.ending, end.reason.as_str()));
            let near =
                WINS.iter().find(|(_, ending, _)| *ending == end.ending && end.ending != Ending::Rules);
            let (word, ..) = exact.or(near).unwrap_or(&WINS[5]);
            format!("{} {word}", if winner == Side::First { "초" } else { "한" })
        }
    }
}
