//! What the engine thinks of a game, move by move, or of one position.
//!
//! [`analyse`] searches every position of a record and judges the moves ([`judge`]) by what they cost in chances of
//! winning ([`chances`]). What comes out, an [`Analysis`], becomes text ([`table`]), JSON (it is serialisable), a record
//! with remarks ([`annotate`]), a page to step through ([`page`]) or a picture of the evaluation ([`plot`]).

pub mod annotate;
pub mod chances;
pub mod judge;
pub mod page;
pub mod plot;
pub mod report;
mod run;
pub mod table;
mod think;
mod worth;

pub use report::{Analysis, MoveReport, PositionReport, SideReport};
pub use run::{Plan, analyse};
pub use worth::Worth;
