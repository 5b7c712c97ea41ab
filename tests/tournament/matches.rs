//! Whole matches between engines that behave.

use serde_json::json;

use crate::folder::{Fake, Folder, RYUMA, ryuma, text};

/// Both games of a pair have the same opening and reversed sides; every game has its record.
#[test]
fn pairs_of_every_game_and_protocol() {
    for (game, protocols, extension) in [
        ("shogi", ["usi", "uci"], "csa"),
        ("xiangqi", ["ucci", "uci"], "pgn"),
        ("janggi", ["ucci", "uci"], "pgn"),
    ] {
        let folder = Folder::new();
        let [a, b] = protocols.map(|protocol| format!("name={protocol} cmd={RYUMA} proto={protocol}"));
        let arguments =
            format!("--game {game} --games 4 --nodes 100 --max-plies 60 --concurrency 2 --plies 3-5");
        let summary = folder.summary_of(&[&a, &b], &arguments);
        assert_eq!(summary["state"], "finished", "{summary}");
        assert!((0..2).all(|i| summary["engines"][i]["faults"] == json!({})), "{summary}");
        assert_eq!(summary["engines"][0]["identity"], "Ryuma 0.1.0");
        let games = folder.games();
        assert_eq!(games.iter().map(|g| g["number"].as_u64()).collect::<Vec<_>>(), [1, 2, 3, 4].map(Some));
        for pair in games.chunks(2) {
            assert_eq!(pair[0]["opening"], pair[1]["opening"]);
            assert_eq!(
                (&pair[0]["players"][0], &pair[0]["players"][1]),
                (&pair[1]["players"][1], &pair[1]["players"][0])
            );
        }
        assert_ne!(games[0]["opening"], games[2]["opening"]);
        for (i, game) in games.iter().enumerate() {
            let count = game["moves"].as_array().map_or(0, Vec::len);
            for list in ["times", "scores", "depths", "nodes"] {
                assert_eq!(game[list].as_array().map_or(0, Vec::len), count, "{list}");
            }
            assert!(
                game["scores"].as_array().is_some_and(|scores| scores.iter().all(|s| s.is_i64())),
                "{game}"
            );
            let record = folder.read(&format!("games/{:06}.{extension}", i + 1));
            // A record says the reason in its own word for it, or else in ours.
            let reason = game["reason"].as_str().expect("a reason");
            let has_word = extension == "csa" && record.lines().any(|line| line.starts_with('%'));
            assert!(has_word || record.contains(reason), "{record}");
        }
    }
}

/// The time that a move takes is the engine's; what the match adds is small.
#[test]
fn clocks_are_kept() {
    let folder = Folder::new();
    let engine = |name| format!("{} option.NetworkDelay=0", ryuma(name));
    let arguments = "--game shogi --games 2 --tc 0.3+0.01 --margin 5000 --max-plies 40";
    let summary = folder.summary_of(&[&engine("a"), &engine("b")], arguments);
    assert_eq!(summary["control"], "0.3 s + 0.01 s/move");
    assert!((0..2).all(|i| summary["engines"][i]["faults"] == json!({})), "{summary}");
    assert!(folder.read("games/000001.csa").contains("$TIME:0.3+0+0.01\n"));
}

#[test]
fn a_sequential_test_ends_the_match() {
    let folder = Folder::new();
    let meek = folder.fake("meek", Fake { start: "", go: "echo bestmove resign" });
    let output = folder.play(&[&ryuma("good"), &meek], "--game shogi --nodes 10 --sprt elo0=0 elo1=200");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let summary = folder.summary();
    assert_eq!((&summary["state"], &summary["sprt"]["decision"]), (&json!("decided"), &json!("elo1")));
    let games = summary["games"].as_u64().unwrap_or(0);
    assert!((4..200).contains(&games), "{summary}");
    let said = text(&output.stdout);
    assert!(
        said.contains("elo1=200 accepted") && said.contains(&format!("+{games} =0 -0 (100.0 %)")),
        "{said}"
    );
    // Resumed, it is still decided.
    let again =
        folder.play(&[&ryuma("good"), &meek], "--game shogi --nodes 10 --sprt elo0=0 elo1=200 --resume");
    assert!(again.status.success());
    assert_eq!(folder.summary()["games"], games);
}

#[test]
fn openings_from_a_file() {
    let folder = Folder::new();
    let openings = folder.write("openings", "7g7f 3c3d\n4k4/9/9/9/9/9/9/9/4K4 w Pp 7 # kings\n");
    let arguments = format!("--game shogi --games 6 --nodes 20 --max-plies 12 --openings {openings}");
    folder.summary_of(&[&ryuma("a"), &ryuma("b")], &arguments);
    let games = folder.games();
    for number in [0, 1, 4, 5] {
        assert_eq!(
            (&games[number]["opening"], &games[number]["start"]),
            (&json!(["7g7f", "3c3d"]), &json!(null))
        );
        assert_eq!(games[number]["moves"].as_array().map(Vec::len), Some(10));
    }
    for number in [2, 3] {
        assert_eq!(games[number]["start"], "4k4/9/9/9/9/9/9/9/4K4 w Pp 7");
        assert_eq!(games[number]["begins"], 1);
    }
}

