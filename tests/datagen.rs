//! Training data: made by the executable, and read, checked and mixed.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::position;
use ryuma::core::{Move, Side, score};
use ryuma::data::{DataError, Fault, Reader, Record, Samples, Survey, Turn, Which, Writer, inspect};
use ryuma::game::{Game, Notation, Position};
use ryuma::games::{janggi::Janggi, shogi::Shogi, xiangqi::Xiangqi};
use tempfile::{TempDir, tempdir};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ryuma"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

fn ryuma(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// What a command that must succeed prints.
fn said(arguments: &[&str]) -> String {
    let output = ryuma(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// What a command that must fail complains of.
fn complained(arguments: &[&str]) -> String {
    let output = ryuma(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    text(&output.stderr)
}

fn datagen<'a>(game: &'a str, positions: &'a str, seed: &'a str, out: &'a str) -> [&'a str; 11] {
    ["datagen", "--game", game, "--nodes", "100", "--positions", positions, "--seed", seed, "--out", out]
}

/// A folder with a file name in it.
fn place(name: &str) -> (TempDir, String) {
    let folder = tempdir().unwrap();
    let path = folder.path().join(name).to_str().unwrap().to_string();
    (folder, path)
}

fn records(path: &str) -> Vec<Record> {
    Reader::open(Path::new(path)).unwrap().collect::<Result<_, _>>().unwrap()
}

/// Runs made in one piece, in two, and after a kill in the middle of a write are the same.
fn check_runs<G: Game>() {
    let (_folder, whole) = place("whole");
    let summary = said(&datagen(G::NAME, "700", "5", &whole));
    assert!(summary.contains("positions/s"), "{summary}");
    let bytes = fs::read(&whole).unwrap();

    let parts = format!("{whole}-parts");
    said(&datagen(G::NAME, "20", "5", &parts));
    assert!(fs::read(&parts).unwrap().len() < bytes.len());
    said(&datagen(G::NAME, "700", "5", &parts));
    assert_eq!(fs::read(&parts).unwrap(), bytes);
    said(&datagen(G::NAME, "700", "5", &parts)); // nothing is left to do
    assert_eq!(fs::read(&parts).unwrap(), bytes);

    for cut in [1, 50] {
        fs::write(&parts, &bytes[..bytes.len() - cut]).unwrap();
        assert!(complained(&["data", "verify", &parts]).contains("cut short"));
        said(&datagen(G::NAME, "700", "5", &parts));
        assert_eq!(fs::read(&parts).unwrap(), bytes);
    }
    fs::write(&parts, &bytes[..10]).unwrap();
    said(&datagen(G::NAME, "700", "5", &parts));
    assert_eq!(fs::read(&parts).unwrap(), bytes);

    let other = format!("{whole}-other");
    said(&datagen(G::NAME, "700", "6", &other));
    assert_ne!(fs::read(&other).unwrap(), bytes);

    let records = records(&whole);
    let positions: usize = records.iter().map(|record| record.turns.len()).sum();
    assert!(positions >= 700 && positions - records.last().unwrap().turns.len() < 700);
    let sound = said(&["data", "verify", &whole, &other]);
    assert!(sound.contains(&format!("sound, {} games, {positions} positions", records.len())), "{sound}");
    assert!(bytes.len() as f64 / (positions as f64) < 8.0, "{} bytes", bytes.len());
    check_samples::<G>(&whole, &records);
}

/// The samples are the positions of the records, and the quiet ones are what they should be.
fn check_samples<G: Game>(path: &str, records: &[Record]) {
    let mut samples = Samples::<G>::open(Path::new(path), Which::All).unwrap();
    let mut quiet = 0;
    for record in records {
        let start = record.start.as_deref().map(position::<G>);
        let mut position = start.unwrap_or_else(|| G::start(&G::Rules::default()));
        record.opening.iter().for_each(|&m| position.do_move(m));
        for &Turn { best, score } in &record.turns {
            let sample = samples.next_sample().unwrap().expect("a position");
            assert_eq!(sample.position.text(Notation::Native), position.text(Notation::Native));
            assert_eq!((sample.best, sample.score), (best, i32::from(score)));
            let won = |side| record.winner == Some(side);
            let side = position.side_to_move();
            let result = if won(side) {
                1.0
            } else if won(!side) {
                0.0
            } else {
                0.5
            };
            assert_eq!(sample.result, result);
            if !position.in_check() && !position.is_tactical(best) && sample.score.abs() <= score::EVAL_LIMIT
            {
                quiet += 1;
            }
            position.do_move(best);
        }
    }
    assert!(samples.next_sample().unwrap().is_none());

    let mut samples = Samples::<G>::open(Path::new(path), Which::Quiet).unwrap();
    let mut seen = 0;
    while let Some(sample) = samples.next_sample().unwrap() {
        assert!(!sample.position.in_check() && !sample.position.is_tactical(sample.best));
        seen += 1;
    }
    assert!(seen > 50 && seen == quiet, "{seen} and {quiet} quiet positions");
    let mut survey = Survey::default();
    inspect::<G>(Path::new(path), &mut survey).unwrap();
    assert_eq!((survey.games, survey.quiet), (records.len() as u64, seen));
    assert_eq!(survey.bytes, fs::metadata(path).unwrap().len());
}

#[test]
fn shogi() {
    check_runs::<Shogi>();
}

#[test]
fn xiangqi() {
    check_runs::<Xiangqi>();
}

#[test]
fn janggi() {
    check_runs::<Janggi>();
}

#[test]
fn a_killed_run_goes_on() {
    let (_folder, path) = place("killed");
    let mut run = command(&["datagen", "--game", "xiangqi", "--nodes", "1", "--threads", "2"]);
    run.args(["--positions", "1000000", "--out", &path]).stderr(Stdio::null());
    let mut run = run.spawn().expect("the program runs");
    let begun = Instant::now();
    while fs::metadata(&path).map_or(0, |data| data.len()) < 7000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no games");
        std::thread::sleep(Duration::from_millis(5));
    }
    let busy = complained(&datagen("xiangqi", "1", "1", &path));
    assert!(busy.contains("another program"), "{busy}");
    run.kill().unwrap();
    run.wait().unwrap();
    said(&datagen("xiangqi", "1", "1", &path));
    said(&["data", "verify", &path]);
    let mut numbers: Vec<_> = records(&path).iter().map(|record| record.number).collect();
    let games = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), games);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_that_it_can_go_on() {
    let (_folder, path) = place("interrupted");
    let mut run = command(&["datagen", "--game", "janggi", "--nodes", "1000", "--positions", "1000000"]);
    run.args(["--out", &path]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = run.spawn().expect("the program runs");
    let begun = Instant::now();
    while !Path::new(&path).exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no file");
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupt = Command::new("kill").args(["-INT", &run.id().to_string()]).status();
    assert!(interrupt.expect("kill runs").success());
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("goes on from here"), "{}", text(&output.stderr));
    said(&["data", "verify", &path]);
}

/// A made game: a legal opening, and turns with scores.
fn game(opening: usize, turns: &[(Move, i16)], winner: Option<Side>) -> Record {
    let opening = lines()[..opening].to_vec();
    let turns = turns.iter().map(|&(best, score)| Turn { best, score }).collect();
    Record { number: 0, start: None, opening, turns, winner }
}

/// Legal moves from the start of xiangqi.
fn lines() -> Vec<Move> {
    let mut position = Xiangqi::start(&Default::default());
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "e2e6", "b9c7"];
    let play = |text| {
        let m = position.parse_move(text, Notation::Native).unwrap();
        position.do_move(m);
        m
    };
    moves.map(play).to_vec()
}

