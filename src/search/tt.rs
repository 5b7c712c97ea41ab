//! The transposition table: shared by all threads, without locks.
//!
//! An entry is two atomic words, `key ^ data` and `data` (Hyatt and Mann's trick): words of two different
//! writes do not fit together, so a torn entry is not found. Four entries share a cache line.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use memmap2::{MmapMut, MmapRaw};
use rayon::prelude::*;

use crate::core::score::{self, Score};
use crate::core::{MAX_PLY, Move};

use super::report::Bound;

const WORDS: usize = 2;
const BUCKET: usize = 4;
const BUCKET_WORDS: usize = BUCKET * WORDS;
const BUCKET_BYTES: usize = BUCKET_WORDS * 8;
const AGES: u8 = 32;

/// What the table knows of a position. The move may be of another position: check it before playing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub best: Move,
    /// Seen from the node that asks: wins are counted from the root.
    pub score: Score,
    /// The static evaluation, or [`score::NONE`].
    pub eval: Score,
    pub depth: i32,
    pub bound: Bound,
    /// The entry was written in a node of a principal variation.
    pub pv: bool,
}

impl Entry {
    /// The score, where its bound makes it a better guess at the position's worth than this evaluation.
    #[inline]
    pub fn better_guess(&self, eval: Score) -> Score {
        let better = eval != score::NONE
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score > eval,
                Bound::Upper => self.score < eval,
            };
        if better { self.score } else { eval }
    }
}

/// Memory straight from the system: zeroed pages, which cost nothing until they are used, and can be large ones (a
/// table is read all over, so that small pages would miss the processor's cache of them every time).
struct Memory {
    map: MmapRaw,
    words: usize,
}

impl Memory {
    fn new(words: usize) -> Option<Memory> {
        let map = MmapMut::map_anon(words.checked_mul(8)?).ok()?;
        Some(Memory { map: MmapRaw::from(map), words })
    }

    /// Asks for large pages. They take the system a while to give, each at its first use: not for a search that is
    /// under way already.
    fn prefer_large_pages(&self) {
        #[cfg(target_os = "linux")]
        let _ = self.map.advise(memmap2::Advice::HugePage); // without them it is only slower
    }

    #[inline(always)]
    fn words(&self) -> &[AtomicU64] {
        // SAFETY: the mapping is `words` * 8 bytes long, page-aligned, zeroed (a valid value), lives as long as
        // `self`, and is only ever accessed through these atomics.
        #[allow(unsafe_code)]
        unsafe {
            std::slice::from_raw_parts(self.map.as_ptr().cast::<AtomicU64>(), self.words)
        }
    }
}

/// The table.
pub struct Table {
    memory: Memory,
    buckets: usize,
    megabytes: usize,
    age: AtomicU8,
    /// The system has given the memory for good: every page has been written once.
    warm: AtomicBool,
}

impl Table {
    /// A table of `megabytes` (at least one), or `None` if there is no memory for it.
    pub fn new(megabytes: usize) -> Option<Table> {
        let megabytes = megabytes.max(1);
        let buckets = megabytes.checked_mul(1 << 20)? / BUCKET_BYTES;
        let memory = Memory::new(buckets * BUCKET_WORDS)?;
        Some(Table { memory, buckets, megabytes, age: AtomicU8::new(0), warm: AtomicBool::new(false) })
    }

    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Forgets everything.
    pub fn clear(&self) {
        /// Words that one thread clears at a time.
        const CHUNK: usize = 1 << 18;
        self.memory.words().par_chunks(CHUNK).for_each(|words| {
            for word in words {
                word.store(0, Relaxed);
            }
        });
        self.age.store(0, Relaxed);
    }

    /// Has the system give the memory now, rather than page by page in the first search.
    pub fn warm_up(&self) {
        if !self.warm.load(Relaxed) {
            self.memory.prefer_large_pages();
            self.clear();
            self.warm.store(true, Relaxed);
        }
    }

    /// A new search begins: entries of older ones are replaced first.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = ((key as u128 * self.buckets as u128) >> 64) as usize;
        let start = index * BUCKET_WORDS;
        &self.memory.words()[start..start + BUCKET_WORDS]
    }

    /// Brings the bucket of a position towards the processor before it is asked for.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self.bucket(key).as_ptr();
            // SAFETY: the pointer is that of a live slice, and a prefetch reads nothing.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in self.bucket(key).chunks_exact(WORDS) {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data, ply));
            }
        }
        None
    }

    /// Writes what a search has found `ply` plies from the root.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut victim = 0;
        let mut least = i32::MAX;
        for (i, slot) in self.bucket(key).chunks_exact(WORDS).enumerate() {
            let data = slot[1].load(Relaxed);
            if data == 0 {
                victim = i;
                break;
            }
            if slot[0].load(Relaxed) ^ data == key {
                if entry.best.is_none() {
                    entry.best = Move::from_bits(data as u16);
                }
                // A much deeper result of this search is worth more than a new bound.
                if entry.bound != Bound::Exact && age_of(data) == age && depth_of(data) > entry.depth + 4 {
                    return;
                }
                victim = i;
                break;
            }
            let staleness = (AGES + age - age_of(data)) % AGES;
            let worth = depth_of(data) - 8 * staleness as i32;
            if worth < least {
                least = worth;
                victim = i;
            }
        }
        let data = pack(entry, ply, age);
        let slot = &self.bucket(key)[victim * WORDS..];
        slot[0].store(key ^ data, Relaxed);
        slot[1].store(data, Relaxed);
    }

    /// Entries of this search in thousandths, from a sample.
    pub fn hash_full(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.min(250);
        let used = self.memory.words()[..sample * BUCKET_WORDS]
            .chunks_exact(WORDS)
            .filter(|slot| {
                let data = slot[1].load(Relaxed);
                data != 0 && age_of(data) == age
            })
            .count();
        (used * 1000 / (sample * BUCKET)) as u32
    }
}

