//! The rules of janggi, sentence by sentence, from `tests/data/janggi_cases.tsv`; and what a search is told.

mod by_the_page;
mod crosscheck;

use ryuma::game::{Game, Notation, Outcome, Position};
use ryuma::games::janggi::{Janggi, JanggiRules};

use crate::cases;
use crate::common::{play, rules};

#[test]
fn every_sentence_of_the_rule_page() {
    cases::check::<Janggi>("janggi_cases.tsv");
}

fn under(style: &str) -> JanggiRules {
    rules::<Janggi>(&format!("JanggiRules={style}"))
}

fn after(text: &str, moves: &str, rules: &JanggiRules) -> Janggi {
    let mut position = Janggi::parse(text, rules).expect(text);
    play(&mut position, moves);
    position
}

/// Cho, to move, is ahead by a chariot to a soldier.
const AHEAD: &str = "5k3/9/9/1p7/9/R8/9/9/9/3K5 w - - 0 1";
const CYCLE: &str = "a4a5 f9f8 a5a4 f8f9";
/// Cho's chariot checks with every move of its cycle.
const CHECKS: &str = "3k5/R8/9/1p7/9/7N1/9/9/9/5K3 w - - 0 1";
const CHECKING: &str = "a8a9 d9d8 a9a8 d8d9";

#[test]
fn a_repetition_within_the_search_is_judged_at_once() {
    for (style, judged) in [("Site", Outcome::Ahead), ("Fairy", Outcome::Ahead), ("Casual", Outcome::Draw)] {
        let position = after(AHEAD, CYCLE, &under(style));
        assert_eq!(position.outcome(0), Outcome::Ongoing);
        // The earlier occurrence is the root itself, not inside the search.
        assert_eq!(position.outcome(4), Outcome::Ongoing);
        assert_eq!(position.outcome(5), judged, "{style}");
    }
    let position = after(CHECKS, CHECKING, &under("Site"));
    assert_eq!(position.outcome(4), Outcome::Ongoing);
    assert_eq!(position.outcome(5), Outcome::Behind);
}

#[test]
fn the_third_time_is_the_end_wherever_it_is_seen() {
    let position = after(AHEAD, &format!("{CYCLE} {CYCLE}"), &under("Site"));
    assert!((0..20).all(|ply| position.outcome(ply) == Outcome::Win));
    let position = after(CHECKS, &format!("{CHECKING} {CHECKING}"), &under("Site"));
    assert!((0..20).all(|ply| position.outcome(ply) == Outcome::Loss));
}

#[test]
fn nothing_is_repeated_across_a_null_move() {
    let mut position = after(AHEAD, CYCLE, &under("Site"));
    play(&mut position, "a4a5");
    let key = position.key();
    position.do_null();
    play(&mut position, "a5a4");
    position.do_null();
    assert_eq!(position.outcome(9), Outcome::Ongoing);
    position.undo_null();
    position.undo_move();
    position.undo_null();
    assert_eq!(position.key(), key);
}

#[test]
fn a_null_move_is_no_pass() {
    let mut passed = Janggi::start(&under("Site"));
    let mut nulled = passed.clone();
    play(&mut passed, "e1e1");
    nulled.do_null();
    let plain = Janggi::parse(&nulled.text(Notation::Native), &under("Site")).unwrap();
    assert_eq!(nulled.key(), plain.key());
    assert_ne!(passed.key(), plain.key(), "a pass would end the game now: another node for the table");
    assert!(!passed.null_is_safe() && plain.null_is_safe());
    play(&mut nulled, "e8e8");
    assert_eq!((nulled.outcome(2), nulled.verdict()), (Outcome::Ongoing, None));
    play(&mut passed, "e8e8");
    assert_eq!((passed.outcome(2), passed.count_moves()), (Outcome::Loss, 0));
}

#[test]
fn mate_on_the_last_ply_is_mate() {
    let rules = rules::<Janggi>("MaxPlies=1");
    // Han has far more points.
    let position = after("4k4/9/3R1R3/9/9/R8/ppppp4/9/9/3K5 w", "a4e4", &rules);
    assert_eq!(position.outcome(1), Outcome::Loss);
    assert_eq!(position.verdict().map(|v| v.reason), Some("checkmate"));
}

#[test]
fn each_set_up_meets_each() {
    let starts = Janggi::starts();
    assert_eq!(starts.len(), 16);
    for cho in ["HEEH", "EHEH", "HEHE", "EHHE"] {
        for han in ["HEEH", "EHEH", "HEHE", "EHHE"] {
            let start = Janggi::start(&rules::<Janggi>(&format!("ChoSetup={cho};HanSetup={han}")));
            assert!(starts.iter().any(|other| other.key() == start.key()), "{cho} against {han}");
        }
    }
}

#[test]
fn other_rules_judge_the_moves_so_far() {
    let mut position = after("4k4/9/9/9/9/R8/9/9/9/4K4 w", "e0e0", &under("Modern"));
    assert_eq!(position.verdict(), None);
    position.use_rules(&under("Traditional"));
    assert_eq!(position.verdict().map(|v| (v.outcome, v.reason)), Some((Outcome::Draw, "bikjang")));
    assert_eq!(position.count_moves(), 0);
    position.use_rules(&under("Site"));
    assert_eq!(position.verdict().map(|v| (v.outcome, v.reason)), Some((Outcome::Loss, "bikjang")));
}
