//! The one table of options: what each is called in each protocol, what it may be, and what it sets.
//!
//! Names are matched without regard to case, spaces, dashes and underscores, and in every protocol by all
//! the names of the table: GUIs send options from stored settings and under each other's names.

use thiserror::Error;

use crate::book::{self, Taste};
use crate::core::Score;
use crate::core::score::WIN_BOUND;
use crate::engine::{GameInfo, all_games};
use crate::game::{RuleKind, excerpt};
use crate::search::Settings;
use crate::search::limits::Skill;

use super::dialect::Protocol;

/// The most searching threads.
pub const MAX_THREADS: i64 = 256;
/// The largest hash table, in megabytes.
pub const MAX_HASH_MB: i64 = 131_072;
/// Megabytes of hash table if the user does not say.
pub const DEFAULT_HASH_MB: usize = 64;

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Check { default: bool },
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: String, values: Vec<String> },
    Button,
    Text,
}

/// A value that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Flag(bool),
    Number(i64),
    /// One of the values of a combo, in the table's spelling.
    Choice(String),
    Text(String),
    Press,
}

/// What an option sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Threads,
    Hash,
    ClearHash,
    NewGame,
    Variant,
    Coordinates,
    Notation,
    Rule(&'static str),
    MultiPv,
    Ponder,
    SkillName,
    SkillLevel,
    SkillSeed,
    LimitStrength,
    Elo,
    MoveOverhead,
    MinimumThinkingTime,
    SlowMover,
    Contempt,
    ResignValue,
    Network,
    RoundUp,
    AnalyseMode,
    ShowWdl,
    Milliseconds,
    Batch,
    Debug,
    Resign,
    OwnBook,
    BookFolder,
    BookFiles,
    BookMoves,
    BookMargin,
    BookVariety,
    /// Taken from GUIs that always send it; nothing depends on it yet.
    Unused,
}

/// An option.
#[derive(Clone, Debug)]
pub struct Row {
    /// The names in USI, UCCI and UCI; an empty one is not declared there, but known.
    pub names: [String; 3],
    pub kind: Kind,
    pub set: Setting,
    /// One line for people.
    pub help: &'static str,
}

/// Why an option was not set. Every message names it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    #[error("setoption: expected the name of an option after it")]
    NoName,
    #[error("unknown option '{0}'; left out")]
    Unknown(String),
    #[error("option '{name}' needs a value: {expected}")]
    NoValue { name: String, expected: String },
    #[error("bad value '{value}' for option '{name}': expected {expected}")]
    BadValue { name: String, value: String, expected: String },
}

