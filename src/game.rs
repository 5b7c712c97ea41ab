//! The trait of a two-player position, and what all games share.
//!
//! [`Position`] is what a search asks, [`Features`] what a network sees; [`Game`] adds what a person or a protocol needs: texts and rule
//! options. A game implements both for one type.

pub mod features;
pub mod look;
pub mod multiplayer;
pub mod style;
pub mod tree;
mod win_model;

use std::fmt;

use thiserror::Error;

use crate::core::{Bitboard, Move, MoveList, Score, Side, Square};

pub use features::{Change, Features, MAX_MEN, Man};
pub use look::Look;
pub use multiplayer::Multiplayer;
pub use style::{MoveStyle, StyleInfo};
pub use tree::Tree;
pub use win_model::WinModel;

/// Which legal moves to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Every legal move; in check: every evasion.
    All,
    /// Captures, and promotions that win material. See [`Position::is_tactical`].
    Tactical,
    /// Every other legal move.
    Quiet,
    /// Of the quiet moves those that give check, with few exceptions: a piece that uncovers another may be left out.
    Checks,
}

/// What the rules say of a node, apart from mate, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on.
    Ongoing,
    Draw,
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Inside a search only: a repetition that will be a win for the side to move if it goes on.
    Ahead,
    /// Inside a search only: a repetition that will be a loss for the side to move if it goes on.
    Behind,
}

impl Outcome {
    /// The same outcome seen by the other side.
    pub const fn flip(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::Ahead => Outcome::Behind,
            Outcome::Behind => Outcome::Ahead,
            same => same,
        }
    }
}

/// Whether a limit on plies (0: none) ends the game at a node `ply` plies below the root of a search, where `count`
/// plies have been counted. A limit passed at the root already ends nothing below it: whoever plays on there wants
/// moves, and without this every one of them would look like the same draw.
#[inline(always)]
pub const fn limit_ends(count: u32, limit: u32, ply: usize) -> bool {
    limit != 0 && count >= limit && (ply == 0 || (count as usize) < limit as usize + ply)
}

/// What ended a game, for people who read a record or a referee's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Never [`Outcome::Ongoing`], [`Outcome::Ahead`] or [`Outcome::Behind`]; seen by the side to move.
    pub outcome: Outcome,
    /// In the field's words: `checkmate`, `stalemate`, `sennichite`, `perpetual check`, `bikjang`, …
    pub reason: &'static str,
}

