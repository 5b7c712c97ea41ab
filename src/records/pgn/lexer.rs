//! PGN as a list of tokens.

/// A token; its text as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `[NAME "VALUE"]`
    Tag(String, String),
    /// `{…}` or `;…`
    Comment(String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// Anything between spaces: moves, their numbers, results, `$1`.
    Word(String),
    /// A tag or a comment that is not closed.
    Broken(&'static str, String),
}

/// The tokens of a text, each with its line.
pub fn tokens(text: &str) -> Vec<(usize, Token)> {
    let mut lexer = Lexer { rest: text, line: 1 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next() {
        tokens.push(token);
    }
    tokens
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

const fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1a}' | '\u{feff}' | '\0')
}

impl<'a> Lexer<'a> {
    /// Takes so many bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn next(&mut self) -> Option<(usize, Token)> {
        let spaces = self.rest.len() - self.rest.trim_start_matches(is_space).len();
        self.take(spaces);
        let line = self.line;
        let token = match self.rest.chars().next()? {
            '[' => self.tag(),
            '{' => self.braces(),
            ';' => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                Token::Comment(self.take(end)[1..].trim().to_string())
            }
            c @ ('(' | ')' | '}' | ']') => {
                self.take(1);
                match c {
                    '(' => Token::Open,
                    ')' => Token::Close,
                    other => Token::Broken("nothing is open that it closes", other.to_string()),
                }
            }
            _ => {
                let ends = |c: char| is_space(c) || matches!(c, '(' | ')' | '{' | '}' | '[' | ']' | ';');
                let end = self.rest.find(ends).unwrap_or(self.rest.len());
                Token::Word(self.take(end).to_string())
            }
        };
        Some((line, token))
    }

    fn tag(&mut self) -> Token {
        let line = self.rest.lines().next().unwrap_or("");
        let inner = line[1..].trim_start();
        let end = inner.find(|c: char| c.is_whitespace() || c == '"' || c == ']').unwrap_or(inner.len());
        let (name, value) = inner.split_at(end);
        let broken = || Token::Broken("a tag is like [Event \"NAME\"]", line.to_string());
        let Some(quoted) = value.trim_start().strip_prefix('"').filter(|_| !name.is_empty()) else {
            let token = broken();
            self.take(line.len());
            return token;
        };
        // The value ends with the last quotation mark of those that no backslash stands before.
        let (mut text, mut escaped, mut length) = (String::new(), false, None);
        for (at, c) in quoted.char_indices() {
            match c {
                '\\' if !escaped => {
                    escaped = true;
                    continue;
                }
                '"' if !escaped => {
                    length = Some(at);
                    // Programs forget the backslash: a mark that no bracket follows belongs to the value.
                    if quoted[at + 1..].trim_start().starts_with(']') {
                        break;
                    }
                    text.push('"');
                }
                c => {
                    if escaped && c != '"' && c != '\\' {
                        text.push('\\');
                    }
                    text.push(c);
                }
            }
            escaped = false;
        }
        let closing = length.and_then(|at| quoted[at + 1..].find(']').map(|bracket| at + 1 + bracket + 1));
        let Some(closing) = closing else {
            let token = broken();
            self.take(line.len());
            return token;
        };
        let before = line.len() - quoted.len();
        let token = Token::Tag(name.to_string(), text);
        self.take(before + closing);
        token
    }

    fn braces(&mut self) -> Token {
        match self.rest.find('}') {
            Some(end) => {
                let text = self.take(end + 1);
                Token::Comment(text[1..text.len() - 1].trim().to_string())
            }
            None => {
                let text = self.take(self.rest.len());
                Token::Broken("the comment is not closed", text.to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds() {
        let text = "[Event \"a \\\"b\\\" c\"] [White \"O \"X\" O\"]\n\n1. H2-E2 {two\nlines} (1. x) ; rest\n$1 1-0 }\n[Bad]\n{open";
        let found = tokens(text);
        let word = |text: &str| Token::Word(text.to_string());
        let expected = vec![
            (1, Token::Tag("Event".into(), "a \"b\" c".into())),
            (1, Token::Tag("White".into(), "O \"X\" O".into())),
            (3, word("1.")),
            (3, word("H2-E2")),
            (3, Token::Comment("two\nlines".into())),
            (4, Token::Open),
            (4, word("1.")),
            (4, word("x")),
            (4, Token::Close),
            (4, Token::Comment("rest".into())),
            (5, word("$1")),
            (5, word("1-0")),
            (5, Token::Broken("nothing is open that it closes", "}".into())),
            (6, Token::Broken("a tag is like [Event \"NAME\"]", "[Bad]".into())),
            (7, Token::Broken("the comment is not closed", "{open".into())),
        ];
        assert_eq!(found, expected);
    }
}
