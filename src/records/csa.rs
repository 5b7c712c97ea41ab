//! CSA records (version 3.0), the score seen by Sente in `'**` comments.

use std::fmt::Write;

use crate::core::Side;
use crate::engine::{PositionError, Setup};
use crate::game::Notation;

use super::{Ending, Record};

const PIECES: [(char, &str, &str); 8] = [
    ('P', "FU", "TO"),
    ('L', "KY", "NY"),
    ('N', "KE", "NK"),
    ('S', "GI", "NG"),
    ('G', "KI", "KI"),
    ('B', "KA", "UM"),
    ('R', "HI", "RY"),
    ('K', "OU", "OU"),
];

pub fn write(record: &Record) -> Result<String, PositionError> {
    let mut engine = (record.game.sit_down)();
    engine.set_position(&record.start, &[], Notation::Native)?;
    let mut text = format!(
        "'CSA encoding=UTF-8\nV3.0\nN+{}\nN-{}\n$EVENT:{} {}\n$START_TIME:{}\n",
        record.players[0],
        record.players[1],
        record.event,
        record.round,
        record.started.strftime("%Y/%m/%d %H:%M:%S")
    );
    let mut line = |line: String| {
        text += &line;
        text.push('\n');
    };
    if let Some([main, byoyomi, increment]) = record.time_control {
        line(format!("$TIME:{main}+{byoyomi}+{increment}"));
    }
    let sfen = engine.text(Notation::Native);
    if record.start == Setup::Start {
        line("PI".to_string());
    } else {
        line(diagram(&sfen));
    }
    let mut side = engine.side_to_move();
    line(sign(side).to_string());

    for (number, note) in record.moves.iter().enumerate() {
        let m = engine.parse_move(&note.text, Notation::Native).map_err(|error| PositionError::Move {
            number: number + 1,
            count: record.moves.len(),
            error,
        })?;
        engine.play(m);
        line(format!("{}{}", sign(side), move_text(&note.text, &engine.text(Notation::Native))));
        if let Some(time) = note.time {
            line(format!("T{:.3}", time.as_secs_f64()));
        }
        if let Some(score) = note.score {
            line(format!("'** {}", score * side.sign()));
            line(format!("'depth {}", note.depth));
        }
        side = !side;
    }
    line(format!("'{}", record.reason));
    line(end(record, side).to_string());
    Ok(text)
}

const fn sign(side: Side) -> char {
    match side {
        Side::First => '+',
        Side::Second => '-',
    }
}

/// A USI move as CSA writes it, given the position after it: `7g7f` is `7776FU`, `P*5e` is `0055FU`.
fn move_text(usi: &str, sfen: &str) -> String {
    let square = |text: &str| {
        let mut chars = text.chars();
        let (file, rank) = (chars.next().unwrap_or('0'), chars.next().unwrap_or('`'));
        (file, (rank as u8).wrapping_sub(b'a').wrapping_add(b'1') as char)
    };
    let (from, to) = usi.split_at_checked(2).unwrap_or((usi, ""));
    let (to_file, to_rank) = square(to);
    let (from_file, from_rank) = if from.ends_with('*') { ('0', '0') } else { square(from) };
    let on_board = |digit: char| digit.to_digit(10).filter(|n| (1..=9).contains(n)).map(|n| n as usize);
    let piece = match (on_board(to_file), on_board(to_rank)) {
        (Some(file), Some(rank)) => rows(sfen)[rank - 1][9 - file].trim_start_matches(['+', '-']).to_string(),
        _ => String::new(),
    };
    format!("{from_file}{from_rank}{to_file}{to_rank}{piece}")
}

/// The board of an SFEN as CSA writes squares: `+FU`, `-TO`, ` * `.
fn rows(sfen: &str) -> [[String; 9]; 9] {
    let mut rows: [[String; 9]; 9] = std::array::from_fn(|_| std::array::from_fn(|_| " * ".to_string()));
    for (row, text) in rows.iter_mut().zip(sfen.split([' ', '/'])) {
        let (mut column, mut promoted) = (0, false);
        for c in text.chars() {
            match c {
                '+' => promoted = true,
                '1'..='9' => column += c as usize - '0' as usize,
                letter => {
                    if let Some(square) = row.get_mut(column) {
                        *square = piece(letter, promoted);
                    }
                    column += 1;
                    promoted = false;
                }
            }
        }
    }
    rows
}

fn piece(letter: char, promoted: bool) -> String {
    let side = if letter.is_ascii_uppercase() { '+' } else { '-' };
    let found = PIECES.iter().find(|(l, ..)| *l == letter.to_ascii_uppercase());
    let name = found.map_or("??", |(_, plain, gilded)| if promoted { gilded } else { plain });
    format!("{side}{name}")
}

/// The lines of a start position: `P1-KY…` to `P9…`, then the hands.
fn diagram(sfen: &str) -> String {
    let mut lines: Vec<String> =
        rows(sfen).iter().enumerate().map(|(i, row)| format!("P{}{}", i + 1, row.concat())).collect();
    let mut hands = [String::new(), String::new()];
    let mut count = 0;
    for c in sfen.split_whitespace().nth(2).unwrap_or("-").chars() {
        match c.to_digit(10) {
            Some(digit) => count = count * 10 + digit as usize,
            None if c == '-' => {}
            None => {
                let piece = piece(c, false);
                hands[usize::from(piece.starts_with('-'))] +=
                    &format!("00{}", &piece[1..]).repeat(count.max(1));
                count = 0;
            }
        }
    }
    for (hand, sign) in hands.iter().zip(['+', '-']).filter(|(hand, _)| !hand.is_empty()) {
        let mut line = String::new();
        // Writing to a string never fails.
        let _ = write!(line, "P{sign}{hand}");
        lines.push(line);
    }
    lines.join("\n")
}

