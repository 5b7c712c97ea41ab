//! `ryuma convert` as a process.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const KIF: &str = "手合割：平手\n先手：山田\n後手：佐藤\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:16/00:00:16)\n   2 ３四歩(33)   ( 0:03/00:00:03)+\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n";

const YONIN: &[u8] = b"yonin\nSouth: Aoi\n\n   1 S 4h4g  1.250s\nend interrupted\n";

fn convert(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ryuma"))
        .arg("convert")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("an end")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn from_file_to_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("a.kif"), KIF).expect("a file");
    let done = convert(folder.path(), &["a.kif", "a.csa"], b"");
    assert_eq!((done.status.code(), text(&done.stdout)), (Some(0), String::new()));
    assert_eq!(text(&done.stderr), "note: csa has no place for variations\n");
    let csa = std::fs::read_to_string(path("a.csa")).expect("a file");
    assert_eq!(csa, "'CSA encoding=UTF-8\nV2.2\nN+山田\nN-佐藤\nPI\n+\n+7776FU\nT16\n-3334FU\nT3\n%TORYO\n");
    // KIF is written as its programs expect it, and read again.
    assert_eq!(convert(folder.path(), &["a.csa", "b.kif"], b"").status.code(), Some(0));
    let bytes = std::fs::read(path("b.kif")).expect("a file");
    assert!(bytes.starts_with(b"#KIF version=2.0 encoding=Shift_JIS\n") && String::from_utf8(bytes).is_err());
    let done = convert(folder.path(), &["b.kif", "-", "--to", "usi"], b"");
    assert_eq!(text(&done.stdout), "startpos moves 7g7f 3c3d\n");
}

#[test]
fn through_pipes() {
    let folder = tempfile::tempdir().expect("a folder");
    let done = convert(folder.path(), &["-", "-", "--to", "usi"], KIF.as_bytes());
    assert_eq!((done.status.code(), text(&done.stdout)), (Some(0), "startpos moves 7g7f 3c3d\n".to_string()));
    let games = b"startpos moves h2e2\nstartpos moves h2e2 h9g7\n";
    let done =
        convert(folder.path(), &["-", "-", "--to", "dhtmlxq", "--game", "xiangqi", "--number", "2"], games);
    assert!(text(&done.stdout).contains("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"), "{done:?}");
}

#[test]
fn what_is_left_out_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = KIF.replace("３四歩(33)", "３四歩(34)");
    let done = convert(folder.path(), &["-", "-", "--to", "usi"], broken.as_bytes());
    assert_eq!((done.status.code(), text(&done.stdout)), (Some(1), "startpos moves 7g7f\n".to_string()));
    assert!(
        text(&done.stderr).starts_with("warning: standard input: line 6: '３四歩(34)': illegal"),
        "{done:?}"
    );
    let done = convert(folder.path(), &["-", "x.csa", "--json"], broken.as_bytes());
    let told: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(
        (&told["from"], &told["to"], &told["problems"][0]["line"]),
        (&"kif".into(), &"csa".into(), &6.into())
    );
    assert_eq!(told["games"][0]["moves"], 1);
}

#[test]
fn nothing_is_written_after_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let two = b"startpos moves 7g7f\nstartpos moves 2g2f\n";
    for (arguments, input, part) in [
        (&["-", "x.txt"][..], KIF.as_bytes(), "names no format: add --to"),
        (&["-", "-"], KIF.as_bytes(), "names no format: add --to"),
        (&["-", "x.pgn", "--json", "--to", "nothing"], b"", "'nothing' is no known format"),
        (&["-", "-", "--to", "csa", "--json"], b"", "let OUT be a file"),
        (&["missing.kif", "x.csa"], b"", "cannot read 'missing.kif'"),
        (&["-", "x.gib"], KIF.as_bytes(), "gib is not a format for shogi"),
        (&["-", "x.kif", "--game", "shogi"], two, "kif holds one game, not 2: choose one with --number"),
        (&["-", "x.kif", "--number", "3"], two, "has 2 games"),
        (&["-", "x.kif", "--encoding", "cp949"], KIF.replace("山田", "龘").as_bytes(), "has no '龘'"),
        (&["-", "x.kif", "--notation", "western"], KIF.as_bytes(), "kif has its own way to write moves"),
        (&["-", "x.csa"], b"hello\n", "no known format of records"),
        (&["-", "x.csa", "--from", "kif"], b" \n\n", "it is empty"),
        (&["-", "x.pgn"], YONIN, "pgn is not a format for yonin"),
    ] {
        let done = convert(folder.path(), arguments, input);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {done:?}");
        assert!(text(&done.stderr).contains(part), "{arguments:?}: {}", text(&done.stderr));
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn the_game_for_four() {
    let folder = tempfile::tempdir().expect("a folder");
    let done = convert(folder.path(), &["-", "a.yonin"], YONIN);
    assert_eq!((done.status.code(), text(&done.stderr)), (Some(0), String::new()));
    assert_eq!(std::fs::read(folder.path().join("a.yonin")).expect("a file"), YONIN);
    let done = convert(folder.path(), &["a.yonin", "-", "--to", "usi"], b"");
    assert_eq!(text(&done.stdout), "startpos moves 4h4g\n");
    assert_eq!(text(&done.stderr), "note: usi has no place for times, headers, how it ended\n");
    let done = convert(folder.path(), &["-", "-", "--to", "yonin"], &done.stdout);
    assert_eq!(text(&done.stdout), "yonin\n\n   1 S 4h4g\n");
}

/// Whoever reads the output may leave: that is no error.
#[cfg(unix)]
#[test]
fn nobody_reads_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = "startpos moves 7g7f 3c3d 2g2f 8c8d\n".repeat(10_000);
    std::fs::write(folder.path().join("many.usi"), games).expect("a file");
    let command =
        format!("{} convert many.usi - --to usi --game shogi | head -n 1", env!("CARGO_BIN_EXE_ryuma"));
    let done =
        Command::new("sh").args(["-c", &command]).current_dir(folder.path()).output().expect("a shell");
    assert_eq!(
        (text(&done.stdout), text(&done.stderr)),
        ("startpos moves 7g7f 3c3d 2g2f 8c8d\n".to_string(), String::new())
    );
}
