//! Mates by trying everything, with the referee's verdict at every node: slow, and sure. It shares nothing with the
//! solver but the rules.

use ryuma::game::{Game, legal_moves};

/// Plies of the shortest mate by checks in at most so many; the outer `None`: it takes more nodes than there are.
pub fn shortest_mate<G: Game>(position: &mut G, most: usize, mut nodes: u64) -> Option<Option<usize>> {
    for plies in (1..=most).step_by(2) {
        if mates_within(position, plies, &mut nodes)? {
            return Some(Some(plies));
        }
    }
    Some(None)
}

/// Whether the side to move mates by checks in at most so many plies; `None` if that takes more nodes than there are.
fn mates_within<G: Game>(position: &mut G, plies: usize, nodes: &mut u64) -> Option<bool> {
    for m in legal_moves(position) {
        position.do_move(m);
        let mates = if position.in_check() { is_lost(position, plies - 1, nodes) } else { Some(false) };
        position.undo_move();
        if mates != Some(false) {
            return mates;
        }
    }
    Some(false)
}

/// The same of the side that is in check.
fn is_lost<G: Game>(position: &mut G, plies: usize, nodes: &mut u64) -> Option<bool> {
    *nodes = nodes.checked_sub(1)?;
    if let Some(verdict) = position.verdict() {
        return Some(verdict.reason == "checkmate");
    }
    if plies < 2 {
        return Some(false);
    }
    for m in legal_moves(position) {
        position.do_move(m);
        let mates = match position.verdict() {
            Some(_) => Some(false),
            None => mates_within(position, plies - 1, nodes),
        };
        position.undo_move();
        if mates != Some(true) {
            return mates;
        }
    }
    Some(true)
}

/// Whether there is a mate by checks of any length; a position that comes back is no mate. `None`: there are not nodes
/// enough, or lines are too long for the stack.
pub fn has_mate<G: Game>(position: &mut G, path: &mut Vec<u64>, nodes: &mut u64) -> Option<bool> {
    const LONGEST: usize = 200;
    *nodes = nodes.checked_sub(1).filter(|_| path.len() < LONGEST)?;
    let attacks = path.len().is_multiple_of(2);
    path.push(position.key());
    let mut found = Some(!attacks);
    for m in legal_moves(position) {
        position.do_move(m);
        let mates = if attacks && !position.in_check() || path.contains(&position.key()) {
            Some(false)
        } else if let Some(verdict) = position.verdict() {
            Some(attacks && verdict.reason == "checkmate")
        } else {
            has_mate(position, path, nodes)
        };
        position.undo_move();
        if mates != Some(!attacks) {
            found = mates;
            break;
        }
    }
    path.pop();
    found
}
