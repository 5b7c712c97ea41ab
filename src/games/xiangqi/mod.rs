//! Xiangqi (象棋, Chinese chess).
//!
//! | file | what is in it |
//! |---|---|
//! | [`attacks`] | what each piece reaches: tables of steps and leaps, slides and jumps |
//! | [`position`] | the board, playing and taking back moves, exchanges |
//! | [`movegen`] | legal moves: the lines on the own general decide, once per node |
//! | [`rules`] | rule options and every ending |
//! | [`eval`] | the hand-made evaluation |
//! | `features` | what a network sees |
//! | [`fen`] | reading, checking and writing positions |
//! | `look` | board and men for pages |
//! | [`notation`] | coordinate moves: ICCS and Fairy-Stockfish's ranks |
//! | `chinese`, `wxf` | moves as people write them, on what `spoken` knows |

pub mod attacks;
mod chinese;
pub mod eval;
mod features;
pub mod fen;
mod look;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod rules;
mod spoken;
mod wxf;

pub use position::Xiangqi;
pub use rules::{Repetition, Rules};

use crate::core::Move;
use crate::game::{Game, Look, MoveStyle, Notation, RuleOption, TextError, Variant, Verdict, WinModel};

impl Game for Xiangqi {
    const NAME: &'static str = "xiangqi";
    const ROWS: usize = attacks::ROWS;
    const VARIANTS: &'static [Variant] = &[Variant { name: "xiangqi", rules: &[] }];
    const LOOK: Look = look::LOOK;
    const STYLES: &'static [MoveStyle<Xiangqi>] =
        &[chinese::SIMPLIFIED, chinese::TRADITIONAL, wxf::STYLE, notation::ICCS];

    const BOOK: Option<&'static str> = Some(include_str!("../../../book/xiangqi.db"));
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("../../../nets/xiangqi.nnue"));
    const WIN_MODEL: WinModel = WinModel { unit: 127.0, even: 444.0, spread: 346.0 };

    type Rules = Rules;

    fn rule_options() -> &'static [RuleOption] {
        &rules::OPTIONS
    }

    fn set_rule(rules: &mut Rules, name: &str, value: &str) -> Result<(), TextError> {
        rules.set(name, value)
    }

    fn start(rules: &Rules) -> Xiangqi {
        fen::start(rules)
    }

    fn parse(text: &str, rules: &Rules) -> Result<Xiangqi, TextError> {
        fen::parse(text, rules)
    }

    fn text(&self, _notation: Notation) -> String {
        fen::write(self)
    }

    fn use_rules(&mut self, rules: &Rules) {
        self.rules = *rules;
    }

    fn parse_move(&self, text: &str, notation: Notation) -> Result<Move, TextError> {
        notation::parse_move(self, text, notation)
    }

    fn move_text(m: Move, notation: Notation) -> String {
        notation::move_text(m, notation)
    }

    fn verdict(&self) -> Option<Verdict> {
        rules::verdict(self)
    }
}
