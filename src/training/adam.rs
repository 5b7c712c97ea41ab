//! AdamW (Loshchilov and Hutter, 2017): steps of a size that hangs on how steady a gradient is, and weights that decay
//! on their own.

use rayon::prelude::*;

use super::model::Model;
use super::settings::Settings;

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// Numbers that one thread works on together.
const CHUNK: usize = 1 << 14;

/// What the optimiser remembers.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    pub steps: u64,
    /// The running means of each gradient and of its square.
    pub first: Vec<f32>,
    pub second: Vec<f32>,
}

impl Adam {
    pub fn new(numbers: usize) -> Adam {
        Adam { steps: 0, first: vec![0.0; numbers], second: vec![0.0; numbers] }
    }

    /// Makes a step at this rate. The gradient is the sum of all `gradients`, times `factor`; they are zero after.
    pub fn step(
        &mut self,
        model: &mut Model,
        gradients: &mut [Vec<f32>],
        factor: f32,
        rate: f32,
        settings: &Settings,
    ) {
        let Some((total, others)) = gradients.split_first_mut() else { return };
        for other in others {
            total.par_chunks_mut(CHUNK).zip(other.par_chunks_mut(CHUNK)).for_each(|(total, other)| {
                for (total, other) in total.iter_mut().zip(other) {
                    *total += std::mem::take(other);
                }
            });
        }
        self.steps += 1;
        let steps = self.steps.min(1 << 20) as i32;
        // The means start at zero; this makes up for it.
        let first_share = 1.0 - FIRST_DECAY.powi(steps);
        let second_share = 1.0 - SECOND_DECAY.powi(steps);
        let kept = 1.0 - rate * settings.decay;
        for (part, limit) in model.shape.limits() {
            let numbers = model.numbers[part.clone()].par_chunks_mut(CHUNK);
            let first = self.first[part.clone()].par_chunks_mut(CHUNK);
            let second = self.second[part.clone()].par_chunks_mut(CHUNK);
            let total = total[part].par_chunks_mut(CHUNK);
            numbers.zip(first).zip(second).zip(total).for_each(|(((numbers, first), second), total)| {
                for (((number, first), second), total) in numbers.iter_mut().zip(first).zip(second).zip(total)
                {
                    let gradient = std::mem::take(total) * factor;
                    *first += (1.0 - FIRST_DECAY) * (gradient - *first);
                    *second += (1.0 - SECOND_DECAY) * (gradient * gradient - *second);
                    let step = *first / first_share / ((*second / second_share).sqrt() + EPSILON);
                    *number = (*number * kept - rate * step).clamp(-limit, limit);
                }
            });
        }
    }
}
