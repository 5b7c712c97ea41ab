//! The order in which a node looks at its moves, found out step by step: often the first one cuts, and the
//! rest need never be listed.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::core::{MAX_MOVES, Move, MoveList};
use crate::game::{Position, Stage};

use super::history::{Arrival, Before, History};
use super::see::{KING_VALUE, see_ge};

/// What comes next. Each state falls through to the one after it when it has nothing left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Table,
    ListTactical,
    GoodTactical,
    FirstKiller,
    SecondKiller,
    ListQuiet,
    Quiet,
    BadTactical,
    ListChecks,
    Checks,
    ListEvasions,
    Evasions,
    Done,
}

#[derive(Clone, Copy)]
struct Scored {
    m: Move,
    score: i32,
}

/// The moves of one node, best first.
pub struct Picker {
    step: Step,
    table: Move,
    killers: [Move; 2],
    before: Before,
    /// Only captures that do not lose material, and nothing quiet but, if asked for, checks.
    quiescence: bool,
    checks: bool,
    skip_quiets: bool,
    /// What a quiet check that loses nothing counts more.
    pub check_bonus: i32,
    moves: ArrayVec<Scored, MAX_MOVES>,
    bad: ArrayVec<Move, MAX_MOVES>,
    next: usize,
    next_bad: usize,
    /// Quiet moves before this place are in their final order.
    sorted: usize,
}

/// Quiet moves sorted at first.
const FIRST_FEW: usize = 8;

impl Picker {
    /// For the full search. `table` may be any move, also an illegal one.
    pub fn new<P: Position>(position: &P, table: Move, killers: [Move; 2], before: Before) -> Picker {
        Picker::with(position, table, killers, before, false, false)
    }

    /// For the quiescence search: out of check only captures and promotions that do not lose material, and then, if
    /// asked for, quiet checks that do not.
    pub fn quiescence<P: Position>(position: &P, table: Move, before: Before, checks: bool) -> Picker {
        Picker::with(position, table, [Move::NONE; 2], before, true, checks)
    }

    fn with<P: Position>(
        position: &P,
        table: Move,
        killers: [Move; 2],
        before: Before,
        quiescence: bool,
        checks: bool,
    ) -> Picker {
        let legal = table.is_some()
            && position.is_legal(table)
            && (!quiescence
                || position.in_check()
                || position.is_tactical(table)
                || checks && position.gives_check(table));
        let step = match (legal, position.in_check()) {
            (true, _) => Step::Table,
            (false, true) => Step::ListEvasions,
            (false, false) => Step::ListTactical,
        };
        Picker {
            step,
            table: if legal { table } else { Move::NONE },
            killers,
            before,
            quiescence,
            checks,
            skip_quiets: false,
            check_bonus: 0,
            moves: ArrayVec::new(),
            bad: ArrayVec::new(),
            next: 0,
            next_bad: 0,
            sorted: 0,
        }
    }

