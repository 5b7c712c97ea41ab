//! Shogi: drops, promotion, sennichite, and the impasse and try rules.
//!
//! [`piece`] and [`attacks`] are the men and how they move; [`position`] is the board with its history;
//! `movegen` lists legal moves; [`rules`] knows every end of the game; `sfen` and `notation` are the texts;
//! `western` and `japanese` are how people write moves;
//! `eval` is the hand-made evaluation, `features` what a network sees and `binary_book` how books of one kind name
//! positions.

pub mod attacks;
mod binary_book;
mod eval;
mod features;
mod japanese;
mod look;
mod mate_in_one;
mod movegen;
mod notation;
pub mod piece;
pub mod position;
pub mod rules;
mod sfen;
mod western;

pub use position::Shogi;
pub use rules::{EnteringKingRule, MaxMovesRule, Rules};

use crate::core::Move;
use crate::game::{Game, Look, MoveStyle, Notation, RuleOption, TextError, Variant, Verdict, WinModel};

impl Game for Shogi {
    const NAME: &'static str = "shogi";
    const ROWS: usize = 9;
    const VARIANTS: &'static [Variant] = &[Variant { name: "shogi", rules: &[] }];
    const LOOK: Look = look::LOOK;
    const STYLES: &'static [MoveStyle<Shogi>] = &[western::STYLE, japanese::STYLE, japanese::KIF];

    const BOOK: Option<&'static str> = Some(include_str!("../../../book/shogi.db"));
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("../../../nets/shogi.nnue"));
    const WIN_MODEL: WinModel = WinModel { unit: 185.0, even: 12.0, spread: 741.0 };

    type Rules = Rules;

    fn rule_options() -> &'static [RuleOption] {
        rules::OPTIONS
    }

    fn set_rule(rules: &mut Rules, name: &str, value: &str) -> Result<(), TextError> {
        rules.set(name, value)
    }

    fn start(rules: &Rules) -> Shogi {
        // The text is ours, and the conformance test reads it.
        sfen::parse(sfen::START, rules).expect("the start position is well-formed")
    }

    fn parse(text: &str, rules: &Rules) -> Result<Shogi, TextError> {
        sfen::parse(text, rules)
    }

    fn text(&self, notation: Notation) -> String {
        self.position_text(notation)
    }

    fn use_rules(&mut self, rules: &Rules) {
        self.rules = rules.clone();
    }

    fn parse_move(&self, text: &str, notation: Notation) -> Result<Move, TextError> {
        self.read_legal_move(text, notation)
    }

    fn move_text(m: Move, notation: Notation) -> String {
        notation::move_text(m, notation)
    }

    fn verdict(&self) -> Option<Verdict> {
        self.rule_verdict()
    }

    fn counts(&self) -> Option<String> {
        self.impasse_counts()
    }

    fn binary_book_key(&self) -> Option<u64> {
        Some(binary_book::key(self))
    }

    fn binary_book_move(bits: u16) -> Option<Move> {
        binary_book::read_move(bits)
    }
}
