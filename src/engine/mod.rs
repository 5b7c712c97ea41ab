//! One game being played, behind an object-safe trait, so that nothing above this room is generic.
//!
//! [`GAMES`] is the one list of games: a new game is a line in it.

pub mod bench;
mod desk;
mod four;
mod seat;

use std::sync::atomic::AtomicBool;

use thiserror::Error;

use crate::core::{Move, Player, Score, Side};
use crate::data;
use crate::game::{
    Game, Look, Notation, Outcome, RuleOption, StyleInfo, TextError, Tree, Variant, Verdict, WinModel,
};
use crate::games::janggi::Janggi;
use crate::games::shogi::Shogi;
use crate::games::xiangqi::Xiangqi;
use crate::nnue::{Choice, NetworkError};
use crate::perft;
use crate::search::mate::{Progress, Report};
use crate::search::pool::Probe;
use crate::search::{Clock, Event, HashError, Listener, Params, Request};
use crate::training;

use desk::Resources;

/// Every game for two, in the order in which they are offered: a protocol starts with the first that it offers.
pub static GAMES: [GameInfo; 3] = [
    GameInfo::of::<Xiangqi>(&["ucci", "uci"], 0),
    GameInfo::of::<Janggi>(&["ucci", "uci"], 0).whose_peers_play("janggimodern"),
    GameInfo::of::<Shogi>(&["usi", "uci"], 7),
];

/// The game for four. What is made for two sides (openings, records, networks) passes it by.
pub static FOUR: GameInfo = four::INFO;

/// Every game.
pub fn all_games() -> impl DoubleEndedIterator<Item = &'static GameInfo> {
    GAMES.iter().chain([&FOUR])
}

/// What can be said of a game without playing it.
pub struct GameInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// How many play: 2 or 4.
    pub players: usize,
    /// Rows of the board.
    pub rows: usize,
    /// Kinds of pieces that can be held in hand.
    pub hand_kinds: usize,
    /// Its board and men for pages.
    pub look: Look,
    /// Values of `UCI_Variant` that are this game.
    pub variants: &'static [Variant],
    /// The value of `UCI_Variant` under which engines that do not know our rules have just our legal moves.
    pub peer_variant: &'static str,
    /// The protocols that offer the game, by their first word.
    pub protocols: &'static [&'static str],
    /// What its scores say about results.
    pub win_model: WinModel,
    /// Its rule options.
    pub rule_options: fn() -> &'static [RuleOption],
    /// Rule options by which the players set up, in the order in which they choose.
    pub setup_rules: &'static [(Side, &'static str)],
    /// The text of its own opening book, if there is one.
    pub book: Option<&'static str>,
    /// The texts of the positions that a game may begin with, the plain start position first.
    pub starts: fn() -> Vec<String>,
    /// The constants that its search uses.
    pub params: fn() -> Params,
    /// Has the search play itself and keeps the games. This and what follows from it only games for two have.
    pub generate: Option<data::Generate>,
    /// Replays a file of games.
    pub inspect: Option<data::Inspect>,
    /// Trains a network on files of games.
    pub train: Option<training::Train>,
    /// Writes a move.
    pub move_text: fn(Move, Notation) -> String,
    /// The ways in which people write its moves; see [`Engine::write_move`].
    pub styles: fn() -> Vec<StyleInfo>,
    /// Sits down to a game at the start position, under the plain rules.
    pub sit_down: fn() -> Box<dyn Engine>,
}

impl GameInfo {
    const fn of<G: Game>(protocols: &'static [&'static str], hand_kinds: usize) -> GameInfo {
        GameInfo {
            name: G::NAME,
            players: 2,
            rows: G::ROWS,
            hand_kinds,
            look: G::LOOK,
            variants: G::VARIANTS,
            peer_variant: G::NAME,
            protocols,
            win_model: G::WIN_MODEL,
            rule_options: G::rule_options,
            setup_rules: G::SETUP_RULES,
            book: G::BOOK,
            starts: || G::starts().iter().map(|position| position.text(Notation::Native)).collect(),
            params: Params::of::<G>,
            generate: Some(data::generate::<G>),
            inspect: Some(data::inspect::<G>),
            train: Some(training::train::<G>),
            move_text: G::move_text,
            styles: || G::STYLES.iter().map(|style| style.info).collect(),
            sit_down: || Box::new(seat::Seat::<G>::new()),
        }
    }

    const fn whose_peers_play(self, peer_variant: &'static str) -> GameInfo {
        GameInfo { peer_variant, ..self }
    }

    /// The name of a seat: sides by their index, or players where four play.
    pub fn seat_name(&self, seat: usize) -> &'static str {
        if self.players == 4 { Player::ALL[seat].name() } else { self.look.sides[seat].name }
    }

    /// What to say where a game for two is needed.
    pub fn lacks(&self, what: &str) -> String {
        format!("{} has no {what}", self.name)
    }

    /// Whether the game is played under the protocol with this first word.
    pub fn is_offered_by(&self, protocol: &str) -> bool {
        self.protocols.contains(&protocol)
    }

    /// The game of this name (any case).
    pub fn named(name: &str) -> Option<&'static GameInfo> {
        all_games().find(|game| game.name.eq_ignore_ascii_case(name))
    }

    /// The game and the variant of a value of `UCI_Variant` (any case).
    pub fn of_variant(name: &str) -> Option<(&'static GameInfo, &'static Variant)> {
        all_games().find_map(|game| {
            let variant = game.variants.iter().find(|v| v.name.eq_ignore_ascii_case(name))?;
            Some((game, variant))
        })
    }
}

