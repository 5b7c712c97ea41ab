//! `ryuma analyze` through the built binary: what it tells, what it writes, what it refuses.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

mod common;

const GAMES: [(&str, usize); 3] = [("shogi", 156), ("xiangqi", 126), ("janggi", 68)];

fn ryuma(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ryuma"));
    command.arg("analyze").args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("the program runs");
    process.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it listens");
    process.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// What is told where everything goes well.
fn told(arguments: &[&str], input: &str) -> String {
    let output = ryuma(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn json(arguments: &[&str], input: &str) -> Vec<Value> {
    let told = told(&[arguments, &["--json"]].concat(), input);
    told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn game_file(game: &str) -> PathBuf {
    common::data().join("analysis").join(format!("{game}.txt"))
}

fn path_text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Both sides mate with the move: the first one does not see it.
const BLUNDER: &str = "position sfen 4k4/9/4P4/9/9/9/4p4/P8/4K4 b Gg 1 moves 9h9g G*5h";

#[test]
fn json_is_as_documented() {
    let mut game = json(&["-", "--game", "shogi", "--depth", "4", "--multipv", "1"], BLUNDER).remove(0);
    forget_costs(&mut game);
    let golden = fs::read_to_string(common::data().join("analysis/blunder.json")).expect("the golden file");
    let golden: Value = serde_json::from_str(&golden).expect("JSON");
    assert_eq!(game, golden, "\n{game:#}");
}

/// Takes away what hangs on the machine and on the search's constants.
fn forget_costs(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("time_ms");
            fields.remove("nodes");
            fields.values_mut().for_each(forget_costs);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_costs),
        _ => {}
    }
}

#[test]
fn the_only_move_is_told_where_two_lines_are_searched() {
    let game = json(&["-", "--game", "shogi", "--depth", "4"], BLUNDER).remove(0);
    assert_eq!(game["moves"][0]["mark"], "blunder");
    assert_eq!(game["moves"][1]["mark"], "only");
    assert_eq!((&game["sides"][0]["blunders"], &game["sides"][1]["only"]), (&1.into(), &1.into()));
}

#[test]
fn a_table_for_people() {
    let told = told(&["-", "--game", "shogi", "--depth", "4"], BLUNDER);
    let line = |start: &str| {
        told.lines().find(|line| line.trim_start().starts_with(start)).expect(start).to_string()
    };
    let words: Vec<String> = line("1 ").split_whitespace().map(str::to_string).collect();
    assert_eq!(words.join(" "), "1 9h9g mate 1 mate -1 4000 0 % blunder G*5b");
    assert!(line("2 ").ends_with("only move"), "{told}");
    assert!(told.contains("the game is over: checkmate"), "{told}");
    assert!(line("Sente ").contains("0.7 %") && line("Gote ").contains("100.0 %"), "{told}");
    assert!(told.lines().all(|line| line == line.trim_end()));
}

#[test]
fn moves_in_a_notation_for_people() {
    let told = told(&["-", "--game", "shogi", "--depth", "4", "--notation", "western"], BLUNDER);
    assert!(told.contains("P-9g") && told.contains("G*5b") && !told.contains("9h9g"), "{told}");
    let game = json(&["-", "--game", "shogi", "--depth", "4", "--notation", "Western"], BLUNDER).remove(0);
    assert_eq!((&game["moves"][0]["move"], &game["moves"][0]["notation"]), (&"9h9g".into(), &"P-9g".into()));
    assert_eq!(game["moves"][0]["position"]["lines"][0]["notation"][0], "G*5b");
}

#[test]
fn one_position() {
    let asked =
        ["--game", "xiangqi", "--position", "startpos moves h2e2", "--nodes", "3000", "--multipv", "3"];
    let position = json(&asked, "").remove(0);
    assert_eq!(position["moves"].as_array().map(Vec::len), Some(1));
    let lines = position["last"]["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| !line["moves"].as_array().expect("moves").is_empty()));
    let scores: Vec<i64> = lines.iter().map(|line| line["score"]["cp"].as_i64().expect("a score")).collect();
    assert!(scores[1] >= scores[2], "{scores:?}");
    assert_eq!(position["last"]["to_move"], "second");
    let start = json(&["--game", "janggi", "--position", "startpos", "--depth", "3"], "").remove(0);
    assert_eq!(
        (start["moves"].as_array().map(Vec::len), &start["sides"][0]["accuracy"]),
        (Some(0), &Value::Null)
    );
}

#[test]
fn whole_games_in_every_shape() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = |name: &str| folder.path().join(name);
    for (game, plies) in GAMES {
        let [page, picture, record] =
            ["html", "svg", "usi"].map(|ending| inside(&format!("{game}.{ending}")));
        let analysis = json(
            &[
                path_text(&game_file(game)),
                "--nodes",
                "300",
                "--html",
                path_text(&page),
                "--plot",
                path_text(&picture),
                "--record",
                path_text(&record),
            ],
            "",
        )
        .remove(0);
        check_moves(&analysis, game, plies);
        check_page(&fs::read_to_string(page).expect("a page"), &analysis);
        let picture = fs::read_to_string(picture).expect("a picture");
        let picture = roxmltree::Document::parse(&picture).expect("well-formed SVG");
        let curve = picture.descendants().find(|node| node.has_tag_name("polyline")).expect("a curve");
        assert_eq!(curve.attribute("points").map(|points| points.split(' ').count()), Some(plies + 1));
        let again = json(&[path_text(&record), "--game", game, "--nodes", "1"], "").remove(0);
        assert_eq!(again["moves"].as_array().map(Vec::len), Some(plies));
    }
}

fn check_moves(analysis: &Value, game: &str, plies: usize) {
    assert_eq!(analysis["game"], game);
    let moves = analysis["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), plies);
    for (i, report) in moves.iter().enumerate() {
        assert_eq!(report["ply"], i + 1);
        assert_eq!(report["side"], ["first", "second"][i % 2]);
        let (before, after) = (&report["chance_before"], &report["chance_after"]);
        for percent in [before, after, &report["accuracy"]] {
            assert!((0.0..=100.0).contains(&percent.as_f64().expect("percent")), "{report}");
        }
        let is_best = report["move"] == report["position"]["lines"][0]["moves"][0];
        let mark = report["mark"].as_str().unwrap_or("");
        assert!(is_best <= ["best", "only"].contains(&mark), "{report}");
        assert!(is_best <= (report["loss"] == 0), "{report}");
        let next = moves.get(i + 1).map_or(&analysis["last"], |next| &next["position"]);
        if let (Some(after), Some(next)) = (report["after"]["cp"].as_i64(), next["score"]["cp"].as_i64()) {
            assert_eq!(after, -next);
        }
    }
    let counted: u64 =
        analysis["sides"].as_array().expect("sides").iter().map(|side| side["moves"].as_u64().unwrap()).sum();
    assert_eq!(counted as usize, plies);
}

/// The page is well-formed, names no other place, and its data are those of the analysis.
fn check_page(page: &str, analysis: &Value) {
    let (mut rest, mut shell, mut scripts) = (page, String::new(), Vec::new());
    for tag in ["style", "script", "script"] {
        let (before, after) = rest.split_once(&format!("<{tag}")).expect("an element");
        let (attributes, after) = after.split_once('>').expect("its tag");
        let (content, after) = after.split_once(&format!("</{tag}>")).expect("its end");
        shell += &format!("{before}<{tag}{attributes}>");
        shell += &format!("</{tag}>");
        scripts.push(content);
        rest = after;
    }
    shell += rest;
    let shell = shell.replace("<!DOCTYPE html>", "");
    roxmltree::Document::parse(&shell).expect("well-formed");
    assert!(!scripts.iter().any(|script| script.contains("</script")));
    assert_eq!(
        page.replace("http://www.w3.org/2000/svg", "").matches("://").count(),
        0,
        "it names other places"
    );

    let data: Value = serde_json::from_str(scripts[1]).expect("data");
    let positions: Vec<&Value> =
        data["plies"].as_array().expect("plies").iter().map(|ply| &ply["position"]).collect();
    let moves = analysis["moves"].as_array().expect("moves");
    let wanted = moves.iter().map(|report| &report["position"]["text"]).chain([&analysis["last"]["text"]]);
    assert_eq!(positions, wanted.collect::<Vec<_>>());
    let men = data["look"]["men"].as_array().expect("men");
    let letters: Vec<&str> = men.iter().map(|man| man["letter"].as_str().expect("a letter")).collect();
    for position in positions {
        let board = position.as_str().expect("a text").split(' ').next().unwrap_or("").replace("+", "");
        for letter in board.chars().filter(char::is_ascii_alphabetic) {
            assert!(letters.contains(&letter.to_ascii_uppercase().to_string().as_str()), "{letter}");
        }
    }
}

#[test]
fn records_with_remarks() {
    let folder = tempfile::tempdir().expect("a folder");
    for (ending, notation) in [("kif", "western"), ("csa", "japanese"), ("jkf", "kif"), ("pgn", "western")] {
        let path = folder.path().join(format!("game.{ending}"));
        let written =
            ["-", "--game", "shogi", "--depth", "4", "--notation", notation, "--record", path_text(&path)];
        told(&written, BLUNDER);
        let reading = ryuma::records::read_file(&path, &Default::default()).expect("a record");
        assert!(reading.problems.is_empty(), "{ending}: {:?}", reading.problems);
        let nodes = &reading.records[0].line.nodes;
        assert_eq!(nodes.len(), 2, "{ending}");
        assert!(
            nodes[0].comments.iter().any(|comment| comment.contains("blunder (100 % lost)")),
            "{nodes:?}"
        );
        assert_eq!(nodes[0].variations.len(), usize::from(ending != "csa"), "{ending}");
        // A record with its remarks can be analysed again.
        let again = json(&[path_text(&path), "--depth", "2"], "").remove(0);
        assert_eq!(again["moves"].as_array().map(Vec::len), Some(2), "{ending}");
    }
}

#[test]
fn names_cannot_break_out_of_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.html");
    let record =
        "N+</script><script>alert(1)</script>\nN-{{scripts}}\nPI\n+\n+7776FU\n'*<b>fine</b>\n%TORYO\n";
    told(&["-", "--nodes", "50", "--html", path_text(&path)], record);
    let page = fs::read_to_string(path).expect("a page");
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("function moveList").count(), 1);
    assert!(
        page.contains("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; – {{scripts}}</title>")
    );
    assert!(page.contains("\\u003cb>fine"));
}

#[test]
fn several_games_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("pages");
    let two = "position startpos moves h2e2 h9g7\nposition startpos moves b2e2\n";
    let arguments = ["--game", "xiangqi", "-", "--nodes", "200", "--jobs", "2", "--html", path_text(&pages)];
    let mut games = json(&arguments, two);
    games.sort_by_key(|game| game["source"].to_string());
    let found: Vec<(&str, usize)> = games
        .iter()
        .map(|game| {
            (game["source"].as_str().expect("a source"), game["moves"].as_array().expect("moves").len())
        })
        .collect();
    assert_eq!(found, [("-#1", 2), ("-#2", 1)]);
    for name in ["game-1.html", "game-2.html"] {
        assert!(pages.join(name).is_file(), "{name}");
    }
}

