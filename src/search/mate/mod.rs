//! Mate problems: whether the side to move mates with checks alone, whatever the other side does.
//!
//! [`solve`] searches by proof and disproof numbers (`dfpn`), over a bounded table of its own (`table`), until a budget
//! is used up (`meter`). What it found is walked through before it is told (`proof`).
//!
//! Every end of a game but mate is an escape for the defender: a repetition, since perpetual check wins nothing, and
//! whatever else the rules know. So the search looks for a win that needs no position twice. Such a win does not depend
//! on how a position was reached; an escape by repetition does, and is marked as such.

mod dfpn;
mod meter;
mod proof;
mod table;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::core::Move;
use crate::game::{Outcome, Position, legal_moves};

use super::limits::Request;
use super::time::Plan;

use dfpn::{Scope, Search};
use meter::Meter;
use table::Table;

pub use meter::Progress;

/// Searches that begin anew because an escape by repetition did not hold, before the solver gives up.
const MOST_ROUNDS: u16 = 1000;

/// What the solver says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The side to move mates: its moves and, between them, those of the longest resistance.
    Mate(Vec<Move>),
    /// It does not, whatever it plays.
    NoMate,
    /// The budget was used up before it was known.
    OutOfBudget,
}

/// An answer, and what it took.
#[derive(Clone, Debug)]
pub struct Report {
    pub answer: Answer,
    /// There is no shorter mate.
    pub is_shortest: bool,
    pub progress: Progress,
}

/// Looks for a mate by checks. The request's limits are the budget: nodes, time, the clock, and depth as the number of
/// plies that a mate may take; the flag ends the search early. The table takes so many megabytes while it runs. With
/// `shortest` what is left of the budget is spent on shorter mates once one is found.
///
/// The state of the search is told every second.
pub fn solve<P: Position>(
    position: &P,
    request: &Request,
    megabytes: usize,
    shortest: bool,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Progress),
) -> Report {
    let limits = &request.limits;
    let time = Plan::new(limits, &request.settings).map(|plan| Duration::from_millis(plan.hard));
    let meter = Meter::new(limits.nodes, time, stop, tell);
    let mut root_moves = legal_moves(position);
    root_moves.retain(|m| {
        (request.search_moves.is_empty() || request.search_moves.contains(m))
            && !request.ban_moves.contains(m)
    });
    let table = match Table::new(megabytes) {
        Ok(table) => table,
        Err(error) => {
            log::error!("no memory for a mate search: {error}");
            let progress = Progress { nodes: 0, time: meter.time(), hash_full: 0 };
            return Report { answer: Answer::OutOfBudget, is_shortest: false, progress };
        }
    };
    let mut search = Search::new(position.clone(), root_moves, table, meter);
    let (answer, is_shortest) = search.answer(limits.depth, shortest);
    let answer = match answer {
        Answer::Mate(line) if !is_mate(position, &line) => {
            log::error!("a proved mate is none in position {:016x}", position.key());
            Answer::OutOfBudget
        }
        answer => answer,
    };
    let (nodes, time) = (search.meter.nodes, search.meter.time());
    let progress = Progress { nodes, time, hash_full: search.table.fullness() };
    Report { answer, is_shortest, progress }
}

/// Whether a line is one of checks and legal replies, and mates before the game is over.
fn is_mate<P: Position>(position: &P, line: &[Move]) -> bool {
    let mut position = position.clone();
    for (ply, &m) in line.iter().enumerate() {
        let is_over = ply > 0 && position.outcome(0) != Outcome::Ongoing && position.plies_to_limit() > 0;
        if is_over || !position.is_legal(m) {
            return false;
        }
        position.do_move(m);
        if ply % 2 == 0 && !position.in_check() {
            return false;
        }
    }
    line.len() % 2 == 1 && position.count_moves() == 0
}

/// What a search within a scope has found.
enum Finding {
    Mate(Vec<Move>),
    NoMate,
    /// There is no mate in so few plies.
    NotWithin,
    OutOfBudget,
}

impl<P: Position> Search<'_, P> {
    /// The answer, if mates in so many plies count, and whether it is the shortest of them.
    fn answer(&mut self, depth: Option<u32>, shortest: bool) -> (Answer, bool) {
        let mut found = self.find(depth.map_or(Scope::Anywhere, Scope::Within));
        if let Finding::Mate(line) = &found
            && depth.is_none()
            && line.len() > self.position.plies_to_limit() as usize
        {
            // The game may be over before it is mate.
            found = self.find(Scope::Within(u32::MAX));
        }
        let mut line = match found {
            Finding::Mate(line) => line,
            Finding::NoMate => return (Answer::NoMate, false),
            Finding::NotWithin | Finding::OutOfBudget => return (Answer::OutOfBudget, false),
        };
        let mut is_shortest = line.len() == 1;
        while shortest && !is_shortest {
            match self.find(Scope::Within(line.len() as u32 - 2)) {
                Finding::Mate(shorter) => {
                    is_shortest = shorter.len() == 1;
                    line = shorter;
                }
                Finding::NoMate | Finding::NotWithin => is_shortest = true,
                Finding::OutOfBudget => break,
            }
        }
        (Answer::Mate(line), is_shortest)
    }

    /// Searches until the root is solved for good.
    fn find(&mut self, scope: Scope) -> Finding {
        self.scope = scope;
        self.was_cut = false;
        for _ in 0..MOST_ROUNDS {
            let Some(numbers) = self.run() else {
                return Finding::OutOfBudget;
            };
            if numbers.is_proved() {
                return self.line().map_or(Finding::OutOfBudget, Finding::Mate);
            }
            if self.was_cut {
                return Finding::NotWithin;
            }
            if numbers.round == 0 {
                return Finding::NoMate;
            }
            match self.escapes() {
                None => return Finding::OutOfBudget,
                Some(true) => return Finding::NoMate,
                // Some position on the way has been proved after all.
                Some(false) => self.round += 1,
            }
        }
        Finding::OutOfBudget
    }
}
