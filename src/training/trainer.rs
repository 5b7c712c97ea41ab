//! Going through the positions, again and again.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use crate::core::zobrist::mix;

use super::adam::Adam;
use super::model::{Model, Sums};
use super::samples::Samples;
use super::settings::{Settings, sigmoid};

/// Every so many blocks of so many positions in a row are held out: whole games but for those cut at the ends.
const HELD_OUT_EVERY: usize = 64;
const HELD_OUT_BLOCK: usize = 512;
/// More are not needed to tell the loss.
const HELD_OUT_MOST: usize = 100_000;

/// Positions that one thread works on together where only the loss is asked for.
const PART: usize = 1024;

/// Mean squared errors of the chance of winning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Of the positions learned from, while they were.
    pub learned: f32,
    /// Of positions never learned from, after.
    pub held_out: f32,
}

/// Which positions are learned from and which are held out.
pub struct Split {
    pub learned: Vec<u32>,
    pub held_out: Vec<u32>,
}

impl Split {
    /// Splits so many positions. Few are held out at random, many in blocks.
    pub fn of(count: usize) -> Split {
        let block = HELD_OUT_BLOCK.min(count / HELD_OUT_EVERY).max(1);
        let is_held_out = |&i: &u32| (i as usize / block) % HELD_OUT_EVERY == HELD_OUT_EVERY / 2;
        let count = count.min(u32::MAX as usize) as u32;
        let (mut held_out, learned): (Vec<u32>, Vec<u32>) = (0..count).partition(is_held_out);
        let step = held_out.len().div_ceil(HELD_OUT_MOST).max(1);
        held_out = held_out.into_iter().step_by(step).collect();
        Split { learned, held_out }
    }
}

/// A network in training.
pub struct Trainer {
    pub settings: Settings,
    pub model: Model,
    pub adam: Adam,
    /// Of each epoch done.
    pub history: Vec<Losses>,
    /// One for each thread, all zero between steps.
    gradients: Vec<Vec<f32>>,
}

impl Trainer {
    /// Begins with a network that knows nothing.
    pub fn new(samples: &Samples, settings: &Settings) -> Trainer {
        let shape = samples.shape(settings.width);
        Trainer {
            settings: settings.clone(),
            model: Model::random(shape, settings.seed),
            adam: Adam::new(shape),
            history: Vec::new(),
            gradients: vec![vec![0.0; shape.numbers()]; rayon::current_num_threads()],
        }
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.history.len() >= self.settings.epochs as usize
    }

    /// Goes through all positions once and adds to the history. `tell` hears of each step how many positions it
    /// learned from.
    pub fn run_epoch(&mut self, samples: &Samples, split: &Split, mut tell: impl FnMut(usize)) {
        let epoch = self.history.len() as u64;
        let seed = mix(self.settings.seed ^ mix(epoch));
        let mut order = split.learned.clone();
        order.shuffle(&mut StdRng::seed_from_u64(seed));
        let steps = u64::from(self.settings.epochs) * order.len().div_ceil(self.settings.batch) as u64;
        let mut total = 0.0;
        for batch in order.chunks(self.settings.batch) {
            total += self.learn(samples, batch, seed);
            let rate = self.settings.rate_at(self.adam.steps, steps);
            let factor = 1.0 / batch.len() as f32;
            self.adam.step(&mut self.model, &mut self.gradients, factor, rate, &self.settings);
            tell(batch.len());
        }
        let learned = (total / order.len().max(1) as f64) as f32;
        let held_out = self.loss(samples, &split.held_out);
        self.history.push(Losses { learned, held_out });
    }

    /// Adds the gradient of a batch, each thread to its own, and gives the sum of the losses.
    fn learn(&mut self, samples: &Samples, batch: &[u32], seed: u64) -> f64 {
        let share = batch.len().div_ceil(self.gradients.len());
        let (model, settings) = (&self.model, &self.settings);
        let parts = self.gradients.par_iter_mut().zip(batch.par_chunks(share));
        let losses = parts.map(|(gradient, part)| {
            let mut sums = Sums::new(model.shape);
            let mut total = 0.0;
            for &index in part {
                let index = index as usize;
                let toss = mix(seed ^ index as u64);
                let inputs = samples.inputs(index, [toss & 1 != 0, toss & 2 != 0]);
                let (inputs, stage) = (inputs.each_ref().map(|side| &side[..]), samples.stage(index));
                let (score, result) = samples.outcome(index);
                let chance = sigmoid(model.output(inputs, stage, &mut sums));
                let error = chance - settings.target(score, result);
                let slope = 2.0 * error * chance * (1.0 - chance);
                model.add_gradient(inputs, stage, slope, &mut sums, gradient);
                total += f64::from(error * error);
            }
            total
        });
        losses.collect::<Vec<f64>>().iter().sum()
    }

    /// The mean loss of some positions, seen as a network that plays sees them.
    pub fn loss(&self, samples: &Samples, indices: &[u32]) -> f32 {
        // In parts of a fixed size, so that the sum is the same on every run.
        let losses = indices.par_chunks(PART).map(|part| {
            let mut sums = Sums::new(self.model.shape);
            let errors = part.iter().map(|&index| {
                let index = index as usize;
                let inputs = samples.inputs(index, [false; 2]);
                let inputs = inputs.each_ref().map(|side| &side[..]);
                let (score, result) = samples.outcome(index);
                let chance = sigmoid(self.model.output(inputs, samples.stage(index), &mut sums));
                f64::from(chance - self.settings.target(score, result)).powi(2)
            });
            errors.sum::<f64>()
        });
        let losses: Vec<f64> = losses.collect();
        (losses.iter().sum::<f64>() / indices.len().max(1) as f64) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_are_held_out_and_none_is_in_both() {
        for count in [100, 5_000, 1_000_000] {
            let Split { learned, held_out } = Split::of(count);
            assert_eq!(learned.len() + held_out.len(), count);
            let share = held_out.len() as f64 / count as f64;
            assert!((0.005..0.03).contains(&share), "{share} of {count}");
            assert!(held_out.iter().all(|i| learned.binary_search(i).is_err()));
        }
        assert!(Split::of(20_000_000).held_out.len() <= HELD_OUT_MOST);
    }
}
