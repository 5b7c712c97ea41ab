//! Four-player shogi (yonin shogi): four armies on one board, checks answered before anything else, and the army of a
//! mated player inherited by who mated them.
//!
//! [`piece`] and [`attacks`] are the men and how they move; [`state`] is the board and what a move makes of it, mates
//! included; `movegen` lists legal moves; [`rules`] are the options and the ranking; [`position`] adds the history;
//! `ysfen` and `notation` are the texts; `eval` says what the players can expect; `look` is for pages and terminals. The standard for all of it is `docs/yonin.md`.

pub mod attacks;
mod eval;
mod look;
mod movegen;
mod notation;
pub mod piece;
pub mod position;
pub mod rules;
pub mod state;
mod ysfen;

pub use look::LOOK;
pub use position::Yonin;
pub use rules::{Ending, Format, Rules};

use crate::core::{Move, MoveList};
use crate::game::{RuleOption, TextError, Tree};

impl Yonin {
    /// The start position under these rules.
    pub fn start(rules: &Rules) -> Yonin {
        // The text is ours, and a test reads it.
        Yonin::parse(ysfen::START, rules).expect("the start position is well-formed")
    }

    /// Reads a position text.
    ///
    /// # Errors
    /// [`TextError::Position`], with the reason.
    pub fn parse(text: &str, rules: &Rules) -> Result<Yonin, TextError> {
        ysfen::parse(text, rules)
    }

    /// The options of the rules.
    pub const OPTIONS: [RuleOption; 4] = rules::OPTIONS;

    /// Sets one rule by option name (any case).
    ///
    /// # Errors
    /// [`TextError::Rule`] for a name that is no rule of this game or a value out of range.
    pub fn set_rule(rules: &mut Rules, name: &str, value: &str) -> Result<(), TextError> {
        rules.set(name, value)
    }
}

impl Tree for Yonin {
    fn list_moves(&self, moves: &mut MoveList) {
        self.generate(moves);
    }

    fn count_moves(&self) -> usize {
        self.legal_moves().len()
    }

    fn do_move(&mut self, m: Move) {
        self.play(m);
    }

    fn undo_move(&mut self) {
        self.take_back();
    }
}
