//! Books made by the search itself, best lines first.
//!
//! The book is a graph of positions. Each is searched once for several moves; a move's score is then that of the
//! position behind it, once that has been searched too. The next position to search is the cheapest to reach: a path
//! costs a little for every move and what each move gives away against the best one. (This is Lincke's drop-out
//! expansion, "Strategies for the automatic construction of opening books", 2000.) All that is known is in the pages,
//! so a book can be grown further at any time; with one searching thread it becomes the same book as without a break.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use crate::core::Score;
use crate::engine::{Engine, Setup};
use crate::game::{Notation, Outcome};
use crate::search::{Bound, Event, Info, Limits, Request, Settings};

use super::merge::sort;
use super::{BookMove, Page, place};

/// Centipawns that a move of a path costs: so much may a side give away before a line one ply deeper comes first.
const PLY: Score = 12;
/// Centipawns after which a move is played about a third as often.
const WEIGHT_FALL: f64 = 20.0;
/// Beyond this, in centipawns, nothing is opening any more.
const DECIDED: Score = 600;
/// A search that has not ended after so many times the nodes that it should take is cut off.
const PATIENCE: u64 = 5;

/// What a book is to become.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Positions in the end.
    pub positions: usize,
    /// Nodes for each; the iteration under way is finished.
    pub nodes: u64,
    /// Moves looked at in each position.
    pub lines: usize,
    /// Centipawns that a move may be worse than the best one to be followed and played.
    pub margin: Score,
    /// Plies from the start of the game beyond which no position is searched.
    pub plies: usize,
}

/// A position that has been searched.
struct Node {
    page: Page,
    ply: usize,
    /// Where each move of the page leads to, without counters.
    targets: Vec<String>,
    /// Centipawns for the side to move.
    value: Score,
}

impl Node {
    fn is_dead(&self) -> bool {
        self.page.moves.is_empty()
    }
}

/// A growing book.
pub struct Growth<'a> {
    engine: &'a mut dyn Engine,
    plan: Plan,
    nodes: Vec<Node>,
    by_place: HashMap<String, usize>,
    starts: Vec<String>,
}

