//! `ryuma options`: what a GUI's option window does not tell.

use crate::protocol::Protocol;
use crate::protocol::options::table;
use crate::protocol::output::Output;

pub fn run(protocol: Option<Protocol>) {
    let output = Output::stdout();
    let protocols = protocol.map_or(Protocol::ALL.to_vec(), |protocol| vec![protocol]);
    for protocol in protocols {
        for row in table(protocol) {
            if let Some(name) = row.name(protocol) {
                output.say(&format!("{}\n    {}", protocol.dialect().option(name, &row), row.help));
            }
        }
    }
}
