//! `tests/data/yonin_cases.tsv`: rows of `id, rule, position, options, moves, expect, why`.
//!
//! What may be expected, several things with `; ` between: `bad` (the position is refused), `legal:MOVE`,
//! `illegal:MOVE`, `unreadable:TEXT` (no move at all), `count:N` legal moves, `turn:`, `hands:`, `status:`, `checks:`
//! (fields of the position text), `text:` (all of it), `ongoing`, `over:REASON`, and `rank:S/W/N/E`.

use ryuma::game::TextError;
use ryuma::games::yonin::Yonin;

use crate::common::table;
use crate::rules;

#[test]
fn every_case() {
    let rows = table("yonin_cases.tsv");
    assert!(rows.len() >= 150, "only {} cases", rows.len());
    let mut failures = Vec::new();
    for row in rows {
        let [id, rule, position, options, moves, expect, why] = &row[..] else { panic!("{row:?}") };
        match after(position, options, moves) {
            Err(found) if found == *expect => {}
            Err(found) => failures.push(format!("{id} ({rule}): expected {expect}, since {why}; {found}")),
            Ok(position) => {
                let found: Vec<String> = expect.split("; ").map(|one| found(&position, one)).collect();
                let found = found.join("; ");
                if found != *expect {
                    let text = position.text();
                    failures
                        .push(format!("{id} ({rule}): expected {expect}, since {why}; {found}\n    {text}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

/// The position after the moves of a case, or why there is none.
fn after(text: &str, options: &str, moves: &str) -> Result<Yonin, String> {
    let rules = rules(options);
    let parsed = if text == "startpos" { Ok(Yonin::start(&rules)) } else { Yonin::parse(text, &rules) };
    let mut position = match parsed {
        Ok(position) => position,
        Err(TextError::Position { reason, .. }) if !reason.is_empty() => return Err("bad".to_string()),
        Err(error) => return Err(error.to_string()),
    };
    for text in moves.split_whitespace().filter(|&text| text != "-") {
        let m = position.parse_move(text).map_err(|error| error.to_string())?;
        position.play(m);
    }
    Ok(position)
}

/// What the game gives where a case expects `expect`, in the words of the table.
fn found(position: &Yonin, expect: &str) -> String {
    let (kind, value) = expect.split_once(':').unwrap_or((expect, ""));
    let text = position.text();
    let fields: Vec<&str> = text.split(' ').collect();
    let found = match kind {
        "legal" | "illegal" | "unreadable" => {
            return match position.parse_move(value) {
                Ok(_) => format!("legal:{value}"),
                Err(TextError::Illegal { .. }) => format!("illegal:{value}"),
                Err(_) => format!("unreadable:{value}"),
            };
        }
        "count" => position.legal_moves().len().to_string(),
        "turn" => fields[1].to_string(),
        "hands" => fields[2].to_string(),
        "status" => fields[3].to_string(),
        "checks" => fields[4].to_string(),
        "text" => text.clone(),
        "rank" => position
            .ranking()
            .map_or("none".to_string(), |ranks| ranks.map(|rank| rank.to_string()).join("/")),
        _ => {
            return match position.ending() {
                None => "ongoing".to_string(),
                Some(ending) => format!("over:{}", ending.text()),
            };
        }
    };
    format!("{kind}:{found}")
}