/// The table as this protocol sees it: order and names are the same, some values are not.
#[rustfmt::skip]
pub fn table(protocol: Protocol) -> Vec<Row> {
    use Setting::*;
    // UCCI has a number that leaves the choice to the engine.
    let automatic = protocol == Protocol::Ucci;
    let least = i64::from(!automatic);
    let defaults = Settings::default();
    let taste = Taste::default();
    let overhead = i64::try_from(defaults.move_overhead).unwrap_or(0);
    let variants = all_games().filter(|game| game.is_offered_by(protocol.word()));
    let variants = variants.flat_map(|game| game.variants).map(|v| v.name.to_string());
    let first_variant = protocol.first_game().variants.first().map_or("", |variant| variant.name);
    let variant = Kind::Combo { default: first_variant.to_string(), values: variants.collect() };

    let offered = all_games().filter(|game| game.is_offered_by(protocol.word()));
    let styles: Vec<&str> = offered.flat_map(|game| (game.styles)()).map(|style| style.name).collect();
    let styles = combo(NO_STYLE, &[&[NO_STYLE], styles.as_slice()].concat());

    let mut rows = vec![
        row(["Threads", "threads", "Threads"], spin(1, least, MAX_THREADS), Threads,
            "Searching threads; in UCCI 0 takes one for each core"),
        row(["USI_Hash", "hashsize", "Hash"], spin(DEFAULT_HASH_MB as i64, least, MAX_HASH_MB), Hash,
            "Megabytes of hash table; in UCCI 0 leaves the size to the engine"),
        row(["ClearHash", "clearhash", "Clear Hash"], Kind::Button, ClearHash,
            "Empties the hash table"),
        row(["", "newgame", ""], Kind::Button, NewGame, "A new game begins: forgets the one before"),
        row(["USI_Variant", "UCI_Variant", "UCI_Variant"], variant, Variant,
            "The game, and the rules that go with its name"),
        row(["", "", "Coordinates"], combo("Auto", &["Auto", "ICCS", "Fairy"]), Coordinates,
            "Ranks of moves: ICCS 0-9, Fairy 1-10, Auto: Fairy once UCI_Variant was set"),
        row(["Notation", "notation", "Notation"], styles, Notation,
            "Also tells each line of the search in this notation, for people, in UTF-8"),
        row(["USI_Ponder", "ponder", "Ponder"], Kind::Check { default: false }, Ponder,
            "The GUI lets the engine think on the opponent's time"),
        row(["MultiPV", "multipv", "MultiPV"], spin(1, 1, 500), MultiPv, "Lines to report"),
        row(["Skill", "skill", "Skill"], combo("Hard", &SKILLS.map(|(name, _)| name)), SkillName,
            "How strong to play; Hard is full strength"),
        row(["SkillLevel", "skilllevel", "Skill Level"], spin(20, 0, 20), SkillLevel,
            "How strong to play, finer; the weaker of this and Skill counts"),
        row(["SkillSeed", "skillseed", "SkillSeed"], spin(0, 0, i64::from(u32::MAX)), SkillSeed,
            "Varies the games of weaker play; the same seed plays the same"),
        row(["", "", "UCI_LimitStrength"], Kind::Check { default: false }, LimitStrength,
            "Play as weakly as UCI_Elo says"),
        row(["", "", "UCI_Elo"], spin(MAX_ELO, MIN_ELO, MAX_ELO), Elo,
            "Strength under UCI_LimitStrength: 100 a skill level, not yet measured against rated players"),
        row(["NetworkDelay", "moveoverhead", "Move Overhead"], spin(overhead, 0, 10_000), MoveOverhead,
            "Milliseconds kept back from every move for the way to the GUI"),
        row(["MinimumThinkingTime", "minimumthinkingtime", "Minimum Thinking Time"], spin(0, 0, 10_000),
            MinimumThinkingTime, "Milliseconds that a move takes at least, where the clock allows it"),
        row(["ResignValue", "", ""], spin(NEVER_RESIGN.into(), 100, NEVER_RESIGN.into()), ResignValue,
            "Centipawns behind at which to resign; as it is, never before the end"),
        row(["Contempt", "contempt", "Contempt"], spin(0, -1000, 1000), Contempt,
            "Centipawns that a draw is worth less than an even game to the engine"),
        row(["SlowMover", "slowmover", "Slow Mover"], spin(100, 10, 1000), SlowMover,
            "Percent of the planned time that is used"),
        row(["RoundUpToFullSecond", "roundup", "Round Up To Full Second"],
            Kind::Check { default: defaults.round_up_to_full_second }, RoundUp,
            "The GUI charges full seconds: use them to the end"),
        row(["EvalFile", "evalfile", "EvalFile"], Kind::Text, Network,
            "A network file to evaluate by; empty for the network inside, none for the hand-made evaluation"),
        row(["", "", "UCI_AnalyseMode"], Kind::Check { default: false }, AnalyseMode,
            "Analyses, so plays at full strength"),
        row(["", "", "UCI_ShowWDL"], Kind::Check { default: false }, ShowWdl,
            "Adds chances of winning, drawing and losing, in thousandths, to scores"),
        row(["", "usemillisec", ""], Kind::Check { default: true }, Milliseconds,
            "The clocks of go are in milliseconds; until the GUI says so they are in seconds, below 10000"),
        row(["", "batch", ""], Kind::Check { default: false }, Batch,
            "No input is read while thinking, so that a file of commands can be piped in"),
        row(["", "debug", ""], Kind::Check { default: false }, Debug, "More messages"),
        row(["", "resign", ""], Kind::Check { default: false }, Resign,
            "Resigns when a forced loss is seen"),
        row(["USI_OwnBook", "usebook", "OwnBook"], Kind::Check { default: false }, OwnBook,
            "Plays from the opening book where it can"),
        row(["BookDir", "bookdir", "BookDir"], Kind::Text, BookFolder,
            "The folder of book files; empty for 'book'"),
        row(["BookFile", "bookfiles", "BookFile"], Kind::Text, BookFiles,
            "Book files, separated by ';'; empty for the book inside"),
        row(["BookMoves", "bookmoves", "BookMoves"], spin(taste.plies as i64, 0, 10_000), BookMoves,
            "Plies from the start of the game in which the book is asked"),
        row(["BookEvalDiff", "bookevaldiff", "BookEvalDiff"], spin(taste.margin.into(), 0, 99_999), BookMargin,
            "Centipawns by which a book move may be worse than the best one"),
        row(["BookVariety", "bookvariety", "BookVariety"], spin(taste.variety.into(), 0, 100), BookVariety,
            "0: always the main move of the book; 100: each as often as the book says"),
        row(["", "randomness", ""],
            combo("none", &["none", "tiny", "small", "medium", "large", "huge"]), Unused,
            "Accepted, not used yet: skill varies the play"),
        row(["", "style", ""], combo("normal", &["solid", "normal", "risky"]), Unused,
            "Accepted, not used yet"),
    ];
    for row in all_games().flat_map(rule_rows) {
        // A rule that several games have is declared once, as the first has it.
        if !rows.iter().any(|other| other.set == row.set) {
            rows.push(row);
        }
    }
    rows
}

