//! Many yes-or-no questions in the same games: in every pair each constant takes one of its two values at random on
//! one side and the other value on the other side (a randomised factorial experiment). What a constant is worth
//! is the mean of what the side with its second value scored.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::engine::GameInfo;
use crate::game::excerpt;
use crate::search::Params;

use super::opening::Openings;
use super::selfplay::{Board, Control};
use crate::tournament::stats::elo_of_score;

/// Constants that change together, with their first and second values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub text: String,
    pub settings: Vec<(String, i32, i32)>,
}

impl Question {
    /// Reads `name=first:second`, several of them joined by `+`.
    ///
    /// # Errors
    /// A message that names the setting that is wrong.
    pub fn parse(text: &str) -> Result<Question, String> {
        let settings = text.split('+').map(|setting| {
            let read = || {
                let (name, values) = setting.split_once('=')?;
                let (first, second) = values.split_once(':')?;
                Some((name.to_string(), first.parse().ok()?, second.parse().ok()?))
            };
            let (name, first, second) = read()
                .ok_or_else(|| format!("'{}' is not of the form name=first:second", excerpt(setting)))?;
            super::check(setting, &name, first).and_then(|()| super::check(setting, &name, second))?;
            Ok::<_, String>((name, first, second))
        });
        Ok(Question { text: text.to_string(), settings: settings.collect::<Result<_, _>>()? })
    }

    fn set(&self, params: &mut Params, second: bool) {
        for (name, a, b) in &self.settings {
            let fits = params.set(name, if second { *b } else { *a });
            debug_assert!(fits, "checked when it was read");
        }
    }
}

/// What the games say of one question: the Elo that its second values gain, and the half-width of the 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    pub elo: f64,
    pub error: f64,
}

/// Sums of the shares of points, less a half, of the side with the second value; and of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    pairs: f64,
    share: f64,
    squares: f64,
}

impl Sum {
    fn answer(self) -> Answer {
        let mean = self.share / self.pairs;
        let variance = (self.squares / self.pairs - mean * mean).max(0.0);
        let error = 1.96 * (variance / self.pairs).sqrt();
        Answer { elo: elo_of_score(0.5 + mean), error: elo_of_score((0.5 + error).min(1.0)) }
    }
}

/// Plays `pairs` pairs from `base` and answers every question; tells the answers so far after each pair.
///
/// # Errors
/// A message, if there is no memory for the tables.
pub fn screen(
    game: &'static GameInfo,
    control: &Control,
    (base, questions): (&Params, &[Question]),
    pairs: usize,
    (concurrency, seed): (usize, u64),
    tell: impl Fn(usize, &dyn Fn() -> Vec<Answer>) + Sync,
) -> Result<Vec<Answer>, String> {
    let openings = Mutex::new(Openings::new(game, seed));
    let sums = Mutex::new(vec![Sum::default(); questions.len()]);
    let begun = AtomicUsize::new(0);
    let play = |thread: u64| -> Result<(), String> {
        let mut random = StdRng::seed_from_u64(seed.wrapping_mul(1_000_003) + thread);
        let mut board = Board::new(game, control.clone())?;
        while begun.fetch_add(1, Relaxed) < pairs {
            let opening = openings.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(opening) = opening else { break };
            let (mut a, mut b) = (base.clone(), base.clone());
            let drawn: Vec<bool> = questions.iter().map(|_| random.random_bool(0.5)).collect();
            for (question, &second) in questions.iter().zip(&drawn) {
                question.set(&mut a, second);
                question.set(&mut b, !second);
            }
            let share = board.play_pair(&opening, &a, &b) as f64 / 4.0 - 0.5;
            let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
            for (sum, second) in sums.iter_mut().zip(drawn) {
                sum.pairs += 1.0;
                sum.share += if second { share } else { -share };
                sum.squares += share * share;
            }
            let done = sums[0].pairs as usize;
            tell(done, &|| sums.iter().map(|sum| sum.answer()).collect());
        }
        Ok(())
    };
    let play = &play;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..concurrency.max(1)).map(|i| scope.spawn(move || play(i as u64))).collect();
        threads.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|_| Err("a playing thread panicked".to_string()))
        })
    })?;
    let sums = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(sums.into_iter().map(Sum::answer).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_or_named() {
        let question = Question::parse("null_base=3:4+futility_base=100:150").unwrap();
        assert_eq!(question.settings[1], ("futility_base".to_string(), 100, 150));
        for bad in ["null_base", "null_base=3", "null_base=3:x", "null_base=3:99", "nothing=1:2"] {
            assert!(Question::parse(bad).unwrap_err().contains(bad), "{bad}");
        }
    }

    #[test]
    fn an_answer_by_hand() {
        let sum = Sum { pairs: 100.0, share: 10.0, squares: 12.5 };
        let answer = sum.answer();
        assert!((answer.elo - elo_of_score(0.6)).abs() < 1e-9);
        assert!(answer.error > 40.0 && answer.error < 50.0, "{answer:?}");
    }
}
