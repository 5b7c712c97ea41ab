//! Ending games that are decided before the rules say so.

use crate::core::{Score, Side};

/// Centipawns that a side is seen ahead, and for how many plies on end, by both sides in turn.
const DECISIVE: Score = 2000;
const PLIES: u32 = 4;

/// Calls a game won once both sides have seen it so for a while.
#[derive(Clone, Copy, Debug, Default)]
pub struct Adjudicator {
    leader: Option<Side>,
    plies: u32,
}

impl Adjudicator {
    /// Hears what the side to move thinks.
    pub fn hear(&mut self, side: Side, score: Score) {
        let leader = if score >= DECISIVE {
            Some(side)
        } else if score <= -DECISIVE {
            Some(!side)
        } else {
            None
        };
        self.plies = if leader == self.leader { self.plies + 1 } else { 1 };
        self.leader = leader;
    }

    /// Who has won.
    pub fn winner(&self) -> Option<Side> {
        self.leader.filter(|_| self.plies >= PLIES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_plies_of_agreement_decide() {
        for (scores, winner) in [
            (&[2000, -2000, 2000][..], None),
            (&[2000, -2000, 2000, -2000], Some(Side::First)),
            (&[-2500, 2500, -31_000, 31_000], Some(Side::Second)),
            (&[2000, -2000, 1999, -2000, 2000, -2000], None),
            (&[2000, -1999, 2000, -1999], None),
            (&[2000, 2000, 2000, 2000], None),
            (&[0, 0, 0, 0, 0, 0], None),
            (&[0, -5000, 5000, -5000, 5000], Some(Side::First)),
        ] {
            let mut adjudicator = Adjudicator::default();
            for (side, &score) in Side::BOTH.into_iter().cycle().zip(scores) {
                adjudicator.hear(side, score);
            }
            assert_eq!(adjudicator.winner(), winner, "{scores:?}");
        }
    }
}
