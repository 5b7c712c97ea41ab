//! The built executable at the other end of two pipes, as a GUI has it.

#[path = "../common/mod.rs"]
mod common;
#[cfg(target_os = "linux")]
mod faults;
mod gui;
mod monkey;
mod process;
mod spelling;
mod states;
mod storm;
mod transcripts;