/// The rule options of a game, declared in the protocols that offer it.
fn rule_rows(game: &'static GameInfo) -> impl Iterator<Item = Row> {
    (game.rule_options)().iter().map(move |rule| {
        let kind = match rule.kind {
            RuleKind::Combo { default, values } => combo(default, values),
            RuleKind::Spin { default, min, max } => spin(default, min, max),
        };
        let names = Protocol::ALL.map(|protocol| match protocol {
            _ if !game.is_offered_by(protocol.word()) => String::new(),
            Protocol::Ucci => rule.name.to_ascii_lowercase(),
            _ => rule.name.to_string(),
        });
        Row { names, kind, set: Setting::Rule(rule.name), help: rule.help }
    })
}

fn row(names: [&str; 3], kind: Kind, set: Setting, help: &'static str) -> Row {
    Row { names: names.map(str::to_string), kind, set, help }
}

fn spin(default: i64, min: i64, max: i64) -> Kind {
    Kind::Spin { default, min, max }
}

fn combo(default: &str, values: &[&str]) -> Kind {
    Kind::Combo { default: default.to_string(), values: values.iter().map(|v| v.to_string()).collect() }
}

/// A name or value without what GUIs write in different ways.
pub fn plain(name: &str) -> String {
    let kept = name.chars().filter(|c| !matches!(c, ' ' | '\t' | '_' | '-'));
    kept.flat_map(char::to_lowercase).collect()
}

impl Row {
    /// The name under which this protocol declares the option; `None` if it does not.
    pub fn name(&self, protocol: Protocol) -> Option<&str> {
        Some(self.names[protocol as usize].as_str()).filter(|name| !name.is_empty())
    }

    /// Whether a [`plain`] name is one of this option's, in any protocol.
    pub fn is_called(&self, name: &str) -> bool {
        self.names.iter().any(|own| !own.is_empty() && plain(own) == name)
            || matches!(self.set, Setting::Rule(rule) if plain(rule) == name)
    }

    /// Reads a value for the option, which the user called `name`.
    ///
    /// # Errors
    /// [`OptionError::NoValue`] or [`OptionError::BadValue`].
    pub fn read(&self, name: &str, text: &str) -> Result<Value, OptionError> {
        let value = match &self.kind {
            Kind::Button => Some(Value::Press),
            Kind::Text => Some(Value::Text(if text == "<empty>" { String::new() } else { text.to_string() })),
            Kind::Check { .. } => match plain(text).as_str() {
                "true" | "on" | "1" => Some(Value::Flag(true)),
                "false" | "off" | "0" => Some(Value::Flag(false)),
                _ => None,
            },
            Kind::Spin { min, max, .. } => {
                text.parse().ok().filter(|number| (*min..=*max).contains(number)).map(Value::Number)
            }
            Kind::Combo { values, .. } => {
                let found = values.iter().find(|value| plain(value) == plain(text));
                found.cloned().map(Value::Choice)
            }
        };
        let name = excerpt(name);
        value.ok_or_else(|| match text {
            "" => OptionError::NoValue { name, expected: self.expected() },
            _ => OptionError::BadValue { name, value: excerpt(text), expected: self.expected() },
        })
    }

    fn expected(&self) -> String {
        match &self.kind {
            Kind::Check { .. } => "true or false".to_string(),
            Kind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            Kind::Combo { values, .. } => format!("one of {}", values.join(", ")),
            Kind::Button | Kind::Text => "any text".to_string(),
        }
    }
}

