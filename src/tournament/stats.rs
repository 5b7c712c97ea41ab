//! Elo, its error and the sequential test, from the scores of pairs of games.
//!
//! The two games of a pair have one opening and reversed sides, so they are not independent of each other; pairs
//! are. A pair scores 0, ½, 1, 1½ or 2 points: the pentanomial model. The sequential test is the generalised
//! likelihood ratio test on it: each hypothesis is met by the likeliest distribution that has its expected score.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::excerpt;

use super::words;

/// 97.5 % of a normal distribution lie below so many standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// What stands for a kind of pair never seen, so that a hypothesis that needs it is unlikely, not impossible.
const NEVER_SEEN: f64 = 1e-3;

/// The score that an Elo difference lets one expect, between 0 and 1.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference of an expected score; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Not minus zero.
        400.0 * (score / (1.0 - score)).log10() + 0.0
    }
}

/// How many pairs scored 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

/// An Elo difference and its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Elo {
    /// Half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// `+70.4 ± 12.3`
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.value.is_finite() {
            f.write_str("beyond measure")
        } else if self.error().is_finite() {
            write!(f, "{:+.1} ± {:.1}", self.value, self.error())
        } else {
            // Too few games, or games that are all alike.
            write!(f, "{:+.1} ± ∞", self.value)
        }
    }
}

impl Pentanomial {
    /// Adds a pair that scored so many half points (0–4).
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The same pairs seen by the other engine.
    pub fn reversed(self) -> Pentanomial {
        let mut counts = self.0;
        counts.reverse();
        Pentanomial(counts)
    }

    pub fn merge(&mut self, other: Pentanomial) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The score of a kind of pair, between 0 and 1.
    fn score(kind: usize) -> f64 {
        kind as f64 / 4.0
    }

    /// The mean score, between 0 and 1; `None` without a pair.
    pub fn mean(&self) -> Option<f64> {
        let pairs = self.pairs();
        let sum: f64 = (0..5).map(|kind| self.0[kind] as f64 * Pentanomial::score(kind)).sum();
        (pairs > 0).then(|| sum / pairs as f64)
    }

    /// The standard error of the mean; `None` as long as the pairs have shown no spread.
    fn standard_error(&self) -> Option<f64> {
        let (mean, pairs) = (self.mean()?, self.pairs());
        let squares: f64 =
            (0..5).map(|kind| self.0[kind] as f64 * (Pentanomial::score(kind) - mean).powi(2)).sum();
        (pairs > 1 && squares > 0.0).then(|| (squares / (pairs - 1) as f64 / pairs as f64).sqrt())
    }

    /// The Elo difference; `None` without a pair.
    pub fn elo(&self) -> Option<Elo> {
        let mean = self.mean()?;
        let (low, high) = match self.standard_error() {
            Some(error) => (mean - TWO_SIDED_95 * error, mean + TWO_SIDED_95 * error),
            None => (0.0, 1.0),
        };
        Some(Elo { value: elo_of_score(mean), low: elo_of_score(low), high: elo_of_score(high) })
    }

    /// The likelihood of superiority, between 0 and 1; `None` as long as nothing can be said.
    pub fn superiority(&self) -> Option<f64> {
        let z = (self.mean()? - 0.5) / self.standard_error()?;
        Some(libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0)
    }

    /// The logarithm of how much likelier `elo1` makes these pairs than `elo0`.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let counts = self.0.map(|count| (count as f64).max(NEVER_SEEN));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let (likely0, likely1) =
            (likeliest(&shares, score_of_elo(elo0)), likeliest(&shares, score_of_elo(elo1)));
        (0..5).map(|kind| counts[kind] * (likely1[kind] / likely0[kind]).ln()).sum()
    }
}

