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

/// All histories of one thread.
pub struct History<P> {
    /// `[side][from-to]`: how often the move cut, whatever the position.
    butterfly: Vec<i16>,
    /// `[arrival][captured kind]`.
    captures: Vec<i16>,
    /// `[arrival of an earlier move][arrival of this move]`.
    continuation: Vec<i16>,
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
            game: PhantomData,
        }
    }

    pub fn clear(&mut self) {
        self.butterfly.fill(0);
        self.captures.fill(0);
        self.continuation.fill(0);
    }

    /// The worth of a quiet move after the moves before it (the last one first).
    #[inline]
    pub fn quiet(&self, side: Side, m: Move, arrival: Arrival, before: [Arrival; 2]) -> i32 {
        let mut value = self.butterfly[side.index() * FROM_TO + m.from_to()] as i32;
        for earlier in before {
            if earlier != Arrival::NONE {
                value += self.continuation[earlier.0 as usize * Self::ARRIVALS + arrival.0 as usize] as i32;
            }
        }
        value
    }

    pub fn update_quiet(&mut self, side: Side, m: Move, arrival: Arrival, before: [Arrival; 2], bonus: i32) {
        adjust(&mut self.butterfly[side.index() * FROM_TO + m.from_to()], bonus);
        for earlier in before {
            if earlier != Arrival::NONE {
                let index = earlier.0 as usize * Self::ARRIVALS + arrival.0 as usize;
                adjust(&mut self.continuation[index], bonus);
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
