//! Games from files, made into positions to learn from.

use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::data::{self, DataError, Which};
use crate::game::Game;

use super::Samples;

const SPINNER: &str = "{spinner} {msg}: {human_pos} quiet positions, {per_sec}";
/// Positions between two steps of the spinner.
const STEP: usize = 10_000;

/// Plays the games of all files through and keeps their quiet positions, at most `limit` of them.
///
/// # Errors
/// [`DataError`]: a file cannot be read, is damaged, or is of another game.
pub fn load<G: Game>(files: &[PathBuf], limit: usize) -> Result<Samples, DataError> {
    let mut samples = Samples::new::<G>();
    let bar = ProgressBar::new_spinner();
    // The template is ours; the default style would do as well.
    bar.set_style(ProgressStyle::with_template(SPINNER).unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(200));
    for path in files {
        bar.set_message(path.display().to_string());
        load_file::<G>(path, limit, &mut samples, &bar)?;
    }
    bar.finish_and_clear();
    Ok(samples)
}

fn load_file<G: Game>(
    path: &Path,
    limit: usize,
    samples: &mut Samples,
    bar: &ProgressBar,
) -> Result<(), DataError> {
    let mut file = data::Samples::<G>::open(path, Which::Quiet)?;
    while samples.len() < limit
        && let Some(sample) = file.next_sample()?
    {
        samples.add(sample.position, sample.score, sample.result);
        if samples.len().is_multiple_of(STEP) {
            bar.set_position(samples.len() as u64);
        }
    }
    Ok(())
}
