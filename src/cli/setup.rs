//! A game and a position as the command line names them.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::engine::{Engine, GAMES, GameInfo, Scribe, Setup, all_games};
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

/// Reads the name of a style of writing moves, of any game.
pub fn style_parser() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(GAMES.iter().flat_map(|game| (game.styles)()).map(|style| style.name))
}

/// What writes the lines of moves of a position: in coordinates, or in the style of this name.
///
/// # Errors
/// A message: the game has no such style.
pub fn scribe(engine: &dyn Engine, style: Option<&str>) -> Result<Scribe, String> {
    let game = engine.game();
    match style {
        Some(style) => engine.scribe(style).map_err(|error| format!("{}: {error}", game.name)),
        None => {
            Ok(Box::new(move |moves| moves.iter().map(|&m| (game.move_text)(m, Notation::Native)).collect()))
        }
    }
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

/// Reads a FEN or SFEN, or what follows `position` in the protocols; that word may be there too.
pub fn position(text: &str) -> (Setup, Vec<String>) {
    let text = text.strip_prefix("position ").unwrap_or(text);
    match Command::parse(&format!("position {text}")) {
        Ok(Some(Command::Position { setup, moves })) => (setup, moves),
        _ => (Setup::Text(text.to_string()), Vec::new()),
    }
}

/// Sets up a position written like that.
///
/// # Errors
/// A message that names the text and says what is wrong with it.
pub fn set_position(engine: &mut dyn Engine, text: &str) -> Result<(), String> {
    let (setup, moves) = position(text);
    engine.set_position(&setup, &moves, Notation::Native).map_err(|error| error.to_string())
}
