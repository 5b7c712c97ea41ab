//! The [`Engine`] of the game for four.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::core::{Move, Player, Score, Side};
use crate::game::multiplayer::Multiplayer;
use crate::game::{Notation, Outcome, RuleKind, RuleOption, TextError, Variant, Verdict, WinModel, excerpt};
use crate::games::yonin::{LOOK, Rules, Yonin};
use crate::nnue::{Choice, NetworkError};
use crate::search::mate::{Answer, Progress, Report};
use crate::search::multiplayer::{Method, Round, checks, told_score};
use crate::search::pool::Probe;
use crate::search::{Listener, Params, Request};

use super::desk::{Desk, Resources};
use super::{Engine, GameInfo, MateJob, PerftJob, PositionError, Scribe, Setup, any_move, perft_job};

/// The option that chooses the search. It stands with the rules, which belong to this game alone too.
const SEARCH: RuleOption = RuleOption {
    name: "YoninSearch",
    kind: RuleKind::Combo {
        default: "auto",
        values: &["auto", "maxn", "paranoid", "brs", "random", "greedy"],
    },
    help: "how the others are thought to play; random and greedy do not think at all",
};

static OPTIONS: [RuleOption; 5] = {
    let [format, end, pieces, limit] = Yonin::OPTIONS;
    [format, end, pieces, limit, SEARCH]
};

/// The game's line in the list.
pub(super) const INFO: GameInfo = GameInfo {
    name: "yonin",
    players: 4,
    rows: 9,
    hand_kinds: 4,
    look: LOOK,
    variants: &[Variant { name: "yonin", rules: &[] }],
    peer_variant: "yonin",
    protocols: &["usi"],
    win_model: WinModel::PLAIN,
    rule_options: || &OPTIONS,
    setup_rules: &[],
    book: None,
    starts: || vec![Yonin::start(&Rules::default()).text()],
    params: Params::default,
    generate: None,
    inspect: None,
    train: None,
    move_text: |m, _| Yonin::move_text(m),
    styles: Vec::new,
    sit_down: || Box::new(FourSeats::new()),
};

fn no_style(style: &str) -> TextError {
    TextError::Style { text: excerpt(style), known: format!("none for {}", INFO.name) }
}

/// One player's seat, or all four of them: a game is the same from each.
struct FourSeats {
    rules: Rules,
    method: Method,
    position: Yonin,
    /// The position is the start position, so that it changes with the rules.
    at_start: bool,
    desk: Desk<Round<Yonin>>,
}

impl FourSeats {
    fn new() -> FourSeats {
        let rules = Rules::default();
        let position = Yonin::start(&rules);
        let method = Method::Auto;
        FourSeats { rules, method, position, at_start: true, desk: Desk::new(None) }
    }

    fn set_up(&self, setup: &Setup) -> Result<Yonin, PositionError> {
        match setup {
            Setup::Start => Ok(Yonin::start(&self.rules)),
            Setup::Text(text) => Yonin::parse(text, &self.rules).map_err(PositionError::Setup),
        }
    }
}

/// Plays the moves one by one, up to the first bad one.
fn play(position: &mut Yonin, moves: &[String]) -> Result<(), PositionError> {
    for (played, text) in moves.iter().enumerate() {
        let m = position.parse_move(text).map_err(|error| PositionError::Move {
            number: played + 1,
            count: moves.len(),
            error,
        })?;
        position.play(m);
    }
    Ok(())
}

