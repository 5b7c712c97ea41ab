//! Conversations with the built executable, as data: `tests/data/transcripts/*.txt`.
//!
//! A line of a transcript is a mark, a space and a text:
//!
//! | mark | meaning |
//! |---|---|
//! | `#` | a comment |
//! | `$` | arguments of the command line (first line only) |
//! | `>` | send this line; `\t`, `\r`, `\n`, `\xFF` are bytes, `{N:text}` is the text N times |
//! | `<` | read on until a line matches, in which `*` stands for any text |
//! | `=` | the very next line matches |
//! | `!` | none of the lines that the last `<` passed over or found matches |
//! | `~` | wait so many milliseconds |
//! | `.` | nothing is said for so many milliseconds |
//! | `eof` | end the input |
//! | `exit` | the engine leaves within so many milliseconds, with exit code 0 and nothing on stderr |

use std::path::Path;
use std::time::Duration;

use crate::common;
use crate::gui::{Gui, PATIENCE, matches};

fn play(path: &Path) -> Result<(), String> {
    let script = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let arguments = script.lines().next().and_then(|line| line.strip_prefix("$ ")).unwrap_or("");
    let mut gui = Gui::start(&arguments.split_whitespace().collect::<Vec<_>>());
    let mut passed = Vec::new();
    for (number, line) in script.lines().enumerate() {
        let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
        let milliseconds = || Duration::from_millis(text.parse().expect("a number of milliseconds"));
        let step = match mark {
            "" | "#" | "$" => Ok(()),
            ">" => {
                let mut bytes = unescape(text);
                bytes.push(b'\n');
                gui.send_bytes(&bytes)
            }
            "<" => gui.read_to(text).map(|lines| passed = lines),
            "=" => match gui.line_within(PATIENCE) {
                Some(line) if matches(text, &line) => Ok(()),
                other => Err(format!("there came {other:?}")),
            },
            "!" => match passed.iter().find(|line| matches(text, line)) {
                Some(line) => Err(format!("there came '{line}'")),
                None => Ok(()),
            },
            "~" => {
                std::thread::sleep(milliseconds());
                Ok(())
            }
            "." => match gui.line_within(milliseconds()) {
                Some(line) => Err(format!("there came '{line}'")),
                None => Ok(()),
            },
            "eof" => {
                gui.close();
                Ok(())
            }
            "exit" => gui.expect_exit(milliseconds()),
            other => panic!("{}:{}: unknown mark '{other}'", path.display(), number + 1),
        };
        step.map_err(|error| format!("{}:{}: {line}\n    {error}", path.display(), number + 1))?;
    }
    Ok(())
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (piece, length) = match c {
            '\\' => match rest.as_bytes().get(1) {
                Some(b't') => (vec![b'\t'], 2),
                Some(b'r') => (vec![b'\r'], 2),
                Some(b'n') => (vec![b'\n'], 2),
                Some(b'x') => (vec![u8::from_str_radix(&rest[2..4], 16).expect("two hex digits")], 4),
                other => panic!("unknown escape {other:?}"),
            },
            '{' => {
                let end = rest.find('}').expect("a closing brace");
                let (count, text) = rest[1..end].split_once(':').expect("{N:text}");
                (text.repeat(count.parse().expect("a number")).into_bytes(), end + 1)
            }
            other => (other.to_string().into_bytes(), other.len_utf8()),
        };
        bytes.extend(piece);
        rest = &rest[length..];
    }
    bytes
}

#[test]
fn all_transcripts() {
    let folder = common::data().join("transcripts");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(paths.len() >= 10);
    // The engines mostly wait, so a few at a time are no burden.
    let failures: Vec<String> = paths
        .chunks(4)
        .flat_map(|some| {
            std::thread::scope(|scope| {
                let plays: Vec<_> = some.iter().map(|path| scope.spawn(|| play(path))).collect();
                plays.into_iter().filter_map(|play| play.join().expect("no panic").err()).collect::<Vec<_>>()
            })
        })
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
