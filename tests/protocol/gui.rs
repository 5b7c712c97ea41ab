//! A GUI for tests: the built executable at the other end of two pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

pub struct Gui {
    engine: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<thread::JoinHandle<String>>,
}

impl Gui {
    /// Starts the engine with these arguments.
    pub fn start(arguments: &[&str]) -> Gui {
        Gui::run(Command::new(env!("CARGO_BIN_EXE_ryuma")).args(arguments))
    }

    /// Starts the engine by another command, which may put it in a poor environment first.
    pub fn run(command: &mut Command) -> Gui {
        let mut engine = command
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let (sender, lines) = channel();
        let output = BufReader::new(engine.stdout.take().expect("piped"));
        thread::spawn(move || {
            for line in output.lines() {
                // All that the engine says is text.
                if sender.send(line.expect("valid UTF-8")).is_err() {
                    break;
                }
            }
        });
        let mut stderr = engine.stderr.take().expect("piped");
        let errors = thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        let input = engine.stdin.take();
        Gui { engine, input, lines, errors: Some(errors) }
    }

    /// The process.
    pub fn id(&self) -> u32 {
        self.engine.id()
    }

    /// Sends any bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).map_err(|error| format!("not read: {error}"))
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes()).expect("the engine reads");
    }

    /// Ends the engine's input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// The next line, if one comes in this time.
    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// Reads up to a line that matches, which is the last of the lines returned.
    pub fn read_to(&mut self, pattern: &str) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.line_within(left) {
                Some(line) => {
                    let found = matches(pattern, &line);
                    lines.push(line);
                    if found {
                        return Ok(lines);
                    }
                }
                None => {
                    let all = lines.join("\n");
                    return Err(format!("no line matched '{pattern}'; there came:\n{all}"));
                }
            }
        }
    }

    /// As [`Gui::read_to`], for tests that cannot go on without it.
    pub fn expect(&mut self, pattern: &str) -> Vec<String> {
        self.read_to(pattern).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Stops whatever is under way and waits until it has ended: all lines up to then.
    ///
    /// Options are set only between searches, so that the complaint about an unknown one comes after all answers.
    pub fn settle(&mut self) -> Result<Vec<String>, String> {
        self.send_bytes(b"\nstop\nsetoption name Settled value 1\n")?;
        self.read_to("info * unknown option 'Settled'; left out")
    }

    /// Waits until the engine has left: whether it did so in time, with exit code 0 and nothing on stderr.
    pub fn expect_exit(&mut self, time: Duration) -> Result<(), String> {
        let deadline = Instant::now() + time;
        loop {
            match self.engine.try_wait().expect("the engine can be waited for") {
                Some(status) if status.success() => break,
                Some(status) => return Err(format!("the engine left with {status}")),
                None if Instant::now() > deadline => return Err("the engine has not left".to_string()),
                None => thread::sleep(Duration::from_millis(2)),
            }
        }
        let errors = self.errors.take().and_then(|reader| reader.join().ok()).unwrap_or_default();
        if errors.is_empty() { Ok(()) } else { Err(format!("on stderr: {errors}")) }
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        let _ = self.engine.kill();
        let _ = self.engine.wait();
    }
}

/// Whether a line is as the pattern says, in which `*` stands for any text.
pub fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or("")) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[test]
fn patterns() {
    for (pattern, line, is_match) in [
        ("readyok", "readyok", true),
        ("readyok", "readyok ", false),
        ("info * pv *", "info depth 1 pv 7g7f", true),
        ("info * pv *", "info depth 1", false),
        ("*", "", true),
        ("a*a", "a", false),
        ("bestmove ????", "bestmove 7g7f", false),
    ] {
        assert_eq!(matches(pattern, line), is_match, "{pattern} / {line}");
    }
}
