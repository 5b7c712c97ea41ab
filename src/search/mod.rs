//! The search: generic over the game, monomorphised. No game's name appears in it.

pub mod limits;
pub mod pool;
pub mod report;

pub use limits::{Clock, Limits, Request, Settings};
pub use pool::{HashError, Pool};
pub use report::{Bound, Event, Info, Listener};
