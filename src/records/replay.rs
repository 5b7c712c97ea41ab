//! A position that goes along a record's lines, forth and back.

use crate::core::{Move, Side};
use crate::engine::{Engine, GameInfo, PositionError, Setup};
use crate::game::{Notation, TextError};

/// A position with the moves that led to it.
pub struct Replay {
    engine: Box<dyn Engine>,
    start: Setup,
    played: Vec<Move>,
}

impl Replay {
    /// At the start of a game.
    ///
    /// # Errors
    /// [`PositionError::Setup`]: the text is no position of this game.
    pub fn new(game: &'static GameInfo, start: &Setup) -> Result<Replay, PositionError> {
        let mut replay = Replay { engine: (game.sit_down)(), start: start.clone(), played: Vec::new() };
        replay.engine.set_position(start, &[], Notation::Native)?;
        Ok(replay)
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

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.engine.play(m);
        self.played.push(m);
    }

    /// Goes back to where so many moves had been played.
    pub fn rewind(&mut self, count: usize) {
        if count >= self.played.len() {
            return;
        }
        self.played.truncate(count);
        let write = self.engine.game().move_text;
        let texts: Vec<String> = self.played.iter().map(|&m| write(m, Notation::Native)).collect();
        // They were legal when they were played.
        let _ = self.engine.set_position(&self.start, &texts, Notation::Native);
    }
}
