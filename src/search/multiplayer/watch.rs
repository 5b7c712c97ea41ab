//! When a search ends: the clock, the nodes and the flags, looked at every so many nodes.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::search::limits::Request;
use crate::search::pool::Shared;
use crate::search::skill::Weakness;
use crate::search::time::{Plan, Timer};

/// Nodes between two looks.
const INTERVAL: u64 = 256;

/// One thread's view of the clock.
pub struct Watch<'a> {
    id: usize,
    request: &'a Request,
    shared: &'a Shared,
    pub weakness: Option<Weakness>,
    timer: Option<Timer>,
    pondering: bool,
    pub nodes: u64,
    until_look: u64,
}

impl<'a> Watch<'a> {
    pub fn new(id: usize, request: &'a Request, shared: &'a Shared, start: Instant) -> Watch<'a> {
        let pondering = request.limits.ponder;
        let plan = Plan::new(&request.limits, &request.settings).filter(|_| !pondering);
        Watch {
            id,
            request,
            shared,
            weakness: request.settings.skill.weakness(),
            timer: plan.map(|plan| Timer { start, plan }),
            pondering,
            nodes: 0,
            until_look: 1,
        }
    }

    /// Counts a node; whether the search is to end, if this was one to look at the clock.
    #[inline(always)]
    pub fn count(&mut self) -> bool {
        self.nodes += 1;
        self.until_look -= 1;
        self.until_look == 0 && self.is_over()
    }

    /// Nodes of all threads so far; of the others as they last told.
    pub fn all_nodes(&self) -> u64 {
        self.shared.publish(self.id, self.nodes);
        self.shared.nodes()
    }

    /// Looks at the clock and the flags.
    #[cold]
    pub fn is_over(&mut self) -> bool {
        self.until_look = INTERVAL;
        let all = self.all_nodes();
        if self.pondering && !self.shared.pondering.load(Relaxed) {
            self.pondering = false;
            let (hit, clock) = self.shared.ponder_hit();
            let mut limits = self.request.limits.clone();
            limits.clock = clock.or(limits.clock);
            let plan = Plan::new(&limits, &self.request.settings);
            self.timer = plan.map(|plan| Timer { start: hit.unwrap_or_else(Instant::now), plan });
        }
        let cap = self.weakness.map(|weakness| weakness.nodes);
        if let Some(most) = [cap, self.request.limits.nodes].into_iter().flatten().min()
            && !self.pondering
        {
            if all >= most {
                self.shared.halt.store(true, Relaxed);
            } else {
                self.until_look = self.until_look.min(most - all);
            }
        }
        if self.timer.is_some_and(|timer| timer.is_over()) {
            self.shared.halt.store(true, Relaxed);
        }
        let halt = self.shared.halt.load(Relaxed);
        if halt {
            self.until_look = 1;
        }
        halt
    }

    /// No further iteration is worth beginning; `falling` is in centipawns.
    pub fn has_enough(&self, stable: u32, falling: i32) -> bool {
        let soft = self.request.limits.soft_nodes.is_some_and(|most| self.all_nodes() >= most);
        soft || self.timer.is_some_and(|timer| timer.has_enough(stable, falling))
    }
}
