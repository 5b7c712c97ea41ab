//! One search from its start to its end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use crate::core::{Move, Score};
use crate::engine::Engine;
use crate::search::{Bound, Event, Info, Request};

/// What a search has found.
pub struct Thought {
    /// The best lines, the best first; empty where there is no legal move.
    pub lines: Vec<Info>,
    /// For the side to move.
    pub score: Score,
    pub nodes: u64,
    pub time: Duration,
}

/// So often a search looks whether it is to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// Searches the engine's position; `None`: it was stopped.
pub fn think(engine: &mut dyn Engine, request: Request, stop: &AtomicBool) -> Option<Thought> {
    let wanted = request.settings.multi_pv;
    let started = Instant::now();
    let (sender, events) = mpsc::channel();
    // The receiver lives until the search has ended.
    let listener = move |event| {
        let _ = sender.send(event);
    };
    engine.start(request, Arc::new(listener));
    let mut told: Vec<Info> = Vec::new();
    let (best, score) = loop {
        let event = match events.recv_timeout(GLANCE) {
            Ok(event) => event,
            Err(mpsc::RecvTimeoutError::Timeout) if !stop.load(Ordering::Relaxed) => continue,
            Err(_) => {
                engine.stop();
                return None;
            }
        };
        match event {
            Event::Info(info) if info.bound == Bound::Exact && !info.pv.is_empty() => {
                told.retain(|other| other.pv[0] != info.pv[0]);
                told.push(info);
            }
            Event::Done { best, score, .. } => break (best, score),
            _ => {}
        }
    };
    let lines = best_lines(told, best, wanted);
    Some(Thought { lines, score, nodes: engine.nodes(), time: started.elapsed() })
}

/// Of the last word on each move that was ever among the best the lines that the search ended with.
///
/// Where it ended within an iteration, only the best line is of that one.
fn best_lines(mut told: Vec<Info>, best: Option<Move>, wanted: usize) -> Vec<Info> {
    let is_best = |info: &Info| best == Some(info.pv[0]);
    told.sort_by_key(|info| (!is_best(info), std::cmp::Reverse((info.depth, info.score))));
    told.truncate(wanted);
    if let Some((_, others)) = told.split_first_mut() {
        others.sort_by_key(|info| -info.score);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Square;

    fn info(to: u8, depth: u32, score: Score) -> Info {
        Info {
            depth,
            selective_depth: depth,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hash_full: 0,
            pv: vec![Move::new(Square(0), Square(to))],
        }
    }

    #[test]
    fn stale_lines_give_way() {
        let told = vec![info(1, 3, 50), info(2, 4, 20), info(3, 5, 30), info(4, 5, -10), info(5, 5, 0)];
        let best = Some(told[2].pv[0]);
        let scores: Vec<Score> = best_lines(told, best, 3).iter().map(|info| info.score).collect();
        assert_eq!(scores, [30, 0, -10]);
    }

    #[test]
    fn a_new_best_line_keeps_the_others_of_the_iteration_before() {
        let told = vec![info(1, 4, 50), info(2, 4, 20), info(3, 5, 60)];
        let best = Some(told[2].pv[0]);
        let scores: Vec<Score> = best_lines(told, best, 2).iter().map(|info| info.score).collect();
        assert_eq!(scores, [60, 50]);
        assert!(best_lines(Vec::new(), None, 2).is_empty());
    }
}
