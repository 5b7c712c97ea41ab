//! A monkey at the GUI's keyboard: seeded random sessions with every option, every game, any spelling and any order.
//!
//! What must hold whatever it types: each `go` is answered once, the move is one of those that `moves` told right before
//! that `go`, each `isready` is answered, nothing comes on stderr, and the engine leaves when it is told to.
//!
//! By hand, for as long as one likes, from a seed of one's own (it prints the seed of the session that failed):
//! `RYUMA_MONKEY_MINUTES=60 RYUMA_MONKEY_SEED=1 cargo test --release --test protocol -- --ignored monkey`

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use ryuma::engine::{GameInfo, Setup, all_games};
use ryuma::game::Notation;
use ryuma::protocol::Protocol;
use ryuma::protocol::options::{Kind, Row, table};

use crate::gui::Gui;

const GOES: [&str; 16] = [
    "go",
    "go infinite",
    "go depth 2",
    "go nodes 300",
    "go movetime 3",
    "go ponder",
    "go ponder depth 1",
    "go ponder btime 20 wtime 20",
    "go btime 30 wtime 30 binc 2 winc 2",
    "go wtime 20 btime 20 movestogo 2",
    "go time 20 increment 1 draw",
    "go stime 30 wtime 30 ntime 30 etime 30",
    "go byoyomi 5",
    "go mate 1",
    "go depth -3 nodes 99999999999999999999999",
    "go searchmoves 7g7f h2e2 nonsense depth 1",
];

const OTHERS: [&str; 30] = [
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit btime 10 wtime 10",
    "isready",
    "usinewgame",
    "ucinewgame",
    "uccinewgame",
    "setoption newgame",
    "gameover lose",
    "banmoves 7g7f h2e2 a1a2",
    "probe startpos",
    "probe fen nonsense",
    "d",
    "eval",
    "verdict",
    "state",
    "perft 1",
    "go perft 1",
    "bench 1",
    "debug on",
    "debug off",
    "usi",
    "ucci",
    "uci",
    "position",
    "",
    "go_ nonsense \u{FFFD}\u{7} 棋",
    "setoption name Hash value 131072x",
];

/// The last position of a random game, as a command.
fn random_position(random: &mut StdRng) -> String {
    let games: Vec<&GameInfo> = all_games().collect();
    let game = games.choose(random).expect("there are some");
    let mut engine = (game.sit_down)();
    let mut line = String::new();
    for _ in 0..random.random_range(0..60) {
        let moves = engine.legal_moves();
        let Some(&m) = moves.choose(random).filter(|_| engine.verdict().is_none()) else { break };
        line += &format!(" {}", (game.move_text)(m, Notation::Native));
        engine.play(m);
    }
    if random.random_range(0..2) == 0 {
        return format!("position startpos moves{line}");
    }
    let text = engine.text(Notation::Native);
    // What is told is a position that the engine takes.
    engine.set_position(&Setup::Text(text.clone()), &[], Notation::Native).expect("its own text");
    format!("position {} {text}", if game.name == "yonin" { "ysfen" } else { "sfen" })
}

/// A value of an option, good or bad. Sizes stay such that a test can afford them.
fn random_value(row: &Row, random: &mut StdRng) -> String {
    let values: Vec<String> = match &row.kind {
        Kind::Check { .. } => ["true", "false", "on", "maybe"].map(str::to_string).to_vec(),
        Kind::Spin { .. } if ["Threads", "USI_Hash"].contains(&row.names[0].as_str()) => {
            ["1", "2", "3", "-1", "4294967297"].map(str::to_string).to_vec()
        }
        Kind::Spin { default, min, max } => {
            let numbers = [*default, *min, *max, min.midpoint(*max), min - 1, max + 1];
            numbers.map(|number| number.to_string()).to_vec()
        }
        Kind::Combo { values, .. } => [values.as_slice(), &["nonsense".to_string()]].concat(),
        Kind::Button => vec![String::new()],
        Kind::Text => ["", "<empty>", "none", "/", "/dev/null", "/nonexistent/a b;c", "棋譜"]
            .map(str::to_string)
            .to_vec(),
    };
    values.choose(random).expect("there are some").clone()
}

struct Monkey {
    random: StdRng,
    protocol: Protocol,
    options: Vec<Row>,
    /// All that has been sent, as lines.
    log: String,
    searches: usize,
    readies: usize,
}

impl Monkey {
    fn set_option(&mut self) -> String {
        let rows: Vec<&Row> = self.options.iter().filter(|row| row.name(self.protocol).is_some()).collect();
        let row = *rows.choose(&mut self.random).expect("there are options");
        let name = row.name(self.protocol).unwrap_or_default();
        let value = random_value(row, &mut self.random);
        match self.protocol {
            Protocol::Ucci => format!("setoption {name} {value}"),
            _ => format!("setoption name {name} value {value}"),
        }
    }

