//! What every game and the search stand on. Knows no game and no search.

pub mod bitboard;
pub mod files;
pub mod moves;
pub mod player;
pub mod score;
pub mod side;
pub mod zobrist;

pub use bitboard::{Bitboard, Direction, Geometry, Square};
pub use moves::{MAX_MOVES, Move, MoveList};
pub use player::Player;
pub use score::{MAX_PLY, Score};
pub use side::Side;