#[test]
fn the_same_on_every_run() {
    let file = game_file("xiangqi");
    let run = || {
        let mut game = json(&[path_text(&file), "--nodes", "100"], "").remove(0);
        forget_costs(&mut game);
        game
    };
    assert_eq!(run(), run());
}

#[test]
fn what_is_wrong_is_named() {
    let broken = ryuma(&["-", "--game", "shogi", "--nodes", "1"], "position startpos moves 7g7f 7f7e\n");
    assert_eq!(broken.status.code(), Some(1));
    assert!(text(&broken.stderr).contains("7f7e"), "{}", text(&broken.stderr));
    assert!(text(&broken.stdout).contains("7g7f"));

    for (arguments, message) in [
        (&["--game", "shogi"][..], "FILE"),
        (&["--position", "startpos"][..], "--game"),
        (&["--game", "go", "-"][..], "go"),
        (&["--game", "shogi", "--position", "nonsense"][..], "nonsense"),
        (&["--game", "shogi", "--position", "startpos", "--rule", "MaxPlies=3"][..], "MaxPlies"),
        (
            &["--game", "shogi", "--position", "startpos", "--html", "/nonexistent/a.html"][..],
            "/nonexistent/a.html",
        ),
        (
            &["--game", "shogi", "--position", "startpos", "--plot", "/proc/a.svg"][..],
            "cannot write '/proc/a.svg'",
        ),
        (&["--game", "shogi", "--position", "startpos", "--record", "a.doc"][..], ".doc"),
        (&["--game", "shogi", "--position", "startpos", "--record", "a.gib"][..], "gib"),
        (&["--game", "shogi", "--position", "startpos", "--net", "/nonexistent/net"][..], "/nonexistent/net"),
        (&["--game", "shogi", "--position", "startpos", "--notation", "runes"][..], "runes"),
        (&["/nonexistent/game.kif"][..], "/nonexistent/game.kif"),
        (&["-", "--nodes", "0"][..], "--nodes"),
        (&["-", "--multipv", "0"][..], "--multipv"),
    ] {
        let output = ryuma(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{arguments:?}: {}", text(&output.stderr));
    }

    // The other files are analysed all the same.
    let file = game_file("janggi");
    let output = ryuma(&["/nonexistent/game.kif", path_text(&file), "--nodes", "1", "--json"], "");
    assert_eq!((output.status.code(), text(&output.stdout).lines().count()), (Some(2), 1));
}

#[test]
fn games_called_alike_have_files_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    for club in ["a", "b"] {
        fs::create_dir(folder.path().join(club)).expect("a folder");
        fs::write(folder.path().join(club).join("game.usi"), "startpos moves h2e2\n").expect("a file");
    }
    let [a, b] = ["a", "b"].map(|club| folder.path().join(club).join("game.usi"));
    let pages = folder.path().join("pages");
    let files =
        [path_text(&a), path_text(&b), "--game", "xiangqi", "--nodes", "50", "--html", path_text(&pages)];
    assert_eq!(json(&files, "").len(), 2);
    let mut names: Vec<String> = fs::read_dir(&pages)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["game-2.html", "game.html"]);
}

