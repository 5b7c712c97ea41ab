//! From floating point to the integers that play.

use crate::core::score::{EVAL_LIMIT, Score};
use crate::game::Position;
use crate::nnue::{Network, ONE, OUTPUT_LIMIT, OUTPUT_SUM_LIMIT, Parameters};

use super::model::{Model, Sums};
use super::samples::Samples;

/// No network needs a finer unit of its output weights.
const FINEST: f32 = 4096.0;

/// The integers nearest to a model's numbers.
pub fn quantise(model: &Model, scale: u16) -> Parameters {
    let shape = model.shape;
    let rounded = |part: std::ops::Range<usize>, one: i32| -> Vec<i16> {
        // Training keeps the numbers in range; beyond it a cast saturates, and the network refuses them.
        model.numbers[part].iter().map(|&number| (number * one as f32).round() as i16).collect()
    };
    let output_one = output_one(model);
    let bias_one = ONE as f32 * f32::from(output_one);
    let output_bias = model.numbers[shape.output_bias()].iter();
    Parameters {
        width: shape.width,
        scale,
        output_one,
        weights: rounded(shape.weights(), ONE),
        bias: rounded(shape.bias(), ONE),
        output: rounded(shape.output(), output_one.into()),
        output_bias: output_bias.map(|&number| (number * bias_one).round() as i32).collect(),
    }
}

/// The finest unit in which no output weight, and no sum of one side's, is too large.
fn output_one(model: &Model) -> u16 {
    let halves = model.numbers[model.shape.output()].chunks_exact(model.shape.width);
    let ones = halves.map(|half| {
        let most = half.iter().fold(0.0f32, |most, number| most.max(number.abs()));
        let sum: f32 = half.iter().map(|number| number.abs()).sum();
        // Rounding may add half a unit a weight.
        let room = OUTPUT_SUM_LIMIT as f32 - half.len() as f32;
        (f32::from(OUTPUT_LIMIT) / most).min(room / sum)
    });
    // The cast saturates, and makes 0 of what is no number.
    (ones.fold(FINEST, f32::min) as u16).max(1)
}

/// How far the integers are from the floating point that they come from, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounding {
    pub positions: usize,
    pub mean: f32,
    pub most: f32,
}

/// Compares a network with its model on these positions.
pub fn compare<P: Position>(
    model: &Model,
    network: &Network<P>,
    scale: u16,
    samples: &Samples,
    indices: impl Iterator<Item = usize>,
) -> Rounding {
    let mut sums = Sums::new(model.shape);
    let (mut positions, mut total, mut most) = (0, 0.0, 0.0f32);
    for index in indices {
        let inputs = samples.inputs(index, [false; 2]);
        let inputs = inputs.each_ref().map(|side| &side[..]);
        let stage = samples.stage(index);
        let exact = model.output(inputs, stage, &mut sums) * f32::from(scale);
        let limit = EVAL_LIMIT as f32;
        let rounded: Score = network.evaluate_inputs(inputs, stage);
        let error = (exact.clamp(-limit, limit) - rounded as f32).abs();
        positions += 1;
        total += f64::from(error);
        most = most.max(error);
    }
    Rounding { positions, mean: (total / positions.max(1) as f64) as f32, most }
}
