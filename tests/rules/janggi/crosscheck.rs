//! Writes random games for `scripts/crosscheck_janggi.py`, which compares them with another rule book.

use std::fmt::Write;

use ryuma::core::Move;
use ryuma::game::{Game, Notation, Outcome, Position, legal_moves};
use ryuma::games::janggi::Janggi;

use super::under;
use crate::common::{Dice, move_texts, rules, table};

/// Positions in which endings by facing generals, repetition and length are near.
const SEEDS: [&str; 8] = [
    "4k4/9/9/r8/9/9/9/R8/9/4K4 w - - 0 1",
    "3k5/4a4/9/1n5p1/9/9/1P2B4/9/4A4/5K3 b - - 90 60",
    "3ak4/9/4c4/9/1n2p4/4P1N2/9/4C4/9/3KA4 w - - 190 100",
    "r1ba1a1n1/4k4/1c4nc1/p1p1p1p1r/9/9/P1P1P1P2/1CN4C1/4K4/R1BA1ABN1 w - - 4 12",
    "4k4/c7R/9/3R1R3/9/9/9/9/9/3K5 b - - 0 1",
    "3k5/9/3P1P3/4P4/9/9/4p4/3p1p3/9/5K3 w - - 95 1",
    "3aka3/9/3R1c3/4P4/9/9/4p4/3C1r3/4A4/3AK4 w - - 0 1",
    "2c1k4/4a4/3C1c3/9/9/9/9/3c1C3/4A4/3K5 w - - 0 1",
];

fn gives_check(position: &Janggi, m: Move) -> bool {
    let mut position = position.clone();
    position.do_move(m);
    position.in_check()
}

/// A random move; now and then a capture, a pass, a check or the way back is preferred, for the sake of endings.
fn choose(position: &Janggi, moves: &[Move], own_last: Option<Move>, dice: &mut Dice) -> Move {
    let wanted: Vec<Move> = match dice.below(8) {
        0 => moves.iter().copied().filter(|&m| position.is_tactical(m)).collect(),
        1 if dice.below(3) == 0 => moves.iter().copied().filter(|m| m.from() == m.to()).collect(),
        2 => moves.iter().copied().filter(|&m| gives_check(position, m)).collect(),
        3..=5 => {
            let back = own_last.map(|m| Move::new(m.to(), m.from()));
            moves.iter().copied().filter(|&m| Some(m) == back).collect()
        }
        _ => Vec::new(),
    };
    let from = if wanted.is_empty() { moves } else { &wanted };
    from[dice.below(from.len())]
}

fn row(position: &Janggi, style: &str, start: &str, played: &[Move]) -> String {
    let text = |m: &Move| Janggi::move_text(*m, Notation::Fairy);
    let legal = move_texts(position, Notation::Fairy);
    let verdict = position.verdict().map_or("-".to_string(), |v| {
        let result = match v.outcome {
            Outcome::Win => 1,
            Outcome::Loss => -1,
            _ => 0,
        };
        format!("{result}:{}", v.reason)
    });
    let played: Vec<String> = played.iter().map(text).collect();
    let fen = position.text(Notation::Fairy);
    format!("{style}\t{start}\t{}\t{}\t{verdict}\t{fen}\n", played.join(" "), legal.join(" "))
}

#[test]
#[ignore = "input of scripts/crosscheck_janggi.py"]
fn write_games() {
    let mut starts: Vec<String> = SEEDS.iter().map(|s| s.to_string()).collect();
    for set_up in ["HEEH", "EHEH", "HEHE", "EHHE"] {
        let rules = rules::<Janggi>(&format!("HanSetup={set_up};ChoSetup={set_up}"));
        starts.push(Janggi::start(&rules).text(Notation::Fairy));
    }
    starts.extend(table("perft_janggi.tsv").into_iter().step_by(3).map(|row| row[0].clone()));

    let mut dice = Dice(2026);
    let mut out = String::new();
    for style in ["Site", "Fairy", "Traditional", "Modern", "Casual"] {
        let rules = under(style);
        for start in starts.iter().cycle().take(3 * starts.len()) {
            let mut position = Janggi::parse(start, &rules).unwrap();
            let mut played = Vec::new();
            for _ in 0..150 {
                let moves = legal_moves(&position);
                let over = moves.is_empty() || position.verdict().is_some();
                if over || dice.below(4) == 0 {
                    out.write_str(&row(&position, style, start, &played)).unwrap();
                }
                if over {
                    break;
                }
                let own_last = played.len().checked_sub(2).map(|i| played[i]);
                let m = choose(&position, &moves, own_last, &mut dice);
                position.do_move(m);
                played.push(m);
            }
        }
    }
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/crosscheck_janggi.tsv");
    std::fs::write(path, out).unwrap();
    println!("wrote {path}");
}
