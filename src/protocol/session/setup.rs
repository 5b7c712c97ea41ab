//! Handshake, options, games and positions: everything before a `go`.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::core::Move;
use crate::engine::{GameInfo, PositionError, Setup};
use crate::game::Outcome;
use crate::nnue::Choice;
use crate::search::Bound;

use super::Session;
use crate::protocol::dialect::Protocol;
use crate::protocol::options::{Effect, Setting, cores, table};
use crate::protocol::problems::Problems;
use crate::protocol::setoption;

/// How often a GUI that waits for `readyok` is told that the engine lives.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

impl Session {
    /// Answers a protocol's first word; changes the protocol if that may still be done.
    pub(super) fn greet(&mut self, protocol: Protocol) {
        if protocol != self.protocol {
            if self.is_forced || self.is_under_way {
                let (asked, spoken) = (protocol.word(), self.protocol.word());
                self.remark(format_args!("'{asked}' comes too late: this session speaks {spoken}"));
                return;
            }
            self.protocol = protocol;
            self.table = table(protocol);
            let game = self.engine.game();
            if !self.config.variant_chosen || !game.is_offered_by(protocol.word()) {
                self.sit_down(protocol.first_game());
            }
        }
        for line in self.dialect().identity() {
            self.say(line);
        }
        for row in &self.table {
            if let Some(name) = row.name(protocol) {
                self.say(&self.dialect().option(name, row));
            }
        }
        self.say(&format!("{}ok", protocol.word()));
    }

    /// Sits down to another game, under the rules set so far. The old engine, and its table, go first.
    pub(super) fn sit_down(&mut self, game: &'static GameInfo) {
        self.engine = (game.sit_down)();
        self.library = None;
        self.banned.clear();
        self.share_out();
        for (name, value) in self.rules.clone() {
            self.use_rule(name, &value);
        }
    }

    /// Hands threads and memory to the engine.
    pub(super) fn share_out(&mut self) {
        self.engine.set_threads(self.config.threads);
        if let Err(error) = self.engine.set_hash(self.config.hash_mb) {
            self.config.hash_mb = error.current;
            self.remark(error);
        }
    }

    pub(super) fn set_option(&mut self, text: &str) {
        let (setting, value) = match setoption::read(text, &self.table) {
            Ok(read) => read,
            Err(error) => return self.remark(error),
        };
        let effect = self.config.set(setting, value);
        if setting == Setting::Threads && self.config.threads > cores() {
            self.remark(format_args!("this machine has cores for {} threads; more do not help", cores()));
        }
        match effect {
            Effect::Nothing => {}
            Effect::Resources => self.share_out(),
            Effect::ClearHash | Effect::NewGame => self.engine.clear(),
            Effect::Rule { name, value } => self.set_rule(name, value),
            Effect::Network(path) => self.set_network(path),
            Effect::Books => self.library = None,
            Effect::Variant(name) => self.set_variant(&name),
        }
    }

    fn set_network(&mut self, path: String) {
        let choice = Choice::of_text(&path);
        match (self.engine.set_network(&choice), choice) {
            (Ok(()), Choice::File(_)) => self.remark(format_args!("evaluating by network '{path}'")),
            (Ok(()), Choice::HandMade) => self.remark("evaluating by the hand-made evaluation"),
            (Ok(()), Choice::Embedded) => {}
            (Err(error), _) => self.remark(format_args!("{error}; the evaluation stays as it was")),
        }
    }

    /// Sets a rule, also for a game that is not being played now. The last setting of a rule counts.
    fn set_rule(&mut self, name: &'static str, value: String) {
        if self.use_rule(name, &value) {
            self.rules.retain(|(other, _)| *other != name);
            self.rules.push((name, value));
        }
    }

    /// Whether the rule, if it is one of the game being played, took the value.
    fn use_rule(&mut self, name: &str, value: &str) -> bool {
        if !(self.engine.game().rule_options)().iter().any(|rule| rule.name == name) {
            return true;
        }
        let set = self.engine.set_rule(name, value);
        if let Err(error) = &set {
            self.remark(error);
        }
        set.is_ok()
    }

    fn set_variant(&mut self, name: &str) {
        let Some((game, variant)) = GameInfo::of_variant(name) else {
            return self.remark(format_args!("unknown variant '{name}'"));
        };
        self.config.variant_chosen = true;
        if game.name != self.engine.game().name {
            self.sit_down(game);
        }
        for (name, value) in variant.rules {
            self.set_rule(name, value.to_string());
        }
        let start = self.engine.start_text(self.notation());
        self.remark(format_args!(
            "variant {} files 9 ranks {} pocket {} template {} startpos {start}",
            variant.name, game.rows, game.hand_kinds, game.name
        ));
    }

