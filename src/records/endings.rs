//! The words with which formats end a game.

use crate::core::Side;

use super::{End, Ending};

/// What an end means for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Wins,
    Loses,
    Draws,
    /// Nobody knows.
    Open,
}

struct Word {
    ending: Ending,
    reason: &'static str,
    fate: Fate,
    /// KIF and KI2.
    kif: Option<&'static str>,
    /// CSA without `%`, and JKF.
    csa: Option<&'static str>,
}

const fn word(
    ending: Ending,
    reason: &'static str,
    fate: Fate,
    kif: Option<&'static str>,
    csa: Option<&'static str>,
) -> Word {
    Word { ending, reason, fate, kif, csa }
}

/// Of several that fit the first is taken, in reading and in writing.
const WORDS: &[Word] = &[
    word(Ending::Resignation, "resignation", Fate::Loses, Some("投了"), Some("TORYO")),
    word(Ending::Interrupted, "interrupted", Fate::Open, Some("中断"), Some("CHUDAN")),
    word(Ending::Rules, "sennichite", Fate::Draws, Some("千日手"), Some("SENNICHITE")),
    word(Ending::Rules, "checkmate", Fate::Loses, Some("詰み"), Some("TSUMI")),
    word(Ending::Rules, "impasse", Fate::Draws, Some("持将棋"), Some("JISHOGI")),
    word(Ending::Overrun, "overrun", Fate::Loses, Some("切れ負け"), Some("TIME_UP")),
    word(Ending::IllegalMove, "illegal move", Fate::Wins, Some("反則勝ち"), Some("ILLEGAL_ACTION")),
    word(Ending::IllegalMove, "illegal move", Fate::Loses, Some("反則負け"), Some("ILLEGAL_MOVE")),
    word(Ending::IllegalMove, "illegal move", Fate::Loses, None, Some("ILLEGAL_ACTION")),
    word(Ending::Claim, "declaration", Fate::Wins, Some("入玉勝ち"), Some("KACHI")),
    word(Ending::Claim, "declaration", Fate::Wins, Some("勝ち宣言"), None),
    word(Ending::Interrupted, "no mate", Fate::Open, Some("不詰"), Some("FUZUMI")),
    word(Ending::Interrupted, "sealed move", Fate::Open, Some("封じ手"), None),
    word(Ending::Other, "default", Fate::Wins, Some("不戦勝"), None),
    word(Ending::Other, "default", Fate::Loses, Some("不戦敗"), None),
    word(Ending::Other, "agreement", Fate::Draws, Some("引き分け"), Some("HIKIWAKE")),
    word(Ending::PlyLimit, "ply limit", Fate::Draws, Some("最大手数"), Some("MAX_MOVES")),
    word(Ending::Rules, "move limit", Fate::Draws, Some("最大手数"), Some("MAX_MOVES")),
    word(Ending::Rules, "stalemate", Fate::Loses, Some("詰み"), Some("TSUMI")),
    word(Ending::Rules, "impasse", Fate::Wins, Some("入玉勝ち"), Some("KACHI")),
    word(Ending::Rules, "perpetual check", Fate::Wins, Some("反則勝ち"), Some("ILLEGAL_ACTION")),
    word(Ending::Rules, "perpetual check", Fate::Loses, Some("反則負け"), Some("ILLEGAL_ACTION")),
    word(Ending::WrongClaim, "wrong claim", Fate::Loses, Some("反則負け"), Some("ILLEGAL_MOVE")),
    word(Ending::Hang, "hang", Fate::Loses, Some("切れ負け"), Some("TIME_UP")),
    word(Ending::Crash, "crash", Fate::Loses, None, Some("ERROR")),
    word(Ending::NoMove, "no move", Fate::Loses, None, None),
    word(Ending::Adjudication, "agreed win", Fate::Loses, None, None),
    word(Ending::Adjudication, "agreed draw", Fate::Draws, None, None),
    word(Ending::Interrupted, "mistake", Fate::Open, None, Some("MATTA")),
    // Other spellings that are read.
    word(Ending::Rules, "checkmate", Fate::Loses, Some("詰"), None),
    word(Ending::Other, "agreement", Fate::Draws, Some("引分け"), None),
    word(Ending::Overrun, "overrun", Fate::Loses, Some("時間切れ"), None),
    // Where nothing else fits.
    word(Ending::Other, "", Fate::Loses, Some("投了"), Some("TORYO")),
    word(Ending::Other, "", Fate::Wins, Some("入玉勝ち"), Some("KACHI")),
    word(Ending::Other, "", Fate::Draws, Some("引き分け"), Some("HIKIWAKE")),
    word(Ending::Other, "", Fate::Open, Some("中断"), Some("CHUDAN")),
];

