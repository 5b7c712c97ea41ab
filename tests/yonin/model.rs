//! A slow reading of the rule page, square by square, to compare with. It knows nothing of history: repetitions and the
//! move limit are left to the cases.

use ryuma::games::yonin::{Format, Rules, Yonin};

use crate::common::Dice;
use crate::{RULES, rules};

type Point = (i32, i32);

/// Owner (4: nobody), facing, letter, promoted.
type Man = (usize, usize, char, bool);

const SEATS: [char; 4] = ['s', 'w', 'n', 'e'];
const HELD: [char; 4] = ['R', 'G', 'S', 'P'];

#[derive(Clone)]
struct Model {
    board: [[Option<Man>; 9]; 9],
    turn: usize,
    hands: [[u32; 4]; 4],
    status: [Option<(usize, usize)>; 4],
    credits: [Option<usize>; 4],
    ply: u32,
    mover: Option<usize>,
    rules: Rules,
}

fn points() -> impl Iterator<Item = Point> {
    (0..9).flat_map(|row| (0..9).map(move |column| (row, column)))
}

/// A step of South's turned to a facing: each seat further is a quarter turn clockwise.
fn turned((row, column): Point, facing: usize) -> Point {
    (0..facing).fold((row, column), |(row, column), _| (column, -row))
}

/// How deep in the camp of its own player a point is for a piece of this facing: 8 at home, 0 on the last line.
fn distance((row, column): Point, facing: usize) -> i32 {
    [row, 8 - column, 8 - row, column][facing]
}

fn name((row, column): Point) -> String {
    format!("{}{}", 9 - column, (i32::from(b'a') + row) as u8 as char)
}

impl Model {
    fn at(&self, (row, column): Point) -> Option<Man> {
        self.board[row as usize][column as usize]
    }

    fn alive(&self, seat: usize) -> bool {
        self.status[seat].is_none()
    }

    fn king(&self, seat: usize) -> Point {
        points().find(|&at| matches!(self.at(at), Some((_, facing, 'K', _)) if facing == seat)).unwrap()
    }

