//! PGN with moves as ICCS coordinates (`H2-E2`), scores and times in comments as `{+0.35/12 0.050s}`.

use std::fmt::Write;

use crate::core::Side;
use crate::engine::{PositionError, Setup};
use crate::game::Notation;

use super::{MoveNote, Record, WIN, WIN_BOUND};

/// Lines are broken before this many columns.
const WIDTH: usize = 100;

pub fn write(record: &Record) -> Result<String, PositionError> {
    let mut engine = (record.game.sit_down)();
    engine.set_position(&record.start, &[], Notation::Native)?;
    let result = match record.winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => "1/2-1/2",
    };
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string never fails.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", record.event);
    tag("Site", "?");
    tag("Date", &record.started.strftime("%Y.%m.%d").to_string());
    tag("Round", &record.round.to_string());
    tag("White", record.players[0]);
    tag("Black", record.players[1]);
    tag("Result", result);
    tag("Variant", record.game.name);
    tag("Format", "ICCS");
    tag("UTCTime", &record.started.strftime("%H:%M:%S").to_string());
    if let Some([main, byoyomi, increment]) = record.time_control {
        tag("TimeControl", &format!("{main}+{}", increment + byoyomi));
    }
    if record.start != Setup::Start {
        tag("SetUp", "1");
        tag("FEN", &engine.text(Notation::Native));
    }
    tag("Termination", record.reason);

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
    let first = engine.side_to_move().index();
    for (i, note) in record.moves.iter().enumerate() {
        let (number, side) = ((first + i) / 2 + 1, (first + i) % 2);
        match (side, i) {
            (0, _) => word(&format!("{number}.")),
            (_, 0) => word(&format!("{number}...")),
            _ => {}
        }
        word(&move_text(&note.text));
        word(&comment(note));
    }
    word(&format!("{{{}}}", record.reason.replace('}', ")")));
    word(result);
    text.push('\n');
    Ok(text)
}

/// `h2e2` as `H2-E2`.
fn move_text(native: &str) -> String {
    let upper = native.to_ascii_uppercase();
    match upper.split_at_checked(2) {
        Some((from, to)) => format!("{from}-{to}"),
        None => upper,
    }
}

fn comment(note: &MoveNote) -> String {
    let Some(time) = note.time else {
        return "{book}".to_string();
    };
    let score = match note.score {
        None => "?".to_string(),
        Some(score) if score > WIN_BOUND => format!("+M{}", WIN - score),
        Some(score) if score < -WIN_BOUND => format!("-M{}", WIN + score),
        Some(score) => format!("{:+.2}", f64::from(score) / 100.0),
    };
    format!("{{{score}/{} {:.3}s}}", note.depth, time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::Ending;
    use super::*;
    use crate::engine::GameInfo;

    fn note(text: &str, score: Option<i32>) -> MoveNote {
        MoveNote { text: text.to_string(), time: Some(Duration::from_millis(50)), score, depth: 12 }
    }

    fn record(start: Setup, moves: Vec<MoveNote>) -> Record<'static> {
        Record {
            game: GameInfo::named("xiangqi").expect("a game"),
            event: "test",
            round: 7,
            players: ["A \"x\"", "B"],
            started: "2026-11-30T19:00:01Z".parse().expect("a time"),
            time_control: Some([5.0, 0.0, 0.05]),
            start,
            moves,
            winner: Some(Side::Second),
            ending: Ending::Resignation,
            reason: "resignation",
        }
    }

    #[test]
    fn a_game_from_the_start() {
        let book = MoveNote { text: "h2e2".to_string(), ..MoveNote::default() };
        let moves = vec![book, note("h9g7", Some(-35)), note("h0g2", Some(29_993)), note("b7b0", None)];
        let text = record(Setup::Start, moves).text().expect("legal moves");
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
        let text = record(start, vec![note("e9f9", Some(0))]).text().expect("legal moves");
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/3K4R b - - 0 1\"]"), "{text}");
        assert!(text.contains("\n1... E9-F9 {+0.00/12 0.050s} "), "{text}");
    }

    #[test]
    fn lines_are_broken_between_words() {
        let moves = ["h2e2", "h7e7"].iter().cycle().take(200).map(|m| note(m, Some(0))).collect();
        let text = record(Setup::Start, moves).text().expect("a text");
        assert!(text.lines().all(|line| line.len() < WIDTH && !line.ends_with(' ')));
        assert!(text.lines().count() > 50);
    }
}
