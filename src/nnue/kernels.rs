//! The two hot loops of a network: adding rows of weights, and the output layer. Each exists once in portable code
//! and is compiled again, or written, for AVX2; the results are equal to the bit, as all sums are of integers.
//!
//! The portable code is what the AVX2 code must equal, and both wrap where a number grows too large. In a network
//! that has been checked ([`super::Parameters`]) none does.

/// Weights in a lane: 64 bytes, one cache line.
pub const LANE: usize = 32;

/// Weights or sums that are worked on together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Lane(pub [i16; LANE]);

impl Lane {
    pub const ZERO: Lane = Lane([0; LANE]);

    #[inline(always)]
    fn plus(mut self, other: &Lane) -> Lane {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a = a.wrapping_add(*b);
        }
        self
    }

    #[inline(always)]
    fn minus(mut self, other: &Lane) -> Lane {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a = a.wrapping_sub(*b);
        }
        self
    }
}

/// Which code runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernels {
    Portable,
    /// Never made where the processor lacks AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Detected),
}

impl Kernels {
    /// The fastest that this processor runs.
    pub fn detect() -> Kernels {
        #[cfg(target_arch = "x86_64")]
        if let Some(detected) = avx2::Detected::ask() {
            return Kernels::Avx2(detected);
        }
        Kernels::Portable
    }

    /// `to` = `from` − the rows of `gone` + the rows of `come`. All are of the same length.
    #[inline(always)]
    pub fn add_rows(self, from: &[Lane], to: &mut [Lane], gone: &[&[Lane]], come: &[&[Lane]]) {
        match self {
            Kernels::Portable => add_rows(from, to, gone, come),
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx2(detected) => avx2::add_rows(detected, from, to, gone, come),
        }
    }

    /// The sum over all x in `sums` of x² times its weight, x clipped to 0–[`super::ONE`]. The product of such an x
    /// and a weight must fit in 16 bits.
    #[inline(always)]
    pub fn weigh(self, sums: &[Lane], weights: &[Lane]) -> i32 {
        match self {
            Kernels::Portable => weigh(sums, weights),
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx2(detected) => avx2::weigh(detected, sums, weights),
        }
    }
}

#[inline(always)]
fn add_rows(from: &[Lane], to: &mut [Lane], gone: &[&[Lane]], come: &[&[Lane]]) {
    let count = to.len();
    let from = &from[..count];
    let lanes = to.iter_mut().enumerate();
    // A move, a capture, a capture that comes into hand; anything else row by row.
    match (gone, come) {
        (&[a], &[b]) => {
            let (a, b) = (&a[..count], &b[..count]);
            for (i, to) in lanes {
                *to = from[i].minus(&a[i]).plus(&b[i]);
            }
        }
        (&[a, b], &[c]) => {
            let (a, b, c) = (&a[..count], &b[..count], &c[..count]);
            for (i, to) in lanes {
                *to = from[i].minus(&a[i]).minus(&b[i]).plus(&c[i]);
            }
        }
        (&[a, b], &[c, d]) => {
            let (a, b, c, d) = (&a[..count], &b[..count], &c[..count], &d[..count]);
            for (i, to) in lanes {
                *to = from[i].minus(&a[i]).minus(&b[i]).plus(&c[i]).plus(&d[i]);
            }
        }
        _ => {
            for (i, to) in lanes {
                let mut lane = from[i];
                for row in gone {
                    lane = lane.minus(&row[i]);
                }
                for row in come {
                    lane = lane.plus(&row[i]);
                }
                *to = lane;
            }
        }
    }
}

