//! The rules of shogi, sentence by sentence, from `tests/data/shogi_cases.tsv`; and what a search is told.

mod by_the_page;

use ryuma::core::Move;
use ryuma::game::{Game, Notation, Outcome, Position};
use ryuma::games::shogi::{Rules, Shogi};

use crate::cases;
use crate::common::{self, move_texts, play};

#[test]
fn every_case() {
    cases::check::<Shogi>("shogi_cases.tsv");
}

fn after(text: &str, moves: &str) -> Shogi {
    let mut position = common::position(text);
    play(&mut position, moves);
    position
}

const ROOK_AND_KING: &str = "k8/4R4/9/9/9/9/9/9/8K b - 1";

#[test]
fn a_repetition_within_the_search_is_judged_at_once() {
    let position = after(ROOK_AND_KING, "5b6b 9a8a 6b5b 8a9a");
    assert_eq!(position.outcome(0), Outcome::Ongoing);
    // The earlier occurrence is the root itself, not inside the search.
    assert_eq!(position.outcome(4), Outcome::Ongoing);
    assert_eq!(position.outcome(5), Outcome::Draw);
}

#[test]
fn a_perpetual_check_within_the_search_leads_to_its_loss() {
    let position = after(ROOK_AND_KING, "5b5a 9a9b 5a5b 9b9a");
    assert_eq!(position.outcome(5), Outcome::Behind);
    let position = after(ROOK_AND_KING, "5b5a 9a9b 5a5b 9b9a 5b5a");
    assert_eq!(position.outcome(5), Outcome::Ahead);
    assert_eq!(position.outcome(4), Outcome::Ongoing);
}

#[test]
fn a_null_move_breaks_repetitions() {
    let mut position = after(ROOK_AND_KING, "5b6b 9a8a");
    position.do_null();
    position.do_null();
    play(&mut position, "6b5b 8a9a");
    assert_eq!(position.outcome(100), Outcome::Ongoing);
}

/// Reasons of refusal name what is wrong.
#[test]
fn refusals_say_why() {
    let reason = |text: &str, m: &str| {
        let position = common::position::<Shogi>(text);
        position.parse_move(m, Notation::Native).expect_err(m).to_string()
    };
    assert!(reason("7nk/9/8G/9/9/9/9/9/4K4 b P 1", "P*1b").contains("uchifuzume"));
    assert!(reason("k8/9/9/9/9/9/4P4/9/8K b P 1", "P*5e").contains("nifu"));
    assert!(reason("k8/9/9/9/9/9/4P4/9/8K b P 1", "龍").contains("looks like"));
    let error = Shogi::parse("4k4/9/9/9/9/9/9/9/9 b - 1", &Rules::default()).err().expect("no king");
    assert!(error.to_string().contains("Sente (K) has 0 kings"), "{error}");
}

/// Moves in the words of Fairy-Stockfish.
#[test]
fn fairy_coordinates() {
    let mut position = Shogi::start(&Rules::default());
    for text in ["c3c4", "g7g6", "b2h8+", "g9h8"] {
        let m = position.parse_move(text, Notation::Fairy).expect(text);
        assert_eq!(Shogi::move_text(m, Notation::Fairy), text);
        position.do_move(m);
    }
    assert!(position.parse_move("B@e5", Notation::Fairy).is_ok());
    assert!(position.parse_move("7g7f", Notation::Fairy).is_err());
    assert_eq!(
        position.text(Notation::Fairy),
        "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[Bb] w - - 0 3"
    );
    assert_eq!(Shogi::move_text(Move::NONE, Notation::Fairy), "none");
}

/// For `scripts/crosscheck_shogi.py`: the legal moves of each position in the file `RYUMA_POSITIONS`.
#[test]
#[ignore = "prints lists for a script"]
fn print_legal_moves() {
    let path = std::env::var("RYUMA_POSITIONS").expect("RYUMA_POSITIONS");
    for text in std::fs::read_to_string(&path).expect(&path).lines() {
        let position = common::position::<Shogi>(text);
        println!("{text}\t{}", move_texts(&position, Notation::Native).join(" "));
    }
}
