//! An engine's process: lines in, lines out, each with the moment it came.
//!
//! A thread of its own reads what the engine says. It digests the lines of a search itself and hands them over
//! with the line that ends it, so that whoever waits for a move is woken once a move.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::protocol::Protocol;
use crate::protocol::reader::{Input, read_lines};

use super::EngineSpec;
use super::lines::Report;
use super::stop::StopSign;

/// How long a process may take to end once its output has.
const LAST_BREATH: Duration = Duration::from_millis(300);

/// What comes in while waiting for an engine.
#[derive(Debug)]
pub enum Heard {
    Line(Line),
    /// The engine's output has ended.
    End,
    /// Nobody wants to know any more.
    Stop,
}

/// A line that is not part of a search's report.
#[derive(Debug)]
pub struct Line {
    pub at: Instant,
    pub text: String,
    /// What the lines of the search before it said.
    pub report: Report,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    TimeOut,
    End,
    Stop,
}

/// A running engine. Dropping it ends it, and whatever it has started.
pub struct Process {
    name: String,
    child: Child,
    input: ChildStdin,
    heard: Receiver<Heard>,
}

impl Process {
    /// Starts the engine; what it says to its error output goes to the file.
    pub fn start(
        spec: &EngineSpec,
        protocol: Protocol,
        errors: Stdio,
        stop: &StopSign,
    ) -> io::Result<Process> {
        let (program, arguments) = spec.command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut program = PathBuf::from(program);
        if spec.folder.is_some() && program.components().count() > 1 {
            // A path is meant from where the user is, not from the engine's folder.
            program = std::path::absolute(program)?;
        }
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        set_apart(&mut command);
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (sender, heard) = mpsc::channel();
        stop.tell(sender.clone());
        let name = spec.name.clone();
        thread::Builder::new().spawn(move || {
            let mut report = Report::default();
            read_lines(output, |input| {
                let at = Instant::now();
                let message = match input {
                    Input::Line(text) => {
                        log::trace!("{name} -> {text}");
                        if report.read(&text, protocol) {
                            return;
                        }
                        Heard::Line(Line { at, text, report: std::mem::take(&mut report) })
                    }
                    Input::TooLong => return,
                    Input::End => Heard::End,
                };
                // The process may have been given up: its last words are for nobody.
                let _ = sender.send(message);
            });
        })?;
        Ok(Process { name: spec.name.clone(), child, input, heard })
    }

    /// Sends lines (without the last line feed).
    pub fn send(&mut self, lines: &str) -> io::Result<()> {
        lines.split('\n').for_each(|line| log::trace!("{} <- {line}", self.name));
        // One write, so that the engine is woken once.
        let bytes = [lines.as_bytes(), b"\n"].concat();
        self.input.write_all(&bytes).and_then(|()| self.input.flush())
    }

    /// The next line.
    pub fn hear(&self, deadline: Instant) -> Result<Line, Silence> {
        match self.heard.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Heard::Line(line)) => Ok(line),
            Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => Err(Silence::End),
            Ok(Heard::Stop) => Err(Silence::Stop),
            Err(RecvTimeoutError::Timeout) => Err(Silence::TimeOut),
        }
    }

    /// How the process has ended, in words.
    pub fn end(&mut self) -> String {
        match self.wait(LAST_BREATH) {
            Some(status) => status,
            None => "still running".to_string(),
        }
    }

    /// Waits for the end of the process.
    pub fn wait(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            kill_all(&self.child);
            // It may have ended by itself this very moment.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Ctrl-C at the terminal is for the match, which ends its engines itself.
#[cfg(unix)]
fn set_apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(windows)]
fn set_apart(command: &mut Command) {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
    std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
}

/// An engine may be a script that has started another program: that must not go on thinking.
#[cfg(unix)]
fn kill_all(child: &Child) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(id) = i32::try_from(child.id()) {
        // The group is gone if its last process is.
        let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_all(_child: &Child) {}
