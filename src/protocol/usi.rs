//! USI, the protocol of shogi.

use crate::core::Side;
use crate::search::Info;

use super::dialect::{Answer, Dialect, Offer, Protocol, View, best_and_ponder, mate};
use super::go::TimeWords;
use super::options::Config;

pub struct Usi;

impl Dialect for Usi {
    fn protocol(&self) -> Protocol {
        Protocol::Usi
    }

    fn time_words(&self, _config: &Config) -> TimeWords {
        TimeWords { black: Side::First, unit: 1, mate_is_time: true }
    }

    /// `cp` in centipawns or `mate` in plies. Zero is a lost game: a won one, where there is no move to make
    /// either, is told by the least number that has a sign.
    fn score(&self, info: &Info, _view: &View) -> String {
        match mate(info.score) {
            Some((plies, true)) => format!("score mate {}", plies.max(1)),
            Some((plies, false)) => format!("score mate {}", -plies),
            None => format!("score cp {}", info.score),
        }
    }

    fn current_move(&self, _depth: u32, m: &str, _number: usize) -> String {
        format!("info currmove {m}")
    }

    fn keep_alive(&self) -> Option<&'static str> {
        Some("")
    }

    fn best_move(&self, answer: &Answer) -> String {
        match &answer.best {
            _ if answer.declares_win => "bestmove win".to_string(),
            None if answer.without_resignation => "bestmove none".to_string(),
            None => "bestmove resign".to_string(),
            _ if answer.offer == Some(Offer::Resign) => "bestmove resign".to_string(),
            Some(best) => best_and_ponder(best, answer),
        }
    }
}