/// A position as a protocol names it, moves not included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The start position under the rules in force.
    Start,
    /// A FEN or SFEN.
    Text(String),
}

/// Why a position could not be taken over as told.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The position before stays.
    #[error("{0}")]
    Setup(TextError),
    /// The position after the moves before the bad one is kept.
    #[error("move {number} of {count}: {error}")]
    Move { number: usize, count: usize, error: TextError },
}

/// The moves of the root and the nodes below each; `None` if it was stopped.
pub type Divided = Option<Vec<(Move, u64)>>;

/// A count of move sequences, ready to run on any thread; it ends early once the flag is set.
pub type PerftJob = Box<dyn FnOnce(&AtomicBool) -> Divided + Send>;

/// A search for a mate, ready to run on any thread; it ends early once the flag is set, and tells how it gets on.
pub type MateJob = Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(&Progress)) -> Report + Send>;

/// The end of a search that there is no memory for: any legal move is better than silence.
fn any_move(best: Option<Move>) -> Event {
    Event::Done { best, ponder: None, score: 0, declares_win: false }
}

/// A perft of a position on so many threads.
fn perft_job<P: Tree>(position: P, depth: u32, threads: usize) -> PerftJob {
    Box::new(move |stop: &AtomicBool| -> Divided {
        let count = || perft::divide_until(&position, depth, stop);
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(count),
            // No new threads to be had: the ones there are will do.
            Err(_) => count(),
        }
    })
}

/// Writes lines of moves from the position it was made for, each up to the first move that is not legal.
pub type Scribe = Box<dyn Fn(&[Move]) -> Vec<String> + Send + Sync>;

/// One game being played: position, rules and the searching threads.
///
/// The threads and their table are made at the first [`Engine::prepare`] or [`Engine::start`], so that an
/// engine costs nothing until it is used. Setters wait for a running search to end.
pub trait Engine: Send {
    fn game(&self) -> &'static GameInfo;

    /// Sets one rule, also for the game under way.
    ///
    /// # Errors
    /// [`TextError::Rule`]: no such rule, or a value out of range.
    fn set_rule(&mut self, name: &str, value: &str) -> Result<(), TextError>;

    /// Takes a position over. A search under way keeps the one it was started with.
    ///
    /// # Errors
    /// [`PositionError`]; its variants say what is kept.
    fn set_position(
        &mut self,
        setup: &Setup,
        moves: &[String],
        notation: Notation,
    ) -> Result<(), PositionError>;

    /// Plays a legal move.
    fn play(&mut self, m: Move);

    /// Takes back the last move played since the position was set. There must be one.
    fn take_back(&mut self);

    /// What the engine searches with.
    fn resources(&self) -> &dyn Resources;

    fn resources_mut(&mut self) -> &mut dyn Resources;

    /// The number of searching threads, at least 1.
    fn set_threads(&mut self, threads: usize) {
        self.resources_mut().set_threads(threads);
    }

    /// The size of the hash table in megabytes.
    ///
    /// # Errors
    /// [`HashError`]: there is not as much memory; the table stays as it was.
    fn set_hash(&mut self, megabytes: usize) -> Result<(), HashError> {
        self.resources_mut().set_hash(megabytes)
    }

    /// Chooses the evaluation.
    ///
    /// # Errors
    /// [`NetworkError`]: no network, or not for this game; the evaluation stays as it was.
    fn set_network(&mut self, choice: &Choice) -> Result<(), NetworkError>;

    /// Whether [`Engine::prepare`] has nothing left to do.
    fn is_prepared(&self) -> bool {
        self.resources().is_prepared()
    }

    /// Starts the threads and allocates the table, if that has not been done.
    ///
    /// # Errors
    /// [`HashError`]: there is not as much memory; a smaller table is in use.
    fn prepare(&mut self) -> Result<(), HashError> {
        self.resources_mut().prepare()
    }

    /// Does what would slow the first search down, once prepared.
    fn warm_up(&mut self) {
        self.resources_mut().warm_up();
    }

    /// Forgets what was learned from the searches before.
    fn clear(&mut self) {
        self.resources_mut().clear();
    }

    /// Starts a search and returns at once; see [`crate::search::Pool::start`]. Its scores are told as users are shown
    /// them ([`WinModel::shown`]).
    fn start(&mut self, request: Request, listener: Listener);

