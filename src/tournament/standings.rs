//! The score of a match as it grows: games, pairs, and what each engine did.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::records::Ending;

use super::clock::Control;
use super::record::{GameRecord, rounded};
use super::schedule::Schedule;
use super::stats::{Decision, Pentanomial, Sprt};

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Tally {
    fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Between 0 and 100; `None` without a game.
    pub fn percent(&self) -> Option<f64> {
        (self.games() > 0).then(|| 50.0 * self.half_points() as f64 / self.games() as f64)
    }
}

/// The score of one pairing, seen by its first engine.
#[derive(Clone, Debug, Default)]
pub struct Pairing {
    pub tally: Tally,
    pub pairs: Pentanomial,
    /// Half points of the first game of a pair whose second has not ended, by round.
    waiting: HashMap<usize, usize>,
}

/// What an engine did in all of its games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Conduct {
    pub tally: Tally,
    /// Pairs with all opponents together.
    pub pairs: Pentanomial,
    pub moves: u64,
    /// Milliseconds of all moves.
    pub time: f64,
    pub nodes: u64,
    /// The sum of the depths of all moves.
    pub depth: u64,
    /// The worst move: milliseconds after (positive) or before its time was up.
    pub latest: Option<f64>,
    /// What it lost by that should not happen.
    #[serde(serialize_with = "by_name")]
    pub faults: HashMap<Ending, u64>,
}

fn by_name<S: serde::Serializer>(faults: &HashMap<Ending, u64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fault_list(faults))
}

/// The faults in the order of their names.
pub fn fault_list(faults: &HashMap<Ending, u64>) -> BTreeMap<String, u64> {
    // An ending is written as its name in a record.
    let name =
        |ending: &Ending| serde_json::to_string(ending).unwrap_or_default().trim_matches('"').to_string();
    faults.iter().map(|(ending, count)| (name(ending), *count)).collect()
}

/// The score of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    control: Control,
    sprt: Option<Sprt>,
    pub pairings: Vec<Pairing>,
    pub engines: Vec<Conduct>,
    /// Games by their reason, and games won by the side that moved first.
    pub reasons: BTreeMap<String, u64>,
    pub first_side: Tally,
    pub decision: Option<Decision>,
}

impl Standings {
    pub fn new(schedule: Schedule, engines: usize, control: Control, sprt: Option<Sprt>) -> Standings {
        Standings {
            pairings: vec![Pairing::default(); schedule.pairings.len()],
            engines: vec![Conduct::default(); engines],
            schedule,
            control,
            sprt,
            reasons: BTreeMap::new(),
            first_side: Tally::default(),
            decision: None,
        }
    }

    /// Adds a game of the schedule; others are left out.
    pub fn add(&mut self, record: &GameRecord) {
        let Some(fixture) = self.schedule.fixture(record.number) else {
            return;
        };
        for player in 0..2 {
            self.engines[fixture.players[player]].tally.add(record.half_points(player));
        }
        self.first_side.add(record.half_points(0));
        *self.reasons.entry(record.reason.clone()).or_default() += 1;
        if let Some(loser) = record.winner.map(|winner| fixture.players[1 - winner.min(1)])
            && record.ending.is_fault()
        {
            *self.engines[loser].faults.entry(record.ending).or_default() += 1;
        }
        for (i, (player, used, allowed)) in record.clock(self.control).into_iter().enumerate() {
            let conduct = &mut self.engines[fixture.players[player]];
            conduct.moves += 1;
            conduct.time += used;
            conduct.nodes += record.nodes.get(i).copied().unwrap_or(0);
            conduct.depth += u64::from(record.depths.get(i).copied().unwrap_or(0));
            if let Some(allowed) = allowed {
                let late = rounded(used - allowed);
                conduct.latest = Some(conduct.latest.map_or(late, |latest| latest.max(late)));
            }
        }

        let [a, b] = self.schedule.pairings[fixture.pairing];
        let half_points = record.half_points(usize::from(fixture.players[0] != a));
        let pairing = &mut self.pairings[fixture.pairing];
        pairing.tally.add(half_points);
        match pairing.waiting.remove(&fixture.round) {
            None => {
                pairing.waiting.insert(fixture.round, half_points);
            }
            Some(other) => {
                let both = half_points + other;
                pairing.pairs.add(both);
                self.engines[a].pairs.add(both);
                self.engines[b].pairs.add(4 - both);
                if let (Some(sprt), None) = (self.sprt, self.decision) {
                    self.decision = sprt.decision(&self.pairings[0].pairs);
                }
            }
        }
    }

