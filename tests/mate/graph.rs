//! All positions of a problem at once: where checks lead back to where they came from, only that is sure.

use std::collections::HashMap;

use ryuma::core::Move;
use ryuma::game::{Game, legal_moves};

/// A position that checks and replies to them can lead to.
struct Node {
    attacks: bool,
    /// The side to move has a move that settles it: a mate, or an end of the game that is none.
    is_settled: bool,
    replies: Vec<usize>,
}

/// All positions that checks and replies to them can lead to; the first is the root.
pub struct Graph(Vec<Node>);

impl Graph {
    /// Whether there is a mate of any length: positions are marked from which one is forced, until there are no more.
    pub fn has_mate(&self) -> bool {
        let mut is_won = vec![false; self.0.len()];
        loop {
            let before = is_won.iter().filter(|&&won| won).count();
            for (i, node) in self.0.iter().enumerate() {
                is_won[i] = match node.attacks {
                    true => node.is_settled || node.replies.iter().any(|&reply| is_won[reply]),
                    false => !node.is_settled && node.replies.iter().all(|&reply| is_won[reply]),
                };
            }
            if is_won.iter().filter(|&&won| won).count() == before {
                return is_won[0];
            }
        }
    }
}

/// Lists the positions of a problem, if there are not more than so many. Rules that count plies must be off.
pub fn positions<G: Game>(position: &G, most: usize) -> Option<Graph> {
    enum Step {
        Play(Move, usize),
        Undo,
    }
    let mut position = position.clone();
    let mut numbers = HashMap::from([(position.key(), 0)]);
    let mut nodes = vec![Node { attacks: true, is_settled: false, replies: Vec::new() }];
    let mut steps = Vec::new();
    let mut at = 0;
    loop {
        let attacks = nodes[at].attacks;
        let mut replies = Vec::new();
        for m in legal_moves(&position) {
            position.do_move(m);
            match position.verdict() {
                _ if attacks && !position.in_check() => {}
                Some(verdict) => nodes[at].is_settled |= !attacks || verdict.reason == "checkmate",
                None => replies.push((m, position.key())),
            }
            position.undo_move();
        }
        if nodes[at].is_settled {
            replies.clear();
        }
        for (m, key) in replies {
            let next = nodes.len();
            let number = *numbers.entry(key).or_insert(next);
            nodes[at].replies.push(number);
            if number == next {
                nodes.push(Node { attacks: !attacks, is_settled: false, replies: Vec::new() });
                steps.push(Step::Play(m, number));
            }
        }
        if nodes.len() > most {
            return None;
        }
        loop {
            match steps.pop() {
                None => return Some(Graph(nodes)),
                Some(Step::Undo) => position.undo_move(),
                Some(Step::Play(m, number)) => {
                    position.do_move(m);
                    steps.push(Step::Undo);
                    at = number;
                    break;
                }
            }
        }
    }
}