    fn reach(&self, from: Point) -> Vec<Point> {
        let Some((_, facing, letter, promoted)) = self.at(from) else { return Vec::new() };
        let gold: &[Point] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)];
        let king: &[Point] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        let steps: &[Point] = match (letter, promoted) {
            ('K', _) | ('R', true) => king,
            ('G', _) | (_, true) => gold,
            ('S', _) => &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 1)],
            ('P', _) => &[(-1, 0)],
            _ => &[],
        };
        let on = |(row, column): Point| (0..9).contains(&row) && (0..9).contains(&column);
        let plus = |step: Point, times: i32| (from.0 + step.0 * times, from.1 + step.1 * times);
        let mut found: Vec<Point> =
            steps.iter().map(|&step| plus(turned(step, facing), 1)).filter(|&at| on(at)).collect();
        if letter == 'R' {
            for step in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                for times in 1..9 {
                    let at = plus(step, times);
                    if !on(at) {
                        break;
                    }
                    found.push(at);
                    if self.at(at).is_some() {
                        break;
                    }
                }
            }
        }
        found.sort();
        found.dedup(); // a dragon steps where it slides
        found
    }

    /// The pieces that attack a living player's king.
    fn attackers(&self, seat: usize) -> Vec<Point> {
        let king = self.king(seat);
        let foe = |&at: &Point| matches!(self.at(at), Some((owner, ..)) if owner < 4 && owner != seat);
        points().filter(foe).filter(|&from| self.reach(from).contains(&king)).collect()
    }

    /// The board after a move in text, nobody mated yet.
    fn moved(&self, text: &str) -> Model {
        let mut next = self.clone();
        let letters: Vec<char> = text.chars().collect();
        let point =
            |i: usize| ((letters[i + 1] as u8 - b'a') as i32, 9 - letters[i].to_digit(10).unwrap() as i32);
        let to = point(2);
        let cell = |(row, column): Point| (row as usize, column as usize);
        let (row, column) = cell(to);
        if letters[1] == '*' {
            let kind = HELD.iter().position(|&kind| kind == letters[0]).unwrap();
            next.hands[self.turn][kind] -= 1;
            next.board[row][column] = Some((self.turn, self.turn, letters[0], false));
        } else {
            if let Some((_, _, letter, _)) = self.at(to) {
                let kind = HELD.iter().position(|&kind| kind == letter).unwrap();
                next.hands[self.turn][kind] += 1;
            }
            let (owner, facing, letter, promoted) = self.at(point(0)).unwrap();
            let (from_row, from_column) = cell(point(0));
            next.board[from_row][from_column] = None;
            next.board[row][column] = Some((owner, facing, letter, promoted || letters.len() == 5));
        }
        next
    }

    fn candidates(&self) -> Vec<String> {
        let mut found = Vec::new();
        for from in points() {
            let Some((owner, facing, letter, promoted)) = self.at(from) else { continue };
            if owner != self.turn {
                continue;
            }
            for to in self.reach(from) {
                if matches!(self.at(to), Some((owner, _, letter, _)) if owner == self.turn || letter == 'K') {
                    continue;
                }
                let text = name(from) + &name(to);
                let zone = distance(from, facing).min(distance(to, facing)) < 3;
                let promotes = zone && !promoted && "RSP".contains(letter);
                if promotes {
                    found.push(format!("{text}+"));
                }
                if !(promotes && letter == 'P' && distance(to, facing) == 0) {
                    found.push(text);
                }
            }
        }
        for (kind, letter) in HELD.into_iter().enumerate() {
            for to in points() {
                if self.hands[self.turn][kind] > 0
                    && self.at(to).is_none()
                    && (letter != 'P' || self.pawn_may(to))
                {
                    found.push(format!("{letter}*{}", name(to)));
                }
            }
        }
        found
    }

    /// The rules of pawn drops, mate apart.
    fn pawn_may(&self, to: Point) -> bool {
        let us = self.turn;
        let same_line =
            |(row, column): Point| if us.is_multiple_of(2) { column == to.1 } else { row == to.0 };
        let doubled = points().any(|at| same_line(at) && self.at(at) == Some((us, us, 'P', false)));
        let step = turned((-1, 0), us);
        let before = (to.0 + step.0, to.1 + step.1);
        let last = distance(to, us) == 0;
        !doubled && !last && !matches!(self.at(before), Some((4, _, 'K', _)))
    }

    /// The legal moves; `drops` says whether pawn drops are asked whether they mate.
    fn legal(&self) -> Vec<String> {
        let us = self.turn;
        let mut found: Vec<String> =
            self.candidates().into_iter().filter(|text| self.allowed(text)).collect();
        found.retain(|text| {
            let victim = (0..4).find(|&seat| {
                let step = turned((-1, 0), us);
                text.starts_with("P*") && self.alive(seat) && seat != us && {
                    let king = self.king(seat);
                    *text == format!("P*{}", name((king.0 - step.0, king.1 - step.1)))
                }
            });
            victim.is_none_or(|seat| {
                let mut next = self.moved(text);
                next.turn = seat;
                next.candidates().iter().any(|answer| next.allowed(answer))
            })
        });
        found.sort();
        found
    }

    fn allowed(&self, text: &str) -> bool {
        let us = self.turn;
        let next = self.moved(text);
        let partner = (us + 2) % 4;
        let pairs = self.rules.format == Format::Pairs;
        next.attackers(us).is_empty() && (!pairs || added(self, &next, partner, text).is_empty())
    }

    fn play(&self, text: &str) -> Model {
        let us = self.turn;
        let mut next = self.moved(text);
        for seat in (0..4).filter(|&seat| self.alive(seat)) {
            if seat != us && !added(self, &next, seat, text).is_empty() {
                next.credits[seat] = Some(us);
            }
        }
        next.ply += 1;
        next.mover = Some(us);
        next.forget_credits();
        next.turn = next.after(us);
        while !next.over() && next.legal().is_empty() {
            let mated = next.turn;
            next.mate(mated);
            next.turn = next.after(mated);
        }
        next
    }

    fn forget_credits(&mut self) {
        for seat in 0..4 {
            if !self.alive(seat) || self.attackers(seat).is_empty() {
                self.credits[seat] = None;
            }
        }
    }

    fn after(&self, from: usize) -> usize {
        let living = || (1..4).map(|more| (from + more) % 4).filter(|&seat| self.alive(seat));
        living().find(|&seat| !self.attackers(seat).is_empty()).or_else(|| living().next()).unwrap()
    }

    fn over(&self) -> bool {
        let mated = self.status.iter().flatten().count();
        let enough = if self.rules.format == Format::Pairs {
            1
        } else if self.rules.to_the_last {
            3
        } else {
            2
        };
        mated >= enough
    }

    fn mate(&mut self, mated: usize) {
        let mut heir = self.credits[mated].or(self.mover).unwrap();
        while let Some((next, _)) = self.status[heir] {
            heir = next;
        }
        if heir == mated {
            heir = (1..4).map(|more| (mated + 4 - more) % 4).find(|&seat| self.alive(seat)).unwrap();
        }
        self.status[mated] = Some((heir, self.status.iter().flatten().count() + 1));
        for cell in self.board.iter_mut().flatten() {
            if let Some((owner, _, letter, _)) = cell.as_mut().filter(|man| man.0 == mated) {
                *owner = if *letter == 'K' || self.rules.pieces_stay { 4 } else { heir };
            }
        }
        for kind in 0..4 {
            self.hands[heir][kind] += std::mem::take(&mut self.hands[mated][kind]);
        }
        for credit in &mut self.credits {
            if *credit == Some(mated) {
                *credit = Some(heir);
            }
        }
        self.forget_credits();
    }

    fn text(&self) -> String {
        let rows = self.board.map(|row| {
            let mut cells = Vec::new();
            let mut gap = 0;
            for man in row.into_iter().chain([Some((9, 9, 'X', false))]) {
                match man {
                    None => gap += 1,
                    Some((owner, facing, letter, promoted)) => {
                        if gap > 0 {
                            cells.push(gap.to_string());
                            gap = 0;
                        }
                        if owner == 9 {
                            break;
                        }
                        let whose = SEATS.get(owner).copied().unwrap_or('x');
                        let facing = if owner == facing { String::new() } else { SEATS[facing].to_string() };
                        cells.push(format!("{whose}{facing}{}{letter}", if promoted { "+" } else { "" }));
                    }
                }
            }
            cells.join(",")
        });
        let hands = self.hands.map(|hand| {
            let text: String = hand
                .iter()
                .zip(HELD)
                .filter(|&(&count, _)| count > 0)
                .map(
                    |(&count, letter)| {
                        if count == 1 { letter.to_string() } else { format!("{count}{letter}") }
                    },
                )
                .collect();
            if text.is_empty() { "-".to_string() } else { text }
        });
        let status = self.status.map(|status| {
            status.map_or("-".to_string(), |(creditor, order)| format!("{}{order}", SEATS[creditor]))
        });
        let checks: Vec<String> = (0..4)
            .filter_map(|seat| {
                self.credits[seat].map(|creditor| format!("{}:{}", SEATS[seat], SEATS[creditor]))
            })
            .collect();
        let checks = if checks.is_empty() { "-".to_string() } else { checks.join(",") };
        let turn = SEATS[self.turn];
        format!(
            "{} {turn} {} {} {checks} {}",
            rows.join("/"),
            hands.join("/"),
            status.join("/"),
            self.ply + 1
        )
    }

    /// The start position, set up from the picture.
    fn start(rules: Rules) -> Model {
        let mut board = [[None; 9]; 9];
        // South's men: file from the left, rank from the top.
        let men = [('S', 8, 2), ('G', 8, 3), ('K', 8, 4), ('G', 8, 5), ('S', 8, 6), ('R', 7, 4)];
        let pawns = [('P', 7, 3), ('P', 7, 5), ('P', 6, 4)];
        for (letter, row, column) in men.into_iter().chain(pawns) {
            for seat in 0..4 {
                let (row, column) = turned((row - 4, column - 4), seat);
                board[(row + 4) as usize][(column + 4) as usize] = Some((seat, seat, letter, false));
            }
        }
        Model {
            board,
            turn: 0,
            hands: [[0; 4]; 4],
            status: [None; 4],
            credits: [None; 4],
            ply: 0,
            mover: None,
            rules,
        }
    }
}

