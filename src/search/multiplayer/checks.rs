//! Mates by checks alone: as long as every check is the only one, its victim moves next, and then, if nobody else stands
//! between, whoever gave it. Against the neighbour who moves just before one, that is a mate problem for two.

use crate::core::{Move, MoveList, Player};
use crate::game::Multiplayer;

/// A mate in at most so many plies, an odd number: the moves of the player to move and the longest of the replies.
/// `budget` counts nodes down; at 0 the search gives up.
pub fn mate_within<M: Multiplayer>(position: &mut M, plies: usize, budget: &mut u64) -> Option<Vec<Move>> {
    let us = position.turn();
    let mut moves = MoveList::new();
    position.list_moves(&mut moves);
    for m in moves {
        if *budget == 0 {
            return None;
        }
        *budget -= 1;
        let living = living(position);
        position.do_move(m);
        let fell = living.iter().any(|&player| player != us && !position.is_alive(player));
        let victim = position.turn();
        let mut found = fell.then(Vec::new);
        if !fell && plies > 1 && victim != us && position.in_check(victim) && position.points().is_none() {
            found = refuted(position, us, plies - 1, budget);
        }
        position.undo_move();
        if let Some(rest) = found {
            return Some([m].into_iter().chain(rest).collect());
        }
    }
    None
}

/// The longest line after a check, if every reply is answered by mate.
fn refuted<M: Multiplayer>(
    position: &mut M,
    us: Player,
    plies: usize,
    budget: &mut u64,
) -> Option<Vec<Move>> {
    let mut moves = MoveList::new();
    position.list_moves(&mut moves);
    let mut longest = Vec::new();
    for reply in moves {
        if *budget == 0 {
            return None;
        }
        *budget -= 1;
        position.do_move(reply);
        let line = if position.turn() == us && position.points().is_none() {
            mate_within(position, plies - 1, budget)
        } else {
            None
        };
        position.undo_move();
        let line = line?;
        if line.len() + 1 > longest.len() {
            longest = [reply].into_iter().chain(line).collect();
        }
    }
    Some(longest)
}

fn living<M: Multiplayer>(position: &M) -> Vec<Player> {
    Player::ALL.into_iter().filter(|&player| position.is_alive(player)).collect()
}
