//! Reads KIF and KI2, line by line.

use crate::core::Side;
use crate::engine::GameInfo;

use super::super::builder::Builder;
use super::super::endings::{self, Tongue};
use super::super::{End, Ending, Format, Problem, ReadError, Reading, Record, times};
use super::header::Head;
use super::{MARKS, moves, notes};

/// Reads the one game of a file.
///
/// # Errors
/// [`ReadError::Empty`]: the start is no position.
pub fn read(text: &str, format: Format, game: &'static GameInfo) -> Result<Reading, ReadError> {
    let mut reader = Reader { game, head: Head::default(), body: None, problems: Vec::new(), failed: false };
    let mut last = 1;
    for (i, line) in text.lines().enumerate() {
        last = i + 1;
        reader.read_line(last, line);
        if reader.failed {
            break;
        }
    }
    if !reader.failed {
        reader.begin(last);
    }
    let Reader { head, body, problems, .. } = reader;
    let mut reading = Reading { problems, ..Reading::new(format) };
    if let Some(Body { builder, start, .. }) = body {
        let mut record =
            Record { headers: head.headers, comments: head.comments, ..Record::new(game, start) };
        let first = record.side();
        record.line = builder.finish();
        times::drop_plain_totals(&mut record.line, first);
        reading.records.push(record);
    }
    reading.or_empty()
}

struct Reader {
    game: &'static GameInfo,
    head: Head,
    /// Once the moves have begun.
    body: Option<Body>,
    problems: Vec<Problem>,
    /// The start is bad: nothing can be read on.
    failed: bool,
}

struct Body {
    builder: Builder,
    start: crate::engine::Setup,
    /// The number of the first move, less 1.
    offset: Option<usize>,
    /// A move of the line under way could not be read, so that the moves after it mean nothing.
    skipping: bool,
}

impl Reader {
    fn read_line(&mut self, number: usize, line: &str) {
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
        } else if let Some(comment) = line.trim_start().strip_prefix('*') {
            self.read_comment(comment.trim_end());
        } else if text.starts_with('&') {
            self.read_comment(text);
        } else if text.starts_with("手数--") {
            self.begin(number);
        } else if let Some(rest) = text.strip_prefix("変化：").or_else(|| text.strip_prefix("変化:")) {
            self.branch(number, text, rest);
        } else if let Some(rest) = text.strip_prefix("まで") {
            self.begin(number);
            self.read_result(rest);
        } else if text.starts_with(MARKS) && !text.contains('：') {
            self.begin(number);
            self.read_marked(number, text);
        } else if let Some((count, rest)) = moves::numbered(text) {
            self.begin(number);
            self.read_numbered(number, text, count, rest);
        } else if self.body.is_some() || !self.head.read(number, line, &mut self.problems) {
            self.problems.push(Problem::new(number, text, "it is no line of this format"));
        }
    }

    /// The moves begin, if they have not yet.
    fn begin(&mut self, number: usize) {
        if self.body.is_some() || self.failed {
            return;
        }
        let start = super::super::plain_start(self.game, self.head.start(&mut self.problems));
        match Builder::new(self.game, &start) {
            Ok(builder) => self.body = Some(Body { builder, start, offset: None, skipping: false }),
            Err(error) => {
                self.failed = true;
                self.problems
                    .insert(0, Problem::new(number, "the board before the moves", error.to_string()));
            }
        }
    }

    fn read_comment(&mut self, comment: &str) {
        let Some(body) = &mut self.body else {
            self.head.comments.push(comment.to_string());
            return;
        };
        if body.skipping {
            return;
        }
        let (builder, comment) = (&mut body.builder, comment.to_string());
        if let Some(end) = builder.end() {
            match notes::reason(&comment) {
                Some(reason) => endings::set_reason(end, reason),
                None => end.comments.push(comment),
            }
        } else if builder.node().is_some() {
            builder.annotate(|node, replay| {
                if !notes::read(&comment, node, replay) {
                    node.comments.push(comment);
                }
            });
        } else if builder.ply() == 0 {
            self.head.comments.push(comment);
        }
    }

    fn branch(&mut self, number: usize, text: &str, rest: &str) {
        self.begin(number);
        let Some(body) = &mut self.body else { return };
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let wanted: Option<usize> = rest[..end].parse().ok().filter(|&n| n > 0);
        let offset = body.offset.unwrap_or(0);
        let done = match wanted.and_then(|n| (n - 1).checked_sub(offset)) {
            Some(ply) => body.builder.branch(ply),
            None => Err("the number of its first move is missing or too small".to_string()),
        };
        body.skipping = done.is_err();
        if let Err(reason) = done {
            self.problems.push(Problem::new(number, text, format!("{reason}; the variation is left out")));
        }
    }

    /// `   1 ７六歩(77)   ( 0:16/00:00:16)+`
    fn read_numbered(&mut self, number: usize, line: &str, count: usize, rest: &str) {
        let Some(body) = self.body.as_mut().filter(|body| !body.skipping) else { return };
        let offset = *body.offset.get_or_insert(count.saturating_sub(1));
        let expected = body.builder.ply() + 1 + offset;
        if count != expected && body.builder.end().is_none() {
            let reason = format!("it should have the number {expected}");
            self.problems.push(Problem::new(number, line, reason));
        }
        let (text, time) = match rest.rfind(['(', '（']) {
            Some(at) if rest[at..].contains([':', '/', '：']) => rest.split_at(at),
            _ => (rest, ""),
        };
        let (time, total) = read_times(time);
        let text = text.trim().trim_end_matches('+').trim_end();
        let side = body.builder.side();
        if body.builder.end().is_some() {
            self.problems.push(Problem::new(number, line, "the game has ended before it; left out"));
        } else if let Some(mut end) = endings::read(text, Tongue::Kif, side, None) {
            (end.time, end.total) = (time, total);
            body.builder.set_end(end);
        } else {
            match moves::read(text, body.builder.replay()) {
                Ok(m) => {
                    body.builder.play(m);
                    if let Some(node) = body.builder.node() {
                        (node.time, node.total) = (time, total);
                    }
                }
                Err(reason) => self.skip(number, text, &reason),
            }
        }
    }

    /// `▲７六歩    △３四歩    ▲２六歩`
    fn read_marked(&mut self, number: usize, line: &str) {
        for word in line.split(MARKS) {
            let Some(body) = self.body.as_mut().filter(|body| !body.skipping) else { return };
            let word = word.trim();
            if word.is_empty() {
                continue;
            }
            let side = body.builder.side();
            if let Some(end) = endings::read(word, Tongue::Kif, side, None) {
                body.builder.set_end(end);
                continue;
            }
            match moves::read_any(word, body.builder.replay()) {
                Ok(m) => body.builder.play(m),
                Err(reason) => self.skip(number, word, &reason),
            }
        }
    }

    /// Gives the line under way up.
    fn skip(&mut self, number: usize, text: &str, reason: &str) {
        if let Some(body) = &mut self.body {
            body.skipping = true;
            body.builder.give_up();
            let ply = body.builder.ply() + 1;
            let reason = format!("{reason}; the line is left out from here, move {ply}");
            self.problems.push(Problem::new(number, text, reason));
        }
    }

    /// `まで94手で後手の勝ち`, without its first word.
    fn read_result(&mut self, text: &str) {
        let Some(body) = self.body.as_mut().filter(|body| !body.skipping) else { return };
        let text = text.trim_start_matches(|c: char| super::super::shogi::digit(c).is_some());
        let text = text.trim_start_matches("手").trim_start_matches("で").trim();
        if body.builder.end().is_none() {
            let side = body.builder.side();
            body.builder.set_end(result(text, side));
        }
    }
}