    pub fn games(&self) -> u64 {
        self.pairings.iter().map(|pairing| pairing.tally.games()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::schedule::Format;

    pub fn record(number: usize, winner: Option<usize>) -> GameRecord {
        GameRecord {
            number,
            players: ["A".to_string(), "B".to_string()],
            started: jiff::Timestamp::UNIX_EPOCH,
            seconds: 1.0,
            start: None,
            opening: vec![],
            begins: 1,
            moves: vec!["a".to_string(), "b".to_string()],
            times: vec![60.0, 40.0],
            scores: vec![None, Some(3)],
            depths: vec![4, 6],
            nodes: vec![10, 20],
            winner,
            ending: Ending::Rules,
            reason: "checkmate".to_string(),
            detail: None,
        }
    }

    fn standings(engines: usize, games: usize, sprt: Option<Sprt>) -> Standings {
        let control = Control::MoveTime(std::time::Duration::from_millis(50));
        Standings::new(Schedule::new(engines, Format::RoundRobin, games), engines, control, sprt)
    }

    #[test]
    fn pairs_count_once_both_games_have_ended() {
        let mut standings = standings(2, 6, None);
        // Game 1: the first engine moves first and wins; game 2: it moves second and wins too.
        standings.add(&record(1, Some(0)));
        standings.add(&record(4, None));
        assert_eq!(standings.pairings[0].pairs.pairs(), 0);
        standings.add(&record(2, Some(1)));
        standings.add(&record(3, Some(1)));
        assert_eq!(standings.pairings[0].pairs, Pentanomial([0, 1, 0, 0, 1]));
        assert_eq!(standings.pairings[0].tally, Tally { wins: 2, draws: 1, losses: 1 });
        assert_eq!(standings.first_side, Tally { wins: 1, draws: 1, losses: 2 });
        assert_eq!(standings.engines[1].pairs, Pentanomial([1, 0, 0, 1, 0]));
        assert_eq!(standings.engines[1].tally.percent(), Some(37.5));
        // Not a game of this schedule.
        standings.add(&record(7, Some(0)));
        assert_eq!(standings.games(), 4);
    }

    #[test]
    fn times_are_booked_to_whoever_moved() {
        let mut standings = standings(2, 2, None);
        standings.add(&record(1, None));
        // The second player began: 60 of 50 ms are his.
        assert_eq!((standings.engines[1].time, standings.engines[1].latest), (60.0, Some(10.0)));
        assert_eq!((standings.engines[0].time, standings.engines[0].latest), (40.0, Some(-10.0)));
        assert_eq!((standings.engines[1].nodes, standings.engines[0].depth), (10, 6));
    }

    #[test]
    fn faults_are_the_losers() {
        let mut standings = standings(3, 2, None);
        // Game 4 is the second leg of engines 0 and 2.
        let crash = GameRecord { ending: Ending::Crash, ..record(4, Some(1)) };
        standings.add(&crash);
        assert_eq!(fault_list(&standings.engines[2].faults), BTreeMap::from([("crash".to_string(), 1)]));
        assert!(standings.engines[0].faults.is_empty());
    }

    #[test]
    fn a_sequential_test_is_decided_once() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, ..Sprt::default() };
        let mut standings = standings(2, 1000, Some(sprt));
        let mut number = 0;
        while standings.decision.is_none() {
            number += 1;
            // Game after game the first engine wins, with a draw now and then.
            let winner = if number % 7 == 0 { None } else { Some((number + 1) % 2) };
            standings.add(&record(number, winner));
        }
        assert_eq!(standings.decision, Some(Decision::Elo1));
        assert!(number % 2 == 0 && (10..100).contains(&number), "{number}");
    }
}
