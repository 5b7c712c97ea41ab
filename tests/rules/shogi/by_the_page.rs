//! Our legal moves against a slow reading of the rule page that shares no code with the engine: a plain
//! board of letters, moves tried one by one.

use std::collections::BTreeSet;

use ryuma::core::{Side, Square};
use ryuma::game::{Game, Notation, Position};
use ryuma::games::shogi::{Rules, Shogi};

use super::after;
use crate::common::{self, move_texts, random_games, table};

/// A piece as its SFEN letters, e.g. `P`, `+p`.
#[derive(Clone)]
struct Plain {
    /// `board[rank][file]`, rank a first, file 9 first; empty text: no piece.
    board: Vec<Vec<String>>,
    /// Letters in hand, with their number.
    hand: Vec<(char, usize)>,
    sente: bool,
}

fn owner_is_sente(piece: &str) -> bool {
    piece.chars().any(|c| c.is_ascii_uppercase())
}

/// One-step moves `(ranks forward, files aside)` of a piece, and the directions in which it slides.
#[allow(clippy::type_complexity)]
fn movement(piece: &str) -> (Vec<(i32, i32)>, Vec<(i32, i32)>) {
    let straight = vec![(1, 0), (-1, 0), (0, 1), (0, -1)];
    let diagonal = vec![(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let gold = vec![(1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, 0)];
    match piece.to_ascii_uppercase().as_str() {
        "P" => (vec![(1, 0)], vec![]),
        "L" => (vec![], vec![(1, 0)]),
        "N" => (vec![(2, 1), (2, -1)], vec![]),
        "S" => (vec![(1, -1), (1, 0), (1, 1), (-1, -1), (-1, 1)], vec![]),
        "G" | "+P" | "+L" | "+N" | "+S" => (gold, vec![]),
        "B" => (vec![], diagonal),
        "R" => (vec![], straight),
        "+B" => (straight, diagonal),
        "+R" => (diagonal, straight),
        "K" => ([straight, diagonal].concat(), vec![]),
        other => panic!("{other}"),
    }
}

impl Plain {
    fn read(sfen: &str) -> Plain {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let mut board = Vec::new();
        for rank in fields[0].split('/') {
            let mut row = Vec::new();
            let mut plus = "";
            for c in rank.chars() {
                if let Some(empty) = c.to_digit(10) {
                    row.extend(vec![String::new(); empty as usize]);
                } else if c == '+' {
                    plus = "+";
                } else {
                    row.push(format!("{plus}{c}"));
                    plus = "";
                }
            }
            board.push(row);
        }
        let mut hand = Vec::new();
        let mut count = String::new();
        for c in fields[2].chars().filter(|&c| c != '-') {
            if c.is_ascii_digit() {
                count.push(c);
            } else {
                hand.push((c, count.parse().unwrap_or(1)));
                count.clear();
            }
        }
        Plain { board, hand, sente: fields[1] == "b" }
    }

    fn at(&self, (rank, file): (i32, i32)) -> Option<&str> {
        let row = self.board.get(usize::try_from(rank).ok()?)?;
        Some(row.get(usize::try_from(file).ok()?)?.as_str())
    }

    /// Where a piece of a square may go, own pieces left out.
    fn targets(&self, from: (i32, i32)) -> Vec<(i32, i32)> {
        let piece = self.at(from).expect("on the board");
        let sente = owner_is_sente(piece);
        let up = if sente { -1 } else { 1 };
        let (steps, slides) = movement(piece);
        let mut targets = Vec::new();
        for (forward, aside) in steps {
            targets.push((from.0 + up * forward, from.1 + aside));
        }
        for (forward, aside) in slides {
            let mut to = (from.0 + up * forward, from.1 + aside);
            while let Some(target) = self.at(to) {
                targets.push(to);
                if !target.is_empty() {
                    break;
                }
                to = (to.0 + up * forward, to.1 + aside);
            }
        }
        let free = |to: &(i32, i32)| {
            self.at(*to).is_some_and(|target| target.is_empty() || owner_is_sente(target) != sente)
        };
        targets.into_iter().filter(free).collect()
    }

    fn squares() -> impl Iterator<Item = (i32, i32)> {
        (0..9).flat_map(|rank| (0..9).map(move |file| (rank, file)))
    }

    fn king_is_attacked(&self, sente: bool) -> bool {
        let king = if sente { "K" } else { "k" };
        let enemies = Plain::squares().filter(|&square| {
            let piece = self.at(square).expect("on the board");
            !piece.is_empty() && owner_is_sente(piece) != sente
        });
        enemies.into_iter().any(|from| self.targets(from).iter().any(|&to| self.at(to) == Some(king)))
    }

    /// The position after a move, turn passed on. Pieces taken need not be in hand here, but must be gone.
    fn with(&self, clear: Option<(i32, i32)>, piece: &str, to: (i32, i32)) -> Plain {
        let mut next = self.clone();
        if let Some(from) = clear {
            next.board[from.0 as usize][from.1 as usize].clear();
        }
        next.board[to.0 as usize][to.1 as usize] = piece.to_string();
        next.sente = !self.sente;
        next
    }

    /// Whether a piece could still move from there on an empty board.
    fn could_move(&self, piece: &str, rank: i32) -> bool {
        let left = if self.sente { rank } else { 8 - rank };
        match piece.to_ascii_uppercase().as_str() {
            "P" | "L" => left >= 1,
            "N" => left >= 2,
            _ => true,
        }
    }

    /// The legal moves in USI. `mates` is false inside the test for uchifuzume: a pawn drop never answers the
    /// check of a pawn next to the king, so that the test does not need to look for the next one.
    fn legal(&self, mates: bool) -> BTreeSet<String> {
        let name = |(rank, file): (i32, i32)| format!("{}{}", 9 - file, char::from(b'a' + rank as u8));
        let zone = |rank: i32| if self.sente { rank <= 2 } else { rank >= 6 };
        let mut legal = BTreeSet::new();
        for from in Plain::squares() {
            let piece = self.at(from).expect("on the board").to_string();
            if piece.is_empty() || owner_is_sente(&piece) != self.sente {
                continue;
            }
            for to in self.targets(from) {
                if self.with(Some(from), &piece, to).king_is_attacked(self.sente) {
                    continue;
                }
                if self.could_move(&piece, to.0) {
                    legal.insert(name(from) + &name(to));
                }
                let promotes = "PLNSBR".contains(&piece.to_ascii_uppercase());
                if promotes && (zone(from.0) || zone(to.0)) {
                    legal.insert(name(from) + &name(to) + "+");
                }
            }
        }
        for &(letter, _) in self.hand.iter().filter(|(letter, _)| letter.is_ascii_uppercase() == self.sente) {
            let piece = letter.to_string();
            for to in Plain::squares() {
                if !self.at(to).expect("on the board").is_empty() || !self.could_move(&piece, to.0) {
                    continue;
                }
                let is_pawn = piece.eq_ignore_ascii_case("p");
                if is_pawn && (0..9).any(|rank| self.at((rank, to.1)) == Some(&piece)) {
                    continue;
                }
                let next = self.with(None, &piece, to);
                if next.king_is_attacked(self.sente) {
                    continue;
                }
                let mate = |next: &Plain| next.king_is_attacked(next.sente) && next.legal(false).is_empty();
                if is_pawn && mates && mate(&next) {
                    continue;
                }
                legal.insert(format!("{}*{}", letter.to_ascii_uppercase(), name(to)));
            }
        }
        legal
    }
}

fn agrees(position: &Shogi) {
    let text = position.text(Notation::Native);
    let expected: Vec<String> = Plain::read(&text).legal(true).into_iter().collect();
    assert_eq!(move_texts(position, Notation::Native), expected, "{text}");
}

fn start(_: u64) -> Shogi {
    Shogi::start(&Rules::default())
}

#[test]
fn legal_moves_are_those_of_the_rule_page() {
    random_games(200, 200, start, |position, dice| {
        // In check the rules have the most to say.
        if position.verdict().is_none() && (position.in_check() || dice.one_in(12)) {
            agrees(position);
        }
    });
}

#[test]
fn pawn_drop_mates_are_those_of_the_rule_page() {
    for row in table("perft_shogi_uchifuzume.tsv") {
        agrees(&common::position(&row[0]));
    }
}

/// The least attacker, with any men gone from the board, is the cheapest of those that the walk finds.
#[test]
fn least_attackers_are_those_of_the_rule_page() {
    const KINDS: [&str; Shogi::KINDS] =
        ["P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "+B", "+R"];
    random_games(60, 150, start, |position, dice| {
        let target = Square(dice.below(Shogi::SQUARES) as u8);
        let mut plain = Plain::read(&position.text(Notation::Native));
        let occupied = dice.most_of(position.occupied());
        for square in position.occupied().without(occupied) {
            plain.board[square.row()][square.column()].clear();
        }
        for side in Side::BOTH {
            // Someone of the other side stands on the target.
            let stands = if side == Side::First { "p" } else { "P" };
            plain.board[target.row()][target.column()] = stands.to_string();
            let to = (target.row() as i32, target.column() as i32);
            let attackers = Plain::squares().filter(|&from| {
                let piece = plain.at(from).expect("on the board");
                !piece.is_empty()
                    && owner_is_sente(piece) == (side == Side::First)
                    && plain.targets(from).contains(&to)
            });
            let kind = |from| {
                let letters = plain.at(from).expect("on the board").to_ascii_uppercase();
                KINDS.iter().position(|&known| known == letters).expect("a kind")
            };
            let cheapest = attackers.map(|from| Shogi::exchange_value(kind(from))).min();
            let found = position.least_attacker(target, side, occupied | target.bit(), 0);
            assert_eq!(
                found.map(|(_, kind)| Shogi::exchange_value(kind)),
                cheapest,
                "{target:?}\n{position}"
            );
            let Some((from, found_kind)) = found else { continue };
            assert_eq!(found_kind, kind((from.row() as i32, from.column() as i32)));
        }
    });
}

/// Two move orders to one position: one key.
#[test]
fn transpositions_share_a_key() {
    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let one = after(START, "7g7f 3c3d 8h2b+ 3a2b");
    assert_eq!(one.key(), after(START, "7g7f 3c3d 8h2b 3a2b").key());
    assert_eq!(one.key(), after(START, "7g7f 3c3d 5i5h 5a5b 5h5i 5b5a 8h2b+ 3a2b").key());
    // The same board without the bishops in hand, and the same board with the other side to move.
    let empty_handed = Shogi::parse(&one.text(Notation::Native).replace("Bb", "-"), &Rules::default());
    assert_ne!(one.key(), empty_handed.expect("a position").key());
    let other_side = Shogi::parse(&one.text(Notation::Native).replace(" b ", " w "), &Rules::default());
    assert_ne!(one.key(), other_side.expect("a position").key());
}
