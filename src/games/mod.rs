//! The rules of each game. Knows nothing of searching or talking.

pub mod janggi;
pub mod shogi;
pub mod xiangqi;
pub mod yonin;
