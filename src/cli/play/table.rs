//! The table at which a game is played: whose turn it is, what a player may ask for, and how it ends.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use jiff::Timestamp;

use crate::book::{Library, Taste, place};
use crate::core::{Move, Side};
use crate::engine::{Engine, GameInfo, Setup};
use crate::game::{Notation, Outcome, excerpt};
use crate::protocol::output::Output;
use crate::records::{self, End, Ending, Format, Node, Record, header};
use crate::search::{Limits, Request, Settings, Skill};

use super::super::convert::usual_encoding;
use super::board::{self, View};
use super::command::{Command, HELP};
use super::input::{Heard, Input};
use super::thought::{Thought, score_text, think};
use super::{is_terminal, plain_start};

/// Plies before which the engine agrees to no draw.
const EARLIEST_DRAW: usize = 30;
/// The exit code after Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

/// Who moves the pieces of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    Human,
    Engine { name: &'static str, skill: Skill },
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
}

/// Whether the players stay.
enum Flow {
    GoOn,
    Leave(ExitCode),
}

pub struct Table {
    engine: Box<dyn Engine>,
    players: [Player; 2],
    options: Options,
    input: Input,
    output: Output,
    library: Library,
    begins: Side,
    record: Record,
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
        players: [Player; 2],
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
        record.set_header(header::FIRST, player_name(players[0]));
        record.set_header(header::SECOND, player_name(players[1]));
        record.set_header(header::STARTED, Timestamp::now().strftime("%Y/%m/%d %H:%M:%S").to_string());
        let mut library = Library::new(options.seed);
        if options.has_book {
            // Without a book the engine thinks for itself.
            let _ = library.add_own(game);
        }
        let begins = engine.side_to_move();
        let seen = vec![place(&text)];
        let (is_drawn, is_told) = (false, false);
        Ok(Table {
            engine,
            players,
            options,
            input,
            output,
            library,
            begins,
            record,
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
        let game = self.engine.game();
        let look = &game.look;
        for side in Side::BOTH {
            self.say(&format!(
                "{}: {}",
                look.sides[side.index()].name,
                player_name(self.players[side.index()])
            ));
        }
        if self.players.contains(&Player::Human) {
            self.say("Type a move, or 'help'.");
        }
        loop {
            self.look_for_the_end();
            self.show_state();
            let is_over = self.record.line.end.is_some();
            let flow = match self.players[self.engine.side_to_move().index()] {
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

    fn side_name(&self, side: Side) -> String {
        board::paint(self.engine.game(), side, self.engine.game().look.sides[side.index()].name)
    }

    /// A move as it is told: in the game's own notation, and as people write it if they want to.
    fn move_text(&self, m: Move) -> String {
        let native = (self.engine.game().move_text)(m, Notation::Native);
        // The style was tried before the game.
        match self.options.style.as_ref().and_then(|style| self.engine.write_move(m, style).ok()) {
            Some(styled) if styled != native => format!("{styled} ({native})"),
            _ => native,
        }
    }

    /// Draws the board for whoever looks at it before the next move, and tells whose turn it is or how the game has
    /// ended: once for every position.
    fn show_state(&mut self) {
        let is_over = self.record.line.end.is_some();
        let to_move = self.players[self.engine.side_to_move().index()];
        if to_move != Player::Human && self.players.contains(&Player::Human) && !is_over {
            return;
        }
        if !std::mem::replace(&mut self.is_drawn, true) {
            self.show();
        }
        if std::mem::replace(&mut self.is_told, true) {
            return;
        }
        if let Some(end) = &self.record.line.end {
            let result = match end.winner {
                Some(winner) => format!("{} wins", self.side_name(winner)),
                None => "A draw".to_string(),
            };
            self.say(&format!("{result}: {}.", end.reason));
            if self.players.contains(&Player::Human) {
                self.say("(undo, save FILE, list, board or quit)");
            }
            return;
        }
        let check = if self.engine.in_check() { " Check!" } else { "" };
        let number = self.record.line.nodes.len() + 1;
        self.say(&format!("Move {number}, {} to play.{check}", self.side_name(self.engine.side_to_move())));
    }

    fn show(&self) {
        let game = self.engine.game();
        let last = self.record.line.nodes.last().map(|node| (game.move_text)(node.m, Notation::Native));
        let drawn =
            board::draw(game, &self.engine.text(Notation::Native), last.as_deref(), self.options.view);
        self.say(&format!("\n{}", drawn.trim_end()));
    }

    fn warn_of_repetition(&self) {
        let times = self.seen.iter().filter(|seen| Some(*seen) == self.seen.last()).count();
        let often = match times {
            0 | 1 => return,
            2 => "second".to_string(),
            3 => "third".to_string(),
            more => format!("{more}th"),
        };
        self.say(&format!(
            "Take care: this position has come for the {often} time. Repetition ends the game."
        ));
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
            End::new(Ending::Rules, winner, verdict.reason)
        });
    }

    fn end(&mut self, ending: Ending, winner: Option<Side>, reason: &str) {
        self.record.line.end = Some(End::new(ending, winner, reason));
        self.is_told = false;
    }

    /// Plays a legal move.
    fn make(&mut self, node: Node) {
        self.engine.play(node.m);
        self.record.line.nodes.push(node);
        self.seen.push(place(&self.engine.text(Notation::Native)));
        (self.is_drawn, self.is_told) = (false, false);
        if self.engine.verdict().is_none() {
            self.warn_of_repetition();
        }
    }

    fn request(&self, skill: Skill) -> Request {
        let settings = Settings { skill, ..Settings::default() };
        Request { limits: self.options.limits.clone(), settings, ..Request::default() }
    }

    fn engine_moves(&mut self, skill: Skill) -> Flow {
        let side = self.engine.side_to_move();
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
            self.say(&format!("{} declares a win.", self.side_name(side)));
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
        self.say(&format!("{} plays {}{from_book}", self.side_name(side), self.move_text(m)));
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

    /// Asks whoever is to move, and does what they say. After the end of the game it is anybody.
    fn hear(&mut self) -> Flow {
        let side = self.engine.side_to_move();
        let prompt = format!("{}> ", self.engine.game().look.sides[side.index()].name);
        let asked = Instant::now();
        let line = match self.input.ask(&prompt) {
            Heard::Line(line) => line,
            Heard::End => return Flow::Leave(ExitCode::SUCCESS),
            Heard::Interrupt => return Flow::Leave(ExitCode::from(INTERRUPTED)),
        };
        let is_over = self.record.line.end.is_some();
        match Command::read(&line) {
            Command::Nothing => {}
            Command::Quit => return Flow::Leave(ExitCode::SUCCESS),
            Command::Help => self.say(HELP),
            Command::Board => self.show(),
            Command::Flip => {
                self.options.view.flipped = !self.options.view.flipped;
                self.show();
            }
            Command::List => self.list(),
            Command::Count => self.tell_counts(),
            Command::Undo => self.undo(),
            Command::Save(name) => self.save_as(&name),
            _ if is_over => self.say("The game is over: undo, save FILE, list, board or quit."),
            Command::Moves(prefix) => self.list_moves(&prefix),
            Command::Hint => return self.hint(),
            Command::Pass => self.pass(),
            Command::Draw => return self.offer_draw(),
            Command::Declare => return self.declare(),
            Command::Resign => self.end(Ending::Resignation, Some(!side), "resignation"),
            Command::Move(text) => match self.engine.read_move(&text) {
                Ok(m) => self.make(Node { time: Some(asked.elapsed()), ..Node::new(m) }),
                Err(error) => {
                    self.say(&format!("{error} ('moves' lists the legal moves, 'help' the commands)"))
                }
            },
        }
        Flow::GoOn
    }

    fn list(&self) {
        let texts = self.record.move_texts();
        self.say(if texts.is_empty() { "no moves yet".to_string() } else { texts.join(" ") }.as_str());
    }

    fn list_moves(&self, prefix: &str) {
        let write = self.engine.game().move_text;
        let texts = self.engine.legal_moves().into_iter().map(|m| write(m, Notation::Native));
        let wanted = prefix.to_lowercase();
        let mut texts: Vec<String> = texts.filter(|text| text.to_lowercase().starts_with(&wanted)).collect();
        texts.sort();
        match texts.len() {
            0 => self.say(&format!("No legal move begins with '{}'.", excerpt(prefix))),
            count => self.say(&format!("{count}: {}", texts.join(" "))),
        }
    }

    fn hint(&mut self) -> Flow {
        let request = self.request(Skill::default());
        let Some(thought) = think(&mut *self.engine, request, &self.input) else {
            return Flow::Leave(ExitCode::from(INTERRUPTED));
        };
        match thought.best {
            _ if thought.declares_win => self.say("Hint: declare."),
            Some(m) => {
                let write = self.engine.game().move_text;
                let rest = thought.line.iter().skip(1).take(4);
                let rest: String = rest.map(|&m| format!(" {}", write(m, Notation::Native))).collect();
                self.say(&format!(
                    "Hint: {}, {} for you;{rest}",
                    self.move_text(m),
                    score_text(thought.score)
                ));
            }
            None => self.say("Hint: there is no move."),
        }
        Flow::GoOn
    }

    fn pass(&mut self) {
        let is_pass = |m: &Move| !m.is_drop() && m.from() == m.to();
        match self.engine.legal_moves().into_iter().find(is_pass) {
            Some(m) => self.make(Node::new(m)),
            None => self.say("You may not pass here."),
        }
    }

    /// Takes moves back to the turn of a player before; nothing to take back changes nothing.
    fn undo(&mut self) {
        let human_moved = |ply: usize| {
            let side = if ply.is_multiple_of(2) { self.begins } else { !self.begins };
            self.players[side.index()] == Player::Human
        };
        let Some(ply) = (0..self.record.line.nodes.len()).rev().find(|&ply| human_moved(ply)) else {
            // A game given up before the first move goes on, too.
            if self.record.line.end.take().is_none() {
                self.say("There is nothing to take back.");
            }
            self.is_told = false;
            return;
        };
        self.record.line.nodes.truncate(ply);
        self.record.line.end = None;
        self.seen.truncate(ply + 1);
        let setup = match &self.record.start {
            Setup::Start => Setup::Text(plain_start(self.engine.game())),
            text => text.clone(),
        };
        // Moves that were legal before.
        let _ = self.engine.set_position(&setup, &self.record.move_texts(), Notation::Native);
        (self.is_drawn, self.is_told) = (false, false);
    }

    fn tell_counts(&self) {
        match self.engine.counts() {
            Some(counts) => self.say(&counts),
            None => self.say("Nothing is counted in this game."),
        }
    }

    /// Asks a question for which there are two answers; `None`: whoever is asked has left.
    fn agrees(&mut self, question: &str) -> Result<bool, ExitCode> {
        self.say(&format!("{question} (yes or no)"));
        match self.input.ask("> ") {
            Heard::Line(line) => Ok(matches!(line.trim().to_lowercase().as_str(), "yes" | "y")),
            Heard::End => Err(ExitCode::SUCCESS),
            Heard::Interrupt => Err(ExitCode::from(INTERRUPTED)),
        }
    }

    fn offer_draw(&mut self) -> Flow {
        let side = self.engine.side_to_move();
        let accepted = match self.players[(!side).index()] {
            Player::Human => {
                match self.agrees(&format!("{}, do you accept the draw?", self.side_name(!side))) {
                    Ok(accepted) => accepted,
                    Err(code) => return Flow::Leave(code),
                }
            }
            Player::Engine { .. } if self.engine.game_ply() < EARLIEST_DRAW => false,
            Player::Engine { .. } => {
                let request = self.request(Skill::default());
                match think(&mut *self.engine, request, &self.input) {
                    Some(thought) => thought.score >= 0,
                    None => return Flow::Leave(ExitCode::from(INTERRUPTED)),
                }
            }
        };
        if accepted {
            self.end(Ending::Other, None, "agreement");
        } else {
            self.say("The draw is not accepted.");
        }
        Flow::GoOn
    }

    fn declare(&mut self) -> Flow {
        let side = self.engine.side_to_move();
        self.tell_counts();
        let (winner, result) = match self.engine.claim() {
            _ if self.engine.upholds_win_claim() => (Some(side), "a win"),
            Outcome::Draw => (None, "a draw"),
            _ => {
                self.say("A declaration is not possible now; the game goes on.");
                return Flow::GoOn;
            }
        };
        match self.agrees(&format!("The declaration is {result}. Declare?")) {
            Ok(true) => self.end(Ending::Claim, winner, "declaration"),
            Ok(false) => {}
            Err(code) => return Flow::Leave(code),
        }
        Flow::GoOn
    }

    fn save_as(&mut self, name: &str) {
        let path = match (name, &self.options.save) {
            ("", Some(path)) => path.clone(),
            ("", None) => return self.say("Save as what? For instance: save game.txt"),
            (name, _) => PathBuf::from(name),
        };
        match self.save(&path) {
            Ok(told) | Err(told) => self.say(&told),
        }
    }

    fn save(&mut self, path: &Path) -> Result<String, String> {
        let game = self.engine.game();
        let format = format_of(path, game)?;
        let mut record = self.record.clone();
        record.line.end.get_or_insert_with(|| End::new(Ending::Interrupted, None, "interrupted"));
        let text = records::write(&record, format).map_err(|error| error.to_string())?;
        let bytes = records::encoding::encode(&text, usual_encoding(format, path));
        let bytes = bytes.map_err(|error| error.to_string())?;
        std::fs::write(path, bytes).map_err(|error| format!("cannot write '{}': {error}", path.display()))?;
        Ok(format!("Saved as {}, in the format {format}.", path.display()))
    }
}

/// The format that the end of a file's name tells, or what programs write for the game.
///
/// # Errors
/// A message: it is not for this game.
pub fn format_of(path: &Path, game: &GameInfo) -> Result<Format, String> {
    let format = Format::of_path(path).unwrap_or(Format::usual(game));
    if format.is_for(game) { Ok(format) } else { Err(format!("{format} is not a format for {}", game.name)) }
}

fn player_name(player: Player) -> String {
    match player {
        Player::Human => "Human".to_string(),
        Player::Engine { name, .. } => format!("Ryuma {name}"),
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
