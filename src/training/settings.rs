//! How to train.

use std::fmt;

use crate::nnue::MAX_WIDTH;

/// How to train. The text of these settings tells whether a checkpoint belongs to a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Accumulators of each side: a multiple of 32.
    pub width: usize,
    /// Times that all positions are gone through.
    pub epochs: u32,
    /// Positions between two steps of the optimiser.
    pub batch: usize,
    /// The highest learning rate, reached after the warm-up.
    pub rate: f32,
    /// What a weight loses with each step, as a share of it and of the rate.
    pub decay: f32,
    /// Share of the score in what is learned, 0–1; the rest is the game's result.
    pub lambda: f32,
    /// Centipawns for an output of 1, at which the chance of winning is 1/(1 + 1/e), about 73 %.
    pub scale: u16,
    /// Seed of the first weights and of the order of positions.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            width: 128,
            epochs: 30,
            batch: 16_384,
            rate: 0.001,
            decay: 0.01,
            lambda: 0.7,
            scale: 400,
            seed: 1,
        }
    }
}

/// Share of all steps in which the rate rises to its highest.
const WARM_UP: f64 = 0.03;
/// The last rate, as a share of the highest.
const LAST_RATE: f64 = 0.01;

impl Settings {
    /// Widths that a network may have, in steps of 32.
    pub const WIDTHS: std::ops::RangeInclusive<usize> = 32..=MAX_WIDTH;

    /// The learning rate at a step: a straight rise, then half a cosine down.
    pub fn rate_at(&self, step: u64, steps: u64) -> f32 {
        let done = (step as f64 + 0.5) / steps.max(1) as f64;
        let share = if done < WARM_UP {
            done / WARM_UP
        } else {
            let left = (1.0 + (std::f64::consts::PI * (done - WARM_UP) / (1.0 - WARM_UP)).cos()) / 2.0;
            LAST_RATE + (1.0 - LAST_RATE) * left
        };
        self.rate * share as f32
    }

    /// What is to be learned of a position: the chance of winning, 0–1.
    pub fn target(&self, score: f32, result: f32) -> f32 {
        self.lambda * sigmoid(score / f32::from(self.scale)) + (1.0 - self.lambda) * result
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { width, epochs, batch, rate, decay, lambda, scale, seed } = self;
        write!(
            f,
            "width {width}, epochs {epochs}, batch {batch}, rate {rate}, decay {decay}, lambda {lambda}, \
             scale {scale}, seed {seed}"
        )
    }
}

/// The chance of winning of an output.
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let settings = Settings { rate: 1.0, ..Settings::default() };
        let rates: Vec<f32> = (0..1000).map(|step| settings.rate_at(step, 1000)).collect();
        let top = rates.iter().position(|&rate| rate > 0.999).expect("a highest rate");
        assert!((20..=40).contains(&top), "highest at {top}");
        assert!(rates[..top].is_sorted() && rates[top + 1..].iter().rev().is_sorted());
        assert!(rates[0] < 0.05 && rates[999] < 0.011, "{} {}", rates[0], rates[999]);
    }

    #[test]
    fn score_and_result_are_blended() {
        let settings = Settings { lambda: 0.25, scale: 100, ..Settings::default() };
        assert_eq!(settings.target(0.0, 1.0), 0.25 * 0.5 + 0.75);
        assert!((settings.target(100.0, 0.0) - 0.25 * 0.731).abs() < 1e-3);
    }
}
