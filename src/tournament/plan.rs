//! What a match is: everything that the command line says of it.

use std::path::PathBuf;

use crate::engine::Engine;

use super::EngineSpec;
use super::client::{House, default_protocol};
use super::game::Terms;
use super::openings::Source;
use super::schedule::{Format, Schedule};
use super::stats::Sprt;
use super::store::Identity;

/// A match to be played.
pub struct Plan {
    pub house: House,
    pub terms: Terms,
    pub engines: Vec<EngineSpec>,
    pub format: Format,
    /// Games of each pairing.
    pub games: usize,
    /// Games at a time.
    pub concurrency: usize,
    pub openings: Source,
    /// Where the openings come from, in words.
    pub openings_text: String,
    pub seed: u64,
    pub sprt: Option<Sprt>,
    pub folder: PathBuf,
    pub resume: bool,
}

impl Plan {
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.engines.len(), self.format, self.games)
    }

    /// A referee who knows the rules of the match.
    ///
    /// # Errors
    /// A message naming the rule.
    pub fn referee(&self) -> Result<Box<dyn Engine>, String> {
        let mut referee = (self.house.game.sit_down)();
        for (name, value) in &self.house.rules {
            referee.set_rule(name, value).map_err(|error| error.to_string())?;
        }
        Ok(referee)
    }

    /// Looks for what can be seen to be wrong before an engine is started.
    ///
    /// # Errors
    /// A message.
    pub fn check(&self) -> Result<(), String> {
        if self.engines.len() < 2 {
            return Err("a match needs at least two engines".to_string());
        }
        for (i, engine) in self.engines.iter().enumerate() {
            if self.engines[..i].iter().any(|other| other.name == engine.name) {
                return Err(format!("two engines are called '{}': give each a name=…", engine.name));
            }
            let game = self.house.game;
            let protocol = engine.protocol.unwrap_or_else(|| default_protocol(game));
            if !game.is_offered_by(protocol.word()) {
                let (name, word) = (&engine.name, protocol.word());
                let offered = game.protocols.join(", ");
                return Err(format!("{name}: {} is not played over {word} ({offered})", game.name));
            }
        }
        if self.sprt.is_some() && self.engines.len() > 2 {
            return Err("a sequential test is of two engines".to_string());
        }
        self.referee().map(|_| ())
    }

    /// What must be the same for the match to be resumed: not how many games, nor the test that ends it.
    pub fn identity(&self) -> Identity {
        let mut identity = Identity::new();
        let mut set = |name: &str, value: String| {
            identity.insert(name.to_string(), value);
        };
        let engines = self.engines.iter().map(|engine| format!("{}: {}", engine.name, engine.description()));
        let rules = self.house.rules.iter().map(|(name, value)| format!("{name}={value}"));
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".to_string());
        set("game", self.house.game.name.to_string());
        set("rules", rules.collect::<Vec<_>>().join(" "));
        set("engines", engines.collect::<Vec<_>>().join("; "));
        set("format", if self.format == Format::Gauntlet { "gauntlet" } else { "round robin" }.to_string());
        set("control", self.terms.control.to_string());
        set("margin", format!("{} ms", self.terms.margin.as_millis()));
        set("max plies", or_none(self.terms.max_plies.map(|plies| plies.to_string())));
        set("draw rule", or_none(self.terms.draw.map(|rule| rule.to_string())));
        set("resign rule", or_none(self.terms.resign.map(|rule| rule.to_string())));
        set("openings", self.openings_text.clone());
        set("seed", self.seed.to_string());
        identity
    }
}