/// A position of a two-player game with the moves that led to it: everything a search asks of the rules.
///
/// Implementations keep their own stack of undo records, keys and flags, with room for the moves of a long
/// game, so that [`Position::do_move`] seldom allocates.
pub trait Position: Features + Clone + Send + Sync + 'static {
    /// Squares of the board.
    const SQUARES: usize;
    /// Kinds of pieces, promoted ones counted apart. The king's is one of them.
    const KINDS: usize;

    /// Constants of the search that suit this game better than the usual ones, by their names.
    const SEARCH_CONSTANTS: &'static [(&'static str, i32)] = &[];

    fn side_to_move(&self) -> Side;

    /// The hash of all that decides which moves are legal: board, hands, side to move. Not the history.
    fn key(&self) -> u64;

    /// The key after a legal move, or a guess at it: what a table may be asked to fetch beforehand.
    fn key_after(&self, _m: Move) -> u64 {
        self.key()
    }

    /// A move that mates at once, where one is quickly found: `None` proves nothing. Only when not in check.
    fn mate_in_one(&mut self) -> Option<Move> {
        None
    }

    /// A hash of what changes slowly: positions with the same one tend to be misjudged alike.
    fn structure_key(&self) -> u64 {
        0
    }

    /// Plies played since the game's start, as far as the position text told.
    fn game_ply(&self) -> usize;

    /// Plies that can still be played before a limit on the length of the game, or of a stretch without captures, ends
    /// it; 0 from then on. What a search that knows positions by their keys cannot see.
    fn plies_to_limit(&self) -> u32 {
        u32::MAX
    }

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Plays a legal move.
    fn do_move(&mut self, m: Move);

    /// Takes back the last move. There must be one.
    fn undo_move(&mut self);

    /// Gives the turn to the other side without moving: a search's tool, not a move of any game.
    /// Repetitions are not looked for across it. Only when not in check.
    fn do_null(&mut self);

    fn undo_null(&mut self);

    /// Whether having the move is surely worth something here, so that a null move proves something.
    fn null_is_safe(&self) -> bool;

    /// Appends the legal moves of a stage. In check, `All` gives the evasions; the stages still split them.
    fn generate(&self, stage: Stage, moves: &mut MoveList);

    /// The number of legal moves; faster than listing them.
    fn count_moves(&self) -> usize;

    /// Whether a legal move gives check.
    fn gives_check(&self, m: Move) -> bool;

    /// Whether any 16 bits at all are a legal move here. Used on moves from the hash table and from users.
    fn is_legal(&self, m: Move) -> bool;

    /// The kind of the piece that moves, before promotion (0..KINDS).
    fn moved_kind(&self, m: Move) -> usize;

    /// The kind captured, if any.
    fn captured_kind(&self, m: Move) -> Option<usize>;

    /// Whether [`Stage::Tactical`] lists the move (if it is legal).
    fn is_tactical(&self, m: Move) -> bool;

    /// What taking a piece of this kind off the board is worth in an exchange, in centipawns. The king's is
    /// larger than all others together.
    fn exchange_value(kind: usize) -> Score;

    /// The kind the moving piece has after the move.
    fn landing_kind(&self, m: Move) -> usize;

    /// The cheapest piece of `side` that could capture on `target` if exactly the squares of `occupied`
    /// were occupied and a piece of kind `occupant` stood on `target`: its square and kind. Pins are
    /// not looked at. Pieces not in `occupied` are gone.
    fn least_attacker(
        &self,
        target: Square,
        side: Side,
        occupied: Bitboard,
        occupant: usize,
    ) -> Option<(Square, usize)>;

    /// Every occupied square.
    fn occupied(&self) -> Bitboard;

    /// What the rules say of this node, mate and stalemate apart (but where a rule's end and a mate fall on
    /// the same node, the right one of the two is told).
    ///
    /// `ply` is the distance from the root of a search. At 0 the rules are judged to the letter, for
    /// referees. Deeper, a position that repeats one inside the search (less than `ply` plies ago) is judged
    /// at its second occurrence: a drawn repetition as [`Outcome::Draw`], a perpetual check or a decision by
    /// points as [`Outcome::Ahead`] or [`Outcome::Behind`].
    fn outcome(&self, ply: usize) -> Outcome;

    /// The end that the side to move may claim instead of moving (shogi's impasse), under the rule that
    /// the search plays by: `Win`, `Draw` or `Ongoing`.
    fn claim(&self) -> Outcome {
        Outcome::Ongoing
    }

    /// Whether the side to move may declare a win that no referee would dispute.
    fn declares_win(&self) -> bool {
        false
    }

    /// Whether a referee upholds the win that the side to move claims instead of moving. Wider than
    /// [`Position::declares_win`] where customs differ: others may claim by theirs.
    fn upholds_win_claim(&self) -> bool {
        self.claim() == Outcome::Win
    }

    /// A static evaluation in centipawns for the side to move, within ± [`crate::core::score::EVAL_LIMIT`].
    fn evaluate(&self) -> Score;

    /// A network's evaluation (in centipawns for the side to move) moved towards what the rules will say when the plies
    /// run out, which a network cannot see. Stays within ± [`crate::core::score::EVAL_LIMIT`] if the evaluation is.
    fn near_limit(&self, eval: Score) -> Score {
        eval
    }
}

/// How squares and moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// The game's own: USI for shogi (`7g7f`), ICCS for xiangqi and janggi (`h2e2`, ranks 0–9).
    Native,
    /// As Fairy-Stockfish writes UCI: shogi `c3c4`, `P@e5`; xiangqi and janggi ranks 1–10 (`h3e3`).
    Fairy,
}