    /// The next lines.
    fn next(&mut self) -> String {
        match self.random.random_range(0..10) {
            0..3 => {
                self.searches += 1;
                // The first question asks which answers are right.
                format!("moves\n{}", GOES.choose(&mut self.random).expect("there are some"))
            }
            3..6 => self.set_option(),
            6 => random_position(&mut self.random),
            _ => {
                let line = *OTHERS.choose(&mut self.random).expect("there are some");
                self.readies += usize::from(line == "isready");
                line.to_string()
            }
        }
    }

    /// The lines as sloppy GUIs write them.
    fn spell(&mut self, lines: &str) -> String {
        let text = match self.random.random_range(0..6) {
            0 => lines.replace(' ', "\t "),
            1 => lines.replace('\n', " \n\n  "),
            _ => lines.to_string(),
        };
        format!("{text}{}", if self.random.random_range(0..4) == 0 { " \r\n" } else { "\n" })
    }

    fn play(&mut self, gui: &mut Gui, commands: usize) -> Result<(), String> {
        gui.send_bytes(format!("{}\n", self.protocol.word()).as_bytes())?;
        let mut waiting = Vec::new();
        for _ in 0..commands {
            let lines = self.next();
            self.log += &format!("{lines}\n");
            waiting.extend(self.spell(&lines).into_bytes());
            if self.random.random_range(0..3) == 0 {
                // Often in the middle of a line, or several lines at once.
                let cut = self.random.random_range(0..=waiting.len());
                gui.send_bytes(&waiting.drain(..cut).collect::<Vec<u8>>())?;
            }
            if self.random.random_range(0..16) == 0 {
                std::thread::sleep(Duration::from_millis(self.random.random_range(0..10)));
            }
        }
        gui.send_bytes(&waiting)?;
        let said = gui.settle()?;
        self.judge(&said)?;
        gui.send_bytes(b"quit\n")?;
        gui.expect_exit(Duration::from_secs(10))
    }

    fn judge(&self, said: &[String]) -> Result<(), String> {
        let words = |line: &str| line.split_whitespace().skip(2).map(str::to_string).collect::<Vec<_>>();
        let is_list =
            |line: &&String| line.starts_with("info string moves") || line.starts_with("info message moves");
        let lists: Vec<Vec<String>> =
            said.iter().filter(is_list).map(|line| words(line).split_off(1)).collect();
        let is_answer = |line: &&String| {
            ["bestmove", "checkmate", "nobestmove"].iter().any(|word| line.split(' ').next() == Some(word))
        };
        let answers: Vec<&String> = said.iter().filter(is_answer).collect();
        // An idle UCCI engine that is told to stop answers too, so that answers there belong to no certain question.
        let is_certain = self.protocol != Protocol::Ucci;
        if lists.len() != self.searches
            || answers.len() < self.searches
            || (is_certain && answers.len() > self.searches)
        {
            return Err(format!(
                "{} goes, {} lists of moves, {} answers",
                self.searches,
                lists.len(),
                answers.len()
            ));
        }
        for (i, answer) in answers.iter().enumerate() {
            let mut words = answer.split_whitespace();
            let (Some("bestmove"), Some(best)) = (words.next(), words.next()) else { continue };
            let mut asked = if is_certain { &lists[i..=i] } else { &lists[..] }.iter();
            if !["resign", "win", "(none)"].contains(&best)
                && !asked.any(|list| list.iter().any(|m| m == best))
            {
                return Err(format!("answer {i} is no legal move: {answer}"));
            }
        }
        let readies = said.iter().filter(|line| *line == "readyok").count();
        if readies != self.readies {
            return Err(format!("{} isready, {readies} readyok", self.readies));
        }
        Ok(())
    }
}

fn session(seed: u64, protocol: Protocol, commands: usize) {
    let mut monkey = Monkey {
        random: StdRng::seed_from_u64(seed),
        protocol,
        options: table(protocol),
        log: String::new(),
        searches: 0,
        readies: 0,
    };
    let mut gui = Gui::start(&["--protocol", protocol.word()]);
    let played = monkey.play(&mut gui, commands);
    played.unwrap_or_else(|error| panic!("{}\nseed {seed}, {}: {error}", monkey.log, protocol.word()));
}

#[test]
fn monkeys() {
    std::thread::scope(|scope| {
        for protocol in Protocol::ALL {
            scope.spawn(move || (0..4).for_each(|seed| session(seed, protocol, 100)));
        }
    });
}

#[test]
#[ignore = "for as long as one likes"]
fn monkey() {
    let number = |name: &str, default| {
        std::env::var(name).ok().map_or(default, |text| text.parse::<u64>().expect("a number"))
    };
    let time = Duration::from_secs(60 * number("RYUMA_MONKEY_MINUTES", 10));
    let mut seed = number("RYUMA_MONKEY_SEED", 1000);
    let started = Instant::now();
    while started.elapsed() < time {
        for protocol in Protocol::ALL {
            session(seed, protocol, 300);
        }
        seed += 1;
    }
    println!("all well up to seed {seed}");
}
