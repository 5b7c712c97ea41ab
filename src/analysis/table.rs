//! An analysis as text for people.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table};

use super::report::{Analysis, PositionReport, SideReport};

/// Moves of a line that a table shows.
const SHOWN: usize = 4;

/// The whole report: the moves, the lines of the last position, and what each side has done.
pub fn text(analysis: &Analysis) -> String {
    let mut parts = vec![heading(analysis)];
    if analysis.missing > 0 {
        parts.push(format!("stopped: the first {} moves were not looked at", analysis.missing));
    }
    if !analysis.moves.is_empty() {
        parts.push(moves(analysis));
    }
    parts.push(last(&analysis.last));
    if !analysis.moves.is_empty() {
        parts.push(summary(analysis));
    }
    parts.join("\n\n")
}

fn heading(analysis: &Analysis) -> String {
    let look = &analysis.game.look;
    let players = analysis.players();
    let name = |i: usize| match &players[i] {
        Some(player) => format!("{player} ({})", look.sides[i].name),
        None => look.sides[i].name.to_string(),
    };
    format!("{}: {}, {} – {}", analysis.source, look.title, name(0), name(1))
}

fn plain() -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
}

fn align(table: &mut Table, right: &[usize]) {
    for &column in right {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

fn moves(analysis: &Analysis) -> String {
    let mut table = plain();
    table.set_header(["", "move", "before", "after", "loss", "chance", "", "better"]);
    for report in &analysis.moves {
        let word = report.mark.map_or("", |mark| mark.word());
        let better = match report.position.lines.first() {
            Some(line) if report.loss > 0 => line.names()[..line.names().len().min(SHOWN)].join(" "),
            _ => String::new(),
        };
        table.add_row([
            report.ply.to_string(),
            report.name().to_string(),
            report.before.to_string(),
            report.after.to_string(),
            if report.loss > 0 { report.loss.to_string() } else { String::new() },
            format!("{:.0} %", report.chance_after),
            word.to_string(),
            better,
        ]);
    }
    align(&mut table, &[0, 2, 3, 4, 5]);
    trimmed(&table)
}

fn last(position: &PositionReport) -> String {
    let mut text = format!("position: {}", position.text);
    if let Some(end) = position.end {
        return format!("{text}\nthe game is over: {end}");
    }
    for line in &position.lines {
        text += &format!("\n{:>10}  depth {:>2}  {}", line.score, line.depth, line.names().join(" "));
    }
    text
}

fn summary(analysis: &Analysis) -> String {
    let mut table = plain();
    table.set_header([
        "",
        "accuracy",
        "mean loss",
        "best",
        "only",
        "inaccuracies",
        "mistakes",
        "blunders",
        "moves",
    ]);
    for (side, look) in analysis.sides.iter().zip(&analysis.game.look.sides) {
        let SideReport { moves, accuracy, mean_loss, best, only, inaccuracies, mistakes, blunders } = side;
        let or_dash = |value: Option<String>| value.unwrap_or_else(|| "–".to_string());
        let mut row = vec![
            look.name.to_string(),
            or_dash(accuracy.map(|percent| format!("{percent:.1} %"))),
            or_dash(mean_loss.map(|loss| format!("{loss:.0}"))),
        ];
        row.extend([best, only, inaccuracies, mistakes, blunders, moves].map(usize::to_string));
        table.add_row(row);
    }
    align(&mut table, &[1, 2, 3, 4, 5, 6, 7, 8]);
    trimmed(&table)
}

/// Without the blanks that a table leaves at the ends of its lines.
fn trimmed(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>().join("\n")
}
