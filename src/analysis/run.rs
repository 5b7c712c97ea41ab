//! A game searched from its end to its start, so that what comes later is known before.

use crate::core::{Move, Side};
use crate::engine::{Engine, PositionError};
use crate::game::{Notation, Outcome};
use crate::records::Record;
use crate::search::{Limits, Request, Settings};

use super::Worth;
use super::chances::{accuracy, percent};
use super::judge::Choice;
use super::report::{Analysis, Line, MoveReport, PositionReport, SideReport};
use super::think::think;

/// How to search each position.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Of each position.
    pub limits: Limits,
    /// Lines for each position, at least 1. From 2 on it is known which moves were the only ones.
    pub lines: usize,
}

/// Analyses a game with an engine whose rules, threads and table have been set. `tick` is called after each position.
///
/// # Errors
/// [`PositionError`]: the record is not a game by the engine's rules.
pub fn analyse(
    record: &Record,
    source: &str,
    engine: &mut dyn Engine,
    plan: &Plan,
    tick: &dyn Fn(),
) -> Result<Analysis, PositionError> {
    let texts = record.move_texts();
    engine.clear();
    let mut look_after = |played: usize| -> Result<(PositionReport, usize), PositionError> {
        engine.set_position(&record.start, &texts[..played], Notation::Native)?;
        let report = look(engine, plan, played == texts.len());
        tick();
        Ok((report, engine.legal_moves().len()))
    };
    let (last, _) = look_after(texts.len())?;
    let mut moves: Vec<MoveReport> = Vec::new();
    for (played, m) in record.moves().enumerate().collect::<Vec<_>>().into_iter().rev() {
        let (position, legal_moves) = look_after(played)?;
        let next = moves.last().map_or(&last, |report| &report.position);
        let report = judge(played + 1, m, texts[played].clone(), position, legal_moves, next);
        moves.push(report);
    }
    moves.reverse();
    let sides = Side::BOTH.map(|side| SideReport::of(side, &moves));
    Ok(Analysis {
        source: source.to_string(),
        game: record.game,
        headers: record.headers.clone(),
        moves,
        last,
        sides,
        record: record.clone(),
    })
}

/// Searches the engine's position. Where a rule has ended the game, players may have gone on; after the `last` move it
/// is the end.
fn look(engine: &mut dyn Engine, plan: &Plan, is_last: bool) -> PositionReport {
    let mut report = PositionReport {
        text: engine.text(Notation::Native),
        to_move: engine.side_to_move(),
        end: None,
        score: Worth(0),
        nodes: 0,
        time_ms: 0,
        lines: Vec::new(),
    };
    if let Some(verdict) = engine.verdict()
        && (is_last || engine.legal_moves().is_empty())
    {
        report.end = Some(verdict.reason);
        report.score = match verdict.outcome {
            Outcome::Win | Outcome::Ahead => Worth::WON,
            Outcome::Loss | Outcome::Behind => Worth::LOST,
            Outcome::Draw | Outcome::Ongoing => Worth(0),
        };
        return report;
    }
    let settings = Settings { multi_pv: plan.lines, ..Settings::default() };
    let thought = think(engine, Request { limits: plan.limits.clone(), settings, ..Request::default() });
    let write = |&m: &Move| (engine.game().move_text)(m, Notation::Native);
    report.score = Worth(thought.score);
    report.nodes = thought.nodes;
    report.time_ms = thought.time.as_millis() as u64;
    let lines = thought.lines.into_iter().map(|info| Line {
        score: Worth(info.score),
        depth: info.depth,
        texts: info.pv.iter().map(write).collect(),
        moves: info.pv,
    });
    report.lines = lines.collect();
    report
}

fn judge(
    ply: usize,
    m: Move,
    text: String,
    position: PositionReport,
    legal_moves: usize,
    next: &PositionReport,
) -> MoveReport {
    let choice = Choice {
        before: position.score,
        second: position.lines.get(1).map(|line| line.score),
        after: if next.to_move == position.to_move { next.score } else { next.score.flip() },
        is_best: position.lines.first().is_some_and(|line| line.moves.first() == Some(&m)),
        legal_moves,
    };
    MoveReport {
        ply,
        side: position.to_move,
        text,
        m,
        before: choice.before,
        after: choice.after,
        chance_before: percent(choice.before),
        chance_after: percent(choice.after),
        loss: choice.loss(),
        mark: choice.mark(),
        accuracy: accuracy(choice.chance_lost()),
        position,
    }
}
