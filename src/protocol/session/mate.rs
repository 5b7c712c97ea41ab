//! `go mate`, where it asks for a proof: the answer is `checkmate`, not a move.

use crate::core::score::{self, mate_in};
use crate::engine::Scribe;
use crate::search::mate::{Answer, Progress, Report};
use crate::search::{Bound, Info, Request};

use super::Session;
use crate::protocol::dialect::{Dialect, View};

/// The answer when nothing is known.
const UNKNOWN: &str = "checkmate timeout";

impl Session {
    /// Searches for a mate within the request's limits.
    pub(super) fn go_mate(&mut self, request: Request) {
        let limits = &request.limits;
        let ends_by_itself = limits.clock.is_some()
            || limits.move_time.is_some()
            || limits.nodes.is_some()
            || limits.depth.is_some();
        let (view, output, dialect) = (self.view(), self.output.clone(), self.dialect());
        let scribe = self.scribe();
        let solve = self.engine.mate(request, false);
        let is_started = self.start_job(true, ends_by_itself, move |stop| {
            let report = solve(stop, &mut |progress| output.say(&counts(progress)));
            for words in last_words(&report, dialect, &view, scribe.as_ref()) {
                output.say(&words);
            }
        });
        if !is_started {
            self.say(UNKNOWN);
        }
    }
}

/// The state of a search that has no line yet.
fn counts(progress: &Progress) -> String {
    format!(
        "info nodes {} nps {} hashfull {} time {}",
        progress.nodes,
        progress.nps(),
        progress.hash_full,
        progress.time.as_millis()
    )
}

/// A line of the search, for people too if they want it, then the answer.
fn last_words(report: &Report, dialect: &dyn Dialect, view: &View, scribe: Option<&Scribe>) -> Vec<String> {
    let Report { answer, progress, .. } = report;
    let answer_words = match answer {
        Answer::Mate(line) => format!("checkmate{}", view.line(line)),
        Answer::NoMate => "checkmate nomate".to_string(),
        Answer::OutOfBudget => UNKNOWN.to_string(),
    };
    let Answer::Mate(line) = answer else {
        return vec![counts(progress), answer_words];
    };
    let info = Info {
        depth: line.len() as u32,
        selective_depth: line.len() as u32,
        multi_pv: 1,
        score: mate_in(line.len()),
        bound: Bound::Exact,
        nodes: progress.nodes,
        time: progress.time,
        hash_full: progress.hash_full,
        pv: line.clone(),
    };
    let for_people = scribe.and_then(|scribe| dialect.line_for_people(&info, view, scribe));
    // Scores tell mates up to a length.
    let is_told = score::is_decided(info.score);
    let told = dialect.info(&info, view).filter(|_| is_told).unwrap_or_else(|| counts(progress));
    for_people.into_iter().chain([told, answer_words]).collect()
}
