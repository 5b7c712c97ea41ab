//! Searches, counts and benches: from the word that starts them to their last word.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::bench::Bench;
use crate::search::{Clock, Event, Limits, Request};

use super::{GRACE, Message, Session, Task};
use crate::protocol::go::{Go, Number};
use crate::protocol::thinking::{Done, Thinking};

/// How long a search or a count may take to end before the program leaves without its last word.
const PATIENCE: Duration = Duration::from_millis(150);

/// Bytes of a job's stack: to walk through the longest mate takes a part of it.
const STACK: usize = 8 << 20;

/// The clock after a `ponderhit` that ends a ponder search without any limit.
const DEFAULT_CLOCK: Clock = Clock { time: 0, increment: 0, byoyomi: 1000, moves_to_go: None };

impl Session {
    pub(super) fn go(&mut self, go: Go) {
        self.is_under_way = true;
        let mut problems = go.problems.clone();
        let search_moves = self.read_moves("searchmoves: ", &go.search_moves, &mut problems);
        let has_no_move = search_moves.is_empty() && !go.search_moves.is_empty();
        if has_no_move {
            self.remark(format_args!("go: {problems}, so that all moves are searched"));
        } else if !problems.is_empty() {
            self.remark(format_args!("go: {problems}"));
        }
        if go.is_perft {
            return go.perft().into_iter().for_each(|depth| self.perft(depth));
        }
        let dialect = self.dialect();
        if dialect.has_depth_zero() && go.get(Number::Depth) == Some(0) {
            return self.tell_static_score();
        }

        if self.leave_by.is_some() {
            // It has waited for a count, and gets as much time as it would have had before.
            self.leave_by = Some(Instant::now() + GRACE);
        }
        self.config.look_at_clock(go.largest_time());
        let words = dialect.time_words(&self.config);
        let mover = self.engine.side_to_move();
        let player = self.engine.player_to_move();
        let limits = go.limits(mover, player, words);
        let settings = self.config.search();
        let request = Request { limits, settings, search_moves, ban_moves: self.banned.clone() };
        if words.mate_is_time && go.is_mate() {
            return self.go_mate(request);
        }
        let limits = &request.limits;
        let has_limit = *limits != Limits { ponder: limits.ponder, ..Limits::default() };
        let from_book = self.book_move(&request, has_limit).map(Box::new);
        let mut thinking = Thinking::new(dialect, self.view());
        thinking.scribe = self.scribe();
        thinking.draw_offered = go.draw;
        thinking.resign_at = self.config.resign_at(dialect.protocol());
        thinking.has_bans = !self.banned.is_empty();
        if let Some(found) = from_book.as_ref().filter(|_| !limits.ponder) {
            thinking.play(found);
            thinking.done(Done::default()).iter().for_each(|words| self.say(words));
            return;
        }
        self.prepare(false);
        let limits = &request.limits;
        let ends_by_itself = has_limit && !limits.infinite && !limits.ponder;
        self.task = Some(Task::Search { thinking, mover, player, has_limit, ends_by_itself, from_book });

        let mailbox = self.mailbox.clone();
        self.engine.start(
            request,
            Arc::new(move |event| {
                // The session may be over: then nobody wants to know.
                let _ = mailbox.send(Message::Search(event));
            }),
        );
    }

    /// UCCI's `go depth 0`.
    fn tell_static_score(&mut self) {
        let thinking = Thinking::new(self.dialect(), self.view());
        let score = self.engine.evaluate();
        for words in thinking.done(Done { score, ..Done::default() }) {
            self.say(&words);
        }
    }

    pub(super) fn ponder_hit(&mut self, go: &Go) {
        if !go.problems.is_empty() {
            self.remark(format_args!("ponderhit: {}", go.problems));
        }
        self.config.look_at_clock(go.largest_time());
        let words = self.dialect().time_words(&self.config);
        match &mut self.task {
            Some(Task::Search { thinking, mover, player, has_limit, ends_by_itself, from_book }) => {
                thinking.draw_offered |= go.draw;
                *ends_by_itself = true;
                // A GUI that never tells a clock still waits for a move.
                let unlimited = (!*has_limit).then_some(DEFAULT_CLOCK);
                self.engine.ponder_hit(go.clock(*mover, *player, words).or(unlimited));
                if let Some(found) = from_book.take() {
                    thinking.play(&found);
                    self.engine.stop();
                }
            }
            _ => self.remark("ponderhit: no search is under way"),
        }
    }

