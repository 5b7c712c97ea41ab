//! An engine as a match sees it: started, told its options, asked for moves.

use std::fs::{self, OpenOptions};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::engine::GameInfo;
use crate::game::{Notation, excerpt};
use crate::protocol::Protocol;

use super::EngineSpec;
use super::lines::{self, Answer, Declared, Report};
use super::peers::{Habits, habits};
use super::process::{Line, Process, Silence};
use super::stop::StopSign;

/// How long the handshake and `isready` may take: some engines load large files.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a search without a clock may take.
const UNTIMED: Duration = Duration::from_secs(120);
/// How long an engine may take to leave.
const FAREWELL: Duration = Duration::from_millis(1000);

/// What all engines of a match are told, and how patient it is.
#[derive(Clone)]
pub struct House {
    pub game: &'static GameInfo,
    /// The rules set, by name and value.
    pub rules: Vec<(String, String)>,
    /// A move is late after its time and this.
    pub margin: Duration,
    /// How much longer to wait for a late move before the engine counts as hung.
    pub hang: Duration,
    /// The folder for what engines say to their error output.
    pub folder: PathBuf,
    pub stop: StopSign,
}

impl House {
    /// Where an engine's error output goes.
    fn error_file(&self, spec: &EngineSpec) -> PathBuf {
        self.folder.join(format!("stderr-{}.log", spec.file_name()))
    }

    /// Takes the file of an engine's error output away if it has said nothing there.
    pub fn forget_silence(&self, spec: &EngineSpec) {
        let path = self.error_file(spec);
        if fs::metadata(&path).is_ok_and(|file| file.len() == 0) {
            // An empty file does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

/// Why an engine cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Crash(String),
    Hang(String),
    /// Not the engine's fault: the match is to stop.
    Stop,
}

/// What came back from a `go`.
#[derive(Debug)]
pub struct Reply {
    pub answer: Answer,
    /// From just before `go` was written to just after the answer was read.
    pub used: Duration,
    pub report: Report,
    /// The answer came only after a `stop`.
    pub was_stopped: bool,
}

/// A running engine.
pub struct Client {
    name: String,
    process: Process,
    protocol: Protocol,
    habits: Habits,
    margin: Duration,
    hang: Duration,
    /// What it calls itself.
    pub identity: String,
    /// What is odd about its options.
    pub remarks: Vec<String>,
    /// The `position` line so far.
    position: String,
    has_moves: bool,
}

impl Client {
    /// Starts an engine and tells it its options.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn start(spec: &EngineSpec, house: &House) -> Result<Client, Failure> {
        let protocol = spec.protocol.unwrap_or_else(|| default_protocol(house.game));
        let cannot = |what: String| Failure::Crash(format!("{} cannot be started: {what}", spec.name));
        let errors = OpenOptions::new().create(true).append(true).open(house.error_file(spec));
        let errors = errors.map_or_else(|_| Stdio::null(), Stdio::from);
        let process = Process::start(spec, protocol, errors, &house.stop)
            .map_err(|error| cannot(format!("'{}': {error}", spec.command.join(" "))))?;
        let habits = Habits {
            options: Vec::new(),
            notation: Notation::Native,
            knows_our_rules: false,
            has_new_game_button: false,
        };
        let mut client = Client {
            name: spec.name.clone(),
            process,
            protocol,
            habits,
            margin: house.margin,
            hang: house.hang,
            identity: spec.name.clone(),
            remarks: Vec::new(),
            position: String::new(),
            has_moves: false,
        };
        let declared = client.shake_hands()?;
        client.habits = self::habits(house.game, &house.rules, protocol, &declared).map_err(cannot)?;
        client.set_options(spec, &declared)?;
        client.get_ready()?;
        Ok(client)
    }

    fn shake_hands(&mut self) -> Result<Vec<Declared>, Failure> {
        self.send(self.protocol.word())?;
        let answer = lines::hello_answer(self.protocol);
        let deadline = Instant::now() + PATIENCE;
        let mut declared = Vec::new();
        loop {
            let line = self.hear(deadline, &answer)?;
            if line.text == answer {
                return Ok(declared);
            }
            match line.text.strip_prefix("id name ") {
                Some(name) => self.identity = name.trim().to_string(),
                None => declared.extend(Declared::read(&line.text)),
            }
        }
    }

    fn set_options(&mut self, spec: &EngineSpec, declared: &[Declared]) -> Result<(), Failure> {
        let mut lines: Vec<String> = Vec::new();
        for (name, value) in &self.habits.options {
            lines.push(lines::set_option(self.protocol, name, value));
        }
        for (name, value) in &spec.options {
            let known = declared.iter().find(|option| option.name.eq_ignore_ascii_case(name));
            match known {
                None if lines::is_implied(self.protocol, name) => {}
                None => self.remarks.push(format!("{}: declares no option '{name}'", self.name)),
                Some(option) if !option.takes(value) => {
                    self.remarks.push(format!("{}: option '{name}' may not take '{value}'", self.name));
                }
                Some(_) => {}
            }
            let name = known.map_or(name, |option| &option.name);
            lines.push(lines::set_option(self.protocol, name, value));
        }
        if lines.is_empty() { Ok(()) } else { self.send(&lines.join("\n")) }
    }

    fn get_ready(&mut self) -> Result<(), Failure> {
        self.send("isready")?;
        let deadline = Instant::now() + PATIENCE;
        while self.hear(deadline, "readyok")?.text != "readyok" {}
        Ok(())
    }

    /// Tells of a new game, and waits until the engine is ready for it.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.send(lines::new_game(self.protocol, self.habits.has_new_game_button))?;
        self.get_ready()
    }

