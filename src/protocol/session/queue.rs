//! Which commands wait for the end of a task, and what they do to it while they wait.

use std::mem::take;
use std::ops::ControlFlow;

use super::{Session, Task};
use crate::protocol::command::Command;

/// Whether a command starts something that takes time.
fn is_task(command: &Command) -> bool {
    matches!(command, Command::Go(_) | Command::Perft(_) | Command::Bench(_))
}

/// Whether a command is said to the task under way, or else to the last one that waits.
fn is_said_to_task(command: &Command) -> bool {
    matches!(command, Command::Stop | Command::PonderHit(_) | Command::GameOver)
}

impl Session {
    /// Acts on a command now or lets it wait.
    pub(super) fn receive(&mut self, command: Command) -> ControlFlow<()> {
        if !self.must_wait(&command, self.waiting.len(), self.waiting.iter().any(is_task)) {
            return self.act(command);
        }
        if self.config.debug {
            self.remark("busy: this waits for the search to end");
        }
        self.waiting.push_back(command);
        self.hurry();
        ControlFlow::Continue(())
    }

    /// Acts on what waits, up to the next command that still has to.
    pub(super) fn work_off(&mut self) -> ControlFlow<()> {
        while let Some(command) = self.waiting.pop_front() {
            if self.must_wait(&command, 0, false) {
                self.waiting.push_front(command);
                self.hurry();
                break;
            }
            self.act(command)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether a command has to wait, with so many before it and perhaps a task among them.
    fn must_wait(&self, command: &Command, ahead: usize, task_ahead: bool) -> bool {
        let Some(task) = &self.task else {
            return false;
        };
        if self.is_left_alone() {
            return true;
        }
        match command {
            Command::IsReady | Command::Hello(_) | Command::Debug(_) | Command::Quit => false,
            Command::Stop | Command::PonderHit(_) | Command::GameOver => task_ahead,
            // Scripts pipe commands in, end their input and wait for the result.
            Command::EndOfInput => task_ahead || task.ends_by_itself(),
            Command::Position { .. }
            | Command::BarePosition { .. }
            | Command::BanMoves(_)
            | Command::Probe { .. }
            | Command::Diagram
            | Command::Eval
            | Command::Moves
            | Command::Verdict
            | Command::State => ahead > 0,
            Command::SetOption(_)
            | Command::NewGame
            | Command::Go(_)
            | Command::Perft(_)
            | Command::Bench(_) => true,
        }
    }

    /// In batch mode nothing is heard before a task has ended, if it ever ends by itself.
    fn is_left_alone(&self) -> bool {
        self.config.batch && self.task.as_ref().is_some_and(Task::ends_by_itself)
    }

    /// Sees to it that nothing waits for ever: words said to the task under way reach it, and a search ends
    /// where another task is waiting. Its last word still comes first.
    fn hurry(&mut self) {
        if self.task.is_none() || self.is_left_alone() {
            return;
        }
        let next_task = self.waiting.iter().position(is_task);
        let before = next_task.unwrap_or(self.waiting.len());
        if self.waiting.iter().take(before).any(is_said_to_task) {
            for (place, command) in take(&mut self.waiting).into_iter().enumerate() {
                if place < before && is_said_to_task(&command) {
                    // None of these ends the session.
                    let _ = self.act(command);
                } else {
                    self.waiting.push_back(command);
                }
            }
        }
        if next_task.is_some() && self.task.as_ref().is_some_and(Task::is_search) {
            self.stop();
        }
    }
}
