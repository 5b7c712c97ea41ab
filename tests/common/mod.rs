//! What several test crates share. Each uses a part of it.
#![allow(dead_code)]

use std::path::PathBuf;

use ryuma::core::Bitboard;
use ryuma::core::zobrist::mix;
use ryuma::game::{Game, Notation, legal_moves};

/// The folder of the tables.
pub fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// The rows of a table in `tests/data`, without its heading: columns by tab.
pub fn table(name: &str) -> Vec<Vec<String>> {
    let path = data().join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = text.lines().skip(1).filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    rows.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

/// Seeded random numbers.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (mix(self.0) % limit as u64) as usize
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A set of squares without about a quarter of them.
    pub fn most_of(&mut self, squares: Bitboard) -> Bitboard {
        squares.filter(|_| self.one_in(4)).fold(squares, |kept, square| kept.without(square.bit()))
    }
}

/// Rules with some options set: `NAME=VALUE;NAME=VALUE`, or `-` for the defaults.
pub fn rules<G: Game>(options: &str) -> G::Rules {
    let mut rules = G::Rules::default();
    for option in options.split(';').filter(|&option| option != "-") {
        let (name, value) = option.split_once('=').unwrap_or_else(|| panic!("'{option}' is no option"));
        G::set_rule(&mut rules, name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    rules
}

/// The rules without a limit on the length of the game.
pub fn endless<G: Game>() -> G::Rules {
    rules::<G>(match G::NAME {
        "shogi" => "MaxMovesToDraw=0",
        "xiangqi" => "DrawMoves=0",
        _ => "MaxPlies=0",
    })
}

/// The position of a text under the usual rules.
pub fn position<G: Game>(text: &str) -> G {
    G::parse(text, &G::Rules::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays moves, written in the game's own notation.
pub fn play<G: Game>(position: &mut G, moves: &str) {
    for text in moves.split_whitespace() {
        let m = position.parse_move(text, Notation::Native);
        position.do_move(m.unwrap_or_else(|error| panic!("{error} in {position}")));
    }
}

/// The texts of the legal moves, sorted.
pub fn move_texts<G: Game>(position: &G, notation: Notation) -> Vec<String> {
    let mut texts: Vec<String> = legal_moves(position).iter().map(|&m| G::move_text(m, notation)).collect();
    texts.sort();
    texts
}

/// Plays random games from the positions of `start` and shows each position, the last one too.
pub fn random_games<G: Game>(
    games: u64,
    plies: usize,
    start: impl Fn(u64) -> G,
    mut visit: impl FnMut(&mut G, &mut Dice),
) {
    for game in 0..games {
        let mut dice = Dice(mix(game));
        let mut position = start(game);
        for _ in 0..plies {
            visit(&mut position, &mut dice);
            let moves = legal_moves(&position);
            if moves.is_empty() || position.verdict().is_some() {
                break;
            }
            // Captures and promotions come more often than by chance, so that endgames come.
            let tactical: Vec<_> = moves.iter().copied().filter(|&m| position.is_tactical(m)).collect();
            let choice = if dice.one_in(3) && !tactical.is_empty() { &tactical[..] } else { &moves[..] };
            position.do_move(choice[dice.below(choice.len())]);
        }
    }
}
