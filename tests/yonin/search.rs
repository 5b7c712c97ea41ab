//! The search and matches, from outside.

use std::process::Command;
use std::sync::{Arc, mpsc};
use std::time::Instant;

use ryuma::engine::{Engine, GameInfo, Setup};
use ryuma::game::Notation;
use ryuma::search::{Event, Limits, Request};

const METHODS: [&str; 6] = ["auto", "maxn", "paranoid", "brs", "random", "greedy"];

fn engine(options: &[(&str, &str)], text: &str) -> Box<dyn Engine> {
    let mut engine = (GameInfo::named("yonin").expect("a game").sit_down)();
    for (name, value) in options {
        engine.set_rule(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    let setup = if text == "startpos" { Setup::Start } else { Setup::Text(text.to_string()) };
    engine.set_position(&setup, &[], Notation::Native).unwrap_or_else(|error| panic!("{error}"));
    engine
}

/// The best move, and the last score told.
fn think(engine: &mut dyn Engine, limits: Limits) -> (String, i32) {
    let (sender, events) = mpsc::channel();
    let request = Request { limits, ..Request::default() };
    engine.start(
        request,
        Arc::new(move |event| {
            let _ = sender.send(event);
        }),
    );
    loop {
        match events.recv().expect("an end") {
            Event::Done { best, score, .. } => {
                let best =
                    best.map_or("none".to_string(), |m| (engine.game().move_text)(m, Notation::Native));
                return (best, score);
            }
            Event::Prospects(points) => {
                let all: i32 = points.iter().sum();
                assert!((1490..=1510).contains(&all), "{points:?}");
            }
            _ => {}
        }
    }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn every_method_plays_legal_moves_and_ends_in_time() {
    for options in [&[("YoninFormat", "single")], &[("YoninFormat", "pairs")]] {
        for method in METHODS {
            let mut engine = engine(&[options[0], ("YoninSearch", method)], "startpos");
            let started = Instant::now();
            for _ in 0..12 {
                let nodes = Limits { nodes: Some(2000), ..Limits::default() };
                let (best, _) = think(engine.as_mut(), nodes);
                let m = engine.parse_move(&best, Notation::Native).unwrap_or_else(|error| panic!("{error}"));
                engine.play(m);
            }
            let time = Limits { move_time: Some(30), ..Limits::default() };
            think(engine.as_mut(), time);
            assert!(started.elapsed().as_secs() < 20, "{method}");
        }
    }
}

#[test]
fn what_hangs_is_taken_and_a_mate_is_played() {
    let hanging = "4,nK,4/9/2,eR,6/9/wK,7,eK/9/2,sR,6/9/4,sK,4 s -/-/-/- -/-/-/- - 1";
    let mate = "8,nK/9/7,sG,1/9/wK,8/9/8,eK/9/4,sK,4 s G/-/RP/- -/-/-/- - 1";
    for method in ["auto", "maxn", "paranoid", "brs", "greedy"] {
        let mut engine = engine(&[("YoninSearch", method)], hanging);
        let best = think(engine.as_mut(), depth(1)).0;
        assert!(best == "7g7c" || best == "7g7c+", "{method}: {best}");
        if method != "greedy" {
            let mut engine = self::engine(&[("YoninSearch", method)], mate);
            let best = think(engine.as_mut(), depth(3)).0;
            assert!(best == "G*1b" || best == "G*2b", "{method}: {best}");
        }
    }
}

/// One thread searches the same every time; and a finished game has no move.
#[test]
fn one_thread_repeats_itself() {
    let nodes = || {
        let mut engine = engine(&[], "startpos");
        let found = think(engine.as_mut(), depth(6));
        (found, engine.nodes())
    };
    assert_eq!(nodes(), nodes());
    let over = "8,nK/9/7,sG,1/9/xwK,8/9/8,eK/9/4,sK,4 e G/-/-/- -/s1/-/- - 1";
    let mut engine = engine(&[("MaxMovesToDraw", "1")], over);
    engine.play(engine.legal_moves()[0]);
    assert_eq!(think(engine.as_mut(), depth(3)).0, "none");
}

/// A match of one against three, with every seat taken in turn, and one of pairs.
#[test]
fn matches_of_four() {
    let folder = tempfile::tempdir().expect("a folder");
    let ryuma = env!("CARGO_BIN_EXE_ryuma");
    for (name, rule, options) in
        [("single", "YoninFormat=single", "greedy"), ("pairs", "YoninFormat=pairs", "brs")]
    {
        let out = folder.path().join(name);
        let run = Command::new(ryuma)
            .args(["match", "--game", "yonin", "--depth", "1", "--games", "4", "--max-plies", "200"])
            .args(["--rule", rule])
            .args(["--engine", &format!("name=A cmd={ryuma} option.YoninSearch={options}")])
            .args(["--engine", &format!("name=B cmd={ryuma} option.YoninSearch=random")])
            .arg("--out")
            .arg(&out)
            .output()
            .expect("a match");
        let text = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success(), "{text}{}", String::from_utf8_lossy(&run.stderr));
        assert!(text.contains("A: ") && text.contains("points a game"), "{text}");
        let games = std::fs::read_to_string(out.join("games.jsonl")).expect("games");
        assert_eq!(games.lines().count(), 4);
        for seat in 0..4 {
            let sat = games.lines().filter(|line| {
                let game: serde_json::Value = serde_json::from_str(line).expect("a record");
                game["players"][seat] == "A"
            });
            assert_eq!(sat.count(), if name == "pairs" { 2 } else { 1 });
        }
    }
}
