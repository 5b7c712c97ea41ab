//! The search: generic over the game, monomorphised. No game's name appears in it.
//!
//! From the outside in: a [`Pool`] of threads takes a [`Request`]; each thread's `Searcher` deepens
//! iteratively (`deepening`), searches full-width (`negamax`) and then captures and a ply of checks only
//! (`quiescence`), in the order that `picker` finds from the table (`tt`) and the `history` tables, which `rewards`
//! fills. [`mate`] stands apart: it proves mates. [`multiplayer`] searches games for four, on the same pool.

mod deepening;
mod extension;
mod history;
pub mod limits;
pub mod mate;
pub mod multiplayer;
mod negamax;
pub mod params;
mod picker;
pub mod pool;
mod pruning;
mod quiescence;
mod reduction;
pub mod report;
mod rewards;
mod searcher;
mod see;
mod skill;
pub mod solo;
mod thinker;
mod time;
mod tt;

pub use limits::{Clock, Limits, Request, Settings, Skill};
pub use params::Params;
pub use pool::{HashError, Pool, Probe};
pub use report::{Bound, Event, Info, Listener};
pub use see::see_ge;
pub use solo::{Found, Solo};
