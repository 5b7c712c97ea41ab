//! The rules of xiangqi, case by case: the tables of cases, repetitions and mates, and what a search sees of
//! repetitions.

mod by_the_page;
mod mates;
mod properties;

use ryuma::core::Side;
use ryuma::game::{Game, Notation, Outcome, Position};
use ryuma::games::xiangqi::{Rules, Xiangqi};

use crate::cases;
use crate::common::{self, play, table};

fn start() -> Xiangqi {
    Xiangqi::start(&Rules::default())
}

fn position(text: &str) -> Xiangqi {
    common::position(text)
}

#[test]
fn every_case() {
    cases::check::<Xiangqi>("xiangqi_cases.tsv");
}

#[test]
fn repetition_verdict_simple() {
    for row in table("xiangqi_repetition.tsv") {
        let [text, moves, _, expected] = &row[..] else { panic!("{row:?}") };
        let mut position = position(text);
        play(&mut position, moves);
        let verdict = position.verdict();
        let winner = verdict.and_then(|v| match v.outcome {
            Outcome::Win => Some(position.side_to_move()),
            Outcome::Loss => Some(!position.side_to_move()),
            _ => None,
        });
        let reason = verdict.map(|v| v.reason);
        match expected.as_str() {
            "draw" | "draw(both check)" => assert_eq!((reason, winner), (Some("repetition"), None), "{text}"),
            "red_loses(perpetual check)" => {
                assert_eq!((reason, winner), (Some("perpetual check"), Some(Side::Second)), "{text}");
            }
            "no repetition at end" => assert_eq!(verdict, None, "{text}"),
            other => panic!("unknown verdict {other}"),
        }
    }
}

/// A GUI may let a game go on after its end.
#[test]
fn positions_after_the_end_are_judged_too() {
    for (text, moves, outcome) in [
        (
            "4R4/3k5/5R3/9/9/2B6/n8/3pB4/4p4/3K5 w - - 0 1",
            "e9d9 d8e8 d9e9 e8d8 e9d9 d8e8 d9e9 e8d8 e9d9",
            Outcome::Win,
        ),
        (
            "3k5/9/9/9/R8/9/8n/9/9/5K3 w - - 0 1",
            "a5b5 i3h5 b5b9 d9d8 b9b8 d8d9 b8b9 d9d8 b9b8 d8d9 b8b9 d9d8 b9b8 d8d9",
            Outcome::Loss,
        ),
    ] {
        let mut position = position(text);
        play(&mut position, moves);
        assert_eq!(position.verdict().map(|v| (v.outcome, v.reason)), Some((outcome, "perpetual check")));
        assert_eq!(position.outcome(0), outcome);
    }
}

/// Inside a search the second occurrence counts, if the first lies inside it too.
#[test]
fn repetitions_in_a_search() {
    // Red checks forever along the ranks; black can only step aside.
    let mut checked = position("4R4/3k5/5R3/9/9/2B6/n8/3pB4/4p4/3K5 w - - 0 1");
    play(&mut checked, "e9d9 d8e8 d9e9 e8d8");
    assert_eq!(checked.outcome(0), Outcome::Ongoing);
    assert_eq!(checked.outcome(4), Outcome::Ongoing, "the first occurrence is the root itself");
    assert_eq!(checked.outcome(5), Outcome::Behind);
    play(&mut checked, "e9d9");
    assert_eq!(checked.outcome(5), Outcome::Ahead);
    play(&mut checked, "d8e8 d9e9 e8d8");
    for ply in [0, 3, 20] {
        assert_eq!(checked.outcome(ply), Outcome::Loss, "the third occurrence is the end");
    }

    let mut quiet = start();
    play(&mut quiet, "h2e2 h9g7 e2h2 g7h9");
    assert_eq!((quiet.outcome(0), quiet.outcome(4), quiet.outcome(5)), {
        (Outcome::Ongoing, Outcome::Ongoing, Outcome::Draw)
    });
    play(&mut quiet, "h2e2 h9g7 e2h2 g7h9");
    assert_eq!((quiet.outcome(0), quiet.outcome(1)), (Outcome::Draw, Outcome::Draw));
}

