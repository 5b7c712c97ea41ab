//! `ryuma play` where a transcript will not do: positions, files, colours, Ctrl-C; and what describes the command line.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn play(arguments: &[&str], typed: &str) -> Output {
    let mut game = Command::new(env!("CARGO_BIN_EXE_ryuma"))
        .arg("play")
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    game.stdin.take().expect("piped").write_all(typed.as_bytes()).expect("read");
    game.wait_with_output().expect("the program ends")
}

fn said(output: &Output) -> String {
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_declaration_shows_counts_and_result_first() {
    let position = "1K7/PRBGS4/9/9/9/9/9/9/7k1 b RB3G3S3N3L10P 1";
    let typed = "declare\nno\ndeclare\nyes\n";
    let text = said(&play(&["--game", "shogi", "--against", "human", "--position", position], typed));
    let counted = text.find("Sente 45 points, king in the enemy camp; Gote 0 points").expect("counts");
    let asked = text.find("The declaration is a win. Declare? (yes or no)").expect("the result");
    let ended = text.find("Sente wins: declaration.").expect("the end");
    assert!(counted < asked && asked < ended, "{text}");
    assert_eq!(text.matches("Declare?").count(), 2);
}

#[test]
fn a_mate_ends_the_game_and_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mate.csa");
    let file = path.to_str().expect("a plain path");
    let position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let text = said(&play(
        &["--game", "shogi", "--against", "hard", "--nodes", "100", "--position", position, "--save", file],
        "G*5b\n",
    ));
    assert!(text.contains("[G]") && text.contains("Sente wins: checkmate."), "{text}");
    assert!(text.contains("Saved as "), "{text}");
    let saved = std::fs::read_to_string(&path).expect("saved");
    assert!(saved.contains("+0052KI") && saved.contains("N-Ryuma Hard"), "{saved}");
}

#[test]
fn the_engine_plays_from_its_book_and_the_seed_repeats_it() {
    let game = |seed: &str| {
        said(&play(
            &["--game", "xiangqi", "--side", "second", "--seed", seed, "--nodes", "100"],
            "list\nquit\n",
        ))
    };
    let games: Vec<String> = ["1", "2", "3", "4", "5", "6"].map(game).to_vec();
    assert!(games.iter().all(|text| text.contains("Red plays ") && text.contains("(book)")), "{games:?}");
    assert!(games.iter().any(|text| *text != games[0]), "always the same");
    assert_eq!(game("1"), games[0]);
    // Whoever plays the second side sees the board from there.
    assert!(games[0].contains("    i   h   g   f   e   d   c   b   a\n 0 "), "{}", games[0]);
}

