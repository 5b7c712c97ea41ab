//! What one thread has in its hands while it searches. The search itself is in `deepening`, `negamax` and
//! `quiescence`, which all add methods to [`Searcher`].

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;

use crate::core::score::{self, Score};
use crate::core::{MAX_PLY, Move, Side};
use crate::game::{Outcome, Position};
use crate::nnue::{Evaluator, Network};

use super::history::{Arrival, Before, History};
use super::limits::Request;
use super::negamax::Node;
use super::params::Params;
use super::pool::Shared;
use super::report::Bound;
use super::skill::Weakness;
use super::time::{Plan, Timer};
use super::tt::Table;

/// Nodes between two looks at the clock and the flags, and the time that they should not take: where memory is
/// slow to come or threads are many, the looks become more frequent.
const CHECK_INTERVAL: u64 = 512;
const CHECK_TIME: Duration = Duration::from_millis(1);

/// A first iteration is finished before any limit counts, unless it takes more nodes than this.
const FIRST_ITERATION: u64 = 20_000;

/// A principal variation.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// What is remembered of one ply of the current line.
#[derive(Clone)]
pub struct Frame {
    /// The move under search, as an index into continuation histories.
    pub arrival: Arrival,
    /// The static evaluation, or [`score::NONE`] in check.
    pub eval: Score,
    pub killers: [Move; 2],
    /// The table's move while it is looked whether there is another as good.
    pub excluded: Move,
    /// The move under search captures nothing.
    pub quiet: bool,
    /// Nodes of this ply, below the same parent, that failed high.
    pub cutoffs: u32,
    /// Double extensions on the way here.
    pub doubles: i32,
    pub pv: Line,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            arrival: Arrival::NONE,
            eval: score::NONE,
            killers: [Move::NONE; 2],
            excluded: Move::NONE,
            quiet: false,
            cutoffs: 0,
            doubles: 0,
            pv: Line::new(),
        }
    }
}

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub m: Move,
    /// Of this iteration; −infinite if it was only shown to be no better than another.
    pub score: Score,
    /// Of the last finished iteration.
    pub previous: Score,
    pub pv: Vec<Move>,
}

/// One thread's search of one position.
pub struct Searcher<'a, P: Position> {
    pub position: P,
    pub request: &'a Request,
    /// The request's, at hand.
    pub params: Params,
    pub shared: &'a Shared,
    pub table: &'a Table,
    pub history: &'a mut History<P>,
    /// Evaluates by a network, if there is one.
    evaluator: Option<Box<Evaluator<P>>>,
    /// 0: the main thread, which keeps the clock and talks.
    pub id: usize,
    pub start: Instant,
    pub timer: Option<Timer>,
    pub weakness: Option<Weakness>,
    pub root_moves: Vec<RootMove>,
    /// The line under search, where several are asked for.
    pub pv_index: usize,
    /// The best line and its score as last told to the listener.
    pub told: Option<(Vec<Move>, Score)>,
    /// Iterations finished.
    pub completed: u32,
    pub root_depth: i32,
    pub selective_depth: usize,
    pub nodes: u64,
    pub stopped: bool,
    /// What a draw is worth to the first and to the second side.
    draws: [Score; 2],
    /// While a null move is verified: the first ply at which another may be tried.
    pub null_from: usize,
    /// A few frames lie before the root, so that looking back needs no test.
    frames: Vec<Frame>,
    until_check: u64,
    check_interval: u64,
    last_check: Instant,
    /// While pondering the clock stands still.
    pondering: bool,
}

const BEFORE_ROOT: usize = 6;

