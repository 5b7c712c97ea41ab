//! Invariants that every game keeps, tried on seeded random games: one set, run over every game.

mod common;

use std::collections::HashSet;

use common::Dice;
use ryuma::core::score::EVAL_LIMIT;
use ryuma::core::zobrist::mix;
use ryuma::core::{Bitboard, Move, MoveList, Score};
use ryuma::game::{Game, Notation, Outcome, RuleKind, Stage, legal_moves};
use ryuma::games::{janggi::Janggi, shogi::Shogi, xiangqi::Xiangqi};

const GAMES: u64 = 200;
const PLIES: usize = 160;
const NOTATIONS: [Notation; 2] = [Notation::Native, Notation::Fairy];

#[test]
fn shogi() {
    check::<Shogi>(|_| true);
}

#[test]
fn xiangqi() {
    check::<Xiangqi>(|_| true);
}

#[test]
fn janggi() {
    check::<Janggi>(|position| !position.just_passed());
}

/// Everything that a position shows, for comparing before and after.
#[derive(Debug, PartialEq)]
struct Snapshot {
    key: u64,
    text: String,
    diagram: String,
    in_check: bool,
    occupied: Bitboard,
    score: Score,
    ply: usize,
    outcome: Outcome,
    moves: usize,
}

fn snapshot<G: Game>(position: &G) -> Snapshot {
    Snapshot {
        key: position.key(),
        text: position.text(Notation::Native),
        diagram: position.to_string(),
        in_check: position.in_check(),
        occupied: position.occupied(),
        score: position.evaluate(),
        ply: position.game_ply(),
        outcome: position.outcome(0),
        moves: position.count_moves(),
    }
}

/// Runs every invariant over one game. `told` says whether the text of a position tells all: the key and the moves
/// may hang on the ply before (a pass in janggi).
fn check<G: Game>(told: fn(&G) -> bool) {
    rule_options_are_what_they_say::<G>();
    starts_are_different_and_written::<G>();
    for game in 0..GAMES {
        let mut dice = Dice(mix(game));
        let mut position = G::start(&G::Rules::default());
        let mut trail = Vec::new();
        for ply in 0..PLIES {
            let moves = legal_moves(&position);
            moves_are_consistent(&position, &moves);
            texts_are_consistent(&position, &moves, told(&position));
            captures_have_attackers(&position, &moves);
            endings_are_consistent(&position, &moves);
            // Most bit patterns are wrong in check.
            if dice.one_in(64) || position.in_check() && dice.one_in(16) {
                every_bit_pattern_is_judged(&position, &moves);
                mutated_texts_are_survived(&position, &mut dice);
                moves_are_taken_back(&mut position, &moves, told);
            }
            if position.verdict().is_some() {
                break;
            }
            if !position.in_check() {
                null_move_is_taken_back(&mut position);
            }
            // Captures and checks are rare among random moves: prefer tactical ones now and then.
            let tactical: Vec<Move> = moves.iter().copied().filter(|&m| position.is_tactical(m)).collect();
            let choice = if dice.one_in(3) && !tactical.is_empty() { &tactical[..] } else { &moves[..] };
            trail.push(snapshot(&position));
            position.do_move(choice[dice.below(choice.len())]);
            assert_eq!(position.game_ply(), ply + 1);
        }
        while let Some(before) = trail.pop() {
            position.undo_move();
            assert_eq!(snapshot(&position), before);
        }
    }
}

/// The plain start position first, and every other one as its text says.
fn starts_are_different_and_written<G: Game>() {
    let starts = G::starts();
    assert_eq!(snapshot(&starts[0]), snapshot(&G::start(&G::Rules::default())));
    let texts: HashSet<String> = starts.iter().map(|start| start.text(Notation::Native)).collect();
    assert_eq!(texts.len(), starts.len());
    for start in starts {
        let text = start.text(Notation::Native);
        assert_eq!(snapshot(&common::position::<G>(&text)), snapshot(&start), "{text}");
    }
}

fn staged<G: Game>(position: &G, stage: Stage) -> MoveList {
    let mut moves = MoveList::new();
    position.generate(stage, &mut moves);
    moves
}

