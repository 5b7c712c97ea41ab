//! What the solver knows of positions: how hard each is to prove and to disprove. Bounded; where it is full, the
//! entries that took the least work make room.

use memmap2::MmapMut;

use crate::core::Move;

/// No finite sum of numbers reaches this: proved (as a disproof number) or disproved (as a proof number).
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// How far a position is from being solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Positions that at least must be proved to prove this one; 0 once it is.
    pub pn: u32,
    /// Positions that at least must be disproved to disprove this one; 0 once it is.
    pub dn: u32,
    /// Plies to the mate, of a proved position.
    pub plies: u16,
    /// Of a disproved position: 0 if it is disproved whatever moves led to it, else the round of the search in which
    /// it was disproved because a line came back to a position above it.
    pub round: u16,
}

impl Numbers {
    pub const fn open(pn: u32, dn: u32) -> Numbers {
        Numbers { pn, dn, plies: 0, round: 0 }
    }

    pub const fn proved(plies: u16) -> Numbers {
        Numbers { pn: 0, dn: INFINITE, plies, round: 0 }
    }

    /// See [`Numbers::round`].
    pub const fn disproved(round: u16) -> Numbers {
        Numbers { pn: INFINITE, dn: 0, plies: 0, round }
    }

    pub const fn is_proved(&self) -> bool {
        self.pn == 0
    }

    pub const fn is_disproved(&self) -> bool {
        self.dn == 0
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub numbers: Numbers,
    /// The move that solved the position, if one alone did.
    pub best: Move,
    /// Nodes spent on the position: those of [`Table::put`] are added to those before.
    pub work: u32,
}

const ENTRY_BYTES: usize = 24;
const BUCKET: usize = 4;
const BUCKET_BYTES: usize = BUCKET * ENTRY_BYTES;

/// The table. Its memory comes from the system page by page as it is used.
pub(super) struct Table {
    memory: MmapMut,
    buckets: usize,
    used: usize,
}

impl Table {
    /// A table of so many megabytes (at least one), or of as many as there are.
    pub fn new(megabytes: usize) -> std::io::Result<Table> {
        let mut megabytes = megabytes.max(1);
        loop {
            let buckets = (megabytes << 20) / BUCKET_BYTES;
            match MmapMut::map_anon(buckets * BUCKET_BYTES) {
                Ok(memory) => return Ok(Table { memory, buckets, used: 0 }),
                Err(error) if megabytes == 1 => return Err(error),
                Err(_) => megabytes /= 2,
            }
        }
    }

    /// Entries in use, in thousandths of all.
    pub fn fullness(&self) -> u32 {
        (self.used as u64 * 1000 / (self.buckets * BUCKET) as u64) as u32
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let first = self.bucket(key);
        (first..first + BUCKET).map(|slot| self.read(slot)).find(|words| words[0] == key).and_then(unpack)
    }

    pub fn put(&mut self, key: u64, entry: Entry) {
        let first = self.bucket(key);
        let (mut place, mut least, mut work) = (first, u32::MAX, entry.work);
        for slot in first..first + BUCKET {
            let words = self.read(slot);
            let Some(old) = unpack(words) else {
                self.used += 1;
                place = slot;
                break;
            };
            if words[0] == key {
                work = work.saturating_add(old.work);
                place = slot;
                break;
            }
            if old.work < least {
                (place, least) = (slot, old.work);
            }
        }
        self.write(place, pack(key, &Entry { work, ..entry }));
    }

    /// The first slot in which a position may be.
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * BUCKET
    }

    fn read(&self, slot: usize) -> [u64; 3] {
        let (words, _) = self.memory[slot * ENTRY_BYTES..][..ENTRY_BYTES].as_chunks::<8>();
        [words[0], words[1], words[2]].map(u64::from_ne_bytes)
    }

    fn write(&mut self, slot: usize, entry: [u64; 3]) {
        let (words, _) = self.memory[slot * ENTRY_BYTES..][..ENTRY_BYTES].as_chunks_mut::<8>();
        for (word, value) in words.iter_mut().zip(entry) {
            *word = value.to_ne_bytes();
        }
    }
}

fn pack(key: u64, entry: &Entry) -> [u64; 3] {
    let Entry { numbers, best, work } = entry;
    let numbers_word = u64::from(numbers.pn) << 32 | u64::from(numbers.dn);
    // Plies belong to a proof, the round to a disproof.
    let last = if numbers.is_proved() { numbers.plies } else { numbers.round };
    [key, numbers_word, u64::from(*work) << 32 | u64::from(best.bits()) << 16 | u64::from(last)]
}

/// Nothing, of memory never written: an entry is not both proved and disproved.
fn unpack([_, numbers, rest]: [u64; 3]) -> Option<Entry> {
    let (pn, dn) = ((numbers >> 32) as u32, numbers as u32);
    let (plies, round) = if pn == 0 { (rest as u16, 0) } else { (0, rest as u16) };
    (numbers != 0).then_some(Entry {
        numbers: Numbers { pn, dn, plies, round },
        best: Move::from_bits((rest >> 16) as u16),
        work: (rest >> 32) as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(numbers: Numbers, work: u32) -> Entry {
        Entry { numbers, best: Move::from_bits(0x1234), work }
    }

    #[test]
    fn what_is_put_is_got() {
        let mut table = Table::new(1).expect("a megabyte");
        for (key, numbers) in
            [(1, Numbers::open(3, 4)), (2, Numbers::proved(17)), (u64::MAX, Numbers::disproved(2))]
        {
            assert_eq!(table.get(key), None);
            table.put(key, entry(numbers, 9));
            assert_eq!(table.get(key), Some(entry(numbers, 9)));
        }
        table.put(1, entry(Numbers::open(5, 6), 10));
        assert_eq!(table.get(1), Some(entry(Numbers::open(5, 6), 19)));
        assert_eq!(table.used, 3);
    }

    #[test]
    fn the_least_work_makes_room() {
        let mut table = Table::new(1).expect("a megabyte");
        // All in the first bucket.
        for key in 1..=4 {
            table.put(key, entry(Numbers::open(1, 1), 10 * key as u32));
        }
        table.put(5, entry(Numbers::open(1, 1), 1));
        assert_eq!((table.get(1), table.get(5).is_some()), (None, true));
        table.put(6, entry(Numbers::open(1, 1), 1));
        assert_eq!((table.get(5), table.get(2).is_some()), (None, true));
    }
}
