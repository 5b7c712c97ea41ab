//! The search over the real games: what it promises to whoever starts it.

mod common;

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::Dice;
use ryuma::core::score::{self, Score};
use ryuma::core::zobrist::mix;
use ryuma::core::{Move, Side};
use ryuma::game::{Game, Notation, Position, legal_moves};
use ryuma::games::{janggi::Janggi, shogi::Shogi, xiangqi::Xiangqi};
use ryuma::search::{Bound, Event, Info, Limits, Listener, Pool, Request, Settings, Skill, Solo, see_ge};

/// The end of a search and what it told on the way.
struct Told {
    infos: Vec<Info>,
    best: Option<Move>,
    ponder: Option<Move>,
    score: Score,
}

fn listener() -> (Listener, Receiver<Event>) {
    let (sender, receiver) = channel();
    let sender = Mutex::new(sender);
    (Arc::new(move |event| sender.lock().unwrap().send(event).unwrap()), receiver)
}

fn collect(events: &Receiver<Event>) -> Told {
    let mut infos = Vec::new();
    loop {
        match events.recv_timeout(Duration::from_secs(60)).expect("a search must end") {
            Event::Info(info) => infos.push(info),
            Event::CurrentMove { .. } | Event::Prospects(_) => {}
            Event::Done { best, ponder, score, .. } => return Told { infos, best, ponder, score },
        }
    }
}

fn search<P: Position>(pool: &mut Pool<P>, position: &P, request: Request) -> Told {
    let (listener, events) = listener();
    pool.start(position, request, listener);
    collect(&events)
}

fn depth(depth: u32) -> Request {
    Request { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Request::default() }
}

fn start<G: Game>() -> G {
    G::start(&G::Rules::default())
}

/// A reproducible walk of legal moves.
fn wander<G: Game>(seed: u64, plies: usize) -> G {
    let mut position = start::<G>();
    let mut dice = Dice(mix(seed));
    for _ in 0..plies {
        let moves = legal_moves(&position);
        if moves.is_empty() || position.verdict().is_some() {
            break;
        }
        position.do_move(moves[dice.below(moves.len())]);
    }
    position
}

fn promises<G: Game>() {
    let mut pool = Pool::<G>::new(1, 8).unwrap();
    for seed in 0..6 {
        let position = wander::<G>(seed, 10 + 10 * seed as usize);
        if legal_moves(&position).is_empty() {
            continue;
        }
        let told = search(&mut pool, &position, depth(4));
        let best = told.best.expect("there are legal moves");
        assert!(position.is_legal(best));
        let last = told.infos.last().unwrap();
        assert_eq!((last.bound, last.pv[0], last.score), (Bound::Exact, best, told.score));
        for info in &told.infos {
            let mut line = position.clone();
            for &m in &info.pv {
                assert!(line.is_legal(m), "{} in {}", G::move_text(m, Notation::Native), position);
                line.do_move(m);
            }
        }
        if let Some(ponder) = told.ponder {
            let mut after = position.clone();
            after.do_move(best);
            assert!(after.is_legal(ponder));
        }
    }
}

#[test]
fn lines_are_legal_and_the_last_is_exact() {
    promises::<Shogi>();
    promises::<Xiangqi>();
    promises::<Janggi>();
}

fn repeats<G: Game>() {
    let mut pool = Pool::<G>::new(1, 8).unwrap();
    let position = start::<G>();
    let first = search(&mut pool, &position, depth(7));
    let nodes = pool.nodes();
    pool.clear();
    let second = search(&mut pool, &position, depth(7));
    assert_eq!((first.best, first.score, nodes), (second.best, second.score, pool.nodes()));
}

#[test]
fn one_thread_on_a_cleared_table_repeats_itself() {
    repeats::<Shogi>();
    repeats::<Xiangqi>();
    repeats::<Janggi>();
}

