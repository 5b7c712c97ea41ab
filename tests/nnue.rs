//! Networks: sums kept up along lines equal those made anew, sides see alike, and files are checked.

mod common;

use std::sync::Arc;
use std::time::Instant;

use common::{Dice, random_games};
use ryuma::core::zobrist::mix;
use ryuma::game::{Features, Game, Notation, legal_moves};
use ryuma::games::{janggi::Janggi, shogi::Shogi, xiangqi::Xiangqi};
use ryuma::nnue::{Evaluator, Kernels, Network, NetworkError, Parameters, View, WEIGHT_LIMIT};

/// Random parameters of a size that makes most accumulators count.
fn parameters<G: Game>(width: usize, seed: u64) -> Parameters {
    let mut dice = Dice(mix(seed));
    let mut numbers = |count: usize, bound: i16| -> Vec<i16> {
        (0..count).map(|_| dice.below(2 * bound as usize + 1) as i16 - bound).collect()
    };
    Parameters {
        width,
        scale: 400,
        output_one: 64,
        weights: numbers(View::inputs::<G>() * width, 60),
        bias: numbers(width, 100),
        output: numbers(G::STAGES * 2 * width, 100),
        output_bias: numbers(G::STAGES, 1000).into_iter().map(i32::from).collect(),
    }
}

fn network<G: Game>(width: usize) -> Network<G> {
    Network::new(&parameters::<G>(width, 7)).expect("in range")
}

fn start<G: Game>(_: u64) -> G {
    G::start(&G::Rules::default())
}

/// Walks a random tree from a position, with null moves, and compares what is kept up with what is made anew.
fn walk<G: Game>(
    position: &mut G,
    kept: &mut Evaluator<G>,
    network: &Network<G>,
    dice: &mut Dice,
    depth: usize,
) {
    // Not every node: sums have to be caught up with over several plies.
    if dice.one_in(2) {
        assert_eq!(kept.evaluate(position), network.evaluate(position), "{position}");
    }
    if depth == 0 {
        return;
    }
    let moves = legal_moves(position);
    for _ in 0..2.min(moves.len()) {
        if dice.one_in(8) && !position.in_check() {
            kept.push_null();
            position.do_null();
            walk(position, kept, network, dice, depth - 1);
            position.undo_null();
        } else {
            let m = moves[dice.below(moves.len())];
            kept.push(position, m);
            position.do_move(m);
            walk(position, kept, network, dice, depth - 1);
            position.undo_move();
        }
        kept.pop();
    }
}

fn kept_up_equals_made_anew<G: Game>() {
    let network = Arc::new(network::<G>(64));
    let mut kept = Evaluator::new(network.clone(), &start::<G>(0));
    random_games(8, 120, start::<G>, |position, dice| {
        if dice.one_in(20) {
            kept.reset(position);
            walk(position, &mut kept, &network, dice, 7);
        }
    });
    random_lines(&network, if cfg!(debug_assertions) { 200 } else { 10_000 }, 60);
    random_lines(&network, 1, 300); // longer than any search's
}

/// Plays random lines from the start, evaluating now and then on the way there and back.
fn random_lines<G: Game>(network: &Arc<Network<G>>, lines: u64, plies: usize) {
    let mut position = start::<G>(0);
    let mut kept = Evaluator::new(network.clone(), &position);
    for line in 0..lines {
        let mut dice = Dice(mix(line));
        let check = |kept: &mut Evaluator<G>, position: &G, dice: &mut Dice| {
            if dice.one_in(2) {
                assert_eq!(kept.evaluate(position), network.evaluate(position), "line {line}\n{position}");
            }
        };
        let mut played = 0;
        while played < plies {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let m = moves[dice.below(moves.len())];
            kept.push(&position, m);
            position.do_move(m);
            played += 1;
            check(&mut kept, &position, &mut dice);
        }
        for _ in 0..played {
            position.undo_move();
            kept.pop();
            check(&mut kept, &position, &mut dice);
        }
    }
}

#[test]
fn shogi_kept_up_equals_made_anew() {
    kept_up_equals_made_anew::<Shogi>();
}

#[test]
fn xiangqi_kept_up_equals_made_anew() {
    kept_up_equals_made_anew::<Xiangqi>();
}

#[test]
fn janggi_kept_up_equals_made_anew() {
    kept_up_equals_made_anew::<Janggi>();
}

#[test]
fn kernels_agree_on_whole_positions() {
    let (fast, portable) = (network::<Shogi>(96), network::<Shogi>(96).with_kernels(Kernels::Portable));
    random_games(5, 150, start::<Shogi>, |position, _| {
        assert_eq!(fast.evaluate(position), portable.evaluate(position), "{position}");
    });
}

/// The board of a FEN turned, the sides exchanged.
fn turned(text: &str) -> String {
    let mut fields = text.split(' ');
    let board: String = fields.next().expect("a board").chars().rev().map(swap_case).collect();
    let side = if fields.next() == Some("w") { "b" } else { "w" };
    format!("{board} {side} {}", fields.collect::<Vec<_>>().join(" "))
}

fn swap_case(c: char) -> char {
    if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
}

/// The board of a FEN mirrored left–right.
fn mirrored(text: &str) -> String {
    let (board, rest) = text.split_once(' ').expect("a board");
    let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
    format!("{} {rest}", rows.join("/"))
}

