//! A fixed amount of search over fixed positions of all games.
//!
//! With one thread the total node count is the same on every run and every machine: it is the signature of
//! the search. A change that is not meant to alter the search must not alter it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use crate::game::{Notation, excerpt};
use crate::search::{Event, Limits, Request};

use super::{GameInfo, Setup};

/// The depth, in plies, if none is asked for.
pub const DEFAULT_DEPTH: u32 = 8;
/// Megabytes of hash table, if no other size is asked for.
pub const DEFAULT_HASH_MB: usize = 16;

/// The positions: start, middle game and end game of each game, from games that the engine played with
/// itself.
const POSITIONS: &[(&str, &[&str])] = &[
    ("shogi", &["lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"]),
    ("xiangqi", &["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"]),
    ("janggi", &["rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"]),
];

/// What a bench is to do.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// Plies.
    pub depth: u32,
    pub threads: usize,
    /// Megabytes.
    pub hash_mb: usize,
}

impl Default for Bench {
    fn default() -> Bench {
        Bench { depth: DEFAULT_DEPTH, threads: 1, hash_mb: DEFAULT_HASH_MB }
    }
}

impl Bench {
    /// Searches every position with an empty table and tells each line of the result. Ends early, without
    /// the totals, once the flag is set.
    ///
    /// # Errors
    /// A message, if a game or a position of the list is wrong or there is no memory.
    pub fn run(&self, stop: &AtomicBool, mut tell: impl FnMut(&str)) -> Result<(), String> {
        let (mut nodes, mut time) = (0u64, Duration::ZERO);
        for (name, positions) in POSITIONS {
            let game = GameInfo::named(name).ok_or_else(|| format!("bench: no game '{name}'"))?;
            let mut engine = (game.sit_down)();
            engine.set_threads(self.threads);
            engine.set_hash(self.hash_mb).and_then(|()| engine.prepare()).map_err(|e| e.to_string())?;
            for text in *positions {
                engine
                    .set_position(&Setup::Text(text.to_string()), &[], Notation::Native)
                    .map_err(|error| format!("bench: {name}: {error}"))?;
                engine.clear();

                let (sender, events) = mpsc::channel();
                let limits = Limits { depth: Some(self.depth), ..Limits::default() };
                let started = Instant::now();
                engine.start(
                    Request { limits, ..Request::default() },
                    Arc::new(move |event| {
                        if let Event::Done { best, .. } = event {
                            // The bench may have been stopped: nobody is listening then.
                            let _ = sender.send(best);
                        }
                    }),
                );
                let best = loop {
                    match events.recv_timeout(Duration::from_millis(10)) {
                        Ok(best) => break best,
                        Err(mpsc::RecvTimeoutError::Timeout) if !stop.load(Ordering::Relaxed) => {}
                        Err(_) => {
                            engine.stop();
                            return Ok(());
                        }
                    }
                };
                time += started.elapsed();
                nodes += engine.nodes();
                let best = best.map_or("none".to_string(), |m| (game.move_text)(m, Notation::Native));
                tell(&format!("{name}: {} nodes, best {best}, {}", engine.nodes(), excerpt(text)));
            }
        }
        let milliseconds = time.as_millis().max(1);
        tell(&format!("Total time (ms) : {milliseconds}"));
        tell(&format!("Nodes searched  : {nodes}"));
        tell(&format!("Nodes/second    : {}", u128::from(nodes) * 1000 / milliseconds));
        Ok(())
    }
}
