//! Random numbers for position keys, made at compile time so that keys are the same on every run.

use super::Bitboard;

/// One step of SplitMix64 (Steele, Lea and Flood, 2014).
pub const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A hash of sets of squares, worked out from nothing: for what is asked too seldom to be kept up.
#[inline]
pub fn of_sets<const N: usize>(sets: [Bitboard; N]) -> u64 {
    const ODD: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F];
    let mut hash = 0u64;
    for set in sets {
        let (low, high) = (set.0 as u64, (set.0 >> 64) as u64);
        hash = (hash ^ low.wrapping_mul(ODD[0]) ^ high.wrapping_mul(ODD[1]))
            .rotate_left(29)
            .wrapping_mul(ODD[0]);
    }
    hash ^ hash >> 32
}

/// `N` keys from a seed.
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = mix(mix(seed).wrapping_add(mix(i as u64 + 1)));
        i += 1;
    }
    table
}

/// `N` rows of `M` keys from a seed.
pub const fn key_rows<const N: usize, const M: usize>(seed: u64) -> [[u64; M]; N] {
    let mut table = [[0; M]; N];
    let mut i = 0;
    while i < N {
        table[i] = keys::<M>(mix(seed ^ (i as u64 + 1)));
        i += 1;
    }
    table
}
