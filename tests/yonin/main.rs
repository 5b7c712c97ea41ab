//! Four-player shogi: the table of an independent model, cases sentence by sentence, a slow reading of the rule page
//! that shares no code with the engine, and what holds in every game.

mod cases;
#[path = "../common/mod.rs"]
mod common;
mod model;
mod perft;
mod properties;
mod search;

use ryuma::games::yonin::{Rules, Yonin};

/// Rules with some options set: `NAME=VALUE;NAME=VALUE`, or `-` for the defaults.
fn rules(options: &str) -> Rules {
    let mut rules = Rules::default();
    for option in options.split(';').filter(|&option| option != "-") {
        let (name, value) = option.split_once('=').unwrap_or_else(|| panic!("'{option}' is no option"));
        Yonin::set_rule(&mut rules, name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    rules
}

/// Every set of rules that changes how the game is played.
const RULES: [&str; 4] = ["-", "YoninFormat=pairs", "YoninEnd=last", "YoninEnd=last;YoninPieces=neutral"];