    /// `isready`: what takes time is done here, unless it has been or the engine is thinking.
    pub(super) fn be_ready(&mut self) {
        if self.task.is_none() {
            self.prepare(true);
            self.read_books();
        }
        self.say("readyok");
    }

    /// Allocates the table; a GUI whose protocol knows of it is told meanwhile that the engine lives.
    /// With time for it (`warm_up`), whatever would slow the first search down is done too.
    pub(super) fn prepare(&mut self, warm_up: bool) {
        if self.engine.is_prepared() && !warm_up {
            return;
        }
        let (output, sign) = (self.output.clone(), self.dialect().keep_alive());
        let engine = &mut self.engine;
        let prepared = thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            let watch = move || {
                while is_done.recv_timeout(KEEP_ALIVE) == Err(RecvTimeoutError::Timeout) {
                    sign.iter().for_each(|sign| output.say(sign));
                }
            };
            // Without a thread to spare the GUI just waits.
            let _ = thread::Builder::new().spawn_scoped(scope, watch);
            let prepared = engine.prepare();
            if warm_up {
                engine.warm_up();
            }
            drop(done);
            prepared
        });
        if let Err(error) = prepared {
            self.config.hash_mb = error.current;
            self.remark(error);
        }
    }

    pub(super) fn set_position(&mut self, setup: &Setup, moves: &[String]) {
        self.is_under_way = true;
        self.banned.clear();
        let notation = self.notation();
        if let Err(error) = self.engine.set_position(setup, moves, notation) {
            let kept = match error {
                PositionError::Setup(_) => "the position stays as it was",
                PositionError::Move { .. } => "the position before it is kept",
            };
            self.remark(format_args!("position: {error}; {kept}"));
        }
    }

    /// Root moves that may not be played until the next position.
    pub(super) fn ban_moves(&mut self, texts: &[String]) {
        let mut problems = Problems::default();
        self.banned = self.read_moves("", texts, &mut problems);
        if !problems.is_empty() {
            self.remark(format_args!("banmoves: {problems}"));
        }
    }

    /// Reads root moves; bad ones are left out and added to the problems, after this word.
    pub(super) fn read_moves(&self, word: &str, texts: &[String], problems: &mut Problems) -> Vec<Move> {
        let notation = self.notation();
        let mut moves = Vec::new();
        for text in texts {
            match self.engine.parse_move(text, notation) {
                Ok(m) => moves.push(m),
                Err(error) => problems.add(format_args!("{word}{error}")),
            }
        }
        moves
    }

    /// UCCI's `probe`: what the hash table knows of a position, for or against the side to move there.
    pub(super) fn probe(&self, setup: &Setup, moves: &[String]) {
        let notation = self.notation();
        let mut answer = "pophash".to_string();
        match self.engine.probe(setup, moves, notation) {
            Ok(Some(found)) => {
                if let Some(best) = found.best {
                    answer += &format!(" bestmove {}", (self.engine.game().move_text)(best, notation));
                }
                let score = self.dialect().number(found.score);
                let known = format!(" {score} depth {}", found.depth.max(0));
                if found.bound != Bound::Upper {
                    answer += &format!(" lowerbound{known}");
                }
                if found.bound != Bound::Lower {
                    answer += &format!(" upperbound{known}");
                }
            }
            Ok(None) => {}
            Err(error) => self.remark(format_args!("probe: {error}")),
        }
        self.say(&answer);
    }

    /// The position for scripts without rules.
    pub(super) fn tell_state(&self) {
        match self.engine.state() {
            Some(state) => self.remark(state),
            None => {
                self.remark(format_args!("state: not of {}; see 'd' and 'verdict'", self.engine.game().name))
            }
        }
    }

    /// How the game has ended, seen by the side to move: for referees.
    pub(super) fn tell_verdict(&self) {
        match self.engine.verdict() {
            None => self.remark("verdict ongoing"),
            Some(verdict) => {
                let outcome = match verdict.outcome {
                    Outcome::Win | Outcome::Ahead => "win",
                    Outcome::Loss | Outcome::Behind => "loss",
                    Outcome::Draw | Outcome::Ongoing => "draw",
                };
                self.remark(format_args!("verdict {outcome} {}", verdict.reason));
            }
        }
    }
}
