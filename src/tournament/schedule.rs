//! Who plays whom: pairs of games with one opening and reversed sides, a round of all pairings for each opening.

use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// From 1.
    pub number: usize,
    /// Which of [`Schedule::pairings`].
    pub pairing: usize,
    /// From 0; also the number of the opening.
    pub round: usize,
    /// The engine that moves first, and the other.
    pub players: [usize; 2],
}

/// All games of a match, by number. More games for each pairing leave the numbers of the others as they are.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Two engines each.
    pub pairings: Vec<[usize; 2]>,
    /// Games of each pairing.
    games: usize,
}

impl Schedule {
    pub fn new(engines: usize, format: Format, games: usize) -> Schedule {
        let firsts = if format == Format::Gauntlet { 1 } else { engines };
        let pairings = (0..firsts).flat_map(|i| (i + 1..engines).map(move |j| [i, j])).collect();
        Schedule { pairings, games }
    }

    /// The number of openings needed.
    pub fn rounds(&self) -> usize {
        self.games.div_ceil(2)
    }

    /// The number of all games.
    pub fn total(&self) -> usize {
        self.games * self.pairings.len()
    }

    /// All games in the order in which they are to be played.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        (1..=self.rounds() * 2 * self.pairings.len()).filter_map(|number| self.fixture(number))
    }

    /// The game of this number; `None` if there is none.
    pub fn fixture(&self, number: usize) -> Option<Fixture> {
        let index = number.checked_sub(1)?;
        let (pair, second_leg) = (index / 2, index % 2);
        let (round, pairing) = (pair.checked_div(self.pairings.len())?, pair % self.pairings.len());
        if 2 * round + second_leg >= self.games {
            return None;
        }
        let [a, b] = self.pairings[pairing];
        let players = if second_leg == 0 { [a, b] } else { [b, a] };
        Some(Fixture { number, pairing, round, players })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_engines_change_sides() {
        let schedule = Schedule::new(2, Format::RoundRobin, 4);
        let games: Vec<_> = schedule.fixtures().map(|f| (f.number, f.round, f.players)).collect();
        assert_eq!(games, [(1, 0, [0, 1]), (2, 0, [1, 0]), (3, 1, [0, 1]), (4, 1, [1, 0])]);
        assert_eq!((schedule.rounds(), schedule.total()), (2, 4));
        assert_eq!(schedule.fixture(5), None);
        assert_eq!(schedule.fixture(0), None);
    }

    #[test]
    fn a_round_robin_plays_each_opening_with_all_pairings() {
        let schedule = Schedule::new(4, Format::RoundRobin, 6);
        assert_eq!(schedule.pairings.len(), 6);
        let fixtures: Vec<_> = schedule.fixtures().collect();
        assert_eq!(fixtures.len(), schedule.total());
        for engine in 0..4 {
            for side in 0..2 {
                assert_eq!(fixtures.iter().filter(|f| f.players[side] == engine).count(), 9);
            }
        }
        assert!(fixtures[..12].iter().all(|f| f.round == 0));
    }

    #[test]
    fn a_gauntlet_is_first_against_all() {
        let schedule = Schedule::new(4, Format::Gauntlet, 2);
        assert_eq!(schedule.pairings, [[0, 1], [0, 2], [0, 3]]);
        assert!(schedule.fixtures().all(|f| f.players.contains(&0)));
    }

    #[test]
    fn an_odd_number_leaves_one_leg_out_and_more_games_change_no_number() {
        let three = Schedule::new(3, Format::RoundRobin, 3);
        let eight = Schedule::new(3, Format::RoundRobin, 8);
        assert_eq!(three.fixtures().count(), 9);
        assert!(three.fixtures().all(|f| eight.fixture(f.number) == Some(f)));
    }
}
