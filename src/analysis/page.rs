//! An analysis as one HTML page that needs nothing else: no network, no other file.
//!
//! The page knows no rules. Its data holds the text of every position that it can show, those of the engine's lines
//! included, and [`Look`] tells it how to draw them.

use serde::Serialize;

use crate::core::Move;
use crate::engine::PositionError;
use crate::game::{Look, Notation};
use crate::records::Replay;

use super::judge::Mark;
use super::plot::{escape, first_sides_chances};
use super::report::{Analysis, Line, PositionReport, SideReport};

const SHELL: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPTS: [&str; 4] = [
    include_str!("page/figures.js"),
    include_str!("page/board.js"),
    include_str!("page/graph.js"),
    include_str!("page/page.js"),
];

/// Moves of a line that can be stepped through.
const LINE_MOVES: usize = 12;

/// What the scripts read.
#[derive(Serialize)]
struct Data<'a> {
    title: String,
    look: &'a Look,
    players: [Option<&'a str>; 2],
    headers: &'a [(String, String)],
    sides: &'a [SideReport; 2],
    /// The start, and the position after each move.
    plies: Vec<Ply<'a>>,
}

#[derive(Serialize)]
struct Ply<'a> {
    /// The move that led here; none did to the start.
    #[serde(flatten)]
    played: Option<Played<'a>>,
    position: &'a str,
    /// 0 or 1.
    to_move: usize,
    /// For the side that moves first: in words, and as a chance in percent.
    score: String,
    chance: f64,
    end: Option<&'static str>,
    lines: Vec<Variation>,
}

#[derive(Serialize)]
struct Played<'a> {
    #[serde(rename = "move")]
    names: Names,
    squares: [Option<u8>; 2],
    mark: Option<Mark>,
    /// Points of percent of winning chances that the move cost.
    lost: f64,
    comments: &'a [String],
}

#[derive(Serialize)]
struct Variation {
    score: String,
    depth: u32,
    moves: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    #[serde(rename = "move")]
    names: Names,
    squares: [Option<u8>; 2],
    position: String,
}

/// A move in the notations that go with the game's own writing and with letters.
type Names = [String; 2];

/// Writes the page. Moves are written in the style of this name, or else in those that go with the men as they are shown.
///
/// # Errors
/// [`PositionError`]: the record cannot be played through.
pub fn html(analysis: &Analysis, style: Option<&str>) -> Result<String, PositionError> {
    let styles = style.map_or(analysis.game.look.styles, |style| [style; 2]);
    let data = serde_json::to_string(&data(analysis, styles)?).unwrap_or_default(); // strings and numbers only: it cannot fail
    // Within a script element only this character could end it.
    let data = data.replace('<', "\\u003c");
    let scripts = SCRIPTS.join("\n");
    Ok(fill(
        SHELL,
        &[("title", &escape(&analysis.title())), ("style", STYLE), ("data", &data), ("scripts", &scripts)],
    ))
}

/// Puts texts in the places `{{name}}` of a shell; what is put in is not looked at again.
fn fill(shell: &str, texts: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = shell;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page += before;
        page += texts.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
        rest = after;
    }
    page + rest
}

fn data<'a>(analysis: &'a Analysis, styles: [&str; 2]) -> Result<Data<'a>, PositionError> {
    let chances = first_sides_chances(analysis);
    let mut replay = Replay::new(analysis.game, &analysis.record.start)?;
    let mut plies = Vec::new();
    let mut played = None;
    for (ply, position) in analysis.positions().enumerate() {
        let mut lines = Vec::new();
        for line in &position.lines {
            lines.push(variation(&mut replay, position, line, styles));
            replay.rewind(ply);
        }
        plies.push(Ply {
            played: played.take(),
            position: &position.text,
            to_move: position.to_move.index(),
            score: position.score.by_first(position.to_move).to_string(),
            chance: tenths(chances[ply]),
            end: position.end,
            lines,
        });
        if let Some(report) = analysis.moves.get(ply) {
            played = Some(Played {
                names: names(&replay, report.m, styles),
                squares: squares(report.m),
                mark: report.mark,
                lost: tenths((report.chance_before - report.chance_after).max(0.0)),
                comments: &analysis.record.line.nodes[ply].comments,
            });
            replay.play(report.m);
        }
    }
    Ok(Data {
        title: analysis.title(),
        look: &analysis.game.look,
        players: analysis.players(),
        headers: &analysis.headers,
        sides: &analysis.sides,
        plies,
    })
}

/// Plays a line from the position; whoever calls takes it back.
fn variation(replay: &mut Replay, position: &PositionReport, line: &Line, styles: [&str; 2]) -> Variation {
    let mut moves = Vec::new();
    for &m in line.moves.iter().take(LINE_MOVES) {
        let names = names(replay, m, styles);
        replay.play(m);
        moves.push(Step { names, squares: squares(m), position: replay.text() });
    }
    Variation { score: line.score.by_first(position.to_move).to_string(), depth: line.depth, moves }
}

/// A move of the position in both styles. One without a name stands for coordinates.
fn names(replay: &Replay, m: Move, styles: [&str; 2]) -> Names {
    let coordinates = || (replay.engine().game().move_text)(m, Notation::Native);
    styles.map(|style| replay.engine().write_move(m, style).unwrap_or_else(|_| coordinates()))
}

/// Where a move starts, unless it is a drop, and where it ends: row × 9 + column.
fn squares(m: Move) -> [Option<u8>; 2] {
    let from = (!m.is_drop()).then(|| m.from().0);
    [from, Some(m.to().0)]
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_left_alone() {
        assert_eq!(fill("a{{x}}b{{y}}{{z}}c", &[("x", "{{y}}"), ("y", "2")]), "a{{y}}b2c");
        assert_eq!(fill("a{{x", &[]), "a");
    }
}
