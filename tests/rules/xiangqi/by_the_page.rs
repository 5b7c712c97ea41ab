//! Xiangqi's moves, checks and attackers against a slow second implementation, written from the rule page alone on a
//! plain board of letters.

use ryuma::core::{Bitboard, Side, Square};
use ryuma::game::{Game, Notation, Position};
use ryuma::games::xiangqi::{Rules, Xiangqi};

use super::properties::{check_stages, games};
use crate::common::{Dice, move_texts};
use crate::page::{OBLIQUE, Page, Point, STRAIGHT, in_palace, move_name, plus};

fn crossed(red: bool, row: i32) -> bool {
    if red { row < 5 } else { row >= 5 }
}

/// Where the piece on a point can go, checks not considered.
fn targets(page: &Page, from: Point) -> Vec<Point> {
    let piece = page.at(from).unwrap();
    let red = piece.is_uppercase();
    let ahead = if red { -1 } else { 1 };
    let (row, column) = from;
    let mut found = Vec::new();
    match piece.to_ascii_lowercase() {
        'k' => {
            found.extend(STRAIGHT.map(|step| plus(from, step)));
            found.retain(|&to| in_palace(to, red));
        }
        'a' => {
            found.extend(OBLIQUE.map(|step| plus(from, step)));
            found.retain(|&to| in_palace(to, red));
        }
        'b' => {
            for (r, c) in OBLIQUE {
                if page.empty((row + r, column + c)) && !crossed(red, row + 2 * r) {
                    found.push((row + 2 * r, column + 2 * c));
                }
            }
        }
        'n' => {
            for (r, c) in STRAIGHT {
                if page.empty((row + r, column + c)) {
                    for turn in [-1, 1] {
                        let (down, right) = if r != 0 { (2 * r, turn) } else { (turn, 2 * c) };
                        found.push((row + down, column + right));
                    }
                }
            }
        }
        'p' => {
            found.push((row + ahead, column));
            if crossed(red, row) {
                found.extend([(row, column - 1), (row, column + 1)]);
            }
        }
        slider => {
            for (r, c) in STRAIGHT {
                let mut jumped = 0;
                let mut to = (row + r, column + c);
                while let Some(letter) = page.at(to) {
                    match (slider, letter, jumped) {
                        (_, '.', 0) => found.push(to),
                        (_, '.', _) => {}
                        ('r', _, _) => {
                            found.push(to);
                            break;
                        }
                        (_, _, 0) => jumped = 1,
                        _ => {
                            found.push(to);
                            break;
                        }
                    }
                    to = (to.0 + r, to.1 + c);
                }
            }
        }
    }
    found.retain(|&to| page.at(to).is_some_and(|l| l == '.' || l.is_uppercase() != red));
    found
}

/// Whether the general of a side can be taken, or faces the other.
fn exposed(page: &Page, red: bool) -> bool {
    let general = page.general(red);
    page.facing() || page.of(!red).any(|from| targets(page, from).contains(&general))
}

/// The legal moves as ICCS texts, sorted.
fn moves(page: &Page, red: bool) -> Vec<String> {
    let mut moves = Vec::new();
    for from in page.of(red) {
        for to in targets(page, from) {
            if !exposed(&page.after(from, to), red) {
                moves.push(move_name(from, to));
            }
        }
    }
    moves.sort();
    moves
}

fn agrees(position: &Xiangqi) {
    let text = position.text(Notation::Native);
    let (page, red) = Page::read(&text);
    assert_eq!(move_texts(position, Notation::Native), moves(&page, red), "{text}");
    assert_eq!(position.in_check(), exposed(&page, red), "{text}");
}

#[test]
fn moves_and_checks_are_those_of_the_page() {
    games(240, |position, _| agrees(position));
}

/// Pieces thrown on the board, most of them on the generals' lines: screens, pins and double checks that
/// games seldom show.
#[test]
fn moves_of_thrown_positions_are_those_of_the_page() {
    let mut dice = Dice(1);
    let (mut read, mut in_check) = (0, 0);
    for _ in 0..60_000 {
        let mut page = Page::new();
        let king = [7 + dice.below(3), 3 + dice.below(3)];
        for letter in "ppRRNNCCBAPPrrnnccba".chars() {
            let row = if dice.one_in(3) { king[0] } else { dice.below(10) };
            let column = if dice.one_in(3) { king[1] } else { dice.below(9) };
            if !dice.one_in(3) {
                page.0[row][column] = letter;
            }
        }
        page.0[dice.below(3)][3 + dice.below(3)] = 'k';
        page.0[king[0]][king[1]] = 'K';
        // Most are no positions; those where red is not to move and in check, for one.
        if let Ok(position) = Xiangqi::parse(&page.text(true), &Rules::default()) {
            read += 1;
            in_check += position.in_check() as usize;
            agrees(&position);
            check_stages(&position);
        }
    }
    assert!(read > 1000 && in_check > 500, "{read} positions, {in_check} in check");
}

/// The cheapest attacker is the cheapest kind that can capture on the point once the board holds exactly
/// the pieces of `occupied` and an enemy on the target.
#[test]
fn least_attacker_sees_screens_and_legs() {
    games(60, |position, dice| {
        let target = Square(dice.below(90) as u8);
        let occupied = dice.most_of(position.occupied()) | target.bit();
        for side in Side::BOTH {
            let expected = (0..Xiangqi::KINDS).find_map(|kind| {
                let pieces = position.pieces(side, kind) & occupied;
                let mut pieces = pieces.without(target.bit());
                pieces.find(|&from| reaches(kind, side, from, target, occupied)).map(|_| kind)
            });
            let found = position.least_attacker(target, side, occupied.without(target.bit()), 0);
            assert_eq!(found.map(|(_, kind)| kind), expected);
            if let Some((from, kind)) = found {
                assert!(position.pieces(side, kind).contains(from) && occupied.contains(from));
                assert!(reaches(kind, side, from, target, occupied));
            }
        }
    });
}

/// Whether a piece captures from one point to another, told by counting rows and columns.
fn reaches(kind: usize, side: Side, from: Square, to: Square, occupied: Bitboard) -> bool {
    let (row, column) = (from.row() as i32, from.column() as i32);
    let (down, right) = (to.row() as i32 - row, to.column() as i32 - column);
    let occupied_at = |r: i32, c: i32| occupied.contains(Square::at(r as usize, c as usize));
    let own_half = (to.row() >= 5) == (side == Side::First);
    let in_palace = own_half && (3..=5).contains(&to.column()) && !(3..=6).contains(&to.row());
    let steps = down.abs().max(right.abs());
    let on_the_way =
        (1..steps).filter(|i| occupied_at(row + i * down.signum(), column + i * right.signum())).count();
    match kind {
        0 => {
            let ahead = if side == Side::First { -1 } else { 1 };
            let crossed = (from.row() < 5) == (side == Side::First);
            (down, right) == (ahead, 0) || crossed && down == 0 && right.abs() == 1
        }
        1 => in_palace && down.abs() == 1 && right.abs() == 1,
        2 => own_half && down.abs() == 2 && right.abs() == 2 && on_the_way == 0,
        3 => {
            (down.abs() == 2 && right.abs() == 1 && !occupied_at(row + down / 2, column))
                || (down.abs() == 1 && right.abs() == 2 && !occupied_at(row, column + right / 2))
        }
        4 => (down == 0) != (right == 0) && on_the_way == 1,
        5 => (down == 0) != (right == 0) && on_the_way == 0,
        _ => in_palace && down.abs() + right.abs() == 1,
    }
}
