//! Matches of games for four: who comes in where, over all seatings.
//!
//! Two engines meet as one against three (every seat for the one), or as pairs where the rules say so; four as they
//! are, in all 24 seatings. Every seating of a round begins with the same opening.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use crate::core::Player;
use crate::engine::{Engine, Setup};
use crate::game::Notation;
use crate::game::multiplayer::rank_points;
use crate::records::{self, End, Ending, Format, Node, header};

use super::client::{Client, Failure};
use super::clock::Control;
use super::lines::Answer;
use super::openings::Openings;
use super::plan::Plan;
use super::record::rounded;

/// The ending of a game that has reached the limit of plies.
const ADJUDICATED: &str = "adjudicated";

/// Two-sided 95 %.
const CONFIDENCE: f64 = 1.96;

/// Which engine sits where, by seat.
type Seating = [usize; 4];

/// A finished game, as the folder keeps it: one line of `games.jsonl`.
#[derive(Clone, Debug, Serialize)]
struct Record {
    number: usize,
    /// Names by seat: South, West, North, East.
    players: [String; 4],
    /// The opening's among them.
    moves: Vec<String>,
    /// Milliseconds, for each move after the opening.
    times: Vec<f64>,
    ending: String,
    ranks: [u8; 4],
    /// Moves later than their time and the margin.
    late: usize,
}

impl Record {
    /// The game as people and other programs read it.
    fn text(&self, plan: &Plan) -> Result<String, String> {
        let event = plan.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let seats = Player::ALL.map(|player| player.name().to_string());
        let names = seats.into_iter().zip(self.players.clone());
        let told = [(header::EVENT.to_string(), event), (header::ROUND.to_string(), self.number.to_string())];
        let headers: Vec<_> = told.into_iter().chain(names).chain(plan.house.rules.iter().cloned()).collect();
        let game = plan.house.game;
        let mut record = records::Record::new(game, Setup::Start);
        let mut replay =
            records::Replay::under(game, &record.start, &headers).map_err(|error| error.to_string())?;
        let searched = self.moves.len() - self.times.len();
        for (i, text) in self.moves.iter().enumerate() {
            let m = replay.read(text, Notation::Native).map_err(|error| error.to_string())?;
            replay.play(m);
            let time = i.checked_sub(searched).map(|i| Duration::from_secs_f64(self.times[i] / 1000.0));
            record.line.nodes.push(Node { time, ..Node::new(m) });
        }
        record.headers = headers;
        let (ending, reason) = match self.ending.as_str() {
            ADJUDICATED => (Ending::PlyLimit, "ply limit"),
            reason => (Ending::Rules, reason),
        };
        record.line.end = Some(End::of_four(ending, self.ranks, reason));
        records::write(&record, Format::usual(game)).map_err(|error| error.to_string())
    }
}

/// A sum of results with what its error takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn value(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// Half the width of the 95 % interval.
    fn error(&self) -> f64 {
        let variance = (self.squares / self.count.max(1.0) - self.value().powi(2)).max(0.0);
        CONFIDENCE * (variance / self.count.max(1.0)).sqrt()
    }
}

/// What an engine has got, a seat's worth at a time.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    /// Rank points: 1, 0.4, 0.1, 0, places shared.
    points: Mean,
    /// First places, shared ones in parts.
    firsts: Mean,
    places: [usize; 4],
}

impl Score {
    fn add(&mut self, ranks: [u8; 4], seat: usize) {
        let rank = ranks[seat];
        let sharers = ranks.iter().filter(|&&other| other == rank).count() as f64;
        self.points.add(f64::from(rank_points(ranks)[seat]) / 10_000.0);
        self.firsts.add(if rank == 1 { 1.0 / sharers } else { 0.0 });
        self.places[usize::from(rank) - 1] += 1;
    }
}

/// Every way in which engines of this number are seated.
fn seatings(engines: usize, pairs: bool) -> Result<Vec<Seating>, String> {
    match (engines, pairs) {
        (2, true) => Ok(vec![[0, 1, 0, 1], [1, 0, 1, 0]]),
        (2, false) => Ok((0..4)
            .map(|alone| {
                let mut seating = [1; 4];
                seating[alone] = 0;
                seating
            })
            .collect()),
        (4, false) => {
            let all = (0..256).map(|code: usize| [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6]);
            Ok(all.filter(|seating| (0..4).all(|engine| seating.contains(&engine))).collect())
        }
        (_, true) => Err("a match of pairs is between two engines".to_string()),
        _ => Err("a match of four is between two engines, one against three, or four".to_string()),
    }
}

