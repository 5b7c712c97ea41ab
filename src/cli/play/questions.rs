//! What is asked before a game.

use rand::RngExt;
use rand::rngs::StdRng;

use crate::engine::{Engine, GameInfo, all_games};
use crate::game::{RuleKind, excerpt};
use crate::protocol::output::Output;

use super::input::{Heard, Input};
use super::table::Player;

/// Which of several things, by number or by name; `None`: whoever is asked has left.
fn ask(input: &mut Input, output: &Output, question: &str, names: &[&str]) -> Option<usize> {
    let list: Vec<String> = names.iter().enumerate().map(|(i, name)| format!("{} {name}", i + 1)).collect();
    output.say(&format!("{question} {}", list.join(", ")));
    loop {
        let Heard::Line(line) = input.ask("> ") else {
            return None;
        };
        let line = line.trim();
        let by_number =
            line.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|&i| i < names.len());
        let found = by_number.or_else(|| names.iter().position(|name| name.eq_ignore_ascii_case(line)));
        match found {
            Some(place) => return Some(place),
            None if line.is_empty() => return Some(0),
            None => output.say(&format!("'{}' is none of these.", excerpt(line))),
        }
    }
}

/// Which game is to be played; `None`: whoever is asked has left.
pub fn ask_game(input: &mut Input, output: &Output) -> Option<&'static GameInfo> {
    let games: Vec<&GameInfo> = all_games().collect();
    let names: Vec<&str> = games.iter().map(|game| game.name).collect();
    ask(input, output, "Which game?", &names).map(|place| games[place])
}

/// Has the players set up their pieces where the game lets them, unless a rule on the command line has; `false`: a
/// player has left.
pub fn choose_setups(
    engine: &mut dyn Engine,
    rules: &[String],
    players: &[Player],
    input: &mut Input,
    output: &Output,
    random: &mut StdRng,
) -> bool {
    let game = engine.game();
    for &(side, name) in game.setup_rules {
        let told =
            |rule: &String| rule.split('=').next().is_some_and(|word| word.trim().eq_ignore_ascii_case(name));
        let option = (game.rule_options)().iter().find(|rule| rule.name == name);
        let Some(RuleKind::Combo { values, .. }) = option.map(|rule| rule.kind) else {
            continue;
        };
        if rules.iter().any(told) {
            continue;
        }
        let side_name = game.seat_name(side.index());
        let place = match players[side.index()] {
            Player::Human => {
                let question = format!("{side_name} sets up, from its own left:");
                match ask(input, output, &question, values) {
                    Some(place) => place,
                    None => return false,
                }
            }
            Player::Engine { .. } => random.random_range(0..values.len()),
        };
        // A value of the option's own list.
        let _ = engine.set_rule(name, values[place]);
        output.say(&format!("{side_name} sets up {}.", values[place]));
    }
    true
}
