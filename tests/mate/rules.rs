//! What counts as a mate, and what the solver promises to whoever starts it.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ryuma::core::zobrist::mix;
use ryuma::game::{Game, Notation, Position, legal_moves};
use ryuma::games::{janggi::Janggi, shogi::Shogi, xiangqi::Xiangqi};
use ryuma::search::mate::{Answer, solve};
use ryuma::search::{Limits, Request};

use crate::common::{self, Dice, endless, play, position};
use crate::{assert_is_mate, brute, graph, solve_all, solve_within};

fn plies<G: Game>(position: &G) -> Option<usize> {
    match solve_all(position) {
        Answer::Mate(line) => {
            assert_is_mate(position, &line);
            Some(line.len())
        }
        Answer::NoMate => None,
        Answer::OutOfBudget => panic!("not solved: {position}"),
    }
}

fn agrees_in_games<G: Game>() {
    let (mut mates, mut none) = (0, 0);
    common::random_games(
        20,
        300,
        |_| G::start(&endless::<G>()),
        |position, dice| {
            if !dice.one_in(4) {
                return;
            }
            let report = solve_within(position, Limits { nodes: Some(500), ..Limits::default() }, false);
            match report.answer {
                Answer::Mate(line) => {
                    mates += 1;
                    assert_is_mate(position, &line);
                    if line.len() <= 3 {
                        let most = Some(Some(line.len()));
                        assert!(brute::shortest_mate(position, line.len(), u64::MAX) <= most);
                    }
                }
                Answer::NoMate => {
                    none += 1;
                    assert_ne!(brute::shortest_mate(position, 3, 10_000).flatten(), Some(3), "{position}");
                }
                Answer::OutOfBudget => {}
            }
        },
    );
    assert!(mates > 5 && none > 100, "{mates} mates, {none} without");
}

#[test]
fn it_agrees_with_brute_force_in_random_games() {
    agrees_in_games::<Shogi>();
    agrees_in_games::<Xiangqi>();
    agrees_in_games::<Janggi>();
}

/// Positions of few men, in which checks often lead back to where they came from.
fn agrees_in_endgames<G: Game>(attackers: &[&str], defenders: &[&str]) {
    let (mut mates, mut none) = (0, 0);
    for seed in 0..600 {
        let mut dice = Dice(mix(seed));
        let rows = G::ROWS;
        let mut board = vec![["1"; 9]; rows];
        // Kings in their palaces, or where they would be.
        board[dice.below(3)][3 + dice.below(3)] = "k";
        board[rows - 1 - dice.below(3)][3 + dice.below(3)] = "K";
        for men in [attackers, defenders] {
            for _ in 0..1 + dice.below(3) {
                // Near the king that is to be mated.
                board[dice.below(rows / 2)][dice.below(9)] = men[dice.below(men.len())];
            }
        }
        let board: Vec<String> = board.iter().map(|row| row.concat()).collect();
        let side = if G::NAME == "shogi" { "b" } else { "w" };
        let Ok(position) = G::parse(&format!("{} {side}", board.join("/")), &endless::<G>()) else {
            continue;
        };
        let Some(has_mate) = graph::positions(&position, 1_500).map(|graph| graph.has_mate()) else {
            continue;
        };
        assert_eq!(plies(&position).is_some(), has_mate, "{position}");
        *(if has_mate { &mut mates } else { &mut none }) += 1;
    }
    assert!(mates > 0 && none > 50, "{mates} mates, {none} without");
}

#[test]
fn it_agrees_with_brute_force_where_checks_go_round() {
    agrees_in_endgames::<Shogi>(&["+R", "+B", "G", "S", "N", "+P"], &["g", "s", "n", "p", "l"]);
    agrees_in_endgames::<Xiangqi>(&["R", "R", "N", "C", "P"], &["a", "b", "p", "r", "c"]);
    agrees_in_endgames::<Janggi>(&["R", "R", "N", "C", "P", "B"], &["a", "p", "c", "n"]);
}

/// Here the proof of the shortest mate comes back to a position with fewer plies left.
#[test]
fn the_shortest_mate_is_found() {
    let mut position = position::<Janggi>("3aa4/4k4/6n1c/8b/2p4P1/4c4/2P6/5A2C/4AK3/7r1 b - - 3 39");
    assert_eq!(brute::shortest_mate(&mut position, 5, u64::MAX), Some(Some(5)));
    let report = solve_within(&position, Limits::default(), true);
    assert!(report.is_shortest);
    assert!(matches!(report.answer, Answer::Mate(line) if line.len() == 5));
}

#[test]
fn perpetual_checks_are_no_mates() {
    let mut none = 0;
    for row in common::table("xiangqi_repetition.tsv") {
        let position = Xiangqi::parse(&row[0], &endless::<Xiangqi>()).expect("a position");
        if graph::positions(&position, 20_000).is_some_and(|graph| !graph.has_mate()) {
            assert_eq!(plies(&position), None, "{}", row[0]);
            none += 1;
        }
    }
    assert!(none >= 10, "{none}");
}

#[test]
fn a_pawn_drop_does_not_mate() {
    // The corner is smothered and the pawn is guarded; another man in its place mates.
    for (hand, mate) in [("P", None), ("L", Some(1)), ("G", Some(1))] {
        let position = position::<Shogi>(&format!("7lk/7s1/7G1/9/9/9/9/9/4K4 b {hand} 1"));
        assert_eq!(plies(&position), mate, "{hand}");
    }
}