#[inline(always)]
fn weigh(sums: &[Lane], weights: &[Lane]) -> i32 {
    let mut total = 0i32;
    for (lane, weights) in sums.iter().zip(weights) {
        for (&x, &weight) in lane.0.iter().zip(&weights.0) {
            let x = x.clamp(0, super::ONE as i16);
            let weighed = x.wrapping_mul(weight);
            total = total.wrapping_add(i32::from(weighed) * i32::from(x));
        }
    }
    total
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2 {
    use std::arch::x86_64::*;

    use super::Lane;

    /// The proof that this processor has AVX2.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Detected(());

    impl Detected {
        pub fn ask() -> Option<Detected> {
            is_x86_feature_detected!("avx2").then_some(Detected(()))
        }
    }

    #[inline(always)]
    pub fn add_rows(_: Detected, from: &[Lane], to: &mut [Lane], gone: &[&[Lane]], come: &[&[Lane]]) {
        #[target_feature(enable = "avx2")]
        fn compiled_again(from: &[Lane], to: &mut [Lane], gone: &[&[Lane]], come: &[&[Lane]]) {
            super::add_rows(from, to, gone, come);
        }
        // SAFETY: `Detected` is only made where the processor has AVX2.
        unsafe { compiled_again(from, to, gone, come) }
    }

    #[inline(always)]
    pub fn weigh(_: Detected, sums: &[Lane], weights: &[Lane]) -> i32 {
        // SAFETY: `Detected` is only made where the processor has AVX2.
        unsafe { weigh_avx2(sums, weights) }
    }

    #[target_feature(enable = "avx2")]
    fn weigh_avx2(sums: &[Lane], weights: &[Lane]) -> i32 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(crate::nnue::ONE as i16));
        let mut totals = [zero; 2];
        for (lane, weights) in sums.iter().zip(weights) {
            for (half, total) in totals.iter_mut().enumerate() {
                let x = _mm256_min_epi16(_mm256_max_epi16(load(lane, half), zero), one);
                let weighed = _mm256_mullo_epi16(x, load(weights, half));
                *total = _mm256_add_epi32(*total, _mm256_madd_epi16(weighed, x));
            }
        }
        let sum = _mm256_add_epi32(totals[0], totals[1]);
        let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
        _mm_cvtsi128_si32(sum)
    }

    /// Half 0 or 1 of a lane.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(lane: &Lane, half: usize) -> __m256i {
        let (halves, _) = lane.0.as_chunks::<16>();
        // SAFETY: the reference is to 32 readable bytes, the first or the last of a lane, which begins at a
        // multiple of 64.
        unsafe { _mm256_load_si256((&raw const halves[half]).cast()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::zobrist::mix;

    fn lanes(count: usize, seed: u64, bound: i16) -> Vec<Lane> {
        let number = |i: usize| (mix(mix(seed) + i as u64) as i16).checked_rem(bound).unwrap_or(0);
        (0..count).map(|lane| Lane(std::array::from_fn(|i| number(lane * LANE + i)))).collect()
    }

    /// Where the processor has only portable kernels this compares them with themselves.
    #[test]
    fn kernels_are_equal_to_the_bit() {
        let fast = Kernels::detect();
        for seed in 0..200 {
            let count = 1 + seed as usize % 9;
            let rows: Vec<Vec<Lane>> = (0..8).map(|row| lanes(count, 9 * seed + row, i16::MAX)).collect();
            let rows: Vec<&[Lane]> = rows.iter().map(Vec::as_slice).collect();
            let from = lanes(count, seed ^ 0xFFFF, i16::MAX);
            for (gone, come) in [(0, 0), (1, 1), (2, 1), (2, 2), (0, 4), (4, 0), (3, 2)] {
                let results = [Kernels::Portable, fast].map(|kernels| {
                    let mut to = vec![Lane::ZERO; count];
                    kernels.add_rows(&from, &mut to, &rows[..gone], &rows[4..4 + come]);
                    to
                });
                assert_eq!(results[0], results[1], "{gone} gone, {come} come, {count} lanes");
            }
            for bound in [100, 600, i16::MAX] {
                let (sums, weights) = (lanes(count, seed, bound), lanes(count, seed + 1000, 128));
                assert_eq!(Kernels::Portable.weigh(&sums, &weights), fast.weigh(&sums, &weights));
            }
        }
    }

    #[test]
    fn rows_come_and_go() {
        let rows = [lanes(3, 1, 500), lanes(3, 2, 500)];
        let mut there = lanes(3, 3, 500);
        let (from, mut back) = (there.clone(), there.clone());
        Kernels::detect().add_rows(&from, &mut there, &[&rows[0]], &[&rows[1]]);
        assert_eq!(there[2].0[5], from[2].0[5] - rows[0][2].0[5] + rows[1][2].0[5]);
        Kernels::detect().add_rows(&there, &mut back, &[&rows[1]], &[&rows[0]]);
        assert_eq!(back, from);
    }

    #[test]
    fn sums_are_clipped_and_squared() {
        let (mut sums, mut weights) = (vec![Lane::ZERO; 2], vec![Lane::ZERO; 2]);
        for (i, (x, weight)) in [(-7, 100), (10, 3), (255, -2), (3000, 127)].into_iter().enumerate() {
            sums[1].0[9 * i] = x;
            weights[1].0[9 * i] = weight;
        }
        let expected = 100 * 3 - 255 * 255 * 2 + 255 * 255 * 127;
        assert_eq!(Kernels::Portable.weigh(&sums, &weights), expected);
        assert_eq!(Kernels::detect().weigh(&sums, &weights), expected);
    }
}
