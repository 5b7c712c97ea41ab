//! The root: iterations, root moves, and what is told.

use arrayvec::ArrayVec;

use crate::core::{MAX_PLY, Move, MoveList, Player, Score};
use crate::game::Multiplayer;
use crate::game::multiplayer::PLACE_POINTS;
use crate::search::pool::{Finding, Job};
use crate::search::report::{Bound, Event, Info};
use crate::search::tt::Table;

use super::order::Memory;
use super::watch::Watch;
use super::{Method, Round, checks, told_score};

/// Beyond every score.
pub const INFINITE: Score = 30_000;
/// Plies of captures after the last full one: once round the table.
pub const QUIET_PLIES: u32 = 4;
/// The deepest line, less a margin for captures.
const MOST_PLIES: usize = MAX_PLY - 8;
/// Nodes of the search for a mate by checks before the first iteration, and plies of such a mate.
const MATE_NODES: u64 = 8_000;
const MATE_PLIES: usize = 7;

/// What belongs to one ply of the line under search.
#[derive(Clone, Default)]
pub struct Frame {
    pub line: ArrayVec<Move, MAX_PLY>,
    killers: [Move; 2],
}

struct RootMove {
    m: Move,
    /// Points; of the last iteration that searched the move to the end, or −infinite.
    score: Score,
    line: Vec<Move>,
}

/// One thread's search of one position.
pub struct Searcher<'a, M: Multiplayer> {
    pub position: M,
    pub method: Method,
    /// Who searches.
    pub us: Player,
    pub table: &'a Table,
    pub memory: &'a mut Memory,
    pub stopped: bool,
    id: usize,
    job: &'a Job<Round<M>>,
    watch: Watch<'a>,
    root_moves: Vec<RootMove>,
    frames: Vec<Frame>,
    depth: u32,
    deepest: usize,
    completed: u32,
    /// The best move and its score as last told.
    told: Option<(Move, Score)>,
}

impl<'a, M: Multiplayer> Searcher<'a, M> {
    pub fn new(id: usize, job: &'a Job<Round<M>>, memory: &'a mut Memory) -> Self {
        let position = job.position.position.clone();
        let us = position.turn();
        let method = match job.position.method {
            Method::Auto if position.partner(us).is_some() => Method::Paranoid,
            Method::Auto => Method::BestReply,
            method => method,
        };
        let root_moves = job.root_moves.iter().map(|&m| RootMove { m, score: -INFINITE, line: vec![m] });
        Searcher {
            root_moves: root_moves.collect(),
            position,
            method,
            us,
            table: &job.table,
            memory,
            stopped: false,
            id,
            job,
            watch: Watch::new(id, &job.request, &job.shared, job.start),
            frames: vec![Frame::default(); MAX_PLY + 2],
            depth: 0,
            deepest: 0,
            completed: 0,
            told: None,
        }
    }

    /// Searches deeper and deeper until a limit or the stop flag ends it.
    pub fn deepen(mut self) -> Finding {
        if let Some(finding) = self.mate_at_hand() {
            return finding;
        }
        let limits = &self.job.request.limits;
        let mut last = limits.depth.unwrap_or(u32::MAX).clamp(1, MOST_PLIES as u32);
        if let Some(weakness) = self.watch.weakness {
            last = last.min(weakness.depth);
        }
        let lines = self.job.request.settings.multi_pv.clamp(1, self.root_moves.len());
        let mut stable = 0;
        for depth in 1 + (self.id as u32 & 1)..=last {
            let before = (self.root_moves[0].m, self.root_moves[0].score);
            self.depth = depth;
            self.search_root(lines);
            if self.stopped {
                break;
            }
            self.completed = depth;
            if self.id == 0 {
                for index in 0..lines {
                    self.tell(index);
                }
                let best = &self.root_moves[0];
                stable = if best.m == before.0 { stable + 1 } else { 0 };
                let falling = if before.1 == -INFINITE { 0 } else { (before.1 - best.score) / 10 };
                let only =
                    self.root_moves.len() == 1 && depth >= 2 && self.job.request.limits.clock.is_some();
                if only || self.watch.has_enough(stable, falling) {
                    break;
                }
            }
        }
        // An iteration that was cut short may have found better.
        let best = &self.root_moves[0];
        if self.id == 0 && self.told != Some((best.m, best.score)) {
            self.tell(0);
        }
        self.finding(0)
    }

    /// One iteration. The best moves, so many of them with an exact score, then stand in front.
    fn search_root(&mut self, lines: usize) {
        let depth = self.depth as i32;
        let mut best: Vec<Score> = Vec::new();
        let mut scores = vec![-INFINITE; self.root_moves.len()];
        for (index, found) in scores.iter_mut().enumerate() {
            let m = self.root_moves[index].m;
            let alpha = if best.len() < lines { -INFINITE } else { best[lines - 1] };
            self.play(m);
            let score = if self.method == Method::MaxN {
                self.maxn(INFINITE, depth - 1, 1)[self.us.index()]
            } else if index < lines {
                self.two_sided(alpha, INFINITE, depth - 1, 1, false)
            } else {
                match self.two_sided(alpha, alpha + 1, depth - 1, 1, false) {
                    score if score > alpha && !self.stopped => {
                        self.two_sided(alpha, INFINITE, depth - 1, 1, false)
                    }
                    score => score,
                }
            };
            self.take_back();
            if self.stopped && (self.completed > 0 || index > 0) {
                break;
            }
            if score > alpha {
                *found = score;
                best.push(score);
                best.sort_unstable_by_key(|&score| -score);
                let line = [m].into_iter().chain(self.frame(1).line.iter().copied());
                self.root_moves[index].line = line.collect();
            }
        }
        // A move that was not searched to the end keeps its place behind those that were.
        let searched = scores.iter().any(|&score| score > -INFINITE);
        if searched {
            for (root_move, score) in self.root_moves.iter_mut().zip(scores) {
                root_move.score = score;
            }
            self.root_moves.sort_by_key(|root_move| -root_move.score);
        }
    }

