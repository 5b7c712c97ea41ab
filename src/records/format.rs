//! The formats of records.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::engine::GameInfo;
use crate::game::Notation;

use super::encoding::Land;
use super::{Line, Record, csa, dhtmlxq, gib, kif, lines, pgn, yonin};

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Shogi: Kifu for Windows and most Japanese programs.
    Kif,
    /// Shogi: for people to read, without times.
    Ki2,
    /// Shogi: CSA 2.2 and 3.0.
    Csa,
    /// Shogi: JSON Kifu Format.
    Jkf,
    /// Any game.
    Pgn,
    /// Xiangqi: dpxq.com and Chinese programs.
    DhtmlXq,
    /// Janggi: Korean programs.
    Gib,
    /// Any game: what follows `position` in USI and UCCI, a game a line, moves in the game's own notation.
    Usi,
    /// The same in the notation of Fairy-Stockfish's UCI.
    Uci,
    /// Four-player shogi: our own.
    Yonin,
}

impl Format {
    pub const ALL: [Format; 10] = [
        Format::Kif,
        Format::Ki2,
        Format::Csa,
        Format::Jkf,
        Format::Pgn,
        Format::DhtmlXq,
        Format::Gib,
        Format::Usi,
        Format::Uci,
        Format::Yonin,
    ];

    /// The name on the command line, and the end of a file's name without its dot.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Kif => "kif",
            Format::Ki2 => "ki2",
            Format::Csa => "csa",
            Format::Jkf => "jkf",
            Format::Pgn => "pgn",
            Format::DhtmlXq => "dhtmlxq",
            Format::Gib => "gib",
            Format::Usi => "usi",
            Format::Uci => "uci",
            Format::Yonin => "yonin",
        }
    }

    /// The format that the end of a file's name tells.
    pub fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "kifu" => Some(Format::Kif),
            "ki2u" => Some(Format::Ki2),
            "json" => Some(Format::Jkf),
            "pgns" => Some(Format::Pgn),
            "sfen" | "ucci" => Some(Format::Usi),
            "ubb" => Some(Format::DhtmlXq),
            other => other.parse().ok(),
        }
    }

    /// The format that a text looks like.
    pub fn of_text(text: &str) -> Option<Format> {
        let start = text.trim_start();
        if start.starts_with('{') {
            Some(Format::Jkf)
        } else if yonin::is_like(text) {
            Some(Format::Yonin)
        } else if dhtmlxq::is_like(text) {
            Some(Format::DhtmlXq)
        } else if gib::is_like(text) {
            Some(Format::Gib)
        } else if csa::is_like(text) {
            Some(Format::Csa)
        } else if kif::is_like(text) {
            Some(if kif::is_ki2(text) { Format::Ki2 } else { Format::Kif })
        } else if pgn::is_like(text) {
            Some(Format::Pgn)
        } else {
            lines::is_like(text).then_some(Format::Usi)
        }
    }

    /// Where files of the format come from.
    pub(super) const fn land(self) -> Option<Land> {
        match self {
            Format::Kif | Format::Ki2 | Format::Csa | Format::Jkf => Some(Land::Japan),
            Format::DhtmlXq => Some(Land::China),
            Format::Gib => Some(Land::Korea),
            Format::Pgn | Format::Usi | Format::Uci | Format::Yonin => None,
        }
    }

    /// The game, where only one has the format.
    pub fn game(self) -> Option<&'static GameInfo> {
        GameInfo::named(match (self, self.land()) {
            (Format::Yonin, _) => "yonin",
            (_, land) => match land? {
                Land::Japan => "shogi",
                Land::China => "xiangqi",
                Land::Korea => "janggi",
            },
        })
    }

    /// The notation of moves that are written as coordinates.
    pub const fn notation(self) -> Notation {
        match self {
            Format::Uci => Notation::Fairy,
            _ => Notation::Native,
        }
    }

    /// What this program writes its games as.
    pub fn usual(game: &GameInfo) -> Format {
        match game.name {
            "shogi" => Format::Csa,
            "yonin" => Format::Yonin,
            _ => Format::Pgn,
        }
    }

    /// Whether games of this kind can be written in the format.
    pub fn is_for(self, game: &GameInfo) -> bool {
        match self.game() {
            Some(own) => own.name == game.name,
            // Of the formats for all games only bare lines know of four sides.
            None => game.players == 2 || self == Format::Usi,
        }
    }

    /// Whether a file may hold several games.
    pub const fn holds_many(self) -> bool {
        !matches!(self, Format::Kif | Format::Ki2 | Format::Jkf)
    }

    /// Whether moves may be written in any style of the game.
    pub const fn has_styles(self) -> bool {
        matches!(self, Format::Pgn | Format::Gib)
    }

    /// What a record has that the format has no place for, in words.
    pub fn loses(self, record: &Record) -> Vec<&'static str> {
        let has = Contents::of(record);
        let moves_only = matches!(self, Format::Usi | Format::Uci);
        let no_times = moves_only || matches!(self, Format::Ki2 | Format::DhtmlXq | Format::Gib);
        let no_scores = moves_only || matches!(self, Format::DhtmlXq | Format::Gib | Format::Yonin);
        let no_lines = no_scores || self == Format::Pgn;
        let losses = [
            (has.variations && (moves_only || matches!(self, Format::Csa | Format::Gib)), "variations"),
            (has.comments && moves_only, "comments"),
            (has.times && no_times, "times"),
            (has.fractions && self == Format::Kif, "fractions of seconds"),
            (has.scores && no_scores, "scores"),
            (has.expected && no_lines, "expected lines"),
            (has.headers && moves_only, "headers"),
            (record.line.end.is_some() && moves_only, "how it ended"),
            (has.branch_ends && matches!(self, Format::Pgn | Format::DhtmlXq), "how variations ended"),
        ];
        losses.into_iter().filter(|(lost, _)| *lost).map(|(_, what)| what).collect()
    }
}

/// What there is in a record.
#[derive(Default)]
struct Contents {
    variations: bool,
    comments: bool,
    times: bool,
    fractions: bool,
    scores: bool,
    expected: bool,
    headers: bool,
    branch_ends: bool,
}

impl Contents {
    fn of(record: &Record) -> Contents {
        let mut has = Contents {
            comments: !record.comments.is_empty(),
            headers: !record.headers.is_empty(),
            ..Contents::default()
        };
        has.look_at(&record.line, true);
        has
    }

    fn look_at(&mut self, line: &Line, is_main: bool) {
        for node in &line.nodes {
            self.comments |= !node.comments.is_empty();
            self.times |= node.time.is_some();
            self.fractions |= node.time.is_some_and(|time| time.subsec_nanos() > 0);
            self.scores |= node.score.is_some();
            self.expected |= !node.pv.is_empty();
            self.look_into(&node.variations);
        }
        if let Some(end) = &line.end {
            self.comments |= !end.comments.is_empty();
            self.branch_ends |= !is_main;
            self.look_into(&end.variations);
        }
    }

    fn look_into(&mut self, variations: &[Line]) {
        self.variations |= !variations.is_empty();
        variations.iter().for_each(|line| self.look_at(line, false));
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let known = |format: &&Format| format.name().eq_ignore_ascii_case(text);
        Format::ALL.iter().find(known).copied().ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            format!("'{}' is no known format: {names}", crate::game::excerpt(text))
        })
    }
}
