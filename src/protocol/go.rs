//! The words of `go`, in any order, and the limits of a search that they stand for.
//!
//! A GUI waits for the answer to a `go`, so no word makes it fail: a bad one is told of and left out.

use crate::core::Side;
use crate::game::excerpt;
use crate::search::{Clock, Limits};

/// Times beyond this many milliseconds (115 days) are read as this, so that sums of them cannot overflow.
const MAX_TIME: u64 = 10_000_000_000;
/// The search of a `go` whose words are all bad, in milliseconds.
const DEFAULT_MOVE_TIME: u64 = 1000;

/// The deepest count of moves, in plies.
pub const MAX_PERFT_DEPTH: u32 = 100;

/// A word of `go` that a number follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    BlackTime,
    WhiteTime,
    BlackIncrement,
    WhiteIncrement,
    Byoyomi,
    MovesToGo,
    MoveTime,
    Depth,
    Nodes,
    Perft,
    Mate,
    /// UCCI: the clock of the side to move.
    Time,
    Increment,
    /// UCCI: the opponent's clock.
    OpponentTime,
    OpponentIncrement,
    OpponentMovesToGo,
}

const NUMBERS: [(&str, Number); 16] = [
    ("btime", Number::BlackTime),
    ("wtime", Number::WhiteTime),
    ("binc", Number::BlackIncrement),
    ("winc", Number::WhiteIncrement),
    ("byoyomi", Number::Byoyomi),
    ("movestogo", Number::MovesToGo),
    ("movetime", Number::MoveTime),
    ("depth", Number::Depth),
    ("nodes", Number::Nodes),
    ("perft", Number::Perft),
    ("mate", Number::Mate),
    ("time", Number::Time),
    ("increment", Number::Increment),
    ("opptime", Number::OpponentTime),
    ("oppincrement", Number::OpponentIncrement),
    ("oppmovestogo", Number::OpponentMovesToGo),
];

/// The words without a number.
const FLAGS: [&str; 4] = ["ponder", "infinite", "draw", "searchmoves"];

impl Number {
    fn of_word(word: &str) -> Option<Number> {
        NUMBERS.iter().find(|(name, _)| *name == word).map(|&(_, number)| number)
    }

    /// Clocks that have run out are written below zero by some GUIs; other numbers make no sense there.
    const fn may_be_negative(self) -> bool {
        !matches!(self, Number::Depth | Number::Nodes | Number::Perft | Number::Mate | Number::MovesToGo)
    }
}

/// What a `go` (or `ponderhit`) says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    pub ponder: bool,
    pub infinite: bool,
    /// UCCI: the opponent offers a draw.
    pub draw: bool,
    /// `mate infinite`, or `mate` with nothing after it.
    pub mate_infinite: bool,
    /// Only these moves, as texts.
    pub search_moves: Vec<String>,
    /// A message for each word that was left out.
    pub problems: Vec<String>,
    numbers: [Option<u64>; NUMBERS.len()],
}

/// How a protocol counts time.
#[derive(Clone, Copy, Debug)]
pub struct TimeWords {
    /// The side that the protocol calls black.
    pub black: Side,
    /// Milliseconds in the unit of UCCI's clock words.
    pub unit: u64,
    /// `mate` is followed by milliseconds (USI), not by moves (UCI).
    pub mate_is_time: bool,
}

