//! What a match has shown: as text, as JSON, and in one line while it goes on.

use std::collections::BTreeMap;

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use serde::Serialize;

use super::plan::Plan;
use super::standings::{Conduct, Pairing, Standings, Tally, fault_list};
use super::stats::{Decision, Elo, Pentanomial, Sprt};

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// All games have been played.
    Finished,
    /// The sequential test has ended.
    Decided,
    Interrupted,
}

#[derive(Clone, Debug, Serialize)]
pub struct EngineSummary {
    pub name: String,
    /// What it calls itself.
    pub identity: String,
    pub settings: String,
    #[serde(flatten)]
    pub conduct: Conduct,
    /// Against all opponents together.
    pub elo: Option<Elo>,
}

#[derive(Clone, Debug, Serialize)]
pub struct PairingSummary {
    pub players: [String; 2],
    #[serde(flatten)]
    pub tally: Tally,
    pub score_percent: Option<f64>,
    pub pairs: Pentanomial,
    pub elo: Option<Elo>,
    /// Likelihood of superiority, between 0 and 1.
    pub superiority: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
pub struct TestSummary {
    #[serde(flatten)]
    pub test: Sprt,
    pub log_likelihood_ratio: f64,
    pub bounds: (f64, f64),
    pub decision: Option<Decision>,
}

/// A match in figures. The first engine of a pairing is the one whose score is told.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub game: String,
    pub control: String,
    pub seed: u64,
    pub state: State,
    pub games: u64,
    pub planned: usize,
    pub engines: Vec<EngineSummary>,
    pub pairings: Vec<PairingSummary>,
    pub sprt: Option<TestSummary>,
    /// Games seen by the side that moves first.
    pub first_side: Tally,
    pub reasons: BTreeMap<String, u64>,
}