#[test]
fn whoever_is_in_check_mates_by_a_counter_check_only() {
    // The gold would mate, but the lance gives check and is out of reach.
    let blocked = position::<Shogi>("l3k4/9/4P4/9/9/9/9/9/K8 b G 1");
    assert!(blocked.in_check());
    assert_eq!(plies(&blocked), None);
    // The king takes the silver that gives check, and opens the rook's file.
    let opened = position::<Shogi>("3lkl3/3p1p3/9/3s5/4K4/9/9/9/4R4 b - 1");
    assert!(opened.in_check());
    assert_eq!(plies(&opened), Some(1));
}

#[test]
fn nobody_mates_who_is_mated_or_has_no_check() {
    assert_eq!(plies(&position::<Shogi>("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")), None);
    assert_eq!(plies(&Shogi::start(&Default::default())), None);
    assert_eq!(plies(&Xiangqi::start(&Default::default())), None);
    assert_eq!(plies(&Janggi::start(&Default::default())), None);
}

/// A mate on the ply of the move limit is one, a later one is not.
#[test]
fn the_move_limit_ends_mates() {
    let mut tried = 0;
    for row in common::table("mates_shogi.tsv").iter().filter(|row| row[1] == "5") {
        let plies_needed: usize = row[1].parse().expect("plies");
        let start = position::<Shogi>(&row[0]);
        for (spare, is_mate) in [(1, true), (0, true), (-1, false), (-4, false)] {
            let limit = start.game_ply() as i64 + plies_needed as i64 + spare;
            let rules = common::rules::<Shogi>(&format!("MaxMovesToDraw={limit}"));
            let limited = Shogi::parse(&row[0], &rules).expect("a position");
            assert_eq!(plies(&limited).is_some(), is_mate, "{} limit {limit}", row[0]);
            tried += 1;
        }
    }
    assert!(tried >= 40);
}

/// A mate that runs through a position which the game has seen twice before is a draw there.
#[test]
fn repetitions_before_the_root_count() {
    let shortest = |position: &mut Xiangqi| {
        let found = match solve_within(position, Limits::default(), true).answer {
            Answer::Mate(line) => {
                assert_is_mate(position, &line);
                Some(line.len())
            }
            _ => None,
        };
        assert_eq!(brute::shortest_mate(position, 7, u64::MAX), Some(found));
        found
    };
    let mut fresh = position::<Xiangqi>("4k4/9/R8/R3P4/9/9/9/9/9/3K5 w");
    assert_eq!(shortest(&mut fresh), Some(3));
    let mut repeated = position::<Xiangqi>("R3k4/9/9/R3P4/9/9/9/9/9/3K5 b");
    play(&mut repeated, "e9e8 a9a7 e8e9 a7a9 e9e8 a9a7 e8e9");
    assert_eq!((repeated.key(), repeated.verdict()), (fresh.key(), None));
    assert_ne!(shortest(&mut repeated), Some(3));
}

#[test]
fn only_the_root_moves_asked_for_count() {
    let start = position::<Shogi>("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    let gold = start.parse_move("G*5b", Notation::Native).expect("legal");
    let pawn = start.parse_move("5c5b+", Notation::Native).expect("legal");
    let answer =
        |request: Request| solve(&start, &request, 1, false, &AtomicBool::new(false), &mut |_| {}).answer;
    assert_eq!(answer(Request { search_moves: vec![gold], ..Request::default() }), Answer::Mate(vec![gold]));
    assert_eq!(answer(Request { search_moves: vec![pawn], ..Request::default() }), Answer::NoMate);
    assert_eq!(answer(Request { ban_moves: vec![gold], ..Request::default() }), Answer::NoMate);
}

/// A position that takes long.
const HARD: &str = "4k4/9/9/9/9/9/9/9/4K4 b 4G4N 1";

#[test]
fn budgets_are_obeyed() {
    let hard = position::<Shogi>(HARD);
    let nodes = solve_within(&hard, Limits { nodes: Some(500), ..Limits::default() }, true);
    assert_eq!((nodes.answer, nodes.progress.nodes), (Answer::OutOfBudget, 500));
    let started = Instant::now();
    let timed = solve_within(&hard, Limits { move_time: Some(50), ..Limits::default() }, true);
    assert_eq!(timed.answer, Answer::OutOfBudget);
    assert!(started.elapsed() < Duration::from_millis(500));
    // Two plies are not enough for what takes five, and that does not mean that there is none.
    let row = &common::table("mates_shogi.tsv").into_iter().find(|row| row[1] == "5").expect("a row");
    let five = position::<Shogi>(&row[0]);
    let within =
        |depth| solve_within(&five, Limits { depth: Some(depth), ..Limits::default() }, false).answer;
    assert_eq!(within(4), Answer::OutOfBudget);
    assert!(matches!(within(5), Answer::Mate(line) if line.len() == 5));
    assert!(!legal_moves(&hard).is_empty());
}

#[test]
fn the_flag_ends_a_search_at_once() {
    let hard = position::<Shogi>(HARD);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let report = solve(&hard, &Request::default(), 16, false, &stop, &mut |_| {});
            (report.answer, Instant::now())
        });
        std::thread::sleep(Duration::from_millis(100));
        let asked = Instant::now();
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let (answer, ended) = search.join().expect("no panic");
        assert_eq!(answer, Answer::OutOfBudget);
        assert!(ended.saturating_duration_since(asked) < Duration::from_millis(30));
    });
}