impl<'a, P: Position> Searcher<'a, P> {
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        position: P,
        request: &'a Request,
        root_moves: &[Move],
        (shared, table): (&'a Shared, &'a Table),
        network: Option<&Arc<Network<P>>>,
        history: &'a mut History<P>,
        id: usize,
        start: Instant,
    ) -> Self {
        let pondering = request.limits.ponder;
        let timer = Plan::new(&request.limits, &request.settings).filter(|_| !pondering);
        let params = request.settings.params.clone().unwrap_or_else(Params::of::<P>);
        history.weights = [params.continuation4, params.continuation6];
        let evaluator = network.map(|network| Box::new(Evaluator::new(network.clone(), &position)));
        let contempt = request.settings.contempt;
        let us = position.side_to_move();
        let draws = Side::BOTH.map(|side| if side == us { -contempt } else { contempt });
        let mut searcher = Searcher {
            position,
            request,
            params,
            shared,
            table,
            history,
            evaluator,
            id,
            start,
            timer: timer.map(|plan| Timer { start, plan }),
            weakness: request.settings.skill.weakness(),
            root_moves: root_moves
                .iter()
                .map(|&m| RootMove { m, score: -score::INFINITE, previous: -score::INFINITE, pv: vec![m] })
                .collect(),
            pv_index: 0,
            told: None,
            completed: 0,
            root_depth: 0,
            selective_depth: 0,
            nodes: 0,
            stopped: false,
            draws,
            null_from: 0,
            frames: vec![Frame::new(); MAX_PLY + BEFORE_ROOT + 2],
            until_check: 1,
            check_interval: CHECK_INTERVAL,
            last_check: start,
            pondering,
        };
        searcher.check();
        searcher
    }

    pub fn is_main(&self) -> bool {
        self.id == 0
    }

    #[inline(always)]
    pub fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// The moves before this ply as indices into continuation histories: 1, 2, 4 and 6 plies ago.
    #[inline(always)]
    pub fn before(&self, ply: usize) -> Before {
        [1, 2, 4, 6]
            .map(|ago| (ply + BEFORE_ROOT).checked_sub(ago).map_or(Arrival::NONE, |i| self.frames[i].arrival))
    }

    /// The static evaluation, put right by what searches of like positions found.
    #[inline]
    pub fn corrected(&self, eval: Score, ply: usize) -> Score {
        if eval == score::NONE || self.params.correction == 0 {
            return eval;
        }
        let correction = self.history.correction(
            self.position.side_to_move(),
            self.position.structure_key(),
            self.before(ply),
        );
        (eval + correction * self.params.correction / 4096).clamp(-score::EVAL_LIMIT, score::EVAL_LIMIT)
    }

    /// Learns from a finished node how far its static evaluation was off.
    #[inline]
    pub fn correct(&mut self, node: &Node, best: Move, score: Score, bound: Bound) {
        if self.params.correction == 0
            || node.in_check
            || (best.is_some() && self.position.is_tactical(best))
            || score::is_decided(score)
            || (bound == Bound::Lower && score <= node.static_eval)
            || (bound == Bound::Upper && score >= node.static_eval)
        {
            return;
        }
        let bonus = (score - node.static_eval) * node.depth;
        let (side, key, before) =
            (self.position.side_to_move(), self.position.structure_key(), self.before(node.ply));
        self.history.update_correction(side, key, before, bonus);
    }

    /// Whether the side to move stands better than at its last turn (or the one before, if that was a check).
    #[inline(always)]
    pub fn improving(&self, ply: usize) -> bool {
        let eval = self.frames[ply + BEFORE_ROOT].eval;
        if eval == score::NONE || ply < 2 {
            return false;
        }
        let earlier = self.frames[ply + BEFORE_ROOT - 2].eval;
        earlier == score::NONE || eval > earlier
    }

    /// Plays a move found at `ply`.
    #[inline(always)]
    pub fn play(&mut self, m: Move, ply: usize) {
        // The table is asked as soon as the move is made: have it fetch the entry meanwhile.
        self.table.prefetch(self.position.key_after(m));
        let (side, kind) = (self.position.side_to_move(), self.position.moved_kind(m));
        self.frame(ply).arrival = Arrival::of::<P>(side, kind, m);
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.push(&self.position, m);
        }
        self.position.do_move(m);
        self.nodes += 1;
        self.until_check -= 1;
        if self.until_check == 0 {
            self.check();
        }
    }

    #[inline(always)]
    pub fn take_back(&mut self) {
        self.position.undo_move();
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.pop();
        }
    }

    /// Gives the turn away.
    pub fn pass(&mut self, ply: usize) {
        self.frame(ply).arrival = Arrival::NONE;
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.push_null();
        }
        self.position.do_null();
        self.table.prefetch(self.position.key());
    }

    pub fn take_back_pass(&mut self) {
        self.position.undo_null();
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.pop();
        }
    }

    /// Puts a move in front of the line found one ply deeper.
    pub fn update_pv(&mut self, m: Move, ply: usize) {
        let (upper, lower) = self.frames[ply + BEFORE_ROOT..].split_at_mut(1);
        let (line, rest) = (&mut upper[0].pv, &lower[0].pv);
        line.clear();
        line.push(m);
        line.extend(rest.iter().copied().take(MAX_PLY - 1));
    }

    /// The static evaluation, with a weaker player's errors in it.
    pub fn evaluate(&mut self) -> Score {
        let mut eval = match &mut self.evaluator {
            Some(evaluator) => evaluator.evaluate(&self.position),
            None => self.position.evaluate(),
        };
        if let Some(weakness) = &self.weakness {
            eval += weakness.error(self.position.key());
        }
        eval.clamp(-score::EVAL_LIMIT, score::EVAL_LIMIT)
    }

    /// What a draw is worth to the side to move.
    #[inline(always)]
    pub fn draw(&self) -> Score {
        self.draws[self.position.side_to_move().index()]
    }

    /// The score of a node where the rules end the game.
    #[inline(always)]
    pub fn ruled(&self, ply: usize) -> Option<Score> {
        match self.position.outcome(ply) {
            Outcome::Ongoing => None,
            Outcome::Draw => Some(self.draw()),
            Outcome::Win => Some(score::mate_in(ply)),
            Outcome::Loss => Some(score::mated_in(ply)),
            Outcome::Ahead => Some(score::AHEAD),
            Outcome::Behind => Some(-score::AHEAD),
        }
    }

    /// Nodes of all threads so far; of the others as they last told.
    pub fn all_nodes(&self) -> u64 {
        self.shared.publish(self.id, self.nodes);
        self.shared.nodes()
    }

    /// Looks at the clock and the flags. Every thread does, so that no one thread has to get the processor in time.
    #[cold]
    fn check(&mut self) {
        let all = self.all_nodes();
        self.note_ponder_hit();
        self.pace_checks();

        let cap = self.weakness.map(|weakness| weakness.nodes);
        let nodes = self.request.limits.nodes;
        if let Some(most) = [cap, nodes].into_iter().flatten().min()
            && !self.pondering
        {
            if all >= most {
                self.shared.halt.store(true, Relaxed);
            } else {
                self.until_check = self.until_check.min(most - all);
            }
        }
        if self.timer.is_some_and(|timer| timer.is_over()) {
            self.shared.halt.store(true, Relaxed);
        }
        // The first iteration is worth its fraction of a millisecond: without it the move would be any move.
        let may_stop = !self.is_main() || self.completed > 0 || self.nodes >= FIRST_ITERATION;
        let halt = self.shared.halt.load(Relaxed);
        self.stopped = may_stop && halt;
        if halt {
            self.until_check = 1; // the end of the first iteration is the end, not some nodes later
        }
    }

    /// Sets the distance to the next check.
    fn pace_checks(&mut self) {
        let now = Instant::now();
        if now - self.last_check > CHECK_TIME {
            self.check_interval = (self.check_interval / 2).max(8);
        } else if self.check_interval < CHECK_INTERVAL {
            self.check_interval += self.check_interval / 4 + 1;
        }
        self.last_check = now;
        self.until_check = self.check_interval;
    }

    /// Starts the clock if the opponent has played the expected move.
    fn note_ponder_hit(&mut self) {
        if self.pondering && !self.shared.pondering.load(Relaxed) {
            self.pondering = false;
            let (hit, clock) = self.shared.ponder_hit();
            let mut limits = self.request.limits.clone();
            limits.clock = clock.or(limits.clock);
            let plan = Plan::new(&limits, &self.request.settings);
            self.timer = plan.map(|plan| Timer { start: hit.unwrap_or_else(Instant::now), plan });
        }
    }
}
