//! The built executable at the other end of two pipes, as a GUI has it.

#[path = "../common/mod.rs"]
mod common;
mod gui;
mod process;
mod storm;
mod transcripts;
