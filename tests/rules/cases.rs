//! Rule cases: rows of `id, rule, position, options, moves, expect, why`.
//!
//! What may be expected: `bad` (the position is refused), `legal:MOVE`, `illegal:MOVE`, `unreadable:TEXT` (no move at
//! all), `count:N` legal moves, `claim:win|draw|none`, `declares:yes|no`, `ongoing`, or an end as the side to move sees
//! it, e.g. `loss:checkmate`.

use ryuma::game::{Game, Notation, Outcome, TextError};

use crate::common;

/// Checks every row of a table of rule cases.
pub fn check<G: Game>(name: &str) {
    let rows = common::table(name);
    assert!(rows.len() >= 60, "{name} has only {} cases", rows.len());
    let mut failures = Vec::new();
    for row in rows {
        let [id, rule, position, options, moves, expect, why] = &row[..] else { panic!("{name}: {row:?}") };
        match found::<G>(position, options, moves, expect) {
            Ok(found) if found == *expect => {}
            Ok(found) | Err(found) => {
                failures.push(format!("{id} ({rule}): expected {expect}, since {why}; found {found}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

/// What the game gives where a case expects `expect`, in the words of the table, or what went wrong before.
fn found<G: Game>(text: &str, options: &str, moves: &str, expect: &str) -> Result<String, String> {
    let rules = common::rules::<G>(options);
    let parsed = if text == "startpos" { Ok(G::start(&rules)) } else { G::parse(text, &rules) };
    let mut position = match parsed {
        Ok(position) => position,
        Err(TextError::Position { reason, .. }) if !reason.is_empty() => return Ok("bad".to_string()),
        Err(error) => return Err(error.to_string()),
    };
    for text in moves.split_whitespace().filter(|&text| text != "-") {
        if let Some(verdict) = position.verdict() {
            return Err(format!("the game ended before {text}: {}", verdict.reason));
        }
        let m = position.parse_move(text, Notation::Native).map_err(|error| error.to_string())?;
        position.do_move(m);
    }
    search_and_referee_agree(&position)?;

    let (kind, value) = expect.split_once(':').unwrap_or((expect, ""));
    Ok(match kind {
        "legal" | "illegal" | "unreadable" => match position.parse_move(value, Notation::Native) {
            Ok(_) => format!("legal:{value}"),
            Err(TextError::Illegal { .. }) => format!("illegal:{value}"),
            Err(_) => format!("unreadable:{value}"),
        },
        "count" => format!("count:{}", position.count_moves()),
        "claim" => match position.claim() {
            Outcome::Ongoing => "claim:none".to_string(),
            other => format!("claim:{other:?}").to_lowercase(),
        },
        "declares" => format!("declares:{}", if position.declares_win() { "yes" } else { "no" }),
        _ => match position.verdict() {
            None => "ongoing".to_string(),
            Some(verdict) => {
                format!("{}:{}", format!("{:?}", verdict.outcome).to_lowercase(), verdict.reason)
            }
        },
    })
}

/// What a search sees at its root is what the referee sees, mate by itself apart.
fn search_and_referee_agree<G: Game>(position: &G) -> Result<(), String> {
    let (verdict, outcome) = (position.verdict(), position.outcome(0));
    let agree = match &verdict {
        None => outcome == Outcome::Ongoing,
        Some(verdict) if outcome == Outcome::Ongoing => matches!(verdict.reason, "checkmate" | "stalemate"),
        Some(verdict) => verdict.outcome == outcome,
    };
    if agree { Ok(()) } else { Err(format!("{verdict:?}, but the search sees {outcome:?}")) }
}
