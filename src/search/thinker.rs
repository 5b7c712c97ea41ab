//! How the pool's threads search a game for two: deepening alpha-beta.

use crate::core::Move;
use crate::core::score::{self, Score};
use crate::game::{Outcome, Position};
use crate::nnue::Network;

use super::history::History;
use super::pool::{Finding, Job, Thinker};
use super::searcher::Searcher;
use super::tt::Table;

impl<P: Position> Thinker for P {
    type Memory = History<P>;
    type Network = Network<P>;

    fn new_memory() -> History<P> {
        History::new()
    }

    fn forget(history: &mut History<P>) {
        history.clear();
    }

    fn table_key(&self) -> u64 {
        self.key()
    }

    fn is_legal(&self, m: Move) -> bool {
        Position::is_legal(self, m)
    }

    fn think(id: usize, job: &Job<P>, history: &mut History<P>) -> Finding {
        let tools = (&*job.shared, &*job.table);
        let network = job.network.as_ref();
        let mut searcher = Searcher::new(
            job.position.clone(),
            &job.request,
            &job.root_moves,
            tools,
            network,
            history,
            id,
            job.start,
        );
        searcher.deepen(&job.listener);
        let info = searcher.final_info(&job.listener);
        let best = &searcher.root_moves[0];
        Finding {
            best: best.m,
            ponder: ponder_move(&mut searcher.position, &job.table, &best.pv),
            score: info.score,
            depth: searcher.completed,
            info,
        }
    }

    /// Where no move is legal, the game is over.
    fn score_without_search(&self) -> Score {
        match self.outcome(0) {
            Outcome::Win => score::MATE,
            Outcome::Ongoing if Position::count_moves(self) == 0 => -score::MATE,
            Outcome::Loss => -score::MATE,
            _ => 0,
        }
    }

    fn declares_win(&self) -> bool {
        Position::declares_win(self)
    }
}

/// The reply expected to the best move: of its line, or else of the table.
fn ponder_move<P: Position>(position: &mut P, table: &Table, pv: &[Move]) -> Option<Move> {
    Position::do_move(position, pv[0]);
    let reply = match pv.get(1) {
        Some(&reply) => Some(reply),
        None => table.probe(position.key(), 0).map(|entry| entry.best),
    };
    let reply = reply.filter(|&m| m.is_some() && Position::is_legal(position, m));
    Position::undo_move(position);
    reply
}
