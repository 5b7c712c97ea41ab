//! Networks in files.
//!
//! Numbers are little-endian. A file is
//!
//! | what | bytes |
//! |---|---|
//! | `RYUMANET` | 8 |
//! | version of the format | 4 |
//! | the game's name, filled up with zeros | 16 |
//! | width, inputs, stages, scale, unit of the output weights (see [`Parameters`]) | 4 each |
//! | weights, biases, output weights | 2 each |
//! | output biases | 4 each |
//! | CRC-32 of all before | 4 |

use std::any::Any;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use crate::core::files;
use crate::game::{Game, excerpt};

use super::inputs::View;
use super::network::{MAX_WIDTH, Network, Parameters};

const MAGIC: &[u8; 8] = b"RYUMANET";
const VERSION: u32 = 1;
const NAME_LENGTH: usize = 16;
/// More than any network: 100,000 rows of the greatest width.
const MOST_BYTES: u64 = 1 << 30;
const HEADER_LENGTH: usize = MAGIC.len() + 4 + NAME_LENGTH + 5 * 4;

/// Why something is no network for a game.
#[derive(Debug, Error)]
pub enum NetworkError {
    #[error("no network evaluates '{0}'")]
    NoneFor(&'static str),
    #[error("cannot read network '{}': {error}", files::shown(path))]
    Io { path: PathBuf, error: io::Error },
    #[error("no network file: it does not begin with 'RYUMANET'")]
    Magic,
    #[error("network file of version {0} of the format; this program reads version {VERSION}")]
    Version(u32),
    #[error("network for '{found}', not for '{wanted}'")]
    Game { found: String, wanted: &'static str },
    #[error("network of width {0}; expected a multiple of 32 from 32 to {MAX_WIDTH}")]
    Width(usize),
    #[error("network with a {what} of {value}; expected 1 to 65535")]
    Unit { what: &'static str, value: u32 },
    #[error("network with a {0} of 0")]
    Zero(&'static str),
    #[error("network with {found} {what}; the game has {wanted}")]
    Shape { what: &'static str, found: usize, wanted: usize },
    #[error("network file of {found} bytes; its header promises {wanted}")]
    Length { found: usize, wanted: usize },
    #[error("damaged network file: checksum {found:08x}, expected {wanted:08x}")]
    Checksum { found: u32, wanted: u32 },
    #[error("network with {what} {value}; at most ±{limit} keeps the sums in bounds")]
    Range { what: &'static str, value: i16, limit: i16 },
    #[error("network whose output weights of one side add up to {0}, too many for the sums")]
    Sum(i32),
}

impl<G: Game> Network<G> {
    /// The game's own network, if it has one.
    ///
    /// # Panics
    /// If it is damaged, which a test rules out.
    pub fn embedded() -> Option<Arc<Network<G>>> {
        // Each is read once: whoever reads records sits down to many games.
        static READ: Mutex<BTreeMap<&str, Arc<dyn Any + Send + Sync>>> = Mutex::new(BTreeMap::new());
        let bytes = G::NETWORK?;
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let parse = || Network::<G>::from_bytes(bytes).expect("the embedded network is tested");
        let network = read.entry(G::NAME).or_insert_with(|| Arc::new(parse()));
        Arc::clone(network).downcast().ok()
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// [`NetworkError`].
    pub fn load(path: &Path) -> Result<Network<G>, NetworkError> {
        let bytes = files::read(path, MOST_BYTES)
            .map_err(|error| NetworkError::Io { path: path.to_path_buf(), error })?;
        Network::from_bytes(&bytes)
    }

    /// Reads the bytes of a network file.
    ///
    /// # Errors
    /// [`NetworkError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Network<G>, NetworkError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Magic)?;
        let cut_short = || NetworkError::Length { found: bytes.len(), wanted: HEADER_LENGTH };
        let version = take_u32(&mut rest).ok_or_else(cut_short)?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let (name, after_name) = rest.split_at_checked(NAME_LENGTH).ok_or_else(cut_short)?;
        rest = after_name;
        let name = String::from_utf8_lossy(name);
        let name = name.trim_end_matches('\0');
        if name != G::NAME {
            return Err(NetworkError::Game { found: excerpt(name), wanted: G::NAME });
        }
        let mut number = || take_u32(&mut rest).ok_or_else(cut_short);
        let (width, inputs, stages) = (number()? as usize, number()? as usize, number()? as usize);
        let (scale, output_one) = (number()?, number()?);
        if width == 0 || width > MAX_WIDTH {
            return Err(NetworkError::Width(width));
        }
        for (what, found, wanted) in [("inputs", inputs, View::inputs::<G>()), ("stages", stages, G::STAGES)]
        {
            if found != wanted {
                return Err(NetworkError::Shape { what, found, wanted });
            }
        }
        let unit = |what, value| u16::try_from(value).map_err(|_| NetworkError::Unit { what, value });
        let scale = unit("scale", scale)?;
        let output_one = unit("unit of output weights", output_one)?;
        let counts = [inputs * width, width, stages * 2 * width];
        let wanted = HEADER_LENGTH + 2 * counts.iter().sum::<usize>() + 4 * stages + 4;
        if bytes.len() != wanted {
            return Err(NetworkError::Length { found: bytes.len(), wanted });
        }
        let (content, checksum) = bytes.split_at(wanted - 4);
        let (found, wanted) =
            (crc32fast::hash(content), u32::from_le_bytes([0, 1, 2, 3].map(|i| checksum[i])));
        if found != wanted {
            return Err(NetworkError::Checksum { found, wanted });
        }
        let [weights, bias, output] = counts.map(|count| {
            // The length was checked above.
            let (numbers, after) = rest.split_at(2 * count);
            rest = after;
            numbers.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect()
        });
        let output_bias = rest[..4 * stages].as_chunks().0.iter().map(|&b| i32::from_le_bytes(b)).collect();
        Network::new(&Parameters { width, scale, output_one, weights, bias, output, output_bias })
    }

    /// The bytes of a network file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Parameters { width, scale, output_one, weights, bias, output, output_bias } = self.parameters();
        let mut name = [0; NAME_LENGTH];
        name[..G::NAME.len()].copy_from_slice(G::NAME.as_bytes());
        let mut bytes =
            Vec::with_capacity(HEADER_LENGTH + 2 * (weights.len() + bias.len() + output.len()) + 64);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(name);
        for number in [width, View::inputs::<G>(), G::STAGES, scale.into(), output_one.into()] {
            bytes.extend((number as u32).to_le_bytes());
        }
        bytes.extend(weights.iter().chain(&bias).chain(&output).flat_map(|number| number.to_le_bytes()));
        bytes.extend(output_bias.iter().flat_map(|number| number.to_le_bytes()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

fn take_u32(rest: &mut &[u8]) -> Option<u32> {
    let (number, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_le_bytes(*number))
}
