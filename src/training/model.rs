//! The network in floating point, what it makes of a position, and how its loss changes with each number.

use std::ops::Range;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::nnue::{ONE, WEIGHT_LIMIT};

/// Output weights stay within ± this. A single larger one would cost the others' integers their precision.
const OUTPUT_MOST: f32 = 2.0;

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Zones of kings, each with a row of weights of its own for every input.
    pub zones: usize,
    pub zone_inputs: usize,
    /// Accumulators of each side: a multiple of 32.
    pub width: usize,
    pub stages: usize,
}

impl Shape {
    /// Where a row of weights for each input lies.
    pub fn weights(self) -> Range<usize> {
        0..self.zones * self.zone_weights()
    }

    /// How many weights each zone has.
    pub fn zone_weights(self) -> usize {
        self.zone_inputs * self.width
    }

    pub fn bias(self) -> Range<usize> {
        let start = self.weights().end;
        start..start + self.width
    }

    /// Where the output weights lie: for each stage those of the side to move, then those of the other.
    pub fn output(self) -> Range<usize> {
        let start = self.bias().end;
        start..start + self.stages * 2 * self.width
    }

    pub fn output_bias(self) -> Range<usize> {
        let start = self.output().end;
        start..start + self.stages
    }

    /// How many numbers a network has.
    pub fn numbers(self) -> usize {
        self.output_bias().end
    }

    /// Numbers that must stay within ± a limit, for the integers that they become.
    pub fn limits(self) -> [(Range<usize>, f32); 4] {
        let sums = (f32::from(WEIGHT_LIMIT) - 1.0) / ONE as f32;
        [
            (self.weights(), sums),
            (self.bias(), sums),
            (self.output(), OUTPUT_MOST),
            (self.output_bias(), 100.0),
        ]
    }
}

/// A network in floating point: inputs → `width` sums for each side → clipped to 0–1 and squared → 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub shape: Shape,
    /// All its numbers, as [`Shape`] lays them out.
    pub numbers: Vec<f32>,
}

/// Room for the sums of both sides.
#[derive(Clone, Debug)]
pub struct Sums([Vec<f32>; 2]);

impl Sums {
    pub fn new(shape: Shape) -> Sums {
        Sums([vec![0.0; shape.width], vec![0.0; shape.width]])
    }
}

/// Inputs that are on at the same time, about.
const USUAL_INPUTS: f32 = 32.0;

impl Model {
    /// A network that knows nothing: small random weights, the same in every zone, and sums that begin in the middle
    /// of their slope.
    pub fn random(shape: Shape, seed: u64) -> Model {
        let mut dice = StdRng::seed_from_u64(seed);
        let mut numbers = vec![0.0; shape.numbers()];
        let mut spread = |part: Range<usize>, bound: f32| {
            numbers[part].fill_with(|| dice.random_range(-bound..bound));
        };
        spread(0..shape.zone_weights(), 0.5 / USUAL_INPUTS.sqrt());
        spread(shape.output(), 1.0 / (2.0 * shape.width as f32).sqrt());
        for zone in 1..shape.zones {
            numbers.copy_within(0..shape.zone_weights(), zone * shape.zone_weights());
        }
        numbers[shape.bias()].fill(0.25);
        Model { shape, numbers }
    }

    /// The output for what the side to move and the other see. Leaves the sums for [`Model::add_gradient`].
    pub fn output(&self, inputs: [&[u16]; 2], stage: usize, sums: &mut Sums) -> f32 {
        let width = self.shape.width;
        let weights = &self.numbers[self.shape.output()][stage * 2 * width..][..2 * width];
        let mut output = self.numbers[self.shape.output_bias()][stage];
        for ((weights, sums), inputs) in weights.chunks_exact(width).zip(&mut sums.0).zip(inputs) {
            self.sum_up(inputs, sums);
            output += weigh(sums, weights);
        }
        output
    }

    fn sum_up(&self, inputs: &[u16], sums: &mut [f32]) {
        // Wide enough to keep the adders busy, narrow enough for the registers.
        if sums.len().is_multiple_of(64) {
            self.sum_blocks::<64>(inputs, sums);
        } else {
            self.sum_blocks::<32>(inputs, sums);
        }
    }

    fn sum_blocks<const BLOCK: usize>(&self, inputs: &[u16], sums: &mut [f32]) {
        let width = self.shape.width;
        let bias = &self.numbers[self.shape.bias()];
        let (blocks, _) = sums.as_chunks_mut::<BLOCK>();
        for (number, block) in blocks.iter_mut().enumerate() {
            let start = number * BLOCK;
            let mut total = [0.0; BLOCK];
            total.copy_from_slice(&bias[start..start + BLOCK]);
            for &input in inputs {
                let row = &self.numbers[usize::from(input) * width + start..][..BLOCK];
                for (total, weight) in total.iter_mut().zip(row) {
                    *total += weight;
                }
            }
            *block = total;
        }
    }

