//! Games between two sets of constants.

use std::sync::{Arc, mpsc};

use crate::core::{Move, Score, Side};
use crate::engine::{Engine, GameInfo, Setup};
use crate::game::{Notation, Outcome};
use crate::search::{Event, Limits, Params, Request, Settings};

/// How games are played.
#[derive(Clone, Debug)]
pub struct Control {
    /// Nodes a move, if any.
    pub nodes: Option<u64>,
    /// Milliseconds a move, if any.
    pub move_time: Option<u64>,
    /// Megabytes of each player's hash table.
    pub hash_mb: usize,
}

impl Control {
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, move_time: self.move_time, ..Limits::default() }
    }
}

/// A longer game is called a draw.
const MOST_PLIES: usize = 400;
/// A game is decided once both sides have seen one of them this far ahead (centipawns) for so many plies on end.
const DECIDED: Score = 2000;
const DECIDED_PLIES: u32 = 6;

/// Two engines that play each other.
pub struct Board {
    game: &'static GameInfo,
    players: [Box<dyn Engine>; 2],
    control: Control,
}

/// What a player did on its turn.
struct Turn {
    best: Option<Move>,
    score: Score,
    declares_win: bool,
}

impl Board {
    /// # Errors
    /// A message, if there is no memory for the tables.
    pub fn new(game: &'static GameInfo, control: Control) -> Result<Board, String> {
        let mut players = [(game.sit_down)(), (game.sit_down)()];
        for player in &mut players {
            player.set_hash(control.hash_mb).and_then(|()| player.prepare()).map_err(|e| e.to_string())?;
        }
        Ok(Board { game, players, control })
    }

    /// Plays the opening twice with sides reversed and returns the points of `a` out of 2, in half points (0–4).
    pub fn play_pair(&mut self, opening: &[String], a: &Params, b: &Params) -> usize {
        let first = self.play_game(opening, [a, b]);
        let second = self.play_game(opening, [b, a]);
        first + 2 - second
    }

    /// One game; the first set moves first after the opening. Returns its half points (0–2).
    fn play_game(&mut self, opening: &[String], params: [&Params; 2]) -> usize {
        for player in &mut self.players {
            player.clear();
        }
        let mut moves = opening.to_vec();
        let (mut decided, mut sign) = (0, 0);
        let mut first = None;
        while moves.len() < MOST_PLIES {
            let turn_of = (moves.len() - opening.len()) % 2;
            let player = &mut self.players[turn_of];
            if player.set_position(&Setup::Start, &moves, Notation::Native).is_err() {
                log::error!("{}: a move of the search is illegal: {}", self.game.name, moves.join(" "));
                return 2 * (1 - turn_of);
            }
            let mover = player.side_to_move();
            let first = *first.get_or_insert(mover);
            if let Some(verdict) = player.verdict() {
                return points(verdict.outcome, mover, first);
            }
            let turn = think(&mut **player, self.control.limits(), Some(params[turn_of]));
            let Some(best) = turn.best.filter(|_| !turn.declares_win) else {
                return points(if turn.declares_win { Outcome::Win } else { Outcome::Loss }, mover, first);
            };
            // The score as the first player sees it.
            let seen = if turn_of == 0 { turn.score } else { -turn.score };
            let now = if seen.abs() >= DECIDED { seen.signum() } else { 0 };
            decided = if now != 0 && now == sign { decided + 1 } else { 0 };
            sign = now;
            if decided >= DECIDED_PLIES {
                return if sign > 0 { 2 } else { 0 };
            }
            moves.push((self.game.move_text)(best, Notation::Native));
        }
        1
    }
}

/// Half points of the side that moved `first` where `mover` sees this outcome.
fn points(outcome: Outcome, mover: Side, first: Side) -> usize {
    let outcome = if mover == first { outcome } else { outcome.flip() };
    match outcome {
        Outcome::Win | Outcome::Ahead => 2,
        Outcome::Loss | Outcome::Behind => 0,
        Outcome::Draw | Outcome::Ongoing => 1,
    }
}

/// Searches the engine's position and waits for the end.
fn think(engine: &mut dyn Engine, limits: Limits, params: Option<&Params>) -> Turn {
    let (sender, events) = mpsc::channel();
    let settings = Settings { params: params.cloned(), ..Settings::default() };
    engine.start(
        Request { limits, settings, ..Request::default() },
        Arc::new(move |event| {
            if let Event::Done { best, score, declares_win, .. } = event {
                let _ = sender.send(Turn { best, score, declares_win }); // the receiver waits below
            }
        }),
    );
    events.recv().unwrap_or(Turn { best: None, score: 0, declares_win: false })
}

/// The score of a position after these moves, for the side to move; `None` if the game is over or not reached.
pub fn judge(engine: &mut dyn Engine, moves: &[String], nodes: u64) -> Option<Score> {
    engine.set_position(&Setup::Start, moves, Notation::Native).ok()?;
    if engine.verdict().is_some() {
        return None;
    }
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Some(think(engine, limits, None).score)
}