/// The distribution with this expected score under which the shares are likeliest: each share divided by
/// `1 + θ(score − expected)`, for the one θ that gives that expectation (Lagrange).
fn likeliest(shares: &[f64; 5], expected: f64) -> [f64; 5] {
    let at = |kind: usize| Pentanomial::score(kind) - expected;
    // Within these bounds every divisor is positive, and the sum below falls from +∞ to −∞.
    let (mut low, mut high) = (-1.0 / at(4), -1.0 / at(0));
    for _ in 0..200 {
        let theta = (low + high) / 2.0;
        let sum: f64 = (0..5).map(|kind| shares[kind] * at(kind) / (1.0 + theta * at(kind))).sum();
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = (low + high) / 2.0;
    std::array::from_fn(|kind| shares[kind] / (1.0 + theta * at(kind)))
}

/// A sequential test of `elo1` against `elo0`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// The risk of accepting `elo1` where `elo0` holds.
    pub alpha: f64,
    /// The risk of accepting `elo0` where `elo1` holds.
    pub beta: f64,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 }
    }
}

/// How a sequential test has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// `elo0` is accepted.
    Elo0,
    /// `elo1` is accepted.
    Elo1,
}

impl Sprt {
    /// The test ends when the log-likelihood ratio leaves these bounds.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub fn ratio(&self, pairs: &Pentanomial) -> f64 {
        pairs.log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// What the pairs have decided, if anything.
    pub fn decision(&self, pairs: &Pentanomial) -> Option<Decision> {
        let (low, high) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio >= high => Some(Decision::Elo1),
            ratio if ratio <= low => Some(Decision::Elo0),
            _ => None,
        }
    }
}

