//! Janggi's moves and attackers against a slow second implementation, written from the rule page alone on a plain
//! board of letters; and the symmetry of the evaluation.

use proptest::prelude::*;
use ryuma::core::{Side, Square};
use ryuma::game::{Game, Notation, Position};
use ryuma::games::janggi::{Janggi, JanggiRules, kind};

use super::under;
use crate::common::{Dice, move_texts, random_games, rules};
use crate::page::{OBLIQUE, Page, Point, STRAIGHT, in_palace, move_name, plus, points};

/// One step along a drawn diagonal of a palace: one of its ends is the centre.
fn drawn_diagonal(from: Point, to: Point) -> bool {
    let same_palace = [true, false].iter().any(|&cho| in_palace(from, cho) && in_palace(to, cho));
    same_palace && [from, to].iter().any(|p| [(1, 4), (8, 4)].contains(p))
}

/// The steps that lines allow from a point: straight, or along a drawn diagonal.
fn line_steps(page: &Page, from: Point) -> Vec<Vec<Point>> {
    let mut rays = Vec::new();
    for step in STRAIGHT.into_iter().chain(OBLIQUE) {
        let mut ray = Vec::new();
        let mut here = from;
        loop {
            let next = plus(here, step);
            let oblique = step.0 != 0 && step.1 != 0;
            if page.at(next).is_none() || oblique && !drawn_diagonal(here, next) {
                break;
            }
            ray.push(next);
            here = next;
        }
        rays.push(ray);
    }
    rays
}

/// Where the piece on a point may go or capture, own pieces not excluded.
fn reach(page: &Page, from: Point) -> Vec<Point> {
    let piece = page.at(from).unwrap();
    let cho = piece.is_ascii_uppercase();
    let mut reach = Vec::new();
    match piece.to_ascii_uppercase() {
        'K' | 'A' => {
            for ray in line_steps(page, from) {
                reach.extend(ray.first().filter(|&&to| in_palace(to, cho)));
            }
        }
        'R' => {
            for ray in line_steps(page, from) {
                for to in ray {
                    reach.push(to);
                    if !page.empty(to) {
                        break;
                    }
                }
            }
        }
        'C' => {
            let cannon = |point| matches!(page.at(point), Some('C' | 'c'));
            for ray in line_steps(page, from) {
                let mut jumped = false;
                for to in ray {
                    if jumped {
                        if !cannon(to) {
                            reach.push(to);
                        }
                        if !page.empty(to) {
                            break;
                        }
                    } else if !page.empty(to) {
                        if cannon(to) {
                            break;
                        }
                        jumped = true;
                    }
                }
            }
        }
        'N' | 'B' => {
            let slants = if piece.eq_ignore_ascii_case(&'N') { 1 } else { 2 };
            for straight in STRAIGHT {
                for slant in OBLIQUE {
                    let outward = slant.0 == straight.0 || slant.1 == straight.1;
                    if !outward {
                        continue;
                    }
                    let mut way = vec![plus(from, straight)];
                    for _ in 0..slants {
                        way.push(plus(way[way.len() - 1], slant));
                    }
                    let to = way.pop().unwrap();
                    if page.at(to).is_some() && way.iter().all(|&point| page.empty(point)) {
                        reach.push(to);
                    }
                }
            }
        }
        _ => {
            let ahead = if cho { -1 } else { 1 };
            reach.extend([(ahead, 0), (0, -1), (0, 1)].map(|step| plus(from, step)));
            for aside in [-1, 1] {
                let to = plus(from, (ahead, aside));
                if in_palace(to, !cho) && drawn_diagonal(from, to) {
                    reach.push(to);
                }
            }
            reach.retain(|&to| page.at(to).is_some());
        }
    }
    reach
}

fn attacked(page: &Page, cho: bool) -> bool {
    page.of(!cho).any(|from| reach(page, from).contains(&page.general(cho)))
}

/// The legal moves as ICCS texts, sorted. `forced`: Fairy's rule of facing generals.
fn moves(page: &Page, cho: bool, forced: bool) -> Vec<String> {
    let forced = forced && page.facing();
    let mut moves = Vec::new();
    for from in page.of(cho) {
        for to in reach(page, from) {
            let target = page.at(to).unwrap();
            if target != '.' && target.is_ascii_uppercase() == cho {
                continue;
            }
            let next = page.after(from, to);
            if !(attacked(&next, cho) || forced && next.facing()) {
                moves.push(move_name(from, to));
            }
        }
    }
    if forced || !attacked(page, cho) {
        moves.push(move_name(page.general(cho), page.general(cho)));
    }
    moves.sort();
    moves
}

/// Random games from any set-up.
fn games(count: u64, style: &str, visit: impl FnMut(&mut Janggi, &mut Dice)) {
    const SETUPS: [&str; 4] = ["HEEH", "EHEH", "HEHE", "EHHE"];
    let start = |game| {
        let (han, cho) = (SETUPS[game as usize % 4], SETUPS[game as usize / 4 % 4]);
        Janggi::start(&rules::<Janggi>(&format!("JanggiRules={style};HanSetup={han};ChoSetup={cho}")))
    };
    random_games(count, 150, start, visit);
}