#[test]
fn colours_only_where_they_are_wanted() {
    let board = |arguments: &[&str]| said(&play(arguments, "quit\n"));
    let game = ["--game", "xiangqi", "--against", "human"];
    assert!(!board(&game).contains('\u{1b}'));
    assert!(board(&[&game[..], &["--color", "always"]].concat()).contains("\u{1b}[31m"));
    assert!(board(&[&game[..], &["--pieces", "characters"]].concat()).contains(" 俥 "));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_politely() {
    use std::io::{BufRead, BufReader};
    use std::time::{Duration, Instant};

    // At the prompt, and while the engine thinks.
    for side in ["first", "second"] {
        let mut game = Command::new(env!("CARGO_BIN_EXE_ryuma"))
            .args([
                "play",
                "--game",
                "shogi",
                "--against",
                "hard",
                "--time",
                "600000",
                "--no-book",
                "--side",
                side,
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(game.stdout.take().expect("piped")).lines();
        let greeting = lines
            .find(|line| line.as_ref().is_ok_and(|line| line.starts_with("Type a move")))
            .expect("a greeting");
        assert!(greeting.is_ok());
        std::thread::sleep(Duration::from_millis(200));
        let told = Command::new("kill").args(["-INT", &game.id().to_string()]).status().expect("kill");
        assert!(told.success());
        let deadline = Instant::now() + Duration::from_secs(20);
        let status = loop {
            match game.try_wait().expect("a status") {
                Some(status) => break status,
                None if Instant::now() > deadline => {
                    game.kill().expect("killed");
                    panic!("it goes on");
                }
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        assert_eq!(status.code(), Some(130), "{side}");
    }
}

#[test]
fn completions_and_manual() {
    let ryuma = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ryuma")).args(arguments).output().expect("it starts");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for (shell, part) in [
        ("bash", "complete -F _ryuma"),
        ("zsh", "#compdef ryuma"),
        ("fish", "complete -c ryuma"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = ryuma(&["completions", shell]);
        assert!(script.contains(part) && script.contains("analyze") && script.contains("against"), "{shell}");
    }
    let page = ryuma(&["man"]);
    assert!(page.contains(".TH ryuma 1") && page.contains("Exit codes"), "{page}");
    let folder = tempfile::tempdir().expect("a folder");
    ryuma(&["man", "--out", folder.path().to_str().expect("a plain path")]);
    for name in ["ryuma.1", "ryuma-play.1", "ryuma-book-build.1"] {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
    // Every line of the options is an object.
    let options = ryuma(&["options", "--protocol", "usi", "--json"]);
    let names: Vec<String> = options
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["name"].to_string())
        .collect();
    assert!(names.contains(&"\"USI_OwnBook\"".to_string()) && names.len() > 10, "{names:?}");
}

#[test]
fn a_place_to_save_is_tried_before_the_game() {
    for (file, part) in [("/nonexistent/a.csa", "no such folder"), ("a.gib", "gib is not a format for shogi")]
    {
        let output = play(&["--game", "shogi", "--nodes", "1", "--save", file], "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{output:?}");
    }
}

#[test]
fn a_record_is_saved_as_its_programs_read_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.kif");
    let file = path.to_str().expect("a plain path");
    said(&play(&["--game", "shogi", "--against", "human", "--save", file], "7g7f\nquit\n"));
    let bytes = std::fs::read(&path).expect("saved");
    assert!(bytes.starts_with(b"#KIF version=2.0 encoding=Shift_JIS\n") && String::from_utf8(bytes).is_err());
}

/// Four people at one keyboard.
const FOUR_PEOPLE: [&str; 4] = ["--game", "yonin", "--seats", "human,human,human,human"];

#[test]
fn of_four_the_mated_are_told_and_ranked() {
    let position = "8,nK/9/7,sG,1/9/xwK,8/9/8,eK/9/4,sK,4 s G/-/-/- -/s1/-/- - 1";
    let text = said(&play(
        &[&FOUR_PEOPLE[..], &["--position", position]].concat(),
        "count\nG*1b\nresign\nundo\nG*1a\n",
    ));
    assert!(
        text.contains("South 1st (1 mate, 4 pieces); West 4th (mated); North 2nd (0 mates, 1 piece)"),
        "{text}"
    );
    assert!(text.contains("   West: mated by South") && text.contains("x>K"), "{text}");
    let mated = text.find("North is mated by South.").expect("a mate");
    let over = text.find("The game is over: checkmate. 1st South, 2nd East, 3rd North, 4th West.");
    let refused = text.find("The game is over: undo,").expect("no resignation after the end");
    assert!(over.is_some_and(|over| mated < over && over < refused), "{text}");
    // The undone mate is no longer there, and a bad move leaves everything as it was.
    let after = &text[refused..];
    assert!(after.contains("   North in hand: -") && after.contains("Move 1, South to play."), "{text}");
    assert!(after.contains("drops need an empty square"), "{text}");
}

#[test]
fn pairs_win_together_and_the_record_knows_the_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pairs.yonin");
    let position = "wK,7,nK/9/1,sG,7/9/8,eK/9/9/9/4,sK,4 s G/-/-/- -/-/-/- - 1";
    let file = path.to_str().expect("a plain path");
    let more = ["--rule", "yoninformat=pairs", "--position", position, "--save", file];
    let text = said(&play(&[&FOUR_PEOPLE[..], &more].concat(), "count\nG*9b\n"));
    assert!(text.contains("Nothing is counted in this game."), "{text}");
    assert!(text.contains("The game is over: checkmate. 1st South and North, 3rd West and East."), "{text}");
    let saved = std::fs::read_to_string(&path).expect("saved");
    assert!(
        saved.contains("\nYoninFormat: pairs\n") && saved.contains("end checkmate; ranks 1/3/1/3"),
        "{saved}"
    );
}

#[test]
fn one_against_three_engines() {
    let game = |typed: &str| {
        said(&play(&["--game", "yonin", "--side", "west", "--nodes", "50", "--seed", "4"], typed))
    };
    let text = game("8d7d\nlist\nundo\nlist\nhint\n");
    assert!(text.contains("South: Ryuma Normal") && text.contains("West: Human"), "{text}");
    // West is at the bottom.
    let (before, after) =
        text.split_once("      a     b     c     d     e     f     g     h     i\n 1 ").expect("a board");
    assert!(before.contains("South plays ") && after.contains("Move 2, West to play."), "{text}");
    for seat in ["North", "East", "South"] {
        assert!(after.contains(&format!("{seat} plays ")), "{text}");
    }
    let is_move = |word: &str| matches!(word.as_bytes(), [_, _, b'1'..=b'9', b'a'..=b'i', ..]);
    let lists = text.lines().filter(|line| line.split(' ').all(is_move));
    let lists: Vec<usize> = lists.map(|line| line.split(' ').count()).collect();
    assert_eq!(lists, [5, 1], "{text}");
    let hint = text.lines().find(|line| line.starts_with("Hint: ")).expect("a hint");
    assert!(hint.contains(", points expected: South 0.") && hint.contains(", East 0."), "{hint}");
    // The seed repeats the game.
    assert_eq!(game("8d7d\n"), game("8d7d\n"));
}

#[test]
fn who_is_mated_watches_the_others() {
    let position = "wK,7,nK/9/1,sG,7/9/8,eK/9/9/9/4,sK,4 s G/-/-/- -/-/-/- - 1";
    let seats = ["--game", "yonin", "--seats", "hard,human,easy,easy", "--nodes", "200"];
    let more = ["--rule", "MaxMovesToDraw=6", "--position", position];
    let text = said(&play(&[&seats[..], &more[..]].concat(), "list\n"));
    let mated = text.find("West is mated by South.\nThe others play on; Ctrl-C leaves.").expect("a mate");
    let over = text.find("The game is over: move limit. 1st South").expect("an end");
    assert!(mated < over && text[over..].contains("G*"), "{text}");
}

#[test]
fn four_engines_play_a_whole_game_that_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_string();
    let (game, lines, again) = (path("game.yonin"), path("game.usi"), path("again.yonin"));
    let seats = ["--seats", "easy,hard,normal,hard", "--nodes", "60", "--seed", "2", "--save", &game];
    let text = said(&play(&[&["--game", "yonin"], &seats[..]].concat(), ""));
    assert_eq!(text.matches(" is mated by ").count(), 2, "{text}");
    assert!(text.contains("The game is over: checkmate. 1st "), "{text}");
    let saved = std::fs::read_to_string(&game).expect("saved");
    for part in ["South: Ryuma Easy\n", "East: Ryuma Hard\n", "\nend checkmate; ranks "] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    for (from, to) in [(&game, &lines), (&lines, &again)] {
        let arguments = ["convert", from, to, "--game", "yonin"];
        let done = Command::new(env!("CARGO_BIN_EXE_ryuma")).args(arguments).output().expect("it starts");
        assert!(done.status.success(), "{done:?}");
    }
    let moves = |text: &str| -> Vec<String> {
        let words = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        words
            .filter(|words| words.len() >= 3 && words[0].parse::<usize>().is_ok())
            .map(|words| words[..3].join(" "))
            .collect()
    };
    let again = std::fs::read_to_string(&again).expect("converted");
    assert!(moves(&saved).len() > 30 && moves(&saved) == moves(&again), "{saved}\n{again}");
}

#[test]
fn bad_seats_are_refused() {
    for (arguments, part) in [
        (&["--game", "shogi", "--side", "west"][..], "shogi has two sides, first and second"),
        (&["--game", "yonin", "--seats", "human,easy,hard"], "yonin has 4 seats, not 3"),
        (&["--game", "janggi", "--seats", "human,human,human,human"], "janggi has 2 seats, not 4"),
        (&["--game", "yonin", "--seats", "human", "--side", "west"], "cannot be used with"),
        (&["--game", "yonin", "--notation", "western"], "none for yonin"),
        (&["--game", "yonin", "--save", "a.kif"], "kif is not a format for yonin"),
        (&["--game", "yonin", "--rule", "YoninEnd=never"], "it is two or last"),
        (&["--game", "yonin", "--position", "9/9 s"], "9/9 s"),
    ] {
        let output = play(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{arguments:?}: {output:?}");
    }
}

#[test]
fn counts_and_benches_as_json() {
    let objects = |arguments: &[&str]| -> Vec<serde_json::Value> {
        let output = Command::new(env!("CARGO_BIN_EXE_ryuma")).args(arguments).output().expect("it starts");
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let counts = objects(&["perft", "--game", "shogi", "2", "--json", "--divide", "--notation", "western"]);
    assert_eq!((&counts[0]["nodes"], &counts[0]["depth"]), (&900.into(), &2.into()));
    let moves = counts[0]["moves"].as_array().expect("moves");
    assert!(moves.len() == 30 && moves.iter().any(|m| m["move"] == "P-7f" && m["nodes"] == 30), "{moves:?}");
    let bench = objects(&["bench", "--game", "janggi", "--depth", "1", "--json"]);
    let (total, searched) = bench.split_last().expect("lines");
    let sum: u64 = searched.iter().map(|position| position["nodes"].as_u64().expect("nodes")).sum();
    assert_eq!((searched.len(), total["nodes"].as_u64()), (6, Some(sum)));
}
