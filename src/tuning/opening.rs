//! Balanced openings: a few random moves after which a short search sees nobody ahead.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::engine::{Engine, GameInfo, Setup};
use crate::game::Notation;

use super::selfplay;

/// Random plies of an opening.
const PLIES: std::ops::RangeInclusive<usize> = 4..=9;
/// Centipawns that a side may be ahead, and the nodes spent on finding out.
const BOUND: i32 = 150;
const NODES: u64 = 3000;

/// An endless supply of openings, the same for the same seed.
pub struct Openings {
    engine: Box<dyn Engine>,
    game: &'static GameInfo,
    random: StdRng,
}

impl Openings {
    pub fn new(game: &'static GameInfo, seed: u64) -> Openings {
        Openings { engine: (game.sit_down)(), game, random: StdRng::seed_from_u64(seed) }
    }
}

impl Iterator for Openings {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        loop {
            let plies = self.random.random_range(PLIES);
            let mut moves = Vec::new();
            for _ in 0..plies {
                if self.engine.set_position(&Setup::Start, &moves, Notation::Native).is_err() {
                    break;
                }
                let legal = self.engine.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let m = legal[self.random.random_range(0..legal.len())];
                moves.push((self.game.move_text)(m, Notation::Native));
            }
            if selfplay::judge(&mut *self.engine, &moves, NODES).is_some_and(|score| score.abs() <= BOUND) {
                return Some(moves);
            }
        }
    }
}
