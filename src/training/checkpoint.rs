//! A training run put down between two epochs, to be taken up again.

use std::path::Path;
use std::{fs, io};

use thiserror::Error;

use super::adam::Adam;
use super::trainer::{Losses, Trainer};

const MAGIC: &[u8; 8] = b"RYUMATRN";

/// Why a checkpoint can't be taken up.
#[derive(Debug, Error)]
pub enum CheckpointError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("it is damaged, or no checkpoint")]
    Damaged,
    #[error("it is of another run: {0}")]
    OtherRun(String),
}

/// Writes a file at one go, so that a kill leaves the old one or the new one.
///
/// # Errors
/// What the system says.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    fs::write(&new, bytes)?;
    fs::rename(&new, path)
}

/// The bytes of a checkpoint. `run` says in words which run it is of.
///
/// They are `RYUMATRN`; the length (`u32`) and text of `run`; steps (`u64`), epochs (`u32`) and each one's losses; the
/// model's numbers and the optimiser's two means of each, `f32`; and the CRC-32 of all that.
pub fn to_bytes(run: &str, trainer: &Trainer) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((run.len() as u32).to_le_bytes());
    bytes.extend(run.as_bytes());
    bytes.extend(trainer.adam.steps.to_le_bytes());
    bytes.extend((trainer.history.len() as u32).to_le_bytes());
    let losses = trainer.history.iter().flat_map(|losses| [losses.learned, losses.held_out]);
    let numbers = [&trainer.model.numbers, &trainer.adam.first, &trainer.adam.second];
    let all = losses.chain(numbers.into_iter().flatten().copied());
    bytes.extend(all.flat_map(f32::to_le_bytes));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Brings a new trainer to where a checkpoint is.
///
/// # Errors
/// [`CheckpointError`]; the trainer stays as it was.
pub fn take_up(path: &Path, run: &str, trainer: &mut Trainer) -> Result<(), CheckpointError> {
    let bytes = fs::read(path)?;
    let (content, checksum) = bytes.split_last_chunk().ok_or(CheckpointError::Damaged)?;
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return Err(CheckpointError::Damaged);
    }
    let mut rest = content.strip_prefix(MAGIC).ok_or(CheckpointError::Damaged)?;
    let length = u32::from_le_bytes(take(&mut rest)?) as usize;
    let (text, after) = rest.split_at_checked(length).ok_or(CheckpointError::Damaged)?;
    rest = after;
    if text != run.as_bytes() {
        return Err(CheckpointError::OtherRun(String::from_utf8_lossy(text).into_owned()));
    }
    let steps = u64::from_le_bytes(take(&mut rest)?);
    let epochs = u32::from_le_bytes(take(&mut rest)?) as usize;
    let (count, means) = (trainer.model.numbers.len(), trainer.adam.first.len());
    let numbers: Vec<f32> = rest.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    if numbers.len() != 2 * epochs + count + 2 * means {
        return Err(CheckpointError::Damaged);
    }
    let (losses, numbers) = numbers.split_at(2 * epochs);
    let (model, means_of) = numbers.split_at(count);
    let (first, second) = means_of.split_at(means);
    trainer.history =
        losses.as_chunks().0.iter().map(|&[learned, held_out]| Losses { learned, held_out }).collect();
    trainer.model.numbers = model.to_vec();
    trainer.adam = Adam { steps, first: first.to_vec(), second: second.to_vec() };
    Ok(())
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], CheckpointError> {
    let (bytes, after) = rest.split_first_chunk().ok_or(CheckpointError::Damaged)?;
    *rest = after;
    Ok(*bytes)
}
