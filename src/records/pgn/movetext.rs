//! Moves, comments and variations of PGN and `.gib` files into a line.

use crate::core::Side;
use crate::game::Notation;

use super::super::builder::Builder;
use super::super::{End, Ending, Line, Problem};
use super::comment;
use super::lexer::Token;

/// What the moves of a game say.
pub struct Movetext {
    /// Comments before the first move.
    pub comments: Vec<String>,
    pub line: Line,
    /// The result that stands at the end; its comments are those behind it.
    pub result: Option<End>,
    pub problems: Vec<Problem>,
}

/// Marks of moves, and the numbers PGN has for them.
const SUFFIXES: [(&str, &str); 6] =
    [("!!", "$3"), ("??", "$4"), ("!?", "$5"), ("?!", "$6"), ("!", "$1"), ("?", "$2")];

/// Reads the tokens of a game, tags left out. Coordinates are in this notation.
pub fn read(tokens: &[(usize, Token)], builder: Builder, notation: Notation) -> Movetext {
    let mut reader = Reader {
        builder,
        notation,
        pending: Vec::new(),
        open: Vec::new(),
        skipping: None,
        text: Movetext { comments: Vec::new(), line: Line::default(), result: None, problems: Vec::new() },
    };
    for (line, token) in tokens {
        reader.read(*line, token);
    }
    let Reader { builder, mut text, .. } = reader;
    text.line = builder.finish();
    text
}

struct Reader {
    builder: Builder,
    notation: Notation,
    /// Comments before the first move of a variation.
    pending: Vec<String>,
    /// Brackets open; for each whether a variation was begun.
    open: Vec<bool>,
    /// A move within so many brackets could not be read: what follows there means nothing.
    skipping: Option<usize>,
    text: Movetext,
}

impl Reader {
    fn read(&mut self, line: usize, token: &Token) {
        match token {
            Token::Tag(..) => {}
            Token::Broken(reason, text) => self.tell(line, text, reason),
            Token::Open => self.open(line),
            Token::Close => self.close(line),
            Token::Comment(comment) if self.skipping.is_none() => self.comment(comment),
            Token::Word(word) if self.skipping.is_none() => self.word(line, word),
            // The result of a game that could not be read to its end is worth having all the same.
            Token::Word(word) if self.open.is_empty() => {
                self.text.result = result(word).or(self.text.result.take());
            }
            Token::Comment(_) | Token::Word(_) => {}
        }
    }

    fn tell(&mut self, line: usize, text: &str, reason: &str) {
        self.text.problems.push(Problem::new(line, text, reason));
    }

    fn open(&mut self, line: usize) {
        let mut begun = false;
        if self.skipping.is_none() {
            match self.builder.branch_here() {
                Ok(()) => begun = true,
                Err(reason) => {
                    self.skipping = Some(self.open.len() + 1);
                    self.tell(line, "(", &format!("{reason}; left out"));
                }
            }
        }
        self.open.push(begun);
    }

    fn close(&mut self, line: usize) {
        if self.skipping == Some(self.open.len()) && !self.open.is_empty() {
            self.skipping = None;
        }
        match self.open.pop() {
            Some(true) => {
                self.builder.close();
            }
            Some(false) => {}
            None => self.tell(line, ")", "nothing is open that it closes"),
        }
        self.pending.clear();
    }

    fn comment(&mut self, comment: &str) {
        let text = if comment.contains('\n') {
            // Programs break long comments into lines.
            comment.split_whitespace().collect::<Vec<&str>>().join(" ")
        } else {
            comment.to_string()
        };
        if let (Some(end), true) = (&mut self.text.result, self.open.is_empty()) {
            end.comments.push(text);
        } else if self.builder.node().is_some() {
            self.builder.annotate(|node, _| {
                if !comment::read(&text, node) {
                    node.comments.push(text);
                }
            });
        } else if self.open.is_empty() {
            self.text.comments.push(text);
        } else {
            self.pending.push(text);
        }
    }

    fn word(&mut self, line: usize, word: &str) {
        if word.starts_with('$') {
            self.comment(word);
            return;
        }
        if let Some(end) = result(word) {
            if self.open.is_empty() {
                self.text.result = Some(end);
            }
            return;
        }
        let word = without_number(word);
        if word.is_empty() {
            return;
        }
        let marked = SUFFIXES.iter().find_map(|(mark, nag)| Some((word.strip_suffix(mark)?, *nag)));
        let (text, nag) = marked.map_or((word, None), |(text, nag)| (text, Some(nag)));
        let read = match coordinates(text) {
            Some(coordinates) => self.builder.replay().read(&coordinates, self.notation),
            None => self.builder.replay().engine().read_move(text),
        };
        match read {
            Ok(m) => {
                self.builder.play(m);
                let comments = std::mem::take(&mut self.pending);
                if let Some(node) = self.builder.node() {
                    node.comments.extend(comments);
                    node.comments.extend(nag.map(str::to_string));
                }
            }
            Err(error) => {
                let (reason, ply) = (super::super::replay::reason(error), self.builder.ply() + 1);
                self.tell(line, text, &format!("{reason}; the line is left out from here, move {ply}"));
                self.skipping = Some(self.open.len());
            }
        }
    }
}

/// A word without the number of a move that it begins with.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_dot = |c: char| matches!(c, '.' | '．' | '、' | '…');
    if rest.len() < word.len() && !rest.is_empty() && !rest.starts_with(is_dot) {
        return word; // a move that begins with digits
    }
    rest.trim_start_matches(is_dot)
}

/// Moves that are coordinates, as the games' own readers like them: `H2-E2` is `h2e2`.
fn coordinates(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let rest = lower.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let (rank, rest) = digits(rest)?;
    let to = rest.strip_prefix('-').unwrap_or(rest);
    let file = to.chars().next().filter(char::is_ascii_lowercase)?;
    let (to_rank, rest) = digits(&to[1..])?;
    rest.is_empty().then(|| format!("{}{rank}{file}{to_rank}", &lower[..1]))
}

/// One or two digits, and the rest.
fn digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (1..=2).contains(&end).then(|| text.split_at(end))
}

/// The end that a result tells: nothing but the winner.
pub fn result(word: &str) -> Option<End> {
    let winner = match word {
        "1-0" => Some(Side::First),
        "0-1" => Some(Side::Second),
        "1/2-1/2" | "1/2" | "½-½" => None,
        "*" => return Some(End::new(Ending::Interrupted, None, "")),
        _ => return None,
    };
    Some(End::new(Ending::Other, winner, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_moves() {
        for (word, rest) in [
            ("1.", ""),
            ("12...", ""),
            ("12.H2-E2", "H2-E2"),
            ("1．炮二平五", "炮二平五"),
            ("12", ""),
            ("79卒78", "79卒78"),
            ("…", ""),
        ] {
            assert_eq!(without_number(word), rest);
        }
    }

    #[test]
    fn coordinates_in_any_spelling() {
        for (word, expected) in
            [("H2-E2", Some("h2e2")), ("a10a9", Some("a10a9")), ("C2.5", None), ("P-7f", None)]
        {
            assert_eq!(coordinates(word).as_deref(), expected);
        }
    }
}
