//! Reads PGN.

use crate::engine::{GAMES, GameInfo, Setup};
use crate::game::Notation;

use super::super::builder::Builder;
use super::super::{
    End, Ending, Format, Hints, Problem, ReadError, Reading, Record, endings, header, plain_start,
};
use super::lexer::{Token, tokens};
use super::movetext::{self, Movetext};
use super::{OWN, TAGS};

/// Reasons of PGN's own and what they mean here.
const REASONS: [(&str, Ending); 6] = [
    ("time forfeit", Ending::Overrun),
    ("rules infraction", Ending::IllegalMove),
    ("unterminated", Ending::Interrupted),
    ("abandoned", Ending::Interrupted),
    ("adjudication", Ending::Adjudication),
    ("normal", Ending::Other),
];

/// Whether a text looks like PGN: it begins with a tag or with a numbered move.
pub fn is_like(text: &str) -> bool {
    match tokens(text.get(..text.len().min(2000)).unwrap_or(text)).first() {
        Some((_, Token::Tag(..))) => true,
        Some((_, Token::Word(word))) => word.starts_with("1."),
        _ => false,
    }
}

/// Reads every game of a file.
///
/// # Errors
/// [`ReadError::UnknownGame`], [`ReadError::Empty`].
pub fn read(text: &str, hints: &Hints) -> Result<Reading, ReadError> {
    let mut reading = Reading::new(Format::Pgn);
    for game in games(&tokens(text)) {
        read_game(game, hints, &mut reading)?;
    }
    reading.or_empty()
}

/// The tokens of each game: tags after anything else begin another.
pub fn games(tokens: &[(usize, Token)]) -> Vec<&[(usize, Token)]> {
    let is_tag = |token: &(usize, Token)| matches!(token.1, Token::Tag(..));
    tokens.chunk_by(|before, after| is_tag(before) || !is_tag(after)).collect()
}

fn read_game(tokens: &[(usize, Token)], hints: &Hints, reading: &mut Reading) -> Result<(), ReadError> {
    let tag = |wanted: &str| {
        tokens.iter().find_map(|(_, token)| match token {
            Token::Tag(name, value) if name.eq_ignore_ascii_case(wanted) => Some(value.as_str()),
            _ => None,
        })
    };
    let line = tokens.first().map_or(1, |(line, _)| *line);
    let setup = match tag("FEN") {
        Some(fen) if !fen.trim().is_empty() => Setup::Text(fen.trim().to_string()),
        _ => Setup::Start,
    };
    let variant = tag("Variant").and_then(|name| {
        GameInfo::of_variant(name).or(GameInfo::named(name).map(|game| (game, &game.variants[0])))
    });
    let named = variant.map(|(game, _)| game).or_else(|| tag("Game").and_then(game_named)).or(hints.game);
    if let Some(game) = named.filter(|game| game.players != 2) {
        return Err(ReadError::WrongGame { format: Format::Pgn, game: game.name });
    }
    let candidates: Vec<&'static GameInfo> = named.map_or_else(|| GAMES.iter().collect(), |game| vec![game]);
    let iccs = tag("Format").is_some_and(|format| format.eq_ignore_ascii_case("iccs"));
    let notations: &[Notation] =
        if iccs { &[Notation::Native] } else { &[Notation::Native, Notation::Fairy] };
    // Where the file does not say which game and whose coordinates, whatever reads furthest is meant.
    let mut best: Option<(usize, Record, Movetext)> = None;
    let mut error = None;
    for game in candidates {
        let start = plain_start(game, setup.clone());
        for &notation in notations {
            let builder = match Builder::new(game, &start) {
                Ok(builder) => builder,
                Err(bad) => {
                    error.get_or_insert(bad);
                    break;
                }
            };
            let text = movetext::read(tokens, builder, notation);
            let score = text.line.nodes.len().saturating_mul(2) + usize::from(text.problems.is_empty());
            if best.as_ref().is_none_or(|(known, ..)| score > *known) {
                best = Some((score, Record::new(game, start.clone()), text));
            }
        }
    }
    let Some((_, mut record, text)) = best else {
        let (fen, error) = (tag("FEN").unwrap_or(""), error.map_or(String::new(), |error| error.to_string()));
        reading.problems.push(Problem::new(line, fen, format!("{error}; the game is left out")));
        return Ok(());
    };
    if named.is_none() && text.line.nodes.is_empty() && setup == Setup::Start {
        return Err(ReadError::UnknownGame);
    }
    record.comments = text.comments;
    record.line = text.line;
    for (_, token) in tokens {
        if let Token::Tag(name, value) = token {
            read_header(&mut record, name, value);
        }
    }
    if let (Some(date), time) =
        (tag("Date").filter(|date| !date.starts_with('?')), tag("Time").or(tag("UTCTime")))
    {
        let time = time.map_or(String::new(), |time| format!(" {time}"));
        record.set_header(header::STARTED, format!("{}{time}", date.replace('.', "/")));
    }
    let result = tag("Result").and_then(movetext::result);
    record.line.end = end(text.result.or(result), tag("Termination").unwrap_or(""));
    if let Some(end) = &record.line.end {
        // Our own files say the reason in a comment too.
        let comments = record.line.nodes.last_mut().map_or(&mut record.comments, |node| &mut node.comments);
        comments.pop_if(|comment| !end.reason.is_empty() && *comment == end.reason.replace('}', ")"));
    }
    reading.problems.extend(text.problems);
    reading.records.push(record);
    Ok(())
}

fn game_named(name: &str) -> Option<&'static GameInfo> {
    let name = name.to_ascii_lowercase();
    let game = match name.as_str() {
        "chinese chess" | "xiang qi" | "中国象棋" | "象棋" => "xiangqi",
        "korean chess" | "장기" => "janggi",
        "japanese chess" | "将棋" => "shogi",
        other => other,
    };
    GameInfo::named(game)
}

fn read_header(record: &mut Record, name: &str, value: &str) {
    if OWN.iter().any(|own| own.eq_ignore_ascii_case(name)) || value == "?" {
        return;
    }
    let known = TAGS.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
    let value = match name {
        "TimeControl" => time_control(value),
        _ => value.to_string(),
    };
    record.set_header(known.map_or(name, |(_, header)| header), value);
}

/// `MAIN+INCREMENT` as the model has it.
fn time_control(text: &str) -> String {
    let is_number = |part: &str| part.parse::<f64>().is_ok();
    match text.split_once('+') {
        Some((main, increment)) if is_number(main) && is_number(increment) => format!("{main}+0+{increment}"),
        _ => text.to_string(),
    }
}

/// A result with its reason. `*` alone says nothing.
fn end(result: Option<End>, termination: &str) -> Option<End> {
    let mut end = result?;
    if termination.is_empty() {
        return Some(end).filter(|end| end.ending != Ending::Interrupted || !end.comments.is_empty());
    }
    let own =
        REASONS.iter().find(|(word, _)| word.eq_ignore_ascii_case(termination)).map(|(_, ending)| *ending);
    let open = end.ending == Ending::Interrupted;
    endings::set_reason(&mut end, termination);
    end.ending = own.unwrap_or(end.ending);
    if open {
        end.ending = Ending::Interrupted;
    } else if end.ending == Ending::Interrupted {
        end.ending = Ending::Other;
    }
    Some(end)
}
