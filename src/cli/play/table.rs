//! The table at which a game is played: whose turn it is, what a player may ask for, and how it ends.

mod requests;
mod telling;

use std::path::PathBuf;
use std::process::ExitCode;

use jiff::Timestamp;

use crate::book::{Library, Taste, place};
use crate::core::Side;
use crate::engine::{Engine, Setup};
use crate::game::{Notation, Outcome};
use crate::protocol::output::Output;
use crate::records::{self, End, Ending, Node, Record, header};
use crate::search::{Limits, Request, Settings, Skill};

use super::board::View;
use super::input::Input;
use super::thought::{Thought, think};
use super::{is_terminal, plain_start};

pub use requests::format_of;

/// The exit code after Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    Human,
    Engine { name: &'static str, skill: Skill },
}

impl Player {
    /// As records and people know it.
    fn name(self) -> String {
        match self {
            Player::Human => "Human".to_string(),
            Player::Engine { name, .. } => format!("Ryuma {name}"),
        }
    }
}

/// What is fixed before a game.
pub struct Options {
    /// Of a search.
    pub limits: Limits,
    /// Moves are written in this style too.
    pub style: Option<String>,
    pub view: View,
    /// The engine plays from its opening book.
    pub has_book: bool,
    /// Repeats the book's choices.
    pub seed: u64,
    pub save: Option<PathBuf>,
    /// Names and values of rules, for the records that keep them.
    pub rules: Vec<(String, String)>,
}

/// Whether the players stay.
enum Flow {
    GoOn,
    Leave(ExitCode),
}

pub struct Table {
    engine: Box<dyn Engine>,
    /// By seat.
    players: Vec<Player>,
    options: Options,
    input: Input,
    output: Output,
    library: Library,
    record: Record,
    /// The seats that made the moves.
    movers: Vec<usize>,
    /// Every position since the start, without counters.
    seen: Vec<String>,
    /// The position has been drawn.
    is_drawn: bool,
    /// Whoever is to move has been told so, or everybody of the end.
    is_told: bool,
}

impl Table {
    /// Sits down at the engine's position.
    ///
    /// # Errors
    /// A message: the start of the game is no position of it.
    pub fn new(
        mut engine: Box<dyn Engine>,
        players: Vec<Player>,
        options: Options,
        input: Input,
        output: Output,
    ) -> Result<Table, String> {
        let game = engine.game();
        let text = engine.text(Notation::Native);
        let start = if text == plain_start(game) { Setup::Start } else { Setup::Text(text.clone()) };
        // Moves that led here are no part of the game.
        engine.set_position(&Setup::Text(text.clone()), &[], Notation::Native).map_err(|e| e.to_string())?;
        let mut record = Record::new(game, start);
        record.set_header(header::EVENT, "ryuma play");
        for (seat, player) in players.iter().enumerate() {
            let of_two = [header::FIRST, header::SECOND];
            record.set_header(
                if game.players == 4 { game.seat_name(seat) } else { of_two[seat] },
                player.name(),
            );
        }
        if game.players == 4 {
            options.rules.iter().for_each(|(name, value)| record.set_header(name, value));
        }
        record.set_header(header::STARTED, Timestamp::now().strftime("%Y/%m/%d %H:%M:%S").to_string());
        let mut library = Library::new(options.seed);
        if options.has_book {
            // Without a book the engine thinks for itself.
            let _ = library.add_own(game);
        }
        let seen = vec![place(&text)];
        let (movers, is_drawn, is_told) = (Vec::new(), false, false);
        Ok(Table {
            engine,
            players,
            options,
            input,
            output,
            library,
            record,
            movers,
            seen,
            is_drawn,
            is_told,
        })
    }

    /// Plays to the end, or until the players leave.
    ///
    /// # Errors
    /// A message: the game could not be saved.
    pub fn play(mut self) -> Result<ExitCode, String> {
        for (seat, &player) in self.players.iter().enumerate() {
            self.say(&format!("{}: {}", self.engine.game().seat_name(seat), player.name()));
        }
        if self.players.contains(&Player::Human) {
            self.say("Type a move, or 'help'.");
        }
        loop {
            self.look_for_the_end();
            self.show_state();
            let is_over = self.record.line.end.is_some();
            let flow = match self.players[self.engine.seat_to_move()] {
                _ if is_over && !self.players.contains(&Player::Human) => Flow::Leave(ExitCode::SUCCESS),
                Player::Engine { skill, .. } if !is_over => self.engine_moves(skill),
                _ => self.hear(),
            };
            if let Flow::Leave(code) = flow {
                return self.leave(code);
            }
        }
    }

