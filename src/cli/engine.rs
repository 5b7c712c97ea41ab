//! `ryuma`, `ryuma engine`: play under a GUI.

use std::io;

use crate::protocol::output::Output;
use crate::protocol::{Protocol, Session};

pub fn run(protocol: Option<Protocol>) {
    Session::new(protocol, Output::stdout()).run(io::stdin());
}
