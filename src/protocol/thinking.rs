//! A search from `go` to its last word, as the GUI sees it.

use std::time::Duration;

use crate::book::Found;
use crate::core::{Move, Score};
use crate::engine::Scribe;
use crate::search::{Bound, Info};

use super::dialect::{Answer, Dialect, Offer, View};

/// A search under way.
pub struct Thinking {
    pub dialect: &'static dyn Dialect,
    pub view: View,
    /// Writes lines for people too.
    pub scribe: Option<Scribe>,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// So many centipawns behind (or a forced loss, if it is the bound of wins) the game is resigned.
    pub resign_at: Option<Score>,
    /// Some root moves may not be played: none left does not mean that the game is lost.
    pub has_bans: bool,
    /// The last exact line that was told, the best of them.
    best_line: Option<Info>,
    /// The last line that was told tells all: an exact score and its moves.
    is_settled: bool,
    /// The end that has been decided on, whatever the search finds.
    decided: Option<Done>,
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
            scribe: None,
            draw_offered: false,
            resign_at: None,
            has_bans: false,
            best_line: None,
            is_settled: false,
            decided: None,
        }
    }

    /// The move will be one of a book.
    pub fn play(&mut self, found: &Found) {
        let (known, entry) = (&found.known, &found.known.entry);
        // What is not known to be good for the other side is no draw.
        self.draw_offered &= entry.score.is_some();
        let score = entry.score.unwrap_or(0);
        self.decided = Some(Done { best: Some(known.m), ponder: known.answer, score, declares_win: false });
        self.is_settled = false;
        self.best_line = Some(Info {
            depth: entry.depth,
            selective_depth: entry.depth,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hash_full: 0,
            pv: [Some(known.m), known.answer].into_iter().flatten().collect(),
        });
    }

    /// A line of the search in words: for people first, if they want it, since clients keep the last one.
    pub fn info(&mut self, info: Info) -> Vec<String> {
        let Some(text) = self.dialect.info(&info, &self.view) else {
            return Vec::new();
        };
        let scribe = self.scribe.as_ref().filter(|_| info.bound == Bound::Exact);
        let for_people = scribe.and_then(|scribe| self.dialect.line_for_people(&info, &self.view, scribe));
        self.is_settled = info.bound == Bound::Exact && !info.pv.is_empty();
        if self.is_settled && info.multi_pv == 1 {
            self.best_line = Some(info);
        }
        for_people.into_iter().chain([text]).collect()
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
        let done = self.decided.unwrap_or(done);
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
        let resign = self.resign_at.is_some_and(|limit| done.score <= -limit);
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
    use crate::core::score::{MATE, WIN_BOUND, mate_in, mated_in};
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
            thinking.resign_at = Some(WIN_BOUND);
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
        thinking.resign_at = Some(WIN_BOUND);
        for (score, resigns) in [(mated_in(2), true), (mate_in(3), false), (0, false), (-500, false)] {
            let words = thinking.done(Done { best, score, ..Done::default() });
            let last = words.last().expect("a last word");
            assert!(last.starts_with("bestmove ") && last.ends_with(" resign") == resigns, "{words:?}");
        }
    }
    #[test]
    fn usi_resigns_at_the_value_set() {
        let game = Protocol::Usi.first_game();
        let view = View { game, notation: Notation::Native, numbered: false, wdl: false };
        let best = (game.sit_down)().legal_moves().first().copied();
        let mut thinking = Thinking::new(Protocol::Usi.dialect(), view);
        thinking.resign_at = Some(2000);
        for (score, resigns) in [(mated_in(2), true), (-2000, true), (-1999, false), (mate_in(3), false)] {
            let words = thinking.done(Done { best, score, ..Done::default() });
            assert_eq!(words.last().is_some_and(|word| word == "bestmove resign"), resigns, "{words:?}");
        }
    }
}
