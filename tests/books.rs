//! Opening books: formats, choice, growth, and `ryuma book` through the built binary.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use ryuma::book::check::check;
use ryuma::book::grow::{Growth, Plan};
use ryuma::book::{Library, Page, Taste, place, text};
use ryuma::engine::{Engine, GAMES, GameInfo, Setup};
use ryuma::game::Notation;

fn seat(game: &str, position: &Setup) -> Box<dyn Engine> {
    let mut engine = (GameInfo::named(game).expect("a game").sit_down)();
    engine.set_position(position, &[], Notation::Native).expect("a position");
    engine
}

fn book(name: &str) -> PathBuf {
    common::data().join("books").join(name)
}

fn library(name: &str, seed: u64) -> Library {
    let mut library = Library::new(seed);
    library.add_file(&book(name), GameInfo::named("shogi").expect("a game")).expect("a book");
    library
}

/// Keys and moves of binary books, as another program computes them (scripts/binary_book_keys.py).
#[test]
fn keys_and_moves_of_binary_books() {
    let rows = common::table("binary_book_keys.tsv");
    let (mut moves, mut drops, mut promotions) = (0, 0, 0);
    for row in &rows {
        let engine = seat("shogi", &Setup::Text(row[0].clone()));
        let key = u64::from_str_radix(&row[1], 16).expect("a key");
        assert_eq!(engine.binary_book_key(), Some(key), "{}", row[0]);
        for (text, bits) in row[2].split(' ').map(|word| word.split_once(':').expect("text:bits")) {
            let bits = u16::from_str_radix(bits, 16).expect("bits");
            let m = engine.parse_move(text, Notation::Native).expect("a move");
            assert_eq!(engine.binary_book_move(bits), Some(m), "{text}");
            moves += 1;
            drops += usize::from(text.contains('*'));
            promotions += usize::from(text.ends_with('+'));
        }
        // All other bits are a legal move of ours, or nothing.
        assert!((0..=u16::MAX).step_by(61).filter_map(|bits| engine.binary_book_move(bits)).count() < 600);
    }
    assert!(rows.len() > 50 && moves > 150 && drops > 20 && promotions > 20, "{moves} {drops} {promotions}");
}

