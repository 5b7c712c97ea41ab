//! A game and a position as the command line names them.

use crate::engine::{Engine, GameInfo, Setup};
use crate::game::Notation;
use crate::protocol::command::Command;

/// Sits down to a game under rules told as NAME=VALUE.
///
/// # Errors
/// A message that names the game or the rule.
pub fn sit_down(game: &str, rules: &[String]) -> Result<Box<dyn Engine>, String> {
    let game = GameInfo::named(game).ok_or_else(|| format!("no game '{game}'"))?;
    let mut engine = (game.sit_down)();
    for rule in rules {
        let (name, value) =
            rule.split_once('=').ok_or_else(|| format!("--rule {rule}: expected NAME=VALUE"))?;
        engine.set_rule(name.trim(), value.trim()).map_err(|error| error.to_string())?;
    }
    Ok(engine)
}

/// Sets up a FEN or SFEN, or what follows `position` in the protocols; that word may be there too.
///
/// # Errors
/// A message that names the text and says what is wrong with it.
pub fn set_position(engine: &mut dyn Engine, text: &str) -> Result<(), String> {
    let text = text.strip_prefix("position ").unwrap_or(text);
    let (setup, moves) = match Command::parse(&format!("position {text}")) {
        Ok(Some(Command::Position { setup, moves })) => (setup, moves),
        _ => (Setup::Text(text.to_string()), Vec::new()),
    };
    engine.set_position(&setup, &moves, Notation::Native).map_err(|error| error.to_string())
}