#[test]
fn a_null_move_hides_the_positions_before_it() {
    let mut position = start();
    play(&mut position, "h2e2 h9g7 e2h2 g7h9 h2e2 h9g7");
    position.do_null();
    play(&mut position, "g7h9 e2h2");
    position.do_null();
    assert_eq!(position.key(), start().key());
    assert_eq!((position.outcome(0), position.outcome(100)), (Outcome::Ongoing, Outcome::Ongoing));
}

#[test]
fn the_same_position_by_other_moves_has_the_same_key() {
    let mut one = start();
    let mut other = one.clone();
    play(&mut one, "h2i2 h9g7 h0g2 i9h9");
    play(&mut other, "h0g2 h9g7 h2i2 i9h9");
    assert_eq!(one.key(), other.key());
    play(&mut other, "a3a4");
    assert_ne!(one.key(), other.key());
}

#[test]
fn all_spellings_of_a_position_are_one() {
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let other = board.replace('b', "e").replace('N', "H").replace('n', "h").replace('B', "E");
    let start = start().text(Notation::Native);
    assert_eq!(start, format!("{board} w - - 0 1"));
    for board in [board, other.as_str()] {
        for side in ["w", "W", "r", "R", "red", "Red", "RED"] {
            for rest in ["", " - -", " - - 0 1", " - - 0 0"] {
                assert_eq!(position(&format!(" {board}  {side}{rest} ")).text(Notation::Fairy), start);
            }
        }
        for side in ["b", "B", "black", "BLACK"] {
            let text = position(&format!("{board} {side} - - 7 12")).text(Notation::Native);
            assert_eq!(text, start.replace("w - - 0 1", "b - - 7 12"));
        }
    }
}

#[test]
fn moves_have_two_spellings_and_errors_reasons() {
    let start = start();
    let m = start.parse_move("h2e2", Notation::Native).unwrap();
    for (text, notation) in [
        ("H2E2", Notation::Native),
        ("h2-e2", Notation::Native),
        ("H2-E2", Notation::Native),
        ("h3e3", Notation::Fairy),
        ("h3-e3", Notation::Fairy),
    ] {
        assert_eq!(start.parse_move(text, notation), Ok(m), "{text}");
    }
    let rank_ten = position("r2k5/9/9/9/9/9/9/9/9/4K4 b");
    for text in ["a10a9", "a10c10", "A10-A1"] {
        assert!(rank_ten.parse_move(text, Notation::Fairy).is_ok(), "{text}");
    }
    for (text, reason) in [
        ("", "a square is missing"),
        ("h2", "a square is missing"),
        ("j2e2", "'j' is no file"),
        ("h2e2q", "'q' is too much"),
        ("h10e2", "'0' is no file"),
        ("h2é2", "'é' is no file"),
        ("hé2e2", "a rank (0 to 9) must follow"),
        ("e4e5", "no piece stands there"),
        ("h9g7", "the piece is the opponent's"),
        ("h0f1", "the piece does not move so"),
        ("a0a3", "an own piece stands on the target"),
    ] {
        let error = start.parse_move(text, Notation::Native).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    assert!(start.parse_move("h2e2", Notation::Fairy).is_err(), "rank 2 is empty there");
    assert!(start.parse_move("h0g2", Notation::Fairy).is_err(), "there is no rank 0");
}

#[test]
fn rule_options_are_checked() {
    let mut rules = Rules::default();
    for (name, value) in [("drawmoves", "0"), ("DrawMoves", "1000"), ("REPETITION", "asianrule")] {
        assert_eq!(Xiangqi::set_rule(&mut rules, name, value), Ok(()));
    }
    assert_eq!(rules.draw_moves, 1000);
    for (name, value) in [
        ("DrawMoves", "1001"),
        ("DrawMoves", "-1"),
        ("DrawMoves", "many"),
        ("DrawMoves", ""),
        ("Repetition", "Strict"),
        ("Komi", "1"),
    ] {
        let before = rules;
        let error = Xiangqi::set_rule(&mut rules, name, value).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains(value), "{error}");
        assert_eq!(rules, before);
    }
}