impl Go {
    /// Reads the words after `go` or `ponderhit`.
    pub fn parse(words: &[&str]) -> Go {
        let mut go = Go::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let name = word.to_ascii_lowercase();
            match name.as_str() {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "draw" => go.draw = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|next| !is_keyword(next)) {
                        go.search_moves.push(text.to_string());
                    }
                }
                "mate" if words.next_if(|next| next.eq_ignore_ascii_case("infinite")).is_some() => {
                    go.mate_infinite = true;
                }
                "mate" if words.peek().is_none_or(|next| is_keyword(next)) => go.mate_infinite = true,
                _ => match Number::of_word(&name) {
                    Some(number) => match words.next_if(|next| !is_keyword(next)) {
                        Some(text) => go.read(&name, number, text),
                        None => go.problems.push(format!("go: '{name}' needs a number; left out")),
                    },
                    None => go.problems.push(format!("go: unknown word '{}'; left out", excerpt(word))),
                },
            }
        }
        go
    }

    fn read(&mut self, name: &str, number: Number, text: &str) {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if !is_number || (negative && !number.may_be_negative()) {
            self.problems.push(format!("go: bad number '{}' after '{name}'; left out", excerpt(text)));
            return;
        }
        // Only digits: what does not fit is larger than everything.
        let value = if negative { 0 } else { digits.parse().unwrap_or(u64::MAX) };
        self.numbers[number as usize] = Some(value);
    }

    /// The number after a word, if it was there.
    pub fn get(&self, number: Number) -> Option<u64> {
        self.numbers[number as usize]
    }

    fn small(&self, number: Number) -> Option<u32> {
        self.get(number).map(|value| u32::try_from(value).unwrap_or(u32::MAX))
    }

    fn milliseconds(&self, number: Number, unit: u64) -> Option<u64> {
        self.get(number).map(|value| value.saturating_mul(unit).min(MAX_TIME))
    }

    /// The depth of a `go perft`, in plies; nobody will see the end of a deeper one.
    pub fn perft(&self) -> Option<u32> {
        self.small(Number::Perft).map(|depth| depth.min(MAX_PERFT_DEPTH))
    }

    /// Whether the search is for a mate only.
    pub fn is_mate(&self) -> bool {
        self.mate_infinite || self.get(Number::Mate).is_some()
    }

    /// The larger of UCCI's clocks, in the unit of the GUI; 0 if there is none.
    pub fn largest_time(&self) -> u64 {
        self.get(Number::Time).max(self.get(Number::OpponentTime)).unwrap_or(0)
    }

    /// The clock of the side to move, if there is one.
    pub fn clock(&self, mover: Side, words: TimeWords) -> Option<Clock> {
        let [black, white] =
            [[Number::BlackTime, Number::BlackIncrement], [Number::WhiteTime, Number::WhiteIncrement]];
        let (own, other) = if mover == words.black { (black, white) } else { (white, black) };
        // A clock of the other side alone is taken for both: better than to think without end.
        let time = self
            .milliseconds(Number::Time, words.unit)
            .or_else(|| self.milliseconds(own[0], 1))
            .or_else(|| self.milliseconds(other[0], 1));
        let increment =
            self.milliseconds(Number::Increment, words.unit).or_else(|| self.milliseconds(own[1], 1));
        let byoyomi = self.milliseconds(Number::Byoyomi, 1);
        if time.is_none() && increment.is_none() && byoyomi.is_none() {
            return None;
        }
        Some(Clock {
            time: time.unwrap_or(0),
            increment: increment.unwrap_or(0),
            byoyomi: byoyomi.unwrap_or(0),
            moves_to_go: self.small(Number::MovesToGo).filter(|&moves| moves > 0),
        })
    }

    /// The limits that the words stand for.
    pub fn limits(&self, mover: Side, words: TimeWords) -> Limits {
        let mut limits = Limits {
            clock: self.clock(mover, words),
            move_time: self.milliseconds(Number::MoveTime, 1),
            depth: self.small(Number::Depth).map(|depth| depth.max(1)),
            nodes: self.get(Number::Nodes).map(|nodes| nodes.max(1)),
            infinite: self.infinite,
            ponder: self.ponder,
            mate: None,
        };
        if self.mate_infinite {
            limits.mate = Some(u32::MAX);
        } else if words.mate_is_time {
            if let Some(time) = self.milliseconds(Number::Mate, 1) {
                limits.mate = Some(u32::MAX);
                limits.move_time = Some(limits.move_time.map_or(time, |other| other.min(time)));
            }
        } else if let Some(moves) = self.small(Number::Mate) {
            // A mate in n moves takes 2n - 1 plies.
            limits.mate = Some(moves.max(1).saturating_mul(2).saturating_sub(1));
        }
        let is_endless = limits == Limits { ponder: limits.ponder, ..Limits::default() };
        if is_endless && !limits.ponder && !self.problems.is_empty() {
            limits.move_time = Some(DEFAULT_MOVE_TIME);
        }
        limits
    }
}