// A data word, from the low bits: move 16, score 16, evaluation 16, depth 8, age 5, pv 1, bound 2.
// The bound is never 0, so no entry packs to 0.

fn pack(entry: Entry, ply: usize, age: u8) -> u64 {
    // Wins and losses are stored as seen from the node, not from the root.
    let score = match entry.score {
        s if s >= score::WIN_BOUND => s + ply as Score,
        s if s <= -score::WIN_BOUND => s - ply as Score,
        s => s,
    };
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    let depth = entry.depth.clamp(-8, 247) + 8;
    entry.best.bits() as u64
        | (score as i16 as u16 as u64) << 16
        | (entry.eval as i16 as u16 as u64) << 32
        | (depth as u64) << 48
        | (age as u64) << 56
        | (entry.pv as u64) << 61
        | (bound as u64) << 62
}

fn unpack(data: u64, ply: usize) -> Entry {
    let score = match (data >> 16) as u16 as i16 as Score {
        s if s >= score::WIN_BOUND - MAX_PLY as Score => s - ply as Score,
        s if s <= -(score::WIN_BOUND - MAX_PLY as Score) => s + ply as Score,
        s => s,
    };
    Entry {
        best: Move::from_bits(data as u16),
        score,
        eval: (data >> 32) as u16 as i16 as Score,
        depth: depth_of(data),
        pv: data >> 61 & 1 != 0,
        bound: match data >> 62 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xFF) as i32 - 8
}

fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 % AGES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score) -> Entry {
        Entry { best: Move::from_bits(77), score, eval: -3, depth: 9, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn entries_come_back() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.probe(42, 0), None);
        table.store(42, 0, entry(100));
        assert_eq!(table.probe(42, 0), Some(entry(100)));
        assert_eq!(table.probe(43, 0), None);
    }

    #[test]
    fn wins_are_seen_from_the_node_that_asks() {
        let table = Table::new(1).unwrap();
        table.store(42, 5, entry(score::mate_in(8)));
        assert_eq!(table.probe(42, 2).unwrap().score, score::mate_in(5));
        table.store(43, 5, entry(score::mated_in(8)));
        assert_eq!(table.probe(43, 7).unwrap().score, score::mated_in(10));
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let table = Table::new(1).unwrap();
        for i in 0..5 {
            table.store(i + 1, 0, Entry { depth: 10 + i as i32, ..entry(1) });
        }
        assert_eq!(table.probe(1, 0), None);
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
    }

    #[test]
    fn clearing_forgets() {
        let table = Table::new(1).unwrap();
        table.store(42, 0, entry(1));
        table.clear();
        assert_eq!(table.probe(42, 0), None);
    }

    /// What a thread writes about a position, told by the position's key alone, so that a reader can check it.
    fn of_key(key: u64) -> Entry {
        let bound = [Bound::Lower, Bound::Upper, Bound::Exact][(key % 3) as usize];
        let (score, eval) = ((key >> 8) as i16 as Score / 2, (key >> 24) as i16 as Score / 2);
        let (best, depth) = (Move::from_bits((key >> 30) as u16 | 1), (key >> 44) as i32 % 100);
        Entry { best, score, eval, depth, bound, pv: key & 64 != 0 }
    }

    /// Threads that write into few buckets while others read, and the table grows older and is emptied: an entry that is
    /// found is one that was written whole, about the position asked for.
    #[test]
    fn torn_entries_are_not_found() {
        use crate::core::zobrist::mix;
        const BUCKETS: u64 = 4;
        let rounds: u64 = if cfg!(miri) { 200 } else { 200_000 };
        let table = Table::new(1).unwrap();
        // Keys of the first buckets only: the bucket is told by the high bits.
        let key = |n: u64| (n % BUCKETS) << 50 | mix(n % 64) >> 14;
        let found: usize = std::thread::scope(|scope| {
            let (table, key) = (&table, &key);
            let threads: Vec<_> = (0..4u64)
                .map(|thread| {
                    scope.spawn(move || {
                        let mut found = 0;
                        for round in 0..rounds {
                            let n = mix(round << 2 | thread);
                            if n & 1 << 63 == 0 {
                                table.store(key(n), 0, of_key(key(n)));
                            } else if let Some(entry) = table.probe(key(n), 0) {
                                assert_eq!(entry, of_key(key(n)));
                                found += 1;
                            }
                            if round % 4096 == 7 && thread == 0 {
                                table.grow_older();
                            }
                            if round % 65536 == 7 && thread == 1 {
                                table.clear();
                            }
                        }
                        found
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(found > 0);
    }

    /// Halves of two writes, as a reader can meet them, in every combination.
    #[test]
    fn halves_of_two_writes_do_not_fit() {
        let table = Table::new(1).unwrap();
        let keys = [3, 5 << 20 | 1, 9 << 30 | 2];
        for (written, torn) in keys.iter().flat_map(|a| keys.iter().map(move |b| (*a, *b))) {
            table.clear();
            table.store(written, 0, of_key(written));
            let data = pack(of_key(torn), 0, 0);
            table.bucket(written)[1].store(data, Relaxed);
            for key in keys {
                let right = written == torn && key == written;
                assert_eq!(table.probe(key, 0), right.then(|| of_key(key)), "{written} {torn} {key}");
            }
        }
    }
}
