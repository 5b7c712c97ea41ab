//! USI, UCCI and UCI: one session loop, one option table, three small dialects.
//!
//! A line of input takes this way: [`reader`] (bytes to a line, on its own thread) → [`command`] and [`go`]
//! (text to an enum, before anything acts) → [`session`] (what happens now and what waits) → [`thinking`]
//! (a search from `go` to `bestmove`). What is said goes through a [`dialect`] into [`output`].

pub mod command;
pub mod dialect;
pub mod go;
pub mod legacy;
pub mod options;
pub mod output;
pub mod problems;
pub mod reader;
pub mod session;
pub mod setoption;
pub mod thinking;

mod ucci;
mod uci;
mod usi;

pub use dialect::Protocol;
pub use session::Session;
