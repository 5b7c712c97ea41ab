//! Ryuma: one engine for shogi, xiangqi, janggi and four-player shogi.
//!
//! The house, from the street door down. Each room may look only into the rooms below it
//! (`tests/architecture.rs` holds them to that):
//!
//! | room | what is in it |
//! |---|---|
//! | [`cli`] | one file a subcommand; the only room that knows of command lines |
//! | [`analysis`] | what the engine thinks of a game, as text, JSON, record, page or picture |
//! | [`tuning`] | better constants for the search, by self-play |
//! | [`tournament`] | engines against each other under our rules: clients, clocks, openings, statistics |
//! | [`records`] | games as text: KIF, CSA, PGN and others, read and written |
//! | [`protocol`] | USI, UCCI and UCI: one session loop, one option table, three small dialects |
//! | [`book`] | opening books: read, looked up, made by search |
//! | [`engine`] | one game being played, behind an object-safe trait; the list of games |
//! | [`training`] | networks trained on the CPU |
//! | [`data`] | games of self-play as training data: made, kept, read and checked |
//! | [`search`] | alpha-beta, table, time, threads; generic over the game |
//! | [`nnue`] | evaluation by a network: files, sums kept up along a line, kernels |
//! | [`perft`] | counting move sequences |
//! | [`games`] | the rules, a folder a game |
//! | [`game`] | the trait of a position, and what games share |
//! | [`core`] | squares, sets of squares, moves, scores, keys; files that others name |

#![deny(unsafe_code)]

pub mod analysis;
pub mod book;
pub mod cli;
pub mod core;
pub mod data;
pub mod engine;
pub mod game;
pub mod games;
pub mod nnue;
pub mod perft;
pub mod protocol;
pub mod records;
pub mod search;
pub mod tournament;
pub mod training;
pub mod tuning;
