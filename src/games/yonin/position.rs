//! A position with the moves that led to it.

use std::ops::ControlFlow;
use std::ops::Deref;

use crate::core::{Move, MoveList, Player};

use super::rules::{Ending, Rules};
use super::state::State;

/// Plies for which the stack has room from the start.
const STACK_RESERVE: usize = 256;

/// Buckets of the counter of positions on the stack; a power of two.
const BUCKETS: usize = 4096;

/// How often a position may occur.
const OCCURRENCES: u32 = 4;

/// One ply: the state, and its place among its equals.
#[derive(Clone, Copy)]
struct Ply {
    state: State,
    /// How often the position has occurred, this time included.
    occurrence: u32,
    /// The index on the stack of its first occurrence.
    first: usize,
    /// How many positions so far have occurred once less than ends the game.
    on_the_brink: u32,
}

/// A position of four-player shogi and its history.
#[derive(Clone)]
pub struct Yonin {
    now: Ply,
    past: Vec<Ply>,
    /// Positions on the stack, this one included, by the low bits of their keys: one of its own in its bucket has not
    /// occurred before.
    buckets: Box<[u16]>,
    rules: Rules,
}

/// The state that is on the board.
impl Deref for Yonin {
    type Target = State;

    fn deref(&self) -> &State {
        &self.now.state
    }
}

impl Yonin {
    /// Begins a history with a state. Whoever has to move there and can't is mated first.
    pub(super) fn new(mut state: State, rules: &Rules) -> Yonin {
        state.settle(rules);
        let now = Ply { state, occurrence: 1, first: 0, on_the_brink: 0 };
        let mut position = Yonin {
            now,
            past: Vec::with_capacity(STACK_RESERVE),
            buckets: vec![0; BUCKETS].into_boxed_slice(),
            rules: *rules,
        };
        position.apply_move_limit();
        *position.bucket() = 1;
        position
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules of a game under way.
    pub fn use_rules(&mut self, rules: &Rules) {
        self.rules = *rules;
        self.now.state.end = None;
        self.now.state.settle(rules);
        self.apply_repetition();
        self.apply_move_limit();
    }

    /// The player to move; at the end of a game who would.
    #[inline(always)]
    pub fn turn(&self) -> Player {
        self.now.state.turn
    }

    /// Moves played since the game's start, as far as the position text told.
    pub fn game_ply(&self) -> usize {
        self.now.state.ply as usize
    }

    /// How the game has ended, if it has.
    #[inline(always)]
    pub fn ending(&self) -> Option<Ending> {
        self.now.state.end
    }

    /// The players' ranks by seat, 1 to 4, equals sharing the better one; `None` while the game goes on.
    pub fn ranking(&self) -> Option<[u8; 4]> {
        self.ending().map(|_| self.standings())
    }

    /// The ranks as they would be if the game ended here.
    pub fn standings(&self) -> [u8; 4] {
        self.now.state.ranks(&self.rules)
    }

    /// What ranks the players, a line for people; `None` for pairs.
    pub fn counts(&self) -> Option<String> {
        self.now.state.counts(&self.rules)
    }

    /// How often the position has occurred, this time included.
    pub fn occurrence(&self) -> u32 {
        self.now.occurrence
    }

    /// Whether the position has occurred less than `plies` plies ago.
    pub fn repeats_within(&self, plies: usize) -> bool {
        let key = self.key();
        self.now.occurrence > 1 && self.past.iter().rev().take(plies).any(|ply| ply.state.key() == key)
    }

    /// Whether the last move attacked a king anew.
    pub fn gave_check(&self) -> bool {
        self.now.state.gave_check
    }

    /// Plays a legal move; whoever can't answer is mated.
    pub fn play(&mut self, m: Move) {
        let state = self.now.state.after(m, &self.rules);
        let on_the_brink = self.now.on_the_brink;
        self.past.push(self.now);
        self.now = Ply { state, occurrence: 1, first: self.past.len(), on_the_brink };
        *self.bucket() += 1;
        if *self.bucket() > 1
            && let Some((occurrence, first)) = self.occurrences(self.now.state.key())
        {
            self.now.occurrence = occurrence + 1;
            self.now.first = first;
            self.now.on_the_brink += u32::from(self.now.occurrence == OCCURRENCES - 1);
        }
        self.apply_repetition();
        self.apply_move_limit();
    }

    /// Takes back the last move, with all that it brought about. There must be one.
    pub fn take_back(&mut self) {
        *self.bucket() -= 1;
        // Moves are only taken back after they were played.
        self.now = self.past.pop().expect("a move to take back");
    }

    /// Appends the legal moves; none where the game is over.
    pub fn generate(&self, moves: &mut MoveList) {
        if self.ending().is_some() {
            return;
        }
        let _ = self.now.state.visit_moves(&self.rules, &mut |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        if self.now.on_the_brink > 0 && moves.iter().any(|&m| !self.is_perpetual(m)) {
            moves.retain(|m| !self.is_perpetual(*m));
        }
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        moves
    }

    /// Whether any 16 bits at all are a legal move here.
    pub fn is_legal(&self, m: Move) -> bool {
        self.legal_moves().contains(&m)
    }

    /// Whether a move would complete the last repetition, by a player who gave check with all their moves since the
    /// first.
    fn is_perpetual(&self, m: Move) -> bool {
        let next = self.now.state.after(m, &self.rules);
        let Some((_, first)) = self.occurrences(next.key()).filter(|&(count, _)| count + 1 >= OCCURRENCES)
        else {
            return false;
        };
        let since = self.past[first..].iter().skip(1).chain([&self.now]);
        let mut own = since.filter(|ply| ply.state.mover == Some(self.turn())).peekable();
        own.peek().is_some() && own.all(|ply| ply.state.gave_check)
    }

    /// How often a key has occurred before this position, if ever, and the index of the first time.
    fn occurrences(&self, key: u64) -> Option<(u32, usize)> {
        let last = self.past.iter().rev().find(|ply| ply.state.key() == key);
        last.map(|ply| (ply.occurrence, ply.first))
    }

    fn apply_repetition(&mut self) {
        if self.now.occurrence >= OCCURRENCES && self.now.state.end.is_none() {
            self.now.state.end = Some(Ending::Repetition);
        }
    }

    fn apply_move_limit(&mut self) {
        let limit = self.rules.max_moves;
        if limit != 0 && self.now.state.ply >= limit && self.now.state.end.is_none() {
            self.now.state.end = Some(Ending::MoveLimit);
        }
    }

    fn bucket(&mut self) -> &mut u16 {
        &mut self.buckets[self.now.state.key() as usize % BUCKETS]
    }
}