#[test]
fn moves_are_those_of_the_page() {
    for (style, forced) in [("Site", false), ("Fairy", true)] {
        games(120, style, |position, _| {
            if position.count_moves() > 0 {
                let (page, cho) = Page::read(&position.text(Notation::Native));
                let expected = moves(&page, cho, forced);
                assert_eq!(move_texts(position, Notation::Native), expected, "{style}\n{position}");
            }
        });
    }
}

/// The cheapest kind that reaches a square, found by asking every piece on the page.
fn cheapest_by_the_page(page: &Page, target: Point, cho: bool) -> Option<usize> {
    let kinds = ['P', 'A', 'B', 'N', 'C', 'R', 'K'];
    page.of(cho)
        .filter(|&from| from != target && reach(page, from).contains(&target))
        .filter_map(|from| {
            kinds.iter().position(|&k| Some(k) == page.at(from).map(|c| c.to_ascii_uppercase()))
        })
        .min()
}

#[test]
fn least_attackers_are_those_of_the_page() {
    games(60, "Site", |position, dice| {
        // A part of the pieces is gone, something stands on the target: as deep in an exchange.
        let target = Square(dice.below(90) as u8);
        let occupant = dice.below(6);
        let occupied = dice.most_of(position.occupied()) | target.bit();
        let (mut page, _) = Page::read(&position.text(Notation::Native));
        for (row, column) in points() {
            if !occupied.contains(Square::at(row as usize, column as usize)) {
                page.0[row as usize][column as usize] = '.';
            }
        }
        for (side, cho) in [(Side::First, true), (Side::Second, false)] {
            let mut page = page.clone();
            let letter = ['p', 'a', 'b', 'n', 'c', 'r'][occupant];
            page.0[target.row()][target.column()] = if cho { letter } else { letter.to_ascii_uppercase() };
            let expected = cheapest_by_the_page(&page, (target.row() as i32, target.column() as i32), cho);
            let found = position.least_attacker(target, side, occupied, occupant);
            assert_eq!(found.map(|(_, kind)| kind), expected, "{occupied:?}{target:?} {cho}\n{position}");
        }
    });
}

/// The board turned and the colours swapped.
fn mirrored(position: &Janggi, rules: &JanggiRules) -> Janggi {
    let text = position.text(Notation::Native);
    let (board, rest) = text.split_once(' ').unwrap();
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let board: String = board.chars().rev().map(swap).collect();
    let side = if rest.starts_with('w') { 'b' } else { 'w' };
    Janggi::parse(&format!("{board} {side}{}", &rest[1..]), rules).unwrap()
}

#[test]
fn both_sides_are_evaluated_alike() {
    // Casual knows no points, of which Han has more.
    let rules = under("Casual");
    games(40, "Casual", |position, _| {
        let mirror = mirrored(position, &rules);
        assert_eq!(position.evaluate(), mirror.evaluate(), "{position}");
    });
}

#[test]
fn values_rise_with_the_kinds() {
    let values: Vec<_> = (0..kind::COUNT).map(Janggi::exchange_value).collect();
    assert!(values.is_sorted());
    let army: i32 =
        values[..kind::KING].iter().zip([5, 2, 2, 2, 2, 2]).map(|(value, count)| value * count).sum();
    assert!(values[kind::KING] > army);
}

fn thrown_square() -> impl Strategy<Value = usize> {
    prop_oneof![0usize..90, (0usize..10, 3usize..6).prop_map(|(row, column)| 9 * row + column)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Any board at all is refused, or its moves are those of the page.
    #[test]
    fn thrown_positions(
        // Half of the pieces stand on the generals' files, where they pin and screen each other.
        pieces in prop::collection::vec((thrown_square(), prop::sample::select(b"PpNBCRnbcrNBCRnbcr".to_vec())), 0..16),
        generals in (0usize..9, 0usize..9),
        cho in any::<bool>(),
        forced in any::<bool>(),
    ) {
        let mut page = Page::new();
        for (square, piece) in pieces {
            page.0[square / 9][square % 9] = piece as char;
        }
        page.0[generals.0 / 3][3 + generals.0 % 3] = 'k';
        page.0[7 + generals.1 / 3][3 + generals.1 % 3] = 'K';
        if let Ok(position) = Janggi::parse(&page.text(cho), &under(if forced { "Fairy" } else { "Site" })) {
            let expected = moves(&page, cho, forced);
            prop_assert_eq!(move_texts(&position, Notation::Native), expected, "{}", position);
        }
    }

    #[test]
    fn texts_never_panic(text in "\\PC{0,60}", notation in any::<bool>()) {
        let notation = if notation { Notation::Native } else { Notation::Fairy };
        let position = Janggi::start(&JanggiRules::default());
        let _ = Janggi::parse(&text, &JanggiRules::default());
        prop_assert!(position.parse_move(&text, notation).is_err() || text.eq_ignore_ascii_case("pass"));
    }
}