/// The last line: how the game ended, seen by the side to move.
fn end(record: &Record, to_move: Side) -> &'static str {
    let illegal = |loser: Side| match loser {
        Side::First => "%+ILLEGAL_ACTION",
        Side::Second => "%-ILLEGAL_ACTION",
    };
    match (record.ending, record.reason) {
        (Ending::Rules, "checkmate" | "stalemate") => "%TSUMI",
        (Ending::Rules, "sennichite") => "%SENNICHITE",
        (Ending::Rules, "move limit") | (Ending::PlyLimit, _) => "%MAX_MOVES",
        (Ending::Rules, "perpetual check") => record.winner.map_or("%SENNICHITE", |winner| illegal(!winner)),
        (Ending::Claim, _) => "%KACHI",
        (Ending::IllegalMove | Ending::WrongClaim, _) => "%ILLEGAL_MOVE",
        (Ending::Overrun | Ending::Hang, _) => "%TIME_UP",
        (Ending::Crash, _) => "%ERROR",
        // Whatever else decided it, whose turn it is tells which word names the winner.
        _ => match record.winner {
            None => "%HIKIWAKE",
            Some(winner) if winner == to_move => "%KACHI",
            Some(_) => "%TORYO",
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::MoveNote;
    use super::*;
    use crate::engine::GameInfo;

    fn record(start: Setup, moves: &[(&str, Option<i32>)]) -> Record<'static> {
        let notes = moves.iter().map(|&(text, score)| MoveNote {
            text: text.to_string(),
            time: score.map(|_| Duration::from_millis(50)),
            score,
            depth: 9,
        });
        Record {
            game: GameInfo::named("shogi").expect("a game"),
            event: "test",
            round: 3,
            players: ["A", "B"],
            started: "2026-11-30T19:00:01Z".parse().expect("a time"),
            time_control: Some([5.0, 0.0, 0.05]),
            start,
            moves: notes.collect(),
            winner: Some(Side::First),
            ending: Ending::Resignation,
            reason: "resignation",
        }
    }

    #[test]
    fn a_game_from_the_start() {
        let moves =
            [("7g7f", None), ("3c3d", Some(20)), ("8h2b+", Some(35)), ("3a2b", Some(-10)), ("B*4e", None)];
        let text = record(Setup::Start, &moves).text().expect("legal moves");
        let expected = "'CSA encoding=UTF-8\nV3.0\nN+A\nN-B\n$EVENT:test 3\n$START_TIME:2026/11/30 19:00:01\n\
            $TIME:5+0+0.05\nPI\n+\n+7776FU\n-3334FU\nT0.050\n'** -20\n'depth 9\n+8822UM\nT0.050\n'** 35\n'depth 9\n\
            -3122GI\nT0.050\n'** 10\n'depth 9\n+0045KA\n'resignation\n%TORYO\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_position_with_hands() {
        let start = Setup::Text("4k4/9/9/9/4+P4/9/9/8+r/4K4 w 2GP10p 1".to_string());
        let text = record(start, &[("5a4a", Some(0))]).text().expect("legal moves");
        let king = "P1 *  *  *  * -OU *  *  *  * \n";
        assert!(text.contains(king) && text.contains("P5 *  *  *  * +TO *  *  *  * \n"), "{text}");
        let hands = format!("P+00KI00KI00FU\nP-{}\n-\n-5141OU\n", "00FU".repeat(10));
        assert!(text.contains("P8 *  *  *  *  *  *  *  * -RY\n") && text.contains(&hands), "{text}");
    }

    #[test]
    fn endings() {
        let (first, second) = (Some(Side::First), Some(Side::Second));
        for (ending, reason, winner, word) in [
            (Ending::Rules, "checkmate", second, "%TSUMI"),
            (Ending::Rules, "sennichite", None, "%SENNICHITE"),
            (Ending::Rules, "perpetual check", second, "%+ILLEGAL_ACTION"),
            (Ending::Rules, "impasse", first, "%KACHI"),
            (Ending::PlyLimit, "ply limit", None, "%MAX_MOVES"),
            (Ending::Adjudication, "draw", None, "%HIKIWAKE"),
            (Ending::Adjudication, "resigned for", second, "%TORYO"),
            (Ending::Overrun, "overrun", second, "%TIME_UP"),
        ] {
            let record = Record { ending, reason, winner, ..record(Setup::Start, &[]) };
            assert!(record.text().expect("a text").ends_with(&format!("{word}\n")), "{ending:?}");
        }
    }

    #[test]
    fn a_game_that_cannot_be_is_told() {
        let error = record(Setup::Start, &[("7g7e", None)]).text().unwrap_err().to_string();
        assert!(error.starts_with("move 1 of 1: illegal move '7g7e'"), "{error}");
    }
}
