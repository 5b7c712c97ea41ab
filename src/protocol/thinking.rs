//! A search from `go` to its last word, as the GUI sees it.

use std::time::Duration;

use crate::core::{Move, Score, score};
use crate::search::{Bound, Info};

use super::dialect::{Answer, Dialect, Offer, View};

/// A search under way.
pub struct Thinking {
    pub dialect: &'static dyn Dialect,
    pub view: View,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// The option to resign a lost game is on.
    pub may_resign: bool,
    /// Some root moves may not be played: none left does not mean that the game is lost.
    pub has_bans: bool,
    /// The last exact line that was told, the best of them.
    best_line: Option<Info>,
    /// The last line that was told tells all: an exact score and its moves.
    is_settled: bool,
}

/// The end of a search, as [`crate::search::Event::Done`] tells it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    pub best: Option<Move>,
    pub ponder: Option<Move>,
    pub score: Score,
    pub declares_win: bool,
}

impl Thinking {
    pub fn new(dialect: &'static dyn Dialect, view: View) -> Thinking {
        Thinking {
            dialect,
            view,
            draw_offered: false,
            may_resign: false,
            has_bans: false,
            best_line: None,
            is_settled: false,
        }
    }

    /// A line of the search in words.
    pub fn info(&mut self, info: Info) -> Option<String> {
        let text = self.dialect.info(&info, &self.view)?;
        self.is_settled = info.bound == Bound::Exact && !info.pv.is_empty();
        if self.is_settled && info.multi_pv == 1 {
            self.best_line = Some(info);
        }
        Some(text)
    }

    /// The root move being searched.
    pub fn current_move(&mut self, depth: u32, m: Move, number: usize) -> String {
        self.is_settled = false;
        self.dialect.current_move(depth, &self.view.move_text(m), number)
    }

    /// The last words: if need be a line of the search, then the move.
    ///
    /// Clients take the last line for the result, so it has an exact score and the moves played.
    pub fn done(&self, done: Done) -> Vec<String> {
        let mut words = Vec::new();
        let played = |line: &&Info| done.best.is_some() && line.pv.first().copied() == done.best;
        let told = self.best_line.as_ref().filter(played).cloned();
        let is_settled = self.is_settled && told.is_some();
        let line = told.unwrap_or_else(|| Info {
            depth: 0,
            selective_depth: 0,
            multi_pv: 1,
            score: done.score,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hash_full: 0,
            pv: done.best.into_iter().chain(done.ponder).collect(),
        });
        let is_unknown = done.best.is_none() && self.has_bans;
        if !is_settled && !is_unknown {
            words.extend(self.dialect.info(&line, &self.view));
        }
        let draw = self.draw_offered && done.score <= 0;
        let resign = self.may_resign && score::is_decided(done.score) && done.score < 0;
        words.push(self.dialect.best_move(&Answer {
            best: done.best.map(|m| self.view.move_text(m)),
            ponder: done.ponder.map(|m| self.view.move_text(m)),
            without_resignation: self.view.game.players > 2,
            declares_win: done.declares_win,
            offer: if resign {
                Some(Offer::Resign)
            } else if draw {
                Some(Offer::Draw)
            } else {
                None
            },
        }));
        words
    }
}

#[cfg(test)]
mod tests {
    use super::super::dialect::Protocol;
    use super::*;
    use crate::core::score::{MATE, mate_in, mated_in};
    use crate::game::Notation;

    /// A game that is over: there is a score, but no move.
    #[test]
    fn without_a_move_the_score_tells_who_has_won() {
        for (protocol, score, told, answer) in [
            (Protocol::Usi, MATE, "score mate 1 ", "bestmove resign"),
            (Protocol::Usi, -MATE, "score mate 0 ", "bestmove resign"),
            (Protocol::Usi, 0, "score cp 0 ", "bestmove resign"),
            (Protocol::Uci, MATE, "score mate 1 ", "bestmove (none)"),
            (Protocol::Uci, -MATE, "score mate 0 ", "bestmove (none)"),
            (Protocol::Uci, 0, "score cp 0 ", "bestmove (none)"),
            (Protocol::Ucci, MATE, "score 30000 ", "nobestmove"),
            (Protocol::Ucci, -MATE, "score -30000 ", "nobestmove"),
            (Protocol::Ucci, 0, "score 0 ", "nobestmove"),
        ] {
            let game = protocol.first_game();
            let view = View { game, notation: Notation::Native, numbered: false, wdl: false };
            let mut thinking = Thinking::new(protocol.dialect(), view);
            thinking.may_resign = true;
            let words = thinking.done(Done { score, ..Done::default() });
            assert!(words.len() == 2 && words[0].contains(told), "{words:?}");
            assert_eq!(words[1], answer);
        }
    }

    #[test]
    fn only_a_lost_game_is_resigned() {
        let game = Protocol::Ucci.first_game();
        let view = View { game, notation: Notation::Native, numbered: false, wdl: false };
        let best = (game.sit_down)().legal_moves().first().copied();
        let mut thinking = Thinking::new(Protocol::Ucci.dialect(), view);
        thinking.may_resign = true;
        for (score, resigns) in [(mated_in(2), true), (mate_in(3), false), (0, false), (-500, false)] {
            let words = thinking.done(Done { best, score, ..Done::default() });
            let last = words.last().expect("a last word");
            assert!(last.starts_with("bestmove ") && last.ends_with(" resign") == resigns, "{words:?}");
        }
    }
}
