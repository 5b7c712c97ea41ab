//! `ryuma match` as a process: good and bad engines, statistics, interruption and resumption.
#![cfg(unix)]

mod faults;
mod folder;
mod matches;
mod resume;
