//! What a search thought of a move, in a comment: `+0.35/12 0.050s`, `-M3/7`, or `[%emt 0:00:05]`.

use std::time::Duration;

use super::super::{Node, WIN, WIN_BOUND, times};

/// Takes a comment on a move: whether it was such a one.
pub fn read(text: &str, node: &mut Node) -> bool {
    if text == "book" {
        return true;
    }
    if let Some(time) = text.strip_prefix("[%emt ").and_then(|rest| rest.strip_suffix(']')) {
        node.time = times::read(time);
        return node.time.is_some();
    }
    let (thought, time) = text.split_once(' ').unwrap_or((text, ""));
    let Some((score, depth)) = thought.split_once('/') else { return false };
    let depth = depth.parse::<u32>();
    let time = if time.is_empty() { Some(None) } else { read_seconds(time).map(Some) };
    let score = if score == "?" { Some(None) } else { read_score(score).map(Some) };
    let (Ok(depth), Some(time), Some(score)) = (depth, time, score) else { return false };
    (node.depth, node.time, node.score) = (depth, time.or(node.time), score);
    true
}

fn read_seconds(text: &str) -> Option<Duration> {
    let seconds = text.strip_suffix('s')?;
    seconds.starts_with(|c: char| c.is_ascii_digit()).then(|| times::read(seconds))?
}

fn read_score(text: &str) -> Option<i32> {
    if !text.starts_with(['+', '-']) {
        return None;
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    if let Some(plies) = text[1..].strip_prefix('M') {
        return Some(sign * (WIN - plies.parse::<i32>().ok().filter(|plies| (0..1000).contains(plies))?));
    }
    let pawns: f64 = text[1..].parse().ok().filter(|pawns: &f64| pawns.is_finite() && *pawns < 1e6)?;
    Some(sign * (pawns * 100.0).round() as i32)
}

/// The comment on a move; none where there is nothing to tell. Between moves that were searched for the others are an
/// opening's.
pub fn write(node: &Node, others_are_searched: bool) -> Option<String> {
    if node.score.is_none() && node.time.is_none() {
        return others_are_searched.then(|| "{book}".to_string());
    }
    if let (None, 0, Some(time)) = (node.score, node.depth, node.time) {
        let ms = time.subsec_millis();
        let fraction = if ms > 0 { format!(".{ms:03}") } else { String::new() };
        return Some(format!("{{[%emt {}{fraction}]}}", times::hours(time)));
    }
    let score = match node.score {
        None => "?".to_string(),
        Some(score) if score > WIN_BOUND => format!("+M{}", WIN - score),
        Some(score) if score < -WIN_BOUND => format!("-M{}", WIN + score),
        Some(score) => format!("{:+.2}", f64::from(score) / 100.0),
    };
    let time = node.time.map_or(String::new(), |time| format!(" {:.3}s", time.as_secs_f64()));
    Some(format!("{{{score}/{}{time}}}", node.depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_come_back() {
        for (score, time) in [
            (Some(-35), Some(50)),
            (Some(29_997), None),
            (Some(-29_900), Some(0)),
            (None, Some(1)),
            (None, Some(61_050)),
        ] {
            let node = Node { score, depth: 12, time: time.map(Duration::from_millis), ..Node::default() };
            let text = write(&node, true).expect("a comment");
            let mut read_back = Node::default();
            assert!(read(&text[1..text.len() - 1], &mut read_back), "{text}");
            assert_eq!(read_back, node, "{text}");
        }
        for text in ["a/b", "1/2 draw", "+0.5/12 soon", "good", "+1.0"] {
            assert!(!read(text, &mut Node::default()), "{text}");
        }
    }
}