impl Summary {
    /// `identities`: what the engines call themselves.
    pub fn new(plan: &Plan, standings: &Standings, identities: &[String], state: State) -> Summary {
        let engines = plan.engines.iter().zip(identities).zip(&standings.engines);
        let schedule = plan.schedule();
        let pairings = schedule.pairings.iter().zip(&standings.pairings);
        Summary {
            game: plan.house.game.name.to_string(),
            control: plan.terms.control.to_string(),
            seed: plan.seed,
            state,
            games: standings.games(),
            planned: schedule.total(),
            engines: engines
                .map(|((spec, identity), conduct)| EngineSummary {
                    name: spec.name.clone(),
                    identity: identity.clone(),
                    settings: spec.description(),
                    conduct: conduct.clone(),
                    elo: conduct.pairs.elo(),
                })
                .collect(),
            pairings: pairings
                .map(|(players, pairing)| PairingSummary {
                    players: players.map(|player| plan.engines[player].name.clone()),
                    tally: pairing.tally,
                    score_percent: pairing.tally.percent(),
                    pairs: pairing.pairs,
                    elo: pairing.pairs.elo(),
                    superiority: pairing.pairs.superiority(),
                })
                .collect(),
            sprt: plan.sprt.map(|test| TestSummary {
                test,
                log_likelihood_ratio: test.ratio(&standings.pairings[0].pairs),
                bounds: test.bounds(),
                decision: standings.decision,
            }),
            first_side: standings.first_side,
            reasons: standings.reasons.clone(),
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let state = match self.state {
            State::Finished => String::new(),
            State::Decided => ", ended by the test".to_string(),
            State::Interrupted => ", interrupted".to_string(),
        };
        let head =
            format!("{}, {}, {} of {} games{state}\n", self.game, self.control, self.games, self.planned);
        let mut parts = vec![head];
        match self.pairings.as_slice() {
            [pairing] => parts.push(self.duel(pairing)),
            pairings => {
                parts.push(self.ranking());
                parts.push(cross_table(&self.engines, pairings));
            }
        }
        parts.push(self.conduct());
        parts.push(self.endings());
        parts.join("\n")
    }

    fn duel(&self, pairing: &PairingSummary) -> String {
        let Tally { wins, draws, losses } = pairing.tally;
        let [a, b] = &pairing.players;
        let mut text =
            format!("{a} against {b}: +{wins} ={draws} -{losses}{}\n", percent(pairing.score_percent));
        text += &format!("pairs with 0, ½, 1, 1½, 2 points: {}\n", numbers(&pairing.pairs.0));
        if let Some(elo) = pairing.elo {
            text += &format!("Elo {elo} (95 %)");
        }
        if let Some(superiority) = pairing.superiority {
            text += &format!(", LOS {:.1} %", 100.0 * superiority);
        }
        if pairing.elo.is_some() {
            text.push('\n');
        }
        if let Some(test) = &self.sprt {
            let decision = match test.decision {
                None => "not decided".to_string(),
                Some(Decision::Elo0) => format!("elo0={} accepted", test.test.elo0),
                Some(Decision::Elo1) => format!("elo1={} accepted", test.test.elo1),
            };
            text += &format!(
                "SPRT {}: LLR {:.2} {}: {decision}\n",
                test.test,
                test.log_likelihood_ratio,
                bounds(test.bounds)
            );
        }
        text
    }

    /// The engines by their score.
    fn ranking(&self) -> String {
        let mut engines: Vec<&EngineSummary> = self.engines.iter().collect();
        let percent_of = |engine: &EngineSummary| engine.conduct.tally.percent().unwrap_or(0.0);
        engines.sort_by(|a, b| percent_of(b).total_cmp(&percent_of(a)));
        let mut table = table(&["", "engine", "games", "+", "=", "-", "score", "Elo (95 %)"], 2);
        for (rank, engine) in engines.iter().enumerate() {
            let Tally { wins, draws, losses } = engine.conduct.tally;
            table.add_row([
                (rank + 1).to_string(),
                engine.name.clone(),
                engine.conduct.tally.games().to_string(),
                wins.to_string(),
                draws.to_string(),
                losses.to_string(),
                engine.conduct.tally.percent().map_or("–".to_string(), |percent| format!("{percent:.1} %")),
                engine.elo.map_or("–".to_string(), |elo| elo.to_string()),
            ]);
        }
        format!("{table}\n")
    }

    /// How the engines spent their time, and what they did wrong.
    fn conduct(&self) -> String {
        let header = ["engine", "program", "moves", "ms/move", "depth", "knodes/s", "latest (ms)", "faults"];
        let mut table = table(&header, 2);
        for engine in &self.engines {
            let conduct = &engine.conduct;
            let per_move = |sum: f64| match conduct.moves {
                0 => "–".to_string(),
                moves => format!("{:.1}", sum / moves as f64),
            };
            let faults = fault_list(&conduct.faults);
            let faults: Vec<String> = faults.iter().map(|(name, count)| format!("{count} {name}")).collect();
            let speed = conduct.nodes as f64 / conduct.time;
            table.add_row([
                engine.name.clone(),
                engine.identity.clone(),
                conduct.moves.to_string(),
                per_move(conduct.time),
                per_move(conduct.depth as f64),
                if speed.is_finite() { format!("{speed:.0}") } else { "–".to_string() },
                conduct.latest.map_or("–".to_string(), |latest| format!("{latest:+.1}")),
                if faults.is_empty() { "none".to_string() } else { faults.join(", ") },
            ]);
        }
        format!("{table}\n")
    }

    fn endings(&self) -> String {
        let Tally { wins, draws, losses } = self.first_side;
        let mut reasons: Vec<(&String, &u64)> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let reasons: Vec<String> =
            reasons.iter().map(|(reason, count)| format!("{count} × {reason}")).collect();
        let first = format!(
            "side that moves first: +{wins} ={draws} -{losses}{}",
            percent(self.first_side.percent())
        );
        if reasons.is_empty() {
            format!("{first}\n")
        } else {
            format!("{first}\nends: {}\n", reasons.join(", "))
        }
    }
}

/// The points of each engine against each other.
fn cross_table(engines: &[EngineSummary], pairings: &[PairingSummary]) -> String {
    let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
    let mut table = table(&[&["points of"], names.as_slice()].concat(), 1);
    for row in &names {
        let cell = |column: &&str| {
            let meets = |p: &&PairingSummary, a: &str, b: &str| p.players[0] == a && p.players[1] == b;
            let (as_first, as_second) = (
                pairings.iter().find(|p| meets(p, row, column)),
                pairings.iter().find(|p| meets(p, column, row)),
            );
            let half_points = as_first
                .map(|p| p.tally.half_points())
                .or_else(|| as_second.map(|p| 2 * p.tally.games() - p.tally.half_points()));
            let games = as_first.or(as_second).map_or(0, |p| p.tally.games());
            half_points.map_or("·".to_string(), |half| format!("{}/{games}", half as f64 / 2.0))
        };
        table.add_row(std::iter::once(row.to_string()).chain(names.iter().map(cell)));
    }
    format!("{table}\n")
}

/// A table in Markdown; the columns from `numbers` on are aligned to the right.
fn table(header: &[&str], numbers: usize) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(header.iter().copied());
    for column in table.column_iter_mut().skip(numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn numbers(counts: &[u64]) -> String {
    counts.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

fn percent(percent: Option<f64>) -> String {
    percent.map_or(String::new(), |percent| format!(" ({percent:.1} %)"))
}

fn bounds((low, high): (f64, f64)) -> String {
    format!("({low:.2}, {high:.2})")
}

/// The score so far, in one line.
pub fn running_score(plan: &Plan, standings: &Standings) -> String {
    if let [Pairing { tally, pairs, .. }] = standings.pairings.as_slice() {
        let mut text = format!("{} +{} ={} -{}", plan.engines[0].name, tally.wins, tally.draws, tally.losses);
        if let Some(elo) = pairs.elo() {
            text += &format!(", Elo {elo}");
        }
        if let Some(sprt) = plan.sprt {
            text += &format!(", LLR {:.2} {}", sprt.ratio(pairs), bounds(sprt.bounds()));
        }
        return text;
    }
    let scores = plan.engines.iter().zip(&standings.engines).map(|(spec, conduct)| {
        format!("{} {}/{}", spec.name, conduct.tally.half_points() as f64 / 2.0, conduct.tally.games())
    });
    scores.collect::<Vec<_>>().join(", ")
}
