//! `NAME=VALUE` words of the command line.

use std::str::FromStr;

use crate::game::excerpt;

/// The words of a text, split at their first `=`.
///
/// # Errors
/// A message naming the word that has none.
pub fn settings(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let split = |word| setting(word).ok_or_else(|| format!("expected NAME=VALUE, found '{}'", excerpt(word)));
    text.split_whitespace().map(split).collect()
}

/// A word split at its first `=`.
pub fn setting(word: &str) -> Option<(&str, &str)> {
    word.split_once('=').filter(|(name, _)| !name.is_empty())
}

/// The number that a name is set to.
///
/// # Errors
/// A message naming both.
pub fn number<T: FromStr>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("bad number '{}' for '{name}'", excerpt(value)))
}
