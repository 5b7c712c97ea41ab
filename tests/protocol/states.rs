//! Every command in every state of a session: each `go` is answered once, and the session goes on.

use std::time::Duration;

use ryuma::protocol::Protocol;

use crate::gui::Gui;

/// How long an engine may take to leave on a busy machine.
const LEAVING: Duration = Duration::from_secs(10);

/// What is going on when a command comes: its name, and how it is brought about.
const STATES: [(&str, &[&str]); 7] = [
    ("idle", &[]),
    ("thinking until stopped", &["go infinite"]),
    ("thinking up to a limit", &["go nodes 100000000"]),
    ("pondering", &["go ponder nodes 100000000"]),
    ("thinking with another go waiting", &["go infinite", "go infinite"]),
    ("counting", &["perft 4"]),
    ("after the end of the game", &["position END"]),
];

/// The commands. `MOVE`, `END` and the like stand for texts of the protocol's first game.
const COMMANDS: [&str; 48] = [
    "",
    "xyzzy",
    "isready",
    "stop",
    "ponderhit",
    "ponderhit btime 100 wtime 100",
    "position",
    "position startpos",
    "position startpos moves MOVE",
    "position startpos moves MOVE MOVE",
    "position nonsense",
    "position END",
    "setoption",
    "setoption name Nonsense value 1",
    "setoption name Threads",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name Hash value 2",
    "setoption name Hash value 0.5",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Clear Hash",
    "setoption name EvalFile value /nonexistent/net",
    "setoption name EvalFile value none",
    "setoption name EvalFile value",
    "usinewgame",
    "uccinewgame",
    "ucinewgame",
    "gameover win",
    "banmoves MOVE",
    "probe startpos",
    "d",
    "eval",
    "moves",
    "verdict",
    "state",
    "debug on",
    "debug off",
    "usi",
    "ucci",
    "uci",
    "perft 1",
    "go perft 1",
    "bench 1",
    "go",
    "go depth 2 searchmoves MOVE",
    "go ponder depth 1",
    "go depth x movetime 0",
];

/// How a game is begun in one protocol.
struct Scene {
    protocol: Protocol,
    /// Lines after the protocol's word.
    setup: &'static str,
    /// A move of the start position.
    one_move: &'static str,
    /// What follows `position` where the game is over.
    end: &'static str,
}

const SHOGI: Scene = Scene {
    protocol: Protocol::Usi,
    setup: "",
    one_move: "7g7f",
    end: "sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1",
};
const XIANGQI: Scene = Scene {
    protocol: Protocol::Ucci,
    setup: "",
    one_move: "h2e2",
    end: "fen 3k5/2R1R4/9/9/9/9/9/9/9/3RK4 b - - 0 1",
};
const SCENES: [Scene; 4] = [
    SHOGI,
    XIANGQI,
    Scene { protocol: Protocol::Uci, ..XIANGQI },
    Scene {
        protocol: Protocol::Usi,
        setup: "setoption name USI_Variant value yonin\n",
        one_move: "4h4g",
        end: "ysfen 4,nK,4/9/9/9/xwK,7,xeK/9/9/9/4,sK,4 s -/-/-/- -/s1/-/s2 - 50",
    },
];

impl Scene {
    /// The first lines of a session.
    fn greeting(&self) -> String {
        format!("{}\n{}", self.protocol.word(), self.setup)
    }

    fn written(&self, text: &str) -> String {
        text.replace("MOVE", self.one_move).replace("END", self.end)
    }
}

/// Whether a search is asked for, which has to be answered.
fn is_search(line: &str) -> bool {
    line.starts_with("go") && !line.contains("perft")
}

/// The lines that answer searches. An idle UCCI engine says `nobestmove` when it is told to stop, so there may be more.
fn answers(lines: &[String]) -> usize {
    let is_answer = |line: &&String| line.starts_with("bestmove") || *line == "nobestmove";
    lines.iter().filter(is_answer).count()
}

fn every_command_in_every_state(scene: &Scene) {
    let protocol = scene.protocol;
    let mut gui = Gui::start(&["--protocol", protocol.word()]);
    gui.send(scene.greeting().trim_end());
    for (state, entry) in STATES {
        for command in COMMANDS {
            let lines: Vec<String> = entry.iter().chain([&command]).map(|line| scene.written(line)).collect();
            gui.send("position startpos");
            lines.iter().for_each(|line| gui.send(line));
            let said = gui.settle().unwrap_or_else(|error| panic!("{state}, '{command}': {error}"));
            let (searches, answers) = (lines.iter().filter(|line| is_search(line)).count(), answers(&said));
            let is_right = answers == searches || (protocol == Protocol::Ucci && answers > searches);
            let word = protocol.word();
            assert!(is_right, "{word}, {state}, '{command}': {answers} answers\n{}", said.join("\n"));
            if command == "isready" {
                assert!(said.iter().any(|line| line == "readyok"), "{state}");
            }
        }
    }
    gui.send("quit");
    gui.expect_exit(LEAVING).expect("a quiet end");
}

#[test]
fn usi() {
    every_command_in_every_state(&SCENES[0]);
}

#[test]
fn ucci() {
    every_command_in_every_state(&SCENES[1]);
}

#[test]
fn uci() {
    every_command_in_every_state(&SCENES[2]);
}

#[test]
fn four_player_shogi() {
    every_command_in_every_state(&SCENES[3]);
}

#[test]
fn before_the_handshake() {
    for command in COMMANDS {
        let mut gui = Gui::start(&[]);
        gui.send(&XIANGQI.written(command));
        let said = gui.settle().unwrap_or_else(|error| panic!("'{command}': {error}"));
        // An idle UCCI engine answers `stop`.
        let expected = usize::from(is_search(command) || command == "ucci");
        assert_eq!(answers(&said), expected, "'{command}': {said:?}");
        gui.send("isready");
        gui.expect("readyok");
        gui.send("quit");
        gui.expect_exit(LEAVING).expect("a quiet end");
    }
}

/// A short game with all that a GUI sends.
const GAME: [&str; 12] = [
    "GREETING",
    "setoption name MultiPV value 2",
    "setoption name Hash value 1",
    "isready",
    "ucinewgame",
    "position startpos",
    "go infinite",
    "stop",
    "position startpos moves MOVE",
    "go ponder nodes 1000",
    "ponderhit",
    "gameover draw",
];

/// `quit`, the end of the input, or its end in the middle of a line, after each line of a game and at once.
#[test]
fn leaving_at_every_point() {
    for scene in &SCENES {
        for length in 0..=GAME.len() {
            for last in ["quit\n", "", "posit"] {
                let mut gui = Gui::start(&[]);
                let game = GAME[..length].join("\n").replace("GREETING", scene.greeting().trim_end());
                let text = format!("{}\n{last}", scene.written(&game));
                gui.send_bytes(text.as_bytes()).expect("the engine reads");
                if last != "quit\n" {
                    gui.close();
                }
                let left = gui.expect_exit(LEAVING);
                left.unwrap_or_else(|error| {
                    panic!("{}, {length} lines, '{last}': {error}", scene.greeting())
                });
            }
        }
    }
}
