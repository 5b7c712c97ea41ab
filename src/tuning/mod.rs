//! Finding better constants for the search by letting two sets of them play each other, inside this process.
//!
//! [`compare`] asks whether one set is stronger than another; [`screen`] asks many such questions at once; [`spsa`] moves many constants at once towards
//! what wins.

pub mod compare;
pub mod opening;
pub mod screen;
pub mod selfplay;
pub mod spsa;

use crate::search::Params;

/// Reads `name=value` settings, separated by commas or blanks, on top of the defaults.
///
/// # Errors
/// A message that names the setting that is wrong.
pub fn parse_params(text: &str) -> Result<Params, String> {
    let mut params = Params::default();
    for setting in text.split([',', ' ']).filter(|setting| !setting.is_empty()) {
        let (name, value) =
            setting.split_once('=').ok_or_else(|| format!("'{setting}' is not of the form name=value"))?;
        let value = value.parse().map_err(|_| format!("'{value}' in '{setting}' is no number"))?;
        if !params.set(name, value) {
            let known = Params::ALL.iter().find(|p| p.name == name);
            return Err(match known {
                Some(p) => format!("'{setting}' is out of range: {} to {}", p.min, p.max),
                None => format!("'{name}' is no constant of the search"),
            });
        }
    }
    Ok(params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_or_named() {
        let params = parse_params("null_base=4, futility_base=100").unwrap();
        assert_eq!((params.null_base, params.futility_base), (4, 100));
        assert_eq!(parse_params("").unwrap(), Params::default());
        for bad in ["null_base", "null_base=x", "null_base=99", "nothing=1"] {
            assert!(parse_params(bad).unwrap_err().contains(bad.split('=').next().unwrap()), "{bad}");
        }
    }
}
