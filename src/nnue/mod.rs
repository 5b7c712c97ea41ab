//! Evaluation by an efficiently updatable neural network (Yu Nasu's NNUE, 2018).
//!
//! Each side sees the men of a position from below, the board turned for the second side and mirrored so that its
//! own king is never right of the middle ([`View`]). What it sees selects rows of weights, whose sum is the side's
//! **accumulator**: a move changes two to four rows, so that the sum need not be made anew. From there to the score
//! it is one layer: the accumulators of the side to move and of the other, clipped to 0–1 and squared (SCReLU), are
//! weighed by the stage of the game and added up.
//!
//! | file | what is in it |
//! |---|---|
//! | `inputs` | which input a man is, seen by a side |
//! | `network` | the weights, and a position evaluated from nothing |
//! | `choice` | which evaluation a user asks for |
//! | `file` | networks in files, and what can be wrong with them |
//! | `accumulator` | [`Evaluator`]: positions evaluated along a line of moves |
//! | `refresh` | sums made anew from those last made for the same view |
//! | `kernels` | the two hot loops, in AVX2 and portable; the room's only `unsafe` |

mod accumulator;
mod choice;
mod file;
mod inputs;
mod kernels;
mod network;
mod refresh;

pub use accumulator::Evaluator;
pub use choice::Choice;
pub use file::NetworkError;
pub use inputs::View;
pub use kernels::{Kernels, LANE, Lane};
pub use network::{MAX_WIDTH, Network, ONE, OUTPUT_LIMIT, OUTPUT_SUM_LIMIT, Parameters, WEIGHT_LIMIT};
