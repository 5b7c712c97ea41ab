//! One game of the search against itself.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::core::{Move, Score, Side, score, zobrist::mix};
use crate::game::{Game, Notation, Outcome, legal_moves};
use crate::nnue::Network;
use crate::search::{HashError, Limits, Request, Solo};

use super::adjudication::Adjudicator;
use super::record::{Record, Turn};

/// Megabytes of hash table: room for all that one game searches.
const HASH_MB: usize = 8;
/// Random plies of an opening; one game in [`WILD`] has more, to show what plain play does not lead to.
const PLIES: std::ops::RangeInclusive<usize> = 7..=9;
const WILD_PLIES: std::ops::RangeInclusive<usize> = 10..=16;
const WILD: u32 = 8;
/// Centipawns that a side may be ahead after the opening, and the (soft) nodes spent on finding out.
const OPENING_BOUND: Score = 400;
const OPENING_NODES: u64 = 1000;
/// Times the soft limit of nodes that a move takes at most.
const HARD_LIMIT: u64 = 8;
/// A longer game is called a draw.
const MOST_PLIES: usize = 320;

/// Plays games, each a function of its seed and number only.
pub struct Player<G: Game> {
    solo: Solo<G>,
    starts: Vec<G>,
    request: Request,
    seed: u64,
}

/// A limit between iterations, and a hard one.
fn about(nodes: u64) -> Request {
    let limits = Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_LIMIT)),
        ..Limits::default()
    };
    Request { limits, ..Request::default() }
}

impl<G: Game> Player<G> {
    /// Bytes of stack that a playing thread must have.
    pub const STACK: usize = Solo::<G>::STACK;

    /// Spends about `nodes` on a move.
    ///
    /// # Errors
    /// [`HashError`]: there is no memory for the table.
    pub fn new(nodes: u64, seed: u64, network: Option<Arc<Network<G>>>) -> Result<Self, HashError> {
        Ok(Player { solo: Solo::new(HASH_MB, network)?, starts: G::starts(), request: about(nodes), seed })
    }

    /// Plays game `number`; `None` if it was told to stop.
    pub fn play(&mut self, number: u32, is_stopped: &dyn Fn() -> bool) -> Option<Record> {
        let mut random = StdRng::seed_from_u64(mix(mix(self.seed) ^ u64::from(number)));
        self.solo.forget();
        let (start, opening, mut position) = loop {
            if is_stopped() {
                return None;
            }
            let index = random.random_range(0..self.starts.len());
            if let Some((opening, position)) = self.open(self.starts[index].clone(), &mut random) {
                let start = (index > 0).then(|| self.starts[index].text(Notation::Native));
                break (start, opening, position);
            }
        };

        let mut turns = Vec::new();
        let mut adjudicator = Adjudicator::default();
        let winner = loop {
            if is_stopped() {
                return None;
            }
            if let Some(winner) = ending(&position).or_else(|| adjudicator.winner().map(Some)) {
                break winner;
            }
            let side = position.side_to_move();
            if opening.len() + turns.len() >= MOST_PLIES {
                break None;
            }
            let Some(found) = self.solo.think(&position, &self.request) else {
                break Some(!side); // no move, which the rules have told above
            };
            let score = found.score.clamp(-score::MATE, score::MATE);
            turns.push(Turn { best: found.best, score: score as i16 });
            adjudicator.hear(side, score);
            position.do_move(found.best);
        };
        Some(Record { number, start, opening, turns, winner })
    }

    /// Plays random moves; `None` if they end the game or leave a side too far ahead.
    fn open(&mut self, mut position: G, random: &mut StdRng) -> Option<(Vec<Move>, G)> {
        let range = if random.random_ratio(1, WILD) { WILD_PLIES } else { PLIES };
        let plies = random.random_range(range);
        let mut opening = Vec::with_capacity(plies);
        for _ in 0..plies {
            let m = *legal_moves(&position).choose(random)?;
            position.do_move(m);
            opening.push(m);
            if ending(&position).is_some() {
                return None;
            }
        }
        let found = self.solo.think(&position, &about(OPENING_NODES))?;
        (found.score.abs() <= OPENING_BOUND).then_some((opening, position))
    }
}

/// The winner, if the game has ended here or the side to move may declare it won.
fn ending<G: Game>(position: &G) -> Option<Option<Side>> {
    let side = position.side_to_move();
    match position.verdict() {
        Some(verdict) => Some(winner(verdict.outcome, side)),
        None => position.declares_win().then_some(Some(side)),
    }
}

/// Who has won by an outcome seen by `side`.
pub fn winner(outcome: Outcome, side: Side) -> Option<Side> {
    match outcome {
        Outcome::Win | Outcome::Ahead => Some(side),
        Outcome::Loss | Outcome::Behind => Some(!side),
        Outcome::Draw | Outcome::Ongoing => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::Xiangqi;

    #[test]
    fn a_game_is_its_seed_and_number() {
        let on_big_stack = |work: fn()| {
            let thread = std::thread::Builder::new().stack_size(Player::<Xiangqi>::STACK).spawn(work);
            thread.unwrap().join().unwrap();
        };
        on_big_stack(|| {
            let mut player = Player::<Xiangqi>::new(50, 1, None).unwrap();
            let mut play = |number| player.play(number, &|| false).unwrap();
            let (first, second) = (play(0), play(1));
            assert_ne!(first.opening, second.opening);
            assert_eq!(play(0), first);
            assert_ne!(
                Player::<Xiangqi>::new(50, 2, None).unwrap().play(0, &|| false).unwrap().opening,
                first.opening
            );
        });
    }
}