    /// How the engine writes positions and moves.
    pub fn notation(&self) -> Notation {
        self.habits.notation
    }

    pub fn knows_our_rules(&self) -> bool {
        self.habits.knows_our_rules
    }

    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Sets the position before the first move; `None` is the start position.
    pub fn set_up(&mut self, text: Option<&str>) {
        self.position = lines::position(self.protocol, text);
        self.has_moves = false;
    }

    /// Adds a move to the position, in the engine's notation.
    pub fn add_move(&mut self, text: &str) {
        if !self.has_moves {
            self.position += " moves";
            self.has_moves = true;
        }
        self.position.push(' ');
        self.position += text;
    }

    /// Asks for a move. `allowed`: the time for it; `None` is no clock.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn go(&mut self, words: &str, allowed: Option<Duration>) -> Result<Reply, Failure> {
        let started = Instant::now();
        // One write, so that the engine is woken once.
        self.send(&format!("{}\n{words}", self.position))?;
        let limit = allowed.map_or(UNTIMED, |allowed| allowed + self.margin);
        let mut deadline = started + limit;
        let mut was_stopped = false;
        loop {
            match self.process.hear(deadline) {
                Ok(line) => {
                    if let Some(answer) = Answer::read(&line.text, self.protocol) {
                        let used = line.at.duration_since(started);
                        return Ok(Reply { answer, used, report: line.report, was_stopped });
                    }
                }
                Err(Silence::TimeOut) if !was_stopped => {
                    was_stopped = true;
                    deadline += self.hang;
                    self.send("stop")?;
                }
                Err(silence) => {
                    let waited = started.elapsed().as_millis();
                    return Err(self.fail(silence, &format!("no move after {waited} ms")));
                }
            }
        }
    }

    /// As [`Client::go`], from a position without the moves that led to it.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn go_from(&mut self, text: &str, words: &str, allowed: Option<Duration>) -> Result<Reply, Failure> {
        let position = std::mem::replace(&mut self.position, lines::position(self.protocol, Some(text)));
        let reply = self.go(words, allowed);
        self.position = position;
        reply
    }

    /// Tells how the game has ended, if the protocol has words for it. `score` is 2 for a win, 1 for a draw.
    pub fn game_over(&mut self, score: usize) {
        if self.protocol == Protocol::Usi {
            // If the engine is gone, the next game will find out.
            let _ = self.send(&format!("gameover {}", ["lose", "draw", "win"][score.min(2)]));
        }
    }

    /// Asks the engine to leave; [`Client::see_off`] waits for it.
    pub fn dismiss(&mut self) {
        // It may be gone already.
        let _ = self.send("stop\nquit");
    }

    /// Waits for the engine to leave, and ends it if it does not.
    pub fn see_off(mut self) {
        self.process.wait(FAREWELL);
    }

    fn send(&mut self, lines: &str) -> Result<(), Failure> {
        self.process.send(lines).map_err(|_| {
            let last = lines.lines().last().unwrap_or_default();
            let end = self.process.end();
            Failure::Crash(format!("{} is gone ({end}) before '{}'", self.name, excerpt(last)))
        })
    }

    fn hear(&mut self, deadline: Instant, awaited: &str) -> Result<Line, Failure> {
        self.process.hear(deadline).map_err(|silence| self.fail(silence, &format!("no '{awaited}'")))
    }

    fn fail(&mut self, silence: Silence, what: &str) -> Failure {
        match silence {
            Silence::Stop => Failure::Stop,
            Silence::End => Failure::Crash(format!("{} has ended ({})", self.name, self.process.end())),
            Silence::TimeOut => Failure::Hang(format!("{} hangs: {what}", self.name)),
        }
    }
}

/// The protocol in which engines of a game are spoken to unless the user says otherwise.
pub fn default_protocol(game: &GameInfo) -> Protocol {
    if game.is_offered_by(Protocol::Usi.word()) { Protocol::Usi } else { Protocol::Uci }
}
