//! UCI, as the GUIs of xiangqi, janggi and shogi speak it.

use crate::engine::GameInfo;
use crate::game::Notation;
use crate::search::Info;

use super::dialect::{Answer, Dialect, Protocol, View, WHITE_FIRST, best_and_ponder, mate};
use super::go::TimeWords;
use super::options::{Config, Coordinates};

pub struct Uci;

impl Dialect for Uci {
    fn protocol(&self) -> Protocol {
        Protocol::Uci
    }

    fn time_words(&self, _config: &Config) -> TimeWords {
        WHITE_FIRST
    }

    /// Ranks from 1, unless the GUI is of those that know one game only and count from 0. A move never
    /// tells which: `h2e2` may be legal in both. The cyclone dialect counts from 0, whatever it has chosen
    /// (uci2wb). Games of which UCCI knows nothing have no ranks from 0.
    fn notation(&self, config: &Config, game: &GameInfo) -> Notation {
        let from_zero = match config.coordinates {
            Coordinates::Auto => !config.variant_chosen || config.is_cyclone,
            Coordinates::Iccs => true,
            Coordinates::Fairy => false,
        };
        if from_zero && game.is_offered_by(Protocol::Ucci.word()) {
            Notation::Native
        } else {
            Notation::Fairy
        }
    }

    /// `cp` in centipawns or `mate` in moves. Zero is a lost game, and never a won one.
    fn score(&self, info: &Info, view: &View) -> String {
        let mut text = match mate(info.score) {
            Some((plies, true)) => format!("score mate {}", (plies.max(1) + 1) / 2),
            Some((plies, false)) => format!("score mate {}", -((plies + 1) / 2)),
            None => format!("score cp {}", info.score),
        };
        if view.wdl {
            let [win, draw, loss] = view.game.win_model.permille(info.score);
            text += &format!(" wdl {win} {draw} {loss}");
        }
        text
    }

    fn extra_counts(&self) -> String {
        " tbhits 0".to_string()
    }

    fn best_move(&self, answer: &Answer) -> String {
        match &answer.best {
            None => "bestmove (none)".to_string(),
            Some(best) => best_and_ponder(best, answer),
        }
    }
}