impl<'a> Growth<'a> {
    /// Goes on with the pages of a book, or begins one: from the positions that the game, or whoever asks, starts
    /// with.
    ///
    /// # Errors
    /// A message: a start or a page is no position of the game, or a page's move is not legal.
    pub fn new(
        engine: &'a mut dyn Engine,
        starts: Vec<String>,
        pages: Vec<Page>,
        plan: Plan,
    ) -> Result<Growth<'a>, String> {
        let mut growth =
            Growth { engine, plan, nodes: Vec::new(), by_place: HashMap::new(), starts: Vec::new() };
        for page in pages {
            growth.add(page)?;
        }
        for start in starts {
            growth.set(&start, None)?;
            growth.starts.push(growth.engine.text(Notation::Native));
        }
        growth.back_up();
        Ok(growth)
    }

    /// Positions with moves.
    pub fn positions(&self) -> usize {
        self.nodes.iter().filter(|node| !node.is_dead()).count()
    }

    /// The book as it is now.
    pub fn pages(&self) -> Vec<Page> {
        let live = self.nodes.iter().filter(|node| !node.is_dead());
        live.map(|node| {
            let mut page = node.page.clone();
            for m in &mut page.moves {
                let loss = node.value - m.score.unwrap_or(node.value);
                let weight = if loss <= self.plan.margin {
                    100.0 * (-f64::from(loss) / WEIGHT_FALL).exp()
                } else {
                    0.0
                };
                m.weight = weight.round() as u64;
            }
            sort(&mut page.moves);
            page
        })
        .collect()
    }

    /// Searches the next position; `false`: there is none, or the flag was set.
    ///
    /// # Errors
    /// A message: the engine does not know a position that it has reached itself.
    pub fn step(&mut self, stop: &AtomicBool) -> Result<bool, String> {
        if self.positions() >= self.plan.positions {
            return Ok(false);
        }
        let Some((from, m)) = self.next() else {
            return Ok(false);
        };
        self.set(&from, m.as_deref())?;
        let position = self.engine.text(Notation::Native);
        let Some(moves) = self.search(stop) else {
            return Ok(false);
        };
        let is_dead = moves.is_empty();
        self.add(Page { position, line: 0, moves })?;
        if is_dead && let Some(node) = self.nodes.last_mut() {
            node.value = match self.engine.verdict().map(|verdict| verdict.outcome) {
                Some(Outcome::Win | Outcome::Ahead) => 2 * DECIDED,
                Some(Outcome::Loss | Outcome::Behind) => -2 * DECIDED,
                _ => 0,
            };
        }
        self.back_up();
        Ok(true)
    }

    fn set(&mut self, position: &str, m: Option<&str>) -> Result<(), String> {
        let moves: Vec<String> = m.map(str::to_string).into_iter().collect();
        let setup = Setup::Text(position.to_string());
        self.engine.set_position(&setup, &moves, Notation::Native).map_err(|error| error.to_string())
    }

    /// Takes a page in; one of a position that is there already is left out.
    fn add(&mut self, page: Page) -> Result<(), String> {
        let mut targets = Vec::new();
        for m in &page.moves {
            self.set(&page.position, Some(&m.text))?;
            targets.push(place(&self.engine.text(Notation::Native)));
        }
        self.set(&page.position, None)?;
        let ply = self.engine.game_ply();
        let here = place(&self.engine.text(Notation::Native));
        if self.by_place.contains_key(&here) {
            return Ok(());
        }
        self.by_place.insert(here, self.nodes.len());
        let value = page.moves.iter().filter_map(|m| m.score).max().unwrap_or(0);
        self.nodes.push(Node { page, ply, targets, value });
        Ok(())
    }

    /// Takes scores back from the positions that moves lead to, the deepest first.
    fn back_up(&mut self) {
        let mut order: Vec<usize> = (0..self.nodes.len()).filter(|&i| !self.nodes[i].is_dead()).collect();
        order.sort_by_key(|&i| Reverse(self.nodes[i].ply));
        for i in order {
            for j in 0..self.nodes[i].targets.len() {
                if let Some(&target) = self.by_place.get(&self.nodes[i].targets[j]) {
                    self.nodes[i].page.moves[j].score = Some(-self.nodes[target].value);
                }
            }
            let best = self.nodes[i].page.moves.iter().filter_map(|m| m.score).max();
            self.nodes[i].value = best.unwrap_or(0);
        }
    }

    /// The cheapest position that has not been searched: a text and the move that leads on from there.
    fn next(&self) -> Option<(String, Option<String>)> {
        let mut unknown = self.starts.iter().filter(|start| !self.by_place.contains_key(&place(start)));
        if let Some(start) = unknown.next() {
            return Some((start.clone(), None));
        }
        // Dijkstra's search, over few positions. Equal costs are told apart by texts, not by places in a list, which
        // would be others after a break.
        let mut open: BinaryHeap<Reverse<(Score, &str, &str)>> =
            self.starts.iter().map(|start| Reverse((0, start.as_str(), ""))).collect();
        let mut done: HashSet<usize> = HashSet::new();
        while let Some(Reverse((cost, position, m))) = open.pop() {
            if !m.is_empty() {
                // A move whose target is not in the book.
                return Some((position.to_string(), Some(m.to_string())));
            }
            let Some(&from) = self.by_place.get(&place(position)) else {
                continue;
            };
            let node = &self.nodes[from];
            if !done.insert(from) || node.value.abs() > DECIDED {
                continue;
            }
            for (m, target) in node.page.moves.iter().zip(&node.targets) {
                let loss = node.value - m.score.unwrap_or(node.value);
                if loss > self.plan.margin {
                    continue;
                }
                let cost = cost + PLY + loss;
                match self.by_place.get(target) {
                    Some(&known) => open.push(Reverse((cost, &self.nodes[known].page.position, ""))),
                    None if node.ply + 1 < self.plan.plies => {
                        open.push(Reverse((cost, &node.page.position, &m.text)));
                    }
                    None => {}
                }
            }
        }
        None
    }

    /// The best moves of the engine's position; `None` if the flag was set.
    fn search(&mut self, stop: &AtomicBool) -> Option<Vec<BookMove>> {
        if self.engine.verdict().is_some() {
            return Some(Vec::new());
        }
        let limits = Limits {
            soft_nodes: Some(self.plan.nodes),
            nodes: Some(self.plan.nodes.saturating_mul(PATIENCE)),
            ..Limits::default()
        };
        let settings = Settings { multi_pv: self.plan.lines, ..Settings::default() };
        // What was learned elsewhere would make the result hang on the order of the searches.
        self.engine.clear();
        let (sender, events) = mpsc::channel();
        self.engine.start(
            Request { limits, settings, ..Request::default() },
            // Nobody listens any more once the flag is set.
            Arc::new(move |event| drop(sender.send(event))),
        );
        let mut lines: Vec<Info> = Vec::new();
        loop {
            match events.recv_timeout(Duration::from_millis(50)) {
                Ok(Event::Info(info)) if info.bound == Bound::Exact && !info.pv.is_empty() => {
                    lines.retain(|line| line.multi_pv != info.multi_pv && line.pv[0] != info.pv[0]);
                    lines.push(info);
                }
                Ok(Event::Done { .. }) => break,
                Ok(_) => {}
                Err(_) if stop.load(Relaxed) => {
                    self.engine.stop();
                    return None;
                }
                Err(_) => {}
            }
        }
        let write = self.engine.game().move_text;
        let mut moves: Vec<BookMove> = lines
            .iter()
            .map(|line| BookMove {
                text: write(line.pv[0], Notation::Native),
                answer: line.pv.get(1).map(|&m| write(m, Notation::Native)),
                score: Some(line.score),
                depth: line.depth,
                weight: 1,
            })
            .collect();
        sort(&mut moves);
        let best = moves.first().and_then(|m| m.score).unwrap_or(0);
        moves.retain(|m| m.score.is_some_and(|score| best - score <= self.plan.margin));
        Some(moves)
    }
}