/// The end that the words after `まで94手で` tell.
fn result(text: &str, to_move: Side) -> End {
    let read = |word| endings::read(word, Tongue::Kif, to_move, None);
    if let Some(end) = read(text) {
        return end;
    }
    let (who, what) = text.rsplit_once('の').unwrap_or(("", text));
    let named = if who.ends_with("先手") || who.ends_with("下手") {
        Some(Side::First)
    } else if who.ends_with("後手") || who.ends_with("上手") {
        Some(Side::Second)
    } else {
        None
    };
    let lost = what.contains("負け") || what.contains("不戦敗");
    let winner = named.map(|side| if lost { !side } else { side });
    let mover_wins = winner == Some(to_move);
    let word = if text.contains("反則") {
        if mover_wins { "反則勝ち" } else { "反則負け" }
    } else if text.contains("時間切れ") || text.contains("切れ負け") {
        "切れ負け"
    } else if text.contains("不戦") {
        if mover_wins { "不戦勝" } else { "不戦敗" }
    } else if text.contains("入玉") || text.contains("宣言") {
        "入玉勝ち"
    } else {
        ["千日手", "持将棋", "中断", "詰"].into_iter().find(|word| text.contains(word)).unwrap_or("投了")
    };
    match read(word).filter(|end| winner.is_none() || end.winner == winner) {
        Some(end) if winner.is_some() || word != "投了" => end,
        // A winner in a way that does not fit whose turn it is, or words that say nothing.
        _ if winner.is_some() => End::new(Ending::Other, winner, ""),
        _ => End::new(Ending::Interrupted, None, text),
    }
}

/// The two times of `( 0:16/00:00:16)`: the move's, and its side's so far.
fn read_times(text: &str) -> (Option<std::time::Duration>, Option<std::time::Duration>) {
    let inner = text.trim_start_matches(['(', '（']);
    let inner = inner.split([')', '）']).next().unwrap_or("").replace('：', ":");
    let (time, total) = inner.split_once('/').unwrap_or((&inner, ""));
    (times::read(time), times::read(total))
}
