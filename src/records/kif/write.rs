//! Writes KIF and KI2.

use crate::core::{Move, Side};
use crate::engine::Setup;

use super::super::endings::{self, Tongue};
use super::super::shogi::{Board, handicap};
use super::super::times::{self, Running};
use super::super::{End, Line, Node, Record, Replay, WriteError, header};
use super::header::{word_of, write_board};
use super::{moves, notes};

/// Moves of a line in KI2.
const MOVES_A_LINE: usize = 6;

/// Writes KIF.
///
/// # Errors
/// [`WriteError::Position`].
pub fn write_kif(record: &Record) -> Result<String, WriteError> {
    let mut writer = Writer::new(record, true)?;
    writer.line("#KIF version=2.0 encoding=UTF-8");
    writer.head(record);
    writer.line("手数----指手---------消費時間--");
    writer.comments(&record.comments);
    writer.moves(&record.line, true);
    Ok(writer.text)
}

/// Writes KI2, without times.
///
/// # Errors
/// [`WriteError::Position`].
pub fn write_ki2(record: &Record) -> Result<String, WriteError> {
    let mut writer = Writer::new(record, false)?;
    writer.head(record);
    writer.line("");
    writer.comments(&record.comments);
    writer.moves(&record.line, true);
    Ok(writer.text)
}

struct Writer {
    text: String,
    replay: Replay,
    running: Running,
    /// KIF, not KI2.
    numbered: bool,
    /// Moves in the last line of a KI2.
    in_line: usize,
    handicap: bool,
}

impl Writer {
    fn new(record: &Record, numbered: bool) -> Result<Writer, WriteError> {
        let replay = Replay::new(record.game, &record.start)?;
        let handicap = record.start != Setup::Start && handicap::names(&record.start).is_some();
        Ok(Writer { text: String::new(), replay, running: Running::new(), numbered, in_line: 0, handicap })
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn head(&mut self, record: &Record) {
        let players = [header::FIRST, header::SECOND];
        let (players, others): (Vec<_>, Vec<_>) =
            record.headers.iter().partition(|(name, _)| players.contains(&name.as_str()));
        for (name, value) in others {
            self.line(&format!("{}：{value}", word_of(name, self.handicap)));
        }
        match handicap::names(&record.start) {
            Some((name, _)) => self.line(&format!("手合割：{name}")),
            None => {
                self.line("手合割：その他");
                for line in write_board(&Board::of_sfen(&self.replay.text())) {
                    self.line(&line);
                }
            }
        }
        for (name, value) in players {
            self.line(&format!("{}：{value}", word_of(name, self.handicap)));
        }
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            let mark = if comment.starts_with('&') { "" } else { "*" };
            self.line(&format!("{mark}{comment}"));
        }
    }

    /// Writes a line that begins where the position is, then its variations, the last first.
    fn moves(&mut self, line: &Line, is_main: bool) {
        let start = self.replay.played().len();
        for node in &line.nodes {
            self.node(node);
        }
        if let Some(end) = &line.end {
            self.end(end, is_main);
        }
        self.break_line();
        let beyond = line.end.as_ref().map_or(&[][..], |end| &end.variations);
        let of_nodes = line.nodes.iter().map(|node| &node.variations[..]);
        let all: Vec<&[Line]> = of_nodes.chain(std::iter::once(beyond)).collect();
        for (index, variations) in all.into_iter().enumerate().rev() {
            for variation in variations {
                let ply = start + index;
                self.replay.rewind(ply);
                self.line(&format!("\n変化：{}手", ply + 1));
                self.moves(variation, false);
            }
        }
    }

    fn node(&mut self, node: &Node) {
        if self.numbered {
            let text = moves::write(
                node.m,
                &Board::of_sfen(&self.replay.text()),
                self.replay.played().last().copied(),
            );
            let plus = if node.variations.is_empty() { "" } else { "+" };
            self.numbered(&text, node.time, node.total, plus);
        } else {
            let mark = if self.replay.side() == Side::First { '▲' } else { '△' };
            let text = format!("{mark}{}", japanese(node.m, &self.replay));
            if self.in_line > 0 {
                self.text.push_str("  ");
            }
            self.text.push_str(&text);
            self.in_line += 1;
        }
        self.replay.play(node.m);
        let notes = notes::write(node, &mut self.replay);
        if self.in_line == MOVES_A_LINE || !notes.is_empty() || !node.comments.is_empty() {
            self.break_line();
        }
        self.comments(&notes);
        self.comments(&node.comments);
    }

    fn numbered(
        &mut self,
        text: &str,
        time: Option<std::time::Duration>,
        total: Option<std::time::Duration>,
        plus: &str,
    ) {
        let number = self.replay.played().len() + 1;
        let sum = self.running.spend(&self.replay, times::whole(time.unwrap_or_default()));
        let mut line = format!("{number:4} {text}");
        if time.is_some() || total.is_some() {
            let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
            line.push_str(&" ".repeat(13usize.saturating_sub(width).max(1)));
            let (time, total) =
                (times::minutes(time.unwrap_or_default()), times::hours(total.unwrap_or(sum)));
            line.push_str(&format!("({time}/{total})"));
        }
        self.line(&format!("{line}{plus}"));
    }

    fn end(&mut self, end: &End, is_main: bool) {
        let side = self.replay.side();
        let (word, says_all) = endings::write(end, Tongue::Kif, side);
        if self.numbered {
            let plus = if end.variations.is_empty() { "" } else { "+" };
            self.numbered(word, end.time, end.total, plus);
        }
        if !self.numbered {
            self.break_line();
            self.result(end, word);
        }
        if !says_all && !end.reason.is_empty() {
            self.comments(&[notes::write_reason(&end.reason)]);
        }
        self.comments(&end.comments);
        if self.numbered && is_main {
            self.result(end, word);
        }
    }

    /// `まで94手で後手の勝ち`
    fn result(&mut self, end: &End, word: &str) {
        let count = self.replay.played().len();
        let sides = if self.handicap { ["下手", "上手"] } else { ["先手", "後手"] };
        let winner = end.winner.map_or("", |winner| sides[winner.index()]);
        let loser = end.winner.map_or("", |winner| sides[(!winner).index()]);
        let told = match word {
            "投了" => format!("{winner}の勝ち"),
            "切れ負け" => format!("時間切れにより{winner}の勝ち"),
            "反則勝ち" | "反則負け" => format!("{loser}の反則負け"),
            "入玉勝ち" => format!("{winner}の入玉勝ち"),
            "不戦勝" | "不戦敗" => format!("{winner}の不戦勝"),
            other => other.to_string(),
        };
        self.line(&format!("まで{count}手で{told}"));
    }

    fn break_line(&mut self) {
        if self.in_line > 0 {
            self.text.push('\n');
            self.in_line = 0;
        }
    }
}

/// A move as KI2 has it, without the mark of its side.
pub fn japanese(m: Move, replay: &Replay) -> String {
    match replay.engine().write_move(m, "japanese") {
        Ok(text) => text.trim_start_matches(super::MARKS).to_string(),
        // The square then tells the piece.
        Err(_) => moves::write(m, &Board::of_sfen(&replay.text()), replay.played().last().copied()),
    }
}
