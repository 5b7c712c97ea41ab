//! How long to think: one model for byoyomi, increments, moves to go and sudden death.

use std::time::{Duration, Instant};

use super::limits::{Clock, Limits, Settings};
use super::params::{TIME_HORIZON, TIME_SETTLED, TIME_UNSETTLED};

/// Iterations without a new best move after which a search counts as fully settled.
const SETTLED_ITERATIONS: u32 = 6;

/// The bounds of a move's thinking time, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What the move should take if it is neither easy nor hard.
    pub soft: u64,
    /// What it may never exceed.
    pub hard: u64,
    /// Time not used now is lost: a pure byoyomi or a fixed time.
    pub use_all: bool,
}

impl Plan {
    /// The plan of a move under these limits; `None` if time does not limit it.
    pub fn new(limits: &Limits, settings: &Settings) -> Option<Plan> {
        let clock = limits.clock.as_ref().map(|clock| Plan::of_clock(clock, settings));
        let fixed = limits.move_time.map(|time| Plan::of_move_time(time, settings));
        match (clock, fixed) {
            (Some(clock), Some(fixed)) => Some(if clock.hard < fixed.hard { clock } else { fixed }),
            (clock, fixed) => clock.or(fixed),
        }
    }

    /// A fixed time is the user's wish rather than a clock to lose on: the margin is a small one.
    fn of_move_time(time: u64, settings: &Settings) -> Plan {
        let margin = (settings.move_overhead / 3).min(time / 10);
        let time = (time - margin).max(1);
        Plan { soft: time, hard: time, use_all: true }
    }

    fn of_clock(clock: &Clock, settings: &Settings) -> Plan {
        let total = clock.time.saturating_add(clock.byoyomi);
        let usable = total.saturating_sub(settings.move_overhead).max(1);
        if clock.time == 0 && clock.byoyomi > 0 {
            return Plan { soft: usable, hard: usable, use_all: true };
        }

        let horizon = clock.moves_to_go.map_or(TIME_HORIZON, |moves| (moves as u64).clamp(1, TIME_HORIZON));
        let share = (clock.time / horizon).saturating_add(clock.increment / 4 * 3);
        let share = share.saturating_mul(settings.slow_mover as u64) / 100;
        // With a byoyomi behind it, main time may be spent to zero; without, some must stay for later moves.
        let most_of_main = match (clock.byoyomi, clock.moves_to_go) {
            (1.., _) | (_, Some(1)) => clock.time,
            _ => clock.time / 2,
        };
        let most = clock.byoyomi.saturating_add(most_of_main);
        let soft = clock.byoyomi.saturating_add(share).max(settings.minimum_thinking_time.min(most));
        let hard = clock.byoyomi.saturating_add(share.saturating_mul(5).min(most_of_main));

        let (soft, hard) = if settings.round_up_to_full_second {
            (whole_seconds(soft, settings), whole_seconds(hard, settings))
        } else {
            (soft, hard)
        };
        let hard = hard.max(soft).max(1).min(usable);
        Plan { soft: soft.min(hard), hard, use_all: false }
    }

    /// The time after which no further iteration is begun. `stable` counts the iterations since the best move
    /// last changed, `falling` says by how many centipawns the score has dropped since the last one.
    pub fn enough(&self, stable: u32, falling: i32) -> u64 {
        if self.use_all {
            return self.hard;
        }
        let unsettled = SETTLED_ITERATIONS.saturating_sub(stable) as u64;
        let percent =
            TIME_SETTLED + (TIME_UNSETTLED - TIME_SETTLED) * unsettled / 2 / SETTLED_ITERATIONS as u64;
        let percent = percent + (falling.clamp(0, 100) as u64) / 2;
        (self.soft.saturating_mul(percent) / 100).min(self.hard)
    }
}

/// Up to the end of the second that the clock charges anyway, less the margin.
fn whole_seconds(time: u64, settings: &Settings) -> u64 {
    (time.div_ceil(1000).max(1) * 1000).saturating_sub(settings.move_overhead).max(1)
}

/// A plan and the moment it began.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    pub start: Instant,
    pub plan: Plan,
}

impl Timer {
    /// The time is up.
    pub fn is_over(&self) -> bool {
        self.start.elapsed() >= Duration::from_millis(self.plan.hard)
    }

