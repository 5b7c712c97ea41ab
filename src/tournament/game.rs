//! One game between two engines, judged by our rules.

use std::time::Duration;

use crate::core::Side;
use crate::engine::{Engine, Setup};
use crate::game::{Notation, Outcome};
use crate::records::Ending;

use super::adjudication::{Adjudicator, DrawRule, ResignRule};
use super::client::{Client, Failure, Reply};
use super::clock::{Clocks, Control};
use super::lines::{Answer, Report};
use super::openings::Opening;

/// What all games of a match have in common.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    pub control: Control,
    /// A move is late after its time and this.
    pub margin: Duration,
    /// Plies, the opening's included, after which a game is a draw.
    pub max_plies: Option<usize>,
    pub draw: Option<DrawRule>,
    pub resign: Option<ResignRule>,
}

/// A move of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// In the game's own notation.
    pub text: String,
    pub used: Duration,
    pub report: Report,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// `None`: a draw.
    pub winner: Option<Side>,
    pub ending: Ending,
    /// In a few words.
    pub reason: String,
    /// What happened exactly, if it should not have.
    pub detail: Option<String>,
}

impl End {
    fn new(winner: Option<Side>, ending: Ending, reason: &str) -> End {
        End { winner, ending, reason: reason.to_string(), detail: None }
    }

    /// The loser has done something that should not happen.
    pub fn fault(loser: Side, ending: Ending, reason: &str, detail: String) -> End {
        End { winner: Some(!loser), ending, reason: reason.to_string(), detail: Some(detail) }
    }

    /// Whose engine is of no use any more.
    pub fn must_restart(&self) -> Option<Side> {
        let is_broken = matches!(self.ending, Ending::Crash | Ending::Hang);
        self.winner.filter(|_| is_broken).map(|winner| !winner)
    }

    /// The loser's engine cannot go on; `None` if that is nobody's fault.
    pub fn failure(loser: Side, failure: Failure) -> Option<End> {
        match failure {
            Failure::Crash(text) => Some(End::fault(loser, Ending::Crash, "crash", text)),
            Failure::Hang(text) => Some(End::fault(loser, Ending::Hang, "hang", text)),
            Failure::Stop => None,
        }
    }
}

/// A game that has been played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The side that made the first of the moves.
    pub begins: Side,
    /// After the opening.
    pub moves: Vec<PlayedMove>,
    pub end: End,
}

impl Played {
    /// A game lost before its first move.
    pub fn not_at_all(end: End) -> Played {
        Played { begins: Side::First, moves: Vec::new(), end }
    }
}

/// A game under way.
pub struct Game<'a> {
    referee: &'a mut dyn Engine,
    /// The side that moves first before the other.
    clients: [&'a mut Client; 2],
    terms: Terms,
    clocks: Clocks,
    adjudicator: Adjudicator,
    /// Plies, the opening's included.
    plies: usize,
    begins: Side,
    moves: Vec<PlayedMove>,
}

