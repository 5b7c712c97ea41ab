//! Mixing the games of files.

use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::error::{DataError, Fault};
use super::reader::Reader;
use super::record::Record;
use super::writer::Writer;

/// Writes the games of all inputs to a new file, in an order that the seed decides, and returns their number. They are
/// held in memory meanwhile: about 5 bytes a position. A game cut short at the end of an input is left out.
///
/// # Errors
/// [`DataError`]: an input is damaged or of another game than the first, or the output exists or cannot be written.
pub fn shuffle(inputs: &[PathBuf], output: &Path, seed: u64) -> Result<usize, DataError> {
    let mut game = None;
    let mut records: Vec<Record> = Vec::new();
    for path in inputs {
        let reader = Reader::open(path)?;
        let game: &String = game.get_or_insert_with(|| reader.game().to_string());
        for record in reader.of_game(game)? {
            match record {
                Err(DataError { fault: Fault::Torn, .. }) => {}
                record => records.push(record?),
            }
        }
    }
    records.shuffle(&mut StdRng::seed_from_u64(seed));
    let mut writer = Writer::create(output, &game.unwrap_or_default())?;
    records.iter().try_for_each(|record| writer.write(record))?;
    Ok(records.len())
}
