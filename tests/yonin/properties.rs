//! What holds in every game, however it is played.

use ryuma::core::{Bitboard, Move, Player};
use ryuma::games::yonin::Yonin;
use ryuma::games::yonin::piece::NOBODY;

use crate::common::Dice;
use crate::{RULES, rules};

/// A random game of at most so many moves; `look` sees every position.
fn random_game(
    position: &mut Yonin,
    dice: &mut Dice,
    most: usize,
    mut look: impl FnMut(&mut Yonin, &mut Dice),
) {
    for _ in 0..most {
        look(position, dice);
        let moves = position.legal_moves();
        let Some(&first) = moves.get(dice.below(moves.len().max(1))) else { return };
        position.play(first);
    }
}

/// All that can be seen of a position.
fn portrait(position: &Yonin) -> (String, u64, u64, Option<[u8; 4]>, Vec<Move>) {
    let moves = position.legal_moves().to_vec();
    (position.text(), position.key(), position.full_key(), position.ranking(), moves)
}

#[test]
fn taking_back_restores_everything() {
    let mut dice = Dice(1);
    for game in 0..40 {
        let mut position = Yonin::start(&rules(RULES[game % RULES.len()]));
        random_game(&mut position, &mut dice, 250, |position, dice| {
            if dice.one_in(10) {
                let before = portrait(position);
                for m in position.legal_moves() {
                    position.play(m);
                    if let Some(&reply) = position.legal_moves().first() {
                        position.play(reply);
                        position.take_back();
                    }
                    position.take_back();
                }
                assert_eq!(portrait(position), before);
            }
        });
    }
}

/// A position read from its own text is the same one, so that all that is kept up move by move is as found anew.
#[test]
fn texts_go_round_and_nothing_kept_up_drifts() {
    let mut dice = Dice(2);
    let mut checks = 0;
    for game in 0..100 {
        let rules = rules(RULES[game % RULES.len()]);
        let mut position = Yonin::start(&rules);
        random_game(&mut position, &mut dice, 400, |position, _| {
            let text = position.text();
            let read = Yonin::parse(&text, &rules).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(read.text(), text);
            assert_eq!((read.key(), read.full_key()), (position.key(), position.full_key()), "{text}");
            if position.occurrence() < 3 {
                assert_eq!(read.ranking(), position.ranking());
            }
            for player in position.living() {
                let mut attackers = Bitboard::EMPTY;
                for square in position.occupied() {
                    let piece = position.piece(square);
                    let reach = ryuma::games::yonin::attacks::reach(
                        piece.kind(),
                        piece.facing(),
                        square,
                        position.occupied(),
                    );
                    if piece.owner() != player.index()
                        && piece.owner() != NOBODY
                        && reach.contains(position.king(player))
                    {
                        attackers.set(square);
                    }
                }
                assert_eq!(position.checkers(player), attackers, "{text}");
                checks += usize::from(attackers.any());
            }
        });
    }
    assert!(checks > 100, "{checks} checks seen");
}

/// Exactly the legal moves are legal, of all that 16 bits can say; and none leaves the own king attacked.
#[test]
fn legality_is_membership() {
    let mut dice = Dice(3);
    for game in 0..12 {
        let mut position = Yonin::start(&rules(RULES[game % RULES.len()]));
        random_game(&mut position, &mut dice, 250, |position, dice| {
            if !dice.one_in(60) {
                return;
            }
            let us = position.turn();
            let moves = position.legal_moves();
            let legal = (0..=u16::MAX).map(Move::from_bits).filter(|&m| {
                let text = Yonin::move_text(m);
                m.is_some() && position.parse_move(&text).is_ok_and(|read| read == m)
            });
            assert_eq!(legal.count(), moves.len());
            for m in moves {
                position.play(m);
                assert!(!position.in_check(us) || !position.is_alive(us));
                position.take_back();
            }
        });
    }
}

/// Men neither vanish nor appear, and every game ends with a ranking.
#[test]
fn a_thousand_random_games_end_with_a_ranking() {
    let mut dice = Dice(4);
    let mut endings = std::collections::HashMap::new();
    for game in 0..1000 {
        let options = RULES[game % RULES.len()];
        let mut position = Yonin::start(&rules(options));
        random_game(&mut position, &mut dice, 20_000, |_, _| {});
        let held: usize =
            Player::ALL.into_iter().flat_map(|player| *position.hand(player)).map(usize::from).sum();
        assert_eq!(position.occupied().count() + held, 36);
        let ranks = position.ranking().unwrap_or_else(|| panic!("{} goes on", position.text()));
        assert!(ranks.contains(&1) && ranks.iter().all(|rank| (1..=4).contains(rank)), "{ranks:?}");
        *endings.entry(position.ending().map(|ending| ending.text())).or_insert(0) += 1;
    }
    assert!(endings[&Some("checkmate")] > 900, "{endings:?}");
}

/// A seat further clockwise is the same game: the start position looks the same from each.
#[test]
fn the_start_is_the_same_for_all() {
    for player in Player::ALL {
        let text = Yonin::start(&rules("-")).text().replacen(" s ", &format!(" {} ", player.letter()), 1);
        let position = Yonin::parse(&text, &rules("-")).expect("a start position");
        assert_eq!(position.legal_moves().len(), 9);
    }
}
