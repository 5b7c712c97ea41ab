//! Many games at the same time, into one file.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use crate::game::Game;
use crate::nnue::{Choice, NetworkError};
use crate::search::HashError;

use super::error::DataError;
use super::selfplay::Player;
use super::writer::Writer;

/// What is to be made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Positions searched for a move, about: the iteration under way is finished, but never takes eight times as many.
    pub nodes: u64,
    /// Searched positions that the file is to hold in the end.
    pub positions: u64,
    /// What evaluates.
    pub evaluation: Choice,
    /// Games played at the same time, each on a thread.
    pub threads: usize,
    /// Seeds the openings. With one thread, the same seed makes the same file, in one run or in several.
    pub seed: u64,
}

/// What is in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub games: u64,
    /// Positions that were searched.
    pub positions: u64,
    pub bytes: u64,
    /// Bytes of a game cut short that were dropped at the beginning.
    pub dropped: u64,
}

/// Hears the state at the beginning and after each game, one at a time.
pub type Tell<'a> = &'a (dyn Fn(&Tally) + Sync);

/// [`generate`] for some game.
pub type Generate = fn(&Plan, &Path, &AtomicBool, Tell) -> Result<Tally, GenerateError>;

/// Why no more games could be made. Those written are safe.
#[derive(Debug, Error)]
pub enum GenerateError {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(transparent)]
    Hash(#[from] HashError),
    #[error("cannot start a playing thread: {0}")]
    Thread(#[from] std::io::Error),
    #[error("a playing thread panicked")]
    Panic,
}

/// Appends games to a file (or makes it) until it holds the positions asked for or the flag is set. Games under way
/// are finished in the first case and lost in the second.
///
/// # Errors
/// [`GenerateError`].
pub fn generate<G: Game>(
    plan: &Plan,
    path: &Path,
    stop: &AtomicBool,
    tell: Tell,
) -> Result<Tally, GenerateError> {
    let network = plan.evaluation.network::<G>()?;
    let (writer, contents) = Writer::append(path, G::NAME)?;
    let tally = Tally {
        games: contents.games,
        positions: contents.positions,
        bytes: writer.bytes(),
        dropped: contents.dropped,
    };
    tell(&tally);
    let output = Mutex::new((writer, tally));
    let next = AtomicU32::new(contents.next_number);
    let failed = AtomicBool::new(false);
    let is_stopped = || stop.load(Relaxed) || failed.load(Relaxed);

    let work = || -> Result<(), GenerateError> {
        let mut player = Player::<G>::new(plan.nodes, plan.seed, network.clone())?;
        while lock(&output).1.positions < plan.positions {
            let Some(record) = player.play(next.fetch_add(1, Relaxed), &is_stopped) else { break };
            let (writer, tally) = &mut *lock(&output);
            writer.write(&record)?;
            tally.games += 1;
            tally.positions += record.turns.len() as u64;
            tally.bytes = writer.bytes();
            tell(tally);
        }
        Ok(())
    };
    let work = || {
        let done = work();
        if done.is_err() {
            failed.store(true, Relaxed);
        }
        done
    };

    std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for number in 0..plan.threads.max(1) {
            let thread =
                std::thread::Builder::new().name(format!("game-{number}")).stack_size(Player::<G>::STACK);
            match thread.spawn_scoped(scope, work) {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    failed.store(true, Relaxed);
                    return Err(error.into());
                }
            }
        }
        let ends: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
        ends.into_iter().try_for_each(|end| end.unwrap_or(Err(GenerateError::Panic)))
    })?;
    Ok(lock(&output).1)
}

/// A panic while a game is written leaves at worst a game cut short.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
