//! The one loop of all protocols: what is done at once, and what waits until a search has ended.
//!
//! Two sources feed the loop through one channel: the reader's lines and the events of a search. So nothing
//! here is shared between threads, lines come out in the order in which things happened, and a `stop` is
//! seen while thinking. A command that needs an idle engine waits in a queue until the search has said its
//! last word; a `go` also asks the search to end (`queue`).
//!
//! When the input ends the session does too, but a search that ends by itself may still do so, as may what
//! waits behind it: commands piped in by a script are answered, and an engine whose GUI has died is soon gone.
//!
//! Until a protocol's first word has come the session speaks UCI, so that commands typed by hand work.

mod books;
mod mate;
mod queue;
mod setup;
mod tasks;

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::book::{Found, Library};
use crate::core::{Move, Player, Side};
use crate::engine::{Engine, Scribe};
use crate::game::Notation;
use crate::search::Event;

use super::command::Command;
use super::dialect::{Dialect, Protocol, View};
use super::options::{Config, Row, table};
use super::output::Output;
use super::reader::{Input, read_lines};
use super::thinking::Thinking;

/// How long a search may go on after the input has ended: the end of the input is a `quit`, and a `quit` takes half
/// a second at most.
const GRACE: Duration = Duration::from_millis(400);

/// What the loop is told.
enum Message {
    Input(Input),
    Search(Event),
    /// A job has ended, having said its result.
    JobDone,
}

/// What is going on.
enum Task {
    Search {
        thinking: Thinking,
        /// The side to move at the root; the position may have changed since.
        mover: Side,
        /// The player to move there, where four play.
        player: Option<Player>,
        /// The `go` told a limit; without one it thinks until `stop`.
        has_limit: bool,
        /// It may end without being told to.
        ends_by_itself: bool,
        /// What to play instead, once the opponent has made the expected move.
        from_book: Option<Box<Found>>,
    },
    /// A count, a bench or a search for a mate, on its own thread; the flag ends it.
    Job {
        stop: Arc<AtomicBool>,
        /// It is a search: it makes way for the next task, and ends with its last word.
        is_search: bool,
        ends_by_itself: bool,
    },
}

impl Task {
    fn ends_by_itself(&self) -> bool {
        match self {
            Task::Search { ends_by_itself, .. } | Task::Job { ends_by_itself, .. } => *ends_by_itself,
        }
    }

    /// Whether a `go` asked for it: then it can be stopped at any time with what it has.
    fn is_search(&self) -> bool {
        matches!(self, Task::Search { .. } | Task::Job { is_search: true, .. })
    }
}

/// A conversation with a GUI.
pub struct Session {
    protocol: Protocol,
    /// The protocol was chosen on the command line.
    is_forced: bool,
    /// A position or a search has been asked for: the protocol does not change any more.
    is_under_way: bool,
    config: Config,
    table: Vec<Row>,
    /// The rules set, in order, those of games not being played too.
    rules: Vec<(&'static str, String)>,
    engine: Box<dyn Engine>,
    /// The opening books of the game, once they have been read.
    library: Option<Library>,
    /// Root moves not to be played, as `banmoves` told them.
    banned: Vec<Move>,
    task: Option<Task>,
    waiting: VecDeque<Command>,
    /// The input has ended: no search goes on beyond this.
    leave_by: Option<Instant>,
    inbox: Receiver<Message>,
    mailbox: Sender<Message>,
    output: Output,
}

impl Session {
    /// A session that waits for its first word. With a protocol given it speaks no other.
    pub fn new(protocol: Option<Protocol>, output: Output) -> Session {
        let is_forced = protocol.is_some();
        let protocol = protocol.unwrap_or(Protocol::Uci);
        let (mailbox, inbox) = mpsc::channel();
        let mut session = Session {
            protocol,
            is_forced,
            is_under_way: false,
            config: Config::default(),
            table: table(protocol),
            rules: Vec::new(),
            engine: (protocol.first_game().sit_down)(),
            library: None,
            banned: Vec::new(),
            task: None,
            waiting: VecDeque::new(),
            leave_by: None,
            inbox,
            mailbox,
            output,
        };
        session.share_out();
        session
    }