/// How ranks are written under UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// From 1 once the GUI has chosen a variant, else from 0.
    Auto,
    /// From 0.
    Iccs,
    /// From 1.
    Fairy,
}

/// The value of `Notation` that stands for none.
const NO_STYLE: &str = "Off";

/// The names of skill and the levels behind them.
const SKILLS: [(&str, u8); 3] = [("Easy", 3), ("Normal", 10), ("Hard", Skill::FULL)];

/// The skill level, 0–20, behind a name of the `Skill` option.
pub fn skill_level(name: &str) -> Option<u8> {
    SKILLS.iter().find(|(skill, _)| skill.eq_ignore_ascii_case(name)).map(|&(_, level)| level)
}

/// Elo of skill level 0 and of full strength: a straight line until it is measured.
const MIN_ELO: i64 = 600;
const MAX_ELO: i64 = MIN_ELO + 100 * Skill::FULL as i64;

/// More centipawns than any score.
pub const NEVER_RESIGN: u32 = 99_999;

/// What is set of opening books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookOptions {
    /// Books are played from. Off until the GUI says so: who measures an engine, or asks it about a position, wants
    /// its search, and both are done with the options as they are.
    pub is_on: bool,
    pub folder: String,
    /// Names separated by `;`; empty for the own book.
    pub files: String,
    pub taste: Taste,
}

/// The options as set, apart from those that a game keeps itself.
#[derive(Clone, Debug)]
pub struct Config {
    pub threads: usize,
    pub hash_mb: usize,
    pub coordinates: Coordinates,
    /// The style in which lines are told to people too.
    pub style: Option<String>,
    /// The GUI has set a variant.
    pub variant_chosen: bool,
    /// The GUI has sent its last position without the word `position`.
    pub is_cyclone: bool,
    /// UCCI clocks are in milliseconds; `None`: the GUI has not said.
    pub milliseconds: Option<bool>,
    /// UCCI: no input while thinking.
    pub batch: bool,
    pub debug: bool,
    pub resign: bool,
    /// Centipawns behind at which USI play resigns; [`NEVER_RESIGN`]: it plays on.
    pub resign_value: u32,
    pub show_wdl: bool,
    pub book: BookOptions,
    /// As the options say; the skill level is worked out in [`Config::search`].
    settings: Settings,
    skill_named: u8,
    skill_level: u8,
    skill_seed: u64,
    elo_level: u8,
    limit_strength: bool,
    analyse: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            threads: 1,
            hash_mb: DEFAULT_HASH_MB,
            coordinates: Coordinates::Auto,
            style: None,
            variant_chosen: false,
            is_cyclone: false,
            milliseconds: None,
            batch: false,
            debug: false,
            resign: false,
            resign_value: NEVER_RESIGN,
            show_wdl: false,
            book: BookOptions {
                is_on: false,
                folder: book::FOLDER.to_string(),
                files: String::new(),
                taste: Taste::default(),
            },
            settings: Settings::default(),
            skill_named: Skill::FULL,
            skill_level: Skill::FULL,
            skill_seed: 0,
            elo_level: Skill::FULL,
            limit_strength: false,
            analyse: false,
        }
    }
}

/// What is left to do after an option was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    Nothing,
    /// Threads or hash size have changed.
    Resources,
    ClearHash,
    NewGame,
    /// Another network file; empty: the evaluation inside.
    Network(String),
    /// Other books, or none.
    Books,
    Variant(String),
    Rule {
        name: &'static str,
        value: String,
    },
}

impl Config {
    /// Whether moves may come from a book.
    pub fn plays_from_book(&self) -> bool {
        self.book.is_on && !self.analyse
    }

    /// How far behind (centipawns as they are shown) play under this protocol resigns, if it does.
    pub fn resign_at(&self, protocol: Protocol) -> Option<Score> {
        match protocol {
            Protocol::Ucci => self.resign.then_some(WIN_BOUND),
            Protocol::Usi => {
                let value = Some(self.resign_value).filter(|&value| value != NEVER_RESIGN);
                value.and_then(|value| Score::try_from(value).ok())
            }
            Protocol::Uci => None,
        }
    }

    /// The settings of a search.
    ///
    /// The weakest of the skill options counts: GUIs send all of them at every start, so that the last one
    /// sent says nothing about what the user chose.
    pub fn search(&self) -> Settings {
        let elo_level = if self.limit_strength { self.elo_level } else { Skill::FULL };
        let level = self.skill_named.min(self.skill_level).min(elo_level);
        let level = if self.analyse { Skill::FULL } else { level };
        // Who analyses wants to know what a draw is worth to neither side.
        let contempt = if self.analyse { 0 } else { self.settings.contempt };
        Settings { skill: Skill { level, seed: self.skill_seed }, contempt, ..self.settings.clone() }
    }

