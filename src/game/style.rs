//! How people write the moves of a game: a list of styles, each able to write and read.
//!
//! A style writes a move as the field does in a given position, with no more words than tell it apart from the others,
//! and reads it back. What a text means is decided by the legal moves: [`only_move`] finds the one that fits.

use crate::core::Move;

use super::{Game, Notation, TextError, excerpt, legal_moves};

/// The name of a style, and what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StyleInfo {
    /// The name on the command line and in options: lower case, no spaces.
    pub name: &'static str,
    /// A move in it.
    pub example: &'static str,
    /// One line for the manual.
    pub help: &'static str,
}

/// A way to write the moves of a game.
pub struct MoveStyle<G> {
    pub info: StyleInfo,
    /// Writes a legal move.
    pub write: fn(&G, Move) -> String,
    /// Reads a move that is legal in the position: [`TextError::Move`] or [`TextError::Illegal`] if there is none.
    pub read: fn(&G, &str) -> Result<Move, TextError>,
}

/// The style of this name (any case).
///
/// # Errors
/// [`TextError::Style`], with the names there are.
pub fn style_named<G: Game>(name: &str) -> Result<&'static MoveStyle<G>, TextError> {
    G::STYLES.iter().find(|style| style.info.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names: Vec<&str> = G::STYLES.iter().map(|style| style.info.name).collect();
        TextError::Style { text: excerpt(name), known: names.join(", ") }
    })
}

/// Reads a move in the game's own notation or in any of its styles.
///
/// # Errors
/// [`TextError::Illegal`] if some style understands the text, else [`TextError::Move`].
pub fn read_any_style<G: Game>(position: &G, text: &str) -> Result<Move, TextError> {
    let text = text.trim();
    let native = position.parse_move(text, Notation::Native);
    let mut understood = None;
    let styled = G::STYLES.iter().map(|style| (style.read)(position, text));
    for read in std::iter::once(native).chain(styled) {
        match read {
            Ok(m) => return Ok(m),
            Err(error @ TextError::Illegal { .. }) => understood = understood.or(Some(error)),
            Err(_) => {}
        }
    }
    Err(understood.unwrap_or_else(|| {
        let example = legal_moves(position).first().map(|&m| G::move_text(m, Notation::Native));
        let examples =
            example.into_iter().chain(G::STYLES.iter().map(|style| style.info.example.to_string()));
        let examples: Vec<String> = examples.collect();
        TextError::Move { text: excerpt(text), reason: format!("a move looks like {}", examples.join(", ")) }
    }))
}

/// Writes a line of moves from a position on, up to the first that is not legal.
pub fn write_line<G: Game>(position: &G, moves: &[Move], style: &MoveStyle<G>) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &m in moves {
        if !position.is_legal(m) {
            break;
        }
        texts.push((style.write)(&position, m));
        position.do_move(m);
    }
    texts
}

/// The one legal move that a text describes.
///
/// # Errors
/// [`TextError::Illegal`] where no legal move or more than one fits.
pub fn only_move<G: Game>(position: &G, text: &str, fits: impl Fn(Move) -> bool) -> Result<Move, TextError> {
    let moves: Vec<Move> = legal_moves(position).into_iter().filter(|&m| fits(m)).collect();
    only_of::<G>(text, &moves)
}

/// The one move of those that fit a text.
///
/// # Errors
/// [`TextError::Illegal`] where there is none or more than one.
pub fn only_of<G: Game>(text: &str, fitting: &[Move]) -> Result<Move, TextError> {
    let reason = match fitting {
        [m] => return Ok(*m),
        [] => "no legal move is meant by it".to_string(),
        several => {
            let names: Vec<String> = several.iter().map(|&m| G::move_text(m, Notation::Native)).collect();
            format!("it may mean {}", names.join(" or "))
        }
    };
    Err(TextError::Illegal { text: excerpt(text), reason })
}

/// What a text that a style does not understand gets.
pub fn not_understood(text: &str, reason: impl Into<String>) -> TextError {
    TextError::Move { text: excerpt(text), reason: reason.into() }
}