/// Plays a match of four.
///
/// # Errors
/// A message: the plan is wrong, an engine fails, or files cannot be written.
pub fn run(plan: &Plan) -> Result<String, String> {
    plan.check()?;
    if plan.sprt.is_some() || plan.resume {
        return Err("--sprt and --resume are for games for two".to_string());
    }
    let is_pairs = |(_, value): &(String, String)| value.eq_ignore_ascii_case("pairs");
    let seatings = seatings(plan.engines.len(), plan.house.rules.iter().any(is_pairs))?;
    let games = plan.folder.join("games");
    fs::create_dir_all(&games).map_err(|error| format!("{}: {error}", games.display()))?;
    let path = plan.folder.join("games.jsonl");
    let file = File::create_new(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let rounds = plan.games.div_ceil(seatings.len());
    let openings = Openings::new(plan.openings.clone(), plan.seed, rounds);
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((file, vec![Score::default(); plan.engines.len()], 0usize, None));
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);

    let work = || {
        let mut table = Table::new(plan)?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= plan.games || plan.house.stop.is_raised() || lock().3.is_some() {
                return Ok(());
            }
            let seating = seatings[number % seatings.len()];
            let opening = openings.get(number / seatings.len(), table.referee.as_mut())?;
            let Some(record) = table.play(number, seating, &opening.moves)? else { return Ok(()) };
            let line = serde_json::to_string(&record).map_err(|error| error.to_string())?;
            let place = games.join(format!("{number:06}.{}", Format::usual(plan.house.game)));
            fs::write(&place, record.text(plan)?).map_err(|error| format!("{}: {error}", place.display()))?;
            let mut shared = lock();
            writeln!(shared.0, "{line}").map_err(|error| format!("{}: {error}", path.display()))?;
            for (seat, &engine) in seating.iter().enumerate() {
                shared.1[engine].add(record.ranks, seat);
            }
            shared.2 += record.late;
            log::info!("game {number}: {:?} {:?} {}", record.players, record.ranks, record.ending);
        }
    };
    thread::scope(|scope| {
        for _ in 0..plan.concurrency.min(plan.games) {
            scope.spawn(|| {
                let done: Result<(), String> = work();
                if let Err(error) = done {
                    lock().3.get_or_insert(error);
                }
            });
        }
    });
    let (_, scores, late, error) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    let text = summary(plan, &scores, late);
    let path = plan.folder.join("summary.txt");
    fs::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    match error {
        Some(error) => Err(format!("{error}\n{text}")),
        None => Ok(text),
    }
}

/// The result in a few lines.
fn summary(plan: &Plan, scores: &[Score], late: usize) -> String {
    let mut text = format!("{}, {}, {}\n", plan.house.game.name, plan.terms.control, plan.openings_text);
    for (engine, score) in plan.engines.iter().zip(scores) {
        let places = score.places.map(|place| place.to_string()).join("-");
        let (points, firsts) = (score.points, score.firsts);
        // Writing to a text does not fail.
        let _ = writeln!(
            text,
            "{}: {} seats, first {:.1} % ± {:.1}, {:.3} ± {:.3} points a game, places {places}",
            engine.name,
            firsts.count,
            100.0 * firsts.value(),
            100.0 * firsts.error(),
            points.value(),
            points.error()
        );
    }
    if late > 0 {
        let _ = writeln!(text, "{late} moves were late");
    }
    text
}

/// Where games are played: a referee, and for each engine as many players as it may need.
struct Table<'a> {
    plan: &'a Plan,
    referee: Box<dyn Engine>,
    /// `[engine][which]`, started when first needed.
    clients: Vec<Vec<Client>>,
}

impl<'a> Table<'a> {
    fn new(plan: &'a Plan) -> Result<Table<'a>, String> {
        Ok(Table {
            plan,
            referee: plan.referee()?,
            clients: plan.engines.iter().map(|_| Vec::new()).collect(),
        })
    }

    /// Plays a game; `None` if the match was stopped.
    fn play(
        &mut self,
        number: usize,
        seating: Seating,
        opening: &[String],
    ) -> Result<Option<Record>, String> {
        match self.game(number, seating, opening) {
            Ok(record) => Ok(Some(record)),
            Err(Failure::Stop) => Ok(None),
            Err(Failure::Crash(what) | Failure::Hang(what)) => Err(format!("game {number}: {what}")),
        }
    }

    fn game(&mut self, number: usize, seating: Seating, opening: &[String]) -> Result<Record, Failure> {
        let plan = self.plan;
        let failed = |what: String| Failure::Crash(what);
        // Which of an engine's players has which seat: the first, the second, ...
        let which: [usize; 4] = std::array::from_fn(|seat| {
            seating[..seat].iter().filter(|&&other| other == seating[seat]).count()
        });
        for seat in 0..4 {
            let players = &mut self.clients[seating[seat]];
            while players.len() <= which[seat] {
                players.push(Client::start(&plan.engines[seating[seat]], &plan.house)?);
            }
            let client = &mut players[which[seat]];
            client.new_game()?;
            client.set_up(None);
            opening.iter().for_each(|text| client.add_move(text));
        }
        self.referee
            .set_position(&Setup::Start, opening, Notation::Native)
            .map_err(|error| failed(error.to_string()))?;
        let mut moves = opening.to_vec();
        let mut clocks = FourClocks::new(plan.terms.control);
        let (mut times, mut late) = (Vec::new(), 0);
        let (ranks, ending) = loop {
            if let Some(ranks) = self.referee.ranks() {
                break (ranks, self.referee.verdict().map_or("", |verdict| verdict.reason));
            }
            if plan.terms.max_plies.is_some_and(|most| moves.len() >= most) {
                break (self.referee.standings().unwrap_or([1; 4]), ADJUDICATED);
            }
            let player = self.referee.player_to_move().unwrap_or(Player::South);
            let seat = player.index();
            let client = &mut self.clients[seating[seat]][which[seat]];
            let reply = client.go(&clocks.go(), clocks.allowed(player))?;
            let text = match reply.answer {
                Answer::Move(text) => text,
                other => return Err(failed(format!("{player} answers {other:?}, with moves to play"))),
            };
            let m = self
                .referee
                .parse_move(&text, Notation::Native)
                .map_err(|error| failed(format!("{player}: {error}, after {}", moves.join(" "))))?;
            late += usize::from(reply.was_stopped);
            clocks.spend(player, reply.used);
            times.push(rounded(reply.used.as_secs_f64() * 1000.0));
            self.referee.play(m);
            self.clients.iter_mut().flatten().for_each(|client| client.add_move(&text));
            moves.push(text);
        };
        let players = seating.map(|engine| plan.engines[engine].name.clone());
        Ok(Record { number, players, moves, times, ending: ending.to_string(), ranks, late })
    }
}

impl Drop for Table<'_> {
    fn drop(&mut self) {
        for mut client in self.clients.drain(..).flatten() {
            client.dismiss();
            client.see_off();
        }
    }
}

