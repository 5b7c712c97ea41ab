//! A game searched from its end to its start, so that what comes later is known before.

use std::sync::atomic::{AtomicBool, Ordering};

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
    /// The style in which people are told moves ([`crate::game::StyleInfo::name`]); one that the game does not have
    /// counts for nothing.
    pub style: Option<String>,
}

/// Analyses a game with an engine whose rules, threads and table have been set. `tick` is called after each position.
///
/// Once `stop` is set, what has been found of the game's end is the result, or nothing if that is nothing.
///
/// # Errors
/// [`PositionError`]: the record is not a game by the engine's rules.
pub fn analyse(
    record: &Record,
    source: &str,
    engine: &mut dyn Engine,
    plan: &Plan,
    tick: &dyn Fn(),
    stop: &AtomicBool,
) -> Result<Option<Analysis>, PositionError> {
    let (played, texts): (Vec<Move>, Vec<String>) = (record.moves().collect(), record.move_texts());
    engine.clear();
    engine.set_position(&record.start, &texts, Notation::Native)?;
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let Some(last) = look(engine, plan, true, stop) else { return Ok(None) };
    tick();
    let mut moves: Vec<MoveReport> = Vec::new();
    for ply in (1..=played.len()).rev() {
        engine.set_position(&record.start, &texts[..ply - 1], Notation::Native)?;
        let Some(position) = look(engine, plan, false, stop) else { break };
        tick();
        let next = moves.last().map_or(&last, |report| &report.position);
        moves.push(judge(engine, plan, ply, played[ply - 1], position, next));
    }
    moves.reverse();
    let sides = Side::BOTH.map(|side| SideReport::of(side, &moves));
    Ok(Some(Analysis {
        source: source.to_string(),
        game: record.game,
        headers: record.headers.clone(),
        missing: played.len() - moves.len(),
        moves,
        last,
        sides,
        record: record.clone(),
    }))
}

/// Searches the engine's position. Where a rule has ended the game, players may have gone on; after the `last` move it
/// is the end. `None`: it was stopped.
fn look(engine: &mut dyn Engine, plan: &Plan, is_last: bool, stop: &AtomicBool) -> Option<PositionReport> {
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
        return Some(report);
    }
    let settings = Settings { multi_pv: plan.lines, ..Settings::default() };
    let request = Request { limits: plan.limits.clone(), settings, ..Request::default() };
    let thought = think(engine, request, stop)?;
    let scribe = plan.style.as_ref().and_then(|style| engine.scribe(style).ok());
    let text = |&m: &Move| (engine.game().move_text)(m, Notation::Native);
    report.score = Worth(thought.score);
    report.nodes = thought.nodes;
    report.time_ms = thought.time.as_millis() as u64;
    let lines = thought.lines.into_iter().map(|info| Line {
        score: Worth(info.score),
        depth: info.depth,
        texts: info.pv.iter().map(text).collect(),
        written: scribe.as_ref().map(|write| write(&info.pv)),
        moves: info.pv,
    });
    report.lines = lines.collect();
    Some(report)
}

/// Judges a move of the engine's position, once the `next` one has been searched too.
fn judge(
    engine: &dyn Engine,
    plan: &Plan,
    ply: usize,
    m: Move,
    position: PositionReport,
    next: &PositionReport,
) -> MoveReport {
    let choice = Choice {
        before: position.score,
        second: position.lines.get(1).map(|line| line.score),
        after: if next.to_move == position.to_move { next.score } else { next.score.flip() },
        is_best: position.lines.first().is_some_and(|line| line.moves.first() == Some(&m)),
        legal_moves: engine.legal_moves().len(),
        model: engine.game().win_model,
    };
    MoveReport {
        ply,
        side: position.to_move,
        text: (engine.game().move_text)(m, Notation::Native),
        written: plan.style.as_ref().and_then(|style| engine.write_move(m, style).ok()),
        m,
        before: choice.before,
        after: choice.after,
        chance_before: percent(choice.before, &choice.model),
        chance_after: percent(choice.after, &choice.model),
        loss: choice.loss(),
        mark: choice.mark(),
        accuracy: accuracy(choice.chance_lost()),
        position,
    }
}
