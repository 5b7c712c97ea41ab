//! The weights of a network, and a position evaluated from nothing.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use crate::core::Side;
use crate::core::score::{EVAL_LIMIT, Score};
use crate::game::{MAX_MEN, Position};

use super::file::NetworkError;
use super::inputs::View;
use super::kernels::{Kernels, LANE, Lane};

/// What 1 is in accumulators and in their weights.
pub const ONE: i32 = 255;
/// Output weights stay within ± this, so that one times [`ONE`] fits in 16 bits.
pub const OUTPUT_LIMIT: i16 = 127;
/// The absolute output weights of one stage and side add up to at most this, so that the kernels' sums fit in 32 bits.
pub const OUTPUT_SUM_LIMIT: i32 = i32::MAX / (ONE * ONE);
/// Weights and biases of accumulators stay within ± this, so that the sum of a full board fits in 16 bits.
pub const WEIGHT_LIMIT: i16 = i16::MAX / (MAX_MEN as i16 + 1);
/// The widest accumulator, to bound what a file may ask for.
pub const MAX_WIDTH: usize = 4096;

/// The numbers that training finds, as integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Accumulators of each side: a multiple of [`LANE`].
    pub width: usize,
    /// Centipawns for an output of 1.
    pub scale: u16,
    /// What 1 is in output weights: networks differ in how large theirs are, and none should lose precision.
    pub output_one: u16,
    /// For each input a row of `width` weights, in units of 1/[`ONE`].
    pub weights: Vec<i16>,
    /// `width` numbers in units of 1/[`ONE`].
    pub bias: Vec<i16>,
    /// For each stage `width` weights of the side to move and as many of the other, in units of 1/`output_one`.
    pub output: Vec<i16>,
    /// For each stage, in units of 1/([`ONE`] · `output_one`).
    pub output_bias: Vec<i32>,
}

/// A network for the positions of one game.
pub struct Network<P> {
    width: usize,
    scale: u16,
    output_one: u16,
    kernels: Kernels,
    weights: Box<[Lane]>,
    bias: Box<[Lane]>,
    output: Box<[Lane]>,
    output_bias: Box<[i32]>,
    game: PhantomData<fn(&P)>,
}

impl<P: Position> Network<P> {
    /// A network with these parameters.
    ///
    /// # Errors
    /// [`NetworkError`]: they do not fit the game, or sums could grow too large.
    pub fn new(parameters: &Parameters) -> Result<Network<P>, NetworkError> {
        let Parameters { width, scale, output_one, weights, bias, output, output_bias } = parameters;
        let width = *width;
        if width == 0 || width > MAX_WIDTH || !width.is_multiple_of(LANE) {
            return Err(NetworkError::Width(width));
        }
        for (what, value) in [("scale", *scale), ("unit of output weights", *output_one)] {
            if value == 0 {
                return Err(NetworkError::Zero(what));
            }
        }
        for (what, found, wanted) in [
            ("weights", weights.len(), View::inputs::<P>() * width),
            ("biases", bias.len(), width),
            ("output weights", output.len(), P::STAGES * 2 * width),
            ("output biases", output_bias.len(), P::STAGES),
        ] {
            if found != wanted {
                return Err(NetworkError::Shape { what, found, wanted });
            }
        }
        check_range("weight", weights, WEIGHT_LIMIT)?;
        check_range("bias", bias, WEIGHT_LIMIT)?;
        check_range("output weight", output, OUTPUT_LIMIT)?;
        for stage in output.chunks_exact(2 * width) {
            for half in stage.chunks_exact(width) {
                let total: i32 = half.iter().map(|&weight| i32::from(weight.unsigned_abs())).sum();
                if total > OUTPUT_SUM_LIMIT {
                    return Err(NetworkError::Sum(total));
                }
            }
        }
        Ok(Network {
            width,
            scale: *scale,
            output_one: *output_one,
            kernels: Kernels::detect(),
            weights: lanes(weights),
            bias: lanes(bias),
            output: lanes(output),
            output_bias: output_bias.clone().into_boxed_slice(),
            game: PhantomData,
        })
    }

