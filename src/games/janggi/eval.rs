//! stub
use super::piece::{Piece, kind};
use super::position::Janggi;
use crate::core::{Score, Square};
use crate::game::Position;
pub(super) const EXCHANGE: [Score; kind::COUNT] = [200, 300, 320, 500, 700, 1300, 20_000];
pub(super) fn piece_square(piece: Piece, _square: Square) -> i32 {
    if piece.is_none() {
        return 0;
    }
    piece.side().sign() * EXCHANGE[piece.kind()]
}
impl Janggi {
    pub(super) fn static_score(&self) -> Score {
        self.state.psq * self.side_to_move().sign()
    }
}
