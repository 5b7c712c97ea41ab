//! The times of moves: clocks that run along, and their texts.

use std::time::Duration;

use crate::core::Side;

use super::{Line, Replay};

/// What each side has used up by the end of a line of moves, in the order of [`Side::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks([Duration; 2]);

impl Clocks {
    /// Adds a move's time; gives the side's total.
    pub fn spend(&mut self, side: Side, time: Duration) -> Duration {
        let total = &mut self.0[side.index()];
        *total = total.saturating_add(time);
        *total
    }
}

/// Forgets the totals that are the sums of the times before.
pub fn drop_plain_totals(line: &mut Line, first: Side) {
    drop_from(line, first, Clocks::default());
}

fn drop_from(line: &mut Line, mut side: Side, mut clocks: Clocks) {
    for node in &mut line.nodes {
        for variation in &mut node.variations {
            drop_from(variation, side, clocks);
        }
        let sum = clocks.spend(side, node.time.unwrap_or_default());
        node.total = node.total.filter(|&total| total != sum);
        side = !side;
    }
    if let Some(end) = &mut line.end {
        for variation in &mut end.variations {
            drop_from(variation, side, clocks);
        }
        let sum = clocks.spend(side, end.time.unwrap_or_default());
        end.total = end.total.filter(|&total| total != sum);
    }
}

/// The clocks where a replay stands, by the times of the moves that led there: a stack to go back on.
pub struct Running {
    clocks: Vec<Clocks>,
}

impl Running {
    pub fn new() -> Running {
        Running { clocks: vec![Clocks::default()] }
    }

    /// Adds the time of the move that `side` makes where so many moves have been played; gives its total.
    pub fn spend(&mut self, replay: &Replay, time: Duration) -> Duration {
        let ply = replay.played().len();
        self.clocks.truncate(ply + 1);
        let mut clocks = self.clocks.last().copied().unwrap_or_default();
        let total = clocks.spend(replay.side(), time);
        self.clocks.push(clocks);
        total
    }
}

/// Reads `0:16`, `00:00:16` or `16`; seconds may have a fraction.
pub fn read(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        let part: f64 = part.trim().parse().ok().filter(|part: &f64| *part >= 0.0)?;
        seconds = seconds * 60.0 + part;
    }
    Duration::try_from_secs_f64(seconds).ok().filter(|time| time.as_secs() < 100_000_000)
}

/// Whole seconds.
pub fn whole(time: Duration) -> Duration {
    Duration::from_secs(time.as_secs())
}

/// ` 0:16`
pub fn minutes(time: Duration) -> String {
    format!("{:2}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

/// `00:00:16`
pub fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Seconds, with three decimals where they are not whole.
pub fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 { time.as_secs().to_string() } else { format!("{:.3}", time.as_secs_f64()) }
}
