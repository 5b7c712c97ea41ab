//! CSA records (version 3.0), the score seen by Sente in `'**` comments.

use std::fmt::Write;

use crate::core::Side;
use crate::engine::Setup;
use crate::game::Notation;

use super::{End, Ending, Record, Replay, WriteError, header};

/// Headers and how CSA begins their lines.
const HEADERS: [(&str, &str); 9] = [
    (header::FIRST, "N+"),
    (header::SECOND, "N-"),
    (header::EVENT, "$EVENT:"),
    (header::SITE, "$SITE:"),
    (header::STARTED, "$START_TIME:"),
    (header::ENDED, "$END_TIME:"),
    (header::TIME_CONTROL, "$TIME:"),
    (header::TIME_LIMIT, "$TIME_LIMIT:"),
    (header::OPENING, "$OPENING:"),
];

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

pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut replay = Replay::new(record.game, &record.start)?;
    let mut text = String::from("'CSA encoding=UTF-8\nV3.0\n");
    let mut line = |line: String| {
        text += &line;
        text.push('\n');
    };
    for (name, value) in &record.headers {
        match HEADERS.iter().find(|(known, _)| known == name) {
            Some((_, word)) => line(format!("{word}{value}")),
            None => line(format!("'{name}:{value}")),
        }
    }
    if record.start == Setup::Start {
        line("PI".to_string());
    } else {
        line(diagram(&replay.text()));
    }
    line(sign(replay.side()).to_string());

    for node in &record.line.nodes {
        let side = replay.side();
        replay.play(node.m);
        let usi = (record.game.move_text)(node.m, Notation::Native);
        line(format!("{}{}", sign(side), move_text(&usi, &replay.text())));
        if let Some(time) = node.time {
            line(format!("T{:.3}", time.as_secs_f64()));
        }
        if let Some(score) = node.score {
            line(format!("'** {}", score * side.sign()));
            line(format!("'depth {}", node.depth));
        }
    }
    if let Some(End { ending, winner, reason, .. }) = &record.line.end {
        line(format!("'{reason}"));
        line(end(*ending, *winner, reason, replay.side()).to_string());
    }
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
fn end(ending: Ending, winner: Option<Side>, reason: &str, to_move: Side) -> &'static str {
    let illegal = |loser: Side| match loser {
        Side::First => "%+ILLEGAL_ACTION",
        Side::Second => "%-ILLEGAL_ACTION",
    };
    match (ending, reason) {
        (Ending::Rules, "checkmate" | "stalemate") => "%TSUMI",
        (Ending::Rules, "sennichite") => "%SENNICHITE",
        (Ending::Rules, "move limit") | (Ending::PlyLimit, _) => "%MAX_MOVES",
        (Ending::Rules, "perpetual check") => winner.map_or("%SENNICHITE", |winner| illegal(!winner)),
        (Ending::Claim, _) => "%KACHI",
        (Ending::IllegalMove | Ending::WrongClaim, _) => "%ILLEGAL_MOVE",
        (Ending::Overrun | Ending::Hang, _) => "%TIME_UP",
        (Ending::Crash, _) => "%ERROR",
        (Ending::Interrupted, _) => "%CHUDAN",
        // Whatever else decided it, whose turn it is tells which word names the winner.
        _ => match winner {
            None => "%HIKIWAKE",
            Some(winner) if winner == to_move => "%KACHI",
            Some(_) => "%TORYO",
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::GameInfo;

    fn record(start: Setup, moves: &[(&str, Option<i32>)]) -> Record {
        let game = GameInfo::named("shogi").expect("a game");
        let texts: Vec<&str> = moves.iter().map(|(text, _)| *text).collect();
        let mut record = Record::from_moves(game, start, &texts).expect("legal moves");
        for (node, (_, score)) in record.line.nodes.iter_mut().zip(moves) {
            (node.score, node.depth) = (*score, 9);
            node.time = score.map(|_| Duration::from_millis(50));
        }
        for (name, value) in [
            (header::FIRST, "A"),
            (header::SECOND, "B"),
            (header::EVENT, "test"),
            (header::ROUND, "3"),
            (header::STARTED, "2026/11/30 19:00:01"),
            (header::TIME_CONTROL, "5+0+0.05"),
        ] {
            record.set_header(name, value);
        }
        record.line.end = Some(End::new(Ending::Resignation, Some(Side::First), "resignation"));
        record
    }

    #[test]
    fn a_game_from_the_start() {
        let moves =
            [("7g7f", None), ("3c3d", Some(20)), ("8h2b+", Some(35)), ("3a2b", Some(-10)), ("B*4e", None)];
        let text = write(&record(Setup::Start, &moves)).expect("a text");
        let expected = "'CSA encoding=UTF-8\nV3.0\nN+A\nN-B\n$EVENT:test\n'Round:3\n$START_TIME:2026/11/30 19:00:01\n\
            $TIME:5+0+0.05\nPI\n+\n+7776FU\n-3334FU\nT0.050\n'** -20\n'depth 9\n+8822UM\nT0.050\n'** 35\n'depth 9\n\
            -3122GI\nT0.050\n'** 10\n'depth 9\n+0045KA\n'resignation\n%TORYO\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_position_with_hands() {
        let start = Setup::Text("4k4/9/9/9/4+P4/9/9/8+r/4K4 w 2GP10p 1".to_string());
        let text = write(&record(start, &[("5a4a", Some(0))])).expect("a text");
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
            let mut record = record(Setup::Start, &[]);
            record.line.end = Some(End::new(ending, winner, reason));
            assert!(write(&record).expect("a text").ends_with(&format!("{word}\n")), "{ending:?}");
        }
    }
}
