//! Counting the legal move sequences of a given length: the test of a move generator.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::core::{Move, MoveList};
use crate::game::Tree;

fn moves_of<T: Tree>(position: &T) -> MoveList {
    let mut moves = MoveList::new();
    position.list_moves(&mut moves);
    moves
}

/// The number of move sequences of `depth` plies. The last ply is counted, not played.
pub fn count<T: Tree>(position: &mut T, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => {
            let mut nodes = 0;
            for m in moves_of(position) {
                position.do_move(m);
                nodes += count(position, depth - 1);
                position.undo_move();
            }
            nodes
        }
    }
}

/// The count below each root move, in the generator's order, on the threads of the current rayon pool.
pub fn divide<T: Tree>(position: &T, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    moves_of(position)
        .par_iter()
        .map_init(
            || position.clone(),
            |position, &m| {
                position.do_move(m);
                let nodes = count(position, depth - 1);
                position.undo_move();
                (m, nodes)
            },
        )
        .collect()
}

/// As [`divide`], but gives up with `None` soon after the flag is set.
pub fn divide_until<T: Tree>(position: &T, depth: u32, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    moves_of(position)
        .par_iter()
        .map_init(
            || position.clone(),
            |position, &m| {
                position.do_move(m);
                let nodes = count_until(position, depth - 1, stop);
                position.undo_move();
                nodes.map(|nodes| (m, nodes))
            },
        )
        .collect()
}

/// As [`count`], looking at the flag where a few plies are left, which costs nothing and is often enough.
fn count_until<T: Tree>(position: &mut T, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 2 {
        return Some(count(position, depth));
    }
    let mut nodes = 0;
    for m in moves_of(position) {
        position.do_move(m);
        let below = count_until(position, depth - 1, stop);
        position.undo_move();
        nodes += below?;
    }
    Some(nodes)
}
