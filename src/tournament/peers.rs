//! How engines are made to play our game by our rules, and the habits of those that know them only in part.

use crate::engine::GameInfo;
use crate::game::{Notation, RuleKind};
use crate::protocol::Protocol;

use super::lines::Declared;

const VARIANT: [&str; 2] = ["UCI_Variant", "USI_Variant"];

/// The options to set before the user's own, and the notation that goes with them.
#[derive(Debug, PartialEq, Eq)]
pub struct Habits {
    pub options: Vec<(String, String)>,
    pub notation: Notation,
    /// The engine declares all rules of the game, so that it judges a game's end as we do. Others may hold a
    /// game for ended that goes on for us; they are asked again, without the moves that led to the position.
    pub knows_our_rules: bool,
    /// The engine has a button for a new game (UCCI).
    pub has_new_game_button: bool,
}

/// Reads an engine's habits off the options that it declares. `rules` are those of the match.
///
/// # Errors
/// A message, if the engine does not offer the game.
pub fn habits(
    game: &GameInfo,
    rules: &[(String, String)],
    protocol: Protocol,
    declared: &[Declared],
) -> Result<Habits, String> {
    let find = |name: &str| declared.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    let ours = (game.rule_options)();
    let knows_our_rules = ours.iter().all(|rule| find(rule.name).is_some());
    let mut options = Vec::new();
    if protocol == Protocol::Ucci {
        // The unit of clocks is the second until this is set, whether it is declared or not.
        options.push(("usemillisec".to_string(), "true".to_string()));
    }
    let variant = VARIANT.iter().find_map(|name| find(name));
    if let Some(option) = variant {
        // Rules that go by a variant's name are overruled below where they can be.
        let plain = game.variants.first().map_or(game.name, |variant| variant.name);
        let value = if knows_our_rules { plain } else { game.peer_variant };
        if !option.takes(value) {
            return Err(format!("does not offer the variant '{value}'"));
        }
        options.push((option.name.clone(), value.to_string()));
    }
    for rule in ours {
        let set = rules.iter().rfind(|(name, _)| name.eq_ignore_ascii_case(rule.name));
        let value = match (set, rule.kind) {
            (Some((_, value)), _) => value.clone(),
            (None, RuleKind::Combo { default, .. }) => default.to_string(),
            (None, RuleKind::Spin { default, .. }) => default.to_string(),
        };
        // An engine that has the option without the value has another rule of that name.
        options.extend(
            find(rule.name).filter(|option| option.takes(&value)).map(|option| (option.name.clone(), value)),
        );
    }
    // UCI engines that know one game only count ranks from 0; those that let one choose follow Fairy-Stockfish.
    let is_fairy = protocol == Protocol::Uci && variant.is_some();
    Ok(Habits {
        options,
        notation: if is_fairy { Notation::Fairy } else { Notation::Native },
        knows_our_rules,
        has_new_game_button: protocol == Protocol::Ucci && find("newgame").is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(lines: &[&str]) -> Vec<Declared> {
        lines.iter().map(|line| Declared::read(line).expect("an option")).collect()
    }

    fn options(habits: &Habits) -> Vec<String> {
        habits.options.iter().map(|(name, value)| format!("{name}={value}")).collect()
    }

    #[test]
    fn our_own_engine_is_told_the_rules_after_the_variant() {
        let game = GameInfo::named("janggi").expect("a game");
        let own: Vec<Declared> = crate::protocol::options::table(Protocol::Uci)
            .iter()
            .filter_map(|row| Some(Protocol::Uci.dialect().option(row.name(Protocol::Uci)?, row)))
            .map(|line| Declared::read(&line).expect("an option"))
            .collect();
        let rules = [("maxplies".to_string(), "150".to_string())];
        let habits = habits(game, &rules, Protocol::Uci, &own).unwrap();
        assert!(habits.knows_our_rules && habits.notation == Notation::Fairy);
        let set = options(&habits);
        assert_eq!(set[0], "UCI_Variant=janggi");
        assert!(set[1..].contains(&"JanggiRules=Site".to_string()), "{set:?}");
        assert!(set[1..].contains(&"MaxPlies=150".to_string()), "{set:?}");
    }

    #[test]
    fn a_peer_plays_the_variant_that_has_our_moves() {
        let game = GameInfo::named("janggi").expect("a game");
        let line = "option name UCI_Variant type combo default chess var chess var janggi var janggimodern";
        let peer = habits(game, &[], Protocol::Uci, &declared(&[line])).unwrap();
        assert_eq!(options(&peer), ["UCI_Variant=janggimodern"]);
        assert!(!peer.knows_our_rules);
        let chess = declared(&["option name UCI_Variant type combo default chess var chess"]);
        assert!(habits(game, &[], Protocol::Uci, &chess).unwrap_err().contains("'janggimodern'"));
    }

    #[test]
    fn engines_of_one_game() {
        let game = GameInfo::named("xiangqi").expect("a game");
        let uci = habits(game, &[], Protocol::Uci, &[]).unwrap();
        assert_eq!((uci.notation, uci.options.len()), (Notation::Native, 0));
        let lines = ["option newgame type button", "option drawmoves type spin min 0 max 50 default 40"];
        let ucci = habits(game, &[], Protocol::Ucci, &declared(&lines)).unwrap();
        // Its rule of that name knows no 60.
        assert_eq!(options(&ucci), ["usemillisec=true"]);
        assert!(ucci.has_new_game_button);
    }
}
