//! A position that goes along a record's lines, forth and back.

use crate::core::{Move, Side};
use crate::engine::{Engine, GameInfo, PositionError, Setup};
use crate::game::{Notation, TextError};

/// A position with the moves that led to it.
pub struct Replay {
    engine: Box<dyn Engine>,
    played: Vec<Move>,
}

impl Replay {
    /// At the start of a game.
    ///
    /// # Errors
    /// [`PositionError::Setup`]: the text is no position of this game.
    pub fn new(game: &'static GameInfo, start: &Setup) -> Result<Replay, PositionError> {
        let mut engine = (game.sit_down)();
        engine.set_position(start, &[], Notation::Native)?;
        Ok(Replay { engine, played: Vec::new() })
    }

    /// At the start of a game under the rules that its headers name: `YoninFormat: pairs`.
    ///
    /// # Errors
    /// [`PositionError::Setup`]: a rule has no such value, or as [`Replay::new`] tells.
    pub fn under(
        game: &'static GameInfo,
        start: &Setup,
        headers: &[(String, String)],
    ) -> Result<Replay, PositionError> {
        let mut engine = (game.sit_down)();
        let is_rule = |name: &str| (game.rule_options)().iter().any(|rule| rule.name == name);
        for (name, value) in headers.iter().filter(|(name, _)| is_rule(name)) {
            engine.set_rule(name, value).map_err(PositionError::Setup)?;
        }
        engine.set_position(start, &[], Notation::Native)?;
        Ok(Replay { engine, played: Vec::new() })
    }

    /// The position, for whatever else is to be asked of it.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    pub fn side(&self) -> Side {
        self.engine.side_to_move()
    }

    /// The position's FEN or SFEN.
    pub fn text(&self) -> String {
        self.engine.text(Notation::Native)
    }

    /// The moves that led here from the start.
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// Reads a move that is legal here.
    ///
    /// # Errors
    /// [`TextError`].
    pub fn read(&self, text: &str, notation: Notation) -> Result<Move, TextError> {
        self.engine.parse_move(text, notation)
    }

    /// The move, if it is legal here.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn check(&self, m: Move) -> Result<Move, String> {
        let text = (self.engine.game().move_text)(m, Notation::Native);
        self.read(&text, Notation::Native).map_err(reason)
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.engine.play(m);
        self.played.push(m);
    }

    /// Goes back to where so many moves had been played.
    pub fn rewind(&mut self, count: usize) {
        while self.played.len() > count {
            self.engine.take_back();
            self.played.pop();
        }
    }
}

/// The reason of an error without the text, which whoever tells it has told already.
pub fn reason(error: TextError) -> String {
    match error {
        TextError::Move { reason, .. } | TextError::Position { reason, .. } => reason,
        TextError::Illegal { reason, .. } => format!("illegal: {reason}"),
        other => other.to_string(),
    }
}
