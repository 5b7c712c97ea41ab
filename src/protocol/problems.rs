//! What was wrong with the words of one command, told in one line however many they are.

use std::fmt;

/// So many problems are named, the others are only counted.
const NAMED: usize = 3;

/// The problems of one command. Their words are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    named: Vec<String>,
    others: usize,
}

impl Problems {
    pub fn add(&mut self, problem: impl fmt::Display) {
        if self.named.len() < NAMED {
            self.named.push(problem.to_string());
        } else {
            self.others += 1;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }
}

/// The problems, most recent last, as one text without a line feed.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.named.join("; "))?;
        match self.others {
            0 => f.write_str("; left out"),
            others => write!(f, "; and {others} more; left out"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_problems_make_a_short_text() {
        let mut problems = Problems::default();
        assert!(problems.is_empty());
        problems.add("a");
        assert_eq!(problems.to_string(), "a; left out");
        (0..9).for_each(|number| problems.add(number));
        assert_eq!(problems.to_string(), "a; 0; 1; and 7 more; left out");
    }
}