    pub(super) fn stop(&mut self) {
        match &self.task {
            Some(Task::Search { .. }) => self.engine.stop(),
            Some(Task::Job { stop, .. }) => stop.store(true, Ordering::Relaxed),
            None => {
                if let Some(words) = self.dialect().idle_stop() {
                    self.say(words);
                }
            }
        }
    }

    /// Passes on what a search tells; after its last word nothing is going on.
    pub(super) fn tell(&mut self, event: Event) {
        let Some(Task::Search { thinking, .. }) = &mut self.task else {
            return;
        };
        match event {
            Event::Info(info) => {
                for text in thinking.info(info) {
                    self.output.say(&text);
                }
            }
            Event::Prospects(points) => {
                let points: String = points.iter().map(|points| format!(" {points}")).collect();
                self.remark(format_args!("score4{points}"));
            }
            Event::CurrentMove { depth, m, number } => {
                self.output.say(&thinking.current_move(depth, m, number));
            }
            Event::Done { best, ponder, score, declares_win } => {
                let last_words = thinking.done(Done { best, ponder, score, declares_win });
                self.task = None;
                for words in last_words {
                    self.say(&words);
                }
            }
        }
    }

    pub(super) fn perft(&mut self, depth: u32) {
        self.is_under_way = true;
        let (view, output, dialect) = (self.view(), self.output.clone(), self.dialect());
        let count = self.engine.perft(depth, self.config.threads);
        self.start_job(false, true, move |stop| match count(stop) {
            Some(moves) => {
                for &(m, nodes) in &moves {
                    output.say(&format!("{}: {nodes}", view.move_text(m)));
                }
                // No moves at all make one sequence: the empty one.
                let nodes = if depth == 0 { 1 } else { moves.iter().map(|&(_, nodes)| nodes).sum() };
                output.say(&format!("\nNodes searched: {nodes}"));
            }
            None => output.say(&dialect.message("perft: stopped")),
        });
    }

    /// The same bench as that of the command line, whatever the options are.
    pub(super) fn bench(&mut self, depth: Option<u32>) {
        let output = self.output.clone();
        let dialect = self.dialect();
        let bench = Bench { depth: depth.unwrap_or(Bench::default().depth), ..Bench::default() };
        self.start_job(false, true, move |stop| {
            match bench.run(stop, |searched| output.say(&searched.to_string())) {
                Ok(total) => total.iter().for_each(|total| output.say(&total.to_string())),
                Err(error) => output.say(&dialect.message(&error)),
            }
        });
    }

    /// Runs something on its own thread, so that `stop` and `quit` are heard meanwhile. `false`: there is no thread.
    pub(super) fn start_job(
        &mut self,
        is_search: bool,
        ends_by_itself: bool,
        job: impl FnOnce(&AtomicBool) + Send + 'static,
    ) -> bool {
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, mailbox) = (stop.clone(), self.mailbox.clone());
        let started = thread::Builder::new().stack_size(STACK).spawn(move || {
            job(&flag);
            // As with a search: the session may be over.
            let _ = mailbox.send(Message::JobDone);
        });
        match &started {
            Ok(_) => self.task = Some(Task::Job { stop, is_search, ends_by_itself }),
            Err(error) => self.remark(format_args!("no thread to be had: {error}")),
        }
        started.is_ok()
    }

    /// Ends what is under way, with its last word if that comes soon, and takes leave.
    pub(super) fn finish(&mut self) {
        let started = Instant::now();
        if self.task.as_ref().is_some_and(Task::is_search) {
            self.stop();
        }
        while self.task.is_some() {
            match self.inbox.recv_timeout(PATIENCE.saturating_sub(started.elapsed())) {
                Ok(Message::Search(event)) => self.tell(event),
                Ok(Message::JobDone) => self.task = None,
                Ok(Message::Input(_)) => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        if let Some(Task::Job { stop, .. }) = &self.task {
            stop.store(true, Ordering::Relaxed);
        }
        if let Some(words) = self.dialect().farewell() {
            self.say(words);
        }
    }
}