    /// What [`Network::new`] was given.
    pub fn parameters(&self) -> Parameters {
        let flat = |lanes: &[Lane]| lanes.iter().flat_map(|lane| lane.0).collect();
        Parameters {
            width: self.width,
            scale: self.scale,
            output_one: self.output_one,
            weights: flat(&self.weights),
            bias: flat(&self.bias),
            output: flat(&self.output),
            output_bias: self.output_bias.to_vec(),
        }
    }

    /// Accumulators of each side.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The same network with other kernels, for tests and benches.
    pub fn with_kernels(mut self, kernels: Kernels) -> Network<P> {
        self.kernels = kernels;
        self
    }

    #[inline(always)]
    pub(super) fn kernels(&self) -> Kernels {
        self.kernels
    }

    /// Lanes of an accumulator.
    #[inline(always)]
    pub(super) fn lanes(&self) -> usize {
        self.width / LANE
    }

    /// What accumulators hold of a board without men.
    pub(super) fn bias(&self) -> &[Lane] {
        &self.bias
    }

    /// The weights of an input.
    #[inline(always)]
    pub(super) fn row(&self, input: usize) -> &[Lane] {
        let lanes = self.lanes();
        &self.weights[input * lanes..][..lanes]
    }

    /// Makes the accumulator of a side from nothing.
    pub(super) fn refresh(&self, position: &P, view: View, sums: &mut [Lane]) {
        let mut rows = ArrayVec::<&[Lane], MAX_MEN>::new();
        position.each_man(|man| rows.push(self.row(view.input::<P>(man))));
        self.kernels.add_rows(&self.bias, sums, &[], &rows);
    }

    /// The score in centipawns from the accumulators of the side to move and of the other.
    #[inline]
    pub(super) fn output(&self, own: &[Lane], other: &[Lane], stage: usize) -> Score {
        let lanes = self.lanes();
        let (own_weights, other_weights) = self.output[stage * 2 * lanes..][..2 * lanes].split_at(lanes);
        let sum = i64::from(self.kernels.weigh(own, own_weights))
            + i64::from(self.kernels.weigh(other, other_weights));
        let output = sum / i64::from(ONE) + i64::from(self.output_bias[stage]);
        let score = output * i64::from(self.scale) / (i64::from(ONE) * i64::from(self.output_one));
        score.clamp(i64::from(-EVAL_LIMIT), i64::from(EVAL_LIMIT)) as Score
    }

    /// Evaluates a position from nothing: centipawns for the side to move, within ± [`EVAL_LIMIT`].
    pub fn evaluate(&self, position: &P) -> Score {
        let us = position.side_to_move();
        let accumulator = |side: Side| {
            let mut sums = vec![Lane::ZERO; self.lanes()];
            self.refresh(position, View::of(side, position), &mut sums);
            sums
        };
        position.near_limit(self.output(&accumulator(us), &accumulator(!us), position.stage()))
    }

    /// As [`Network::evaluate`], from the inputs that each side sees, the side to move first.
    pub fn evaluate_inputs(&self, inputs: [&[u16]; 2], stage: usize) -> Score {
        let accumulator = |inputs: &[u16]| {
            let rows: Vec<&[Lane]> = inputs.iter().map(|&input| self.row(input.into())).collect();
            let mut sums = vec![Lane::ZERO; self.lanes()];
            self.kernels.add_rows(&self.bias, &mut sums, &[], &rows);
            sums
        };
        self.output(&accumulator(inputs[0]), &accumulator(inputs[1]), stage)
    }
}

fn check_range(what: &'static str, values: &[i16], limit: i16) -> Result<(), NetworkError> {
    match values.iter().find(|value| value.unsigned_abs() > limit.unsigned_abs()) {
        Some(&value) => Err(NetworkError::Range { what, value, limit }),
        None => Ok(()),
    }
}

fn lanes(values: &[i16]) -> Box<[Lane]> {
    let (lanes, _) = values.as_chunks::<LANE>();
    lanes.iter().map(|&lane| Lane(lane)).collect()
}