    /// Looks at a UCCI clock whose unit the GUI has not told. By the book it is in seconds, but some GUIs see
    /// the option `usemillisec` announced and send milliseconds without a word. Their clocks start with
    /// numbers that would be hours; and reading seconds as milliseconds loses no game on time.
    pub fn look_at_clock(&mut self, time: u64) {
        const HOURS: u64 = 10_000;
        if self.milliseconds.is_none() && time >= HOURS {
            self.milliseconds = Some(true);
        }
    }

    /// Takes over a value that [`Row::read`] has read for this setting.
    pub fn set(&mut self, setting: Setting, value: Value) -> Effect {
        let flag = value == Value::Flag(true);
        let number = if let Value::Number(number) = value { number.unsigned_abs() } else { 0 };
        // All ranges of the table fit.
        let small = usize::try_from(number).unwrap_or(usize::MAX);
        let level = number.min(u64::from(Skill::FULL)) as u8;
        let text = match value {
            Value::Choice(text) | Value::Text(text) => text,
            Value::Number(number) => number.to_string(),
            Value::Flag(_) | Value::Press => String::new(),
        };
        match setting {
            Setting::Threads => {
                self.threads = if small == 0 { cores().min(MAX_THREADS as usize) } else { small };
                return Effect::Resources;
            }
            Setting::Hash => {
                self.hash_mb = if small == 0 { DEFAULT_HASH_MB } else { small };
                return Effect::Resources;
            }
            Setting::ClearHash => return Effect::ClearHash,
            Setting::NewGame => return Effect::NewGame,
            Setting::Network => return Effect::Network(text),
            Setting::Variant => return Effect::Variant(text),
            Setting::Rule(name) => return Effect::Rule { name, value: text },
            Setting::Coordinates => {
                self.coordinates = match text.as_str() {
                    "ICCS" => Coordinates::Iccs,
                    "Fairy" => Coordinates::Fairy,
                    _ => Coordinates::Auto,
                }
            }
            Setting::Notation => self.style = Some(text).filter(|style| style != NO_STYLE),
            Setting::MultiPv => self.settings.multi_pv = small,
            Setting::Ponder => self.settings.ponder = flag,
            Setting::SkillName => self.skill_named = skill_level(&text).unwrap_or(Skill::FULL),
            Setting::SkillLevel => self.skill_level = level,
            Setting::SkillSeed => self.skill_seed = number,
            Setting::LimitStrength => self.limit_strength = flag,
            Setting::Elo => {
                let above = number.saturating_sub(MIN_ELO as u64) / 100;
                self.elo_level = above.min(u64::from(Skill::FULL)) as u8;
            }
            Setting::MoveOverhead => self.settings.move_overhead = number,
            Setting::MinimumThinkingTime => self.settings.minimum_thinking_time = number,
            // All values of the table's range are numbers.
            Setting::Contempt => self.settings.contempt = text.parse().unwrap_or(0),
            Setting::ResignValue => self.resign_value = number.min(u64::from(NEVER_RESIGN)) as u32,
            Setting::SlowMover => self.settings.slow_mover = number as u32,
            Setting::RoundUp => self.settings.round_up_to_full_second = flag,
            Setting::AnalyseMode => self.analyse = flag,
            Setting::ShowWdl => self.show_wdl = flag,
            Setting::Milliseconds => self.milliseconds = Some(flag),
            Setting::Batch => self.batch = flag,
            Setting::Debug => self.debug = flag,
            Setting::Resign => self.resign = flag,
            Setting::OwnBook => {
                self.book.is_on = flag;
                return Effect::Books;
            }
            Setting::BookFolder => {
                self.book.folder = if text.is_empty() { book::FOLDER.to_string() } else { text };
                return Effect::Books;
            }
            Setting::BookFiles => {
                self.book.files = text;
                return Effect::Books;
            }
            Setting::BookMoves => self.book.taste.plies = small,
            Setting::BookMargin => self.book.taste.margin = number as Score,
            Setting::BookVariety => self.book.taste.variety = number as u32,
            Setting::Unused => {}
        }
        Effect::Nothing
    }
}

/// The threads that the machine runs at the same time; 1 if it does not tell.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
