//! What networks see, tried on seeded random games: each game's `change` agrees with its moves.

mod common;

use std::collections::{BTreeSet, HashSet};

use common::random_games;
use ryuma::core::{Move, Side};
use ryuma::game::{Game, MAX_MEN, Man, legal_moves};
use ryuma::games::{janggi::Janggi, shogi::Shogi, xiangqi::Xiangqi};

#[test]
fn shogi() {
    check::<Shogi>();
}

#[test]
fn xiangqi() {
    check::<Xiangqi>();
}

#[test]
fn janggi() {
    check::<Janggi>();
}

/// The men of a position, each once and in range.
fn men<G: Game>(position: &G) -> HashSet<Man> {
    let mut men = HashSet::new();
    position.each_man(|man| {
        assert!(usize::from(man.slot) < G::SLOTS, "{man:?}\n{position}");
        assert!(men.insert(man), "{man:?} twice\n{position}");
    });
    assert!(men.len() <= MAX_MEN);
    men
}

fn men_after<G: Game>(position: &G, mut men: HashSet<Man>, m: Move) -> HashSet<Man> {
    let change = position.change(m);
    for man in &change.gone {
        assert!(men.remove(man), "{man:?} was not there to go\n{position}");
    }
    for man in change.come {
        assert!(men.insert(man), "{man:?} was there before it came\n{position}");
    }
    men
}

fn check<G: Game>() {
    let mut stages = BTreeSet::new();
    random_games(
        60,
        200,
        |_| G::start(&G::Rules::default()),
        |position: &mut G, dice| {
            let before = men(position);
            stages.insert(position.stage());
            for side in Side::BOTH {
                let king = position.king(side);
                let on_it = |man: &&Man| {
                    man.side == side
                        && usize::from(man.slot) < G::KINDS * G::SQUARES
                        && usize::from(man.slot) % G::SQUARES == king.index()
                };
                assert_eq!(before.iter().filter(on_it).count(), 1, "king\n{position}");
            }
            for m in legal_moves(position) {
                if dice.one_in(4) || position.is_tactical(m) {
                    let expected = men_after(position, before.clone(), m);
                    position.do_move(m);
                    assert_eq!(men(position), expected, "{position}");
                    position.undo_move();
                }
            }
            assert_eq!(men(position), before, "taken back\n{position}");
        },
    );
    assert!(stages.last() < Some(&G::STAGES) && stages.len() >= 4, "stages {stages:?}");
}
