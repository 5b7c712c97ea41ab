//! `ryuma`, `ryuma engine`: play under a GUI.

use std::io;
use std::process::exit;

use crate::protocol::output::Output;
use crate::protocol::{Protocol, Session};

pub fn run(protocol: Option<Protocol>) -> ! {
    let mut session = Session::new(protocol, Output::stdout());
    session.run(io::stdin());
    log::logger().flush();
    // Dropping the session would wait for every search thread to end; nothing that they have is wanted.
    exit(0)
}
