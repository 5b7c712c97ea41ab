//! A game as it is kept, and its bytes.

use crate::core::{Move, Side};

use super::error::Fault;

/// A move that was searched, and what the search thought of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub best: Move,
    /// Centipawns for the side to move; far ones tell a mate ([`crate::core::score`]).
    pub score: i16,
}

/// A game. Nothing says that its moves are legal: [`super::Replay`] finds out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number in the run that made it, which seeds its random moves.
    pub number: u32,
    /// FEN or SFEN of its start; `None`: the plain start position.
    pub start: Option<String>,
    /// Random moves before the first that was searched.
    pub opening: Vec<Move>,
    /// The moves that were searched.
    pub turns: Vec<Turn>,
    /// `None`: a draw.
    pub winner: Option<Side>,
}

impl Record {
    /// The bytes of a frame without length and checksum. Texts and openings are shorter than 65,536.
    pub(super) fn encode(&self) -> Vec<u8> {
        let start = self.start.as_deref().unwrap_or_default();
        let mut bytes = Vec::with_capacity(16 + start.len() + 2 * self.opening.len() + 4 * self.turns.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.winner.map_or(0, |side| 1 + side.index() as u8));
        bytes.extend((start.len() as u16).to_le_bytes());
        bytes.extend(start.as_bytes());
        bytes.extend((self.opening.len() as u16).to_le_bytes());
        for m in &self.opening {
            bytes.extend(m.bits().to_le_bytes());
        }
        for turn in &self.turns {
            bytes.extend(turn.best.bits().to_le_bytes());
            bytes.extend(turn.score.to_le_bytes());
        }
        bytes
    }

    /// # Errors
    /// [`Fault::Malformed`].
    pub(super) fn decode(bytes: &[u8]) -> Result<Record, Fault> {
        let mut rest = Bytes(bytes);
        let number = u32::from_le_bytes(rest.take("it ends within the number")?);
        let winner = match rest.take("it ends within the winner")? {
            [0] => None,
            [1] => Some(Side::First),
            [2] => Some(Side::Second),
            _ => return Err(Fault::Malformed("the winner is nobody there is")),
        };
        let length = u16::from_le_bytes(rest.take("it ends within the length of the start position")?);
        let start = std::str::from_utf8(rest.take_slice(length.into(), "it ends within the start position")?)
            .map_err(|_| Fault::Malformed("the start position is no text"))?;
        let count = usize::from(u16::from_le_bytes(rest.take("it ends within the length of the opening")?));
        let (opening, _) = rest.take_slice(2 * count, "it ends within the opening")?.as_chunks();
        let (turns, []) = rest.0.as_chunks() else {
            return Err(Fault::Malformed("the last turn is cut short"));
        };
        Ok(Record {
            number,
            start: (!start.is_empty()).then(|| start.to_string()),
            opening: opening.iter().map(|&bits| Move::from_bits(u16::from_le_bytes(bits))).collect(),
            turns: turns
                .iter()
                .map(|&[a, b, c, d]| Turn {
                    best: Move::from_bits(u16::from_le_bytes([a, b])),
                    score: i16::from_le_bytes([c, d]),
                })
                .collect(),
            winner,
        })
    }
}

/// Bytes that are taken from the front.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], Fault> {
        let (head, rest) = self.0.split_first_chunk().ok_or(Fault::Malformed(what))?;
        self.0 = rest;
        Ok(*head)
    }

    fn take_slice(&mut self, length: usize, what: &'static str) -> Result<&'a [u8], Fault> {
        let (head, rest) = self.0.split_at_checked(length).ok_or(Fault::Malformed(what))?;
        self.0 = rest;
        Ok(head)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn record() -> impl Strategy<Value = Record> {
        let turn = (any::<u16>(), any::<i16>())
            .prop_map(|(bits, score)| Turn { best: Move::from_bits(bits), score });
        let winner = prop_oneof![Just(None), Just(Some(Side::First)), Just(Some(Side::Second))];
        let opening = vec(any::<u16>().prop_map(Move::from_bits), 0..20);
        (any::<u32>(), proptest::option::of("[a-zA-Z0-9/ +-]{1,90}"), opening, vec(turn, 0..400), winner)
            .prop_map(|(number, start, opening, turns, winner)| Record {
                number,
                start,
                opening,
                turns,
                winner,
            })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(record in record()) {
            prop_assert_eq!(Record::decode(&record.encode()).unwrap(), record);
        }

        #[test]
        fn a_part_is_never_the_whole(record in record(), cut in 1usize..4) {
            let bytes = record.encode();
            prop_assert!(Record::decode(&bytes[..bytes.len() - cut]).is_err());
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
            if let Ok(record) = Record::decode(&bytes) {
                prop_assert_eq!(record.encode(), bytes);
            }
        }
    }
}