    /// Asks the search to end; returns at once.
    fn stop(&self) {
        self.resources().stop();
    }

    /// The expected move was played; the clock, a new one if told, starts.
    fn ponder_hit(&self, clock: Option<Clock>) {
        self.resources().ponder_hit(clock);
    }

    /// Nodes of the last search.
    fn nodes(&self) -> u64 {
        self.resources().nodes()
    }

    /// The side to move; where four play, their pair.
    fn side_to_move(&self) -> Side;

    /// The player to move, where four play.
    fn player_to_move(&self) -> Option<Player> {
        None
    }

    /// The index of the player to move where four play, or else of the side.
    fn seat_to_move(&self) -> usize {
        self.player_to_move().map_or(self.side_to_move().index(), Player::index)
    }

    /// The ranks of a finished game by seat, where four play.
    fn ranks(&self) -> Option<[u8; 4]> {
        None
    }

    /// The ranks as they would be if the game ended here, where four play.
    fn standings(&self) -> Option<[u8; 4]> {
        None
    }

    /// A line about the position for scripts without rules, where the game has one.
    fn state(&self) -> Option<String> {
        None
    }

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Plies played since the game's start, as far as the position text told.
    fn game_ply(&self) -> usize;

    /// The static evaluation in centipawns for the side to move, as users are shown it.
    fn evaluate(&self) -> Score;

    fn legal_moves(&self) -> Vec<Move>;

    /// Reads a move that is legal in the position.
    ///
    /// # Errors
    /// [`TextError::Move`] or [`TextError::Illegal`].
    fn parse_move(&self, text: &str, notation: Notation) -> Result<Move, TextError>;

    /// Reads a move that is legal after this legal one.
    ///
    /// # Errors
    /// [`TextError::Move`] or [`TextError::Illegal`].
    fn parse_answer(&self, m: Move, text: &str, notation: Notation) -> Result<Move, TextError>;

    /// Reads a move that is legal in the position, in the game's own notation or any of its styles.
    ///
    /// # Errors
    /// [`TextError::Move`] or [`TextError::Illegal`].
    fn read_move(&self, text: &str) -> Result<Move, TextError>;

    /// Writes a legal move as people do, in the style of this name. Styles that name the square of the move before
    /// in a word of its own take that move from the game played so far.
    ///
    /// # Errors
    /// [`TextError::Style`]: the game has no such style.
    fn write_move(&self, m: Move, style: &str) -> Result<String, TextError>;

    /// Writes lines of moves from the position as it is now, also when it has changed since.
    ///
    /// # Errors
    /// [`TextError::Style`]: the game has no such style.
    fn scribe(&self, style: &str) -> Result<Scribe, TextError>;

    /// The position as FEN or SFEN.
    fn text(&self, notation: Notation) -> String;

    /// The start position as FEN or SFEN.
    fn start_text(&self, notation: Notation) -> String;

    /// A diagram of the position with its text.
    fn diagram(&self, notation: Notation) -> String;

    /// How the game has ended, if it has.
    fn verdict(&self) -> Option<Verdict>;

    /// What would decide a claim, or a game that nobody wins, counted for both sides: a line for people.
    fn counts(&self) -> Option<String>;

    /// What a claim by the side to move would bring: a win, a draw, or nothing.
    fn claim(&self) -> Outcome;

    /// Whether the win that the side to move claims instead of moving is one.
    fn upholds_win_claim(&self) -> bool;

    /// The key of the position in binary opening books; `None` where the game has no such books.
    fn binary_book_key(&self) -> Option<u64>;

    /// The move behind its 16 bits in binary opening books, if it is legal here.
    fn binary_book_move(&self, bits: u16) -> Option<Move>;

    /// A search for a mate by checks, with a table of its own as large as the hash table; with `shortest` for the
    /// shortest one. See [`crate::search::mate::solve`].
    fn mate(&self, request: Request, shortest: bool) -> MateJob;

    /// Looks a position up in the hash table.
    ///
    /// # Errors
    /// [`PositionError`].
    fn probe(
        &self,
        setup: &Setup,
        moves: &[String],
        notation: Notation,
    ) -> Result<Option<Probe>, PositionError>;

    /// A perft of the position on so many threads.
    fn perft(&self, depth: u32, threads: usize) -> PerftJob;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<G: Game>() {
        for (name, value) in G::SEARCH_CONSTANTS {
            assert!(Params::default().set(name, *value), "{}: {name} = {value}", G::NAME);
        }
    }

    #[test]
    fn the_search_knows_the_constants_that_games_name() {
        check::<Shogi>();
        check::<Xiangqi>();
        check::<Janggi>();
    }

    #[test]
    fn looks_name_styles_that_there_are() {
        for game in &GAMES {
            let known: Vec<&str> = (game.styles)().iter().map(|style| style.name).collect();
            for style in game.look.styles.iter().filter(|style| !style.is_empty()) {
                assert!(known.contains(style), "{}: {style}", game.name);
            }
        }
    }
}
