//! What is written is read again, from files and from games made up.

use std::path::{Path, PathBuf};

use ryuma::engine::GameInfo;
use ryuma::records::{self, Format, Hints, Reading};

use crate::games::record;
use crate::losses::simplify;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records")
}

/// The files of a folder, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

pub fn read(bytes: &[u8], hints: &Hints) -> Reading {
    records::read(bytes, hints).unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(bytes)))
}

/// Every file of the collection is read without a problem, in the encoding that it has, and comes out byte for byte
/// as it was. The game is told only where nothing in the file does: bare moves from the start.
#[test]
fn files_come_out_as_they_were() {
    for kind in files(&folder()) {
        let name = kind.file_name().and_then(|name| name.to_str()).expect("a name").to_string();
        let (game, _) = name.split_once('_').expect("GAME_FORMAT");
        let files = files(&kind);
        assert!(files.len() >= 30, "{name}");
        for path in files {
            let bytes = std::fs::read(&path).expect("a file");
            let hints = Hints { game: GameInfo::named(game), path: Some(&path), ..Hints::default() };
            let reading = read(&bytes, &hints);
            assert!(reading.problems.is_empty(), "{}: {:?}", path.display(), reading.problems);
            assert_eq!(reading.format, Format::of_path(&path).expect("a format"), "{}", path.display());
            let text = String::from_utf8_lossy(&bytes);
            let style = text.contains("[Format \"Chinese\"]").then_some("chinese");
            let written = records::write_all(&reading.records, reading.format, style).expect("a text");
            let written = if text.contains("\r\n") { written.replace('\n', "\r\n") } else { written };
            let encoded = records::encoding::encode(&written, reading.encoding).expect("its encoding");
            assert!(encoded == bytes, "{}:\n{text}\nnow\n{written}", path.display());
        }
    }
}

/// Games with everything in them come back but for what the format has no place for.
#[test]
fn games_come_back() {
    for (game, formats) in [
        (
            "shogi",
            &[Format::Kif, Format::Ki2, Format::Csa, Format::Jkf, Format::Pgn, Format::Usi, Format::Uci][..],
        ),
        ("xiangqi", &[Format::Pgn, Format::DhtmlXq, Format::Usi, Format::Uci]),
        ("janggi", &[Format::Pgn, Format::Gib, Format::Usi, Format::Uci]),
        ("yonin", &[Format::Yonin, Format::Usi]),
    ] {
        for seed in 100..150 {
            let made = record(game, seed);
            for &format in formats {
                let text = records::write(&made, format).expect("a text");
                let hints = Hints { format: Some(format), game: Some(made.game), ..Hints::default() };
                let mut reading = read(text.as_bytes(), &hints);
                assert!(reading.problems.is_empty(), "{format} {seed}: {:?}\n{text}", reading.problems);
                let mut read = reading.records.remove(0);
                let mut expected = made.clone();
                simplify(&mut expected, format);
                read.headers.sort();
                assert_eq!(read, expected, "{game} {format} {seed}:\n{text}");
                let lost = format.loses(&made);
                assert!(lost.is_empty() || format.loses(&expected).is_empty(), "{format} {seed}: {lost:?}");
            }
        }
    }
}

/// Several games in one file.
#[test]
fn games_one_after_the_other() {
    for (game, format) in [
        ("shogi", Format::Csa),
        ("shogi", Format::Usi),
        ("xiangqi", Format::Pgn),
        ("xiangqi", Format::DhtmlXq),
        ("janggi", Format::Gib),
        ("yonin", Format::Yonin),
    ] {
        let games: Vec<_> = (200..204).map(|seed| record(game, seed)).collect();
        let text = records::write_all(&games, format, None).expect("a text");
        let hints = Hints { game: GameInfo::named(game), ..Hints::default() };
        let reading = read(text.as_bytes(), &hints);
        let lengths =
            |records: &[records::Record]| records.iter().map(|r| r.line.nodes.len()).collect::<Vec<_>>();
        assert_eq!(lengths(&reading.records), lengths(&games), "{format}\n{text}");
        assert!(reading.problems.is_empty(), "{format}: {:?}", reading.problems);
    }
    let two = [record("shogi", 1), record("shogi", 2)];
    let error = records::write_all(&two, Format::Kif, None).expect_err("one game a file");
    assert_eq!(error.to_string(), "kif holds one game, not 2");
}

/// Shogi goes through KIF, JKF and back without losing a thing that both have.
#[test]
fn from_format_to_format() {
    for seed in 300..310 {
        let mut made = record("shogi", seed);
        simplify(&mut made, Format::Kif);
        let mut now = made.clone();
        for format in [Format::Kif, Format::Jkf, Format::Kif] {
            let text = records::write(&now, format).expect("a text");
            now = read(text.as_bytes(), &Hints::default()).records.remove(0);
        }
        now.headers.sort();
        assert_eq!(now, made);
    }
}