/// `elo0=0 elo1=5 alpha=0.05 beta=0.05`; what is left out stays as here.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let mut sprt = Sprt::default();
        for (name, value) in words::settings(text)? {
            match name {
                "elo0" => sprt.elo0 = words::number(name, value)?,
                "elo1" => sprt.elo1 = words::number(name, value)?,
                "alpha" => sprt.alpha = words::number(name, value)?,
                "beta" => sprt.beta = words::number(name, value)?,
                _ => return Err(format!("unknown word '{}' (elo0, elo1, alpha, beta)", excerpt(name))),
            }
        }
        let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
        if !is_risk(sprt.alpha) || !is_risk(sprt.beta) {
            return Err("alpha and beta lie between 0 and 0.5".to_string());
        }
        if !(sprt.elo0 < sprt.elo1 && sprt.elo0 > -1000.0 && sprt.elo1 < 1000.0) {
            return Err("elo0 must be below elo1, and both within ±1000".to_string());
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "elo0={} elo1={} alpha={} beta={}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() <= within
    }

    #[test]
    fn elo_and_score() {
        // 60 % are 70.4 Elo, 75 % 190.8: 400 · log10(score / (1 - score)).
        for (score, elo) in [(0.5, 0.0), (0.6, 70.437), (0.75, 190.849), (0.4, -70.437)] {
            assert!(near(elo_of_score(score), elo, 0.001), "{score}");
            assert!(near(score_of_elo(elo), score, 1e-5), "{elo}");
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    /// By hand: 10 pairs, 1 × 0, 1 × ½, 3 × 1, 3 × 1½, 2 × 2 points. Mean 6.0 / 10 = 0.6. Squared
    /// deviations: 0.36 + 0.1225 + 3 · 0.01 + 3 · 0.0225 + 2 · 0.16 = 0.9; variance 0.9 / 9 = 0.1; standard
    /// error √(0.1 / 10) = 0.1. Interval 0.6 ± 0.196.
    #[test]
    fn a_pentanomial_by_hand() {
        let pairs = Pentanomial([1, 1, 3, 3, 2]);
        assert_eq!(pairs.pairs(), 10);
        assert!(near(pairs.mean().unwrap(), 0.6, 1e-12));
        assert!(near(pairs.standard_error().unwrap(), 0.1, 1e-12));
        let elo = pairs.elo().unwrap();
        assert!(near(elo.value, 70.437, 0.001));
        assert!(near(elo.low, elo_of_score(0.404), 0.01) && near(elo.high, elo_of_score(0.796), 0.02));
        // One standard error above one half: the normal distribution at 1.
        assert!(near(pairs.superiority().unwrap(), 0.841_345, 1e-5));
        assert!(near(pairs.reversed().superiority().unwrap(), 0.158_655, 1e-5));
        assert_eq!(elo.to_string(), "+70.4 ± 152.0");
    }

    #[test]
    fn little_is_said_of_little() {
        let none = Pentanomial::default();
        assert!(none.elo().is_none() && none.superiority().is_none());
        assert_eq!(none.log_likelihood_ratio(0.0, 5.0), 0.0);
        assert_eq!(Pentanomial([0, 0, 0, 0, 9]).elo().unwrap().to_string(), "beyond measure");
        assert_eq!(Pentanomial([0, 0, 7, 0, 0]).elo().unwrap().to_string(), "+0.0 ± ∞");
    }

    #[test]
    fn the_likeliest_distribution_has_the_score_asked_for() {
        let shares = [0.1, 0.2, 0.4, 0.2, 0.1];
        for expected in [0.3, 0.5, 0.52, 0.9] {
            let likely = likeliest(&shares, expected);
            let mean: f64 = (0..5).map(|kind| likely[kind] * Pentanomial::score(kind)).sum();
            assert!(near(likely.iter().sum(), 1.0, 1e-9) && near(mean, expected, 1e-9), "{likely:?}");
        }
        // At the shares' own score nothing has to change.
        assert!(likeliest(&shares, 0.5).iter().zip(shares).all(|(a, b)| near(*a, b, 1e-9)));
    }

    #[test]
    fn the_ratio_is_near_its_normal_approximation() {
        let pairs = Pentanomial([100, 300, 500, 340, 120]);
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(5.0));
        let (n, mean) = (pairs.pairs() as f64, pairs.mean().unwrap());
        let variance = pairs.standard_error().unwrap().powi(2) * n;
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let exact = pairs.log_likelihood_ratio(0.0, 5.0);
        assert!(near(exact, normal, 0.02 * normal.abs()), "{exact} {normal}");
        // To swap the hypotheses is to change the sign.
        assert!(near(pairs.log_likelihood_ratio(5.0, 0.0), -exact, 1e-9));
    }

    #[test]
    fn the_test_ends_at_its_bounds() {
        let sprt: Sprt = "elo0=0 elo1=10".parse().unwrap();
        let (low, high) = sprt.bounds();
        assert!(near(low, -2.944, 0.001) && near(high, 2.944, 0.001));
        assert_eq!(sprt.decision(&Pentanomial([10, 20, 40, 21, 10])), None);
        assert_eq!(sprt.decision(&Pentanomial([50, 200, 500, 350, 150])), Some(Decision::Elo1));
        assert_eq!(sprt.decision(&Pentanomial([150, 350, 500, 200, 50])), Some(Decision::Elo0));
        let cautious = Sprt { alpha: 0.01, beta: 0.1, ..sprt };
        let (low, high) = cautious.bounds();
        assert!(near(low, (0.1f64 / 0.99).ln(), 1e-12) && near(high, 90f64.ln(), 1e-12));
    }

    #[test]
    fn bad_tests_are_told() {
        for (text, message) in [
            ("elo2=3", "unknown word 'elo2' (elo0, elo1, alpha, beta)"),
            ("elo0", "expected NAME=VALUE, found 'elo0'"),
            ("elo0=x", "bad number 'x' for 'elo0'"),
            ("alpha=0", "alpha and beta lie between 0 and 0.5"),
            ("elo0=5 elo1=5", "elo0 must be below elo1, and both within ±1000"),
        ] {
            assert_eq!(text.parse::<Sprt>().unwrap_err(), message);
        }
    }
}
