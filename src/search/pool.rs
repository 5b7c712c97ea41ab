//! The threads that search together: Lazy SMP. All search the same position and share the table; each has its
//! own histories. Parked between searches, they wake by a message; while they search, no lock is taken.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use thiserror::Error;

use crate::core::score::{self, Score};
use crate::core::{Move, MoveList};
use crate::game::Tree;

use super::limits::{Clock, Request};
use super::report::{Bound, Event, Info, Listener};
use super::tt::Table;

/// Bytes of a search thread's stack: the deepest line needs about a sixth of it.
pub(super) const STACK: usize = 16 << 20;

/// The table could not be allocated; the old one is still in use.
#[derive(Clone, Debug, Error)]
#[error("cannot allocate {megabytes} MB for the hash table; it stays at {current} MB")]
pub struct HashError {
    pub megabytes: usize,
    pub current: usize,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    pub best: Option<Move>,
    pub score: Score,
    pub bound: Bound,
    pub depth: i32,
}

/// A counter that has a cache line to itself.
#[repr(align(64))]
#[derive(Default)]
struct Counter(AtomicU64);

/// What the threads of one search share besides the table.
pub struct Shared {
    /// Whoever started the search wants its end now.
    stop: AtomicBool,
    /// The threads are to come back: a limit is reached, or the search is to stop.
    pub halt: AtomicBool,
    /// The opponent has not moved yet: the clock stands still.
    pub pondering: AtomicBool,
    /// When the opponent played the expected move, and the clock told then.
    hit: Mutex<(Option<Instant>, Option<Clock>)>,
    nodes: Vec<Counter>,
    /// A search is under way: its end has not been told.
    busy: Mutex<bool>,
    /// Something above has changed.
    changed: Condvar,
}