    /// Quiet moves not yet given out are left out from now on.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move; each legal move (of the kinds asked for) comes once.
    pub fn next<P: Position>(&mut self, position: &P, history: &History<P>) -> Option<Move> {
        loop {
            match self.step {
                Step::Table => {
                    self.step = if position.in_check() { Step::ListEvasions } else { Step::ListTactical };
                    return Some(self.table);
                }
                Step::ListTactical => {
                    self.list(position, Stage::Tactical, |m| tactical_score(position, history, m));
                    self.step = Step::GoodTactical;
                }
                Step::GoodTactical => {
                    while let Some(m) = self.best() {
                        if see_ge(position, m, 0) {
                            return Some(m);
                        }
                        if !self.quiescence {
                            self.bad.push(m);
                        }
                    }
                    self.step = match (self.quiescence, self.checks) {
                        (true, true) => Step::ListChecks,
                        (true, false) => Step::Done,
                        (false, _) => Step::FirstKiller,
                    };
                }
                Step::FirstKiller => {
                    self.step = Step::SecondKiller;
                    if self.killer_fits(position, self.killers[0]) {
                        return Some(self.killers[0]);
                    }
                }
                Step::SecondKiller => {
                    self.step = Step::ListQuiet;
                    if self.killers[1] != self.killers[0] && self.killer_fits(position, self.killers[1]) {
                        return Some(self.killers[1]);
                    }
                }
                Step::ListQuiet => {
                    self.step = Step::Quiet;
                    if !self.skip_quiets {
                        let before = self.before;
                        let check_bonus = self.check_bonus;
                        self.list(position, Stage::Quiet, |m| {
                            let mut score = quiet_score(position, history, m, before);
                            if check_bonus != 0 && position.gives_check(m) && see_ge(position, m, 0) {
                                score += check_bonus;
                            }
                            score
                        });
                        self.sorted = 0;
                    }
                }
                Step::Quiet => {
                    if !self.skip_quiets && self.next < self.moves.len() {
                        self.sort_ahead();
                        let m = self.moves[self.next].m;
                        self.next += 1;
                        if !self.killers.contains(&m) {
                            return Some(m);
                        }
                    } else {
                        self.step = Step::BadTactical;
                    }
                }
                Step::BadTactical => {
                    if let Some(&m) = self.bad.get(self.next_bad) {
                        self.next_bad += 1;
                        return Some(m);
                    }
                    self.step = Step::Done;
                }
                Step::ListChecks => {
                    let before = self.before;
                    self.list(position, Stage::Checks, |m| quiet_score(position, history, m, before));
                    self.step = Step::Checks;
                }
                Step::Checks => {
                    while let Some(m) = self.best() {
                        if see_ge(position, m, 0) {
                            return Some(m);
                        }
                    }
                    self.step = Step::Done;
                }
                Step::ListEvasions => {
                    let before = self.before;
                    self.list(position, Stage::All, |m| {
                        if position.is_tactical(m) {
                            tactical_score(position, history, m) + (1 << 20)
                        } else {
                            quiet_score(position, history, m, before)
                        }
                    });
                    self.step = Step::Evasions;
                }
                Step::Evasions => match self.best() {
                    Some(m) => return Some(m),
                    None => self.step = Step::Done,
                },
                Step::Done => return None,
            }
        }
    }

    fn killer_fits<P: Position>(&self, position: &P, killer: Move) -> bool {
        killer.is_some()
            && killer != self.table
            && !self.skip_quiets
            && position.is_legal(killer)
            && !position.is_tactical(killer)
    }

    /// Lists the moves of a stage without the table's, with their scores.
    fn list<P: Position>(&mut self, position: &P, stage: Stage, score: impl Fn(Move) -> i32) {
        let mut list = MoveList::new();
        position.generate(stage, &mut list);
        self.moves.clear();
        self.next = 0;
        self.moves
            .extend(list.into_iter().filter(|&m| m != self.table).map(|m| Scored { m, score: score(m) }));
    }

    /// Sees to it that the next move is the best one left. Most nodes are done after a few moves, so the first few
    /// are sorted out first and the rest only when it comes to them.
    fn sort_ahead(&mut self) {
        if self.next < self.sorted {
            return;
        }
        let best_first = |scored: &Scored| Reverse(scored.score);
        let rest = &mut self.moves[self.next..];
        let mut ahead = rest.len();
        if self.next == 0 && ahead > 2 * FIRST_FEW {
            rest.select_nth_unstable_by_key(FIRST_FEW, best_first);
            ahead = FIRST_FEW;
        }
        rest[..ahead].sort_unstable_by_key(best_first);
        self.sorted = self.next + ahead;
    }

    /// Takes the best of the moves left.
    fn best(&mut self) -> Option<Move> {
        let rest = &mut self.moves[self.next..];
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].score, Reverse(i)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].m)
    }
}

/// The most valuable victim first, then what has worked before.
fn tactical_score<P: Position>(position: &P, history: &History<P>, m: Move) -> i32 {
    let arrival = Arrival::of::<P>(position.side_to_move(), position.moved_kind(m), m);
    let captured = position.captured_kind(m);
    let gain = captured.map_or(0, P::exchange_value) + P::exchange_value(position.landing_kind(m))
        - P::exchange_value(position.moved_kind(m));
    16 * gain + history.capture(arrival, captured.unwrap_or_else(king_kind::<P>))
}

fn quiet_score<P: Position>(position: &P, history: &History<P>, m: Move, before: Before) -> i32 {
    let side = position.side_to_move();
    let arrival = Arrival::of::<P>(side, position.moved_kind(m), m);
    history.quiet(side, m, arrival, before)
}

/// The king's kind: the "victim" of a promotion without capture in the capture history.
pub fn king_kind<P: Position>() -> usize {
    (0..P::KINDS).find(|&kind| P::exchange_value(kind) >= KING_VALUE).unwrap_or(0)
}
