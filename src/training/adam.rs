//! AdamW (Loshchilov and Hutter, 2017): steps of a size that hangs on how steady a gradient is, and weights that decay
//! on their own.
//!
//! Where a network has weights for zones of kings, each is learned as the sum of a weight of its zone and one that all
//! zones share, so that what holds everywhere need not be learned in each: the step of a weight is its own step
//! and the step that the shared one would make.

use rayon::prelude::*;

use super::model::{Model, Shape};
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
    /// The running means of each gradient and of its square; after those of the network's numbers those of the
    /// weights that zones share.
    pub first: Vec<f32>,
    pub second: Vec<f32>,
}

impl Adam {
    pub fn new(shape: Shape) -> Adam {
        let means = shape.numbers() + shared_weights(shape);
        Adam { steps: 0, first: vec![0.0; means], second: vec![0.0; means] }
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
        let (shape, zone) = (model.shape, model.shape.zone_weights());
        let (first, shared_first) = self.first.split_at_mut(shape.numbers());
        let (second, shared_second) = self.second.split_at_mut(shape.numbers());
        let pace = Pace::after(self.steps, factor, rate, rate * settings.decay);

        let mut shared = vec![0.0; zone];
        if shape.zones > 1 {
            let zones: Vec<&[f32]> = total[shape.weights()].chunks_exact(zone).collect();
            let means = shared_first.par_chunks_mut(CHUNK).zip(shared_second.par_chunks_mut(CHUNK));
            shared.par_chunks_mut(CHUNK).zip(means).enumerate().for_each(|(chunk, (shared, means))| {
                for zone in &zones {
                    for (sum, gradient) in shared.iter_mut().zip(&zone[chunk * CHUNK..]) {
                        *sum += gradient;
                    }
                }
                for ((shared, first), second) in shared.iter_mut().zip(means.0).zip(means.1) {
                    *shared = pace.step(*shared, first, second);
                }
            });
        }
        for (part, limit) in shape.limits() {
            let is_weights = part == shape.weights();
            let length = if is_weights { zone } else { part.len() };
            let alone = vec![0.0; if is_weights { 0 } else { length }];
            let shared = if is_weights { &shared } else { &alone };
            for start in part.step_by(length) {
                let part = start..start + length;
                let means = (&mut first[part.clone()], &mut second[part.clone()]);
                pace.walk(&mut model.numbers[part.clone()], means, &mut total[part], shared, limit);
            }
        }
    }
}

/// How large the steps are.
struct Pace {
    /// The running means start at zero: what they are too small by.
    first_share: f32,
    second_share: f32,
    factor: f32,
    rate: f32,
    decay: f32,
}

impl Pace {
    fn after(steps: u64, factor: f32, rate: f32, decay: f32) -> Pace {
        let steps = steps.min(1 << 20) as i32;
        let (first_share, second_share) = (1.0 - FIRST_DECAY.powi(steps), 1.0 - SECOND_DECAY.powi(steps));
        Pace { first_share, second_share, factor, rate, decay }
    }

    /// The step against a gradient, which its running means take in.
    #[inline(always)]
    fn step(&self, gradient: f32, first: &mut f32, second: &mut f32) -> f32 {
        let gradient = gradient * self.factor;
        *first += (1.0 - FIRST_DECAY) * (gradient - *first);
        *second += (1.0 - SECOND_DECAY) * (gradient * gradient - *second);
        self.rate * (*first / self.first_share) / ((*second / self.second_share).sqrt() + EPSILON)
    }

    /// Moves numbers by their own steps and those of what they share, and clears the gradient.
    fn walk(
        &self,
        numbers: &mut [f32],
        (first, second): (&mut [f32], &mut [f32]),
        gradient: &mut [f32],
        shared: &[f32],
        limit: f32,
    ) {
        let means = first.par_chunks_mut(CHUNK).zip(second.par_chunks_mut(CHUNK));
        let gradients = gradient.par_chunks_mut(CHUNK).zip(shared.par_chunks(CHUNK));
        numbers.par_chunks_mut(CHUNK).zip(means).zip(gradients).for_each(
            |((numbers, (first, second)), (gradient, shared))| {
                let means = first.iter_mut().zip(second);
                let steps = gradient.iter_mut().zip(shared);
                for ((number, (first, second)), (gradient, shared)) in
                    numbers.iter_mut().zip(means).zip(steps)
                {
                    let step = shared + self.step(std::mem::take(gradient), first, second);
                    *number = (*number * (1.0 - self.decay) - step).clamp(-limit, limit);
                }
            },
        );
    }
}

/// How many weights zones share.
fn shared_weights(shape: Shape) -> usize {
    if shape.zones > 1 { shape.zone_weights() } else { 0 }
}