    /// A mate by checks alone that brings points, if there is a short one.
    fn mate_at_hand(&mut self) -> Option<Finding> {
        let request = &self.job.request;
        let free = request.search_moves.is_empty() && request.ban_moves.is_empty();
        if self.watch.weakness.is_some() || !free || request.settings.multi_pv > 1 {
            return None;
        }
        let us = self.us.index();
        let before = self.estimate()[us];
        let mut budget = MATE_NODES;
        let line = (1..=MATE_PLIES)
            .step_by(2)
            .find_map(|plies| checks::mate_within(&mut self.position, plies, &mut budget))?;
        let after = self.prospects(&line)[us];
        if after <= before {
            return None;
        }
        self.watch.nodes += MATE_NODES - budget;
        self.depth = line.len() as u32;
        self.root_moves.sort_by_key(|root_move| root_move.m != line[0]);
        self.root_moves[0].score = after;
        self.root_moves[0].line = line;
        self.completed = self.depth;
        if self.id == 0 {
            self.tell(0);
        }
        Some(self.finding(0))
    }

    fn finding(&mut self, index: usize) -> Finding {
        let info = self.info(index);
        let best = self.root_moves[index].m;
        Finding { best, ponder: None, score: info.score, depth: self.completed, info }
    }

    fn info(&mut self, index: usize) -> Info {
        let us = self.us.index();
        let score = match self.root_moves[index].score {
            unknown if unknown == -INFINITE => self.estimate()[us],
            score => score,
        };
        Info {
            depth: self.depth,
            selective_depth: self.depth.max(self.deepest as u32),
            multi_pv: index + 1,
            score: told_score(score),
            bound: Bound::Exact,
            nodes: self.watch.all_nodes(),
            time: self.job.start.elapsed(),
            hash_full: self.table.hash_full(),
            pv: self.root_moves[index].line.clone(),
        }
    }

    fn tell(&mut self, index: usize) {
        if index == 0 {
            self.told = Some((self.root_moves[0].m, self.root_moves[0].score));
        }
        let info = self.info(index);
        let points = self.prospects(&info.pv.clone());
        (self.job.listener)(Event::Info(info));
        (self.job.listener)(Event::Prospects(points.map(|points| points / 10)));
    }

    /// The points that the players can expect at the end of a line.
    fn prospects(&mut self, line: &[Move]) -> [Score; 4] {
        for &m in line {
            self.position.do_move(m);
        }
        let points = self.position.points().unwrap_or_else(|| self.position.evaluate());
        for _ in line {
            self.position.undo_move();
        }
        points
    }

    #[inline(always)]
    pub fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply]
    }

    /// Puts a move in front of the line found one ply deeper.
    pub fn extend_line(&mut self, m: Move, ply: usize) {
        let (upper, lower) = self.frames[ply..].split_at_mut(1);
        let line = &mut upper[0].line;
        line.clear();
        line.push(m);
        line.extend(lower[0].line.iter().copied().take(MAX_PLY - 1));
    }

    pub fn note_killer(&mut self, m: Move, ply: usize) {
        let killers = &mut self.frame(ply).killers;
        if killers[0] != m {
            *killers = [m, killers[0]];
        }
    }

    pub fn play(&mut self, m: Move) {
        self.position.do_move(m);
        self.table.prefetch(self.position.table_key());
        if self.watch.count() {
            self.stopped = true;
        }
    }

    pub fn take_back(&mut self) {
        self.position.undo_move();
    }

    /// The legal moves.
    pub fn moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.position.list_moves(&mut moves);
        moves
    }

    /// The legal moves in order, each with whether it wins something at once.
    pub fn sorted_moves(&mut self, known: Move, ply: usize) -> Vec<(Move, bool)> {
        let killers = self.frame(ply).killers;
        self.memory.sorted(&self.position, &self.moves(), known, killers)
    }

    /// Whether a line that began at the root may still grow by checks.
    pub fn may_extend(&self, ply: usize) -> bool {
        ply < 2 * self.depth as usize
    }

    /// The points of a node that is not searched: the game is over, goes in circles or has gone deep enough.
    pub fn settled(&mut self, ply: usize) -> Option<[Score; 4]> {
        self.deepest = self.deepest.max(ply);
        if let Some(points) = self.position.points() {
            // What is good is better soon, what is bad is better late.
            let middle = PLACE_POINTS[1];
            let sooner =
                |points: Score| if points >= middle { points - ply as Score } else { points + ply as Score };
            return Some(points.map(sooner));
        }
        (self.stopped || ply >= MOST_PLIES || self.position.repeats_within(ply)).then(|| self.estimate())
    }

    /// The static estimate, with a weaker player's errors in it.
    pub fn estimate(&self) -> [Score; 4] {
        let mut points = self.position.evaluate();
        if let Some(weakness) = &self.watch.weakness {
            points[self.us.index()] += 3 * weakness.error(self.position.table_key());
        }
        points
    }
}
