//! The rules of each game: cases, sentence by sentence; slow readings of the rule pages that share no code with the
//! engine; and what a search is told of endings.

mod cases;
#[path = "../common/mod.rs"]
mod common;
mod page;

mod janggi;
mod shogi;
mod xiangqi;
