//! What a search thought of a move, in comments as ShogiHome and others write them: `#評価値=52`, `#深さ=12`,
//! `#読み筋=▲７六歩 △３四歩`, and the reason of an end: `#理由=overrun`.
//!
//! Scores are Sente's in the file.

use crate::core::Side;

use super::super::{Node, Replay};

const SCORE: &str = "#評価値=";
const DEPTH: &str = "#深さ=";
const LINE: &str = "#読み筋=";
const REASON: &str = "#理由=";

/// Takes a comment on the last move played in: whether it was such a note.
pub fn read(comment: &str, node: &mut Node, replay: &mut Replay) -> bool {
    let mover = !replay.side();
    if let Some(score) = comment.strip_prefix(SCORE).and_then(|text| text.trim().parse::<i32>().ok()) {
        node.score = Some(score.saturating_mul(mover.sign()));
    } else if let Some(depth) = comment.strip_prefix(DEPTH).and_then(|text| text.trim().parse().ok()) {
        node.depth = depth;
    } else if let Some(text) = comment.strip_prefix(LINE) {
        let ply = replay.played().len();
        let marked = text.replace(super::MARKS, " ");
        let words: Vec<&str> = marked.split(' ').filter(|word| !word.is_empty()).collect();
        let mut pv = Vec::new();
        for word in &words {
            let Ok(m) = super::moves::read_any(word, replay) else { break };
            pv.push(m);
            replay.play(m);
        }
        replay.rewind(ply);
        if pv.is_empty() || pv.len() < words.len() {
            return false;
        }
        node.pv = pv;
    } else {
        return false;
    }
    true
}

/// The reason that a comment tells of an end.
pub fn reason(comment: &str) -> Option<&str> {
    comment.strip_prefix(REASON)
}

pub fn write_reason(reason: &str) -> String {
    format!("{REASON}{reason}")
}

/// The comments on a move that has just been played.
pub fn write(node: &Node, replay: &mut Replay) -> Vec<String> {
    let mover = !replay.side();
    let mut notes = Vec::new();
    if let Some(score) = node.score {
        notes.push(format!("{SCORE}{}", score * mover.sign()));
        if node.depth > 0 {
            notes.push(format!("{DEPTH}{}", node.depth));
        }
    }
    if !node.pv.is_empty() {
        let ply = replay.played().len();
        let mut words = Vec::new();
        for &m in &node.pv {
            if replay.check(m).is_err() {
                break;
            }
            let mark = if replay.side() == Side::First { '▲' } else { '△' };
            words.push(format!("{mark}{}", super::write::japanese(m, replay)));
            replay.play(m);
        }
        replay.rewind(ply);
        notes.push(format!("{LINE}{}", words.join(" ")));
    }
    notes
}