fn is_keyword(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    FLAGS.contains(&word.as_str()) || Number::of_word(&word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    const USI: TimeWords = TimeWords { black: Side::First, unit: 1, mate_is_time: true };
    const UCI: TimeWords = TimeWords { black: Side::Second, unit: 1, mate_is_time: false };
    const SECONDS: TimeWords = TimeWords { black: Side::Second, unit: 1000, mate_is_time: false };

    fn parse(text: &str) -> Go {
        Go::parse(&text.split_whitespace().collect::<Vec<_>>())
    }

    fn clock(time: u64, increment: u64, byoyomi: u64) -> Option<Clock> {
        Some(Clock { time, increment, byoyomi, moves_to_go: None })
    }

    #[test]
    fn clocks() {
        let both = parse("btime 1000 wtime 2000 byoyomi 30");
        assert_eq!(both.clock(Side::First, USI), clock(1000, 0, 30));
        assert_eq!(both.clock(Side::Second, USI), clock(2000, 0, 30));
        assert_eq!(both.clock(Side::First, UCI), clock(2000, 0, 30));
        assert_eq!(parse("winc 5 binc 6 wtime 7 btime 8").clock(Side::First, UCI), clock(7, 5, 0));
        assert_eq!(parse("btime -50 wtime -1").clock(Side::First, USI), clock(0, 0, 0));
        assert_eq!(parse("btime 700").clock(Side::Second, USI), clock(700, 0, 0));
        assert_eq!(parse("depth 3").clock(Side::First, USI), None);
        assert_eq!(parse("time 5 increment 2 opptime 9").clock(Side::First, SECONDS), clock(5000, 2000, 0));
        let huge = parse("time 99999999999999999999999999").clock(Side::First, SECONDS);
        assert_eq!(huge, clock(MAX_TIME, 0, 0));
        let moves = parse("time 60 movestogo 10").clock(Side::First, SECONDS);
        assert_eq!(moves.and_then(|c| c.moves_to_go), Some(10));
    }

    #[test]
    fn the_order_of_words_does_not_matter() {
        let (a, b) = (
            parse("ponder depth 7 btime 1 searchmoves P*5e b nodes 9"),
            parse("searchmoves P*5e b BTIME 1 nodes 9 depth 7 ponder"),
        );
        assert_eq!(a, b);
        assert_eq!(a.search_moves, ["P*5e", "b"]);
        assert!(a.problems.is_empty());
    }

    #[test]
    fn mates() {
        assert_eq!(parse("mate 3").limits(Side::First, UCI).mate, Some(5));
        let timed = parse("mate 3000").limits(Side::First, USI);
        assert_eq!((timed.mate, timed.move_time), (Some(u32::MAX), Some(3000)));
        let endless = parse("mate infinite").limits(Side::First, USI);
        assert_eq!((endless.mate, endless.infinite), (Some(u32::MAX), false));
    }

    #[test]
    fn bad_words_are_named_and_left_out() {
        let go = parse("depth x nodes 5 foo btime");
        assert_eq!(
            go.problems,
            [
                "go: bad number 'x' after 'depth'; left out",
                "go: unknown word 'foo'; left out",
                "go: 'btime' needs a number; left out",
            ]
        );
        let limits = go.limits(Side::First, USI);
        assert_eq!(limits, Limits { nodes: Some(5), ..Limits::default() });
        assert_eq!(parse("depth").limits(Side::First, USI).move_time, Some(DEFAULT_MOVE_TIME));
        assert_eq!(parse("depth nodes 4").limits(Side::First, USI).nodes, Some(4));
        assert_eq!(parse("").limits(Side::First, USI), Limits::default());
        assert_eq!(parse("depth -3").problems.len(), 1);
    }
}
