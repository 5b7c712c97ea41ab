//! Random numbers for position keys, made at compile time so that keys are the same on every run.

/// One step of SplitMix64 (Steele, Lea and Flood, 2014).
pub const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
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
