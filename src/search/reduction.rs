//! Late-move reductions: moves far down a good order are first searched less deep.

use std::sync::LazyLock;

use super::params::{REDUCTION_BASE, REDUCTION_DIVISOR};

const SIZE: usize = 64;

static TABLE: LazyLock<[[i32; SIZE]; SIZE]> = LazyLock::new(|| {
    let mut table = [[0; SIZE]; SIZE];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, entry) in row.iter_mut().enumerate().skip(1) {
            let plies = REDUCTION_BASE + (depth as f64).ln() * (number as f64).ln() / REDUCTION_DIVISOR;
            *entry = (plies * 1024.0) as i32;
        }
    }
    table
});

/// The plain reduction of the move with this number (from 1) at this depth, in plies × 1024.
#[inline]
pub fn late_move(depth: i32, number: usize) -> i32 {
    TABLE[(depth.max(0) as usize).min(SIZE - 1)][number.min(SIZE - 1)]
}
