//! What a player says at the table: moves, and what else may be asked for.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use crate::core::Move;
use crate::engine::{GameInfo, Setup};
use crate::game::{Notation, Outcome, excerpt};
use crate::records::{self, End, Ending, Format, Node};
use crate::search::Skill;

use super::super::super::convert::usual_encoding;
use super::super::command::{Command, HELP};
use super::super::input::Heard;
use super::super::plain_start;
use super::super::thought::{Thought, score_text, think};
use super::{Flow, INTERRUPTED, Player, Table};

/// Plies before which the engine agrees to no draw.
const EARLIEST_DRAW: usize = 30;

impl Table {
    /// Asks whoever is to move, and does what they say. After the end of the game it is anybody.
    pub(super) fn hear(&mut self) -> Flow {
        let side = self.engine.side_to_move();
        let prompt = format!("{}> ", self.engine.game().seat_name(self.engine.seat_to_move()));
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
                let view = &mut self.options.view;
                view.bottom = (view.bottom + 1) % self.players.len();
                self.show();
            }
            Command::List => self.list(),
            Command::Count => self.tell_counts(),
            Command::Undo => self.undo(),
            Command::Save(name) => self.save_as(&name),
            _ if is_over => self.say("The game is over: undo, save FILE, list, board or quit."),
            Command::Draw | Command::Declare | Command::Resign if self.players.len() == 4 => {
                self.say("In this game nobody resigns, claims or offers a draw; 'quit' leaves it.");
            }
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
                let worth = self.worth(&thought);
                self.say(&format!("Hint: {}{worth};{rest}", self.move_text(m)));
            }
            None => self.say("Hint: there is no move."),
        }
        Flow::GoOn
    }

    /// What a search expects: for whoever is to move, or for all of four.
    fn worth(&self, thought: &Thought) -> String {
        let game = self.engine.game();
        match thought.prospects {
            Some(points) => {
                let told = points.iter().enumerate().map(|(seat, &points)| {
                    format!("{} {:.2}", game.seat_name(seat), f64::from(points) / 1000.0)
                });
                format!(", points expected: {}", told.collect::<Vec<_>>().join(", "))
            }
            // What is played without a search has no worth for four.
            None if game.players == 4 => String::new(),
            None => format!(", {} for you", score_text(thought.score)),
        }
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
        let Some(ply) = self.movers.iter().rposition(|&seat| self.players[seat] == Player::Human) else {
            // A game given up before the first move goes on, too.
            if self.record.line.end.take().is_none() {
                self.say("There is nothing to take back.");
            }
            self.is_told = false;
            return;
        };
        self.record.line.nodes.truncate(ply);
        self.movers.truncate(ply);
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

    pub(super) fn tell_counts(&self) {
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
                match self.agrees(&format!("{}, do you accept the draw?", self.seat_name((!side).index()))) {
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

    pub(super) fn save(&mut self, path: &Path) -> Result<String, String> {
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
