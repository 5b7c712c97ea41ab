//! Playing below full strength, in a way that people find natural: a small budget of nodes and a noisy
//! evaluation. Nothing is chosen at random: the noise hangs on the position and the game's seed, so the same
//! game shows the same misjudgements, and what the search sees clearly (a hanging piece, a mate in one) it plays.

use crate::core::Score;
use crate::core::zobrist::mix;

use super::limits::Skill;

/// What holds a weaker player back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weakness {
    /// Nodes a move; the first iteration is always finished.
    pub nodes: u64,
    /// Iterations.
    pub depth: u32,
    /// The evaluation is wrong by up to this many centipawns, small errors being the likelier.
    pub noise: Score,
    pub seed: u64,
}

impl Skill {
    /// `None` at full strength.
    pub fn weakness(self) -> Option<Weakness> {
        if self.level >= Skill::FULL {
            return None;
        }
        let level = self.level as u32;
        Some(Weakness {
            // 40 nodes at level 0, then 1.6 times as many with every level: about 300,000 at level 19.
            nodes: (40.0 * 1.6f64.powi(level as i32)) as u64,
            depth: 1 + level * 2 / 3,
            noise: 300 - 15 * level as Score,
            seed: self.seed,
        })
    }
}

impl Weakness {
    /// The error of the evaluation of the position with this key.
    pub fn error(&self, key: u64) -> Score {
        let bits = mix(key ^ mix(self.seed));
        let (a, b) = (bits as u32 as u64, bits >> 32);
        // The sum of two even distributions peaks at zero.
        let sum = (a + b) as i64 - (1 << 32);
        ((sum * self.noise as i64) >> 32) as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weakness(level: u8) -> Weakness {
        Skill { level, seed: 1 }.weakness().unwrap()
    }

    #[test]
    fn levels_ascend() {
        assert_eq!(Skill::default().weakness(), None);
        for level in 1..Skill::FULL {
            let (lower, higher) = (weakness(level - 1), weakness(level));
            assert!(higher.nodes > lower.nodes && higher.noise < lower.noise && higher.depth >= lower.depth);
        }
    }

    #[test]
    fn the_error_is_bounded_balanced_and_repeatable() {
        let weakness = weakness(3);
        let errors: Vec<Score> = (0..10_000).map(|key| weakness.error(key)).collect();
        assert!(errors.iter().all(|error| error.abs() <= weakness.noise));
        let mean = errors.iter().sum::<Score>() / errors.len() as Score;
        assert!(mean.abs() < 10, "{mean}");
        assert!(errors.iter().any(|error| error.abs() > weakness.noise / 2));
        assert_eq!(weakness.error(5), weakness.error(5));
        assert_ne!(weakness.error(5), Weakness { seed: 2, ..weakness }.error(5));
    }
}
