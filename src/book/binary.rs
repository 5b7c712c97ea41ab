//! Binary books: Apery's `book.bin`, and the same records in Polyglot's byte order.
//!
//! The file is a sorted list of 16-byte records: the position's key (8 bytes), a move (2), its weight (2), and a score
//! in centipawns (4) or, in Polyglot's order, something that nobody reads. Apery writes the low bytes first, Polyglot
//! the high ones; keys in order tell which. What keys and moves mean is the game's business
//! ([`crate::game::Game::binary_book_key`]).

use std::path::Path;

use super::BookError;

/// Bytes of a record.
const RECORD: usize = 16;

/// What a record says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The move, as the game reads it.
    pub bits: u16,
    pub weight: u16,
    /// Centipawns for the side to move.
    pub score: Option<i32>,
}

/// A binary book, sorted by keys.
pub struct BinaryBook {
    bytes: Vec<u8>,
    /// The high bytes come first.
    is_big_endian: bool,
}

impl BinaryBook {
    /// Takes a file's bytes over.
    ///
    /// # Errors
    /// [`BookError::NoBook`]: it is no list of records in order.
    pub fn new(bytes: Vec<u8>, path: &Path) -> Result<BinaryBook, BookError> {
        if bytes.is_empty() || !bytes.len().is_multiple_of(RECORD) {
            let reason = format!("{} bytes are no list of 16-byte records", bytes.len());
            return Err(BookError::no_book(path, reason));
        }
        let mut book = BinaryBook { bytes, is_big_endian: false };
        for is_big_endian in [false, true] {
            book.is_big_endian = is_big_endian;
            if (1..book.records()).all(|i| book.key(i - 1) <= book.key(i)) {
                return Ok(book);
            }
        }
        Err(BookError::no_book(path, "its records are not sorted by key"))
    }

    fn records(&self) -> usize {
        self.bytes.len() / RECORD
    }

    /// Moves of all positions.
    pub fn len(&self) -> usize {
        self.records()
    }

    pub fn is_empty(&self) -> bool {
        self.records() == 0
    }

    /// `N` bytes of a record, the low ones first.
    fn field<const N: usize>(&self, record: usize, offset: usize) -> [u8; N] {
        let at = record * RECORD + offset;
        let mut field = [0; N];
        field.copy_from_slice(&self.bytes[at..at + N]);
        if self.is_big_endian {
            field.reverse();
        }
        field
    }

    fn key(&self, record: usize) -> u64 {
        u64::from_le_bytes(self.field(record, 0))
    }

    /// What the book has of the position with this key, in the order of the file.
    pub fn records_of(&self, key: u64) -> Vec<Record> {
        let (mut low, mut high) = (0, self.records());
        while low < high {
            let middle = low.midpoint(high);
            if self.key(middle) < key { low = middle + 1 } else { high = middle }
        }
        let same = (low..self.records()).take_while(|&i| self.key(i) == key);
        same.map(|i| Record {
            bits: u16::from_le_bytes(self.field(i, 8)),
            weight: u16::from_le_bytes(self.field(i, 10)),
            score: (!self.is_big_endian).then(|| i32::from_le_bytes(self.field(i, 12))),
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of a key, a move, a weight and a score, in either order of bytes.
    fn bytes(records: &[(u64, u16, u16, i32)], is_big_endian: bool) -> Vec<u8> {
        let mut all = Vec::new();
        for &(key, bits, weight, score) in records {
            if is_big_endian {
                all.extend(key.to_be_bytes().iter().chain(&bits.to_be_bytes()).chain(&weight.to_be_bytes()));
                all.extend(score.to_be_bytes());
            } else {
                all.extend(key.to_le_bytes().iter().chain(&bits.to_le_bytes()).chain(&weight.to_le_bytes()));
                all.extend(score.to_le_bytes());
            }
        }
        all
    }

    const RECORDS: [(u64, u16, u16, i32); 4] =
        [(0x1FF, 9, 9, 9), (0x203, 1, 40, -7), (0x203, 2, 3, 12), (u64::MAX - 1, 5, 6, 7)];

    #[test]
    fn both_orders_of_bytes() {
        for is_big_endian in [false, true] {
            let book = BinaryBook::new(bytes(&RECORDS, is_big_endian), Path::new("x")).expect("a book");
            assert_eq!((book.len(), book.is_big_endian), (4, is_big_endian));
            let found = book.records_of(0x203);
            assert_eq!(found.iter().map(|r| (r.bits, r.weight)).collect::<Vec<_>>(), [(1, 40), (2, 3)]);
            assert_eq!(found[0].score, (!is_big_endian).then_some(-7));
            assert_eq!(book.records_of(u64::MAX - 1).len(), 1);
            for key in [0, 0x200, u64::MAX] {
                assert_eq!(book.records_of(key), []);
            }
        }
    }

    #[test]
    fn damaged_files_are_told() {
        let whole = bytes(&RECORDS, false);
        for (damaged, reason) in [
            (Vec::new(), "0 bytes are"),
            (whole[1..].to_vec(), "63 bytes are"),
            ([&whole[..], &whole[..]].concat(), "not sorted"),
        ] {
            let error = BinaryBook::new(damaged, Path::new("some.bin")).err().expect("an error").to_string();
            assert!(error.starts_with("'some.bin' is no book: ") && error.contains(reason), "{error}");
        }
    }
}
