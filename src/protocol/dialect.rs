//! The small trait in which the protocols differ: option lines, messages, infos, and the last word.

use crate::core::{Move, Score, Side, score};
use crate::engine::{GameInfo, Scribe};
use crate::game::Notation;
use crate::search::{Bound, Info};

use super::go::TimeWords;
use super::options::{Config, Kind, Row};
use super::{ucci::Ucci, uci::Uci, usi::Usi};

/// A protocol, told by its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Usi,
    Ucci,
    Uci,
}

impl Protocol {
    pub const ALL: [Protocol; 3] = [Protocol::Usi, Protocol::Ucci, Protocol::Uci];

    /// The word that opens the handshake.
    pub const fn word(self) -> &'static str {
        match self {
            Protocol::Usi => "usi",
            Protocol::Ucci => "ucci",
            Protocol::Uci => "uci",
        }
    }

    /// The protocol that this word opens.
    pub fn of_word(word: &str) -> Option<Protocol> {
        Protocol::ALL.into_iter().find(|protocol| protocol.word() == word)
    }

    pub fn dialect(self) -> &'static dyn Dialect {
        match self {
            Protocol::Usi => &Usi,
            Protocol::Ucci => &Ucci,
            Protocol::Uci => &Uci,
        }
    }

    /// The game that a session of this protocol starts with.
    pub fn first_game(self) -> &'static GameInfo {
        use crate::engine::GAMES;
        GAMES.iter().find(|game| game.is_offered_by(self.word())).unwrap_or(&GAMES[0])
    }
}

/// How moves and scores of a search are to be written.
#[derive(Clone, Copy)]
pub struct View {
    pub game: &'static GameInfo,
    pub notation: Notation,
    /// More lines than one are reported, so they are numbered.
    pub numbered: bool,
    /// Add chances of winning, drawing and losing to the score.
    pub wdl: bool,
}

impl View {
    pub fn move_text(&self, m: Move) -> String {
        (self.game.move_text)(m, self.notation)
    }

    /// The moves of a line, each with a space before it.
    pub fn line(&self, moves: &[Move]) -> String {
        moves.iter().map(|&m| format!(" {}", self.move_text(m))).collect()
    }
}

/// What is said to an opponent together with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Offers a draw, or accepts the one offered.
    Draw,
    Resign,
}

/// The answer to a `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// `None`: there is no legal move.
    pub best: Option<String>,
    pub ponder: Option<String>,
    /// The game is one that nobody resigns.
    pub without_resignation: bool,
    /// The side to move wins by declaration.
    pub declares_win: bool,
    pub offer: Option<Offer>,
}

pub const ID_NAME: &str = concat!("id name Ryuma ", env!("CARGO_PKG_VERSION"));
pub const ID_AUTHOR: &str = "id author the Ryuma developers";

/// One protocol's way of saying things. Most of it is UCI's, so that is what the defaults say.
pub trait Dialect: Sync {
    fn protocol(&self) -> Protocol;

    /// Who is speaking.
    fn identity(&self) -> &'static [&'static str] {
        &[ID_NAME, ID_AUTHOR]
    }

    /// How its `go` counts time.
    fn time_words(&self, config: &Config) -> TimeWords;

    /// How squares and moves are written.
    fn notation(&self, _config: &Config, _game: &GameInfo) -> Notation {
        Notation::Native
    }

    /// The line that declares an option of this name.
    fn option(&self, name: &str, row: &Row) -> String {
        let kind = match &row.kind {
            Kind::Check { default } => format!("check default {default}"),
            Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
            Kind::Combo { default, values } => {
                let values: String = values.iter().map(|value| format!(" var {value}")).collect();
                format!("combo default {default}{values}")
            }
            Kind::Button => "button".to_string(),
            Kind::Text => "string default <empty>".to_string(),
        };
        format!("option name {name} type {kind}")
    }

    /// A remark for people.
    fn message(&self, text: &str) -> String {
        format!("info string {text}")
    }

    /// A score as a bare number.
    fn number(&self, score: Score) -> Score {
        score
    }

    /// The score, with the words before and after it.
    fn score(&self, info: &Info, view: &View) -> String;

    /// A line of the search; `None` if the protocol has no words for it.
    fn info(&self, info: &Info, view: &View) -> Option<String> {
        let bound = match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let mut text = format!("info depth {} seldepth {}", info.depth, info.selective_depth);
        text += &format!(" multipv {} {}{bound}", info.multi_pv, self.score(info, view));
        text += &format!(" nodes {} nps {} hashfull {}", info.nodes, info.nps(), info.hash_full);
        text += &self.extra_counts();
        text += &format!(" time {}", info.time.as_millis());
        if !info.pv.is_empty() {
            text += &format!(" pv{}", view.line(&info.pv));
        }
        Some(text)
    }

    /// The moves of a line as people write them, if it has any.
    fn line_for_people(&self, info: &Info, view: &View, scribe: &Scribe) -> Option<String> {
        let number = if view.numbered { format!("multipv {} ", info.multi_pv) } else { String::new() };
        let moves = scribe(&info.pv);
        (!moves.is_empty()).then(|| self.message(&format!("{number}pv {}", moves.join(" "))))
    }

    /// Counts that only this protocol tells.
    fn extra_counts(&self) -> String {
        String::new()
    }

    /// The root move being searched, the first having number 1.
    fn current_move(&self, depth: u32, m: &str, number: usize) -> String {
        format!("info depth {depth} currmove {m} currmovenumber {number}")
    }

    /// The last word of a search.
    fn best_move(&self, answer: &Answer) -> String;

    /// What to say every few seconds to a GUI that waits long for `readyok`.
    fn keep_alive(&self) -> Option<&'static str> {
        None
    }

    /// Whether `go depth 0` asks for the static score, and for no move.
    fn has_depth_zero(&self) -> bool {
        false
    }

    /// The answer to a `stop` when there is nothing to stop.
    fn idle_stop(&self) -> Option<&'static str> {
        None
    }

    /// The last word of a session.
    fn farewell(&self) -> Option<&'static str> {
        None
    }
}

/// `bestmove M [ponder M]`
pub fn best_and_ponder(best: &str, answer: &Answer) -> String {
    match &answer.ponder {
        Some(ponder) => format!("bestmove {best} ponder {ponder}"),
        None => format!("bestmove {best}"),
    }
}

/// Plies to the forced end, if there is one, and whether it is a win for the side to move.
pub fn mate(score: Score) -> Option<(i32, bool)> {
    score::plies_to_mate(score).map(|plies| (plies.abs(), score > 0))
}

/// The time words of protocols that call the side moving first white.
pub const WHITE_FIRST: TimeWords = TimeWords { black: Side::Second, unit: 1, mate_is_time: false };
