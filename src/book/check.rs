//! What is wrong with a book, by the rules of the game.

use std::collections::HashMap;

use crate::engine::{Engine, Setup};
use crate::game::{Notation, excerpt};

use super::text::{self, Fault};
use super::{Page, place};

/// What a book holds, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    pub positions: usize,
    pub moves: usize,
    pub faults: Vec<Fault>,
}

/// Reads a book and plays every move of it. Faults are in the order of their lines.
pub fn check(content: &str, engine: &mut dyn Engine) -> Findings {
    let (pages, faults) = text::read(content);
    let mut findings =
        Findings { positions: pages.len(), moves: pages.iter().map(|page| page.moves.len()).sum(), faults };
    let mut seen: HashMap<String, usize> = HashMap::new();
    for page in &pages {
        let mut tell = |reason: String| findings.faults.push(Fault { line: page.line, reason });
        if let Some(before) = seen.insert(place(&page.position), page.line) {
            tell(format!("the position of line {before} again; that line is used"));
        }
        check_page(page, engine, &mut tell);
    }
    findings.faults.sort_by_key(|fault| fault.line);
    findings
}

fn check_page(page: &Page, engine: &mut dyn Engine, tell: &mut dyn FnMut(String)) {
    if let Err(error) = engine.set_position(&Setup::Text(page.position.clone()), &[], Notation::Native) {
        return tell(error.to_string());
    }
    let written = engine.text(Notation::Native);
    if place(&written) != place(&page.position) {
        tell(format!("the position is not found under this text: programs write '{}'", place(&written)));
    }
    if page.moves.is_empty() {
        tell("the position has no move".to_string());
    }
    for (i, entry) in page.moves.iter().enumerate() {
        match engine.parse_move(&entry.text, Notation::Native) {
            Err(error) => tell(error.to_string()),
            Ok(m) => {
                let answer =
                    entry.answer.as_deref().map(|text| engine.parse_answer(m, text, Notation::Native));
                if let Some(Err(error)) = answer {
                    tell(format!("answer to '{}': {error}", entry.text));
                }
            }
        }
        if page.moves[..i].iter().any(|other| other.text == entry.text) {
            tell(format!("the move '{}' again", excerpt(&entry.text)));
        }
    }
}
