//! Where the name of an option ends and its value begins, in the spellings of all protocols.

use super::command::split_word;
use super::legacy;
use super::options::{OptionError, Row, Setting, Value, plain};

/// No option's name has more words.
const MAX_NAME_WORDS: usize = 8;

/// Reads what follows `setoption`: which setting, and the value it gets.
///
/// USI and UCI write `name N value V`, where N and V may hold spaces; UCCI writes `N V`, where N is one word.
///
/// # Errors
/// [`OptionError`], naming the option.
pub fn read(text: &str, table: &[Row]) -> Result<(Setting, Value), OptionError> {
    let (name, value) = split(text, table).ok_or(OptionError::NoName)?;
    match find(table, &name) {
        Some(row) => value_of(row, &name, value),
        None => {
            let unknown = || OptionError::Unknown(crate::game::excerpt(&name));
            let (ours, value) = legacy::translate(&name, value).ok_or_else(unknown)?;
            let row = find(table, ours).ok_or_else(unknown)?;
            value_of(row, &name, &value)
        }
    }
}

fn value_of(row: &Row, name: &str, text: &str) -> Result<(Setting, Value), OptionError> {
    let known = legacy::strength(row, text);
    Ok((row.set, row.read(name, known.as_deref().unwrap_or(text))?))
}

fn find<'a>(table: &'a [Row], name: &str) -> Option<&'a Row> {
    let name = plain(name);
    table.iter().find(|row| row.is_called(&name))
}

/// The name, its words one space apart, and the value.
fn split<'a>(text: &'a str, table: &[Row]) -> Option<(String, &'a str)> {
    let (word, rest) = split_word(text);
    if word.is_empty() {
        return None;
    }
    let is_named = word.eq_ignore_ascii_case("name");
    let mut name = Vec::new();
    let mut rest = if is_named { rest } else { text.trim() };
    // Without the word `value` the name is the longest one known, or else the first word.
    let mut known = None;
    while !rest.is_empty() && name.len() < MAX_NAME_WORDS {
        let (word, after) = split_word(rest);
        if word.eq_ignore_ascii_case("value") && !name.is_empty() {
            return Some((name.join(" "), after));
        }
        name.push(word);
        rest = after;
        let so_far = name.join(" ");
        if !is_named && (name.len() == 1 || find(table, &so_far).is_some()) {
            known = Some((so_far, rest));
        }
    }
    if name.is_empty() {
        return None;
    }
    // A name without a value is a button, or a mistake that is told of by its full name.
    known.or_else(|| Some((name.join(" "), "")))
}

#[cfg(test)]
mod tests {
    use super::super::dialect::Protocol;
    use super::super::options::table;
    use super::*;

    fn read_in(protocol: Protocol, text: &str) -> Result<(Setting, Value), OptionError> {
        read(text, &table(protocol))
    }

    #[test]
    fn all_spellings_set_the_same() {
        for protocol in Protocol::ALL {
            for text in [
                "name Skill Level value 7",
                "name skilllevel  value  7",
                "name Skill_Level value 7",
                "SkillLevel 7",
                "skilllevel value 7",
                "Skill Level 7",
            ] {
                assert_eq!(read_in(protocol, text), Ok((Setting::SkillLevel, Value::Number(7))), "{text}");
            }
            assert_eq!(read_in(protocol, "name USI_Hash value 5"), Ok((Setting::Hash, Value::Number(5))));
            assert_eq!(read_in(protocol, "name hash value 5"), Ok((Setting::Hash, Value::Number(5))));
            assert_eq!(read_in(protocol, "name Clear Hash"), Ok((Setting::ClearHash, Value::Press)));
            assert_eq!(read_in(protocol, "Clear Hash"), Ok((Setting::ClearHash, Value::Press)));
            for (text, level) in [("name Skill Level value -4", 0), ("SkillLevel 21", 20)] {
                assert_eq!(
                    read_in(protocol, text),
                    Ok((Setting::SkillLevel, Value::Number(level))),
                    "{text}"
                );
            }
            for (text, elo) in [("name UCI_Elo value 3000", 2600), ("name USI_Elo value 500", 600)] {
                assert_eq!(read_in(protocol, text), Ok((Setting::Elo, Value::Number(elo))), "{text}");
            }
            let easy = Ok((Setting::SkillName, Value::Choice("Easy".to_string())));
            assert_eq!(read_in(protocol, "skill easy"), easy);
        }
        let path = Ok((Setting::BookFiles, Value::Text("C:\\棋 譜\\a b.dat".to_string())));
        assert_eq!(read_in(Protocol::Ucci, "bookfiles C:\\棋 譜\\a b.dat"), path);
        assert_eq!(
            read_in(Protocol::Usi, "name bookfiles value "),
            Ok((Setting::BookFiles, Value::Text(String::new())))
        );
    }

    #[test]
    fn errors_name_the_option() {
        for (text, message) in [
            ("", "setoption: expected the name of an option after it"),
            ("name", "setoption: expected the name of an option after it"),
            ("name Nonsense value 3", "unknown option 'Nonsense'; left out"),
            ("name Two Words value 3", "unknown option 'Two Words'; left out"),
            ("nonsense 3 4", "unknown option 'nonsense'; left out"),
            ("name Threads", "option 'Threads' needs a value: a number from 1 to 256"),
            ("name Threads value", "option 'Threads' needs a value: a number from 1 to 256"),
            ("name Threads value 0", "bad value '0' for option 'Threads': expected a number from 1 to 256"),
            ("name MultiPV value x", "bad value 'x' for option 'MultiPV': expected a number from 1 to 500"),
            ("Skill Brutal", "bad value 'Brutal' for option 'Skill': expected one of Easy, Normal, Hard"),
            ("name Ponder value maybe", "bad value 'maybe' for option 'Ponder': expected true or false"),
        ] {
            assert_eq!(read_in(Protocol::Uci, text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
