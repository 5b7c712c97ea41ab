//! A score as people and scripts are told it.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::core::score::{MATE, plies_to_mate};
use crate::core::{Score, Side};

/// A score, seen by a side that the place where it stands names.
///
/// In JSON `{"cp": 35}` in centipawns, or `{"mate": 5}` where a win in 5 plies is forced; a loss is below zero, and
/// `{"mate": 0}` is a game that has been lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth(pub Score);

impl Worth {
    pub const WON: Worth = Worth(MATE);
    pub const LOST: Worth = Worth(-MATE);

    /// Seen by the other side.
    pub const fn flip(self) -> Worth {
        Worth(-self.0)
    }

    /// A score of this side, seen by the one that moves first.
    pub const fn by_first(self, side: Side) -> Worth {
        Worth(self.0 * side.sign())
    }

    /// Plies to a forced end, at least 1 for a win.
    fn mate(self) -> Option<i32> {
        plies_to_mate(self.0).map(|plies| if self.0 > 0 { plies.max(1) } else { plies })
    }
}

impl Serialize for Worth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.mate() {
            Some(plies) => serializer.collect_map([("mate", plies)]),
            None => serializer.collect_map([("cp", self.0)]),
        }
    }
}

/// `+35`, `0`, `mate 5`, `mate -4`, `won`, `lost`.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.mate() {
            _ if self == &Worth::WON => "won".to_string(),
            _ if self == &Worth::LOST => "lost".to_string(),
            Some(plies) => format!("mate {plies}"),
            None if self.0 == 0 => "0".to_string(),
            None => format!("{:+}", self.0),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::score::{mate_in, mated_in};

    #[test]
    fn worths_in_words_and_json() {
        for (score, text, json) in [
            (35, "+35", r#"{"cp":35}"#),
            (0, "0", r#"{"cp":0}"#),
            (-7, "-7", r#"{"cp":-7}"#),
            (mate_in(5), "mate 5", r#"{"mate":5}"#),
            (mate_in(0), "won", r#"{"mate":1}"#),
            (mated_in(4), "mate -4", r#"{"mate":-4}"#),
            (mated_in(0), "lost", r#"{"mate":0}"#),
        ] {
            assert_eq!(Worth(score).to_string(), text);
            assert_eq!(serde_json::to_string(&Worth(score)).expect("JSON"), json);
        }
        assert_eq!(format!("{:>4}", Worth(5)), "  +5");
        assert_eq!(Worth(10).by_first(Side::Second), Worth(-10));
    }
}
