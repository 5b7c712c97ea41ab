//! What comes before the moves: `KEY：VALUE`, boards of characters, hands, whose turn it is.

use crate::core::{Side, Square};
use crate::engine::Setup;
use crate::game::excerpt;

use super::super::shogi::{Board, Man, NAMES, board, handicap, kind_of_char, number_text};
use super::super::{Problem, header};

/// Headers of both formats and JKF, and their names in the model. Of two words for one name the first is written.
const WORDS: [(&str, &str); 9] = [
    ("先手", header::FIRST),
    ("後手", header::SECOND),
    ("下手", header::FIRST),
    ("上手", header::SECOND),
    ("棋戦", header::EVENT),
    ("場所", header::SITE),
    ("開始日時", header::STARTED),
    ("終了日時", header::ENDED),
    ("持ち時間", header::TIME_LIMIT),
];
const OPENING: (&str, &str) = ("戦型", header::OPENING);

/// The model's name of a header.
pub fn name_of(word: &str) -> &str {
    let mut words = WORDS.iter().chain(std::iter::once(&OPENING));
    words.find(|(known, _)| *known == word).map_or(word, |(_, name)| name)
}

/// The word for a header's name. Where pieces are given the players are called otherwise.
pub fn word_of(name: &str, is_handicap: bool) -> &str {
    match (name, is_handicap) {
        (header::FIRST, true) => "下手",
        (header::SECOND, true) => "上手",
        _ => {
            let mut words = WORDS.iter().chain(std::iter::once(&OPENING));
            words.find(|(_, known)| *known == name).map_or(name, |(word, _)| word)
        }
    }
}

/// What the lines before the moves have told so far.
#[derive(Default)]
pub struct Head {
    pub headers: Vec<(String, String)>,
    pub comments: Vec<String>,
    start: Option<Setup>,
    board: Option<Board>,
    /// Rows of the board read.
    rows: usize,
    turn: Option<Side>,
    ply: Option<u32>,
    hands: Vec<(usize, Side, String)>,
}

impl Head {
    /// Takes a line in, if it is one of these.
    pub fn read(&mut self, number: usize, line: &str, problems: &mut Vec<Problem>) -> bool {
        let text = line.trim();
        if let Some(row) = text.strip_prefix('|') {
            self.read_row(number, row, problems);
        } else if text.starts_with("+-") || is_files(text) {
            self.board.get_or_insert_with(Board::empty);
        } else if let Some(side) = turn_of(text) {
            self.turn = Some(side);
        } else if let Some(rest) = text.strip_prefix("手数＝").or_else(|| text.strip_prefix("手数=")) {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            self.ply = rest[..end].parse().ok().filter(|&ply| ply <= 100_000);
        } else if let Some((key, value)) = text.split_once('：').or_else(|| text.split_once(':')) {
            self.read_header(number, key.trim(), value.trim(), problems);
        } else {
            return false;
        }
        true
    }

    fn read_header(&mut self, number: usize, key: &str, value: &str, problems: &mut Vec<Problem>) {
        match key {
            "手合割" => match handicap::of_kif(value.trim_matches(char::is_whitespace)) {
                Some(start) => self.start = Some(start),
                None if value.starts_with("その他") || value.starts_with("詰将棋") => {}
                None => {
                    let reason = "no known handicap; the board is taken, or the usual start";
                    problems.push(Problem::new(number, value, reason));
                }
            },
            "先手の持駒" | "下手の持駒" | "先手の持ち駒" | "下手の持ち駒" => {
                self.hands.push((number, Side::First, value.to_string()));
            }
            "後手の持駒" | "上手の持駒" | "後手の持ち駒" | "上手の持ち駒" => {
                self.hands.push((number, Side::Second, value.to_string()));
            }
            _ => {
                let name = name_of(key);
                match self.headers.iter_mut().find(|(known, _)| known == name) {
                    Some((_, old)) => *old = value.to_string(),
                    None => self.headers.push((name.to_string(), value.to_string())),
                }
            }
        }
    }

