//! What holds along random games of xiangqi beyond what holds for every game (`tests/conformance.rs`).

use proptest::prelude::*;
use ryuma::core::{Move, MoveList};
use ryuma::game::{Game, Notation, Position, Stage, legal_moves};
use ryuma::games::xiangqi::{Rules, Xiangqi};

use super::start;
use crate::common::{self, Dice, move_texts, random_games};

/// Shows the positions of random games.
pub fn games(count: u64, visit: impl FnMut(&mut Xiangqi, &mut Dice)) {
    random_games(count, 240, |_| start(), visit);
}

fn list(position: &Xiangqi, stage: Stage) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.generate(stage, &mut moves);
    let mut moves = moves.to_vec();
    moves.sort();
    moves
}

fn parsed(position: &Xiangqi) -> Xiangqi {
    common::position(&position.text(Notation::Native))
}

/// As for every game; and only captures are tactical.
pub fn check_stages(position: &Xiangqi) {
    let all = list(position, Stage::All);
    let (tactical, quiet) = (list(position, Stage::Tactical), list(position, Stage::Quiet));
    assert_eq!(position.count_moves(), all.len());
    assert!(tactical.iter().all(|&m| position.is_tactical(m) && position.captured_kind(m).is_some()));
    assert!(quiet.iter().all(|&m| !position.is_tactical(m)));
    let mut both = [tactical, quiet].concat();
    both.sort();
    assert_eq!(both, all);
    both.dedup();
    assert_eq!(both.len(), all.len());
}

#[test]
fn stages_split_the_moves_and_counting_agrees() {
    games(240, |position, _| check_stages(position));
}

#[test]
fn playing_and_taking_back_restores_everything() {
    games(240, |position, dice| {
        if !dice.one_in(8) {
            return;
        }
        // The debug text holds every field: board, sets, keys, sums, checkers, the whole stack.
        let before = format!("{position:?}");
        for m in legal_moves(position) {
            position.do_move(m);
            let fresh = parsed(position);
            assert_eq!(position.key(), fresh.key());
            assert_eq!(position.checkers(), fresh.checkers());
            assert_eq!(position.evaluate(), fresh.evaluate());
            assert_eq!(position.game_ply(), fresh.game_ply());
            assert_eq!(position.text(Notation::Native), fresh.text(Notation::Native));
            position.undo_move();
        }
        if !position.in_check() {
            let key = position.key();
            position.do_null();
            assert_ne!(position.key(), key);
            assert_eq!(position.key(), parsed(position).key());
            position.undo_null();
        }
        assert_eq!(format!("{position:?}"), before);
    });
}

/// More than every game promises: not only `is_legal` takes any bits.
#[test]
fn any_sixteen_bits_may_be_asked_about() {
    games(30, |position, dice| {
        if dice.one_in(40) {
            for m in (0..=u16::MAX).map(Move::from_bits) {
                let _ = (position.is_tactical(m), position.captured_kind(m));
            }
        }
    });
}

#[test]
fn moves_may_be_written_in_capitals() {
    games(40, |position, _| {
        for m in legal_moves(position) {
            for notation in [Notation::Native, Notation::Fairy] {
                let text = Xiangqi::move_text(m, notation);
                assert_eq!(position.parse_move(&text.to_uppercase(), notation), Ok(m));
            }
        }
    });
}

proptest! {
    #[test]
    fn garbage_is_refused_politely(text in "\\PC{0,80}") {
        if let Err(error) = Xiangqi::parse(&text, &Rules::default()) {
            prop_assert!(!error.to_string().is_empty());
        }
        let start = start();
        for notation in [Notation::Native, Notation::Fairy] {
            prop_assert!(start.parse_move(&text, notation).is_err());
        }
    }

    #[test]
    fn a_damaged_position_is_refused_or_read(
        at in 0usize..70,
        letter in "[a-zA-Z0-9/ é\u{1F600}-]",
        delete in any::<bool>(),
    ) {
        let mut letters: Vec<char> = start().text(Notation::Native).chars().collect();
        let at = at.min(letters.len() - 1);
        letters.splice(at..at + delete as usize, letter.chars());
        let text: String = letters.into_iter().collect();
        if let Ok(position) = Xiangqi::parse(&text, &Rules::default()) {
            let written = position.text(Notation::Native);
            let again = Xiangqi::parse(&written, &Rules::default()).unwrap();
            prop_assert_eq!(again.text(Notation::Native), written);
            prop_assert_eq!(again.count_moves(), legal_moves(&again).len());
        }
    }
}

#[test]
#[ignore = "prints positions of random games and their moves, for scripts/crosscheck_xiangqi.py"]
fn list_positions() {
    games(20, |position, dice| {
        if dice.one_in(8) {
            let moves = move_texts(position, Notation::Fairy);
            println!("list\t{}\t{}", position.text(Notation::Fairy), moves.join(" "));
        }
    });
}