/// The attackers of a king that a move added, the piece that moved always among them.
fn added(before: &Model, after: &Model, seat: usize, text: &str) -> Vec<Point> {
    if !before.alive(seat) {
        return Vec::new();
    }
    let old = before.attackers(seat);
    let mut new = after.attackers(seat);
    new.retain(|&at| !old.contains(&at) || name(at) == text[2..4]);
    new
}

/// Random games, in which captures are likely, agree in every position.
#[test]
fn random_games_agree_with_the_slow_model() {
    let mut dice = Dice(5);
    let mut ended = 0;
    for game in 0..24 {
        let rules = rules(RULES[game % RULES.len()]);
        let mut position = Yonin::start(&rules);
        let mut model = Model::start(rules);
        for _ in 0..300 {
            assert_eq!(position.text(), model.text());
            assert_eq!(position.ending().is_some(), model.over());
            if model.over() {
                ended += 1;
                break;
            }
            let mut moves: Vec<String> =
                position.legal_moves().iter().map(|&m| Yonin::move_text(m)).collect();
            moves.sort();
            assert_eq!(moves, model.legal(), "{}", model.text());
            let text = &moves[dice.below(moves.len())];
            position.play(position.parse_move(text).unwrap());
            model = model.play(text);
        }
    }
    assert!(ended > 5, "{ended} games ended");
}
