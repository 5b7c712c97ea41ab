//! `ryuma options`: what a GUI's option window does not tell.

use serde_json::{Value, json};

use crate::protocol::Protocol;
use crate::protocol::options::{Kind, Row, table};
use crate::protocol::output::Output;

#[derive(clap::Args)]
pub struct Arguments {
    /// One JSON object an option
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, protocol: Option<Protocol>) {
    let output = Output::stdout();
    let protocols = protocol.map_or(Protocol::ALL.to_vec(), |protocol| vec![protocol]);
    for protocol in protocols {
        for row in table(protocol) {
            let Some(name) = row.name(protocol) else {
                continue;
            };
            if arguments.json {
                output.say(&as_json(protocol, name, &row).to_string());
            } else {
                output.say(&format!("{}\n    {}", protocol.dialect().option(name, &row), row.help));
            }
        }
    }
}

fn as_json(protocol: Protocol, name: &str, row: &Row) -> Value {
    let mut object = match &row.kind {
        Kind::Check { default } => json!({"type": "check", "default": default}),
        Kind::Spin { default, min, max } => {
            json!({"type": "spin", "default": default, "min": min, "max": max})
        }
        Kind::Combo { default, values } => json!({"type": "combo", "default": default, "values": values}),
        Kind::Button => json!({"type": "button"}),
        Kind::Text => json!({"type": "string", "default": ""}),
    };
    object["protocol"] = json!(protocol.word());
    object["name"] = json!(name);
    object["help"] = json!(row.help);
    object
}