/// The rules of the match reach the engines: the game starts from another set-up.
#[test]
fn rules_are_told() {
    let folder = Folder::new();
    let engines = ["uci", "ucci"].map(|protocol| format!("name={protocol} cmd={RYUMA} proto={protocol}"));
    let arguments =
        "--game janggi --games 2 --nodes 50 --rule HanSetup=EHEH --rule MaxPlies=30 --plies 4 --balance 500";
    let summary = folder.summary_of(&[&engines[0], &engines[1]], arguments);
    assert!((0..2).all(|i| summary["engines"][i]["faults"] == json!({})), "{summary}");
    assert!(
        folder.games().iter().all(|game| game["moves"].as_array().is_some_and(|moves| moves.len() <= 28))
    );
}

#[test]
fn a_round_robin_and_a_gauntlet() {
    for (gauntlet, games, points_of_c) in [("", 6, "| c         | 0/2 | 1/2 |   · |"), ("--gauntlet", 4, "")]
    {
        let folder = Folder::new();
        let resign = || Fake { start: "", go: "echo bestmove resign" };
        let engines = [ryuma("a"), folder.fake("b", resign()), folder.fake("c", resign())];
        let engines = engines.each_ref().map(String::as_str);
        let output = folder.play(&engines, &format!("--game shogi --games 2 --nodes 10 {gauntlet}"));
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(folder.summary()["games"], games);
        let said = text(&output.stdout);
        assert!(said.contains("| 1 | a      |     4 | 4 | 0 | 0 | 100.0 % |"), "{said}");
        assert!(said.contains("| a         |   · | 2/2 | 2/2 |"), "{said}");
        assert!(said.contains(points_of_c), "{said}");
        assert_eq!(said.trim_end(), folder.read("summary.txt").trim_end());
    }
}

/// Two kings walk to and fro. Adjudication is for those who ask for it.
#[test]
fn adjudication() {
    for (scores, arguments, winner, ending, reason, plies) in [
        ([3000, -3000], "--resign moves=2 score=2000", json!(0), "adjudication", "agreed win", 4),
        ([3000, -100], "--resign moves=2 score=2000", json!(null), "rules", "sennichite", 12),
        ([5, -3], "--draw from=1 moves=2 score=10", json!(null), "adjudication", "agreed draw", 4),
        ([0, 0], "", json!(null), "rules", "sennichite", 12),
        ([0, 0], "--max-plies 7", json!(null), "ply-limit", "ply limit", 7),
    ] {
        let folder = Folder::new();
        let walker = |name, score, (there, back)| {
            let go = format!(
                "echo info depth 1 score cp {score}; n=$((n+1)); \
                 if test $((n%2)) = 1; then echo bestmove {there}; else echo bestmove {back}; fi"
            );
            folder.fake(name, Fake { start: "n=0", go: &go })
        };
        let (a, b) = (walker("a", scores[0], ("5i4i", "4i5i")), walker("b", scores[1], ("5a4a", "4a5a")));
        let openings = folder.write("openings", "4k4/9/9/9/9/9/9/9/4K4 b P 1\n");
        let arguments = format!("--game shogi --games 1 --nodes 10 --openings {openings} {arguments}");
        folder.summary_of(&[&a, &b], &arguments);
        let game = &folder.games()[0];
        assert_eq!(
            (&game["winner"], &game["ending"], &game["reason"]),
            (&winner, &json!(ending), &json!(reason))
        );
        assert_eq!(game["moves"].as_array().map(Vec::len), Some(plies), "{game}");
    }
}

/// Every game of a match of four has its record, which can be read.
#[test]
fn four_leave_records() {
    let folder = Folder::new();
    let engine = |name| format!("{} option.YoninSearch=greedy", ryuma(name));
    let arguments = "--game yonin --games 2 --nodes 10 --max-plies 12 --plies 3-3 --rule YoninEnd=last";
    let output = folder.play(&[&engine("a"), &engine("b")], arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for (number, game) in folder.games().iter().enumerate() {
        let record = folder.read(&format!("games/{number:06}.yonin"));
        let reading = ryuma::records::read(record.as_bytes(), &Default::default()).expect("a record");
        assert!(reading.problems.is_empty(), "{:?}", reading.problems);
        let read = &reading.records[0];
        assert_eq!(
            (json!(read.move_texts()), read.header("YoninEnd")),
            (game["moves"].clone(), Some("last"))
        );
        let timed = read.line.nodes.iter().map(|node| node.time.is_some()).collect::<Vec<_>>();
        assert_eq!(
            (&timed[..4], game["times"].as_array().map(Vec::len)),
            (&[false, false, false, true][..], Some(9))
        );
        let end = read.line.end.as_ref().expect("an end");
        assert_eq!((json!(end.ranks), end.reason.as_str()), (game["ranks"].clone(), "ply limit"));
    }
}
