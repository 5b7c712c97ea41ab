//! What earlier parts of the search say of moves: one table for each kind of memory, private to a thread.

use std::marker::PhantomData;

use crate::core::{Move, Side};
use crate::game::Position;

use super::params::{HISTORY_LIMIT, Params};

/// Moves an entry towards ± the limit, the less the nearer it already is.
#[inline(always)]
fn adjust(entry: &mut i16, bonus: i32) {
    let value = *entry as i32;
    *entry = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
}

impl Params {
    /// The bonus for a move that cut at this depth.
    #[inline(always)]
    pub fn history_bonus(&self, depth: i32) -> i32 {
        (self.history_factor * depth - self.history_offset).clamp(self.history_factor / 2, self.history_most)
    }

    /// What a move loses that was tried before it.
    #[inline(always)]
    pub fn history_malus(&self, depth: i32) -> i32 {
        (self.malus_factor * depth - self.malus_offset).clamp(self.malus_factor / 2, self.malus_most)
    }
}

/// A piece and the square it arrived on: the index by which continuations are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival(u32);

impl Arrival {
    /// Before the first move, or after a null move.
    pub const NONE: Arrival = Arrival(u32::MAX);

    #[inline(always)]
    pub fn of<P: Position>(side: Side, kind: usize, m: Move) -> Arrival {
        Arrival(((side.index() * P::KINDS + kind) * P::SQUARES + m.to().index()) as u32)
    }
}

/// Arrivals 1, 2, 4 and 6 plies ago.
pub type Before = [Arrival; 4];

/// The correction tables of structures have so many entries a side.
const STRUCTURES: usize = 1 << 14;
/// Corrections stay within ± this: centipawns × 256.
const CORRECTION_LIMIT: i32 = 32_000;

/// All histories of one thread.
pub struct History<P> {
    /// `[side][from-to]`: how often the move cut, whatever the position.
    butterfly: Vec<i16>,
    /// `[arrival][captured kind]`.
    captures: Vec<i16>,
    /// `[arrival of an earlier move][arrival of this move]`.
    continuation: Vec<i16>,
    /// `[side][structure]`: how far evaluations were off, in centipawns × 256.
    structures: Vec<i16>,
    /// What continuations 4 and 6 plies ago count, in sixteenths.
    pub weights: [i32; 2],
    /// `[arrival]` of the last move, and of the one before.
    arrivals: [Vec<i16>; 2],
    game: PhantomData<P>,
}

const FROM_TO: usize = 1 << 14;

impl<P: Position> History<P> {
    const ARRIVALS: usize = 2 * P::KINDS * P::SQUARES;

    pub fn new() -> Self {
        History {
            butterfly: vec![0; 2 * FROM_TO],
            captures: vec![0; Self::ARRIVALS * P::KINDS],
            continuation: vec![0; Self::ARRIVALS * Self::ARRIVALS],
            structures: vec![0; 2 * STRUCTURES],
            weights: [0; 2],
            arrivals: [vec![0; Self::ARRIVALS], vec![0; Self::ARRIVALS]],
            game: PhantomData,
        }
    }

    pub fn clear(&mut self) {
        self.butterfly.fill(0);
        self.captures.fill(0);
        self.continuation.fill(0);
        self.structures.fill(0);
        self.arrivals.iter_mut().for_each(|table| table.fill(0));
    }

    /// The worth of a quiet move after the moves before it (the last one first).
    #[inline]
    pub fn quiet(&self, side: Side, m: Move, arrival: Arrival, before: Before) -> i32 {
        let mut value = self.butterfly[side.index() * FROM_TO + m.from_to()] as i32;
        for (i, earlier) in before.into_iter().enumerate() {
            if earlier != Arrival::NONE && (i < 2 || self.weights[i - 2] != 0) {
                let entry =
                    self.continuation[earlier.0 as usize * Self::ARRIVALS + arrival.0 as usize] as i32;
                value += if i < 2 { entry } else { entry * self.weights[i - 2] / 16 };
            }
        }
        value
    }

    pub fn update_quiet(&mut self, side: Side, m: Move, arrival: Arrival, before: Before, bonus: i32) {
        adjust(&mut self.butterfly[side.index() * FROM_TO + m.from_to()], bonus);
        self.update_continuation(arrival, before, bonus);
    }

    /// The worth of an arrival after the moves before it.
    pub fn update_continuation(&mut self, arrival: Arrival, before: Before, bonus: i32) {
        for (i, earlier) in before.into_iter().enumerate() {
            if earlier != Arrival::NONE && (i < 2 || self.weights[i - 2] != 0) {
                let index = earlier.0 as usize * Self::ARRIVALS + arrival.0 as usize;
                adjust(&mut self.continuation[index], bonus);
            }
        }
    }

    /// How far evaluations of positions like this one were off, in centipawns × 256, summed over what is alike.
    #[inline]
    pub fn correction(&self, side: Side, structure: u64, before: Before) -> i32 {
        let mut sum = self.structures[side.index() * STRUCTURES + structure as usize % STRUCTURES] as i32;
        for (table, arrival) in self.arrivals.iter().zip(before) {
            if arrival != Arrival::NONE {
                sum += table[arrival.0 as usize] as i32;
            }
        }
        sum
    }

    /// Moves corrections towards an error of `bonus` / depth centipawns.
    pub fn update_correction(&mut self, side: Side, structure: u64, before: Before, bonus: i32) {
        let bonus = bonus.clamp(-CORRECTION_LIMIT / 8, CORRECTION_LIMIT / 8);
        let adjust = |entry: &mut i16| {
            let value = *entry as i32;
            *entry = (value + bonus - value * bonus.abs() / CORRECTION_LIMIT) as i16;
        };
        adjust(&mut self.structures[side.index() * STRUCTURES + structure as usize % STRUCTURES]);
        for (table, arrival) in self.arrivals.iter_mut().zip(before) {
            if arrival != Arrival::NONE {
                adjust(&mut table[arrival.0 as usize]);
            }
        }
    }

    /// The worth of a capture (or a promotion: `captured` is then the king's kind, which is never captured).
    #[inline]
    pub fn capture(&self, arrival: Arrival, captured: usize) -> i32 {
        self.captures[arrival.0 as usize * P::KINDS + captured] as i32
    }

    pub fn update_capture(&mut self, arrival: Arrival, captured: usize, bonus: i32) {
        adjust(&mut self.captures[arrival.0 as usize * P::KINDS + captured], bonus);
    }
}

impl<P: Position> Default for History<P> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_limit() {
        let mut entry = 0;
        for _ in 0..1000 {
            adjust(&mut entry, 1800);
            assert!((entry as i32) <= HISTORY_LIMIT);
        }
        for _ in 0..1000 {
            adjust(&mut entry, -1800);
            assert!((entry as i32) >= -HISTORY_LIMIT);
        }
    }
}