    /// Talks until `quit` or the end of the input. Does not wait for the search threads to end.
    pub fn run(&mut self, input: impl Read + Send + 'static) {
        let mailbox = self.mailbox.clone();
        thread::spawn(move || {
            read_lines(input, |input| {
                // The session may have ended: then there is nobody to read for.
                let _ = mailbox.send(Message::Input(input));
            });
        });
        while let Some(message) = self.next_message() {
            if self.hear(message).is_break() {
                break;
            }
        }
        self.finish();
    }

    /// Waits for the next message; `None` once it is time to leave.
    fn next_message(&self) -> Option<Message> {
        match (self.leave_by, &self.task) {
            (Some(deadline), Some(task)) if task.is_search() => {
                self.inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()
            }
            _ => self.inbox.recv().ok(),
        }
    }

    fn hear(&mut self, message: Message) -> ControlFlow<()> {
        match message {
            Message::Input(Input::Line(line)) => {
                log::trace!("<- {line}");
                match Command::parse(&line) {
                    Ok(Some(command)) => return self.receive(command),
                    Ok(None) => {}
                    Err(error) => self.remark(error),
                }
            }
            Message::Input(Input::TooLong) => self.remark("a line was too long; left out"),
            Message::Input(Input::End) => {
                // A batch is worked off to its end, however long it takes.
                self.leave_by = (!self.config.batch).then(|| Instant::now() + GRACE);
                return self.receive(Command::EndOfInput);
            }
            Message::Search(event) => {
                self.tell(event);
                return self.work_off();
            }
            Message::JobDone => {
                self.task = None;
                return self.work_off();
            }
        }
        ControlFlow::Continue(())
    }

    /// Does what a command asks for.
    fn act(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            Command::Hello(protocol) => self.greet(protocol),
            Command::IsReady => self.be_ready(),
            Command::SetOption(text) => self.set_option(&text),
            Command::NewGame => self.engine.clear(),
            Command::Position { setup, moves } => {
                self.config.is_cyclone = false;
                self.set_position(&setup, &moves);
            }
            Command::BarePosition { setup, moves } => {
                self.config.is_cyclone = true;
                self.set_position(&setup, &moves);
            }
            Command::BanMoves(moves) => self.ban_moves(&moves),
            Command::Go(go) => self.go(go),
            Command::PonderHit(go) => self.ponder_hit(&go),
            Command::Stop => self.stop(),
            Command::GameOver if self.task.is_some() => self.stop(),
            Command::GameOver => {}
            Command::Quit | Command::EndOfInput => return ControlFlow::Break(()),
            Command::Probe { setup, moves } => self.probe(&setup, &moves),
            Command::Debug(on) => self.config.debug = on,
            Command::Diagram => self.say(&self.engine.diagram(self.notation())),
            Command::Eval => {
                let score = self.engine.evaluate();
                self.remark(format_args!("eval {score} centipawns for the side to move"));
            }
            Command::Moves => {
                let moves = self.view().line(&self.engine.legal_moves());
                self.remark(format_args!("moves{moves}"));
            }
            Command::Verdict => self.tell_verdict(),
            Command::State => self.tell_state(),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(depth) => self.bench(depth),
        }
        ControlFlow::Continue(())
    }

    fn dialect(&self) -> &'static dyn Dialect {
        self.protocol.dialect()
    }

    fn notation(&self) -> Notation {
        self.dialect().notation(&self.config, self.engine.game())
    }

    /// How moves and scores are written now.
    fn view(&self) -> View {
        View {
            game: self.engine.game(),
            notation: self.notation(),
            numbered: self.config.search().multi_pv > 1,
            wdl: self.config.show_wdl,
        }
    }

    /// What writes lines of the position for people, if they want it.
    fn scribe(&self) -> Option<Scribe> {
        let style = self.config.style.as_deref()?;
        self.engine.scribe(style).map_err(|error| self.remark(error)).ok()
    }

    fn say(&self, text: &str) {
        self.output.say(text);
    }

    /// Says something that is meant for people: errors above all. It quotes what it was told, and GUIs do not
    /// agree on the encoding of what is not ASCII.
    fn remark(&self, text: impl Display) {
        let mut ascii = String::new();
        for c in text.to_string().chars() {
            match c {
                '\u{2026}' => ascii.push_str("..."),
                '\u{FFFD}' => ascii.push('?'),
                c if c.is_ascii() => ascii.push(c),
                c => ascii.extend(c.escape_unicode()),
            }
        }
        self.say(&self.dialect().message(&ascii));
    }
}