    /// `v香v桂v銀 ・ …|一`
    fn read_row(&mut self, number: usize, text: &str, problems: &mut Vec<Problem>) {
        let row = self.rows;
        self.rows += 1;
        let board = self.board.get_or_insert_with(Board::empty);
        if row >= 9 {
            problems.push(Problem::new(number, text, "a board has nine rows"));
            return;
        }
        let cells = text.split('|').next().unwrap_or("");
        let (mut column, mut side) = (0, Side::First);
        for c in cells.chars() {
            match c {
                'v' | 'V' | 'ｖ' => side = Side::Second,
                '^' => side = Side::First,
                c if c.is_whitespace() => {}
                c => {
                    let kind = kind_of_char(c);
                    if column < 9 {
                        board.put(Square::at(row, column), kind.map(|kind| Man { side, kind }));
                    }
                    if kind.is_none() && !['・', '.', '･', '＊', '*'].contains(&c) {
                        problems.push(Problem::new(
                            number,
                            text,
                            format!("'{}' is no piece", excerpt(&c.to_string())),
                        ));
                    }
                    (column, side) = (column + 1, Side::First);
                }
            }
        }
        if column != 9 {
            problems.push(Problem::new(number, text, format!("the row has {column} squares, not 9")));
        }
    }

    /// The start that all this tells.
    pub fn start(&mut self, problems: &mut Vec<Problem>) -> Setup {
        let start = self.start.take().unwrap_or(Setup::Start);
        let Some(mut board) = self.board.take().filter(|_| self.rows > 0) else {
            return start;
        };
        let mut rest = None;
        for (number, side, text) in std::mem::take(&mut self.hands) {
            if text.starts_with("残り") {
                rest = Some(side);
            } else if let Err(reason) = board.read_hand(side, &text) {
                problems.push(Problem::new(number, &text, reason));
            }
        }
        if let Some(side) = rest {
            board.hands[side.index()] = board.missing();
        }
        // A handicap with a board is played from the board, by whom the handicap says.
        let handicap_turn = if matches!(start, Setup::Text(_)) { Side::Second } else { Side::First };
        let turn_by_ply = self.ply.map(|ply| Side::BOTH[(ply % 2) as usize]);
        board.turn = self.turn.or(turn_by_ply.filter(|_| start == Setup::Start)).unwrap_or(handicap_turn);
        board.ply = self.ply.unwrap_or(0);
        Setup::Text(board.sfen())
    }
}

/// `９ ８ ７ ６ ５ ４ ３ ２ １`
fn is_files(text: &str) -> bool {
    text.starts_with(['９', '9']) && text.split_whitespace().count() == 9
}

fn turn_of(text: &str) -> Option<Side> {
    match text {
        "先手番" | "下手番" | "手番：先手" | "手番：下手" => Some(Side::First),
        "後手番" | "上手番" | "手番：後手" | "手番：上手" => Some(Side::Second),
        _ => None,
    }
}

/// The lines of a start that has no name.
pub fn write_board(board: &board::Board) -> Vec<String> {
    let mut lines = vec![format!("後手の持駒：{}", board.hand_text(Side::Second))];
    lines.push("  ９ ８ ７ ６ ５ ４ ３ ２ １".to_string());
    lines.push("+---------------------------+".to_string());
    for row in 0..9 {
        let cell = |column| match board.at(Square::at(row, column)) {
            None => " ・".to_string(),
            Some(Man { side: Side::First, kind }) => format!(" {}", NAMES[kind].short),
            Some(Man { side: Side::Second, kind }) => format!("v{}", NAMES[kind].short),
        };
        let cells: String = (0..9).map(cell).collect();
        lines.push(format!("|{cells}|{}", number_text(row as u32 + 1)));
    }
    lines.push("+---------------------------+".to_string());
    lines.push(format!("先手の持駒：{}", board.hand_text(Side::First)));
    if board.ply > 0 {
        lines.push(format!("手数＝{}", board.ply));
    }
    lines.push(if board.turn == Side::First { "先手番" } else { "後手番" }.to_string());
    lines
}
