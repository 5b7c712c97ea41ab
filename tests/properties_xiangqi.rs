//! Properties of xiangqi positions along random games, and a slow second implementation of the moves,
//! written from the rules alone.

use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use ryuma::core::{Bitboard, Move, MoveList, Side, Square};
use ryuma::game::{Game, Notation, Position, Stage, legal_moves};
use ryuma::games::xiangqi::{Rules, Xiangqi};

const GAMES: u64 = 240;
const LONGEST_GAME: usize = 240;

/// Plays random games and shows each position to `visit`.
fn random_games(games: u64, mut visit: impl FnMut(&mut Xiangqi, &mut SmallRng)) {
    for seed in 0..games {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut position = Xiangqi::start(&Rules::default());
        for _ in 0..LONGEST_GAME {
            visit(&mut position, &mut random);
            let moves = legal_moves(&position);
            let captures: Vec<Move> = moves.iter().copied().filter(|&m| position.is_tactical(m)).collect();
            // Captures now and then more often than by chance, so that endgames come.
            let choice =
                if !captures.is_empty() && random.random_ratio(1, 4) { &captures } else { &moves[..] };
            if choice.is_empty() {
                break;
            }
            position.do_move(choice[random.random_range(0..choice.len())]);
        }
    }
}

fn list(position: &Xiangqi, stage: Stage) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.generate(stage, &mut moves);
    let mut moves = moves.to_vec();
    moves.sort();
    moves
}

fn parsed(position: &Xiangqi) -> Xiangqi {
    Xiangqi::parse(&position.text(Notation::Native), &Rules::default()).unwrap()
}

/// The rules, piece by piece, on a plain board of letters.
mod by_the_book {
    pub type Letters = [[char; 9]; 10];
    type Point = (i32, i32);

    pub fn read(board: &str) -> Letters {
        let mut letters = [['.'; 9]; 10];
        for (row, line) in board.split('/').enumerate() {
            let mut column = 0;
            for letter in line.chars() {
                match letter.to_digit(10) {
                    Some(empty) => column += empty as usize,
                    None => {
                        letters[row][column] = letter;
                        column += 1;
                    }
                }
            }
        }
        letters
    }