    /// Adds to `gradient` how the loss grows with each number, where it grows with the output by `slope`. The sums
    /// are those that [`Model::output`] left for the same position.
    pub fn add_gradient(
        &self,
        inputs: [&[u16]; 2],
        stage: usize,
        slope: f32,
        sums: &mut Sums,
        gradient: &mut [f32],
    ) {
        let (shape, width) = (self.shape, self.shape.width);
        let at = shape.output().start + stage * 2 * width;
        gradient[shape.output_bias().start + stage] += slope;
        for (half, (sums, inputs)) in sums.0.iter_mut().zip(inputs).enumerate() {
            let at = at + half * width;
            let weights = &self.numbers[at..at + width];
            // From here on `sums` are how the loss grows with each sum.
            for ((sum, weight), change) in sums.iter_mut().zip(weights).zip(&mut gradient[at..at + width]) {
                let x = sum.clamp(0.0, 1.0);
                *change += slope * x * x;
                *sum = if x == *sum { slope * weight * 2.0 * x } else { 0.0 };
            }
            add(sums, &mut gradient[shape.bias()]);
            for &input in inputs {
                add(sums, &mut gradient[usize::from(input) * width..][..width]);
            }
        }
    }
}

fn weigh(sums: &[f32], weights: &[f32]) -> f32 {
    let mut totals = [0.0; 32];
    for (sums, weights) in sums.as_chunks::<32>().0.iter().zip(weights.as_chunks::<32>().0) {
        for ((total, sum), weight) in totals.iter_mut().zip(sums).zip(weights) {
            let x = sum.clamp(0.0, 1.0);
            *total += x * x * weight;
        }
    }
    totals.iter().sum()
}

#[inline(always)]
fn add(from: &[f32], to: &mut [f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::settings::sigmoid;

    /// The gradient of a squared error against finite differences, number by number.
    #[test]
    fn gradients_are_those_of_finite_differences() {
        let shape = Shape { zones: 2, zone_inputs: 6, width: 32, stages: 2 };
        let mut model = Model::random(shape, 3);
        let samples: [([&[u16]; 2], usize, f32); 3] =
            [([&[0, 3, 5], &[1, 4, 11]], 0, 0.9), ([&[2, 3], &[3, 7, 8]], 1, 0.2), ([&[9], &[0, 5]], 1, 0.6)];
        let mut sums = Sums::new(shape);
        let mut loss = |model: &Model| -> f64 {
            let errors = samples.iter().map(|&(inputs, stage, target)| {
                f64::from(sigmoid(model.output(inputs, stage, &mut sums)) - target).powi(2)
            });
            errors.sum()
        };
        let mut gradient = vec![0.0; shape.numbers()];
        let mut room = Sums::new(shape);
        for &(inputs, stage, target) in &samples {
            let chance = sigmoid(model.output(inputs, stage, &mut room));
            let slope = 2.0 * (chance - target) * chance * (1.0 - chance);
            model.add_gradient(inputs, stage, slope, &mut room, &mut gradient);
        }
        let (step, mut counted) = (1.0 / 128.0, 0);
        for (i, &found) in gradient.iter().enumerate() {
            let before = model.numbers[i];
            model.numbers[i] = before + step;
            let above = loss(&model);
            model.numbers[i] = before - step;
            let below = loss(&model);
            model.numbers[i] = before;
            let difference = (above - below) / (2.0 * f64::from(step));
            let error = (difference - f64::from(found)).abs();
            assert!(error < 2e-4 + 0.01 * difference.abs(), "number {i}: {difference} but {found}");
            counted += usize::from(difference.abs() > 1e-3);
        }
        assert!(counted > 300, "only {counted} numbers change the loss");
    }

    #[test]
    fn clipped_sums_learn_nothing() {
        let shape = Shape { zones: 1, zone_inputs: 1, width: 32, stages: 1 };
        let mut model = Model::random(shape, 1);
        model.numbers[shape.bias()].fill(2.0);
        let (mut sums, mut gradient) = (Sums::new(shape), vec![0.0; shape.numbers()]);
        model.output([&[0], &[0]], 0, &mut sums);
        model.add_gradient([&[0], &[0]], 0, 1.0, &mut sums, &mut gradient);
        assert!(gradient[..shape.bias().end].iter().all(|&g| g == 0.0));
        assert!(gradient[shape.output()].iter().all(|&g| g == 1.0));
    }
}
