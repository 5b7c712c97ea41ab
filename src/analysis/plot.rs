//! The evaluation over a game as an SVG picture.

use std::fmt::Write;

use super::chances::percent;
use super::judge::Mark;
use super::report::Analysis;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 40.0;

/// Draws the winning chances of the side that moves first, after each move, with the errors marked.
pub fn svg(analysis: &Analysis) -> String {
    let chances = first_sides_chances(analysis);
    let plies = chances.len() - 1;
    let x = |ply: usize| LEFT + (WIDTH - LEFT - RIGHT) * ply as f64 / plies.max(1) as f64;
    let y = |chance: f64| TOP + (HEIGHT - TOP - BOTTOM) * (100.0 - chance) / 100.0;
    let points: Vec<String> =
        chances.iter().enumerate().map(|(ply, &chance)| format!("{:.1},{:.1}", x(ply), y(chance))).collect();
    let points = points.join(" ");
    let (left, right, bottom, middle) = (x(0), x(plies.max(1)), HEIGHT - BOTTOM, y(50.0));

    let mut grid = String::new();
    for chance in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let y = y(chance);
        // Writing to a string does not fail.
        let _ = writeln!(
            grid,
            "<line x1='{left}' y1='{y:.1}' x2='{right}' y2='{y:.1}' stroke='#ddd6cc'/>\
             <text x='{:.1}' y='{:.1}' text-anchor='end'>{chance} %</text>",
            left - 8.0,
            y + 4.0
        );
    }
    for ply in (0..=plies).step_by(step(plies)) {
        let _ = writeln!(
            grid,
            "<text x='{:.1}' y='{:.1}' text-anchor='middle'>{ply}</text>",
            x(ply),
            bottom + 18.0
        );
    }
    let mut marks = String::new();
    for report in &analysis.moves {
        let Some(colour) = report.mark.and_then(colour) else { continue };
        let (x, y) = (x(report.ply), y(chances[report.ply]));
        let title =
            escape(&format!("{} {}: {}", report.ply, report.name(), report.mark.map_or("", Mark::word)));
        let _ = writeln!(
            marks,
            "<circle cx='{x:.1}' cy='{y:.1}' r='4' fill='{colour}' stroke='#fff'><title>{title}</title></circle>"
        );
    }
    let look = &analysis.game.look;
    let title = escape(&analysis.title());
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' font-family='sans-serif' \
         font-size='12' fill='#4a433b'>\n\
         <rect width='100%' height='100%' fill='#fffdf9'/>\n\
         <text x='{LEFT}' y='24' font-size='15'>{title}</text>\n\
         <text x='{right}' y='24' text-anchor='end'>chances of {}</text>\n\
         {grid}\
         <polygon fill='#b9cfe4' fill-opacity='.6' points='{left},{middle:.1} {points} {right},{middle:.1}'/>\n\
         <line x1='{left}' y1='{middle:.1}' x2='{right}' y2='{middle:.1}' stroke='#8a8177'/>\n\
         <polyline fill='none' stroke='#2f5d8a' stroke-width='1.8' stroke-linejoin='round' points='{points}'/>\n\
         {marks}</svg>\n",
        escape(look.sides[0].name)
    )
}

/// Winning chances of the side that moves first, in percent, at the start and after each move.
pub fn first_sides_chances(analysis: &Analysis) -> Vec<f64> {
    analysis
        .positions()
        .map(|position| percent(position.score.by_first(position.to_move), &analysis.game.win_model))
        .collect()
}

/// Plies from one number at the axis to the next: about ten of them.
fn step(plies: usize) -> usize {
    [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| plies / step <= 12).unwrap_or(200)
}

fn colour(mark: Mark) -> Option<&'static str> {
    match mark {
        Mark::Blunder => Some("#c0392b"),
        Mark::Mistake => Some("#e08a1e"),
        Mark::Inaccuracy => Some("#d9bf3c"),
        Mark::Only | Mark::Best => None,
    }
}

/// Makes a text fit for XML and HTML.
pub fn escape(text: &str) -> String {
    let fit = |c: char| if c.is_control() { '\u{FFFD}' } else { c };
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars().map(fit) {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out() {
        assert_eq!(escape("a<b>&\"'\u{1}"), "a&lt;b&gt;&amp;&quot;&#39;\u{FFFD}");
    }

    #[test]
    fn the_axis_has_few_numbers() {
        for plies in 0..2000 {
            assert!(plies / step(plies) <= 12);
        }
    }
}
