//! Engines against each other, judged by our own rules: what `ryuma match` does.
//!
//! From the outside in: a [`Plan`] says what is to be played; [`runner`] plays its [`schedule`] on several
//! threads, each with a referee ([`crate::engine::Engine`]) and its own engines; [`game`] is one game between
//! two [`client`]s, which talk to their [`process`]es in [`lines`] of the three protocols; [`peers`] knows what
//! makes other engines play our games. A game ends up as a [`record`] in the [`store`], in the [`standings`]
//! and, with their [`stats`], in the [`summary`]. [`four`] is the same for games for four, in one room.

pub mod adjudication;
pub mod client;
pub mod clock;
pub mod four;
pub mod game;
pub mod lines;
pub mod openings;
pub mod peers;
pub mod plan;
pub mod process;
pub mod progress;
pub mod record;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod standings;
pub mod stats;
pub mod stop;
pub mod store;
pub mod summary;
mod words;

pub use plan::Plan;
pub use runner::run;
pub use spec::EngineSpec;
pub use stop::StopSign;
pub use summary::{State, Summary};
