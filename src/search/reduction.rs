//! Late-move reductions: moves far down a good order are first searched less deep.

use std::sync::LazyLock;

use super::params::Params;

const SIZE: usize = 64;

/// Natural logarithms × 1024.
static LOGARITHMS: LazyLock<[i32; SIZE]> =
    LazyLock::new(|| std::array::from_fn(|i| ((i.max(1) as f64).ln() * 1024.0) as i32));

impl Params {
    /// The plain reduction of the move with this number (from 1) at this depth, in plies × 1024.
    #[inline]
    pub fn late_move_reduction(&self, depth: i32, number: usize) -> i32 {
        let (depth, number) = ((depth.max(0) as usize).min(SIZE - 1), number.min(SIZE - 1));
        let product = (LOGARITHMS[depth] * LOGARITHMS[number]) >> 10;
        self.reduction_base + ((product * self.reduction_factor) >> 10)
    }
}
