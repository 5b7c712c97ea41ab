//! Depth-first proof-number search (Nagai, 2002): always the position is expanded that is cheapest on the way to a
//! proof or a disproof of the root, found by two numbers of each position and thresholds on them.
//!
//! Numbers of moves that are all to be refuted are added up weakly (the largest, and one for each other move): in
//! shogi many lines run into each other, and sums would count what they share many times. The threshold of a move is a
//! quarter above the next best one's (the 1+ε trick of Pawlewicz and Lew, 2007), so that the search does not jump to
//! and fro.
//!
//! The search is a loop over a stack of its own, so that no mate is too long for the thread.

use crate::core::zobrist::mix;
use crate::core::{Move, MoveList};
use crate::game::{Outcome, Position, Stage};

use super::meter::Meter;
use super::table::{Entry, INFINITE, Numbers, Table};

/// What is the same position, and where lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// A position is the same wherever it comes. A line that comes back to one above has failed: what is proved is
    /// proved on any way, what is disproved so is so on this way only ([`Numbers::round`]). A limit on the length of
    /// the game is not looked at.
    Anywhere,
    /// A position is another one with another number of plies left, so that nothing comes back. Mates in so many plies
    /// from the root count, and a limit on the length of the game ends lines.
    Within(u32),
}

/// A move at a node of the stack.
struct Child {
    m: Move,
    key: u64,
    /// What was known of the position after the move when last seen.
    numbers: Numbers,
    /// The numbers hold whatever the table says.
    settled: bool,
}

/// A node of the stack.
struct Frame {
    key: u64,
    /// The attacker is to move.
    attacks: bool,
    /// The search leaves the node once a number reaches its limit.
    pn_limit: u32,
    dn_limit: u32,
    /// Its moves begin here in the list of all nodes' moves.
    first: usize,
    /// The one of them being searched.
    chosen: usize,
    /// Nodes counted when it was entered.
    nodes: u64,
}

/// What the moves of a node say of it.
struct Sum {
    numbers: Numbers,
    /// The move that solves it, if it is solved by a move.
    best: Move,
    /// Otherwise the child to search next, and its limits.
    chosen: usize,
    pn_limit: u32,
    dn_limit: u32,
}

/// A solver at work on one root.
pub(super) struct Search<'a, P> {
    pub position: P,
    pub scope: Scope,
    pub table: Table,
    pub meter: Meter<'a>,
    /// The moves of the root that count.
    pub root_moves: MoveList,
    /// Keys of the positions from the root to the one being looked at.
    pub path: Vec<u64>,
    /// Disproofs by repetition of earlier rounds are not believed.
    pub round: u16,
    /// [`Scope::Within`] has cut a line off.
    pub was_cut: bool,
    frames: Vec<Frame>,
    children: Vec<Child>,
}

/// What is known of a position that a move leads to, apart from the table.
pub(super) struct Leaf {
    pub m: Move,
    pub key: u64,
    pub numbers: Numbers,
    /// The numbers hold whatever the table says.
    pub settled: bool,
}

