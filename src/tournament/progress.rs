//! The progress bar with the running score; without a terminal, a line now and then.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::protocol::output::complain;

/// Without a terminal: so often at most.
const EVERY: Duration = Duration::from_secs(10);

const STYLE: &str = "{bar:20} {pos}/{len} [{elapsed} < {eta}] {msg}";

pub struct Progress {
    bar: ProgressBar,
    total: u64,
    last: Mutex<Instant>,
}

impl Progress {
    /// `done` of `total` games have been played before.
    pub fn new(done: u64, total: u64) -> Progress {
        let bar = ProgressBar::new(total);
        // The template is ours; the default style would do as well.
        bar.set_style(ProgressStyle::with_template(STYLE).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_position(done);
        bar.reset_eta();
        Progress { bar, total, last: Mutex::new(Instant::now()) }
    }

    /// Shows the score after so many games.
    pub fn show(&self, games: u64, score: String) {
        if !self.bar.is_hidden() {
            self.bar.set_position(games);
            return self.bar.set_message(score);
        }
        let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if last.elapsed() >= EVERY {
            *last = Instant::now();
            complain(format_args!("{games}/{} {score}", self.total));
        }
    }

    /// Says something in a line of its own.
    pub fn say(&self, text: &str) {
        self.aside(|| complain(text));
    }

    /// Takes the bar away while something else is written.
    pub fn aside(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
