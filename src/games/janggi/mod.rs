//! Janggi (장기): Korean chess.
//!
//! Cho (upper case, [`crate::core::Side::First`]) moves first and sits at the bottom of the board, Han at the top.
//! What makes it unlike xiangqi: palaces with diagonals, cannons that must jump and never touch
//! cannons, long elephants that can be blocked, passes, facing generals (bikjang), and points that decide
//! a game without mate.

mod attacks;
mod eval;
mod features;
mod fen;
mod korean;
mod look;
mod movegen;
mod notation;
mod piece;
mod position;
mod rules;

use std::fmt;

use crate::core::{Move, Side, Square};
use crate::game::{Game, Look, MoveStyle, Notation, RuleOption, TextError, Variant, Verdict, WinModel};

pub use piece::kind;
pub use position::Janggi;
pub use rules::{JanggiRules, Setup, Style};

impl Game for Janggi {
    const NAME: &'static str = "janggi";
    const ROWS: usize = attacks::ROWS;
    const VARIANTS: &'static [Variant] = rules::VARIANTS;
    const STYLES: &'static [MoveStyle<Janggi>] = &[korean::HANJA, korean::HANGUL];
    const LOOK: Look = look::LOOK;

    const SETUP_RULES: &'static [(Side, &'static str)] =
        &[(Side::Second, "HanSetup"), (Side::First, "ChoSetup")];

    const BOOK: Option<&'static str> = Some(include_str!("../../../book/janggi.db"));
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("../../../nets/janggi.nnue"));
    const WIN_MODEL: WinModel = WinModel { unit: 69.0, even: 0.0, spread: 274.0 };

    type Rules = JanggiRules;

    fn rule_options() -> &'static [RuleOption] {
        rules::OPTIONS
    }

    fn set_rule(rules: &mut JanggiRules, name: &str, value: &str) -> Result<(), TextError> {
        rules::set_rule(rules, name, value)
    }

    fn start(rules: &JanggiRules) -> Janggi {
        fen::start(rules)
    }

    /// Each set-up of Cho against each of Han.
    fn starts() -> Vec<Janggi> {
        let rules = rules::JanggiRules::all_setups();
        rules.iter().map(fen::start).collect()
    }

    fn parse(text: &str, rules: &JanggiRules) -> Result<Janggi, TextError> {
        fen::parse(text, rules)
    }

    /// The same FEN in both notations.
    fn text(&self, _: Notation) -> String {
        fen::write(self)
    }

    fn use_rules(&mut self, rules: &JanggiRules) {
        self.change_rules(rules);
    }

    fn parse_move(&self, text: &str, notation: Notation) -> Result<Move, TextError> {
        notation::read(self, text, notation)
    }

    fn move_text(m: Move, notation: Notation) -> String {
        notation::write(m, notation)
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict_here()
    }

    fn counts(&self) -> Option<String> {
        let (cho, han) = (self.points(Side::First), self.points(Side::Second));
        Some(format!("Cho {cho:.1} points; Han {han:.1} points"))
    }
}

/// The board with ICCS coordinates, the points and the FEN.
impl fmt::Display for Janggi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..attacks::ROWS {
            write!(f, "{}", attacks::ROWS - 1 - row)?;
            for column in 0..9 {
                write!(f, " {}", self.board[Square::at(row, column).index()].letter())?;
            }
            writeln!(f)?;
        }
        writeln!(f, "  a b c d e f g h i")?;
        let side = if self.side == Side::First { "Cho" } else { "Han" };
        let (cho, han) = (self.points(Side::First), self.points(Side::Second));
        writeln!(f, "Side to move: {side}")?;
        writeln!(f, "Points: Cho {cho:.1}, Han {han:.1}")?;
        writeln!(f, "Fen: {}", fen::write(self))
    }
}
