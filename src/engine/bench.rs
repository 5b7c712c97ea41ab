//! A fixed amount of search over fixed positions of all games.
//!
//! With one thread the total node count is the same on every run and every machine: it is the signature of
//! the search. A change that is not meant to alter the search must not alter it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use crate::game::{Notation, excerpt};
use serde::Serialize;

use crate::nnue::Choice;
use crate::search::{Event, Limits, Request};

use super::{GameInfo, Setup};

/// The depth, in plies, if none is asked for.
pub const DEFAULT_DEPTH: u32 = 12;
/// Megabytes of hash table, if no other size is asked for.
pub const DEFAULT_HASH_MB: usize = 16;

/// The positions: start, middle game and end game of each game, from games that the engine played with itself; and
/// how many plies less deep a game is searched.
const POSITIONS: &[(&str, u32, &[&str])] = &[
    (
        "shogi",
        0,
        &[
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "l3kg1nl/1r1sgs3/2npppbpp/p1p3p2/1p5P1/P5P2/1PPPPPN1P/LB1SGS1R1/1N1K1G2L b - 21",
            "ln2k3l/1rgsgs3/pppp1pn1p/4pbp2/7p1/2P2BP2/PPNPPPNPP/2RSGS3/L3KG2L b - 21",
            "l6kl/r2sgsg2/2nppp1pp/2p3p2/1p6P/p1Pb1PP2/1P1PP4/L2SGS1R1/1N2KG2L b Nbn2p 43",
            "l2kb1R1l/1+b2g4/pp1pspn1p/4p1p2/P6p1/6P2/1P1PPPNPP/3SGS3/4KG2L b GSNPrnlp 43",
            "l8/3s3l1/ppk2pN2/2bpp4/8+R/+b1RS2P2/2GPPPNPP/+n4SG2/4K3L b 3P2gsnl4p 109",
        ],
    ),
    (
        "xiangqi",
        0,
        &[
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "rnbaka3/8r/1c4n2/p3p3p/2b6/3N2p2/P3P1cRP/1C2B1N1C/R8/2BAKA3 w - - 2 11",
            "3akabnr/9/b1n1c2R1/p1pC2p1p/9/9/PrP3P1P/2N2C2B/R8/2BAKA3 w - - 11 11",
            "2bakabn1/2C3C2/4c3r/p1p3R1p/5N3/5n3/P5P1P/4r3B/7R1/3AKA3 w - - 7 22",
            "2baka3/1C4C2/4b1n2/p1p5p/9/4N4/P2n2P1P/9/4Ar3/4KAB2 w - - 11 33",
            "3ak2C1/4a4/6N1N/9/4r1bP1/9/9/p8/4A4/4KA3 w - - 6 55",
        ],
    ),
    (
        "janggi",
        0,
        &[
            "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
            "1n1a1ab1r/3k5/1c4nc1/1pppb1pp1/3r5/4C4/PP2P1PP1/1CN5N/9/R1BAKAB1R w - - 20 11",
            "2ba1abr1/3kn4/1c4nc1/r1p1pp1p1/9/p1R5P/1PP1PP3/1CN3N1C/4K4/2BA1AB1R w - - 20 11",
            "2ba2bc1/4a2r1/3kc1n2/2pp1p1p1/3r5/R6P1/1PP1PP3/2NC2N2/3K5/2BA1AB1R w - - 5 22",
            "R1bac4/4a4/3k5/2ppb2np/5p3/7P1/1PPNPP3/2R6/3K5/2BAA1r2 w - - 6 33",
            "9/9/R2ak4/3p1n3/1p7/4BN3/9/9/3C5/1r1KA4 w - - 1 66",
        ],
    ),
    (
        "yonin",
        5,
        &[
            "2,nS,nG,nK,nG,nS,2/3,nP,nR,nP,3/wS,3,nP,3,eS/wG,wP,5,eP,eG/wK,wR,wP,3,eP,eR,eK/wG,wP,5,eP,eG/wS,3,sP,3,eS/3,sP,sR,sP,3/2,sS,sG,sK,sG,sS,2 s -/-/-/- -/-/-/- - 1",
            "nS,2,nG,nK,1,nS,2/3,nP,nR,nP,3/4,nP,nG,2,nS/wG,wP,5,eP,1/wK,wR,wP,3,eP,1,eK/1,wP,4,eP,eG,1/wS,2,sP,sP,sP,2,eS/2,sG,5,sR/4,sK,sG,sS,eR,1 s -/GS/S/G -/-/-/- - 25",
            "wR,1,nS,nK,1,nG,3/4,nG,1,eS,2/wP,1,wG,nP,1,nP,1,sG,1/1,wP,eS,1,sP,2,sP,1/wK,wR,wP,5,eK/1,wP,4,w+R,eP,1/wG,2,sP,5/sS,4,nS,1,n+S,1/2,sS,sK,1,nG,3 s -/RS/GP/GP -/-/-/- - 93",
            "1,eP,5,eS,1/5,eP,e+R,eS,ew+P/2,e+S,6/5,nK,2,eG/1,sS,sS,6/sK,3,eG,1,ewS,eP,eK/xwK,sP,3,eP,1,eR,1/3,e+R,3,ewG,1/3,eR,1,eS,3 s -/-/S/5G6P -/e1/-/- - 324",
        ],
    ),
];

