//! From floating point to the integers that play.

use crate::core::score::{EVAL_LIMIT, Score};
use crate::game::Position;
use crate::nnue::{Network, ONE, OUTPUT_ONE, Parameters};

use super::model::{Model, Sums};
use super::samples::Samples;

/// The integers nearest to a model's numbers.
pub fn quantise(model: &Model, scale: u16) -> Parameters {
    let shape = model.shape;
    let rounded = |part: std::ops::Range<usize>, one: i32| -> Vec<i16> {
        // Training keeps the numbers in range; beyond it a cast saturates, and the network refuses them.
        model.numbers[part].iter().map(|&number| (number * one as f32).round() as i16).collect()
    };
    let output_bias = model.numbers[shape.output_bias()].iter();
    Parameters {
        width: shape.width,
        scale,
        weights: rounded(shape.weights(), ONE),
        bias: rounded(shape.bias(), ONE),
        output: rounded(shape.output(), OUTPUT_ONE),
        output_bias: output_bias.map(|&number| (number * (ONE * OUTPUT_ONE) as f32).round() as i32).collect(),
    }
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
