//! Makes the tables of mates that the tests solve, `tests/data/mates_GAME.tsv` and `no_mates_GAME.tsv`:
//!
//! ```sh
//! cargo run --release --example mates -- shogi
//! ```
//!
//! The engine plays itself, badly: a few random moves, then shallow searches with a blunder here and there. Wherever the
//! side to move has a check the solver looks for a mate. What it finds is tried by brute force: short mates for their
//! length, the others for there being no mate of three plies or five; positions without a mate for having none at all.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::time::Instant;

use ryuma::core::Move;
use ryuma::core::zobrist::mix;
use ryuma::game::{Game, Notation, legal_moves};
use ryuma::games::{janggi::Janggi, shogi::Shogi, xiangqi::Xiangqi};
use ryuma::search::mate::{Answer, Report, solve};
use ryuma::search::{Event, Limits, Pool, Request};

#[path = "../tests/mate/brute.rs"]
mod brute;
#[path = "../tests/common/mod.rs"]
mod common;

use common::Dice;

/// Nodes of the player's search, and of the solver's for a mate and for a shorter one.
const PLAYER_NODES: u64 = 300;
const SOLVER_NODES: u64 = 20_000;
const SHORTEST_NODES: u64 = 300_000;
/// Nodes of the brute force for a mate of so many plies or less.
const BRUTE_PLIES: usize = 7;
const BRUTE_NODES: u64 = 3_000_000;
/// Nodes of the brute force for no mate at all.
const DISPROOF_NODES: u64 = 10_000;
/// Nodes that an unsolvable position must have taken the solver, so that it is not too simple.
const LEAST_NODES: u64 = 20;
/// Problems of one game, at most.
const A_GAME: [usize; 2] = [3, 5];

/// Games, at most: long mates are rare where no men come back.
const MOST_GAMES: u64 = 300;

fn main() {
    let game = std::env::args().nth(1).unwrap_or_default();
    match game.as_str() {
        "shogi" => make::<Shogi>(18, 200),
        "xiangqi" => make::<Xiangqi>(8, 50),
        "janggi" => make::<Janggi>(8, 50),
        _ => {
            eprintln!("usage: mates shogi|xiangqi|janggi");
            std::process::exit(2);
        }
    }
}

/// Plays games until there are so many mates of each length from 3 to 15 plies, and so many positions without one; or up
/// to [`MOST_GAMES`].
fn make<G: Game>(of_each: usize, without: usize) {
    let started = Instant::now();
    let mut pool = Pool::<G>::new(1, 16).expect("16 MB");
    let mut mates: [Vec<String>; 7] = Default::default();
    let mut none = Vec::new();
    let mut seen = HashSet::new();
    let is_wanted = |mates: &[Vec<String>; 7]| mates.iter().any(|rows| rows.len() < of_each);
    let mut game = 0;
    while (is_wanted(&mates) || none.len() < without) && game < MOST_GAMES {
        game += 1;
        let mut left = A_GAME;
        for position in play(&mut pool, game) {
            if !seen.insert(position.key()) {
                continue;
            }
            let ply = position.game_ply();
            // A text has no history.
            let text = position.text(Notation::Native);
            let mut position = G::parse(&text, &G::Rules::default()).expect("its own text");
            let Report { answer, progress, .. } = solved(&position, SOLVER_NODES, false);
            match answer {
                Answer::Mate(line) if line.len() > 1 && left[0] > 0 => {
                    let Report { answer: Answer::Mate(line), is_shortest: true, .. } =
                        solved(&position, SHORTEST_NODES, true)
                    else {
                        continue;
                    };
                    let plies = line.len();
                    let is_wanted = (3..=15).contains(&plies) && mates[plies / 2 - 1].len() < of_each;
                    if !is_wanted {
                        continue;
                    }
                    let most = plies.min(BRUTE_PLIES);
                    let by_force = match brute::shortest_mate(&mut position, most, BRUTE_NODES) {
                        Some(Some(shortest)) => {
                            assert_eq!(shortest, plies, "{text}");
                            "brute force"
                        }
                        Some(None) => {
                            assert!(plies > BRUTE_PLIES, "{text}: no mate in {plies}");
                            "none in 7 by brute force"
                        }
                        None if plies > BRUTE_PLIES => "proof walked through",
                        None => continue,
                    };
                    mates[plies / 2 - 1]
                        .push(format!("{text}\t{plies}\tself-play {game}, ply {ply}; {by_force}"));
                    left[0] -= 1;
                }
                Answer::NoMate if progress.nodes >= LEAST_NODES && left[1] > 0 && none.len() < without => {
                    let mut nodes = DISPROOF_NODES;
                    match brute::has_mate(&mut position, &mut Vec::new(), &mut nodes) {
                        Some(true) => panic!("{text}: there is a mate"),
                        None => continue,
                        Some(false) => {}
                    }
                    let nodes = DISPROOF_NODES - nodes;
                    none.push(format!("{text}\t{nodes}\tself-play {game}, ply {ply}"));
                    left[1] -= 1;
                }
                _ => {}
            }
        }
        if game % 10 == 0 {
            let counts: Vec<usize> = mates.iter().map(Vec::len).collect();
            eprintln!("{game} games, {:?}: {counts:?} mates, {} none", started.elapsed(), none.len());
        }
    }
    save::<G>("mates", "position\tplies\tsource", &mates.concat());
    save::<G>("no_mates", "position\tnodes of the brute force\tsource", &none);
}

fn save<G: Game>(what: &str, heading: &str, rows: &[String]) {
    let mut text = format!("# {heading}\n");
    for row in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{row}");
    }
    let path = common::data().join(format!("{what}_{}.tsv", G::NAME));
    std::fs::write(&path, text).expect("the folder is there");
    eprintln!("{}: {} rows", path.display(), rows.len());
}

fn solved<G: Game>(position: &G, nodes: u64, shortest: bool) -> Report {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    solve(position, &request, 64, shortest, &AtomicBool::new(false), &mut |_| {})
}

/// The positions of a game.
fn play<G: Game>(pool: &mut Pool<G>, seed: u64) -> Vec<G> {
    let mut position = G::start(&G::Rules::default());
    let mut dice = Dice(mix(seed));
    let mut positions = Vec::new();
    pool.clear();
    for ply in 0..250 {
        let moves = legal_moves(&position);
        if moves.is_empty() || position.verdict().is_some() {
            break;
        }
        let m = if ply < 8 || dice.one_in(10) {
            Some(moves[dice.below(moves.len())])
        } else {
            best(pool, &position)
        };
        let Some(m) = m else { break };
        position.do_move(m);
        positions.push(position.clone());
    }
    positions
}

fn best<G: Game>(pool: &mut Pool<G>, position: &G) -> Option<Move> {
    let (sender, events) = channel();
    let limits = Limits { nodes: Some(PLAYER_NODES), ..Limits::default() };
    pool.start(
        position,
        Request { limits, ..Request::default() },
        Arc::new(move |event| {
            if let Event::Done { best, .. } = event {
                let _ = sender.send(best); // the receiver waits for it
            }
        }),
    );
    events.recv().ok().flatten()
}
