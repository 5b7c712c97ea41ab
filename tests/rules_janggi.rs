//! The rule page of janggi, sentence by sentence, from `tests/data/janggi_cases.tsv`.

use std::collections::HashSet;

use ryuma::game::{Game, Notation, Outcome, Position};
use ryuma::games::janggi::{Janggi, JanggiRules};

struct Case<'a> {
    id: &'a str,
    position: &'a str,
    options: &'a str,
    moves: &'a str,
    expect: &'a str,
}

fn rules(case: &Case) -> JanggiRules {
    let mut rules = JanggiRules::default();
    for option in case.options.split(';').filter(|&o| o != "-") {
        let (name, value) = option.split_once('=').expect("an option is NAME=VALUE");
        Janggi::set_rule(&mut rules, name, value).expect("a rule of janggi");
    }
    rules
}

fn set_up(case: &Case) -> Result<Janggi, String> {
    let rules = rules(case);
    let mut position = match case.position {
        "startpos" => Janggi::start(&rules),
        text => Janggi::parse(text, &rules).map_err(|error| error.to_string())?,
    };
    for text in case.moves.split(' ').filter(|&m| m != "-") {
        let m = position.parse_move(text, Notation::Native).map_err(|error| error.to_string())?;
        position.do_move(m);
    }
    Ok(position)
}

fn told(position: &Janggi) -> String {
    match position.verdict() {
        None => "ongoing".to_string(),
        Some(verdict) => {
            let result = match verdict.outcome {
                Outcome::Win => "win",
                Outcome::Loss => "loss",
                _ => "draw",
            };
            format!("{result}:{}", verdict.reason)
        }
    }
}

fn check(case: &Case) -> Result<(), String> {
    let position = match (set_up(case), case.expect) {
        (Err(_), "bad") => return Ok(()),
        (Err(error), _) => return Err(error),
        (Ok(position), "bad") => return Err(format!("accepted as {}", position.text(Notation::Native))),
        (Ok(position), _) => position,
    };
    let (kind, argument) = case.expect.split_once(':').unwrap_or((case.expect, ""));
    let found = match kind {
        "legal" | "illegal" => match position.parse_move(argument, Notation::Native) {
            Ok(_) => format!("legal:{argument}"),
            Err(_) => format!("illegal:{argument}"),
        },
        "count" => format!("count:{}", position.count_moves()),
        _ => {
            // The search must see what the referee sees: the outcome at the root is the verdict, mate aside.
            let outcome = position.outcome(0);
            let verdict = position.verdict();
            match verdict.map(|v| (v.reason, v.outcome)) {
                Some(("checkmate", _)) => assert!(matches!(outcome, Outcome::Ongoing | Outcome::Loss)),
                Some((_, ended)) => assert_eq!(outcome, ended, "{}", case.id),
                None => assert_eq!(outcome, Outcome::Ongoing, "{}", case.id),
            }
            told(&position)
        }
    };
    if found == case.expect { Ok(()) } else { Err(format!("expected {}, found {found}", case.expect)) }
}

#[test]
fn every_sentence_of_the_rule_page() {
    let table = include_str!("data/janggi_cases.tsv");
    let mut ids = HashSet::new();
    let mut failures = Vec::new();
    for line in table.lines().skip(1) {
        let [id, _rule, position, options, moves, expect, why] = line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("seven columns: {line}");
        };
        assert!(ids.insert(id), "{id} is there twice");
        if let Err(error) = check(&Case { id, position, options, moves, expect }) {
            failures.push(format!("{id}: {error} ({why})\n    {position} moves {moves}"));
        }
    }
    assert!(ids.len() >= 60, "only {} cases", ids.len());
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
