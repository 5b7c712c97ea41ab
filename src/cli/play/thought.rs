//! A search for the player's table: started, waited for, and given up at Ctrl-C.

use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use crate::core::{Move, Score, score};
use crate::engine::Engine;
use crate::search::{Bound, Event, Request};

use super::input::Input;

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// `None`: there is no legal move.
    pub best: Option<Move>,
    pub declares_win: bool,
    /// For the side to move.
    pub score: Score,
    /// Where four play: what each can expect, in thousandths of a first place.
    pub prospects: Option<[Score; 4]>,
    pub depth: u32,
    /// What is expected, the best move first.
    pub line: Vec<Move>,
    pub time: Duration,
}

/// Searches; `None` if Ctrl-C was pressed.
pub fn think(engine: &mut dyn Engine, request: Request, input: &Input) -> Option<Thought> {
    let (sender, events) = mpsc::channel();
    let started = Instant::now();
    // After Ctrl-C nobody listens any more.
    engine.start(request, Arc::new(move |event| drop(sender.send(event))));
    let mut thought = Thought::default();
    loop {
        match events.recv_timeout(Duration::from_millis(50)) {
            Ok(Event::Info(info)) if info.bound == Bound::Exact && info.multi_pv == 1 => {
                thought.depth = info.depth;
                thought.line = info.pv;
            }
            Ok(Event::Prospects(points)) => thought.prospects = Some(points),
            Ok(Event::Done { best, score, declares_win, .. }) => {
                // Weaker play may choose another move than the one it has told.
                if thought.line.first().copied() != best {
                    thought.line = best.into_iter().collect();
                }
                return Some(Thought { best, declares_win, score, time: started.elapsed(), ..thought });
            }
            _ if input.is_interrupted() => {
                engine.stop();
                return None;
            }
            _ => {}
        }
    }
}

/// A score for people: pawns, or a win in so many plies.
pub fn score_text(score: Score) -> String {
    match score::plies_to_mate(score) {
        Some(plies) if score > 0 => format!("wins in {} plies", plies.abs()),
        Some(plies) => format!("loses in {} plies", plies.abs()),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}