impl<'a> Game<'a> {
    /// Sits down to a game.
    pub fn new(referee: &'a mut dyn Engine, clients: [&'a mut Client; 2], terms: Terms) -> Game<'a> {
        let adjudicator = Adjudicator::new(terms.draw, terms.resign);
        let clocks = Clocks::new(terms.control);
        Game {
            referee,
            clients,
            terms,
            clocks,
            adjudicator,
            plies: 0,
            begins: Side::First,
            moves: Vec::new(),
        }
    }

    /// Plays to the end; `None` if the match is to stop.
    ///
    /// # Errors
    /// A message: the opening is not one of this game.
    pub fn play(mut self, opening: &Opening) -> Result<Option<Played>, String> {
        self.open(opening)?;
        let end = match self.play_on() {
            Ok(end) => end,
            Err((loser, failure)) => match End::failure(loser, failure) {
                Some(end) => end,
                None => return Ok(None),
            },
        };
        for side in Side::BOTH {
            let score = end.winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
            self.clients[side.index()].game_over(score);
        }
        Ok(Some(Played { begins: self.begins, moves: self.moves, end }))
    }

    fn play_on(&mut self) -> Result<End, (Side, Failure)> {
        for side in Side::BOTH {
            self.clients[side.index()].new_game().map_err(|failure| (side, failure))?;
        }
        loop {
            if let Some(end) = self.look_for_the_end() {
                return Ok(end);
            }
            let side = self.referee.side_to_move();
            let reply = self.ask(side).map_err(|failure| (side, failure))?;
            if let Some(end) = self.judge(side, reply) {
                return Ok(end);
            }
        }
    }

    fn open(&mut self, opening: &Opening) -> Result<(), String> {
        let bad = |error: &dyn std::fmt::Display| format!("opening: {error}");
        self.referee.set_position(&opening.start, &[], Notation::Native).map_err(|error| bad(&error))?;
        for client in &mut self.clients {
            let text = self.referee.text(client.notation());
            client.set_up((opening.start != Setup::Start).then_some(&text));
        }
        for text in &opening.moves {
            self.play_move(text, Notation::Native).map_err(|error| bad(&error))?;
        }
        self.begins = self.referee.side_to_move();
        Ok(())
    }

    /// Plays a move on all boards.
    fn play_move(&mut self, text: &str, notation: Notation) -> Result<String, crate::game::TextError> {
        let m = self.referee.parse_move(text, notation)?;
        let write = self.referee.game().move_text;
        self.referee.play(m);
        self.plies += 1;
        for client in &mut self.clients {
            client.add_move(&write(m, client.notation()));
        }
        Ok(write(m, Notation::Native))
    }

    fn look_for_the_end(&self) -> Option<End> {
        if let Some(verdict) = self.referee.verdict() {
            let to_move = self.referee.side_to_move();
            let winner = match verdict.outcome {
                Outcome::Win | Outcome::Ahead => Some(to_move),
                Outcome::Loss | Outcome::Behind => Some(!to_move),
                Outcome::Draw | Outcome::Ongoing => None,
            };
            return Some(End::new(winner, Ending::Rules, verdict.reason));
        }
        let is_over = self.terms.max_plies.is_some_and(|most| self.plies >= most);
        is_over.then(|| End::new(None, Ending::PlyLimit, "ply limit"))
    }

    fn ask(&mut self, side: Side) -> Result<Reply, Failure> {
        let client = &mut self.clients[side.index()];
        let words = self.clocks.go(client.protocol(), side);
        let allowed = self.clocks.allowed(side);
        let reply = client.go(&words, allowed)?;
        if reply.answer == Answer::Nothing && !client.knows_our_rules() {
            // By its own rules the game is over because of its history. Without that, it plays on.
            let text = self.referee.text(client.notation());
            return client.go_from(&text, &words, allowed);
        }
        Ok(reply)
    }

    /// Judges an answer, and plays it if it is a move.
    fn judge(&mut self, side: Side, reply: Reply) -> Option<End> {
        if let Some(end) = self.judge_time(side, &reply) {
            return Some(end);
        }
        let text = match reply.answer {
            Answer::Move(text) => text,
            Answer::Resign => return Some(End::new(Some(!side), Ending::Resignation, "resignation")),
            Answer::Win if self.referee.upholds_win_claim() => {
                return Some(End::new(Some(side), Ending::Claim, "declaration"));
            }
            Answer::Win => {
                let detail = format!("claims a win in {}", self.position());
                return Some(End::fault(side, Ending::WrongClaim, "wrong claim", detail));
            }
            Answer::Nothing => {
                let detail = format!("sees no move in {}", self.position());
                return Some(End::fault(side, Ending::NoMove, "no move", detail));
            }
        };
        let notation = self.clients[side.index()].notation();
        match self.play_move(&text, notation) {
            Ok(text) => {
                self.clocks.spend(side, reply.used);
                self.moves.push(PlayedMove { text, used: reply.used, report: reply.report });
            }
            Err(error) => {
                let detail = format!("{error} in {}", self.position());
                return Some(End::fault(side, Ending::IllegalMove, "illegal move", detail));
            }
        }
        // The rules come first: what they end now needs nobody's agreement.
        if self.referee.verdict().is_some() {
            return None;
        }
        let agreement = self.adjudicator.judge(side, reply.report.score, self.plies)?;
        let reason = if agreement.winner.is_some() { "agreed win" } else { "agreed draw" };
        Some(End::new(agreement.winner, Ending::Adjudication, reason))
    }

    fn position(&self) -> String {
        self.referee.text(Notation::Native)
    }

    fn judge_time(&self, side: Side, reply: &Reply) -> Option<End> {
        let used = reply.used.as_secs_f64() * 1000.0;
        let detail = match self.clocks.allowed(side) {
            // An engine that was told to stop may have more to say about that than the move.
            Some(allowed) if reply.was_stopped || reply.used > allowed + self.terms.margin => {
                format!("{used:.1} ms of {} ms", allowed.as_millis())
            }
            None if reply.was_stopped => format!("{used:.0} ms without an end to it"),
            _ => return None,
        };
        Some(End::fault(side, Ending::Overrun, "overrun", detail))
    }
}
