//! PGN with moves as ICCS coordinates (`H2-E2`), scores and times in comments as `{+0.35/12 0.050s}`.

use std::fmt::Write;

use crate::core::Side;
use crate::engine::Setup;
use crate::game::Notation;

use super::{End, Ending, Node, Record, Replay, WIN, WIN_BOUND, WriteError, header};

/// Lines are broken before this many columns.
const WIDTH: usize = 100;

pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut replay = Replay::new(record.game, &record.start)?;
    let result = match &record.line.end {
        None | Some(End { ending: Ending::Interrupted, .. }) => "*",
        Some(End { winner: Some(Side::First), .. }) => "1-0",
        Some(End { winner: Some(Side::Second), .. }) => "0-1",
        Some(End { winner: None, .. }) => "1/2-1/2",
    };
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string never fails.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    for (name, value) in headers(record, result) {
        tag(&name, &value);
    }
    if record.start != Setup::Start {
        tag("SetUp", "1");
        tag("FEN", &replay.text());
    }
    let reason = record.line.end.as_ref().map_or("", |end| &end.reason);
    if !reason.is_empty() {
        tag("Termination", reason);
    }

    text.push('\n');
    let mut column = 0;
    let mut word = |word: &str| {
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
    };
    let first = replay.side().index();
    for (i, node) in record.line.nodes.iter().enumerate() {
        let (number, side) = ((first + i) / 2 + 1, (first + i) % 2);
        match (side, i) {
            (0, _) => word(&format!("{number}.")),
            (_, 0) => word(&format!("{number}...")),
            _ => {}
        }
        replay.play(node.m);
        word(&move_text(&(record.game.move_text)(node.m, Notation::Native)));
        word(&comment(node));
    }
    if !reason.is_empty() {
        word(&format!("{{{}}}", reason.replace('}', ")")));
    }
    word(result);
    text.push('\n');
    Ok(text)
}

/// The headers as tags: the seven that every PGN has come first.
fn headers(record: &Record, result: &str) -> Vec<(String, String)> {
    let value = |name: &str| record.header(name);
    let started = value(header::STARTED).unwrap_or("????/??/??");
    let (date, time) = started.split_once(' ').unwrap_or((started, ""));
    let mut tags = vec![
        ("Event", value(header::EVENT).unwrap_or("?").to_string()),
        ("Site", value(header::SITE).unwrap_or("?").to_string()),
        ("Date", date.replace('/', ".")),
        ("Round", value(header::ROUND).unwrap_or("?").to_string()),
        ("White", value(header::FIRST).unwrap_or("?").to_string()),
        ("Black", value(header::SECOND).unwrap_or("?").to_string()),
        ("Result", result.to_string()),
        ("Variant", record.game.name.to_string()),
        ("Format", "ICCS".to_string()),
    ];
    if !time.is_empty() {
        tags.push(("UTCTime", time.to_string()));
    }
    if let Some(control) = value(header::TIME_CONTROL) {
        tags.push(("TimeControl", time_control(control)));
    }
    tags.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// `MAIN+BYOYOMI+INCREMENT` as PGN has it: `MAIN+INCREMENT`.
fn time_control(text: &str) -> String {
    let seconds: Vec<f64> = text.split('+').filter_map(|part| part.trim().parse().ok()).collect();
    match seconds[..] {
        [main, byoyomi, increment] => format!("{main}+{}", increment + byoyomi),
        _ => text.to_string(),
    }
}

/// `h2e2` as `H2-E2`.
fn move_text(native: &str) -> String {
    let upper = native.to_ascii_uppercase();
    match upper.split_at_checked(2) {
        Some((from, to)) => format!("{from}-{to}"),
        None => upper,
    }
}

fn comment(node: &Node) -> String {
    let Some(time) = node.time else {
        return "{book}".to_string();
    };
    let score = match node.score {
        None => "?".to_string(),
        Some(score) if score > WIN_BOUND => format!("+M{}", WIN - score),
        Some(score) if score < -WIN_BOUND => format!("-M{}", WIN + score),
        Some(score) => format!("{:+.2}", f64::from(score) / 100.0),
    };
    format!("{{{score}/{} {:.3}s}}", node.depth, time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::GameInfo;

    fn node(score: Option<i32>) -> Node {
        Node { time: Some(Duration::from_millis(50)), score, depth: 12, ..Node::default() }
    }

    fn record(start: Setup, moves: &[(&str, Node)]) -> Record {
        let game = GameInfo::named("xiangqi").expect("a game");
        let texts: Vec<&str> = moves.iter().map(|(text, _)| *text).collect();
        let mut record = Record::from_moves(game, start, &texts).expect("legal moves");
        for (node, (_, told)) in record.line.nodes.iter_mut().zip(moves) {
            *node = Node { m: node.m, ..told.clone() };
        }
        for (name, value) in [
            (header::FIRST, "A \"x\""),
            (header::SECOND, "B"),
            (header::EVENT, "test"),
            (header::ROUND, "7"),
            (header::STARTED, "2026/11/30 19:00:01"),
            (header::TIME_CONTROL, "5+0+0.05"),
        ] {
            record.set_header(name, value);
        }
        record.line.end = Some(End::new(Ending::Resignation, Some(Side::Second), "resignation"));
        record
    }

    #[test]
    fn a_game_from_the_start() {
        let moves = [
            ("h2e2", Node::default()),
            ("h9g7", node(Some(-35))),
            ("h0g2", node(Some(29_993))),
            ("b7b0", node(None)),
        ];
        let text = write(&record(Setup::Start, &moves)).expect("a text");
        let expected = "[Event \"test\"]\n[Site \"?\"]\n[Date \"2026.11.30\"]\n[Round \"7\"]\n\
            [White \"A \\\"x\\\"\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[Variant \"xiangqi\"]\n[Format \"ICCS\"]\n\
            [UTCTime \"19:00:01\"]\n[TimeControl \"5+0.05\"]\n[Termination \"resignation\"]\n\n\
            1. H2-E2 {book} H9-G7 {-0.35/12 0.050s} 2. H0-G2 {+M7/12 0.050s} B7-B0 {?/12 0.050s} \
            {resignation}\n0-1\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_game_from_a_position() {
        let start = Setup::Text("4k4/9/9/9/9/9/9/9/9/3K4R b - - 0 1".to_string());
        let text = write(&record(start, &[("e9f9", node(Some(0)))])).expect("a text");
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/3K4R b - - 0 1\"]"), "{text}");
        assert!(text.contains("\n1... E9-F9 {+0.00/12 0.050s} "), "{text}");
    }

    #[test]
    fn lines_are_broken_between_words() {
        let shuffle = ["h2h3", "h7h6", "h3h2", "h6h7"];
        let moves: Vec<(&str, Node)> =
            shuffle.into_iter().cycle().take(200).map(|m| (m, node(Some(0)))).collect();
        let text = write(&record(Setup::Start, &moves)).expect("a text");
        assert!(text.lines().all(|line| line.len() < WIDTH && !line.ends_with(' ')));
        assert!(text.lines().count() > 50);
    }
}