    fn say(&self, text: &str) {
        self.output.say(text);
    }

    fn leave(mut self, code: ExitCode) -> Result<ExitCode, String> {
        if let Some(path) = self.options.save.clone()
            && !self.record.line.nodes.is_empty()
        {
            let told = self.save(&path)?;
            self.say(&told);
        }
        if is_terminal() {
            self.say("Goodbye.");
        }
        Ok(code)
    }

    fn look_for_the_end(&mut self) {
        if self.record.line.end.is_some() {
            return;
        }
        let to_move = self.engine.side_to_move();
        self.record.line.end = self.engine.verdict().map(|verdict| {
            let winner = match verdict.outcome {
                Outcome::Win | Outcome::Ahead => Some(to_move),
                Outcome::Loss | Outcome::Behind => Some(!to_move),
                Outcome::Draw | Outcome::Ongoing => None,
            };
            match self.engine.ranks() {
                Some(ranks) => End::of_four(Ending::Rules, ranks, verdict.reason),
                None => End::new(Ending::Rules, winner, verdict.reason),
            }
        });
    }

    fn end(&mut self, ending: Ending, winner: Option<Side>, reason: &str) {
        self.record.line.end = Some(End::new(ending, winner, reason));
        self.is_told = false;
    }

    /// Plays a legal move.
    fn make(&mut self, node: Node) {
        let before = self.engine.text(Notation::Native);
        self.movers.push(self.engine.seat_to_move());
        self.engine.play(node.m);
        self.record.line.nodes.push(node);
        self.seen.push(place(&self.engine.text(Notation::Native)));
        (self.is_drawn, self.is_told) = (false, false);
        if self.players.len() == 4 {
            self.tell_mates(&before);
        }
        if self.engine.verdict().is_none() {
            self.warn_of_repetition();
        }
    }

    fn request(&self, skill: Skill) -> Request {
        let settings = Settings { skill, ..Settings::default() };
        Request { limits: self.options.limits.clone(), settings, ..Request::default() }
    }

    fn engine_moves(&mut self, skill: Skill) -> Flow {
        let (side, seat) = (self.engine.side_to_move(), self.engine.seat_to_move());
        let taste = Taste { variety: 100, ..Taste::default() };
        // Illegal moves of a book are left out; the own book has none.
        let (found, _) = self.library.choose(&*self.engine, taste, &[]);
        let thought = match found {
            Some(found) => Thought { best: Some(found.known.m), ..Thought::default() },
            None => {
                let request = self.request(skill);
                match think(&mut *self.engine, request, &self.input) {
                    Some(thought) => thought,
                    None => return Flow::Leave(ExitCode::from(INTERRUPTED)),
                }
            }
        };
        if self.input.is_interrupted() {
            return Flow::Leave(ExitCode::from(INTERRUPTED));
        }
        if thought.declares_win {
            self.say(&format!("{} declares a win.", self.seat_name(seat)));
            self.tell_counts();
            self.end(Ending::Claim, Some(side), "declaration");
            return Flow::GoOn;
        }
        let Some(m) = thought.best else {
            // Without a legal move the rules have ended the game before.
            self.end(Ending::NoMove, Some(!side), "no move");
            return Flow::GoOn;
        };
        let from_book = if thought.depth == 0 { " (book)" } else { "" };
        self.say(&format!("{} plays {}{from_book}", self.seat_name(seat), self.move_text(m)));
        let is_thought = thought.depth > 0;
        self.make(Node {
            m,
            time: is_thought.then_some(thought.time),
            score: is_thought.then(|| record_score(thought.score)),
            depth: thought.depth,
            ..Node::default()
        });
        Flow::GoOn
    }
}

/// A score as records count it.
fn record_score(score: crate::core::Score) -> i32 {
    match crate::core::score::plies_to_mate(score) {
        Some(plies) if score > 0 => records::WIN - plies.abs(),
        Some(plies) => plies.abs() - records::WIN,
        None => score,
    }
}
