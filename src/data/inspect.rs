//! Replaying whole files, to count what is in them and to find damage.

use std::collections::HashSet;
use std::path::Path;

use crate::core::{Side, zobrist::mix};
use crate::game::{Game, Notation};

use super::error::{DataError, Fault};
use super::fit::Results;
use super::reader::Reader;
use super::replay::Replay;
use super::selfplay;

/// One position in so many, chosen by its key, is remembered to find out how many are there more than once.
const REMEMBERED: u64 = 16;

/// What is in the files inspected.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    pub games: u64,
    /// Positions that were searched.
    pub positions: u64,
    /// Those of them that are quiet ([`super::Sample::is_quiet`]).
    pub quiet: u64,
    /// Games won by the first side, drawn, won by the second.
    pub results: [u64; 3],
    /// Sum of the scores of quiet positions without their signs, in centipawns.
    pub scores: u64,
    /// Scores of quiet positions with the results of their games.
    pub outcomes: Results,
    /// Of each game, the opening included.
    pub plies: Vec<u32>,
    /// Start positions that games began with.
    pub starts: HashSet<Option<String>>,
    pub bytes: u64,
    /// Positions chosen to be remembered, and those of them that are different.
    chosen: u64,
    different: HashSet<u64>,
}

impl Survey {
    /// The share of searched positions that were there before, 0–1: an estimate from a part of them.
    pub fn duplicates(&self) -> f64 {
        if self.chosen == 0 { 0.0 } else { 1.0 - self.different.len() as f64 / self.chosen as f64 }
    }

    fn remember(&mut self, key: u64) {
        let key = mix(key);
        if key.is_multiple_of(REMEMBERED) {
            self.chosen += 1;
            self.different.insert(key);
        }
    }
}

/// [`inspect`] for some game.
pub type Inspect = fn(&Path, &mut Survey) -> Result<(), DataError>;

/// Replays a file of games and counts what is in it. Every move is checked, and every result that the rules can
/// tell from the last position.
///
/// # Errors
/// [`DataError`]: the first damage found; what came before it has been counted.
pub fn inspect<G: Game>(path: &Path, survey: &mut Survey) -> Result<(), DataError> {
    let mut reader = Reader::open_game(path, G::NAME)?;
    let before = survey.bytes;
    while let Some(record) = reader.next() {
        let replay = Replay::<G>::new(record?).and_then(|replay| count(replay, survey));
        replay.map_err(|fault| reader.blame(fault))?;
        survey.bytes = before + reader.bytes();
    }
    Ok(())
}

/// Plays a game to its end.
fn count<G: Game>(mut replay: Replay<G>, survey: &mut Survey) -> Result<(), Fault> {
    while let Some(sample) = replay.sample() {
        survey.positions += 1;
        survey.remember(sample.position.key());
        if sample.is_quiet() {
            survey.quiet += 1;
            survey.scores += u64::from(sample.score.unsigned_abs());
            survey.outcomes.add(sample.score, sample.result);
        }
        replay.play()?;
    }
    let (record, position) = (replay.record(), replay.position());
    if let Some(verdict) = position.verdict()
        && selfplay::winner(verdict.outcome, position.side_to_move()) != record.winner
    {
        let position = position.text(Notation::Native);
        return Err(Fault::Result { reason: verdict.reason, position });
    }
    survey.games += 1;
    survey.results[match record.winner {
        Some(Side::First) => 0,
        None => 1,
        Some(Side::Second) => 2,
    }] += 1;
    survey.plies.push((record.opening.len() + record.turns.len()) as u32);
    if !survey.starts.contains(&record.start) {
        survey.starts.insert(record.start.clone());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicates_are_estimated_from_a_part() {
        let mut survey = Survey::default();
        assert_eq!(survey.duplicates(), 0.0);
        (0..20_000).for_each(|key| survey.remember(key));
        assert_eq!(survey.duplicates(), 0.0);
        (0..20_000).for_each(|key| survey.remember(key));
        assert_eq!(survey.duplicates(), 0.5);
        assert!((1000..1500).contains(&survey.different.len()), "{}", survey.different.len());
    }
}
