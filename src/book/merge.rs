//! One book of many.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{BookMove, Page, place};

/// Puts books together. Weights of the same move add up; scores and answers are those of the deeper search, the first
/// book's where depths are equal.
pub fn merge(books: impl IntoIterator<Item = Vec<Page>>) -> Vec<Page> {
    let mut merged: Vec<Page> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for page in books.into_iter().flatten() {
        let at = *places.entry(place(&page.position)).or_insert(merged.len());
        if at == merged.len() {
            merged.push(Page { position: page.position, ..Page::default() });
        }
        for m in page.moves {
            add(&mut merged[at].moves, m);
        }
    }
    merged.iter_mut().for_each(|page| sort(&mut page.moves));
    merged
}

fn add(moves: &mut Vec<BookMove>, new: BookMove) {
    let Some(old) = moves.iter_mut().find(|old| old.text == new.text) else {
        moves.push(new);
        return;
    };
    let weight = old.weight.saturating_add(new.weight);
    let (mut deep, other) = if new.depth > old.depth { (new, old.clone()) } else { (old.clone(), new) };
    deep.answer = deep.answer.or(other.answer);
    deep.score = deep.score.or(other.score);
    *old = BookMove { weight, ..deep };
}

/// The best one first: by scores where all have one, else by weights. Equal ones come in the order of their texts, so
/// that the order never hangs on where the moves come from.
pub(super) fn sort(moves: &mut [BookMove]) {
    let have_scores = moves.iter().all(|m| m.score.is_some());
    let rank = |m: &BookMove| Reverse((m.score.filter(|_| have_scores), m.weight));
    moves.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.text.cmp(&b.text)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(text: &str, score: Option<i32>, depth: u32, weight: u64) -> BookMove {
        BookMove { text: text.to_string(), answer: None, score, depth, weight }
    }

    fn page(position: &str, moves: Vec<BookMove>) -> Page {
        Page { position: position.to_string(), line: 0, moves }
    }

    #[test]
    fn deeper_scores_win_and_weights_add_up() {
        let one = vec![page("a b - 1", vec![entry("x", Some(10), 5, 3), entry("y", Some(0), 5, 1)])];
        let two = vec![
            page("a b - 9", vec![entry("y", Some(30), 9, 4), entry("x", Some(99), 2, 1)]),
            page("c b - 2", vec![entry("z", None, 0, 1), entry("w", None, 0, 2)]),
        ];
        let merged = merge([one, two]);
        assert_eq!(merged.len(), 2);
        assert_eq!(merged[0].position, "a b - 1");
        assert_eq!(merged[0].moves, [entry("y", Some(30), 9, 5), entry("x", Some(10), 5, 4)]);
        assert_eq!(merged[1].moves, [entry("w", None, 0, 2), entry("z", None, 0, 1)]);
    }
}
