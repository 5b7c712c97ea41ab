//! Lines from a player: edited at a terminal, or as they come from a pipe.

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    Line(String),
    /// There is nothing more to come: Ctrl-D.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// The player's side of the conversation. A thread of its own waits for lines, so that Ctrl-C is heard at any time.
pub struct Input {
    prompts: Sender<String>,
    heard: Receiver<Heard>,
    interrupted: Arc<AtomicBool>,
}

impl Input {
    /// Begins to listen, to Ctrl-C too.
    ///
    /// # Errors
    /// A message, if one of them cannot be done.
    pub fn new() -> Result<Input, String> {
        let (prompts, questions) = channel();
        let (answers, heard) = channel();
        let interrupted = Arc::new(AtomicBool::new(false));
        let (flag, interrupt) = (interrupted.clone(), answers.clone());
        ctrlc::set_handler(move || {
            flag.store(true, Relaxed);
            // The game may be over.
            let _ = interrupt.send(Heard::Interrupt);
        })
        .map_err(|error| format!("cannot listen to Ctrl-C: {error}"))?;
        let answer: Box<dyn FnMut(String) -> Heard + Send> =
            if io::stdin().is_terminal() && io::stdout().is_terminal() {
                let mut editor =
                    DefaultEditor::new().map_err(|error| format!("cannot use the terminal: {error}"))?;
                Box::new(move |prompt| edited_line(&mut editor, &prompt))
            } else {
                Box::new(|_| plain_line())
            };
        thread::spawn(move || listen(&questions, &answers, answer));
        Ok(Input { prompts, heard, interrupted })
    }

    /// Asks for a line. The prompt is only seen at a terminal.
    pub fn ask(&mut self, prompt: &str) -> Heard {
        if self.is_interrupted() {
            return Heard::Interrupt;
        }
        // A thread that is gone has nothing more to say.
        let _ = self.prompts.send(prompt.to_string());
        self.heard.recv().unwrap_or(Heard::End)
    }

    /// Whether Ctrl-C has been pressed.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }
}

fn listen(questions: &Receiver<String>, answers: &Sender<Heard>, mut answer: impl FnMut(String) -> Heard) {
    for prompt in questions {
        if answers.send(answer(prompt)).is_err() {
            break;
        }
    }
}

fn edited_line(editor: &mut DefaultEditor, prompt: &str) -> Heard {
    match editor.readline(prompt) {
        Ok(line) => {
            // Without a history the line is still heard.
            let _ = editor.add_history_entry(&line);
            Heard::Line(line)
        }
        Err(ReadlineError::Interrupted) => Heard::Interrupt,
        // A terminal that cannot be read is at its end.
        Err(_) => Heard::End,
    }
}

fn plain_line() -> Heard {
    let mut bytes = Vec::new();
    match io::stdin().lock().read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => Heard::End,
        Ok(_) => Heard::Line(String::from_utf8_lossy(&bytes).trim_start_matches('\u{FEFF}').to_string()),
    }
}
