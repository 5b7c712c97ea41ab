//! KIF and KI2, the formats of Kifu for Windows and most Japanese programs.
//!
//! | file | what is in it |
//! |---|---|
//! | `read` | lines of either format into a record |
//! | `header` | what comes before the moves: headers, handicaps, boards |
//! | `moves` | one move in the notation of KIF |
//! | `notes` | what programs write of their search into comments |
//! | `write` | KIF and KI2 from a record |
//!
//! KIF has whole seconds; fractions are cut off. KI2 has no times.

mod header;
mod moves;
pub mod notes;
mod read;
mod write;

pub use header::{name_of, word_of};
pub use read::read;
pub use write::{write_ki2, write_kif};

/// Whether a text looks like KIF or KI2; of the two, KI2 marks its moves with the side.
pub fn is_like(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        line.starts_with("手数")
            || line.starts_with("手合割")
            || line.starts_with(MARKS)
            || line.starts_with("先手：")
            || line.starts_with("後手の持駒：")
            || line.starts_with("#KIF")
            || line.starts_with("まで")
            || moves::numbered(line).is_some_and(|(_, rest)| moves::split(rest).is_some())
    })
}

/// Whether a text that is like one of the two is KI2.
pub fn is_ki2(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with(MARKS))
        && !text.lines().any(|line| {
            moves::numbered(line.trim_start()).is_some_and(|(_, rest)| moves::split(rest).is_some())
        })
}

/// The marks of the sides before a move in KI2.
const MARKS: [char; 6] = ['▲', '△', '☗', '☖', '▼', '▽'];
