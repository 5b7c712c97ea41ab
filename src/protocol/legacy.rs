//! Options of other engines that GUIs keep sending, as ours. Only those whose meaning we have.

use super::options::plain;

/// How the values of an option of another engine are said in ours.
enum Values {
    Same,
    /// Plies of both sides, where ours counts the moves of one.
    HalfAsMany,
    /// One text for another; any other text is passed on as it is.
    Map(&'static [(&'static str, &'static str)]),
}

/// Their name, our name, and their values.
const OPTIONS: &[(&str, &str, Values)] = &[
    ("Draw_Ply", "MaxMovesToDraw", Values::Same),
    ("MaxPly", "MaxMovesToDraw", Values::Same),
    ("Rule60MaxPly", "DrawMoves", Values::HalfAsMany),
    ("Sixty Move Rule", "DrawMoves", Values::Map(&[("true", "60"), ("false", "0")])),
    (
        "Repetition Rule",
        "Repetition",
        Values::Map(&[("ComputerRule", "Simple"), ("AllowChase", "Simple"), ("SkyRule", "ChineseRule")]),
    ),
    ("Minimum_Thinking_Time", "MinimumThinkingTime", Values::Same),
    ("Draw Moves", "DrawMoves", Values::Same),
];

/// Our name and value for an option that another engine has; `None` if we know nothing of it.
pub fn translate(name: &str, value: &str) -> Option<(&'static str, String)> {
    let (_, ours, values) = OPTIONS.iter().find(|(theirs, ..)| plain(theirs) == plain(name))?;
    let value = match values {
        Values::Same => value.to_string(),
        Values::HalfAsMany => match value.parse::<i64>() {
            Ok(plies) => (plies / 2).to_string(),
            Err(_) => value.to_string(),
        },
        Values::Map(texts) => {
            let found = texts.iter().find(|(theirs, _)| plain(theirs) == plain(value));
            found.map_or(value, |(_, ours)| ours).to_string()
        }
    };
    Some((ours, value))
}

#[cfg(test)]
mod tests {
    use super::translate;

    #[test]
    fn translations() {
        assert_eq!(translate("rule60maxply", "120"), Some(("DrawMoves", "60".to_string())));
        assert_eq!(translate("Repetition Rule", "SkyRule"), Some(("Repetition", "ChineseRule".to_string())));
        assert_eq!(translate("Repetition Rule", "AsianRule"), Some(("Repetition", "AsianRule".to_string())));
        assert_eq!(translate("Draw_Ply", "320"), Some(("MaxMovesToDraw", "320".to_string())));
        assert_eq!(translate("EvalFile", "x"), None);
    }
}
