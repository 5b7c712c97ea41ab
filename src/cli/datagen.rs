//! `ryuma datagen`: training data from self-play.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use crate::data::{Plan, Tally};
use crate::engine::GameInfo;
use crate::nnue::Choice;
use crate::protocol::output::{Output, complain};

use super::setup;

/// Where the progress bar cannot be shown, so often a line.
const EVERY: Duration = Duration::from_secs(10);
const STYLE: &str = "{bar:24} {human_pos}/{human_len} positions, {msg}";

#[derive(clap::Args)]
pub struct Arguments {
    /// The game
    #[arg(long, value_parser = setup::game_parser(), ignore_case = true)]
    game: &'static GameInfo,
    /// Positions searched for a move, about: the iteration under way is finished
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Searched positions that the file is to hold in the end
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// A network file to evaluate by, or 'none' for the hand-made evaluation [default: the network inside]
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    net: String,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Chooses the openings; with one thread the same seed makes the same file
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file; if it is there, its games are kept and the run goes on
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let game = arguments.game;
    let plan = Plan {
        nodes: arguments.nodes,
        positions: arguments.positions,
        evaluation: Choice::of_text(&arguments.net),
        threads: arguments.threads.into(),
        seed: arguments.seed,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    ctrlc::set_handler(move || stopped.store(true, Relaxed))
        .map_err(|error| format!("cannot listen to Ctrl-C: {error}"))?;

    let progress = Progress::new(plan.positions);
    let generate = game.generate.ok_or_else(|| game.lacks("training data"))?;
    let tally = generate(&plan, &arguments.out, &stop, &|tally| progress.show(tally));
    progress.bar.finish_and_clear();
    let tally = tally.map_err(|error| error.to_string())?;

    let (games, positions) = (HumanCount(tally.games), HumanCount(tally.positions));
    let each = tally.bytes as f64 / tally.positions.max(1) as f64;
    let path = arguments.out.display();
    Output::stdout().say(&format!(
        "{path}: {games} games, {positions} positions, {each:.1} bytes each; {}",
        progress.speed(&tally)
    ));
    if tally.positions < plan.positions {
        return Err("stopped; the same command goes on from here".to_string());
    }
    Ok(())
}

/// A progress bar, or lines where there is no terminal.
struct Progress {
    bar: ProgressBar,
    total: u64,
    begun: Instant,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Positions that were in the file before.
    before: Option<u64>,
    told: Option<Instant>,
}

impl Progress {
    fn new(total: u64) -> Progress {
        let bar = ProgressBar::new(total);
        // The template is ours; the default style would do as well.
        bar.set_style(ProgressStyle::with_template(STYLE).unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress { bar, total, begun: Instant::now(), state: Mutex::default() }
    }

    /// New positions a second.
    fn rate(&self, tally: &Tally) -> f64 {
        let before = self.state.lock().unwrap_or_else(PoisonError::into_inner).before;
        (tally.positions - before.unwrap_or(tally.positions)) as f64
            / self.begun.elapsed().as_secs_f64().max(1e-3)
    }

    fn speed(&self, tally: &Tally) -> String {
        let (rate, time) = (self.rate(tally), self.begun.elapsed().as_secs_f64());
        format!("{rate:.0} positions/s for {time:.1} s")
    }

    fn show(&self, tally: &Tally) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.before.is_none() {
            state.before = Some(tally.positions);
            if tally.dropped > 0 {
                let dropped = tally.dropped;
                self.bar.suspend(|| {
                    complain(format_args!("the last game was cut short: its {dropped} bytes are dropped"))
                });
            }
        }
        let is_due = state.told.is_none_or(|told| told.elapsed() >= EVERY);
        if is_due {
            state.told = Some(Instant::now());
        }
        drop(state);

        let rate = self.rate(tally);
        let left = match self.total.saturating_sub(tally.positions) as f64 / rate {
            seconds if seconds.is_finite() => {
                HumanDuration(Duration::from_secs_f64(seconds.min(1e9))).to_string()
            }
            _ => "?".to_string(),
        };
        let speed = format!("{} games, {rate:.0} positions/s, {left} left", HumanCount(tally.games));
        if self.bar.is_hidden() {
            if is_due {
                let (positions, total) = (HumanCount(tally.positions), HumanCount(self.total));
                complain(format_args!("{positions}/{total} positions, {speed}"));
            }
        } else {
            self.bar.set_message(speed);
            self.bar.set_position(tally.positions.min(self.total));
        }
    }
}