/// A rule that users can choose: one entry of the option table.
#[derive(Clone, Copy, Debug)]
pub struct RuleOption {
    /// The name in USI and UCI; UCCI writes it in lower case.
    pub name: &'static str,
    pub kind: RuleKind,
    /// One line for the manual and `--help`.
    pub help: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub enum RuleKind {
    Combo { default: &'static str, values: &'static [&'static str] },
    Spin { default: i64, min: i64, max: i64 },
}

/// A value of `UCI_Variant` and the rules that it stands for.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub name: &'static str,
    /// Rule options set by choosing the variant.
    pub rules: &'static [(&'static str, &'static str)],
}

/// Why a text is not what it should be. Every message names the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    #[error("bad position '{text}': {reason}")]
    Position { text: String, reason: String },
    #[error("bad move '{text}': {reason}")]
    Move { text: String, reason: String },
    #[error("illegal move '{text}': {reason}")]
    Illegal { text: String, reason: String },
    #[error("bad value '{value}' for option '{name}': {reason}")]
    Rule { name: String, value: String, reason: String },
    #[error("unknown notation '{text}': there are {known}")]
    Style { text: String, known: String },
}

/// At most 80 characters of a text, for an error message; control characters are replaced.
pub fn excerpt(text: &str) -> String {
    let mut short: String =
        text.chars().take(80).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if text.chars().nth(80).is_some() {
        short.push('…');
    }
    short
}

/// A game: a [`Position`] that people and protocols can read, write and set rules for.
pub trait Game: Position + fmt::Display {
    /// The game's name on the command line, e.g. `shogi`.
    const NAME: &'static str;
    /// Rows of the board (for `UCI_Variant` messages).
    const ROWS: usize;
    /// Values of `UCI_Variant` that are this game; the first is the plain one.
    const VARIANTS: &'static [Variant];
    /// The ways in which people write its moves, beside the coordinates of the protocols.
    const STYLES: &'static [MoveStyle<Self>];
    /// The network that evaluates where the user names no other: a network file's bytes. Without one the hand-made
    /// evaluation does.
    const NETWORK: Option<&'static [u8]> = None;
    /// Rule options by which the players choose how to set up their pieces, in the order in which they choose.
    const SETUP_RULES: &'static [(Side, &'static str)] = &[];
    /// The opening book that is used where the user names no other: a book file's text.
    const BOOK: Option<&'static str> = None;
    /// Its board and men for pages.
    const LOOK: Look;
    /// What scores say about results, fitted to games by that evaluation.
    const WIN_MODEL: WinModel = WinModel::PLAIN;

    /// The rules in force.
    type Rules: Clone + fmt::Debug + Default + Send + Sync + PartialEq;

    fn rule_options() -> &'static [RuleOption];

    /// Sets one rule by option name (any case).
    ///
    /// # Errors
    /// [`TextError::Rule`] for a name that is no rule of this game or a value out of range.
    fn set_rule(rules: &mut Self::Rules, name: &str, value: &str) -> Result<(), TextError>;

    /// The start position under these rules.
    fn start(rules: &Self::Rules) -> Self;

    /// Every position that a game may begin with, the plain start position first: more than one where players
    /// choose how they set up.
    fn starts() -> Vec<Self> {
        vec![Self::start(&Self::Rules::default())]
    }

    /// Reads a FEN or SFEN in any of the game's spellings, moves not included.
    ///
    /// # Errors
    /// [`TextError::Position`], with the reason.
    fn parse(text: &str, rules: &Self::Rules) -> Result<Self, TextError>;

    /// Writes the position as FEN or SFEN.
    fn text(&self, notation: Notation) -> String;

    /// Changes the rules of a position under way.
    fn use_rules(&mut self, rules: &Self::Rules);

    /// Reads a move in this notation. It is a legal move here.
    ///
    /// # Errors
    /// [`TextError::Move`] where the text is no move, [`TextError::Illegal`] where it is not legal here.
    fn parse_move(&self, text: &str, notation: Notation) -> Result<Move, TextError>;

    /// Writes a move in this notation.
    fn move_text(m: Move, notation: Notation) -> String;

    /// The game's end as a referee calls it: `None` while it goes on.
    fn verdict(&self) -> Option<Verdict>;

    /// What would decide a claim, or a game that nobody wins, counted for both sides: a line for people. `None` where
    /// nothing is counted.
    fn counts(&self) -> Option<String> {
        None
    }

    /// The key of this position in binary opening books; `None` where the field has no such books.
    fn binary_book_key(&self) -> Option<u64> {
        None
    }

    /// The move behind its 16 bits in binary opening books, legal or not.
    fn binary_book_move(_bits: u16) -> Option<Move> {
        None
    }
}

/// The legal moves of a position.
pub fn legal_moves<P: Position>(position: &P) -> MoveList {
    let mut moves = MoveList::new();
    position.generate(Stage::All, &mut moves);
    moves
}