    fn at(board: &Letters, (row, column): Point) -> Option<char> {
        board.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn in_palace(red: bool, (row, column): Point) -> bool {
        (3..=5).contains(&column) && if red { (7..=9).contains(&row) } else { (0..=2).contains(&row) }
    }

    fn crossed(red: bool, row: i32) -> bool {
        if red { row < 5 } else { row >= 5 }
    }

    /// Where the piece on a point can go, checks not considered.
    fn targets(board: &Letters, from: Point) -> Vec<Point> {
        let piece = at(board, from).unwrap();
        let red = piece.is_uppercase();
        let ahead = if red { -1 } else { 1 };
        let (row, column) = from;
        let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let empty = |point| at(board, point) == Some('.');
        let mut found = Vec::new();
        match piece.to_ascii_lowercase() {
            'k' => {
                found.extend(straight.iter().map(|(r, c)| (row + r, column + c)));
                found.retain(|&to| in_palace(red, to));
            }
            'a' => {
                found.extend(diagonal.iter().map(|(r, c)| (row + r, column + c)));
                found.retain(|&to| in_palace(red, to));
            }
            'b' => {
                for (r, c) in diagonal {
                    if empty((row + r, column + c)) && !crossed(red, row + 2 * r) {
                        found.push((row + 2 * r, column + 2 * c));
                    }
                }
            }
            'n' => {
                for (r, c) in straight {
                    if empty((row + r, column + c)) {
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
                for (r, c) in straight {
                    let mut jumped = 0;
                    let mut to = (row + r, column + c);
                    while let Some(letter) = at(board, to) {
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
        found.retain(|&to| at(board, to).is_some_and(|l| l == '.' || l.is_uppercase() != red));
        found
    }

    fn points() -> impl Iterator<Item = Point> {
        (0..10).flat_map(|row| (0..9).map(move |column| (row, column)))
    }

    fn find(board: &Letters, letter: char) -> Point {
        points().find(|&point| at(board, point) == Some(letter)).unwrap()
    }

    /// Whether the general of a side can be taken, or faces the other.
    pub fn exposed(board: &Letters, red: bool) -> bool {
        let king = find(board, if red { 'K' } else { 'k' });
        let other = find(board, if red { 'k' } else { 'K' });
        let facing = king.1 == other.1
            && (king.0.min(other.0) + 1..king.0.max(other.0))
                .all(|row| at(board, (row, king.1)) == Some('.'));
        facing
            || points().any(|from| {
                at(board, from).is_some_and(|l| l != '.' && l.is_uppercase() != red)
                    && targets(board, from).contains(&king)
            })
    }

    /// The legal moves, as ICCS, sorted.
    pub fn moves(board: &Letters, red: bool) -> Vec<String> {
        let mut moves = Vec::new();
        for from in points() {
            if !at(board, from).is_some_and(|l| l != '.' && l.is_uppercase() == red) {
                continue;
            }
            for to in targets(board, from) {
                let mut after = *board;
                after[to.0 as usize][to.1 as usize] = board[from.0 as usize][from.1 as usize];
                after[from.0 as usize][from.1 as usize] = '.';
                if !exposed(&after, red) {
                    let name = |(r, c): Point| format!("{}{}", (b'a' + c as u8) as char, 9 - r);
                    moves.push(name(from) + &name(to));
                }
            }
        }
        moves.sort();
        moves
    }
}

fn check_by_the_book(position: &Xiangqi) {
    let text = position.text(Notation::Native);
    let board = by_the_book::read(text.split(' ').next().unwrap());
    let red = position.side_to_move() == Side::First;
    let mut ours: Vec<String> =
        legal_moves(position).iter().map(|&m| Xiangqi::move_text(m, Notation::Native)).collect();
    ours.sort();
    assert_eq!(ours, by_the_book::moves(&board, red), "{text}");
    assert_eq!(position.in_check(), by_the_book::exposed(&board, red), "{text}");
}

#[test]
fn moves_and_checks_are_those_of_the_book() {
    random_games(GAMES, |position, _| check_by_the_book(position));
}

/// Pieces thrown on the board, most of them on the generals' lines: screens, pins and double checks that
/// games seldom show.
#[test]
fn moves_of_thrown_positions_are_those_of_the_book() {
    let mut random = SmallRng::seed_from_u64(1);
    let (mut read, mut in_check) = (0, 0);
    for _ in 0..60_000 {
        let mut board = [['.'; 9]; 10];
        let king = [random.random_range(7..10), random.random_range(3..6)];
        for letter in "ppRRNNCCBAPPrrnnccba".chars() {
            let row = if random.random_ratio(1, 3) { king[0] } else { random.random_range(0..10) };
            let column = if random.random_ratio(1, 3) { king[1] } else { random.random_range(0..9) };
            if random.random_ratio(2, 3) {
                board[row][column] = letter;
            }
        }
        board[random.random_range(0..3)][random.random_range(3..6)] = 'k';
        board[king[0]][king[1]] = 'K';
        let rows: Vec<String> =
            board.iter().map(|row| row.iter().collect::<String>().replace('.', "1")).collect();
        // Most are no positions; those where red is not to move and in check, for one.
        if let Ok(position) = Xiangqi::parse(&format!("{} w", rows.join("/")), &Rules::default()) {
            read += 1;
            in_check += position.in_check() as usize;
            check_by_the_book(&position);
            check_stages(&position);
        }
    }
    assert!(read > 1000 && in_check > 500, "{read} positions, {in_check} in check");
}

fn check_stages(position: &Xiangqi) {
    let all = list(position, Stage::All);
    let (tactical, quiet) = (list(position, Stage::Tactical), list(position, Stage::Quiet));
    assert_eq!(position.count_moves(), all.len());
    assert!(tactical.iter().all(|&m| position.is_tactical(m) && position.captured_kind(m).is_some()));
    assert!(quiet.iter().all(|&m| !position.is_tactical(m)));
    let mut both = [tactical, quiet].concat();
    both.sort();
    assert_eq!(both, all);
    both.dedup();
    assert_eq!(both.len(), all.len());
}

#[test]
fn stages_split_the_moves_and_counting_agrees() {
    random_games(GAMES, |position, _| check_stages(position));
}

#[test]
fn playing_and_taking_back_restores_everything() {
    random_games(GAMES, |position, random| {
        if random.random_ratio(7, 8) {
            return;
        }
        // The debug text holds every field: board, sets, keys, sums, checkers, the whole stack.
        let before = format!("{position:?}");
        for m in legal_moves(position) {
            position.do_move(m);
            let fresh = parsed(position);
            assert_eq!(position.key(), fresh.key());
            assert_eq!(position.checkers(), fresh.checkers());
            assert_eq!(position.evaluate(), fresh.evaluate());
            assert_eq!(position.game_ply(), fresh.game_ply());
            assert_eq!(position.text(Notation::Native), fresh.text(Notation::Native));
            position.undo_move();
        }
        if !position.in_check() {
            let key = position.key();
            position.do_null();
            assert_ne!(position.key(), key);
            assert_eq!(position.key(), parsed(position).key());
            position.undo_null();
        }
        assert_eq!(format!("{position:?}"), before);
    });
}

#[test]
fn any_sixteen_bits_are_legal_exactly_if_listed() {
    random_games(30, |position, random| {
        if random.random_ratio(1, 40) || position.in_check() && random.random_ratio(1, 4) {
            let moves = list(position, Stage::All);
            for bits in 0..=u16::MAX {
                let m = Move::from_bits(bits);
                assert_eq!(position.is_legal(m), moves.binary_search(&m).is_ok(), "{bits:#x} in {position}");
                position.is_tactical(m);
                position.captured_kind(m);
            }
        }
    });
}

#[test]
fn moves_are_written_and_read_in_both_notations() {
    random_games(40, |position, _| {
        for m in legal_moves(position) {
            for notation in [Notation::Native, Notation::Fairy] {
                let text = Xiangqi::move_text(m, notation);
                assert_eq!(position.parse_move(&text, notation), Ok(m));
                assert_eq!(position.parse_move(&text.to_uppercase(), notation), Ok(m));
            }
        }
    });
}

/// The cheapest attacker is the cheapest kind that can capture on the point once the board holds exactly
/// the pieces of `occupied` and an enemy on the target.
#[test]
fn least_attacker_sees_screens_and_legs() {
    random_games(60, |position, random| {
        let gone = Bitboard(random.random::<u128>() & random.random::<u128>());
        let target = Square(random.random_range(0..90));
        let occupied = position.occupied().without(gone) | target.bit();
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

fn start_text() -> String {
    Xiangqi::start(&Rules::default()).text(Notation::Native)
}

proptest! {
    #[test]
    fn garbage_is_refused_politely(text in "\\PC{0,80}") {
        if let Err(error) = Xiangqi::parse(&text, &Rules::default()) {
            prop_assert!(!error.to_string().is_empty());
        }
        let start = Xiangqi::start(&Rules::default());
        for notation in [Notation::Native, Notation::Fairy] {
            prop_assert!(start.parse_move(&text, notation).is_err());
        }
    }

    #[test]
    fn a_damaged_position_is_refused_or_read(
        at in 0usize..70,
        letter in "[a-zA-Z0-9/ é\u{1F600}-]",
        delete in any::<bool>(),
    ) {
        let mut letters: Vec<char> = start_text().chars().collect();
        let at = at.min(letters.len() - 1);
        letters.splice(at..at + delete as usize, letter.chars());
        let text: String = letters.into_iter().collect();
        if let Ok(position) = Xiangqi::parse(&text, &Rules::default()) {
            let written = position.text(Notation::Native);
            let again = Xiangqi::parse(&written, &Rules::default()).unwrap();
            prop_assert_eq!(again.text(Notation::Native), written);
            prop_assert_eq!(again.count_moves(), legal_moves(&again).len());
        }
    }
}

#[test]
#[ignore = "prints positions of random games and their moves, for scripts/crosscheck_xiangqi.py"]
fn list_positions() {
    random_games(20, |position, random| {
        if random.random_ratio(1, 8) {
            let moves: Vec<String> =
                legal_moves(position).iter().map(|&m| Xiangqi::move_text(m, Notation::Fairy)).collect();
            println!("list\t{}\t{}", position.text(Notation::Fairy), moves.join(" "));
        }
    });
}
