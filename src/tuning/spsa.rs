//! Simultaneous perturbation stochastic approximation (Spall, 1992): all constants are moved a little at random,
//! both ways; the two sets play a pair of games; every constant goes a step towards the winner's side.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::engine::GameInfo;
use crate::search::Params;

use super::opening::Openings;
use super::selfplay::{Board, Control};

/// Spall's exponents for the decay of step and perturbation.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The last perturbation as a share of the range, and the last step in units of it for a pair won 2–0.
const LAST_PERTURBATION: f64 = 0.05;
const LAST_STEP: f64 = 0.002;
/// The share of all iterations after which steps decay in earnest.
const STABILITY: f64 = 0.1;

/// Where a tuning stands: what is written down and read back to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Iterations done: pairs of games.
    pub done: u64,
    /// Iterations planned.
    pub planned: u64,
    pub seed: u64,
    /// The constants as they stand.
    pub values: BTreeMap<String, f64>,
}

impl State {
    /// A beginning of the named constants from these values.
    ///
    /// # Errors
    /// A message that names what is no constant.
    pub fn new(names: &[String], base: &Params, planned: u64, seed: u64) -> Result<State, String> {
        let mut values = BTreeMap::new();
        for name in names {
            let value = base.get(name).ok_or_else(|| format!("'{name}' is no constant of the search"))?;
            values.insert(name.clone(), value as f64);
        }
        if values.is_empty() {
            return Err("name at least one constant to tune".to_string());
        }
        Ok(State { done: 0, planned, seed, values })
    }

    /// The constants rounded, on top of others.
    pub fn on(&self, base: Params) -> Params {
        self.moved(base, |_| 0.0)
    }

    /// The constants moved by so many units each, within their ranges, on top of others.
    fn moved(&self, base: Params, by: impl Fn(&str) -> f64) -> Params {
        let mut params = base;
        for (name, value) in &self.values {
            let Some(param) = Params::ALL.iter().find(|p| p.name == name) else { continue };
            let value = (value + by(name)).round().clamp(param.min as f64, param.max as f64);
            let fits = params.set(name, value as i32);
            debug_assert!(fits, "{name} = {value}");
        }
        params
    }

    /// Perturbations in units of each constant, with random signs, and the step for a point won.
    fn draw(&self, random: &mut StdRng) -> BTreeMap<String, (f64, f64)> {
        let (k, n) = (self.done as f64, self.planned as f64);
        let draw = |name: &String| {
            let param = Params::ALL.iter().find(|p| p.name == name)?;
            let last = ((param.max - param.min) as f64 * LAST_PERTURBATION).max(0.5);
            let c = last * (n / (k + 1.0)).powf(GAMMA).max(1.0);
            let a = LAST_STEP * last * last * ((1.0 + STABILITY) * n / (STABILITY * n + k + 1.0)).powf(ALPHA);
            let sign = if random.random_bool(0.5) { 1.0 } else { -1.0 };
            Some((name.clone(), (sign * c, sign * a / c)))
        };
        self.values.keys().filter_map(draw).collect()
    }

    /// Takes the result of a pair over: points of the set moved forwards, less those of the other (−2 to 2).
    fn learn(&mut self, drawn: &BTreeMap<String, (f64, f64)>, points: f64) {
        self.done += 1;
        for (name, value) in &mut self.values {
            let Some(param) = Params::ALL.iter().find(|p| p.name == name) else { continue };
            if let Some((_, step)) = drawn.get(name) {
                *value = (*value + step * points).clamp(param.min as f64, param.max as f64);
            }
        }
    }
}

/// Plays the iterations left over all `games` in turn, and hands the state to `keep` after each.
///
/// # Errors
/// A message: no memory for the tables, or what `keep` had to say.
pub fn run(
    state: State,
    games: &[&'static GameInfo],
    control: &Control,
    concurrency: usize,
    keep: impl Fn(&State) -> Result<(), String> + Sync,
) -> Result<State, String> {
    let from = state.done;
    let shared = Mutex::new((state, from));
    let play = |thread: usize| -> Result<(), String> {
        let seed = {
            let shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            shared.0.seed ^ (from * 1_000_003 + thread as u64)
        };
        let mut random = StdRng::seed_from_u64(seed);
        let mut openings: Vec<_> = games.iter().map(|&game| Openings::new(game, seed)).collect();
        let boards = games.iter().map(|&game| Board::new(game, control.clone()));
        let mut boards: Vec<_> = boards.collect::<Result<_, _>>()?;
        loop {
            let (game, forwards, backwards, drawn) = {
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (state, begun) = &mut *shared;
                if *begun >= state.planned {
                    return Ok(());
                }
                *begun += 1;
                let drawn = state.draw(&mut random);
                let game = *begun as usize % games.len();
                let by = |sign: f64| {
                    state.moved((games[game].params)(), |name| drawn.get(name).map_or(0.0, |(c, _)| sign * c))
                };
                (game, by(1.0), by(-1.0), drawn)
            };
            let Some(opening) = openings[game].next() else { return Ok(()) };
            let points = boards[game].play_pair(&opening, &forwards, &backwards);
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            shared.0.learn(&drawn, points as f64 - 2.0);
            keep(&shared.0)?;
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..concurrency.max(1)).map(|i| scope.spawn(move || play(i))).collect();
        threads.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|_| Err("a playing thread panicked".to_string()))
        })
    })?;
    Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_towards_the_winner() {
        let names = ["futility_base".to_string(), "futility_margin".to_string()];
        let mut state = State::new(&names, &Params::default(), 5000, 1).unwrap();
        let mut random = StdRng::seed_from_u64(1);
        // A game that the larger futility_base always wins, whatever the other constant.
        for _ in 0..5000 {
            let drawn = state.draw(&mut random);
            let points = if drawn["futility_base"].0 > 0.0 { 2.0 } else { -2.0 };
            state.learn(&drawn, points);
        }
        assert!(state.values["futility_base"] > 200.0, "{state:?}");
        assert!((state.values["futility_margin"] - 110.0).abs() < 40.0, "{state:?}");
        assert!(
            State::new(&["nothing".to_string()], &Params::default(), 1, 1).unwrap_err().contains("nothing")
        );
    }
}
