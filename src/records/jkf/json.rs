//! The JSON of JKF. A text that is cut off gives what was read before.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

#[derive(Default, Serialize)]
pub struct Kifu {
    pub header: Pairs,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial: Option<Initial>,
    pub moves: Vec<Element>,
}

/// The headers, in their order.
#[derive(Default)]
pub struct Pairs(pub Vec<(String, String)>);

#[derive(Serialize, Deserialize)]
pub struct Initial {
    pub preset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Data>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Data {
    pub color: u8,
    /// By file, then by rank.
    pub board: Vec<Vec<Cell>>,
    pub hands: Vec<BTreeMap<String, u32>>,
}

#[derive(Serialize, Deserialize)]
pub struct Cell {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// A move, an end, or the start.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Element {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub play: Option<Play>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forks: Vec<Vec<Element>>,
}

#[derive(Serialize, Deserialize)]
pub struct Play {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<u8>,
    /// None: a drop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Place>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Place>,
    pub piece: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promote: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capture: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relative: Option<String>,
}

impl Play {
    /// For messages.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// File and rank, 1 to 9 each.
#[derive(Serialize, Deserialize)]
pub struct Place {
    pub x: u32,
    pub y: u32,
}

#[derive(Serialize, Deserialize)]
pub struct Time {
    pub now: Clock,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Clock>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Clock {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h: Option<u32>,
    #[serde(default)]
    pub m: u32,
    #[serde(default)]
    pub s: Seconds,
}

/// A whole number, or one with a fraction.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Seconds {
    Whole(u32),
    Fraction(f64),
}

impl Default for Seconds {
    fn default() -> Seconds {
        Seconds::Whole(0)
    }
}

impl Clock {
    pub fn of(time: Duration) -> Clock {
        let seconds = time.as_secs();
        let number = |n: u64| n.min(u32::MAX.into()) as u32;
        let rest = number(seconds % 60);
        Clock {
            h: (seconds >= 3600).then(|| number(seconds / 3600)),
            m: number(seconds / 60 % 60),
            s: match time.subsec_millis() {
                0 => Seconds::Whole(rest),
                ms => Seconds::Fraction(f64::from(rest) + f64::from(ms) / 1000.0),
            },
        }
    }

    pub fn duration(self) -> Duration {
        let seconds = match self.s {
            Seconds::Whole(seconds) => f64::from(seconds),
            Seconds::Fraction(seconds) => seconds,
        };
        let rest = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        // Milliseconds are what there is; a binary fraction is not exact.
        let rest = Duration::from_millis((rest.as_secs_f64() * 1000.0).round() as u64);
        Duration::from_secs(u64::from(self.h.unwrap_or(0)) * 3600 + u64::from(self.m) * 60) + rest
    }
}

/// Reads a text as far as it goes.
pub fn read(text: &str) -> (Kifu, Option<serde_json::Error>) {
    let mut kifu = Kifu::default();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let done = KifuSeed(&mut kifu).deserialize(&mut deserializer).and_then(|()| deserializer.end());
    (kifu, done.err())
}

struct KifuSeed<'a>(&'a mut Kifu);

impl<'de> DeserializeSeed<'de> for KifuSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for KifuSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with header, initial and moves")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "header" => self.0.header = map.next_value()?,
                "initial" => self.0.initial = map.next_value()?,
                "moves" => map.next_value_seed(MovesSeed(&mut self.0.moves))?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

struct MovesSeed<'a>(&'a mut Vec<Element>);

impl<'de> DeserializeSeed<'de> for MovesSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for MovesSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(element) = list.next_element()? {
            self.0.push(element);
        }
        Ok(())
    }
}

impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs, D::Error> {
        struct PairsVisitor;
        impl<'de> Visitor<'de> for PairsVisitor {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object of texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Pairs::default();
                while let Some(pair) = map.next_entry()? {
                    pairs.0.push(pair);
                }
                Ok(pairs)
            }
        }
        deserializer.deserialize_map(PairsVisitor)
    }
}
