//! What is told at the table: the board, whose turn it is, warnings, the end.

use crate::core::Move;
use crate::game::Notation;
use crate::records::End;

use super::super::{board, men};
use super::{Player, Table};

impl Table {
    pub(super) fn seat_name(&self, seat: usize) -> String {
        let game = self.engine.game();
        board::paint(game, Some(seat), game.seat_name(seat))
    }

    /// A move as it is told: in the game's own notation, and as people write it if they want to.
    pub(super) fn move_text(&self, m: Move) -> String {
        let native = (self.engine.game().move_text)(m, Notation::Native);
        // The style was tried before the game.
        match self.options.style.as_ref().and_then(|style| self.engine.write_move(m, style).ok()) {
            Some(styled) if styled != native => format!("{styled} ({native})"),
            _ => native,
        }
    }

    /// Draws the board for whoever looks at it before the next move, and tells whose turn it is or how the game has
    /// ended: once for every position.
    pub(super) fn show_state(&mut self) {
        let is_over = self.record.line.end.is_some();
        let to_move = self.players[self.engine.seat_to_move()];
        if to_move != Player::Human && self.players.contains(&Player::Human) && !is_over {
            return;
        }
        if !std::mem::replace(&mut self.is_drawn, true) {
            self.show();
        }
        if std::mem::replace(&mut self.is_told, true) {
            return;
        }
        if let Some(end) = &self.record.line.end {
            self.say(&self.result(end));
            if self.players.contains(&Player::Human) {
                self.say("(undo, save FILE, list, board or quit)");
            }
            return;
        }
        let check = if self.engine.in_check() { " Check!" } else { "" };
        let number = self.record.line.nodes.len() + 1;
        self.say(&format!("Move {number}, {} to play.{check}", self.seat_name(self.engine.seat_to_move())));
    }

    /// How the game has ended, with the ranking where four have played.
    fn result(&self, end: &End) -> String {
        let End { reason, .. } = end;
        match (end.winner, end.ranks) {
            (_, Some(ranks)) => format!("The game is over: {reason}. {}.", self.ranking(ranks)),
            (Some(winner), None) => format!("{} wins: {reason}.", self.seat_name(winner.index())),
            (None, None) => format!("A draw: {reason}."),
        }
    }

    /// `1st South, 2nd North and East, 4th West`
    fn ranking(&self, ranks: [u8; 4]) -> String {
        let places = ["1st", "2nd", "3rd", "4th"].into_iter().zip(1..);
        let sharers = |rank: u8| (0..4).filter(move |&seat| ranks[seat] == rank);
        let places = places.map(|(place, rank)| {
            let names: Vec<String> = sharers(rank).map(|seat| self.seat_name(seat)).collect();
            (place, names)
        });
        let shared = places.filter(|(_, names)| !names.is_empty());
        shared.map(|(place, names)| format!("{place} {}", names.join(" and "))).collect::<Vec<_>>().join(", ")
    }

    /// Tells of those of four whom the last move has mated.
    pub(super) fn tell_mates(&self, before: &str) {
        let before = men::mated_by(before);
        let now = men::mated_by(&self.engine.text(Notation::Native));
        let fallen = (0..4).filter(|&seat| before[seat].is_none());
        for (seat, by) in fallen.filter_map(|seat| now[seat].map(|by| (seat, by))) {
            self.say(&format!("{} is mated by {}.", self.seat_name(seat), self.seat_name(by)));
        }
        let is_playing = |seat: usize| self.players[seat] == Player::Human && now[seat].is_none();
        let was_playing = |seat: usize| self.players[seat] == Player::Human && before[seat].is_none();
        if (0..4).any(was_playing) && !(0..4).any(is_playing) && self.engine.verdict().is_none() {
            self.say("The others play on; Ctrl-C leaves.");
        }
    }

    pub(super) fn show(&self) {
        let game = self.engine.game();
        let last = self.record.line.nodes.last().map(|node| (game.move_text)(node.m, Notation::Native));
        let drawn =
            board::draw(game, &self.engine.text(Notation::Native), last.as_deref(), self.options.view);
        self.say(&format!("\n{}", drawn.trim_end()));
    }

    pub(super) fn warn_of_repetition(&self) {
        let times = self.seen.iter().filter(|seen| Some(*seen) == self.seen.last()).count();
        let often = match times {
            0 | 1 => return,
            2 => "second".to_string(),
            3 => "third".to_string(),
            more => format!("{more}th"),
        };
        self.say(&format!(
            "Take care: this position has come for the {often} time. Repetition ends the game."
        ));
    }
}