    /// No further iteration is worth beginning.
    pub fn has_enough(&self, stable: u32, falling: i32) -> bool {
        self.start.elapsed() >= Duration::from_millis(self.plan.enough(stable, falling))
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn plan(clock: Clock) -> Plan {
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        Plan::new(&limits, &Settings::default()).unwrap()
    }

    #[test]
    fn a_pure_byoyomi_is_used_up() {
        let plan = plan(Clock { byoyomi: 10_000, ..Clock::default() });
        assert_eq!(plan, Plan { soft: 9_970, hard: 9_970, use_all: true });
        assert_eq!(plan.enough(100, 0), 9_970);
    }

    #[test]
    fn every_clock_keeps_its_margin() {
        let overhead = Settings::default().move_overhead;
        for time in [0, 1, 29, 30, 31, 100, 1_000, 60_000, 36_000_000, u64::MAX] {
            for byoyomi in [0, 1, 100, 10_000] {
                for increment in [0, 10, 5_000] {
                    for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                        let plan = plan(Clock { time, increment, byoyomi, moves_to_go });
                        let total = time.saturating_add(byoyomi);
                        assert!(plan.hard >= 1 && plan.soft <= plan.hard);
                        assert!(plan.hard == 1 || plan.hard + overhead <= total, "{plan:?} of {total}");
                        assert!(plan.enough(0, 1000) <= plan.hard);
                    }
                }
            }
        }
    }

    #[test]
    fn sudden_death_lasts() {
        let mut left = 60_000;
        for stable in (0..8).cycle().take(200) {
            left -= plan(Clock { time: left, ..Clock::default() }).enough(stable, 0);
        }
        assert!(left > Settings::default().move_overhead);
    }

    #[test]
    fn an_increment_is_not_outspent_for_long() {
        let mut left = 1_000;
        for _ in 0..500 {
            let plan = plan(Clock { time: left, increment: 10, ..Clock::default() });
            assert!(plan.soft < left);
            left = left - plan.soft + 10;
        }
    }

    #[test]
    fn a_settled_search_stops_before_an_unsettled_one() {
        let plan = plan(Clock { time: 60_000, ..Clock::default() });
        assert!(plan.enough(10, 0) < plan.enough(0, 0));
        assert!(plan.enough(0, 0) < plan.enough(0, 80));
    }

    #[test]
    fn the_tightest_limit_wins() {
        let clock = Some(Clock { time: 600_000, ..Clock::default() });
        let limits = Limits { clock, move_time: Some(100), ..Limits::default() };
        assert_eq!(Plan::new(&limits, &Settings::default()).unwrap().hard, 90);
        assert_eq!(Plan::new(&Limits::default(), &Settings::default()), None);
    }

    #[test]
    fn whole_seconds_are_used_to_their_end() {
        let settings = Settings { round_up_to_full_second: true, ..Settings::default() };
        let clock = Some(Clock { time: 300_000, ..Clock::default() });
        let plan = Plan::new(&Limits { clock, ..Limits::default() }, &settings).unwrap();
        assert_eq!(plan.soft % 1000, 970);
    }

    /// Games at a clock that is simulated: what a move takes lies between what a settled search and the longest one take,
    /// and comes late as a busy machine makes it. The share of its time that a game uses is printed.
    #[test]
    fn simulated_games_are_not_lost_on_time() {
        let seconds = |main: u64, increment, byoyomi| Clock {
            time: main * 1000,
            increment,
            byoyomi,
            moves_to_go: None,
        };
        for (name, start, periods, least) in [
            ("1 s + 0.1 s", seconds(1, 100, 0), 0, 60),
            ("byoyomi 200 ms", seconds(0, 0, 200), 0, 80),
            ("5 min + 3 x 30 s", seconds(300, 0, 30_000), 3, 60),
            ("sudden death in 3 s", seconds(3, 0, 0), 0, 60),
            ("sudden death in 3 min", seconds(180, 0, 0), 0, 60),
        ] {
            let mut dice = StdRng::seed_from_u64(7);
            let (mut used, mut given) = (0, 0);
            for game in 0..500 {
                let (mut clock, mut periods_left) = (start, periods);
                given += start.time;
                for ply in 0..dice.random_range(20..120) {
                    let plan = plan(clock);
                    let thought = if dice.random_range(0..10) == 0 {
                        plan.hard
                    } else {
                        plan.enough(dice.random_range(0..12), dice.random_range(-50..120))
                    };
                    let late = if dice.random_range(0..20) == 0 { 25 } else { 2 };
                    let time = thought + dice.random_range(0..=late);
                    used += time;
                    given += clock.increment + clock.byoyomi;
                    let beyond_main = time.saturating_sub(clock.time);
                    // Each period that is used up is gone; the last one never is.
                    if periods > 0 && beyond_main > 0 {
                        periods_left -= beyond_main / clock.byoyomi;
                    }
                    let total = clock.time + clock.byoyomi;
                    assert!(time <= total, "{name}, game {game}, ply {ply}: {time} ms of {total}");
                    clock.time = clock.time.saturating_sub(time) + clock.increment;
                }
                assert_eq!(periods_left, periods, "{name}, game {game}");
            }
            let share = 100 * used / given;
            println!("{name}: {share} % of the time used");
            assert!(share >= least, "{name}: {share} %");
        }
    }
}