/// A lock is only poisoned by a panic in a few lines here that cannot leave the value half-written.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(super) fn new(threads: usize) -> Shared {
        Shared {
            stop: AtomicBool::new(false),
            halt: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            hit: Mutex::new((None, None)),
            nodes: (0..threads).map(|_| Counter::default()).collect(),
            busy: Mutex::new(false),
            changed: Condvar::new(),
        }
    }

    /// A thread tells how many nodes it has searched.
    pub fn publish(&self, id: usize, nodes: u64) {
        self.nodes[id].0.store(nodes, Relaxed);
    }

    /// Nodes of all threads, as they last told.
    pub fn nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }

    /// When the opponent played the expected move, and the clock told then.
    pub fn ponder_hit(&self) -> (Option<Instant>, Option<Clock>) {
        *lock(&self.hit)
    }

    fn signal(&self) {
        let _busy = lock(&self.busy);
        self.changed.notify_all();
    }

    fn wait_while(&self, mut condition: impl FnMut(bool) -> bool) {
        let mut busy = lock(&self.busy);
        while condition(*busy) {
            busy = self.changed.wait(busy).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What a thread found.
pub struct Finding {
    pub best: Move,
    pub ponder: Option<Move>,
    pub score: Score,
    pub depth: u32,
    pub info: Info,
}

/// A position as the pool's threads search it: how is not the pool's business.
pub trait Thinker: Tree {
    /// What a thread keeps from one search to the next.
    type Memory;
    /// What all threads evaluate by, if it is told.
    type Network: Send + Sync + 'static;

    /// A thread's memory, empty.
    fn new_memory() -> Self::Memory;

    /// Empties it.
    fn forget(memory: &mut Self::Memory);

    /// The key by which the table knows the position.
    fn table_key(&self) -> u64;

    /// Whether any 16 bits at all are a legal move here.
    fn is_legal(&self, m: Move) -> bool;

    /// Searches on one thread, which is the main one if its number is 0. There is a move to search.
    fn think(id: usize, job: &Job<Self>, memory: &mut Self::Memory) -> Finding;

    /// The score of a position that is not searched, since it has no move to play.
    fn score_without_search(&self) -> Score;

    /// Whether the side to move may declare a win instead of moving.
    fn declares_win(&self) -> bool {
        false
    }
}

enum Message<P: Thinker> {
    Search(Box<Job<P>>),
    Forget,
}

/// One search, as it is handed to a thread.
pub struct Job<P: Thinker> {
    pub position: P,
    pub root_moves: Arc<MoveList>,
    pub request: Arc<Request>,
    pub shared: Arc<Shared>,
    pub table: Arc<Table>,
    pub network: Option<Arc<P::Network>>,
    pub start: Instant,
    pub listener: Listener,
    role: Role,
}

enum Role {
    /// Keeps the clock, collects what the others found, tells the end.
    Main {
        others: usize,
        findings: Receiver<Option<Finding>>,
    },
    Other {
        finding: Sender<Option<Finding>>,
    },
}

struct Worker<P: Thinker> {
    /// `None` only while the pool is being dropped.
    messages: Option<Sender<Message<P>>>,
    thread: Option<JoinHandle<()>>,
}

/// The searching threads of one engine, and the table they share.
pub struct Pool<P: Thinker> {
    workers: Vec<Worker<P>>,
    shared: Arc<Shared>,
    table: Arc<Table>,
    network: Option<Arc<P::Network>>,
}

impl<P: Thinker> Pool<P> {
    /// Starts `threads` parked threads (at least one) with a table of `hash_mb` megabytes.
    ///
    /// # Errors
    /// [`HashError`] if the table cannot be allocated.
    pub fn new(threads: usize, hash_mb: usize) -> Result<Self, HashError> {
        let error = HashError { megabytes: hash_mb, current: 0 };
        let table = Table::new(hash_mb).filter(|_| is_affordable(hash_mb)).ok_or(error)?;
        let (shared, table) = (Arc::new(Shared::new(0)), Arc::new(table));
        let mut pool = Pool { workers: Vec::new(), shared, table, network: None };
        pool.set_threads(threads);
        Ok(pool)
    }

    /// As [`Pool::new`], with the largest table up to that size that there is memory for, and its megabytes.
    ///
    /// The result is a [`HashError`] if that is not the wanted size, or if there is no pool at all.
    pub fn affordable(threads: usize, hash_mb: usize) -> (Option<Self>, usize, Result<(), HashError>) {
        let mut size = hash_mb;
        loop {
            match Pool::new(threads, size) {
                Ok(pool) if size == hash_mb => return (Some(pool), size, Ok(())),
                Ok(pool) => {
                    return (Some(pool), size, Err(HashError { megabytes: hash_mb, current: size }));
                }
                Err(error) if size <= 1 => return (None, hash_mb, Err(error)),
                Err(_) => size /= 2,
            }
        }
    }

    /// Changes the number of threads. Waits for a running search to end, as all setters do. Where the system
    /// gives no more threads, there are as many as it gave.
    pub fn set_threads(&mut self, threads: usize) {
        self.wait();
        let threads = threads.max(1);
        self.workers.truncate(threads);
        while self.workers.len() < threads {
            match Worker::spawn(self.workers.len()) {
                Ok(worker) => self.workers.push(worker),
                Err(error) => {
                    log::error!("cannot start search thread {}: {error}", self.workers.len());
                    break;
                }
            }
        }
        self.shared = Arc::new(Shared::new(self.workers.len().max(1)));
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Changes the table's size in megabytes; its content is lost.
    ///
    /// # Errors
    /// [`HashError`]; a table of the old size is kept.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), HashError> {
        self.wait();
        let current = self.table.megabytes();
        if megabytes == current {
            return Ok(());
        }
        let error = HashError { megabytes, current };
        if !is_affordable(megabytes) {
            return Err(error);
        }
        self.table = Arc::new(Table::new(megabytes).ok_or(error)?);
        Ok(())
    }

    /// Evaluates by this network from now on, or without one. What was searched before is forgotten.
    pub fn set_network(&mut self, network: Option<Arc<P::Network>>) {
        self.clear();
        self.network = network;
    }

    /// Forgets everything: for a new game.
    pub fn clear(&mut self) {
        self.clear_table();
        for worker in &self.workers {
            worker.send(Message::Forget);
        }
    }

    /// Forgets the table only.
    pub fn clear_table(&mut self) {
        self.wait();
        self.table.clear();
    }

    /// Does what would slow the first search down: called when a GUI waits for the engine to be ready.
    pub fn warm_up(&self) {
        self.wait();
        self.table.warm_up();
    }

    /// Starts a search and returns at once. The listener gets [`Event::Info`]s and exactly one
    /// [`Event::Done`] — after an infinite or pondering search not before [`Pool::stop`] or
    /// [`Pool::ponder_hit`]. A search still running is stopped (its `Done` is sent) first.
    pub fn start(&mut self, position: &P, request: Request, listener: Listener) {
        let start = Instant::now();
        self.stop();
        self.wait();
        self.shared.stop.store(false, Relaxed);
        self.shared.halt.store(false, Relaxed);
        self.shared.pondering.store(request.limits.ponder, Relaxed);
        *lock(&self.shared.hit) = (None, None);
        *lock(&self.shared.busy) = true;
        for counter in &self.shared.nodes {
            counter.0.store(0, Relaxed);
        }
        self.table.grow_older();

        let mut root_moves = MoveList::new();
        position.list_moves(&mut root_moves);
        root_moves.retain(|m| {
            (request.search_moves.is_empty() || request.search_moves.contains(m))
                && !request.ban_moves.contains(m)
        });
        let root_moves = Arc::new(root_moves);
        let request = Arc::new(request);
        let (finding, findings) = channel();
        let Some(others) = self.workers.len().checked_sub(1) else {
            // The system gave no thread at all: a legal move is better than none.
            let best = root_moves.first().copied();
            *lock(&self.shared.busy) = false;
            return listener(Event::Done {
                best,
                ponder: None,
                score: 0,
                declares_win: position.declares_win(),
            });
        };
        let mut findings = Some(findings);
        for worker in &self.workers {
            let role = match findings.take() {
                Some(findings) => Role::Main { others, findings },
                None => Role::Other { finding: finding.clone() },
            };
            worker.send(Message::Search(Box::new(Job {
                position: position.clone(),
                root_moves: root_moves.clone(),
                request: request.clone(),
                shared: self.shared.clone(),
                table: self.table.clone(),
                network: self.network.clone(),
                start,
                listener: listener.clone(),
                role,
            })));
        }
    }

    /// Asks the search to end; returns at once.
    pub fn stop(&self) {
        self.shared.stop.store(true, Relaxed);
        self.shared.halt.store(true, Relaxed);
        self.shared.signal();
    }

    /// The opponent played the expected move: the clock (a new one, if the GUI told it now) starts.
    pub fn ponder_hit(&self, clock: Option<Clock>) {
        *lock(&self.shared.hit) = (Some(Instant::now()), clock);
        self.shared.pondering.store(false, Relaxed);
        self.shared.signal();
    }

    /// Whether a search has been started whose `Done` is not yet sent.
    pub fn is_searching(&self) -> bool {
        *lock(&self.shared.busy)
    }

    /// Waits until the running search has sent its `Done`.
    pub fn wait(&self) {
        self.shared.wait_while(|busy| busy);
    }

    /// Looks a position up in the table.
    pub fn probe(&self, position: &P) -> Option<Probe> {
        let entry = self.table.probe(position.table_key(), 0)?;
        let best = Some(entry.best).filter(|&m| m.is_some() && position.is_legal(m));
        Some(Probe { best, score: entry.score, bound: entry.bound, depth: entry.depth })
    }

    /// Nodes searched by the last search, over all threads.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes()
    }
}

impl<P: Thinker> Drop for Pool<P> {
    fn drop(&mut self) {
        self.stop();
    }
}

impl<P: Thinker> Worker<P> {
    fn spawn(id: usize) -> std::io::Result<Self> {
        let (sender, receiver) = channel();
        let thread = std::thread::Builder::new()
            .name(format!("search-{id}"))
            .stack_size(STACK)
            .spawn(move || live(id, receiver))?;
        Ok(Worker { messages: Some(sender), thread: Some(thread) })
    }

    fn send(&self, message: Message<P>) {
        if let Some(messages) = &self.messages
            && messages.send(message).is_err()
        {
            log::error!("a search thread is gone");
        }
    }
}

impl<P: Thinker> Drop for Worker<P> {
    fn drop(&mut self) {
        self.messages = None; // ends the thread's loop
        if let Some(thread) = self.thread.take() {
            let _ = thread.join(); // a panic there has been logged there
        }
    }
}

/// A search thread from its start to its end.
fn live<P: Thinker>(id: usize, messages: Receiver<Message<P>>) {
    let mut memory = P::new_memory();
    for message in messages {
        match message {
            Message::Forget => P::forget(&mut memory),
            Message::Search(job) => run(id, *job, &mut memory),
        }
    }
}

/// One search on one thread.
fn run<P: Thinker>(id: usize, job: Job<P>, memory: &mut P::Memory) {
    // A bug in the search must not cost the user the game: the thread lives on, and a legal move is played.
    let think = || (!job.root_moves.is_empty()).then(|| P::think(id, &job, memory));
    let finding = catch_unwind(AssertUnwindSafe(think)).unwrap_or_else(|_| {
        log::error!("search thread {id} panicked in position {:016x}", job.position.table_key());
        P::forget(memory);
        None
    });
    match job.role {
        Role::Other { finding: sender } => {
            let _ = sender.send(finding); // the main thread waits for it
        }
        Role::Main { others, findings } => {
            let shared = &job.shared;
            let waits = || job.request.limits.infinite || shared.pondering.load(Relaxed);
            shared.wait_while(|_| waits() && !shared.stop.load(Relaxed));
            shared.halt.store(true, Relaxed);
            let told = finding.as_ref().map(|finding| finding.best);
            let all: Vec<Finding> =
                finding.into_iter().chain(findings.iter().take(others).flatten()).collect();
            // Several lines are told by one thread, so that they fit together.
            let alone = job.request.settings.multi_pv > 1;
            let best = if alone { all.first() } else { vote(&all) };
            if let Some(best) = best
                && Some(best.best) != told
            {
                (job.listener)(Event::Info(Info { nodes: shared.nodes(), ..best.info.clone() }));
            }
            let fallback = job.root_moves.first().copied();
            let declares_win = job.position.declares_win();
            (job.listener)(Event::Done {
                best: best.map(|best| best.best).or(fallback),
                ponder: best.and_then(|best| best.ponder),
                score: best.map_or_else(|| job.position.score_without_search(), |best| best.score),
                declares_win,
            });
            *lock(&shared.busy) = false;
            shared.changed.notify_all();
        }
    }
}

/// The finding that most threads, weighted by depth and score, agree on; a forced win found beats everything.
fn vote(findings: &[Finding]) -> Option<&Finding> {
    let least = findings.iter().map(|finding| finding.score).min()?;
    let weight = |finding: &Finding| (finding.score - least + 20) as i64 * finding.depth as i64;
    findings.iter().max_by_key(|finding| {
        let votes: i64 = findings.iter().filter(|other| other.best == finding.best).map(weight).sum();
        let win = finding.score.max(score::WIN_BOUND - 1);
        (win, votes, finding.depth)
    })
}

/// Whether the machine has this much memory left. Where it cannot be told, yes.
pub fn is_affordable(megabytes: usize) -> bool {
    let Ok(text) = std::fs::read_to_string("/proc/meminfo") else {
        return true;
    };
    let available = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))
        .and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<usize>().ok());
    available.is_none_or(|kilobytes| megabytes <= kilobytes / 1024)
}
