//! Plays a match: games on several threads, engines kept from game to game.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use jiff::Timestamp;

use crate::core::Side;
use crate::engine::Engine;

use super::client::{Client, Failure};
use super::game::{End, Game, Played};
use super::openings::{Opening, Openings};
use super::plan::Plan;
use super::progress::Progress;
use super::record::GameRecord;
use super::schedule::Fixture;
use super::standings::Standings;
use super::store::Store;
use super::summary::{State, Summary, running_score};

/// An engine that cannot be started so many times in a row ends the match.
const START_FAILURES: usize = 3;

/// What the threads of a match share.
struct Shared {
    /// In the order in which they are to be played.
    waiting: std::vec::IntoIter<Fixture>,
    store: Store,
    standings: Standings,
    /// For each engine, how often in a row it could not be started.
    failures: Vec<usize>,
    /// What ends the match before its time.
    error: Option<String>,
}

struct Match<'a> {
    plan: &'a Plan,
    openings: Openings,
    progress: Progress,
    shared: Mutex<Shared>,
}

/// The engines that a thread has running.
type Clients = Vec<Option<Client>>;

/// Plays the games of a plan that have not been played; ends early when its stop sign is raised.
///
/// # Errors
/// A message: the plan is wrong, an engine cannot be started, or files cannot be written. The games that have
/// been played are in the folder.
pub fn run(plan: &Plan) -> Result<Summary, String> {
    plan.check()?;
    let schedule = plan.schedule();
    let (store, played) =
        Store::open(&plan.folder, &plan.identity(), plan.resume, plan.house.game, plan.terms.control)?;
    let mut standings = Standings::new(schedule.clone(), plan.engines.len(), plan.terms.control, plan.sprt);
    played.iter().for_each(|record| standings.add(record));
    let numbers: HashSet<usize> = played.into_iter().map(|record| record.number).collect();
    let is_decided = standings.decision.is_some();
    let waiting = schedule.fixtures().filter(|f| !is_decided && !numbers.contains(&f.number));
    let waiting = waiting.collect::<Vec<_>>().into_iter();
    let (left, games, total) = (waiting.len(), standings.games(), schedule.total());

    // All engines are started once before the first game, so that mistakes are told at once.
    let progress = Progress::new(games, total as u64);
    let clients = introduce(plan, &progress)?;
    let identities: Vec<String> = clients.iter().flatten().map(|client| client.identity.clone()).collect();
    progress.show(games, running_score(plan, &standings));
    let shared = Shared { waiting, store, standings, failures: vec![0; plan.engines.len()], error: None };
    let openings = Openings::new(plan.openings.clone(), plan.seed, schedule.rounds());
    let this = Match { plan, openings, progress, shared: Mutex::new(shared) };

    thread::scope(|scope| {
        for _ in 1..plan.concurrency.min(left) {
            scope.spawn(|| this.work(plan.engines.iter().map(|_| None).collect()));
        }
        this.work(clients);
    });

    this.progress.finish();
    plan.engines.iter().for_each(|spec| plan.house.forget_silence(spec));
    let shared = this.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    let state = if shared.standings.decision.is_some() {
        State::Decided
    } else if shared.standings.games() >= total as u64 {
        State::Finished
    } else {
        State::Interrupted
    };
    let summary = Summary::new(plan, &shared.standings, &identities, state);
    let json = serde_json::to_string_pretty(&summary).map_err(|error| error.to_string())?;
    shared.store.write("summary.json", &(json + "\n"))?;
    shared.store.write("summary.txt", &summary.text())?;
    match shared.error {
        Some(error) => Err(error),
        None => Ok(summary),
    }
}

/// Starts every engine, and tells what is odd about its options.
fn introduce(plan: &Plan, progress: &Progress) -> Result<Clients, String> {
    let cores = thread::available_parallelism().map_or(usize::MAX, usize::from);
    if plan.concurrency > cores {
        progress.say(&format!("warning: {} games at a time on {cores} cores", plan.concurrency));
    }
    let mut clients = Vec::new();
    for spec in &plan.engines {
        let client = Client::start(spec, &plan.house).map_err(|failure| match failure {
            Failure::Crash(text) | Failure::Hang(text) => text,
            Failure::Stop => "interrupted before the first game".to_string(),
        })?;
        client.remarks.iter().for_each(|remark| progress.say(&format!("warning: {remark}")));
        clients.push(Some(client));
    }
    Ok(clients)
}

