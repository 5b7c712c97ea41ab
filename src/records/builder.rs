//! Grows the tree of a record in the order in which files tell it.

use crate::core::{Move, Side};
use crate::engine::{GameInfo, PositionError, Setup};

use super::{End, Ending, Line, Node, Replay};

/// Variations in variations, at most.
const MAX_DEPTH: usize = 32;

/// A line under way.
#[derive(Default)]
struct Open {
    /// Plies from the record's start to the line's.
    start: usize,
    line: Line,
    /// Lines that begin where this one does, told within it.
    siblings: Vec<Line>,
    /// More moves followed that could not be read.
    cut: bool,
}

impl Open {
    fn end(&self) -> usize {
        self.start + self.line.nodes.len()
    }
}

/// A record's lines while they are read. The position is always the one at the end of the line under way.
pub struct Builder {
    replay: Replay,
    /// The main line, a variation of it that is being read, one of that, …
    open: Vec<Open>,
}

impl Builder {
    /// At the start of a game.
    ///
    /// # Errors
    /// [`PositionError::Setup`].
    pub fn new(game: &'static GameInfo, start: &Setup) -> Result<Builder, PositionError> {
        Ok(Builder::at(Replay::new(game, start)?))
    }

    /// At the start of a game that a replay has set up.
    pub fn at(replay: Replay) -> Builder {
        Builder { replay, open: vec![Open::default()] }
    }

    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    pub fn side(&self) -> Side {
        self.replay.side()
    }

    /// Plies from the start to the end of the line under way.
    pub fn ply(&self) -> usize {
        self.replay.played().len()
    }

    /// The last move of the line under way.
    pub fn node(&mut self) -> Option<&mut Node> {
        self.top().line.nodes.last_mut()
    }

    /// The end of the line under way.
    pub fn end(&mut self) -> Option<&mut End> {
        self.top().line.end.as_mut()
    }

    fn top(&mut self) -> &mut Open {
        // The main line is never taken off.
        self.open.last_mut().expect("the main line is open")
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.replay.play(m);
        self.top().line.nodes.push(Node::new(m));
    }

    /// Changes the last move of the line under way; the position may be moved on, if it comes back.
    pub fn annotate(&mut self, change: impl FnOnce(&mut Node, &mut Replay)) {
        // The main line is never taken off.
        let top = self.open.last_mut().expect("the main line is open");
        if let Some(node) = top.line.nodes.last_mut() {
            change(node, &mut self.replay);
        }
    }

    /// Says that more of the line under way follows, but cannot be read.
    pub fn give_up(&mut self) {
        self.top().cut = true;
    }

    /// Ends the line under way.
    pub fn set_end(&mut self, end: End) {
        self.top().line.end = Some(end);
    }

    /// Begins a variation where `ply` moves have been played: of the innermost line that has begun before and gets there.
    ///
    /// # Errors
    /// A reason: no line gets there, or lines are nested too deep.
    pub fn branch(&mut self, ply: usize) -> Result<(), String> {
        while self.open.len() > 1 {
            let top = self.top();
            if top.start < ply && ply <= top.end() {
                break;
            }
            if top.start < ply && top.cut {
                return Err("it belongs to moves that could not be read".to_string());
            }
            self.close();
        }
        if ply > self.top().end() {
            return Err(format!("no move {ply} comes before it"));
        }
        self.push(ply)
    }

    /// Begins a variation instead of the last move of the line under way.
    ///
    /// # Errors
    /// A reason: there is no move yet, or lines are nested too deep.
    pub fn branch_here(&mut self) -> Result<(), String> {
        if self.top().line.nodes.is_empty() {
            return Err("a variation before the first move".to_string());
        }
        self.push(self.ply() - 1)
    }

    fn push(&mut self, ply: usize) -> Result<(), String> {
        if self.open.len() > MAX_DEPTH {
            return Err(format!("variations are nested more than {MAX_DEPTH} deep"));
        }
        self.replay.rewind(ply);
        self.open.push(Open { start: ply, ..Open::default() });
        Ok(())
    }

