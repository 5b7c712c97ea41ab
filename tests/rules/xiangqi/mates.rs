//! The table of mates, proved by trying everything.

use std::collections::HashMap;

use ryuma::core::Move;
use ryuma::game::{Position, legal_moves};
use ryuma::games::xiangqi::Xiangqi;

use super::position;
use crate::common::{play, table};

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
    for row in table("xiangqi_mates.tsv") {
        let [text, plies, first] = &row[..] else { panic!("{row:?}") };
        let plies: u32 = plies.parse().unwrap();
        let mut position = position(text);
        let mut prover = Prover::default();
        assert!(!prover.wins(&mut position, plies - 2), "{text} is mate sooner");
        play(&mut position, first);
        assert!(prover.loses(&mut position, plies - 1), "{text} {first} is no mate in {plies}");
    }
}