#[test]
fn a_binary_book_is_played_from() {
    let engine = seat("shogi", &Setup::Start);
    let key = engine.binary_book_key().expect("a key");
    // 2g2f and 7g7f, and bits that are no legal move.
    let moves: [(u16, u16, i32); 3] = [(0x078E, 40, 12), (0x1E3B, 60, 9), (0x3FFF, 500, 90)];
    let mut bytes = Vec::new();
    let mut squares = moves;
    // 2g is 1 * 9 + 6, 2f one less; 7g is 6 * 9 + 6.
    squares[0].0 = 15 << 7 | 14;
    squares[1].0 = 60 << 7 | 59;
    for (bits, count, score) in squares {
        bytes.extend(key.to_le_bytes());
        bytes.extend(bits.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.extend(score.to_le_bytes());
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.bin");
    fs::write(&path, &bytes).expect("written");
    let mut library = Library::new(1);
    library.add_file(&path, engine.game()).expect("a book");
    let (known, _, illegal) = library.look_up(&*engine);
    let texts: Vec<&str> = known.iter().map(|known| known.entry.text.as_str()).collect();
    assert_eq!(texts, ["2g2f", "7g7f"]);
    assert_eq!((known[0].entry.weight, known[0].entry.score), (40, Some(12)));
    assert_eq!(illegal, ["0x3fff"]);
    let (found, _) = library.choose(&*engine, Taste { variety: 0, ..Taste::default() }, &[]);
    assert_eq!(found.expect("a move").known.entry.text, "7g7f");

    let xiangqi = GameInfo::named("xiangqi").expect("a game");
    let error = Library::new(1).add_file(&path, xiangqi).expect_err("no such books").to_string();
    assert!(error.contains("no binary books of xiangqi"), "{error}");
}

#[test]
fn the_choice_follows_weights_scores_and_bans() {
    let engine = seat("shogi", &Setup::Start);
    let text = |taste: Taste, seed: u64, banned: &[&str]| {
        let banned: Vec<_> =
            banned.iter().map(|text| engine.parse_move(text, Notation::Native).expect("a move")).collect();
        let (found, illegal) = library("shogi.db", seed).choose(&*engine, taste, &banned);
        assert_eq!(illegal, ["2h8h"]);
        found.map(|found| found.known.entry.text)
    };
    let count = |taste: Taste, wanted: &str| {
        (0..400).filter(|&seed| text(taste, seed, &[]).as_deref() == Some(wanted)).count()
    };
    let main = Taste { variety: 0, ..Taste::default() };
    let free = Taste { variety: 100, ..Taste::default() };
    assert_eq!(count(main, "2g2f"), 400);
    // 70 to 30; squared, 84 to 16.
    let (all, half) = (count(free, "2g2f"), count(Taste { variety: 50, ..free }, "2g2f"));
    assert!((240..=320).contains(&all) && (310..=365).contains(&half), "{all} {half}");
    // Nothing is left out where the margin is wide: the third move has the most weight.
    assert_eq!(count(Taste { margin: 1000, ..main }, "9g9f"), 400);
    assert_eq!(text(main, 1, &["2g2f"]).as_deref(), Some("7g7f"));
    assert_eq!(text(main, 1, &["2g2f", "7g7f", "9g9f"]), None);
    assert_eq!(library("shogi.db", 1).choose(&*engine, Taste { plies: 0, ..main }, &[]).0, None);
}

#[test]
fn own_books_are_sound() {
    for game in &GAMES {
        let book = game.book.expect("a book of its own");
        let findings = check(book, &mut *(game.sit_down)());
        assert_eq!(findings.faults, [], "{}", game.name);
        assert!(findings.positions >= 100, "{}: {}", game.name, findings.positions);
        for start in (game.starts)() {
            let engine = seat(game.name, &Setup::Text(start.clone()));
            let mut library = Library::new(1);
            library.add_own(game).expect("a book");
            assert!(library.choose(&*engine, Taste::default(), &[]).0.is_some(), "{}: {start}", game.name);
        }
    }
}

fn grown(game: &str, positions: usize, from: Vec<Page>) -> Vec<Page> {
    let mut engine = (GameInfo::named(game).expect("a game").sit_down)();
    engine.set_hash(1).expect("a megabyte");
    let plan = Plan { positions, nodes: 400, lines: 3, margin: 60, plies: 6 };
    let start = vec![engine.start_text(Notation::Native)];
    let mut growth = Growth::new(&mut *engine, start, from, plan).expect("a book");
    while growth.step(&AtomicBool::new(false)).expect("a position") {}
    growth.pages()
}

#[test]
fn a_book_grows_alike_with_and_without_a_break() {
    for game in ["shogi", "xiangqi", "janggi"] {
        let info = GameInfo::named(game).expect("a game");
        let whole = grown(game, 12, Vec::new());
        assert_eq!(whole.len(), 12);
        let (part, _) = text::read(&text::write(&grown(game, 5, Vec::new()), info));
        assert_eq!(text::write(&grown(game, 12, part), info), text::write(&whole, info));
        let findings = check(&text::write(&whole, info), &mut *(info.sit_down)());
        assert_eq!(findings.faults, []);
        // Every move that leads to a position of the book has its score.
        for page in &whole {
            for m in &page.moves {
                let mut engine = seat(game, &Setup::Text(page.position.clone()));
                let played = engine.parse_move(&m.text, Notation::Native).expect("a move");
                engine.play(played);
                let behind = place(&engine.text(Notation::Native));
                if let Some(next) = whole.iter().find(|page| place(&page.position) == behind) {
                    let best = next.moves.iter().filter_map(|m| m.score).max();
                    assert_eq!(m.score, best.map(|score| -score), "{} {}", page.position, m.text);
                }
            }
        }
    }
}

#[test]
fn the_plan_bounds_a_book() {
    let mut engine = (GameInfo::named("xiangqi").expect("a game").sit_down)();
    engine.set_hash(1).expect("a megabyte");
    let plan = Plan { positions: 1000, nodes: 200, lines: 2, margin: 60, plies: 2 };
    let start = vec![engine.start_text(Notation::Native)];
    let mut growth = Growth::new(&mut *engine, start, Vec::new(), plan).expect("a book");
    while growth.step(&AtomicBool::new(false)).expect("a position") {}
    // The start and what two moves lead to.
    assert!((2..=3).contains(&growth.positions()), "{}", growth.positions());
    assert!(!growth.step(&AtomicBool::new(true)).expect("nothing to do"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Whatever a file holds, only legal moves come out, and nothing panics.
    #[test]
    fn any_text_gives_legal_moves_only(
        lines in prop::collection::vec("(sfen [a-z/0-9 ]{0,20}|fen |[1-9][a-i][1-9][a-i][+]? [a-z0-9]{1,5} -?[0-9]{1,3} [0-9] [0-9]{1,3}|.{0,20})", 0..20),
    ) {
        let engine = seat("shogi", &Setup::Start);
        let content = format!("sfen {}\n{}", engine.text(Notation::Native), lines.join("\n"));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("any.db");
        fs::write(&path, &content).expect("written");
        let mut library = Library::new(1);
        library.add_file(&path, engine.game()).expect("it has a position");
        let (known, _, _) = library.look_up(&*engine);
        for known in &known {
            prop_assert!(engine.legal_moves().contains(&known.m));
        }
        let (found, _) = library.choose(&*engine, Taste::default(), &[]);
        prop_assert!(known.is_empty() || found.is_some());
        check(&content, &mut *(engine.game().sit_down)());
        let (pages, _) = text::read(&content);
        let written = text::write(&pages, engine.game());
        prop_assert_eq!(text::write(&text::read(&written).0, engine.game()), written);
    }
}

/// What property tests found once: a mark behind a space, which was read as a mark only the second time.
#[test]
fn byte_order_marks_are_nothing_wherever_they_stand() {
    let engine = seat("shogi", &Setup::Start);
    let content =
        format!("sfen {}\n\u{85}\u{feff}7g7f none 0 1 1\n\u{85}\u{feff}", engine.text(Notation::Native));
    let (pages, _) = text::read(&content);
    let written = text::write(&pages, engine.game());
    assert!(written.contains("7g7f"), "{written}");
    assert_eq!(text::write(&text::read(&written).0, engine.game()), written);
}

fn ryuma(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ryuma")).args(arguments).output().expect("the program starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn path_text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn build_show_merge_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, both) = (folder.path().join("one.db"), folder.path().join("both.db"));
    let build =
        ["book", "build", "--game", "shogi", "--nodes", "300", "--hash", "1", "--out", path_text(&one)];
    let built = ryuma(&[&build[..], &["--positions", "2"]].concat());
    assert!(built.status.success(), "{built:?}");
    assert!(said(&built).ends_with("one.db: 2 positions\n"), "{built:?}");
    let grown = ryuma(&[&build[..], &["--positions", "4"]].concat());
    assert!(said(&grown).ends_with("one.db: 4 positions\n"), "{grown:?}");

    let tests = book("shogi.db");
    let merged = ryuma(&[
        "book",
        "merge",
        "--game",
        "shogi",
        path_text(&tests),
        path_text(&one),
        "--out",
        path_text(&both),
    ]);
    assert!(merged.status.success() && said(&merged).contains(" positions"), "{merged:?}");

    let shown = ryuma(&["book", "show", "--game", "shogi", path_text(&both)]);
    let text = said(&shown);
    assert!(
        text.contains(" 2g2f") && text.contains("share") && text.contains("never played: 2h8h"),
        "{text}"
    );
    let shown =
        ryuma(&["book", "show", "--game", "shogi", path_text(&tests), "--json", "--position", "startpos"]);
    let object: serde_json::Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    assert_eq!(object["moves"][0]["move"], "2g2f");
    assert_eq!(object["moves"][0]["weight"], 70);
    assert_eq!(object["illegal"][0], "2h8h");
    let own = said(&ryuma(&["book", "show", "--game", "xiangqi", "--position", "startpos moves a0a1 a9a8"]));
    assert!(own.contains("own book: ") && own.contains("no moves for this position"), "{own}");

    let checked = ryuma(&["book", "check", "--game", "shogi", path_text(&one)]);
    assert!(checked.status.success() && said(&checked).ends_with(" 0 faults\n"), "{checked:?}");
}

#[test]
fn faults_have_lines_and_reasons() {
    let faulty = book("faulty.db");
    let checked = ryuma(&["book", "check", "--game", "shogi", path_text(&faulty)]);
    assert_eq!(checked.status.code(), Some(1));
    let text = said(&checked);
    for part in [
        "faulty.db:1: '2g2f none 0 1 1' comes before any position",
        "faulty.db:2: answer to '2g2f': illegal move '2g2f'",
        "faulty.db:2: illegal move '2h8h'",
        "faulty.db:2: the move '7g7f' again",
        "faulty.db:4: 'x' is no score, in '2g2f none x 1 1'",
        "faulty.db:8: the position of line 2 again",
        "faulty.db:10: the position is not found under this text: programs write",
        "faulty.db:12: bad position '9/9 b - 1'",
    ] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    let checked = ryuma(&["book", "check", "--game", "shogi", "--json", path_text(&faulty)]);
    let object: serde_json::Value = serde_json::from_slice(&checked.stdout).expect("JSON");
    assert_eq!(object["positions"], 4);
    assert_eq!(object["faults"][0]["line"], 1);
}

#[test]
fn bad_files_and_arguments_end_with_2() {
    let table = common::data().join("shogi_cases.tsv");
    let table = path_text(&table);
    for (arguments, part) in [
        (&["book", "show", "--game", "shogi", "/no/such.db"][..], "cannot read book '/no/such.db'"),
        (&["book", "show", "--game", "shogi", table], "is no book"),
        (&["book", "check", "--game", "shogi", table], "is no book"),
        (&["book", "merge", "--game", "shogi", table, "--out", "/no/such.db"], "is no book"),
        (
            &["book", "build", "--game", "shogi", "--positions", "1", "--nodes", "1", "--out", "/no/such.db"],
            "cannot write",
        ),
        (
            &["book", "build", "--game", "shogi", "--positions", "1", "--out", table],
            "comes before any position",
        ),
        (&["book", "show", "--game", "chess"], "chess"),
        (&["play", "--game", "shogi", "--notation", "nonsense"], "nonsense"),
        (&["play", "--game", "shogi", "--position", "nonsense"], "nonsense"),
        (&["play", "--game", "shogi", "--against", "god"], "god"),
    ] {
        let output = ryuma(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(part), "{arguments:?}: {errors}");
    }
}
