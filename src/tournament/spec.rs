//! What the command line says of an engine: `name=A cmd="./ryuma engine" proto=usi dir=/tmp option.Threads=1`.

use std::path::PathBuf;
use std::str::FromStr;

use crate::game::excerpt;
use crate::protocol::Protocol;

use super::words::setting;

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    pub name: String,
    /// The program and its arguments; at least the program is there.
    pub command: Vec<String>,
    /// The folder it runs in.
    pub folder: Option<PathBuf>,
    /// `None`: the usual one of the game.
    pub protocol: Option<Protocol>,
    pub options: Vec<(String, String)>,
}

impl FromStr for EngineSpec {
    type Err = String;

    /// Words as a shell splits them; the command is split once more.
    fn from_str(text: &str) -> Result<EngineSpec, String> {
        let split = |text: &str| {
            shell_words::split(text).map_err(|error| format!("bad quotes in '{}': {error}", excerpt(text)))
        };
        let (mut name, mut command, mut folder, mut protocol) = (None, Vec::new(), None, None);
        let mut options = Vec::new();
        for word in split(text)? {
            let (key, value) =
                setting(&word).ok_or_else(|| format!("expected NAME=VALUE, found '{}'", excerpt(&word)))?;
            match key {
                "name" => name = Some(value.to_string()),
                "cmd" => command = split(value)?,
                "dir" => folder = Some(PathBuf::from(value)),
                "proto" => {
                    let unknown = || format!("unknown protocol '{}' (usi, ucci, uci)", excerpt(value));
                    protocol = Some(Protocol::of_word(value).ok_or_else(unknown)?);
                }
                _ => match key.strip_prefix("option.").filter(|option| !option.is_empty()) {
                    Some(option) => options.push((option.to_string(), value.to_string())),
                    None => {
                        return Err(format!(
                            "unknown word '{}' (name, cmd, dir, proto, option.NAME)",
                            excerpt(key)
                        ));
                    }
                },
            }
        }
        let program = command.first().ok_or("cmd=PROGRAM is missing")?;
        let stem = PathBuf::from(program).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = name.or(stem).unwrap_or_else(|| program.clone());
        Ok(EngineSpec { name, command, folder, protocol, options })
    }
}

impl EngineSpec {
    /// The name as part of a file's name.
    pub fn file_name(&self) -> String {
        self.name.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect()
    }

    /// Everything but the name, to tell whether a match is still the same.
    pub fn description(&self) -> String {
        let mut words = vec![format!("cmd={}", shell_words::join(&self.command))];
        words.extend(self.folder.as_ref().map(|folder| format!("dir={}", folder.display())));
        words.extend(self.protocol.map(|protocol| format!("proto={}", protocol.word())));
        words.extend(self.options.iter().map(|(name, value)| format!("option.{name}={value}")));
        shell_words::join(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words() {
        let text = r#"name=A cmd="./ryuma --log-file 'a b'" dir=/tmp proto=ucci option.Threads=1 "option.Book File=x=y z""#;
        let spec: EngineSpec = text.parse().unwrap();
        assert_eq!(spec.name, "A");
        assert_eq!(spec.command, ["./ryuma", "--log-file", "a b"]);
        assert_eq!((spec.folder.clone(), spec.protocol), (Some(PathBuf::from("/tmp")), Some(Protocol::Ucci)));
        let options = [("Threads", "1"), ("Book File", "x=y z")].map(|(n, v)| (n.to_string(), v.to_string()));
        assert_eq!(spec.options, options);
        // The description is one to read back.
        let again: EngineSpec = format!("name=A {}", spec.description()).parse().unwrap();
        assert_eq!(again, spec);
    }

    #[test]
    fn the_program_names_the_engine() {
        let spec: EngineSpec = "cmd=/usr/games/fairy-stockfish".parse().unwrap();
        assert_eq!((spec.name.as_str(), spec.protocol, spec.options.len()), ("fairy-stockfish", None, 0));
        let spec = EngineSpec { name: "a/b c".to_string(), ..spec };
        assert_eq!(spec.file_name(), "a_b_c");
    }

    #[test]
    fn errors_name_the_word() {
        for (text, message) in [
            ("name=A", "cmd=PROGRAM is missing"),
            ("cmd=", "cmd=PROGRAM is missing"),
            ("cmd=x colour=red", "unknown word 'colour' (name, cmd, dir, proto, option.NAME)"),
            ("cmd=x option.=1", "unknown word 'option.' (name, cmd, dir, proto, option.NAME)"),
            ("cmd=x proto=xboard", "unknown protocol 'xboard' (usi, ucci, uci)"),
            ("./ryuma", "expected NAME=VALUE, found './ryuma'"),
            ("cmd='x", "bad quotes in 'cmd='x': missing closing quote"),
        ] {
            assert_eq!(text.parse::<EngineSpec>().unwrap_err(), message);
        }
    }
}