/// A xiangqi file of these games.
fn file_of(games: &[Record]) -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("made");
    let mut writer = Writer::create(&path, "xiangqi").unwrap();
    games.iter().for_each(|record| writer.write(record).unwrap());
    (folder, path)
}

fn inspected<G: Game>(path: &Path) -> Result<Survey, DataError> {
    let mut survey = Survey::default();
    inspect::<G>(path, &mut survey).map(|()| survey)
}

#[test]
fn games_with_impossible_content_are_told() {
    let moves = lines();
    let good = game(2, &[(moves[2], 30), (moves[3], -20), (moves[4], 150)], None);
    let (_folder, path) = file_of(&[good.clone(), good.clone()]);
    let survey = inspected::<Xiangqi>(&path).unwrap();
    // The capture e2e6 is not quiet.
    assert_eq!((survey.games, survey.positions, survey.quiet, survey.scores), (2, 6, 4, 100));
    assert_eq!((survey.results, &survey.plies[..]), ([0, 2, 0], &[5, 5][..]));

    let illegal = game(2, &[(moves[2], 0), (moves[2], 0)], None);
    let unknown = game(1, &[(Move::from_bits(0xFFFF), 0)], None);
    let opening = Record { opening: vec![moves[1]], ..good.clone() };
    let scored = game(1, &[(moves[1], 32_500)], None);
    let start = Record { start: Some("nonsense".to_string()), ..good.clone() };
    for (bad, message) in [
        (illegal, "ply 3"),
        (unknown, "move 0xffff at ply 1"),
        (opening, "ply 0"),
        (scored, "score 32500"),
        (start, "bad position 'nonsense'"),
    ] {
        let (_folder, path) = file_of(&[good.clone(), bad, good.clone()]);
        let error = inspected::<Xiangqi>(&path).unwrap_err();
        let second = (fs::metadata(file_of(std::slice::from_ref(&good)).1).unwrap()).len();
        assert_eq!((error.offset, &error.path), (second, &path));
        assert!(error.to_string().contains(message), "{error}");
        // The samples of the games round it can be had.
        let mut samples = Samples::<Xiangqi>::open(&path, Which::All).unwrap();
        let (mut seen, mut errors) = (0, 0);
        loop {
            match samples.next_sample() {
                Ok(Some(_)) => seen += 1,
                Ok(None) => break,
                Err(_) => errors += 1,
            }
        }
        assert!(errors == 1 && seen >= 6, "{errors} errors, {seen} samples");
    }
}

