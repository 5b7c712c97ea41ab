//! Searching games for four, on the pool, table and clock of the two-player search.
//!
//! What everybody plays for is the points of their place. How the others are thought to play is the [`Method`]:
//! max^n (Luckhardt and Irani, 1986) has everybody play for themselves; paranoid (Sturtevant and Korf, 2000) has all
//! play against the one who searches, so that alpha-beta applies; best-reply search in turn order, BRS+ (Esser, Gras,
//! Winands, Schadd and Lanctot, 2013) lets one opponent a round look for the reply that hurts most while the others
//! play the move that looks best to them. Who is in check is always given every reply. Where pairs play, two sides
//! remain and paranoid search is just alpha-beta.
//!
//! `deepening` is the root, `sides` and `maxn` are the trees below it, `order` sorts moves, `watch` keeps the clock, and
//! [`checks`] looks for mates by checks alone.

pub mod checks;
mod deepening;
mod maxn;
mod order;
mod sides;
mod watch;

use crate::core::zobrist::mix;
use crate::core::{Move, MoveList, Score};
use crate::game::{Multiplayer, Tree};

use super::pool::{Finding, Job, Thinker};
use super::report::{Bound, Info};

use deepening::Searcher;
use order::Memory;

/// How a move is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// What matches showed to be best.
    #[default]
    Auto,
    MaxN,
    Paranoid,
    /// BRS+.
    BestReply,
    /// Any legal move: an opponent to measure by.
    Random,
    /// The move after which one stands best at once: an opponent to measure by.
    Greedy,
}

impl Method {
    /// The methods and their names in options.
    pub const ALL: [(&'static str, Method); 6] = [
        ("auto", Method::Auto),
        ("maxn", Method::MaxN),
        ("paranoid", Method::Paranoid),
        ("brs", Method::BestReply),
        ("random", Method::Random),
        ("greedy", Method::Greedy),
    ];

    /// The method of this name (any case).
    pub fn named(name: &str) -> Option<Method> {
        Method::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, method)| method)
    }
}

/// An even share of all points, where a score is 0.
pub const EVEN: Score = crate::game::multiplayer::ALL_POINTS / 4;

/// A score as it is told: thousandths of a first place above an even share.
pub fn told_score(points: Score) -> Score {
    (points - EVEN) / 10
}

/// A position and the way to search it.
#[derive(Clone)]
pub struct Round<M> {
    pub position: M,
    pub method: Method,
}

impl<M: Multiplayer> Tree for Round<M> {
    fn list_moves(&self, moves: &mut MoveList) {
        self.position.list_moves(moves);
    }

    fn count_moves(&self) -> usize {
        self.position.count_moves()
    }

    fn do_move(&mut self, m: Move) {
        self.position.do_move(m);
    }

    fn undo_move(&mut self) {
        self.position.undo_move();
    }
}

impl<M: Multiplayer> Thinker for Round<M> {
    type Memory = Memory;
    type Network = ();

    fn new_memory() -> Memory {
        Memory::new()
    }

    fn forget(memory: &mut Memory) {
        *memory = Memory::new();
    }

    fn table_key(&self) -> u64 {
        self.position.table_key()
    }

    fn is_legal(&self, m: Move) -> bool {
        self.position.is_legal(m)
    }

    fn think(id: usize, job: &Job<Self>, memory: &mut Memory) -> Finding {
        match job.position.method {
            Method::Random => job.without_search(|_, _| 0),
            Method::Greedy => job.without_search(|position, m| {
                let us = position.turn().index();
                position.do_move(m);
                let points = position.points().unwrap_or_else(|| position.evaluate());
                position.undo_move();
                points[us]
            }),
            _ => Searcher::new(id, job, memory).deepen(),
        }
    }

    fn score_without_search(&self) -> Score {
        let us = self.position.turn().index();
        self.position.points().map_or(0, |points| told_score(points[us]))
    }
}

impl<M: Multiplayer> Job<Round<M>> {
    /// The root move of the highest worth; the seed decides among equals.
    fn without_search(&self, mut worth: impl FnMut(&mut M, Move) -> Score) -> Finding {
        let mut position = self.position.position.clone();
        let noise = mix(position.table_key() ^ mix(self.request.settings.skill.seed));
        let rated = self.root_moves.iter().map(|&m| (m, worth(&mut position, m)));
        let best = rated.max_by_key(|&(m, worth)| (worth, mix(noise ^ u64::from(m.bits()))));
        // The pool asks only where there is a move.
        let (best, worth) = best.unwrap_or((Move::NONE, EVEN));
        let score = told_score(worth);
        let info = Info {
            depth: 1,
            selective_depth: 1,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: self.root_moves.len() as u64,
            time: self.start.elapsed(),
            hash_full: 0,
            pv: vec![best],
        };
        Finding { best, ponder: None, score, depth: 1, info }
    }
}
