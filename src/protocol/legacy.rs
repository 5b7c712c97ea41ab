//! Options of other engines that GUIs keep sending, as ours. Only those whose meaning we have.

use super::options::{Kind, Row, Setting, plain};

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
    // Fairy-Stockfish puts USI_ before names of UCI when it speaks USI; analysis networks of shogi count on it.
    ("USI_MultiPV", "MultiPV", Values::Same),
    ("USI_AnalyseMode", "UCI_AnalyseMode", Values::Same),
    ("USI_LimitStrength", "UCI_LimitStrength", Values::Same),
    ("USI_Elo", "UCI_Elo", Values::Same),
    ("USI_ShowWDL", "UCI_ShowWDL", Values::Same),
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

/// A strength beyond the table's range as the end of that range: other engines go further (`Skill Level` to -20,
/// `UCI_Elo` above 3000), and a client that asks for their weakest must not get our strongest.
pub fn strength(row: &Row, value: &str) -> Option<String> {
    match (row.set, &row.kind) {
        (Setting::SkillLevel | Setting::Elo, Kind::Spin { min, max, .. }) => {
            value.parse::<i64>().ok().map(|number| number.clamp(*min, *max).to_string())
        }
        _ => None,
    }
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
        assert_eq!(translate("USI_Elo", "800"), Some(("UCI_Elo", "800".to_string())));
        assert_eq!(translate("EvalFile", "x"), None);
    }
}
