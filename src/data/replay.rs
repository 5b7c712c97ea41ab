//! Playing records through.

use std::path::Path;

use crate::core::{Move, Score, Side, score};
use crate::game::{Game, Notation, Position};

use super::error::{DataError, Fault};
use super::reader::Reader;
use super::record::{Record, Turn};

/// A record being played through, from its first searched position on. The turn shown is always a legal one.
#[derive(Clone, Debug)]
pub struct Replay<G: Game> {
    record: Record,
    position: G,
    /// Turns played.
    played: usize,
}

impl<G: Game> Replay<G> {
    /// Plays the opening.
    ///
    /// # Errors
    /// [`Fault::Start`], or as [`Replay::play`].
    pub fn new(record: Record) -> Result<Self, Fault> {
        let rules = G::Rules::default();
        let position = match &record.start {
            None => G::start(&rules),
            Some(text) => G::parse(text, &rules).map_err(Fault::Start)?,
        };
        let mut replay = Replay { record, position, played: 0 };
        for ply in 0..replay.record.opening.len() {
            let m = replay.record.opening[ply];
            replay.check(m, ply)?;
            replay.position.do_move(m);
        }
        replay.check_turn()?;
        Ok(replay)
    }

    pub fn record(&self) -> &Record {
        &self.record
    }

    pub fn position(&self) -> &G {
        &self.position
    }

    /// The turn that comes next; `None` after the last.
    pub fn turn(&self) -> Option<Turn> {
        self.record.turns.get(self.played).copied()
    }

    /// Plays the next turn, if there is one.
    ///
    /// # Errors
    /// [`Fault::Illegal`] or [`Fault::Score`]: the turn after it is damaged.
    pub fn play(&mut self) -> Result<(), Fault> {
        if let Some(turn) = self.turn() {
            self.position.do_move(turn.best);
            self.played += 1;
            self.check_turn()?;
        }
        Ok(())
    }

    fn check_turn(&self) -> Result<(), Fault> {
        let Some(Turn { best, score }) = self.turn() else { return Ok(()) };
        let ply = self.record.opening.len() + self.played;
        if Score::from(score).abs() > score::MATE {
            return Err(Fault::Score { score, ply });
        }
        self.check(best, ply)
    }

    fn check(&self, m: Move, ply: usize) -> Result<(), Fault> {
        if self.position.is_legal(m) {
            return Ok(());
        }
        Err(Fault::Illegal { bits: m.bits(), ply, position: self.position.text(Notation::Native) })
    }

    /// The position before the next turn, as something to learn from.
    pub fn sample(&self) -> Option<Sample<'_, G>> {
        let Turn { best, score } = self.turn()?;
        let side = self.position.side_to_move();
        let result = result_for(side, self.record.winner);
        Some(Sample { position: &self.position, best, score: score.into(), result })
    }
}

/// 1 for a win of this side, 0 for its loss, ½ for a draw.
fn result_for(side: Side, winner: Option<Side>) -> f32 {
    match winner {
        None => 0.5,
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
    }
}

/// A position to learn from. All is seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a, G> {
    pub position: &'a G,
    /// The move that the search found and the game went on with.
    pub best: Move,
    /// Centipawns, as the search saw it.
    pub score: Score,
    /// The game's: 1 won, ½ drawn, 0 lost.
    pub result: f32,
}

impl<G: Position> Sample<'_, G> {
    /// Whether a static evaluation can know the score: not in check, nothing to be won at once, no end in sight.
    pub fn is_quiet(&self) -> bool {
        self.score.abs() <= score::EVAL_LIMIT
            && !self.position.in_check()
            && !self.position.is_tactical(self.best)
    }
}

/// Which positions of a file to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Every one that was searched.
    All,
    /// Those that are [`Sample::is_quiet`].
    Quiet,
}

/// The positions of a file, in the order of its games.
///
/// ```no_run
/// # use ryuma::{data::{DataError, Samples, Which}, games::xiangqi::Xiangqi};
/// # fn main() -> Result<(), DataError> {
/// let mut samples = Samples::<Xiangqi>::open("games.bin".as_ref(), Which::Quiet)?;
/// while let Some(sample) = samples.next_sample()? {
///     println!("{} {}", sample.score, sample.result);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Samples<G: Game> {
    reader: Reader,
    which: Which,
    /// The game under way; the sample shown last is before its next turn.
    replay: Option<Replay<G>>,
}

impl<G: Game> Samples<G> {
    /// # Errors
    /// [`DataError`]: the file cannot be read, or holds no games of this kind.
    pub fn open(path: &Path, which: Which) -> Result<Self, DataError> {
        Ok(Samples { reader: Reader::open_game(path, G::NAME)?, which, replay: None })
    }

    /// The next position; `None` at the end of the file. It is lent, not copied, so that going through a file
    /// costs little more than playing the moves.
    ///
    /// # Errors
    /// [`DataError`]. After an error inside a game, the next call goes on with the game after it.
    pub fn next_sample(&mut self) -> Result<Option<Sample<'_, G>>, DataError> {
        while self.step()? {
            // Twice, because what is lent in a loop cannot also be thrown away in it.
            let wanted = |sample: Sample<G>| self.which == Which::All || sample.is_quiet();
            if self.replay.as_ref().and_then(Replay::sample).is_some_and(wanted) {
                return Ok(self.replay.as_ref().and_then(Replay::sample));
            }
        }
        Ok(None)
    }

    /// Goes to the next turn, or to the first of the next game. `false`: there is none.
    fn step(&mut self) -> Result<bool, DataError> {
        if let Some(mut replay) = self.replay.take() {
            replay.play().map_err(|fault| self.reader.blame(fault))?;
            if replay.turn().is_some() {
                self.replay = Some(replay);
                return Ok(true);
            }
        }
        let Some(record) = self.reader.next().transpose()? else { return Ok(false) };
        self.replay = Some(Replay::new(record).map_err(|fault| self.reader.blame(fault))?);
        Ok(true)
    }
}