impl Engine for FourSeats {
    fn game(&self) -> &'static GameInfo {
        &super::FOUR
    }

    fn set_rule(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        if name.eq_ignore_ascii_case(SEARCH.name) {
            self.method = Method::named(value).ok_or_else(|| TextError::Rule {
                name: excerpt(name),
                value: excerpt(value),
                reason: format!("it is one of {}", Method::ALL.map(|(name, _)| name).join(", ")),
            })?;
            return Ok(());
        }
        Yonin::set_rule(&mut self.rules, name, value)?;
        if self.at_start {
            self.position = Yonin::start(&self.rules);
        } else {
            self.position.use_rules(&self.rules);
        }
        Ok(())
    }

    fn set_position(&mut self, setup: &Setup, moves: &[String], _: Notation) -> Result<(), PositionError> {
        self.position = self.set_up(setup)?;
        let played = play(&mut self.position, moves);
        let none = moves.is_empty() || matches!(played, Err(PositionError::Move { number: 1, .. }));
        self.at_start = *setup == Setup::Start && none;
        played
    }

    fn play(&mut self, m: Move) {
        self.position.play(m);
        self.at_start = false;
    }

    fn take_back(&mut self) {
        self.position.take_back();
    }

    fn resources(&self) -> &dyn Resources {
        &self.desk
    }

    fn resources_mut(&mut self) -> &mut dyn Resources {
        &mut self.desk
    }

    fn set_network(&mut self, choice: &Choice) -> Result<(), NetworkError> {
        match choice {
            Choice::Embedded | Choice::HandMade => Ok(()),
            Choice::File(_) => Err(NetworkError::NoneFor(INFO.name)),
        }
    }

    fn start(&mut self, request: Request, listener: Listener) {
        let round = Round { position: self.position.clone(), method: self.method };
        if !self.desk.start(&round, request, listener.clone()) {
            listener(any_move(self.position.legal_moves().first().copied()));
        }
    }

    fn side_to_move(&self) -> Side {
        self.position.turn().pair()
    }

    fn player_to_move(&self) -> Option<Player> {
        Some(self.position.turn())
    }

    fn in_check(&self) -> bool {
        Multiplayer::in_check(&self.position, self.position.turn())
    }

    fn game_ply(&self) -> usize {
        self.position.game_ply()
    }

    fn evaluate(&self) -> Score {
        told_score(self.position.evaluate()[self.position.turn().index()])
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.position.legal_moves().to_vec()
    }

    fn parse_move(&self, text: &str, _: Notation) -> Result<Move, TextError> {
        self.position.parse_move(text)
    }

    fn parse_answer(&self, m: Move, text: &str, _: Notation) -> Result<Move, TextError> {
        let mut after = self.position.clone();
        after.play(m);
        after.parse_move(text)
    }

    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        self.position.parse_move(text.trim())
    }

    /// There are no styles yet.
    fn write_move(&self, _: Move, style: &str) -> Result<String, TextError> {
        Err(no_style(style))
    }

    fn scribe(&self, style: &str) -> Result<Scribe, TextError> {
        Err(no_style(style))
    }

    fn text(&self, _: Notation) -> String {
        self.position.text()
    }

    fn start_text(&self, _: Notation) -> String {
        Yonin::start(&self.rules).text()
    }

    fn diagram(&self, _: Notation) -> String {
        self.position.to_string()
    }

    fn verdict(&self) -> Option<Verdict> {
        let ranks = self.position.ranking()?;
        let own = ranks[self.position.turn().index()];
        let outcome = match own {
            1 if ranks == [1; 4] => Outcome::Draw,
            1 => Outcome::Win,
            _ => Outcome::Loss,
        };
        let reason = self.position.ending().map_or("", |ending| ending.text());
        Some(Verdict { outcome, reason })
    }

    fn ranks(&self) -> Option<[u8; 4]> {
        self.position.ranking()
    }

    fn standings(&self) -> Option<[u8; 4]> {
        Some(self.position.standings())
    }

    fn state(&self) -> Option<String> {
        let position = &self.position;
        let ranks = position.ranking().map(|ranks| ranks.map(|rank| rank.to_string()).join("/"));
        Some(format!(
            "state turn {} over {} checks {} status {} legal {} rank {} ysfen {}",
            position.turn(),
            u8::from(ranks.is_some()),
            position.checks_text(),
            position.status_text(),
            position.legal_moves().len(),
            ranks.as_deref().unwrap_or("-"),
            position.text()
        ))
    }

    fn counts(&self) -> Option<String> {
        self.position.counts()
    }

    fn claim(&self) -> Outcome {
        Outcome::Ongoing
    }

    fn upholds_win_claim(&self) -> bool {
        false
    }

    fn binary_book_key(&self) -> Option<u64> {
        None
    }

    fn binary_book_move(&self, _: u16) -> Option<Move> {
        None
    }

    /// Looks for mates of more and more plies, so that the first is a shortest one.
    fn mate(&self, request: Request, _: bool) -> MateJob {
        let mut position = self.position.clone();
        Box::new(move |stop: &AtomicBool, _: &mut dyn FnMut(&Progress)| {
            const STEP: u64 = 2_000;
            let started = Instant::now();
            let limits = &request.limits;
            let most_nodes = limits.nodes.unwrap_or(u64::MAX);
            let clock = limits.clock.map(|clock| clock.time + clock.byoyomi);
            let most_time = [limits.move_time, clock].into_iter().flatten().min();
            let most_plies = limits.depth.map_or(usize::MAX, |depth| depth as usize).min(99);
            let mut nodes = 0;
            let mut answer = Answer::OutOfBudget;
            // The budget is handed out in growing pieces, between which clock and flag are looked at.
            let (mut plies, mut piece) = (1, STEP);
            while plies <= most_plies && !position.legal_moves().is_empty() {
                let mut left = piece.min(most_nodes - nodes);
                let given = left;
                let line = checks::mate_within(&mut position, plies, &mut left);
                nodes += given - left;
                let time_is_up = most_time.is_some_and(|most| started.elapsed().as_millis() as u64 >= most);
                if let Some(line) = line {
                    answer = Answer::Mate(line);
                    break;
                }
                if stop.load(Ordering::Relaxed) || time_is_up || nodes >= most_nodes {
                    break;
                }
                if left > 0 {
                    plies += 2;
                } else {
                    piece *= 2;
                }
            }
            let progress = Progress { nodes, time: started.elapsed(), hash_full: 0 };
            Report { is_shortest: matches!(answer, Answer::Mate(_)), answer, progress }
        })
    }

    fn probe(&self, setup: &Setup, moves: &[String], _: Notation) -> Result<Option<Probe>, PositionError> {
        let mut position = self.set_up(setup)?;
        play(&mut position, moves)?;
        let round = Round { position, method: self.method };
        Ok(self.desk.pool().and_then(|pool| pool.probe(&round)))
    }

    fn perft(&self, depth: u32, threads: usize) -> PerftJob {
        perft_job(self.position.clone(), depth, threads)
    }
}
