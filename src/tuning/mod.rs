//! Finding better constants for the search by letting two sets of them play each other, inside this process.
//!
//! [`compare`] asks whether one set is stronger than another; [`screen`] asks many such questions at once; [`spsa`] moves many constants at once towards
//! what wins.

pub mod compare;
pub mod opening;
pub mod screen;
pub mod selfplay;
pub mod spsa;

use crate::game::excerpt;
use crate::search::Params;

/// Constants to be set on top of a game's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change(Vec<(String, i32)>);

impl Change {
    /// Reads `name=value` settings, separated by commas or blanks.
    ///
    /// # Errors
    /// A message that names the setting that is wrong.
    pub fn parse(text: &str) -> Result<Change, String> {
        let mut change = Change::default();
        for setting in text.split([',', ' ']).filter(|setting| !setting.is_empty()) {
            let (name, value) = setting
                .split_once('=')
                .ok_or_else(|| format!("'{}' is not of the form name=value", excerpt(setting)))?;
            let value = value
                .parse()
                .map_err(|_| format!("'{}' in '{}' is no number", excerpt(value), excerpt(setting)))?;
            check(setting, name, value)?;
            change.0.push((name.to_string(), value));
        }
        Ok(change)
    }

    /// The constants with the change made.
    pub fn on(&self, mut params: Params) -> Params {
        for (name, value) in &self.0 {
            let fits = params.set(name, *value);
            debug_assert!(fits, "checked when it was read");
        }
        params
    }
}

/// Whether a constant may have this value; `setting` is what the user wrote.
fn check(setting: &str, name: &str, value: i32) -> Result<(), String> {
    match Params::ALL.iter().find(|p| p.name == name) {
        None => Err(format!("'{}' in '{}' is no constant of the search", excerpt(name), excerpt(setting))),
        Some(p) if !(p.min..=p.max).contains(&value) => {
            Err(format!("'{}' is out of range: {} to {}", excerpt(setting), p.min, p.max))
        }
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_or_named() {
        let params = Change::parse("null_base=4, futility_base=100").unwrap().on(Params::default());
        assert_eq!((params.null_base, params.futility_base), (4, 100));
        assert_eq!(Change::parse("").unwrap().on(Params::default()), Params::default());
        for bad in ["null_base", "null_base=x", "null_base=99", "nothing=1"] {
            assert!(Change::parse(bad).unwrap_err().contains(bad), "{bad}");
        }
    }
}
