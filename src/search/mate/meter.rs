//! What a solver may use up, and what it tells meanwhile.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How often the state of a search is told.
const TELL_EVERY: Duration = Duration::from_secs(1);
/// Nodes between two looks at the clock.
const CLOCK_EVERY: u64 = 128;

/// The state of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub nodes: u64,
    pub time: Duration,
    /// Table use in thousandths.
    pub hash_full: u32,
}

impl Progress {
    /// Nodes per second; the clock counts at least a millisecond.
    pub fn nps(&self) -> u64 {
        (u128::from(self.nodes) * 1000 / self.time.as_millis().max(1)) as u64
    }
}

/// Counts nodes and watches the budget.
pub(super) struct Meter<'a> {
    pub nodes: u64,
    most: u64,
    started: Instant,
    deadline: Option<Instant>,
    next_telling: Instant,
    stop: &'a AtomicBool,
    tell: &'a mut dyn FnMut(&Progress),
    pub is_over: bool,
}

impl<'a> Meter<'a> {
    pub fn new(
        nodes: Option<u64>,
        time: Option<Duration>,
        stop: &'a AtomicBool,
        tell: &'a mut dyn FnMut(&Progress),
    ) -> Meter<'a> {
        let started = Instant::now();
        Meter {
            nodes: 0,
            most: nodes.unwrap_or(u64::MAX),
            started,
            // A time that no clock can hold is no limit.
            deadline: time.and_then(|time| started.checked_add(time)),
            next_telling: started + TELL_EVERY,
            stop,
            tell,
            is_over: false,
        }
    }

    pub fn time(&self) -> Duration {
        self.started.elapsed()
    }

    /// Counts a node; `false` once the budget is used up, and from then on.
    #[inline]
    pub fn spend(&mut self, hash_full: impl Fn() -> u32) -> bool {
        if self.is_over || self.nodes >= self.most || self.stop.load(Relaxed) {
            self.is_over = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(CLOCK_EVERY) {
            let now = Instant::now();
            self.is_over = self.deadline.is_some_and(|deadline| now >= deadline);
            if now >= self.next_telling {
                self.next_telling = now + TELL_EVERY;
                let progress = Progress { nodes: self.nodes, time: self.time(), hash_full: hash_full() };
                (self.tell)(&progress);
            }
        }
        !self.is_over
    }
}
