//! What the numbers say is walked through before it is told: a proof move by move against every defence, which also
//! gives the line of longest resistance; a disproof that leans on repetitions as a way for the defender to go on for
//! ever.

use std::collections::{HashMap, HashSet};

use crate::core::Move;
use crate::game::{Outcome, Position, legal_moves};

use super::dfpn::{Scope, Search};
use super::table::Numbers;

/// Plies of the longest mate that is told: walking through it recurs.
const LONGEST: usize = 2000;

/// The attacker's positions of a proof, by the table's key: plies to the mate and the move.
type Strategy = HashMap<u64, (u16, Move)>;

impl<P: Position> Search<'_, P> {
    /// The mate that has been proved, against the longest resistance. `None`: the budget is used up.
    pub fn line(&mut self) -> Option<Vec<Move>> {
        let mut strategy = Strategy::new();
        self.path.clear();
        self.plies_to_mate(&mut strategy)?;
        Some(self.longest_line(&strategy))
    }

    /// Walks through the proof of the position, the attacker to move.
    fn plies_to_mate(&mut self, strategy: &mut Strategy) -> Option<u16> {
        let key = self.key(self.path.len());
        if let Some(&(plies, _)) = strategy.get(&key) {
            return Some(plies);
        }
        if self.path.len() > LONGEST {
            return None;
        }
        let best = self.proving_move(key)?;
        self.path.push(self.position.key());
        self.position.do_move(best);
        let resistance = if self.spend() { self.resistance(strategy) } else { None };
        self.position.undo_move();
        self.path.pop();
        let plies = resistance?.saturating_add(1);
        strategy.insert(key, (plies, best));
        Some(plies)
    }

    /// Walks through all defences; plies of the longest.
    fn resistance(&mut self, strategy: &mut Strategy) -> Option<u16> {
        if !self.position.in_check() {
            return None;
        }
        let evasions = self.moves();
        if evasions.is_empty() {
            return self.is_mate().then_some(0);
        }
        if self.ends_here() {
            return None;
        }
        self.path.push(self.position.key());
        let mut longest = Some(0);
        for m in evasions {
            self.position.do_move(m);
            let plies = if self.ends_here() { None } else { self.plies_to_mate(strategy) };
            self.position.undo_move();
            longest = longest.zip(plies).map(|(most, plies)| most.max(plies.saturating_add(1)));
            if longest.is_none() {
                break;
            }
        }
        self.path.pop();
        longest
    }

    /// Whether the defender has escaped. Where positions are told apart by the plies left one may come back, though it
    /// need not have, as long as that ends no game.
    fn ends_here(&self) -> bool {
        match self.scope {
            // A walk in a circle proves nothing. It can only come of entries that were lost and proved anew.
            Scope::Anywhere => self.comes_back() || self.is_over(),
            Scope::Within(_) if self.comes_back() => self.position.outcome(0) != Outcome::Ongoing,
            Scope::Within(_) => self.is_over(),
        }
    }

    /// On the heap, and not in the frame of whoever recurs.
    #[inline(never)]
    fn moves(&self) -> Vec<Move> {
        legal_moves(&self.position).to_vec()
    }

    /// The attacker's move that proves the position: the table's, or, where that has been lost, searched for again.
    fn proving_move(&mut self, key: u64) -> Option<Move> {
        let best = |search: &Self| {
            let entry = search.table.get(key).filter(|entry| entry.numbers.is_proved())?;
            search.position.is_legal(entry.best).then_some(entry.best)
        };
        match best(self) {
            Some(best) => Some(best),
            None => {
                self.run().filter(Numbers::is_proved)?;
                best(self)
            }
        }
    }

    /// The attacker's moves against the defences that last longest. Of several the defender likes to take, and does not
    /// like to put men in between.
    fn longest_line(&mut self, strategy: &Strategy) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(&(_, best)) = strategy.get(&self.key(line.len())) {
            self.position.do_move(best);
            line.push(best);
            let ply = line.len() + 1;
            let mut longest = None;
            for m in self.moves() {
                let taste =
                    if m.is_drop() { 0 } else { 1 + u8::from(self.position.captured_kind(m).is_some()) };
                self.position.do_move(m);
                let plies = strategy.get(&self.key(ply)).map(|&(plies, _)| plies);
                self.position.undo_move();
                longest = longest.max(plies.map(|plies| (plies, taste, m)));
            }
            let Some((_, _, m)) = longest else {
                break;
            };
            self.position.do_move(m);
            line.push(m);
        }
        for _ in &line {
            self.position.undo_move();
        }
        line
    }

    /// Whether the defender escapes from the root whatever checks are given: from no position that can come about is
    /// there a mate, if he plays the moves that were found. What he needs is a set of positions that the attacker cannot
    /// leave, so that a position seen before needs no second look.
    pub fn escapes(&mut self) -> Option<bool> {
        let home = self.position.clone();
        let escapes = self.walk_escapes();
        self.position = home;
        self.path.clear();
        escapes
    }

    fn walk_escapes(&mut self) -> Option<bool> {
        enum Step {
            Play(Move),
            Undo,
        }
        let mut seen = HashSet::from([self.key(0)]);
        let mut steps = Vec::new();
        let mut replies = Vec::new();
        self.path.clear();
        self.path.push(self.position.key());
        let mut attacks = true;
        loop {
            // The position is a new one, and ends the path.
            if !self.spend() {
                return None;
            }
            if !self.replies_to_look_at(attacks, &mut seen, &mut replies) {
                return Some(false);
            }
            steps.extend(replies.drain(..).map(Step::Play));
            loop {
                match steps.pop() {
                    None => return Some(true),
                    Some(Step::Undo) => {
                        self.path.pop();
                        self.position.undo_move();
                    }
                    Some(Step::Play(m)) => {
                        self.position.do_move(m);
                        self.path.push(self.position.key());
                        attacks = self.path.len() % 2 == 1;
                        steps.push(Step::Undo);
                        break;
                    }
                }
            }
        }
    }

    /// The moves after which an escape is still to be shown: every check, or one evasion. `false`: there is a mate, or
    /// no escape is known.
    fn replies_to_look_at(
        &mut self,
        attacks: bool,
        seen: &mut HashSet<u64>,
        replies: &mut Vec<Move>,
    ) -> bool {
        let mut leaves = Vec::new();
        self.expand(attacks, |leaf| leaves.push(leaf));
        let mut way_out = None;
        for leaf in leaves {
            let numbers = if leaf.settled { leaf.numbers } else { self.numbers(leaf.key, leaf.numbers) };
            let is_safe = (numbers.is_disproved() && numbers.round == 0) || seen.contains(&leaf.key);
            if attacks && numbers.is_proved() {
                return false;
            } else if attacks && !is_safe {
                seen.insert(leaf.key);
                replies.push(leaf.m);
            } else if !attacks && is_safe {
                return true;
            } else if !attacks && numbers.is_disproved() {
                way_out = way_out.or(Some((leaf.m, leaf.key)));
            }
        }
        if let Some((m, key)) = way_out {
            seen.insert(key);
            replies.push(m);
        }
        attacks || way_out.is_some()
    }
}
