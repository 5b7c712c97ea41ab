//! A plain board of ten rows and nine columns, for the slow readings of the rule pages of xiangqi and janggi.

/// Row and column; row 0 is the second side's back row.
pub type Point = (i32, i32);

/// FEN letters, dots for empty points.
#[derive(Clone)]
pub struct Page(pub [[char; 9]; 10]);

pub const STRAIGHT: [Point; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
pub const OBLIQUE: [Point; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

pub fn points() -> impl Iterator<Item = Point> {
    (0..10).flat_map(|row| (0..9).map(move |column| (row, column)))
}

pub fn plus(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

/// Inside the palace of the first side, at the bottom, or of the second.
pub fn in_palace(point: Point, first: bool) -> bool {
    let rows = if first { 7..=9 } else { 0..=2 };
    rows.contains(&point.0) && (3..=5).contains(&point.1)
}

impl Page {
    pub fn new() -> Page {
        Page([['.'; 9]; 10])
    }

    /// The board of a FEN, and whether the first side is to move.
    pub fn read(fen: &str) -> (Page, bool) {
        let mut fields = fen.split(' ');
        let mut page = Page::new();
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
        (page, fields.next() == Some("w"))
    }

    /// The FEN of the board, with that side to move.
    pub fn text(&self, first: bool) -> String {
        let rows = self.0.map(|row| row.iter().collect::<String>().replace('.', "1"));
        format!("{} {}", rows.join("/"), if first { 'w' } else { 'b' })
    }

    pub fn at(&self, (row, column): Point) -> Option<char> {
        self.0.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    pub fn empty(&self, point: Point) -> bool {
        self.at(point) == Some('.')
    }

    /// Where the pieces of a side stand.
    pub fn of(&self, first: bool) -> impl Iterator<Item = Point> {
        points().filter(move |&point| {
            self.at(point).is_some_and(|piece| piece != '.' && piece.is_ascii_uppercase() == first)
        })
    }

    pub fn general(&self, first: bool) -> Point {
        let letter = if first { 'K' } else { 'k' };
        points().find(|&point| self.at(point) == Some(letter)).unwrap()
    }

    /// Whether the generals face each other with nothing between.
    pub fn facing(&self) -> bool {
        let (first, second) = (self.general(true), self.general(false));
        first.1 == second.1 && (second.0 + 1..first.0).all(|row| self.empty((row, first.1)))
    }

    /// The board after a move.
    pub fn after(&self, from: Point, to: Point) -> Page {
        let mut next = self.clone();
        next.0[to.0 as usize][to.1 as usize] = self.at(from).unwrap();
        next.0[from.0 as usize][from.1 as usize] = '.';
        next
    }
}

/// A move in ICCS.
pub fn move_name(from: Point, to: Point) -> String {
    let name = |(row, column): Point| format!("{}{}", (b'a' + column as u8) as char, 9 - row);
    name(from) + &name(to)
}