fn obeys<G: Game>() {
    let mut pool = Pool::<G>::new(2, 8).unwrap();
    let position = start::<G>();
    let moves = legal_moves(&position);
    let wanted = moves[moves.len() - 1];
    let told = search(&mut pool, &position, Request { search_moves: vec![wanted], ..depth(4) });
    assert_eq!(told.best, Some(wanted));

    let free = search(&mut pool, &position, depth(4)).best.unwrap();
    let told = search(&mut pool, &position, Request { ban_moves: vec![free], ..depth(4) });
    assert_ne!(told.best, Some(free));
    let told = search(&mut pool, &position, Request { ban_moves: moves.to_vec(), ..depth(4) });
    assert_eq!(told.best, None);

    let settings = Settings { multi_pv: 3, ..Settings::default() };
    let told = search(&mut pool, &position, Request { settings, ..depth(4) });
    let last = |line| told.infos.iter().rfind(|info| info.multi_pv == line).unwrap();
    let lines = [1, 2, 3].map(last);
    assert!(lines.iter().all(|info| info.depth == 4));
    assert!(lines[0].score >= lines[1].score && lines[1].score >= lines[2].score);
    assert!(lines[0].pv[0] != lines[1].pv[0] && lines[1].pv[0] != lines[2].pv[0]);
    assert_ne!(lines[0].pv[0], lines[2].pv[0]);

    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let mut single = Pool::<G>::new(1, 8).unwrap();
    search(&mut single, &position, Request { limits, ..Request::default() });
    assert_eq!(single.nodes(), 5_000);
}

#[test]
fn requests_are_obeyed() {
    obeys::<Shogi>();
    obeys::<Xiangqi>();
    obeys::<Janggi>();
}

#[test]
fn infinite_and_pondering_searches_wait_for_their_word() {
    let mut pool = Pool::<Xiangqi>::new(2, 8).unwrap();
    // One move each: the search itself is over at once.
    let position = start::<Xiangqi>();
    for ponder in [false, true] {
        let (listener, events) = listener();
        let limits = Limits { infinite: !ponder, ponder, depth: Some(2), ..Limits::default() };
        pool.start(&position, Request { limits, ..Request::default() }, listener);
        std::thread::sleep(Duration::from_millis(100));
        assert!(pool.is_searching());
        assert!(events.try_iter().all(|event| !matches!(event, Event::Done { .. })));
        let asked = Instant::now();
        if ponder {
            pool.ponder_hit(None)
        } else {
            pool.stop()
        }
        assert!(collect(&events).best.is_some());
        assert!(asked.elapsed() < Duration::from_millis(500));
        pool.wait();
        assert!(!pool.is_searching());
    }
}

#[test]
fn a_new_search_ends_the_old_one_first() {
    let mut pool = Pool::<Shogi>::new(2, 8).unwrap();
    let position = start::<Shogi>();
    let (first, first_events) = listener();
    let limits = Limits { infinite: true, ..Limits::default() };
    pool.start(&position, Request { limits, ..Request::default() }, first);
    let second = search(&mut pool, &position, depth(2));
    assert!(second.best.is_some());
    let ends = first_events.try_iter().filter(|event| matches!(event, Event::Done { .. })).count();
    assert_eq!(ends, 1);
}

/// The table of mates, as far as a shallow search sees them.
#[test]
fn mates_are_found() {
    let mut pool = Pool::<Xiangqi>::new(1, 16).unwrap();
    for row in common::table("xiangqi_mates.tsv") {
        let [text, plies, first] = &row[..] else { panic!("{row:?}") };
        let plies: i32 = plies.parse().unwrap();
        if plies > 5 {
            continue;
        }
        let position = common::position::<Xiangqi>(text);
        pool.clear();
        let limits = Limits { mate: Some(plies as u32), depth: Some(14), ..Limits::default() };
        let told = search(&mut pool, &position, Request { limits, ..Request::default() });
        assert_eq!(score::plies_to_mate(told.score), Some(plies), "{text}");
        assert_eq!(Xiangqi::move_text(told.best.unwrap(), Notation::Native), *first);
    }
}

#[test]
fn weak_players_take_what_hangs_and_mate_in_one() {
    let cases = [
        ("4k4/4a4/9/9/9/9/9/4r4/4R4/3K5 w", "e1e2"), // a chariot hangs
        ("3k5/R8/9/9/9/9/9/9/4A4/1R2K4 w", "b0b9"),  // mate in one
    ];
    let mut pool = Pool::<Xiangqi>::new(1, 8).unwrap();
    for (text, best) in cases {
        for seed in 0..10 {
            let settings = Settings { skill: Skill { level: 3, seed }, ..Settings::default() };
            let position = common::position::<Xiangqi>(text);
            pool.clear();
            let told = search(&mut pool, &position, Request { settings, ..Request::default() });
            assert_eq!(Xiangqi::move_text(told.best.unwrap(), Notation::Native), best, "seed {seed}");
        }
    }
}

