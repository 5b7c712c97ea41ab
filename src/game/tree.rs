//! What any game is, whoever and however many play it: moves that are listed, played and taken back.

use crate::core::{Move, MoveList};

use super::{Position, Stage};

/// A position from which lines of moves can be followed: all that counting them takes.
pub trait Tree: Clone + Send + Sync + 'static {
    /// Appends the legal moves; none where the game is over.
    fn list_moves(&self, moves: &mut MoveList);

    /// The number of legal moves; perhaps faster than listing them.
    fn count_moves(&self) -> usize;

    /// Plays a legal move.
    fn do_move(&mut self, m: Move);

    /// Takes back the last move. There must be one.
    fn undo_move(&mut self);
}

impl<P: Position> Tree for P {
    fn list_moves(&self, moves: &mut MoveList) {
        self.generate(Stage::All, moves);
    }

    fn count_moves(&self) -> usize {
        Position::count_moves(self)
    }

    fn do_move(&mut self, m: Move) {
        Position::do_move(self, m);
    }

    fn undo_move(&mut self) {
        Position::undo_move(self);
    }
}