#[test]
fn a_result_against_the_rules_is_told() {
    // Two chariots: h7h9 is mate.
    let start = Some("4k4/R8/7R1/9/9/9/9/9/9/3K5 w - - 0 1".to_string());
    let board: Xiangqi = position(start.as_deref().unwrap());
    let mate = board.parse_move("h7h9", Notation::Native).unwrap();
    let turns = vec![Turn { best: mate, score: 31_999 }];
    let won = Record { number: 0, start, opening: vec![], turns, winner: Some(Side::First) };
    let (_folder, path) = file_of(std::slice::from_ref(&won));
    assert_eq!(inspected::<Xiangqi>(&path).unwrap().results, [1, 0, 0]);
    let (_folder, path) = file_of(&[Record { winner: None, ..won }]);
    let error = inspected::<Xiangqi>(&path).unwrap_err().to_string();
    assert!(error.contains("checkmate"), "{error}");
}

#[test]
fn damage_is_found_and_left_alone() {
    let moves = lines();
    let good = game(2, &[(moves[2], 30), (moves[3], -20)], Some(Side::Second));
    let (_folder, path) = file_of(&[good.clone(), good.clone(), good]);
    let name = path.to_str().unwrap();
    let bytes = fs::read(&path).unwrap();
    let header = b"RYUMADAT\x01\x00\x07xiangqi".len();
    let frame = (bytes.len() - header) / 3;
    let second = header + frame;
    for (at, value, message) in [
        (second + frame - 1, 0x55, "checksum"),
        (second + 4, 0x55, "checksum"),
        (second, bytes[second] - 1, "checksum"),
        (second + 2, 1, "a game of 65"),
        (0, b'X', "no file of games"),
        (8, 9, "version 9"),
        (13, b'X', "no game 'xiXngqi'"),
    ] {
        let mut damaged = bytes.clone();
        damaged[at] = value;
        fs::write(&path, &damaged).unwrap();
        for complaint in [complained(&["data", "verify", name]), complained(&["data", "stats", name])] {
            assert!(complaint.contains(message) && complaint.contains(name), "{message}: {complaint}");
            assert!(at < header || complaint.contains(&format!("byte {second}")), "{complaint}");
        }
        let complaint = complained(&datagen("xiangqi", "1000", "1", name));
        assert!(complaint.contains(name), "{complaint}");
        assert_eq!(fs::read(&path).unwrap(), damaged, "a damaged file must be left as it is");
    }
}

#[test]
fn a_file_of_another_game_is_refused() {
    let (_folder, path) = file_of(&[]);
    let name = path.to_str().unwrap();
    let complaint = complained(&datagen("shogi", "10", "1", name));
    assert!(complaint.contains("games of xiangqi, not of shogi"), "{complaint}");
    let error = inspected::<Shogi>(&path).unwrap_err();
    assert!(matches!(error.fault, Fault::OtherGame { .. }), "{error}");
    assert!(Samples::<Janggi>::open(&path, Which::All).is_err());
    let (_other_folder, other) = place("shogi");
    Writer::create(Path::new(&other), "shogi").unwrap();
    let complaint = complained(&["data", "shuffle", "--out", &format!("{other}-out"), name, &other]);
    assert!(complaint.contains("games of shogi, not of xiangqi"), "{complaint}");
}

#[test]
fn shuffling_keeps_every_game() {
    let opening = lines();
    let games: Vec<_> =
        (0..40).map(|number| Record { number, ..game(2, &[(opening[2], number as i16)], None) }).collect();
    let (_folder, first) = file_of(&games[..30]);
    let (_other_folder, second) = file_of(&games[30..]);
    let out = first.with_extension("out").to_str().unwrap().to_string();
    let (first, second) = (first.to_str().unwrap(), second.to_str().unwrap());
    said(&["data", "shuffle", "--seed", "3", "--out", &out, first, second]);
    let mut shuffled = records(&out);
    assert_ne!(shuffled, games);
    let again = format!("{out}-again");
    said(&["data", "shuffle", "--seed", "3", "--out", &again, first, second]);
    assert_eq!(fs::read(&again).unwrap(), fs::read(&out).unwrap());
    shuffled.sort_by_key(|record| record.number);
    assert_eq!(shuffled, games);
    let complaint = complained(&["data", "shuffle", "--out", &out, first]);
    assert!(complaint.contains(&out), "{complaint}");
    let statistics = said(&["data", "stats", &out]);
    for row in ["games         40", "positions     40", "draws 100.0 %", "3 at least, 3 median"] {
        assert!(statistics.contains(row), "'{row}' in\n{statistics}");
    }
}