#[test]
fn sides_see_alike() {
    let network = network::<Xiangqi>(64);
    let (mut seen, mut off_the_middle) = (0, 0);
    random_games(10, 150, start::<Xiangqi>, |position, _| {
        let text = position.text(Notation::Native);
        let score = network.evaluate(position);
        let other: Xiangqi = common::position(&turned(&text));
        assert_eq!(network.evaluate(&other), score, "{text} turned");
        seen += 1;
        if ryuma::core::Side::BOTH.iter().all(|&side| Features::king(position, side).column() != 4) {
            let other: Xiangqi = common::position(&mirrored(&text));
            assert_eq!(network.evaluate(&other), score, "{text} mirrored");
            off_the_middle += 1;
        }
    });
    assert!(seen > 500 && off_the_middle > 50, "{seen} {off_the_middle}");
}

#[test]
fn files_give_back_the_network() {
    let network = network::<Janggi>(32);
    let read = Network::<Janggi>::from_bytes(&network.to_bytes()).expect("our own file");
    assert_eq!(read.parameters(), network.parameters());
}

#[test]
fn wrong_and_damaged_files_are_refused() {
    let good = network::<Xiangqi>(32).to_bytes();
    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        Network::<Xiangqi>::from_bytes(&bytes).err().expect("an error")
    };
    assert!(matches!(error(&|b| b.clear()), NetworkError::Magic));
    assert!(matches!(error(&|b| b[0] = b'X'), NetworkError::Magic));
    assert!(matches!(error(&|b| b[8] = 9), NetworkError::Version(9)));
    assert!(matches!(error(&|b| b.truncate(20)), NetworkError::Length { found: 20, .. }));
    assert!(matches!(error(&|b| b.truncate(b.len() - 1)), NetworkError::Length { .. }));
    assert!(matches!(error(&|b| b.push(0)), NetworkError::Length { .. }));
    assert!(matches!(error(&|b| b[12] = b'y'), NetworkError::Game { found, .. } if found == "yiangqi"));
    assert!(matches!(error(&|b| b[28..32].fill(255)), NetworkError::Width(_)));
    assert!(matches!(error(&|b| b[32] ^= 1), NetworkError::Shape { what: "inputs", .. }));
    assert!(matches!(error(&|b| b[36] ^= 1), NetworkError::Shape { what: "stages", .. }));
    assert!(matches!(error(&|b| b[42] = 1), NetworkError::Unit { what: "scale", .. }));
    for place in [48, good.len() / 2, good.len() - 5, good.len() - 1] {
        assert!(matches!(error(&|b| b[place] ^= 4), NetworkError::Checksum { .. }), "byte {place}");
    }
    let other = network::<Janggi>(32).to_bytes();
    let error = Network::<Xiangqi>::from_bytes(&other).err().expect("an error");
    assert_eq!(error.to_string(), "network for 'janggi', not for 'xiangqi'");
    let error = Network::<Xiangqi>::load("no/such.nnue".as_ref()).err().expect("an error");
    assert!(error.to_string().contains("no/such.nnue"), "{error}");
}

#[test]
fn parameters_that_could_overflow_are_refused() {
    let error = |change: &dyn Fn(&mut Parameters)| {
        let mut parameters = parameters::<Xiangqi>(512, 1);
        change(&mut parameters);
        Network::<Xiangqi>::new(&parameters).err().expect("an error")
    };
    assert!(matches!(error(&|p| p.weights[9] = WEIGHT_LIMIT + 1), NetworkError::Range { .. }));
    assert!(matches!(error(&|p| p.bias[9] = i16::MIN), NetworkError::Range { .. }));
    assert!(matches!(error(&|p| p.output[9] = -128), NetworkError::Range { .. }));
    assert!(matches!(error(&|p| p.output[..512].fill(127)), NetworkError::Sum(_)));
    assert!(matches!(error(&|p| p.scale = 0), NetworkError::Zero("scale")));
    assert!(matches!(error(&|p| p.output_one = 0), NetworkError::Zero(_)));
    assert!(matches!(error(&|p| p.width = 500), NetworkError::Width(500)));
    assert!(matches!(error(&|p| p.output_bias.clear()), NetworkError::Shape { .. }));
}

/// `cargo test --release --test nnue -- --ignored --nocapture speed`
#[test]
#[ignore = "a measurement"]
fn speed() {
    fn measure<G: Game>() {
        let network = Arc::new(network::<G>(128));
        let mut lines = Vec::new();
        random_games(20, 100, start::<G>, |position, dice| {
            if dice.one_in(4) {
                lines.push(position.clone());
            }
        });
        for (name, update) in [("made anew", false), ("kept up", true)] {
            let (mut count, mut sum, begin) = (0u32, 0i64, Instant::now());
            for root in &mut lines {
                let mut kept = Evaluator::new(network.clone(), root);
                for m in legal_moves(root) {
                    kept.push(root, m);
                    root.do_move(m);
                    for reply in legal_moves(root) {
                        kept.push(root, reply);
                        root.do_move(reply);
                        let score = if update { kept.evaluate(root) } else { network.evaluate(root) };
                        sum += i64::from(score);
                        root.undo_move();
                        kept.pop();
                        count += 1;
                    }
                    root.undo_move();
                    kept.pop();
                }
            }
            let rate = f64::from(count) / begin.elapsed().as_secs_f64();
            println!("{:8} {name}: {rate:.0} evaluations/s with their moves ({count}, sum {sum})", G::NAME);
        }
    }
    measure::<Shogi>();
    measure::<Xiangqi>();
    measure::<Janggi>();
}
