//! Janggi's moves and attackers against a slow second implementation, written from the rule page alone on a plain
//! board of letters; and the symmetry of the evaluation.

use proptest::prelude::*;
use ryuma::core::zobrist::mix;
use ryuma::core::{Bitboard, Square};
use ryuma::game::{Game, Notation, Position, legal_moves};
use ryuma::games::janggi::{Janggi, JanggiRules, kind};

mod by_the_page {
    /// Row and column; row 0 is Han's back row.
    pub type Point = (i32, i32);

    /// A board of FEN letters, dots for empty points.
    #[derive(Clone)]
    pub struct Page(pub [[char; 9]; 10]);

    const STRAIGHT: [Point; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    const OBLIQUE: [Point; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

    pub fn points() -> impl Iterator<Item = Point> {
        (0..10).flat_map(|row| (0..9).map(move |column| (row, column)))
    }

    fn plus(a: Point, b: Point) -> Point {
        (a.0 + b.0, a.1 + b.1)
    }

    fn in_palace(point: Point, han: bool) -> bool {
        let rows = if han { 0..=2 } else { 7..=9 };
        rows.contains(&point.0) && (3..=5).contains(&point.1)
    }

    /// One step along a drawn diagonal of a palace: one of its ends is the centre.
    fn drawn_diagonal(from: Point, to: Point) -> bool {
        let same_palace = [true, false].iter().any(|&han| in_palace(from, han) && in_palace(to, han));
        same_palace && [from, to].iter().any(|p| [(1, 4), (8, 4)].contains(p))
    }

    impl Page {
        pub fn read(fen: &str) -> (Page, bool) {
            let mut fields = fen.split(' ');
            let mut page = Page([['.'; 9]; 10]);
            for (row, text) in fields.next().unwrap().split('/').enumerate() {
                let mut column = 0;
                for letter in text.chars() {
                    match letter.to_digit(10) {
                        Some(gap) => column += gap as usize,
                        None => {
                            page.0[row][column] = letter;
                            column += 1;
                        }
                    }
                }
            }
            (page, fields.next() == Some("b"))
        }

        pub fn at(&self, (row, column): Point) -> Option<char> {
            self.0.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
        }

        fn empty(&self, point: Point) -> bool {
            self.at(point) == Some('.')
        }

        /// The steps that lines allow from a point: straight, or along a drawn diagonal.
        fn line_steps(&self, from: Point) -> Vec<Vec<Point>> {
            let mut rays = Vec::new();
            for step in STRAIGHT.into_iter().chain(OBLIQUE) {
                let mut ray = Vec::new();
                let mut here = from;
                loop {
                    let next = plus(here, step);
                    let oblique = step.0 != 0 && step.1 != 0;
                    if self.at(next).is_none() || oblique && !drawn_diagonal(here, next) {
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
        pub fn reach(&self, from: Point) -> Vec<Point> {
            let piece = self.at(from).unwrap();
            let han = piece.is_ascii_lowercase();
            let mut reach = Vec::new();
            match piece.to_ascii_uppercase() {
                'K' | 'A' => {
                    for ray in self.line_steps(from) {
                        reach.extend(ray.first().filter(|&&to| in_palace(to, han)));
                    }
                }
                'R' => {
                    for ray in self.line_steps(from) {
                        for to in ray {
                            reach.push(to);
                            if !self.empty(to) {
                                break;
                            }
                        }
                    }
                }
                'C' => {
                    let cannon = |point| matches!(self.at(point), Some('C' | 'c'));
                    for ray in self.line_steps(from) {
                        let mut jumped = false;
                        for to in ray {
                            if jumped {
                                if !cannon(to) {
                                    reach.push(to);
                                }
                                if !self.empty(to) {
                                    break;
                                }
                            } else if !self.empty(to) {
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
                            if self.at(to).is_some() && way.iter().all(|&point| self.empty(point)) {
                                reach.push(to);
                            }
                        }
                    }
                }
                _ => {
                    let ahead = if han { 1 } else { -1 };
                    reach.extend([(ahead, 0), (0, -1), (0, 1)].map(|step| plus(from, step)));
                    for aside in [-1, 1] {
                        let to = plus(from, (ahead, aside));
                        if in_palace(to, !han) && drawn_diagonal(from, to) {
                            reach.push(to);
                        }
                    }
                    reach.retain(|&to| self.at(to).is_some());
                }
            }
            reach
        }

        pub fn general(&self, han: bool) -> Point {
            let letter = if han { 'k' } else { 'K' };
            points().find(|&point| self.at(point) == Some(letter)).unwrap()
        }

        pub fn of(&self, han: bool) -> impl Iterator<Item = Point> {
            points().filter(move |&point| {
                let piece = self.at(point).unwrap();
                piece != '.' && piece.is_ascii_lowercase() == han
            })
        }

        fn attacked(&self, han: bool) -> bool {
            self.of(!han).any(|from| self.reach(from).contains(&self.general(han)))
        }

        fn facing(&self) -> bool {
            let (cho, han) = (self.general(false), self.general(true));
            cho.1 == han.1 && (han.0 + 1..cho.0).all(|row| self.empty((row, cho.1)))
        }

        /// The legal moves as ICCS texts, sorted. `forced`: Fairy's rule of facing generals.
        pub fn moves(&self, han: bool, forced: bool) -> Vec<String> {
            let forced = forced && self.facing();
            let mut moves = Vec::new();
            for from in self.of(han) {
                for to in self.reach(from) {
                    let target = self.at(to).unwrap();
                    if target != '.' && target.is_ascii_lowercase() == han {
                        continue;
                    }
                    let mut next = self.clone();
                    next.0[to.0 as usize][to.1 as usize] = self.at(from).unwrap();
                    next.0[from.0 as usize][from.1 as usize] = '.';
                    if !(next.attacked(han) || forced && next.facing()) {
                        moves.push(name(from) + &name(to));
                    }
                }
            }
            if forced || !self.attacked(han) {
                moves.push(name(self.general(han)).repeat(2));
            }
            moves.sort();
            moves
        }
    }

    fn name((row, column): Point) -> String {
        format!("{}{}", (b'a' + column as u8) as char, 9 - row)
    }
}

use by_the_page::Page;

fn under(style: &str) -> JanggiRules {
    let mut rules = JanggiRules::default();
    Janggi::set_rule(&mut rules, "JanggiRules", style).expect(style);
    rules
}

fn sorted_moves(position: &Janggi) -> Vec<String> {
    let mut moves: Vec<String> =
        legal_moves(position).iter().map(|&m| Janggi::move_text(m, Notation::Native)).collect();
    moves.sort();
    moves
}

/// Random games, shown position by position; they start with any set-up and like captures.
fn random_games(count: u64, rules: &JanggiRules, mut visit: impl FnMut(&Janggi, u64)) {
    const SETUPS: [&str; 4] = ["HEEH", "EHEH", "HEHE", "EHHE"];
    for game in 0..count {
        let mut rules = *rules;
        Janggi::set_rule(&mut rules, "HanSetup", SETUPS[game as usize % 4]).unwrap();
        Janggi::set_rule(&mut rules, "ChoSetup", SETUPS[game as usize / 4 % 4]).unwrap();
        let mut position = Janggi::start(&rules);
        let mut seed = mix(game);
        for _ in 0..150 {
            visit(&position, seed);
            let moves = legal_moves(&position);
            if moves.is_empty() || position.verdict().is_some() {
                break;
            }
            seed = mix(seed);
            let captures: Vec<_> = moves.iter().copied().filter(|&m| position.is_tactical(m)).collect();
            let choice = if seed >> 60 < 5 && !captures.is_empty() { &captures } else { &moves[..] };
            position.do_move(choice[(seed % choice.len() as u64) as usize]);
        }
    }
}

#[test]
fn moves_are_those_of_the_page() {
    for (style, forced) in [("Site", false), ("Fairy", true)] {
        random_games(120, &under(style), |position, _| {
            if position.count_moves() > 0 {
                let (page, han) = Page::read(&position.text(Notation::Native));
                assert_eq!(sorted_moves(position), page.moves(han, forced), "{style}\n{position}");
            }
        });
    }
}

/// The cheapest kind that reaches a square, found by asking every piece on the page.
fn cheapest_by_the_page(page: &Page, target: by_the_page::Point, han: bool) -> Option<usize> {
    let kinds = ['P', 'A', 'B', 'N', 'C', 'R', 'K'];
    page.of(han)
        .filter(|&from| from != target && page.reach(from).contains(&target))
        .filter_map(|from| {
            kinds.iter().position(|&k| Some(k) == page.at(from).map(|c| c.to_ascii_uppercase()))
        })
        .min()
}

#[test]
fn least_attackers_are_those_of_the_page() {
    random_games(60, &under("Site"), |position, seed| {
        // A part of the pieces is gone, something stands on the target: as deep in an exchange.
        let kept = Bitboard(u128::from(mix(seed)) << 64 | u128::from(mix(!seed)));
        let target = Square((mix(seed ^ 1) % 90) as u8);
        let occupant = (mix(seed ^ 2) % 6) as usize;
        let occupied = position.occupied() & (kept | Bitboard(u128::from(mix(seed ^ 3)))) | target.bit();
        let (mut page, _) = Page::read(&position.text(Notation::Native));
        for (row, column) in by_the_page::points() {
            if !occupied.contains(Square::at(row as usize, column as usize)) {
                page.0[row as usize][column as usize] = '.';
            }
        }
        for (side, han) in [(ryuma::core::Side::First, false), (ryuma::core::Side::Second, true)] {
            let mut page = page.clone();
            let letter = ['p', 'a', 'b', 'n', 'c', 'r'][occupant];
            page.0[target.row()][target.column()] = if han { letter.to_ascii_uppercase() } else { letter };
            let expected = cheapest_by_the_page(&page, (target.row() as i32, target.column() as i32), han);
            let found = position.least_attacker(target, side, occupied, occupant);
            assert_eq!(found.map(|(_, kind)| kind), expected, "{occupied:?}{target:?} {han}\n{position}");
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
    random_games(40, &rules, |position, _| {
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
        han in any::<bool>(),
        forced in any::<bool>(),
    ) {
        let mut page = Page([['.'; 9]; 10]);
        for (square, piece) in pieces {
            page.0[square / 9][square % 9] = piece as char;
        }
        page.0[generals.0 / 3][3 + generals.0 % 3] = 'k';
        page.0[7 + generals.1 / 3][3 + generals.1 % 3] = 'K';
        let rows: Vec<String> = page.0.iter().map(|r| r.iter().collect::<String>().replace('.', "1")).collect();
        let fen = format!("{} {}", rows.join("/"), if han { 'b' } else { 'w' });
        if let Ok(position) = Janggi::parse(&fen, &under(if forced { "Fairy" } else { "Site" })) {
            prop_assert_eq!(sorted_moves(&position), page.moves(han, forced), "{}", position);
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
