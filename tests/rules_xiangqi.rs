//! The rules of xiangqi, case by case: `data/xiangqi_cases.tsv`, the tables of repetitions and mates,
//! and what a search sees of repetitions.

use std::collections::HashMap;

use ryuma::core::{Move, Side};
use ryuma::game::{Game, Notation, Outcome, Position, TextError, legal_moves};
use ryuma::games::xiangqi::{Rules, Xiangqi};

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect())
}

fn position(text: &str) -> Xiangqi {
    Xiangqi::parse(text, &Rules::default()).unwrap()
}

fn play(position: &mut Xiangqi, moves: &str) {
    for text in moves.split_whitespace() {
        let m = position.parse_move(text, Notation::Native).unwrap_or_else(|e| panic!("{e} in {position}"));
        position.do_move(m);
    }
}

fn rules(options: &str) -> Rules {
    let mut rules = Rules::default();
    for option in options.split(';').filter(|option| *option != "-") {
        let (name, value) = option.split_once('=').unwrap();
        Xiangqi::set_rule(&mut rules, name, value).unwrap();
    }
    rules
}

/// What the position gives where a case expects `expect`, in the words of the table.
fn found(position: &Xiangqi, expect: &str) -> String {
    let (what, which) = expect.split_once(':').unwrap_or((expect, ""));
    match what {
        "legal" | "illegal" => match position.parse_move(which, Notation::Native) {
            Ok(_) => format!("legal:{which}"),
            Err(TextError::Illegal { .. }) => format!("illegal:{which}"),
            Err(error) => error.to_string(),
        },
        "count" => format!("count:{}", position.count_moves()),
        _ => match position.verdict() {
            None => "ongoing".to_string(),
            Some(verdict) => format!("{:?}:{}", verdict.outcome, verdict.reason).to_lowercase(),
        },
    }
}

#[test]
fn cases() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for row in rows(include_str!("data/xiangqi_cases.tsv")) {
        let [id, _rule, text, options, moves, expect, why] = row[..] else { panic!("{row:?}") };
        count += 1;
        let result = match Xiangqi::parse(text, &rules(options)) {
            Ok(mut position) => {
                play(&mut position, moves.trim_matches('-'));
                check_root(&position);
                found(&position, expect)
            }
            Err(TextError::Position { reason, .. }) if !reason.is_empty() => "bad".to_string(),
            Err(error) => error.to_string(),
        };
        if result != expect {
            wrong.push(format!("{id} ({why}): expected {expect}, found {result}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 60, "{count} cases");
}

/// What a search sees at its root is what the referee sees, mate by itself apart.
fn check_root(position: &Xiangqi) {
    match (position.verdict(), position.outcome(0)) {
        (None, outcome) => assert_eq!(outcome, Outcome::Ongoing),
        (Some(verdict), Outcome::Ongoing) => assert!(matches!(verdict.reason, "checkmate" | "stalemate")),
        (Some(verdict), outcome) => assert_eq!(verdict.outcome, outcome),
    }
}

#[test]
fn repetition_verdict_simple() {
    for row in rows(include_str!("data/xiangqi_repetition.tsv")) {
        let [text, moves, _, expected] = row[..] else { panic!("{row:?}") };
        let mut position = position(text);
        play(&mut position, moves);
        let verdict = position.verdict();
        let winner = verdict.and_then(|v| match v.outcome {
            Outcome::Win => Some(position.side_to_move()),
            Outcome::Loss => Some(!position.side_to_move()),
            _ => None,
        });
        let reason = verdict.map(|v| v.reason);
        match expected {
            "draw" | "draw(both check)" => assert_eq!((reason, winner), (Some("repetition"), None), "{text}"),
            "red_loses(perpetual check)" => {
                assert_eq!((reason, winner), (Some("perpetual check"), Some(Side::Second)), "{text}");
            }
            "no repetition at end" => assert_eq!(verdict, None, "{text}"),
            other => panic!("unknown verdict {other}"),
        }
    }
}

/// Proofs of mate by trying all moves, checks first.
#[derive(Default)]
struct Prover {
    known: HashMap<(u64, u32), bool>,
}

impl Prover {
    /// Whether the side to move can win in at most this many plies (odd).
    fn wins(&mut self, position: &mut Xiangqi, plies: u32) -> bool {
        let key = (position.key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (mut checks, mut others) = (Vec::new(), Vec::new());
        for m in legal_moves(position) {
            position.do_move(m);
            if position.in_check() {
                checks.push(m)
            } else {
                others.push(m)
            }
            position.undo_move();
        }
        checks.append(&mut others);
        let wins =
            checks.into_iter().any(|m| self.after(position, m, |prover, p| prover.loses(p, plies - 1)));
        self.known.insert(key, wins);
        wins
    }

    /// Whether the side to move loses in at most this many plies (even), whatever it plays.
    fn loses(&mut self, position: &mut Xiangqi, plies: u32) -> bool {
        if plies == 0 {
            return position.count_moves() == 0;
        }
        legal_moves(position)
            .into_iter()
            .all(|m| self.after(position, m, |prover, p| prover.wins(p, plies - 1)))
    }

    fn after<R>(&mut self, position: &mut Xiangqi, m: Move, ask: impl Fn(&mut Self, &mut Xiangqi) -> R) -> R {
        position.do_move(m);
        let answer = ask(self, position);
        position.undo_move();
        answer
    }
}

#[test]
fn mates() {
    for row in rows(include_str!("data/xiangqi_mates.tsv")) {
        let [text, plies, first] = row[..] else { panic!("{row:?}") };
        let plies: u32 = plies.parse().unwrap();
        let mut position = position(text);
        let mut prover = Prover::default();
        assert!(!prover.wins(&mut position, plies - 2), "{text} is mate sooner");
        play(&mut position, first);
        assert!(prover.loses(&mut position, plies - 1), "{text} {first} is no mate in {plies}");
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

    let mut quiet = Xiangqi::start(&Rules::default());
    play(&mut quiet, "h2e2 h9g7 e2h2 g7h9");
    assert_eq!((quiet.outcome(0), quiet.outcome(4), quiet.outcome(5)), {
        (Outcome::Ongoing, Outcome::Ongoing, Outcome::Draw)
    });
    play(&mut quiet, "h2e2 h9g7 e2h2 g7h9");
    assert_eq!((quiet.outcome(0), quiet.outcome(1)), (Outcome::Draw, Outcome::Draw));
}

#[test]
fn a_null_move_hides_the_positions_before_it() {
    let mut position = Xiangqi::start(&Rules::default());
    play(&mut position, "h2e2 h9g7 e2h2 g7h9 h2e2 h9g7");
    position.do_null();
    play(&mut position, "g7h9 e2h2");
    position.do_null();
    assert_eq!(position.key(), Xiangqi::start(&Rules::default()).key());
    assert_eq!((position.outcome(0), position.outcome(100)), (Outcome::Ongoing, Outcome::Ongoing));
}

#[test]
fn the_same_position_by_other_moves_has_the_same_key() {
    let mut one = Xiangqi::start(&Rules::default());
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
    let start = Xiangqi::start(&Rules::default()).text(Notation::Native);
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
    let start = Xiangqi::start(&Rules::default());
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
