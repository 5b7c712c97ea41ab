//! Positions evaluated along a line of moves.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::core::{MAX_PLY, Move, Score, Side};
use crate::game::{Change, Man, Position};

use super::inputs::View;
use super::kernels::Lane;
use super::network::Network;
use super::refresh::Refresh;

/// What is known of one ply of the line.
#[derive(Clone, Debug)]
struct Level {
    /// What the move that led here changed.
    change: Change,
    /// How each side sees the board here.
    views: [View; 2],
    /// Whether each side's sums are made.
    made: [bool; 2],
}

/// Evaluates positions along a line of moves. It is told of each move played and taken back; the sums of a ply are
/// only made when a ply at or after it is evaluated, from those of an earlier ply, or anew where
/// the view has turned on the way.
pub struct Evaluator<P: Position> {
    network: Arc<Network<P>>,
    refresh: Refresh<P>,
    /// From the position of [`Evaluator::reset`] on; what lies beyond `ply` is left from lines taken back.
    levels: Vec<Level>,
    /// For each level the sums of the first and of the second side.
    sums: Vec<Lane>,
    ply: usize,
}

impl<P: Position> Evaluator<P> {
    /// An evaluator that stands at this position.
    pub fn new(network: Arc<Network<P>>, position: &P) -> Evaluator<P> {
        let views = Side::BOTH.map(|side| View::of(side, position));
        let level = Level { change: Change::default(), views, made: [false; 2] };
        let sums = vec![Lane::ZERO; (MAX_PLY + 1) * 2 * network.lanes()];
        let refresh = Refresh::new(network.clone());
        let mut evaluator = Evaluator { network, refresh, levels: vec![level; MAX_PLY + 1], sums, ply: 0 };
        evaluator.reset(position);
        evaluator
    }

    /// Goes to a position that no move from the last one leads to.
    pub fn reset(&mut self, position: &P) {
        self.ply = 0;
        self.levels[0].views = Side::BOTH.map(|side| View::of(side, position));
        for side in Side::BOTH {
            self.make_anew(position, side);
        }
    }

    /// A legal move is about to be played on `position`.
    #[inline(never)]
    pub fn push(&mut self, position: &P, m: Move) {
        let mut views = self.levels[self.ply].views;
        let view = &mut views[position.side_to_move().index()];
        *view = view.after(position, m);
        self.push_level(Level { change: position.change(m), views, made: [false; 2] });
    }

    /// A null move is about to be played.
    #[inline(never)]
    pub fn push_null(&mut self) {
        let views = self.levels[self.ply].views;
        self.push_level(Level { change: Change::default(), views, made: [false; 2] });
    }

    #[inline(always)]
    fn push_level(&mut self, level: Level) {
        self.ply += 1;
        match self.levels.get_mut(self.ply) {
            Some(free) => *free = level,
            None => {
                self.levels.push(level);
                self.sums.resize(self.levels.len() * 2 * self.network.lanes(), Lane::ZERO);
            }
        }
    }

    /// The last move, null or not, was taken back. Without one, nothing changes.
    #[inline(always)]
    pub fn pop(&mut self) {
        debug_assert!(self.ply > 0, "no move to take back");
        self.ply = self.ply.saturating_sub(1);
    }

    /// Evaluates the position that the moves have led to: centipawns for the side to move, within
    /// ± [`crate::core::score::EVAL_LIMIT`].
    #[inline(never)]
    pub fn evaluate(&mut self, position: &P) -> Score {
        for side in Side::BOTH {
            self.make(position, side);
        }
        let us = position.side_to_move();
        let [own, other] = [us, !us].map(|side| &self.sums[self.place(self.ply, side)]);
        position.near_limit(self.network.output(own, other, position.stage()))
    }

    /// Where the sums of a level lie.
    #[inline(always)]
    fn place(&self, level: usize, side: Side) -> std::ops::Range<usize> {
        let lanes = self.network.lanes();
        let start = (2 * level + side.index()) * lanes;
        start..start + lanes
    }

    /// Makes a side's sums for this ply.
    fn make(&mut self, position: &P, side: Side) {
        let i = side.index();
        let view = self.levels[self.ply].views[i];
        let mut known = self.ply;
        while !self.levels[known].made[i] {
            if known == 0 || self.levels[known - 1].views[i] != view {
                return self.make_anew(position, side);
            }
            known -= 1;
        }
        for level in known + 1..=self.ply {
            self.make_next(level, view);
        }
    }

    fn make_anew(&mut self, position: &P, side: Side) {
        let place = self.place(self.ply, side);
        let level = &mut self.levels[self.ply];
        self.refresh.make(position, level.views[side.index()], &mut self.sums[place]);
        level.made[side.index()] = true;
    }

    /// Makes the sums of a level from those of the one before.
    fn make_next(&mut self, level: usize, view: View) {
        let (before, here) = (self.place(level - 1, view.side), self.place(level, view.side));
        let (past, rest) = self.sums.split_at_mut(here.start);
        let network = &*self.network;
        let rows = |men: &[Man]| {
            let mut rows = ArrayVec::<&[Lane], 2>::new();
            for &man in men {
                rows.push(network.row(view.input::<P>(man)));
            }
            rows
        };
        let level = &mut self.levels[level];
        let (gone, come) = (rows(&level.change.gone), rows(&level.change.come));
        network.kernels().add_rows(&past[before], &mut rest[..here.len()], &gone, &come);
        level.made[view.side.index()] = true;
    }
}
