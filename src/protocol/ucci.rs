//! UCCI 3.0, the protocol of xiangqi (and, here, of janggi).

use crate::core::Score;
use crate::search::{Bound, Info};

use super::dialect::{
    Answer, Dialect, ID_AUTHOR, ID_NAME, Offer, Protocol, View, WHITE_FIRST, best_and_ponder, mate,
};
use super::go::TimeWords;
use super::options::{Config, Kind, Row};

pub struct Ucci;

/// A win is told as this score less the plies that it takes; UCCI has no word for it.
const MATE: Score = 30_000;

impl Dialect for Ucci {
    fn protocol(&self) -> Protocol {
        Protocol::Ucci
    }

    fn identity(&self) -> &'static [&'static str] {
        const ID_VERSION: &str = concat!("id version ", env!("CARGO_PKG_VERSION"));
        &[ID_NAME, ID_VERSION, "id copyright MIT licence", ID_AUTHOR]
    }

    /// Clocks are told in seconds until the GUI chooses milliseconds.
    fn time_words(&self, config: &Config) -> TimeWords {
        let unit = if config.milliseconds == Some(true) { 1 } else { 1000 };
        TimeWords { unit, ..WHITE_FIRST }
    }

    fn option(&self, name: &str, row: &Row) -> String {
        let kind = match &row.kind {
            Kind::Check { default } => format!("check default {default}"),
            Kind::Spin { default, min, max } => format!("spin min {min} max {max} default {default}"),
            Kind::Combo { default, values } => {
                let values: String = values.iter().map(|value| format!(" var {value}")).collect();
                format!("combo{values} default {default}")
            }
            Kind::Button => "button".to_string(),
            Kind::Text => "string".to_string(),
        };
        format!("option {name} type {kind}")
    }

    fn message(&self, text: &str) -> String {
        format!("info message {text}")
    }

    fn number(&self, score: Score) -> Score {
        match mate(score) {
            Some((plies, true)) => MATE - plies,
            Some((plies, false)) => plies - MATE,
            None => score,
        }
    }

    fn score(&self, info: &Info, _view: &View) -> String {
        format!("score {}", self.number(info.score))
    }

    /// There are no words for bounds, and a bound taken for a score misleads: they are not told. GUIs that
    /// mix their protocols read only lines with `nps`, and strict ones want the moves last.
    fn info(&self, info: &Info, view: &View) -> Option<String> {
        if info.bound != Bound::Exact {
            return None;
        }
        let number = if view.numbered { format!(" multipv {}", info.multi_pv) } else { String::new() };
        let mut text = format!("info depth {}{number} {}", info.depth, self.score(info, view));
        text += &format!(" time {} nodes {} nps {}", info.time.as_millis(), info.nodes, info.nps());
        if !info.pv.is_empty() {
            text += &format!(" pv{}", view.line(&info.pv));
        }
        Some(text)
    }

    fn current_move(&self, _depth: u32, m: &str, _number: usize) -> String {
        format!("info currmove {m}")
    }

    fn best_move(&self, answer: &Answer) -> String {
        let Some(best) = &answer.best else {
            return "nobestmove".to_string();
        };
        let move_text = best_and_ponder(best, answer);
        match answer.offer {
            Some(Offer::Draw) => format!("{move_text} draw"),
            Some(Offer::Resign) => format!("{move_text} resign"),
            None => move_text,
        }
    }

    fn has_depth_zero(&self) -> bool {
        true
    }

    fn idle_stop(&self) -> Option<&'static str> {
        Some("nobestmove")
    }

    fn farewell(&self) -> Option<&'static str> {
        Some("bye")
    }
}