/// Ends by the rules that no word tells.
const RULES: [&str; 9] = [
    "impasse",
    "try",
    "repetition",
    "60-move rule",
    "repeated moves",
    "bikjang",
    "two passes",
    "no capture",
    "points",
];

/// Which words are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    Kif,
    Csa,
}

impl Tongue {
    const fn word(self, word: &Word) -> Option<&'static str> {
        match self {
            Tongue::Kif => word.kif,
            Tongue::Csa => word.csa,
        }
    }
}

fn fate(end: &End, to_move: Side) -> Fate {
    match end.winner {
        Some(winner) if winner == to_move => Fate::Wins,
        Some(_) => Fate::Loses,
        None if end.ending == Ending::Interrupted => Fate::Open,
        None => Fate::Draws,
    }
}

/// The end that a word tells, seen by the side to move. `loser`: the side that the word blames, if it names one.
pub fn read(text: &str, tongue: Tongue, to_move: Side, loser: Option<Side>) -> Option<End> {
    let wanted = loser.map(|loser| if loser == to_move { Fate::Loses } else { Fate::Wins });
    let fits = |word: &&Word| tongue.word(word) == Some(text) && wanted.is_none_or(|fate| fate == word.fate);
    let word = WORDS.iter().find(fits)?;
    let winner = match word.fate {
        Fate::Wins => Some(to_move),
        Fate::Loses => Some(!to_move),
        Fate::Draws | Fate::Open => None,
    };
    Some(End::new(word.ending, winner, word.reason))
}

/// The word for an end seen by the side to move, and whether it says all: the reason too.
pub fn write(end: &End, tongue: Tongue, to_move: Side) -> (&'static str, bool) {
    let fate = fate(end, to_move);
    let fitting = || WORDS.iter().filter(move |word| word.fate == fate && tongue.word(word).is_some());
    let of_ending = || fitting().filter(|word| word.ending == end.ending);
    let exact = of_ending().find(|word| word.reason == end.reason);
    // An end by the rules is what its reason says, and no other.
    let word = exact.or_else(|| of_ending().next().filter(|_| end.ending != Ending::Rules));
    // One of the last four words fits any fate.
    let word = word.or_else(|| fitting().next_back());
    let text = word.and_then(|word| tongue.word(word)).unwrap_or("");
    let says_all = read(text, tongue, to_move, loser(text, end)).is_some_and(|read| {
        (read.ending, read.winner, &read.reason) == (end.ending, end.winner, &end.reason)
    });
    (text, says_all)
}

/// The side that a word blames by a sign before it.
pub fn loser(text: &str, end: &End) -> Option<Side> {
    end.winner.map(|winner| !winner).filter(|_| text == "ILLEGAL_ACTION")
}

/// Gives an end the reason that is told apart from its word: `overrun: 63.1 ms of 50 ms`.
pub fn set_reason(end: &mut End, reason: &str) {
    end.ending = of_reason(reason).unwrap_or(end.ending);
    end.reason = reason.to_string();
}

/// The ending that a reason tells; what comes after a colon is detail.
pub fn of_reason(reason: &str) -> Option<Ending> {
    let head = reason.split(':').next().unwrap_or("").trim();
    let word = WORDS.iter().find(|word| !head.is_empty() && word.reason == head);
    word.map(|word| word.ending).or(RULES.contains(&head).then_some(Ending::Rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        for tongue in [Tongue::Kif, Tongue::Csa] {
            for word in WORDS {
                let winner = match word.fate {
                    Fate::Wins => Some(Side::First),
                    Fate::Loses => Some(Side::Second),
                    Fate::Draws | Fate::Open => None,
                };
                let end = End::new(word.ending, winner, word.reason);
                let (text, says_all) = write(&end, tongue, Side::First);
                let mut read =
                    read(text, tongue, Side::First, loser(text, &end)).expect("a word that is known");
                assert_eq!(read.winner, winner, "{text}");
                if !says_all && !word.reason.is_empty() {
                    set_reason(&mut read, word.reason);
                }
                assert!(says_all || read.reason == end.reason || word.reason.is_empty(), "{text}");
                assert!(word.reason.is_empty() || read.ending == end.ending, "{text}: {end:?}");
            }
        }
    }
}