/// The four clocks of a game.
struct FourClocks {
    control: Control,
    left: [Duration; 4],
}

impl FourClocks {
    fn new(control: Control) -> FourClocks {
        let main = match control {
            Control::Clock { main, .. } => main,
            _ => Duration::ZERO,
        };
        FourClocks { control, left: [main; 4] }
    }

    fn allowed(&self, player: Player) -> Option<Duration> {
        match self.control {
            Control::Clock { byoyomi, .. } => Some(self.left[player.index()] + byoyomi),
            Control::MoveTime(time) => Some(time),
            Control::Nodes(_) | Control::Depth(_) => None,
        }
    }

    fn spend(&mut self, player: Player, used: Duration) {
        if let Control::Clock { increment, .. } = self.control {
            let left = &mut self.left[player.index()];
            *left = left.saturating_sub(used) + increment;
        }
    }

    /// The line that starts a search.
    fn go(&self) -> String {
        let (increment, byoyomi) = match self.control {
            Control::MoveTime(time) => return format!("go movetime {}", time.as_millis()),
            Control::Nodes(nodes) => return format!("go nodes {nodes}"),
            Control::Depth(depth) => return format!("go depth {depth}"),
            Control::Clock { increment, byoyomi, .. } => (increment.as_millis(), byoyomi.as_millis()),
        };
        let mut text = "go".to_string();
        for player in Player::ALL {
            let (letter, left) = (player.letter(), self.left[player.index()].as_millis());
            text += &format!(" {letter}time {left} {letter}inc {increment}");
        }
        if byoyomi > 0 {
            text += &format!(" byoyomi {byoyomi}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_everywhere_equally_often() {
        for (engines, pairs, count) in [(2, false, 4), (2, true, 2), (4, false, 24)] {
            let seatings = seatings(engines, pairs).expect("seatings");
            assert_eq!(seatings.len(), count);
            for seat in 0..4 {
                let first = seatings.iter().filter(|seating| seating[seat] == 0).count();
                assert_eq!(first, if pairs { count / 2 } else { count / 4 });
            }
        }
        assert!(seatings(3, false).is_err() && seatings(4, true).is_err());
    }

    #[test]
    fn shared_places_count_in_parts() {
        let mut score = Score::default();
        score.add([1, 3, 1, 3], 0);
        score.add([4, 3, 1, 2], 0);
        assert_eq!(score.firsts.value(), 0.25);
        assert_eq!(score.points.value(), 0.35);
        assert_eq!(score.places, [1, 0, 0, 1]);
        let mut even = Mean::default();
        (0..100).for_each(|i| even.add(f64::from(i % 2)));
        assert!((even.value() - 0.5).abs() < 1e-9 && (even.error() - 0.098).abs() < 1e-3);
    }

    #[test]
    fn four_clocks_are_told() {
        let control = Control::Clock {
            main: Duration::from_secs(5),
            increment: Duration::ZERO,
            byoyomi: Duration::from_millis(7),
        };
        let mut clocks = FourClocks::new(control);
        clocks.spend(Player::North, Duration::from_secs(2));
        let go = "go stime 5000 sinc 0 wtime 5000 winc 0 ntime 3000 ninc 0 etime 5000 einc 0 byoyomi 7";
        assert_eq!(clocks.go(), go);
    }
}