/// No move twice, the count right, the stages a partition, the kinds in range, the evaluation bounded.
fn moves_are_consistent<G: Game>(position: &G, moves: &MoveList) {
    let all: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(all.len(), moves.len(), "a move twice\n{position}");
    assert_eq!(position.count_moves(), moves.len(), "count\n{position}");
    let tactical = staged(position, Stage::Tactical);
    let quiet = staged(position, Stage::Quiet);
    assert_eq!(tactical.len() + quiet.len(), moves.len(), "stages\n{position}");
    for (stage, tactics) in [(&tactical, true), (&quiet, false)] {
        for &m in stage {
            let text = G::move_text(m, Notation::Native);
            assert!(all.contains(&m), "{text} is in a stage only\n{position}");
            assert_eq!(position.is_tactical(m), tactics, "{text}\n{position}");
        }
    }
    let checks = staged(position, Stage::Checks);
    for m in &checks {
        assert!(quiet.contains(m) && position.gives_check(*m), "a check\n{position}");
    }
    let mut after = position.clone();
    for &m in moves {
        after.do_move(m);
        let text = G::move_text(m, Notation::Native);
        assert_eq!(position.gives_check(m), after.in_check(), "{text}\n{position}");
        after.undo_move();
    }
    for &m in moves {
        let text = G::move_text(m, Notation::Native);
        assert!(position.is_legal(m), "{text}\n{position}");
        assert!(position.moved_kind(m) < G::KINDS && position.landing_kind(m) < G::KINDS);
        assert!(position.captured_kind(m).is_none_or(|kind| kind < G::KINDS));
    }
    assert!(position.evaluate().abs() <= EVAL_LIMIT, "{position}");
}

/// Position and move texts read back as what was written, and all that is kept up move by move equals
/// what the text gives.
fn texts_are_consistent<G: Game>(position: &G, moves: &MoveList, told: bool) {
    for notation in NOTATIONS {
        let text = position.text(notation);
        let read = common::position::<G>(&text);
        assert_eq!(read.text(notation), text);
        if told {
            assert_eq!(read.key(), position.key(), "{text}");
            assert_eq!(legal_moves(&read), *moves, "{text}");
        }
        assert_eq!(read.in_check(), position.in_check(), "{text}");
        assert_eq!(read.evaluate(), position.evaluate(), "{text}");
        assert_eq!(read.occupied(), position.occupied(), "{text}");
        assert_eq!(read.side_to_move(), position.side_to_move(), "{text}");
        // Full-move counters can't tell a game that the second side began.
        if notation == Notation::Native {
            assert_eq!(read.game_ply(), position.game_ply(), "{text}");
        }
        for &m in moves {
            let text = G::move_text(m, notation);
            assert_eq!(position.parse_move(&text, notation), Ok(m), "{text}\n{position}");
        }
    }
    assert!(position.to_string().lines().any(|line| line.starts_with("Fen: ")));
}

/// Where a capture is legal the exchange evaluator finds an attacker, none dearer than the capturing piece.
fn captures_have_attackers<G: Game>(position: &G, moves: &MoveList) {
    let us = position.side_to_move();
    for &m in moves {
        let Some(captured) = position.captured_kind(m) else { continue };
        let text = G::move_text(m, Notation::Native);
        let found = position.least_attacker(m.to(), us, position.occupied(), captured);
        let (from, kind) = found.unwrap_or_else(|| panic!("{text} has no attacker\n{position}"));
        assert!(position.occupied().contains(from) && kind < G::KINDS, "{text}\n{position}");
        let king_takes = G::exchange_value(position.moved_kind(m)) >= G::exchange_value(kind);
        assert!(king_takes, "{text}: a cheaper attacker was missed\n{position}");
        // Without the pieces that stand there, nothing of them attacks any more.
        let gone = position.occupied().without(from.bit());
        let next = position.least_attacker(m.to(), us, gone, captured);
        assert!(next.is_none_or(|(next, _)| next != from), "{text}\n{position}");
    }
}

/// The referee and the search are told the same.
fn endings_are_consistent<G: Game>(position: &G, moves: &MoveList) {
    let outcome = position.outcome(0);
    match position.verdict() {
        None => {
            assert_eq!(outcome, Outcome::Ongoing, "{position}");
            assert!(!moves.is_empty(), "no move and no verdict\n{position}");
        }
        Some(verdict) => {
            assert!(matches!(verdict.outcome, Outcome::Draw | Outcome::Win | Outcome::Loss), "{position}");
            if !moves.is_empty() {
                assert_eq!(verdict.outcome, outcome, "{}\n{position}", verdict.reason);
            }
            assert_eq!(position.claim(), Outcome::Ongoing, "a claim after the end\n{position}");
            assert!(!position.declares_win(), "a declaration after the end\n{position}");
        }
    }
}

/// Any 16 bits may come from the hash table.
fn every_bit_pattern_is_judged<G: Game>(position: &G, moves: &MoveList) {
    let legal: HashSet<Move> = moves.iter().copied().collect();
    for bits in 0..=u16::MAX {
        let m = Move::from_bits(bits);
        assert_eq!(position.is_legal(m), legal.contains(&m), "{bits:#06x}\n{position}");
    }
}

