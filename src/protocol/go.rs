//! The words of `go`, in any order, and the limits of a search that they stand for.
//!
//! A GUI waits for the answer to a `go`, so no word makes it fail: a bad one is told of and left out.

use crate::core::{Player, Side};
use crate::game::excerpt;
use crate::search::{Clock, Limits};

use super::problems::Problems;

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
    /// Four players: South's clock, and so on. West's is called as White's.
    SouthTime,
    NorthTime,
    EastTime,
    SouthIncrement,
    NorthIncrement,
    EastIncrement,
}

const NUMBERS: [(&str, Number); 22] = [
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
    ("stime", Number::SouthTime),
    ("ntime", Number::NorthTime),
    ("etime", Number::EastTime),
    ("sinc", Number::SouthIncrement),
    ("ninc", Number::NorthIncrement),
    ("einc", Number::EastIncrement),
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
    /// The word `mate` was there, whatever followed it.
    mate: bool,
    /// `mate infinite`, or `mate` with nothing after it.
    mate_infinite: bool,
    /// The word `perft` was there, whatever followed it.
    pub is_perft: bool,
    /// Only these moves, as texts.
    pub search_moves: Vec<String>,
    /// The words that were left out.
    pub problems: Problems,
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
            go.mate |= name == "mate";
            go.is_perft |= name == "perft";
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
                        None => go.problems.add(format_args!("'{name}' needs a number")),
                    },
                    None => go.problems.add(format_args!("unknown word '{}'", excerpt(word))),
                },
            }
        }
        go
    }

    /// Reads a number. Of several after the same word the tightest counts.
    fn read(&mut self, name: &str, number: Number, text: &str) {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if !is_number || (negative && !number.may_be_negative()) {
            return self.problems.add(format_args!("bad number '{}' after '{name}'", excerpt(text)));
        }
        // Only digits: what does not fit is larger than everything.
        let value = if negative { 0 } else { digits.parse().unwrap_or(u64::MAX) };
        let slot = &mut self.numbers[number as usize];
        *slot = Some(slot.map_or(value, |other| match number {
            // The more moves a clock has to last for, the less there is for each.
            Number::MovesToGo | Number::OpponentMovesToGo => other.max(value),
            _ => other.min(value),
        }));
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
        self.mate
    }

    /// The larger of UCCI's clocks, in the unit of the GUI; 0 if there is none.
    pub fn largest_time(&self) -> u64 {
        self.get(Number::Time).max(self.get(Number::OpponentTime)).unwrap_or(0)
    }

    /// The clock of the side to move, or of the player where four play, if there is one.
    pub fn clock(&self, mover: Side, player: Option<Player>, words: TimeWords) -> Option<Clock> {
        let [black, white] =
            [[Number::BlackTime, Number::BlackIncrement], [Number::WhiteTime, Number::WhiteIncrement]];
        let (own, other) = match player {
            None if mover == words.black => (black, white),
            None => (white, black),
            // A seat without a clock of its own is taken to have South's.
            Some(player) => {
                let south = [Number::SouthTime, Number::SouthIncrement];
                let own = match player {
                    Player::South => south,
                    Player::West => white,
                    Player::North => [Number::NorthTime, Number::NorthIncrement],
                    Player::East => [Number::EastTime, Number::EastIncrement],
                };
                (own, south)
            }
        };
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
    pub fn limits(&self, mover: Side, player: Option<Player>, words: TimeWords) -> Limits {
        let mut limits = Limits {
            clock: self.clock(mover, player, words),
            move_time: self.milliseconds(Number::MoveTime, 1),
            depth: self.small(Number::Depth).map(|depth| depth.max(1)),
            nodes: self.get(Number::Nodes).map(|nodes| nodes.max(1)),
            soft_nodes: None,
            infinite: self.infinite,
            ponder: self.ponder,
            mate: None,
        };
        let is_endless = limits == Limits { ponder: limits.ponder, ..Limits::default() };
        limits.mate = match self.small(Number::Mate) {
            // A mate in n moves takes 2n - 1 plies.
            Some(moves) if !words.mate_is_time => Some(moves.max(1).saturating_mul(2).saturating_sub(1)),
            _ if self.mate_infinite || (self.mate && words.mate_is_time) => Some(u32::MAX),
            _ => None,
        };
        if let Some(time) = self.milliseconds(Number::Mate, 1).filter(|_| words.mate_is_time) {
            limits.move_time = Some(limits.move_time.map_or(time, |other| other.min(time)));
        }
        // Nothing that was told ends the search, but it may be because a word was bad.
        let mate_is_told = self.mate_infinite || self.get(Number::Mate).is_some();
        if is_endless && !limits.ponder && !mate_is_told && !self.problems.is_empty() {
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
        assert_eq!(both.clock(Side::First, None, USI), clock(1000, 0, 30));
        assert_eq!(both.clock(Side::Second, None, USI), clock(2000, 0, 30));
        assert_eq!(both.clock(Side::First, None, UCI), clock(2000, 0, 30));
        assert_eq!(parse("winc 5 binc 6 wtime 7 btime 8").clock(Side::First, None, UCI), clock(7, 5, 0));
        assert_eq!(parse("btime -50 wtime -1").clock(Side::First, None, USI), clock(0, 0, 0));
        assert_eq!(parse("btime 700").clock(Side::Second, None, USI), clock(700, 0, 0));
        assert_eq!(parse("depth 3").clock(Side::First, None, USI), None);
        assert_eq!(
            parse("time 5 increment 2 opptime 9").clock(Side::First, None, SECONDS),
            clock(5000, 2000, 0)
        );
        let huge = parse("time 99999999999999999999999999").clock(Side::First, None, SECONDS);
        assert_eq!(huge, clock(MAX_TIME, 0, 0));
        let moves = parse("time 60 movestogo 10").clock(Side::First, None, SECONDS);
        assert_eq!(moves.and_then(|c| c.moves_to_go), Some(10));
    }

    #[test]
    fn four_clocks() {
        let four = parse("stime 1 wtime 2 ntime 3 etime 4 sinc 5 winc 6 ninc 7 einc 8");
        for (player, time) in Player::ALL.into_iter().zip(1..) {
            assert_eq!(four.clock(player.pair(), Some(player), USI), clock(time, time + 4, 0));
        }
        let one = parse("stime 9").clock(Side::Second, Some(Player::East), USI);
        assert_eq!(one, clock(9, 0, 0));
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
        assert_eq!(parse("mate 3").limits(Side::First, None, UCI).mate, Some(5));
        let timed = parse("mate 3000").limits(Side::First, None, USI);
        assert_eq!((timed.mate, timed.move_time), (Some(u32::MAX), Some(3000)));
        for endless in ["mate infinite", "mate", "mate infinite nonsense"] {
            let limits = parse(endless).limits(Side::First, None, USI);
            assert_eq!(limits, Limits { mate: Some(u32::MAX), ..Limits::default() }, "{endless}");
        }
        // A bad number still asks for a mate, and does not ask for it without end.
        for bad in ["mate -5", "mate x", "mate mate x"] {
            let go = parse(bad);
            let limits = go.limits(Side::First, None, USI);
            assert!(go.is_mate() && !go.problems.is_empty(), "{bad}");
            assert_eq!(limits.mate, Some(u32::MAX), "{bad}");
        }
        assert_eq!(parse("mate x").limits(Side::First, None, USI).move_time, Some(DEFAULT_MOVE_TIME));
        assert_eq!(parse("mate x nodes 9").limits(Side::First, None, USI).move_time, None);
        assert_eq!(parse("mate x").limits(Side::First, None, UCI).mate, None);
    }

    #[test]
    fn of_numbers_told_twice_the_tightest_counts() {
        let go =
            parse("depth 3 depth 4 nodes 9 nodes 8 btime 5 btime 7 movestogo 2 movestogo 40 mate 3 mate 2");
        let limits = go.limits(Side::First, None, USI);
        assert_eq!((limits.depth, limits.nodes, limits.move_time), (Some(3), Some(8), Some(2)));
        let clock = Clock { time: 5, moves_to_go: Some(40), ..Clock::default() };
        assert_eq!(limits.clock, Some(clock));
        assert_eq!(go.limits(Side::First, None, UCI).mate, Some(3));
    }

    #[test]
    fn a_bad_perft_is_no_search() {
        for (text, depth) in
            [("perft 3", Some(3)), ("perft 3 perft 2", Some(2)), ("perft x", None), ("perft", None)]
        {
            let go = parse(text);
            assert!(go.is_perft);
            assert_eq!((go.perft(), go.problems.is_empty()), (depth, depth.is_some()), "{text}");
        }
    }

    #[test]
    fn bad_words_are_named_and_left_out() {
        let go = parse("depth x nodes 5 foo btime");
        assert_eq!(
            go.problems.to_string(),
            "bad number 'x' after 'depth'; unknown word 'foo'; 'btime' needs a number; left out"
        );
        let limits = go.limits(Side::First, None, USI);
        assert_eq!(limits, Limits { nodes: Some(5), ..Limits::default() });
        assert_eq!(parse("depth").limits(Side::First, None, USI).move_time, Some(DEFAULT_MOVE_TIME));
        assert_eq!(parse("depth nodes 4").limits(Side::First, None, USI).nodes, Some(4));
        assert_eq!(parse("").limits(Side::First, None, USI), Limits::default());
        assert_eq!(parse("depth -3").problems.to_string(), "bad number '-3' after 'depth'; left out");
        let many = parse(&"depth ".repeat(100_000)).problems.to_string();
        assert!(many.ends_with("'depth' needs a number; and 99997 more; left out"), "{many}");
    }
}
