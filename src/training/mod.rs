//! Training networks on the CPU.
//!
//! A position's target is a chance of winning: a blend of the search's score, through the logistic curve, and of the
//! game's result. The loss is the squared error of the chance, and AdamW works on it in mini-batches, each thread
//! with its own gradient. A run is put down after each epoch and goes on from there if it is begun again.
//!
//! | file | what is in it |
//! |---|---|
//! | `settings` | how to train |
//! | `load` | games from files |
//! | `samples` | positions to learn from, in memory |
//! | `model` | the network in floating point and its gradient |
//! | `adam` | the optimiser |
//! | `trainer` | going through the positions |
//! | `quantise` | from floating point to the integers that play |
//! | `checkpoint` | a run put down and taken up again |
//! | `plot` | a picture of the losses |

mod adam;
mod checkpoint;
mod load;
mod model;
mod plot;
mod quantise;
mod samples;
mod settings;
mod trainer;

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use crate::data::DataError;
use crate::game::Game;
use crate::nnue::{Network, NetworkError};

pub use checkpoint::CheckpointError;
pub use quantise::{Rounding, compare, quantise};
pub use samples::Samples;
pub use settings::Settings;
pub use trainer::{Losses, Split, Trainer};

/// Positions on which the integers are compared with the floating point that they come from.
const ROUNDING_POSITIONS: usize = 10_000;
/// A network that its integers change by more centipawns than this, in the mean, has been trained wrongly.
const ROUNDING_LIMIT: f32 = 10.0;
/// Fewer positions teach nothing.
const FEWEST_POSITIONS: usize = 1_000;

const BAR: &str = "epoch {prefix} {bar:30} {human_pos}/{human_len} {per_sec} {eta} left";
const NO_TERMINAL_STEP: Duration = Duration::from_secs(60);

/// What a training run is to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Files of games ([`crate::data`]).
    pub data: Vec<PathBuf>,
    /// Use only so many of their positions.
    pub limit: usize,
    /// The network to write. Beside it come its checkpoint and the picture of its losses.
    pub out: PathBuf,
    pub settings: Settings,
    /// Begin anew even if there is a checkpoint.
    pub restart: bool,
}

/// Why there is no network.
#[derive(Debug, Error)]
pub enum TrainingError {
    #[error("{0}")]
    Data(#[from] DataError),
    #[error("{0} positions; a network needs {FEWEST_POSITIONS} or more")]
    TooFew(usize),
    #[error("cannot write '{path}': {error}")]
    Write { path: PathBuf, error: io::Error },
    #[error("cannot go on from '{path}': {error}; to begin anew, say --restart or remove the file")]
    Checkpoint { path: PathBuf, error: CheckpointError },
    #[error("{0}")]
    Network(#[from] NetworkError),
    #[error("the integers are {mean:.1} centipawns from the floating point, more than {ROUNDING_LIMIT}")]
    Rounding { mean: f32 },
}

/// Trains a network of one game: [`train`].
pub type Train = fn(&Plan, &dyn Fn(&str)) -> Result<(), TrainingError>;

/// Trains a network on the games of files and writes it. `tell` hears a line now and then.
///
/// # Errors
/// [`TrainingError`].
pub fn train<G: Game>(plan: &Plan, tell: &dyn Fn(&str)) -> Result<(), TrainingError> {
    let samples = load::load::<G>(&plan.data, plan.limit)?;
    train_on::<G>(plan, &samples, tell)
}

/// Trains a network on these positions and writes it, after every epoch. `tell` hears a line of each.
///
/// # Errors
/// [`TrainingError`].
pub fn train_on<G: Game>(plan: &Plan, samples: &Samples, tell: &dyn Fn(&str)) -> Result<(), TrainingError> {
    if samples.len() < FEWEST_POSITIONS {
        return Err(TrainingError::TooFew(samples.len()));
    }
    let settings = &plan.settings;
    let run = format!("{}, {} positions, {settings}", G::NAME, samples.len());
    let split = Split::of(samples.len());
    let mut trainer = Trainer::new(samples, settings);
    tell(&run);

    let kept = beside(&plan.out, "checkpoint");
    if kept.exists() && !plan.restart {
        checkpoint::take_up(&kept, &run, &mut trainer)
            .map_err(|error| TrainingError::Checkpoint { path: kept.clone(), error })?;
        tell(&format!("going on after epoch {}", trainer.history.len()));
    }
    while !trainer.is_done() {
        run_epoch(&mut trainer, samples, &split, tell);
        write(&kept, &checkpoint::to_bytes(&run, &trainer))?;
        write(&plan.out, &network::<G>(&trainer)?.to_bytes())?;
        write(&beside(&plan.out, "svg"), plot::svg(&run, &trainer.history).as_bytes())?;
    }
    let network = network::<G>(&trainer)?;
    write(&plan.out, &network.to_bytes())?;
    check_rounding(&trainer, &network, samples, &split, tell)
}

/// The network as far as it has learned.
///
/// # Errors
/// [`NetworkError`]: its numbers would grow too large.
pub fn network<G: Game>(trainer: &Trainer) -> Result<Network<G>, NetworkError> {
    Network::new(&quantise(&trainer.model, trainer.settings.scale))
}

fn run_epoch(trainer: &mut Trainer, samples: &Samples, split: &Split, tell: &dyn Fn(&str)) {
    let number = format!("{}/{}", trainer.history.len() + 1, trainer.settings.epochs);
    let bar = ProgressBar::new(split.learned.len() as u64).with_prefix(number.clone());
    // The template is ours; the default style would do as well.
    bar.set_style(ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar()));
    let (begin, mut last, mut done) = (Instant::now(), Instant::now(), 0);
    trainer.run_epoch(samples, split, |positions| {
        done += positions;
        bar.inc(positions as u64);
        if bar.is_hidden() && last.elapsed() >= NO_TERMINAL_STEP {
            last = Instant::now();
            tell(&format!("epoch {number}: {done}/{} positions", split.learned.len()));
        }
    });
    bar.finish_and_clear();
    if let Some(Losses { learned, held_out }) = trainer.history.last() {
        let rate = done as f64 / begin.elapsed().as_secs_f64();
        tell(&format!("epoch {number}: loss {learned:.6}, held out {held_out:.6}, {rate:.0} positions/s"));
    }
}

fn check_rounding<G: Game>(
    trainer: &Trainer,
    network: &Network<G>,
    samples: &Samples,
    split: &Split,
    tell: &dyn Fn(&str),
) -> Result<(), TrainingError> {
    let indices = split.held_out.iter().chain(&split.learned).map(|&i| i as usize);
    let indices = indices.take(ROUNDING_POSITIONS);
    let Rounding { positions, mean, most } =
        compare(&trainer.model, network, trainer.settings.scale, samples, indices);
    tell(&format!(
        "integers against floating point on {positions} positions: {mean:.2} centipawns in the mean, {most:.1} at most"
    ));
    if mean > ROUNDING_LIMIT { Err(TrainingError::Rounding { mean }) } else { Ok(()) }
}

/// The path with another extension added.
fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or(OsStr::new("network")).to_owned();
    name.push(".");
    name.push(extension);
    path.with_file_name(name)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainingError> {
    checkpoint::write_whole(path, bytes)
        .map_err(|error| TrainingError::Write { path: path.to_path_buf(), error })
}