    /// Ends the innermost variation, back to the end of the line that it belongs to; whether there was one.
    pub fn close(&mut self) -> bool {
        if self.open.len() == 1 {
            return false;
        }
        let Some(Open { start, line, siblings, .. }) = self.open.pop() else { return false };
        self.replay.rewind(start);
        let (main, top) = (self.open.len() == 1, self.top());
        let index = start - top.start;
        for line in
            std::iter::once(line).chain(siblings).filter(|line| !line.nodes.is_empty() || line.end.is_some())
        {
            if index == 0 && !main {
                top.siblings.push(line);
            } else if let Some(node) = top.line.nodes.get_mut(index) {
                node.variations.push(line);
            } else if let Some(end) = &mut top.line.end {
                end.variations.push(line);
            } else if top.cut {
                // The move that it takes the place of could not be read.
                let end = top.line.end.insert(End::new(Ending::Interrupted, None, "interrupted"));
                end.variations.push(line);
            } else {
                // The line had stopped there without an end: it goes on.
                top.line.nodes.extend(line.nodes);
                top.line.end = line.end;
            }
        }
        for node in &self.open[self.open.len() - 1].line.nodes[index..] {
            self.replay.play(node.m);
        }
        true
    }

    /// The main line with all that hangs on it.
    pub fn finish(mut self) -> Line {
        while self.close() {}
        std::mem::take(&mut self.top().line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    fn builder() -> Builder {
        Builder::new(GameInfo::named("shogi").expect("a game"), &Setup::Start).expect("a start")
    }

    fn play(builder: &mut Builder, texts: &str) {
        for text in texts.split(' ') {
            let m = builder.replay().read(text, Notation::Native).expect("a legal move");
            builder.play(m);
        }
    }

    fn text(line: &Line) -> String {
        let mut words = Vec::new();
        for node in &line.nodes {
            words.push((GameInfo::named("shogi").expect("a game").move_text)(node.m, Notation::Native));
            words.extend(node.variations.iter().map(|line| format!("({})", text(line))));
        }
        words.join(" ")
    }

    #[test]
    fn variations_told_after_the_line_they_belong_to() {
        let mut builder = builder();
        play(&mut builder, "7g7f 3c3d 2g2f 8c8d");
        builder.branch(2).expect("a branch");
        play(&mut builder, "6g6f 8c8d 2g2f");
        builder.branch(4).expect("a branch of the branch");
        play(&mut builder, "1g1f");
        builder.branch(2).expect("a second one");
        play(&mut builder, "5g5f");
        builder.branch(1).expect("an earlier one");
        play(&mut builder, "4c4d");
        assert!(builder.branch(9).is_err());
        let line = builder.finish();
        assert_eq!(text(&line), "7g7f 3c3d (4c4d) 2g2f (6g6f 8c8d 2g2f (1g1f)) (5g5f) 8c8d");
    }

    #[test]
    fn variations_told_within_the_line_they_belong_to() {
        let mut builder = builder();
        play(&mut builder, "7g7f 3c3d");
        builder.branch_here().expect("a branch");
        play(&mut builder, "8c8d");
        builder.branch_here().expect("instead of the branch's first move");
        play(&mut builder, "4c4d");
        assert!(builder.close() && builder.ply() == 2);
        play(&mut builder, "2g2f");
        assert!(builder.close() && !builder.close());
        play(&mut builder, "6g6f");
        assert_eq!(text(&builder.finish()), "7g7f 3c3d (8c8d 2g2f) (4c4d) 6g6f");
    }

    #[test]
    fn nesting_has_an_end() {
        let mut builder = builder();
        for depth in 0..2 * MAX_DEPTH {
            let first = builder.replay().engine().legal_moves();
            builder.play(first[0]);
            let second = builder.replay().engine().legal_moves();
            builder.play(second[0]);
            if builder.branch_here().is_err() {
                assert_eq!(depth, MAX_DEPTH);
                return;
            }
            builder.play(second[1]);
        }
        panic!("no end");
    }
}
