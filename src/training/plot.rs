//! A picture of the losses, as SVG.

use std::fmt::Write;

use super::trainer::Losses;

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 400.0;
const LEFT: f32 = 80.0;
const RIGHT: f32 = 20.0;
const TOP: f32 = 40.0;
const BOTTOM: f32 = 50.0;
/// Lines across, the lowest and the highest loss among them.
const LINES: usize = 5;

/// Draws the losses of each epoch under a title.
pub fn svg(title: &str, history: &[Losses]) -> String {
    let values = || history.iter().flat_map(|losses| [losses.learned, losses.held_out]);
    let low = values().fold(f32::INFINITY, f32::min);
    let high = values().fold(f32::NEG_INFINITY, f32::max);
    let (low, high) = if low < high { (low, high) } else { (low - 1e-3, low + 1e-3) };
    let epochs = history.len().max(2);
    let x = |epoch: usize| LEFT + (WIDTH - LEFT - RIGHT) * epoch as f32 / (epochs - 1) as f32;
    let y = |loss: f32| TOP + (HEIGHT - TOP - BOTTOM) * (high - loss) / (high - low);

    let mut marks = String::new();
    if !history.is_empty() {
        for line in 0..LINES {
            let loss = low + (high - low) * line as f32 / (LINES - 1) as f32;
            let (y, left, right) = (y(loss), LEFT, WIDTH - RIGHT);
            // Writing to a string does not fail.
            let _ = writeln!(
                marks,
                "<line x1='{left}' y1='{y:.1}' x2='{right}' y2='{y:.1}' stroke='#ddd'/>\
                 <text x='{:.1}' y='{:.1}' text-anchor='end'>{loss:.5}</text>",
                left - 8.0,
                y + 4.0
            );
        }
        for epoch in (0..history.len()).step_by(epochs.div_ceil(10)) {
            let (x, y) = (x(epoch), HEIGHT - BOTTOM + 20.0);
            let _ = writeln!(marks, "<text x='{x:.1}' y='{y:.1}' text-anchor='middle'>{}</text>", epoch + 1);
        }
    }
    let line = |colour: &str, of: fn(&Losses) -> f32| {
        let points: Vec<String> = history
            .iter()
            .enumerate()
            .map(|(epoch, losses)| format!("{:.1},{:.1}", x(epoch), y(of(losses))))
            .collect();
        format!("<polyline fill='none' stroke='{colour}' stroke-width='2' points='{}'/>", points.join(" "))
    };
    let learned = line("#1f77b4", |losses| losses.learned);
    let held_out = line("#d62728", |losses| losses.held_out);
    let (middle, foot, right) = (WIDTH / 2.0, HEIGHT - 10.0, WIDTH - RIGHT);
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' \
         font-family='sans-serif' font-size='12'>\n\
         <rect width='100%' height='100%' fill='white'/>\n\
         <text x='{LEFT}' y='20'>{title}</text>\n\
         {marks}{learned}\n{held_out}\n\
         <text x='{middle}' y='{foot}' text-anchor='middle'>epoch</text>\n\
         <text x='{right}' y='{:.1}' text-anchor='end' fill='#1f77b4'>learned from</text>\n\
         <text x='{right}' y='{:.1}' text-anchor='end' fill='#d62728'>held out</text>\n\
         </svg>\n",
        TOP + 14.0,
        TOP + 30.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_epoch_is_a_point() {
        let history: Vec<Losses> =
            (1..=40).map(|i| Losses { learned: 0.1 / i as f32, held_out: 0.11 / i as f32 }).collect();
        let drawing = svg("a <b> & c", &history);
        assert!(drawing.contains("a &lt;b> &amp; c"));
        let points = |part: &str| part.split('\'').next().map_or(0, |list| list.split(' ').count());
        let lines: Vec<usize> = drawing.split("points='").skip(1).map(points).collect();
        assert_eq!(lines, [40, 40]);
        assert!(!drawing.contains("NaN") && !drawing.contains("inf"));
    }

    #[test]
    fn little_can_be_drawn_too() {
        for count in 0..2 {
            let drawing = svg("", &vec![Losses { learned: 0.1, held_out: 0.1 }; count]);
            assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
        }
    }
}
