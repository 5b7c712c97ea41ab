//! Which evaluation a user asks for.

use std::path::PathBuf;
use std::sync::Arc;

use crate::game::Game;

use super::file::NetworkError;
use super::network::Network;

/// Which evaluation to play by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The network inside the program, or the hand-made evaluation of a game that has none.
    #[default]
    Embedded,
    /// The hand-made evaluation.
    HandMade,
    /// The network of this file.
    File(PathBuf),
}

impl Choice {
    /// Reads what users write: nothing or `<internal>`, `none`, or a path.
    pub fn of_text(text: &str) -> Choice {
        match text.trim() {
            "" | "<empty>" | "<internal>" => Choice::Embedded,
            "none" => Choice::HandMade,
            path => Choice::File(path.into()),
        }
    }

    /// The network chosen; `None` stands for the hand-made evaluation.
    ///
    /// # Errors
    /// [`NetworkError`]: the file cannot be read, is damaged, or is not for this game.
    pub fn network<G: Game>(&self) -> Result<Option<Arc<Network<G>>>, NetworkError> {
        match self {
            Choice::Embedded => Ok(Network::embedded()),
            Choice::HandMade => Ok(None),
            Choice::File(path) => Ok(Some(Arc::new(Network::load(path)?))),
        }
    }
}