/// Every legal move, played and taken back, leaves no trace; played, it agrees with the text.
fn moves_are_taken_back<G: Game>(position: &mut G, moves: &MoveList, told: fn(&G) -> bool) {
    let before = snapshot(position);
    for &m in moves {
        position.do_move(m);
        let text = position.text(Notation::Native);
        let read = common::position::<G>(&text);
        assert_eq!(read.in_check(), position.in_check(), "{text}");
        assert!(read.key() == position.key() || !told(position), "{text}");
        assert_eq!(read.evaluate(), position.evaluate(), "{text}");
        position.undo_move();
        assert_eq!(snapshot(position), before);
    }
}

fn null_move_is_taken_back<G: Game>(position: &mut G) {
    let before = (position.key(), position.side_to_move(), position.evaluate(), position.occupied());
    position.do_null();
    assert_ne!(position.key(), before.0);
    assert_ne!(position.side_to_move(), before.1);
    position.undo_null();
    assert_eq!((position.key(), position.side_to_move(), position.evaluate(), position.occupied()), before);
}

/// Texts with errors in them are refused, or read as what they now say, without a panic.
fn mutated_texts_are_survived<G: Game>(position: &G, dice: &mut Dice) {
    const LETTERS: &[char] = &[
        'k', 'K', 'r', 'P', 'p', 'n', 'N', '+', '/', '[', ']', ' ', '-', '0', '1', '9', 'w', 'b', '@', '*',
        '\0', '龍', '\u{301}', '\t', 'é',
    ];
    for notation in NOTATIONS {
        let text = position.text(notation);
        for _ in 0..200 {
            let mut letters: Vec<char> = text.chars().collect();
            for _ in 0..=dice.below(3) {
                let at = dice.below(letters.len());
                match dice.below(4) {
                    0 => letters[at] = LETTERS[dice.below(LETTERS.len())],
                    1 => letters.insert(at, LETTERS[dice.below(LETTERS.len())]),
                    2 if letters.len() > 1 => drop(letters.remove(at)),
                    _ => letters.truncate(at + 1),
                }
            }
            let mutated: String = letters.into_iter().collect();
            if let Ok(read) = G::parse(&mutated, &G::Rules::default()) {
                moves_are_consistent(&read, &legal_moves(&read));
                texts_are_consistent(&read, &legal_moves(&read), true);
            }
        }
        for _ in 0..200 {
            let length = dice.below(9);
            let garbage: String = (0..length).map(|_| LETTERS[dice.below(LETTERS.len())]).collect();
            assert!(G::parse(&garbage, &G::Rules::default()).is_err(), "{garbage}");
            if let Ok(m) = position.parse_move(&garbage, notation) {
                assert!(position.is_legal(m), "{garbage}");
            }
        }
    }
}

/// Every value an option names is accepted in any case, and nothing else.
fn rule_options_are_what_they_say<G: Game>() {
    let mut rules = G::Rules::default();
    let set = |rules: &mut G::Rules, name: &str, value: &str| G::set_rule(rules, name, value);
    for option in G::rule_options() {
        let default = match option.kind {
            RuleKind::Combo { default, values } => {
                assert!(values.contains(&default), "{}", option.name);
                for value in values {
                    set(&mut rules, &option.name.to_uppercase(), &value.to_lowercase()).expect(value);
                }
                default.to_string()
            }
            RuleKind::Spin { default, min, max } => {
                for value in [min, max, default] {
                    set(&mut rules, &option.name.to_lowercase(), &value.to_string()).expect(option.name);
                }
                for value in [min - 1, max + 1, i64::MIN, i64::MAX] {
                    assert!(
                        set(&mut rules, option.name, &value.to_string()).is_err(),
                        "{} {value}",
                        option.name
                    );
                }
                default.to_string()
            }
        };
        for value in ["", "nonsense", "99999999999999999999", "龍"] {
            assert!(set(&mut rules, option.name, value).is_err(), "{} {value}", option.name);
        }
        set(&mut rules, option.name, &default).expect(option.name);
    }
    assert_eq!(rules, G::Rules::default(), "defaults are the defaults");
    assert!(set(&mut rules, "NoSuchRule", "1").is_err());
    assert!(!G::VARIANTS.is_empty());
    for (name, value) in G::VARIANTS.iter().flat_map(|variant| variant.rules) {
        set(&mut rules, name, value).expect(name);
    }
}
