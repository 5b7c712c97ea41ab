//! Input lines, read on their own thread so that they come in while the engine thinks.

use std::io::{BufRead, BufReader, Read};

/// Longer lines are not commands; reading on would only eat memory. Long games fit a hundred times over.
const MAX_LINE: u64 = 8 << 20;

/// What comes in.
#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end. Bytes that are not UTF-8 have been replaced by U+FFFD.
    Line(String),
    /// A line was too long; it is skipped.
    TooLong,
    End,
}

/// Reads to the end and hands each line over, the end included.
pub fn read_lines(input: impl Read, mut hand_over: impl FnMut(Input)) {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    let mut skipping = false;
    loop {
        line.clear();
        // An error of the input ends it as its end does: there is nobody left to listen to.
        let read = (&mut input).take(MAX_LINE).read_until(b'\n', &mut line).unwrap_or(0);
        if read == 0 {
            if skipping {
                hand_over(Input::TooLong);
            }
            break;
        }
        let is_whole = line.ends_with(b"\n") || line.len() < MAX_LINE as usize;
        if skipping || !is_whole {
            if is_whole {
                hand_over(Input::TooLong);
            }
            skipping = !is_whole;
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        // Windows shells put a byte order mark before what they pipe.
        hand_over(Input::Line(text.trim_start_matches('\u{FEFF}').trim_end().to_string()));
    }
    hand_over(Input::End);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Input> {
        let mut all = Vec::new();
        read_lines(bytes, |input| all.push(input));
        all
    }

    #[test]
    fn any_bytes_make_lines() {
        let line = |text: &str| Input::Line(text.to_string());
        assert_eq!(
            lines(b"\xEF\xBB\xBFusi\r\n\n\xFFgo\xC3\nquit"),
            [line("usi"), line(""), line("\u{FFFD}go\u{FFFD}"), line("quit"), Input::End]
        );
    }

    #[test]
    fn long_lines_are_skipped() {
        let mut bytes = vec![b'a'; 3 * MAX_LINE as usize + 17];
        bytes.extend_from_slice(b"\nusi\n");
        assert_eq!(lines(&bytes), [Input::TooLong, Input::Line("usi".to_string()), Input::End]);
    }
}
