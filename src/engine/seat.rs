//! The one implementation of [`Engine`], for any game.

use std::sync::Arc;

use crate::core::{Move, Score, Side};
use crate::game::{Game, Notation, Outcome, TextError, Verdict, legal_moves, style};
use crate::nnue::{Choice, Network, NetworkError};
use crate::search::pool::Probe;
use crate::search::{Event, Listener, Request, mate};

use super::desk::{Desk, Resources};
use super::{Engine, GAMES, GameInfo, MateJob, PerftJob, PositionError, Scribe, Setup, any_move, perft_job};

/// A player's seat at a game.
pub struct Seat<G: Game> {
    rules: G::Rules,
    position: G,
    /// The position is the start position, so that it changes with the rules.
    at_start: bool,
    desk: Desk<G>,
}

impl<G: Game> Seat<G> {
    pub fn new() -> Seat<G> {
        let rules = G::Rules::default();
        let position = G::start(&rules);
        Seat { rules, position, at_start: true, desk: Desk::new(Network::embedded()) }
    }

    fn set_up(&self, setup: &Setup) -> Result<G, PositionError> {
        match setup {
            Setup::Start => Ok(G::start(&self.rules)),
            Setup::Text(text) => G::parse(text, &self.rules).map_err(PositionError::Setup),
        }
    }
}

/// Plays the moves one by one, up to the first bad one.
fn play<G: Game>(position: &mut G, moves: &[String], notation: Notation) -> Result<(), PositionError> {
    for (played, text) in moves.iter().enumerate() {
        let m = position.parse_move(text, notation).map_err(|error| PositionError::Move {
            number: played + 1,
            count: moves.len(),
            error,
        })?;
        position.do_move(m);
    }
    Ok(())
}

/// What a search tells, with its scores as users are shown them.
fn shown<G: Game>(mut event: Event) -> Event {
    match &mut event {
        Event::Info(info) => info.score = G::WIN_MODEL.shown(info.score),
        Event::Done { score, .. } => *score = G::WIN_MODEL.shown(*score),
        Event::CurrentMove { .. } | Event::Prospects(_) => {}
    }
    event
}

impl<G: Game> Engine for Seat<G> {
    fn game(&self) -> &'static GameInfo {
        // A seat is only ever made through the list, so its game is in it.
        GAMES.iter().find(|game| game.name == G::NAME).unwrap_or(&GAMES[0])
    }

    fn set_rule(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        G::set_rule(&mut self.rules, name, value)?;
        if self.at_start {
            self.position = G::start(&self.rules);
        } else {
            self.position.use_rules(&self.rules);
        }
        Ok(())
    }

    fn set_position(
        &mut self,
        setup: &Setup,
        moves: &[String],
        notation: Notation,
    ) -> Result<(), PositionError> {
        self.position = self.set_up(setup)?;
        let played = play(&mut self.position, moves, notation);
        let none = moves.is_empty() || matches!(played, Err(PositionError::Move { number: 1, .. }));
        self.at_start = *setup == Setup::Start && none;
        played
    }

    fn play(&mut self, m: Move) {
        self.position.do_move(m);
        self.at_start = false;
    }

    fn take_back(&mut self) {
        self.position.undo_move();
    }

    fn resources(&self) -> &dyn Resources {
        &self.desk
    }

    fn resources_mut(&mut self) -> &mut dyn Resources {
        &mut self.desk
    }

    fn set_network(&mut self, choice: &Choice) -> Result<(), NetworkError> {
        self.desk.set_network(choice.network()?);
        Ok(())
    }

    fn start(&mut self, mut request: Request, listener: Listener) {
        request.settings.contempt = G::WIN_MODEL.unshown(request.settings.contempt);
        let tell = listener.clone();
        let listener = Arc::new(move |event| listener(shown::<G>(event)));
        if !self.desk.start(&self.position, request, listener) {
            tell(any_move(legal_moves(&self.position).first().copied()));
        }
    }

    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    fn game_ply(&self) -> usize {
        self.position.game_ply()
    }

    fn evaluate(&self) -> Score {
        G::WIN_MODEL.shown(match self.desk.network() {
            Some(network) => network.evaluate(&self.position),
            None => self.position.evaluate(),
        })
    }

    fn legal_moves(&self) -> Vec<Move> {
        legal_moves(&self.position).to_vec()
    }

    fn parse_move(&self, text: &str, notation: Notation) -> Result<Move, TextError> {
        self.position.parse_move(text, notation)
    }

    fn parse_answer(&self, m: Move, text: &str, notation: Notation) -> Result<Move, TextError> {
        let mut position = self.position.clone();
        position.do_move(m);
        position.parse_move(text, notation)
    }

    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        style::read_any_style(&self.position, text)
    }

    fn write_move(&self, m: Move, name: &str) -> Result<String, TextError> {
        style::style_named::<G>(name).map(|style| (style.write)(&self.position, m))
    }

    fn scribe(&self, name: &str) -> Result<Scribe, TextError> {
        let style = style::style_named::<G>(name)?;
        let position = self.position.clone();
        Ok(Box::new(move |moves| style::write_line(&position, moves, style)))
    }

    fn text(&self, notation: Notation) -> String {
        self.position.text(notation)
    }

    fn start_text(&self, notation: Notation) -> String {
        G::start(&self.rules).text(notation)
    }

    fn diagram(&self, notation: Notation) -> String {
        // A game draws its own text; here it is the one of the protocol spoken.
        let fen = format!("Fen: {}", self.text(notation));
        let drawn = self.position.to_string();
        let lines: Vec<&str> =
            drawn.lines().map(|line| if line.starts_with("Fen: ") { fen.as_str() } else { line }).collect();
        lines.join("\n")
    }

    fn verdict(&self) -> Option<Verdict> {
        self.position.verdict()
    }

    fn counts(&self) -> Option<String> {
        self.position.counts()
    }

    fn claim(&self) -> Outcome {
        self.position.claim()
    }

    fn binary_book_key(&self) -> Option<u64> {
        self.position.binary_book_key()
    }

    fn binary_book_move(&self, bits: u16) -> Option<Move> {
        G::binary_book_move(bits).filter(|&m| self.position.is_legal(m))
    }

    fn upholds_win_claim(&self) -> bool {
        self.position.upholds_win_claim()
    }

    fn mate(&self, request: Request, shortest: bool) -> MateJob {
        let (position, hash_mb) = (self.position.clone(), self.desk.hash_mb());
        Box::new(move |stop, tell| mate::solve(&position, &request, hash_mb, shortest, stop, tell))
    }

    fn probe(
        &self,
        setup: &Setup,
        moves: &[String],
        notation: Notation,
    ) -> Result<Option<Probe>, PositionError> {
        let mut position = self.set_up(setup)?;
        play(&mut position, moves, notation)?;
        Ok(self.desk.pool().and_then(|pool| pool.probe(&position)))
    }

    fn perft(&self, depth: u32, threads: usize) -> PerftJob {
        perft_job(self.position.clone(), depth, threads)
    }
}