impl Match<'_> {
    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays games until none is left or the sign to stop is up.
    fn work(&self, mut clients: Clients) {
        if let Err(error) = self.play_all(&mut clients) {
            self.fail(error);
        }
        let mut clients: Vec<Client> = clients.into_iter().flatten().collect();
        clients.iter_mut().for_each(Client::dismiss);
        clients.into_iter().for_each(Client::see_off);
    }

    fn play_all(&self, clients: &mut Clients) -> Result<(), String> {
        let mut referee = self.plan.referee()?;
        while !self.plan.house.stop.is_raised() {
            let Some(fixture) = self.shared().waiting.next() else {
                return Ok(());
            };
            let opening = self.openings.get(fixture.round, referee.as_mut())?;
            let (started, clock) = (Timestamp::now(), Instant::now());
            let Some(played) = self.play(fixture, &opening, referee.as_mut(), clients)? else {
                return Ok(());
            };
            let names = fixture.players.map(|player| self.plan.engines[player].name.as_str());
            self.finish(GameRecord::new(fixture.number, names, started, clock.elapsed(), opening, played))?;
        }
        Ok(())
    }

    /// Plays a game; `None` if the match is to stop.
    fn play(
        &self,
        fixture: Fixture,
        opening: &Opening,
        referee: &mut dyn Engine,
        clients: &mut Clients,
    ) -> Result<Option<Played>, String> {
        for side in Side::BOTH {
            let engine = fixture.players[side.index()];
            if let Err(failure) = self.make_sure(engine, clients) {
                return Ok(End::failure(side, failure).map(Played::not_at_all));
            }
        }
        let Ok([Some(first), Some(second)]) = clients.get_disjoint_mut(fixture.players) else {
            return Err(format!("game {}: no such engines", fixture.number));
        };
        let played = Game::new(referee, [first, second], self.plan.terms).play(opening)?;
        if let Some(loser) = played.as_ref().and_then(|played| played.end.must_restart()) {
            clients[fixture.players[loser.index()]] = None;
        }
        Ok(played)
    }

    /// Starts an engine that is not running.
    fn make_sure(&self, engine: usize, clients: &mut Clients) -> Result<(), Failure> {
        if clients[engine].is_some() {
            return Ok(());
        }
        let started = Client::start(&self.plan.engines[engine], &self.plan.house);
        let mut shared = self.shared();
        match started {
            Ok(client) => {
                clients[engine] = Some(client);
                shared.failures[engine] = 0;
                Ok(())
            }
            Err(failure) => {
                shared.failures[engine] += 1;
                if let (Failure::Crash(text) | Failure::Hang(text), START_FAILURES..) =
                    (&failure, shared.failures[engine])
                {
                    let text = text.clone();
                    drop(shared);
                    self.fail(text);
                }
                Err(failure)
            }
        }
    }

    /// Books a game.
    fn finish(&self, record: GameRecord) -> Result<(), String> {
        let mut shared = self.shared();
        shared.store.add(&record)?;
        shared.standings.add(&record);
        if let (true, Some(winner)) = (record.ending.is_fault(), record.winner) {
            let (loser, number) = (&record.players[1 - winner.min(1)], record.number);
            self.progress.say(&format!("game {number}: {loser} loses by {}", record.full_reason()));
        }
        self.progress.show(shared.standings.games(), running_score(self.plan, &shared.standings));
        if shared.standings.decision.is_some() {
            self.plan.house.stop.raise();
        }
        Ok(())
    }

    /// Ends the match because of an error.
    fn fail(&self, error: String) {
        self.shared().error.get_or_insert(error);
        self.plan.house.stop.raise();
    }
}
