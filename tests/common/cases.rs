//! Rule cases: rows of `id, rule, position, options, moves, expect, why`.

use ryuma::game::{Game, Notation, Outcome};

/// Checks every row of a table of rule cases.
pub fn check<G: Game>(name: &str) {
    let rows = super::table(name);
    assert!(rows.len() >= 60, "{name} has only {} cases", rows.len());
    let mut failures = Vec::new();
    for row in rows {
        let [id, rule, position, options, moves, expect, why] = &row[..] else { panic!("{name}: {row:?}") };
        if let Err(found) = judge::<G>(position, options, moves, expect) {
            failures.push(format!("{id} ({rule}): expected {expect}, since {why}; {found}"));
        }
    }
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

fn judge<G: Game>(text: &str, options: &str, moves: &str, expect: &str) -> Result<(), String> {
    let mut rules = G::Rules::default();
    for option in options.split(';').filter(|&option| option != "-") {
        let (name, value) = option.split_once('=').ok_or(format!("'{option}' is no option"))?;
        G::set_rule(&mut rules, name, value).map_err(|error| error.to_string())?;
    }
    let parsed = if text == "startpos" { Ok(G::start(&rules)) } else { G::parse(text, &rules) };
    if expect == "bad" {
        return match parsed {
            Ok(_) => Err("the position was accepted".to_string()),
            Err(_) => Ok(()),
        };
    }
    let mut position = parsed.map_err(|error| error.to_string())?;
    for text in moves.split_whitespace().filter(|&text| text != "-") {
        if let Some(verdict) = position.verdict() {
            return Err(format!("the game ended before {text}: {}", verdict.reason));
        }
        let m = position.parse_move(text, Notation::Native).map_err(|error| error.to_string())?;
        position.do_move(m);
    }

    let (kind, value) = expect.split_once(':').unwrap_or((expect, ""));
    let found = match kind {
        "legal" | "illegal" => match position.parse_move(value, Notation::Native) {
            Ok(_) => format!("legal:{value}"),
            Err(_) => format!("illegal:{value}"),
        },
        "count" => format!("count:{}", position.count_moves()),
        "claim" => match position.claim() {
            Outcome::Win => "claim:win".to_string(),
            Outcome::Draw => "claim:draw".to_string(),
            Outcome::Ongoing => "claim:none".to_string(),
            other => format!("claim:{other:?}"),
        },
        "declares" => format!("declares:{}", if position.declares_win() { "yes" } else { "no" }),
        _ => match position.verdict() {
            None => "ongoing".to_string(),
            Some(verdict) => format!("{:?}:{}", verdict.outcome, verdict.reason),
        },
    };
    if found.eq_ignore_ascii_case(expect) { Ok(()) } else { Err(format!("found {found}")) }
}
