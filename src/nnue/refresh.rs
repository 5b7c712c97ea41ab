//! Sums made anew where a view has turned: from those last made for the same view, which mostly differ by a few men.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::core::Side;
use crate::game::{MAX_MEN, Man, Position};

use super::inputs::View;
use super::kernels::Lane;
use super::network::Network;

/// For each view of each side the men that were last seen, and their sums.
pub struct Refresh<P: Position> {
    network: Arc<Network<P>>,
    /// Bit sets over `side * SLOTS + slot`.
    men: Vec<Vec<u64>>,
    sums: Vec<Lane>,
    /// The men of the position that is looked at.
    here: Vec<u64>,
}

impl<P: Position> Refresh<P> {
    const VIEWS: usize = 2 * 2 * P::ZONES;
    const WORDS: usize = (2 * P::SLOTS).div_ceil(64);

    pub fn new(network: Arc<Network<P>>) -> Refresh<P> {
        let sums = network.bias().repeat(Self::VIEWS);
        let (men, here) = (vec![vec![0; Self::WORDS]; Self::VIEWS], vec![0; Self::WORDS]);
        Refresh { network, men, sums, here }
    }

    /// Writes the sums that a view has of a position.
    pub fn make(&mut self, position: &P, view: View, to: &mut [Lane]) {
        self.here.fill(0);
        position.each_man(|man| {
            let bit = man.side.index() * P::SLOTS + usize::from(man.slot);
            self.here[bit / 64] |= 1 << (bit % 64);
        });
        let index = (view.side.index() * 2 + usize::from(view.mirrored)) * P::ZONES + usize::from(view.zone);
        let row = |bit: usize| {
            let side = Side::BOTH[usize::from(bit >= P::SLOTS)];
            self.network.row(view.input::<P>(Man::new(side, bit % P::SLOTS)))
        };
        let mut gone = ArrayVec::<&[Lane], MAX_MEN>::new();
        let mut come = ArrayVec::<&[Lane], MAX_MEN>::new();
        for (word, (known, &here)) in self.men[index].iter_mut().zip(&self.here).enumerate() {
            let mut changed = *known ^ here;
            while changed != 0 {
                let bit = changed.trailing_zeros();
                let rows = if here >> bit & 1 == 1 { &mut come } else { &mut gone };
                rows.push(row(64 * word + bit as usize));
                changed &= changed - 1;
            }
            *known = here;
        }
        let lanes = self.network.lanes();
        let known = &mut self.sums[index * lanes..][..lanes];
        self.network.kernels().add_rows(known, to, &gone, &come);
        known.copy_from_slice(to);
    }
}
