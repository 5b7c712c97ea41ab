//! Moves from opening books.

use crate::book::{Found, Library};
use crate::game::excerpt;
use crate::search::Request;

use super::Session;

impl Session {
    /// Reads the books that the options name, if that is still to be done. What is wrong with one is told, once, and
    /// the others are used.
    pub(super) fn read_books(&mut self) {
        if self.library.is_some() || !self.config.plays_from_book() {
            return;
        }
        let mut library = Library::new(rand::random());
        let options = self.config.book.clone();
        for error in library.add_named(&options.folder, &options.files, self.engine.game()) {
            self.remark(format_args!("{error}; playing without it"));
        }
        for book in library.contents() {
            self.remark(format_args!("book {book}"));
        }
        self.library = Some(library);
    }

    /// A move from the books for a search with this request, which is not asked for analysis.
    pub(super) fn book_move(&mut self, request: &Request, has_limit: bool) -> Option<Found> {
        let limits = &request.limits;
        let is_a_game = (has_limit || limits.ponder) && !limits.infinite && limits.mate.is_none();
        if !self.config.plays_from_book() || !is_a_game || !request.search_moves.is_empty() {
            return None;
        }
        self.read_books();
        let taste = self.config.book.taste;
        let (found, illegal) = self.library.as_mut()?.choose(&*self.engine, taste, &request.ban_moves);
        for text in illegal {
            self.remark(format_args!("book: '{}' is no legal move here; left out", excerpt(&text)));
        }
        let found = found?;
        if !limits.ponder {
            let m = self.view().move_text(found.known.m);
            self.remark(format_args!("book: {m}, of {} known moves in {}", found.choices, found.book));
        }
        Some(found)
    }
}
