//! A game and a position as the command line names them.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::engine::{Engine, GAMES, GameInfo, Setup, all_games};
use crate::game::Notation;
use crate::protocol::command::Command;

/// Reads the name of any game, in any case where the argument ignores it.
pub fn any_game_parser() -> impl TypedValueParser<Value = &'static GameInfo> {
    PossibleValuesParser::new(all_games().map(|game| game.name))
        // Only names of the list get here.
        .map(|name| GameInfo::named(&name).unwrap_or(&GAMES[0]))
}

/// Reads the name of a game for two, in any case where the argument ignores it.
pub fn game_parser() -> impl TypedValueParser<Value = &'static GameInfo> {
    PossibleValuesParser::new(GAMES.iter().map(|game| game.name))
        // Only names of the list get here.
        .map(|name| GameInfo::named(&name).unwrap_or(&GAMES[0]))
}

/// Sits down to a game under rules told as NAME=VALUE.
///
/// # Errors
/// A message that names the rule.
pub fn sit_down(game: &GameInfo, rules: &[String]) -> Result<Box<dyn Engine>, String> {
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