/// The exchange on a square by plain recursion: what the side to capture wins at best.
fn exchange<P: Position>(
    position: &P,
    m: Move,
    side: Side,
    occupied: ryuma::core::Bitboard,
    occupant: usize,
) -> Score {
    let Some((from, kind)) = position.least_attacker(m.to(), side, occupied, occupant) else {
        return 0;
    };
    let rest = occupied.without(from.bit());
    let king = P::exchange_value(kind) >= 10_000;
    if king && position.least_attacker(m.to(), !side, rest, kind).is_some() {
        return 0;
    }
    (P::exchange_value(occupant) - exchange(position, m, !side, rest, kind)).max(0)
}

fn exchanges<G: Game>() {
    for seed in 0..40 {
        let position = wander::<G>(seed, 20 + 3 * seed as usize);
        for m in legal_moves(&position) {
            if !m.is_drop() && m.from() == m.to() {
                assert!(see_ge(&position, m, 0) && !see_ge(&position, m, 1));
                continue;
            }
            let mut occupied = position.occupied();
            if !m.is_drop() {
                occupied.clear(m.from());
            }
            occupied.set(m.to());
            let landed = position.landing_kind(m);
            let won = position.captured_kind(m).map_or(0, G::exchange_value) + G::exchange_value(landed)
                - G::exchange_value(position.moved_kind(m));
            let value = won - exchange(&position, m, !position.side_to_move(), occupied, landed);
            for threshold in [value - 1, value, value + 1, 0] {
                assert_eq!(
                    see_ge(&position, m, threshold),
                    value >= threshold,
                    "{} is worth {value}, asked for {threshold}, in\n{position}",
                    G::move_text(m, Notation::Native)
                );
            }
        }
    }
}

#[test]
fn exchanges_equal_plain_recursion() {
    exchanges::<Shogi>();
    exchanges::<Xiangqi>();
    exchanges::<Janggi>();
}

/// Runs on a thread whose stack is deep enough for a search.
fn on_deep_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(Solo::<Xiangqi>::STACK).spawn(work);
    thread.unwrap().join().unwrap();
}

fn alone<G: Game>() {
    let position = wander::<G>(7, 12);
    let mut pool = Pool::new(1, 4).unwrap();
    let mut solo = Solo::new(4, None).unwrap();
    let told = search(&mut pool, &position, depth(6));
    let found = solo.think(&position, &depth(6)).unwrap();
    assert_eq!((Some(found.best), found.score, found.nodes), (told.best, told.score, pool.nodes()));
    assert_eq!(found.depth, 6);

    // Between iterations it ends at the soft limit, inside them at the hard one, and again the same way.
    for (soft, hard) in [(2000, 1_000_000), (1_000_000, 3000), (1, 1_000_000)] {
        let limits = Limits { soft_nodes: Some(soft), nodes: Some(hard), ..Limits::default() };
        let request = Request { limits, ..Request::default() };
        solo.forget();
        let found = solo.think(&position, &request).unwrap();
        assert!(position.is_legal(found.best) && found.nodes >= soft.min(hard) && found.nodes <= hard);
        if found.nodes < hard {
            solo.forget();
            let before = solo.think(&position, &depth(found.depth - 1));
            assert!(before.is_none_or(|before| found.depth == 1 || before.nodes < soft), "{soft}");
        }
        solo.forget();
        assert_eq!(solo.think(&position, &request), Some(found));
    }
}

#[test]
fn a_search_on_the_own_thread_is_that_of_a_pool() {
    on_deep_stack(alone::<Shogi>);
    on_deep_stack(alone::<Xiangqi>);
    on_deep_stack(alone::<Janggi>);
}

#[test]
fn on_the_own_thread_no_move_is_none() {
    on_deep_stack(|| {
        let mated: Xiangqi = common::position("4k2R1/R8/9/9/9/9/9/9/9/3K5 b - - 0 1");
        assert_eq!(Solo::new(1, None).unwrap().think(&mated, &depth(3)), None);
    });
}