/// What a bench is to do.
#[derive(Clone)]
pub struct Bench {
    /// Only this game.
    pub game: Option<&'static GameInfo>,
    pub evaluation: Choice,
    /// Plies.
    pub depth: u32,
    pub threads: usize,
    /// Megabytes.
    pub hash_mb: usize,
}

impl Default for Bench {
    fn default() -> Bench {
        Bench {
            game: None,
            evaluation: Choice::Embedded,
            depth: DEFAULT_DEPTH,
            threads: 1,
            hash_mb: DEFAULT_HASH_MB,
        }
    }
}

/// The search of a position of the list.
#[derive(Clone, Debug, Serialize)]
pub struct Searched {
    pub game: &'static str,
    /// FEN or SFEN.
    pub position: &'static str,
    pub nodes: u64,
    /// In the game's own notation, or `none`.
    pub best: String,
}

/// All searches together.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Total {
    pub nodes: u64,
    /// At least 1.
    pub time_ms: u64,
    pub nodes_per_second: u64,
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} nodes, best {}, {}", self.game, self.nodes, self.best, excerpt(self.position))
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Total time (ms) : {}", self.time_ms)?;
        writeln!(f, "Nodes searched  : {}", self.nodes)?;
        write!(f, "Nodes/second    : {}", self.nodes_per_second)
    }
}

impl Bench {
    /// Searches every position with an empty table and tells each result. Ends early, without the total, once the
    /// flag is set.
    ///
    /// # Errors
    /// A message, if a game or a position of the list is wrong or there is no memory.
    pub fn run(&self, stop: &AtomicBool, mut tell: impl FnMut(&Searched)) -> Result<Option<Total>, String> {
        let (mut nodes, mut time) = (0u64, Duration::ZERO);
        for (name, less, positions) in POSITIONS {
            let game = GameInfo::named(name).ok_or_else(|| format!("bench: no game '{name}'"))?;
            if self.game.is_some_and(|wanted| wanted.name != game.name) {
                continue;
            }
            let mut engine = (game.sit_down)();
            engine.set_network(&self.evaluation).map_err(|error| error.to_string())?;
            engine.set_threads(self.threads);
            engine.set_hash(self.hash_mb).and_then(|()| engine.prepare()).map_err(|e| e.to_string())?;
            for text in *positions {
                engine
                    .set_position(&Setup::Text(text.to_string()), &[], Notation::Native)
                    .map_err(|error| format!("bench: {name}: {error}"))?;
                engine.clear();

                let (sender, events) = mpsc::channel();
                let limits =
                    Limits { depth: Some(self.depth.saturating_sub(*less).max(1)), ..Limits::default() };
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
                            return Ok(None);
                        }
                    }
                };
                time += started.elapsed();
                nodes += engine.nodes();
                let best = best.map_or("none".to_string(), |m| (game.move_text)(m, Notation::Native));
                tell(&Searched { game: game.name, position: text, nodes: engine.nodes(), best });
            }
        }
        let time_ms = (time.as_millis() as u64).max(1);
        Ok(Some(Total { nodes, time_ms, nodes_per_second: nodes.saturating_mul(1000) / time_ms }))
    }
}