#[test]
fn four_are_not_analysed() {
    let output = ryuma(&["-", "--nodes", "1"], "yonin\n1 S 4h4g\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("yonin has no analysis"), "{}", text(&output.stderr));
}

/// Ctrl-C while the second position of the game is searched without end: the first, its last one, is told.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let (page, record) = (folder.path().join("a.html"), folder.path().join("a.usi"));
    // The last move repeats for the fourth time, so that the last position needs no search.
    let moves = " 5i5h 5a5b 5h5i 5b5a".repeat(3);
    fs::write(&record, format!("startpos moves{moves}\n")).expect("a file");
    // On a busy machine the program may not have begun when the signal comes: then it is given more time.
    let output = (0..7).map(|attempt| interrupted(&record, &page, 200 << attempt));
    let output = output.into_iter().find(|output| !output.stdout.is_empty()).expect("a part of the analysis");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let game: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&game["missing"], &game["last"]["end"]), (&12.into(), &"sennichite".into()));
    assert!(!page.exists());
}

/// An analysis that gets Ctrl-C after so many milliseconds.
#[cfg(unix)]
fn interrupted(record: &Path, page: &Path, after: u64) -> Output {
    let arguments = ["--game", "shogi", "--time", "600000", "--json", "--html", path_text(page)];
    let mut command = Command::new(env!("CARGO_BIN_EXE_ryuma"));
    command.args(["analyze", path_text(record)]).args(arguments);
    let process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    std::thread::sleep(std::time::Duration::from_millis(after));
    let told = Command::new("kill").args(["-INT", &process.id().to_string()]).status().expect("kill");
    assert!(told.success());
    process.wait_with_output().expect("it ends")
}