impl<'a, P: Position> Search<'a, P> {
    pub fn new(position: P, root_moves: MoveList, table: Table, meter: Meter<'a>) -> Search<'a, P> {
        Search {
            position,
            scope: Scope::Anywhere,
            table,
            meter,
            root_moves,
            path: Vec::new(),
            round: 1,
            was_cut: false,
            frames: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Solves the position, the attacker to move, with the positions on the path above it. `None`: the budget is used
    /// up.
    pub fn run(&mut self) -> Option<Numbers> {
        let mut child = (INFINITE, INFINITE);
        let mut attacks = true;
        loop {
            self.enter(attacks, child);
            let sum = loop {
                let sum = self.sum_up();
                let frame = &self.frames[self.frames.len() - 1];
                if sum.numbers.pn < frame.pn_limit && sum.numbers.dn < frame.dn_limit {
                    break sum;
                }
                if self.leave(&sum) {
                    return Some(sum.numbers);
                }
            };
            if !self.spend() {
                self.give_up();
                return None;
            }
            let top = self.frames.len() - 1;
            let frame = &mut self.frames[top];
            frame.chosen = sum.chosen;
            attacks = !frame.attacks;
            child = (sum.pn_limit, sum.dn_limit);
            self.position.do_move(self.children[sum.chosen].m);
        }
    }

    /// Counts a node; `false` once the budget is used up.
    pub fn spend(&mut self) -> bool {
        let table = &self.table;
        self.meter.spend(|| table.fullness())
    }

    /// Puts the position on the stack, with its moves.
    fn enter(&mut self, attacks: bool, (pn_limit, dn_limit): (u32, u32)) {
        let key = self.key(self.path.len());
        self.path.push(self.position.key());
        let first = self.children.len();
        let mut children = std::mem::take(&mut self.children);
        self.expand(attacks, |Leaf { m, key, numbers, settled }| {
            children.push(Child { m, key, numbers, settled });
        });
        self.children = children;
        let nodes = self.meter.nodes;
        self.frames.push(Frame { key, attacks, pn_limit, dn_limit, first, chosen: first, nodes });
    }

    /// Takes the position from the stack and writes down what was found; `true` for the last one.
    fn leave(&mut self, sum: &Sum) -> bool {
        let Some(Frame { key, first, nodes, .. }) = self.frames.pop() else {
            return true;
        };
        let work = u32::try_from(self.meter.nodes - nodes).unwrap_or(u32::MAX).max(1);
        self.table.put(key, Entry { numbers: sum.numbers, best: sum.best, work });
        self.children.truncate(first);
        self.path.pop();
        let Some(parent) = self.frames.last() else {
            return true;
        };
        self.position.undo_move();
        self.children[parent.chosen].numbers = sum.numbers;
        false
    }

    /// Empties the stack; what was found on it is lost.
    fn give_up(&mut self) {
        for _ in 1..self.frames.len() {
            self.position.undo_move();
        }
        self.path.truncate(self.path.len() - self.frames.len());
        self.frames.clear();
        self.children.clear();
    }

    /// Tells the moves of the position, whose key ends the path: the attacker's checks or all of the defender's.
    pub fn expand(&mut self, attacks: bool, mut tell: impl FnMut(Leaf)) {
        let mut moves = MoveList::new();
        self.position.generate(Stage::All, &mut moves);
        if self.path.len() == 1 {
            moves.retain(|m| self.root_moves.contains(m));
        }
        for m in moves {
            self.position.do_move(m);
            if !attacks || self.position.in_check() {
                tell(self.look(m, attacks));
            }
            self.position.undo_move();
        }
    }

    /// What is to be known of the position that a move of this side has just led to, without searching it.
    fn look(&mut self, m: Move, attacker_moved: bool) -> Leaf {
        let key = self.key(self.path.len());
        let leaf = |numbers, settled| Leaf { m, key, numbers, settled };
        if self.comes_back() {
            if self.scope == Scope::Anywhere {
                return match self.table.get(key) {
                    // A proof holds on any way: it needs no position twice.
                    Some(entry) if entry.numbers.is_proved() => leaf(entry.numbers, true),
                    _ => leaf(Numbers::disproved(self.round), true),
                };
            }
        } else if self.is_over() {
            let numbers =
                if attacker_moved && self.is_mate() { Numbers::proved(0) } else { Numbers::disproved(0) };
            return leaf(numbers, true);
        }
        let known = self.table.get(key).map(|entry| entry.numbers);
        let open = match known {
            Some(numbers) => return leaf(numbers, false),
            None if attacker_moved => {
                // The more replies, the more there is to prove.
                match self.position.count_moves() as u32 {
                    0 => return leaf(Numbers::proved(0), true),
                    replies => Numbers::open(replies, 1),
                }
            }
            None => Numbers::open(1, 1),
        };
        // The attacker needs one more move, after one of the defender's if it is his turn.
        if let Scope::Within(most) = self.scope
            && self.path.len() as u32 + 1 + u32::from(attacker_moved) > most
        {
            self.was_cut = true;
            return leaf(Numbers::disproved(0), true);
        }
        leaf(open, false)
    }

    /// Whether the position is one of those on the path, which ends before it.
    pub fn comes_back(&self) -> bool {
        let key = self.position.key();
        self.path.iter().rev().skip(1).step_by(2).any(|&above| above == key)
    }

    /// Whether the rules end the game here, mate apart. Every such end is an escape for the defender.
    pub fn is_over(&self) -> bool {
        self.position.outcome(self.path.len()) != Outcome::Ongoing
            && (self.scope != Scope::Anywhere || self.position.plies_to_limit() > 0)
    }

    /// Whether the side to move is mated, on a node that the rules may end otherwise: mate goes before.
    pub fn is_mate(&self) -> bool {
        self.position.in_check()
            && self.position.count_moves() == 0
            && matches!(self.position.outcome(self.path.len()), Outcome::Ongoing | Outcome::Loss)
    }

    /// The table's key of the position, so many plies below the root.
    pub fn key(&self, ply: usize) -> u64 {
        match self.scope {
            Scope::Anywhere => self.position.key(),
            Scope::Within(most) => {
                let left = u64::from(most - (ply as u32).min(most));
                self.position.key() ^ mix(left << 32 | u64::from(self.position.plies_to_limit()))
            }
        }
    }

    /// What the table says of a position, or else what was known before.
    pub fn numbers(&self, key: u64, before: Numbers) -> Numbers {
        let numbers = self.table.get(key).map_or(before, |entry| entry.numbers);
        let is_outdated = numbers.round != 0 && numbers.round != self.round;
        if is_outdated { Numbers::open(1, 1) } else { numbers }
    }

    /// The numbers of the position on top of the stack, by those of its moves.
    ///
    /// One move will do for the side to move, all have to fail for the other one: what the first needs is called the
    /// cost of a move, what the other needs its resistance.
    fn sum_up(&self) -> Sum {
        let frame = &self.frames[self.frames.len() - 1];
        let attacks = frame.attacks;
        let mut solved: Option<(Numbers, Move)> = None;
        let (mut round, mut plies, mut last) = (0, 0, Move::NONE);
        let (mut open, mut hardest) = (0, 0);
        let (mut chosen, mut cost, mut resistance, mut next_cost) = (frame.first, INFINITE, 0, INFINITE);
        for (i, child) in self.children.iter().enumerate().skip(frame.first) {
            let numbers = if child.settled { child.numbers } else { self.numbers(child.key, child.numbers) };
            let (own, other) = if attacks { (numbers.pn, numbers.dn) } else { (numbers.dn, numbers.pn) };
            if own == 0 {
                // The shortest mate, or the most lasting escape.
                let is_better =
                    |old: &(Numbers, Move)| (numbers.plies, numbers.round) < (old.0.plies, old.0.round);
                if solved.as_ref().is_none_or(is_better) {
                    solved = Some((numbers, child.m));
                }
            } else if other == 0 {
                round = round.max(numbers.round);
                if numbers.plies >= plies {
                    (plies, last) = (numbers.plies, child.m);
                }
            } else {
                open += 1;
                hardest = hardest.max(other);
                if own < cost || (own == cost && other < resistance) {
                    next_cost = cost;
                    (chosen, cost, resistance) = (i, own, other);
                } else {
                    next_cost = next_cost.min(own);
                }
            }
        }
        let solution = |numbers, best| Sum { numbers, best, chosen, pn_limit: 0, dn_limit: 0 };
        match solved {
            Some((numbers, best)) if attacks => {
                return solution(Numbers::proved(numbers.plies.saturating_add(1)), best);
            }
            Some((numbers, best)) => return solution(Numbers::disproved(numbers.round), best),
            None if open > 0 => {}
            None if attacks => return solution(Numbers::disproved(round), Move::NONE),
            None => return solution(Numbers::proved(plies.saturating_add(1)), last),
        }

        let total = (hardest + (open - 1)).min(INFINITE - 1);
        let (own_limit, other_limit) =
            if attacks { (frame.pn_limit, frame.dn_limit) } else { (frame.dn_limit, frame.pn_limit) };
        let own_limit = own_limit.min(next_cost.saturating_add(next_cost / 4 + 1));
        let other_limit = other_limit.saturating_sub(open - 1);
        if attacks {
            let numbers = Numbers::open(cost, total);
            Sum { numbers, best: Move::NONE, chosen, pn_limit: own_limit, dn_limit: other_limit }
        } else {
            let numbers = Numbers::open(total, cost);
            Sum { numbers, best: Move::NONE, chosen, pn_limit: other_limit, dn_limit: own_limit }
        }
    }
}
