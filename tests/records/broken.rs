//! Broken records: what could be read is kept, the rest is named, and nothing panics.

use proptest::prelude::*;

use ryuma::engine::GameInfo;
use ryuma::records::{self, Format, Hints};

use crate::games::record;
use crate::roundtrip::read;

/// Text, moves that are kept, the line and a part of the reason of the first problem.
#[test]
fn line_and_reason_are_named() {
    for (text, kept, line, reason) in [
        ("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(34)\n   3 ２六歩(27)\n", 1, 3, "illegal"),
        ("手合割：平手\n   1 ７六歩(77)\n   2 ３四金(33)\n", 1, 3, "on that square stands 歩"),
        ("手合割：平手\n   1 ７六歩(77)\n   2 さようなら\n", 1, 3, "neither a move nor an end"),
        ("手合割：平手\n   1 ７六歩(77)\nでたらめ\n   2 ３四歩(33)\n", 2, 3, "no line of this format"),
        ("手合割：平手\n   1 ７六歩(77)\n   3 ３四歩(33)\n", 2, 3, "should have the number 2"),
        ("手合割：平手\n   1 ７六歩(77)\n変化：9手\n   9 ３四歩(33)\n", 1, 3, "no move 8 comes before"),
        ("手合割：歩落ち\n   1 ７六歩(77)\n", 1, 1, "no known handicap"),
        ("手合割：平手\n▲７六歩 △３四角 ▲２六歩\n", 1, 2, "illegal"),
        ("PI\n+\n+7776FU\n-3334KI\n", 1, 4, "illegal"),
        ("PI\n+\n+7776FU\n+2726FU\n", 1, 4, "the other side"),
        ("PI\n+\n+7776FU\nwhat\n-3334FU\n%NONSENSE\n", 2, 4, "no line of this format"),
        ("V2.2\nPIXX\n+\n+7776FU\n", 1, 2, "is not like 22KA"),
        ("[Game \"xiangqi\"]\n\n1. H2-E2 H9-G7\n2. H2-E2 1-0\n", 2, 4, "illegal"),
        ("[Game \"xiangqi\"]\n\n1. H2-E2 ) {open\n", 1, 3, "nothing is open"),
        ("[Game \"xiangqi\"]\n[Red A]\n\n1. H2-E2\n", 1, 2, "a tag is like"),
        (
            "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[DhtmlXQ_move_7_1_9]7747[/DhtmlXQ_move_7_1_9]\n",
            1,
            2,
            "belongs to no line",
        ),
        ("[DhtmlXQ_movelist]7747\n9999[/DhtmlXQ_movelist]\n", 1, 1, "move 2: a column"),
        ("[초차림 \"마상상마\"]\n[총수 \"2\"]\n\n1. 79졸78 2. 41졸43\n", 1, 4, "illegal"),
        ("startpos moves 7g7f 7g7f\n", 1, 1, "illegal"),
        (
            r#"{"header":{"先手":"A"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"mo"#,
            1,
            1,
            "EOF",
        ),
        (
            r#"{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"move":{"to":{"x":1,"y":1},"piece":"FU"}}]}"#,
            1,
            1,
            "move 2: illegal",
        ),
    ] {
        let reading = read(text.as_bytes(), &Hints::default());
        let problem = reading.problems.first().unwrap_or_else(|| panic!("no problem: {text}"));
        assert_eq!((reading.records[0].line.nodes.len(), problem.line), (kept, line), "{problem}\n{text}");
        assert!(problem.reason.contains(reason), "{problem}\n{text}");
    }
}

#[test]
fn what_is_no_record_is_told() {
    for (text, format, part) in [
        ("", None, "it is empty"),
        (" \r\n\n", Some(Format::Kif), "it is empty"),
        ("Dear Sir or Madam,\n", None, "no known format of records: it begins with 'Dear Sir"),
        ("V2.2\nP1-OU\n+\n+7776FU\n", None, "no game in it: line 3"),
        ("{\"moves\": 3}", None, "no game in it: line 1"),
        ("[Event \"x\"]\n", None, "which game is it?"),
        ("[Variant \"yonin\"]\n\n1. x *\n", None, "pgn is not a format for yonin"),
    ] {
        let error =
            records::read(text.as_bytes(), &Hints { format, ..Hints::default() }).expect_err("no record");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    let hints = Hints { game: GameInfo::named("janggi"), format: Some(Format::Kif), ..Hints::default() };
    assert_eq!(
        records::read(b"x", &hints).expect_err("not janggi's").to_string(),
        "kif is not a format for janggi"
    );
}

/// A kind of record, its seed, and what is done to its bytes.
fn mutations() -> impl Strategy<Value = (usize, u64, Vec<(u16, u8, u8)>, u16)> {
    (
        0..KINDS.len(),
        400..420u64,
        prop::collection::vec((any::<u16>(), 0..4u8, any::<u8>()), 0..6),
        any::<u16>(),
    )
}

const KINDS: [(&str, Format); 10] = [
    ("shogi", Format::Kif),
    ("shogi", Format::Ki2),
    ("shogi", Format::Csa),
    ("shogi", Format::Jkf),
    ("shogi", Format::Usi),
    ("xiangqi", Format::Pgn),
    ("xiangqi", Format::DhtmlXq),
    ("xiangqi", Format::Uci),
    ("janggi", Format::Gib),
    ("janggi", Format::Pgn),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    /// Bytes changed, taken out, put in and doubled, and the end cut off: whatever comes of it is read or refused, and
    /// what was read can be written.
    #[test]
    fn nothing_panics((kind, seed, changes, cut) in mutations()) {
        let (game, format) = KINDS[kind];
        let mut bytes = records::write(&record(game, seed), format).expect("a text").into_bytes();
        for (at, what, byte) in changes {
            let at = at as usize % (bytes.len() + 1);
            match what {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => { bytes.remove(at); }
                2 => bytes.insert(at, byte),
                _ => {
                    let end = (at + byte as usize).min(bytes.len());
                    let part = bytes[at..end].to_vec();
                    bytes.splice(at..at, part);
                }
            }
        }
        if cut % 2 == 0 {
            bytes.truncate(cut as usize % (bytes.len() + 1));
        }
        for forced in [None, Some(format)] {
            let hints = Hints { format: forced, game: GameInfo::named(game), ..Hints::default() };
            match records::read(&bytes, &hints) {
                Ok(reading) => {
                    for record in &reading.records {
                        records::write(record, reading.format).expect("what was read can be written");
                    }
                }
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}

/// A file that is cut off in the middle keeps its first moves.
#[test]
fn the_beginning_is_kept() {
    for (game, format) in KINDS {
        let made = record(game, 410);
        let text = records::write(&made, format).expect("a text");
        let bytes = &text.as_bytes()[..text.len() * 3 / 5];
        let hints = Hints { game: GameInfo::named(game), format: Some(format), ..Hints::default() };
        let reading = read(bytes, &hints);
        let (kept, all) = (reading.records[0].move_texts(), made.move_texts());
        assert!(!kept.is_empty() && kept[..kept.len() - 1] == all[..kept.len() - 1], "{format}: {kept:?}");
    }
}
