//! Games of self-play as training data.
//!
//! [`generate()`] has the search play itself, and a [`Writer`] appends each game to a file as a [`Record`] with a
//! length and a checksum, so that a killed run loses only the games that it was playing. A [`Reader`] gives the
//! records back, whatever the game; [`Samples`] plays them through and shows each position with its score and the
//! game's result. [`inspect()`] does so to count and to find damage, and [`shuffle()`] mixes files.
//!
//! Nothing that is read is trusted: a move is played only if it is legal, and an error names file, place and reason.
//!
//! # The format
//! Numbers are little-endian. The file begins with `RYUMADAT`, the version (`u16`), and the length (`u8`) and the text
//! of the game's name. Each game is a frame: length (`u32`) and CRC-32 (`u32`) of what follows, which is
//!
//! | what | bytes |
//! |---|---|
//! | number in its run | 4 |
//! | winner: 0 nobody, 1 the first side, 2 the second | 1 |
//! | length of the start position's text, 0 for the plain start position, and the text | 2 + n |
//! | number of random opening moves, and the moves | 2 + 2 n |
//! | each move searched and its score for the side to move, to the end of the frame | 2 + 2 |

mod adjudication;
mod error;
mod fit;
mod generate;
mod inspect;
mod reader;
mod record;
mod replay;
mod selfplay;
mod shuffle;
mod writer;

pub use error::{DataError, Fault};
pub use generate::{Generate, GenerateError, Plan, Tally, Tell, generate};
pub use inspect::{Inspect, Survey, inspect};
pub use reader::Reader;
pub use record::{Record, Turn};
pub use replay::{Replay, Sample, Samples, Which};
pub use shuffle::shuffle;
pub use writer::{Contents, Writer};

/// What a file of games begins with.
const MAGIC: [u8; 8] = *b"RYUMADAT";
/// The format that this program writes, and the only one that it reads.
const VERSION: u16 = 1;
/// Bytes of a game at most. A game of 400 plies takes about 1,700.
const MOST_BYTES: usize = 1 << 16;

/// The first bytes of a file of this game.
fn header(game: &str) -> Vec<u8> {
    // Names of games are short words.
    let length = game.len() as u8;
    [&MAGIC[..], &VERSION.to_le_bytes(), &[length], game.as_bytes()].concat()
}
