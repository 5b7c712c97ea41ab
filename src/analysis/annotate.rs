//! An analysis written into its record: evaluations, remarks on errors, and what would have been better.

use crate::core::score;
use crate::records::{self, Line, Node, Record};

use super::Worth;
use super::report::{Analysis, MoveReport, PositionReport};

/// Moves of a line that shows what was better.
const LINE_MOVES: usize = 12;

/// The record with what the engine thinks of it. What stood in it before is kept.
pub fn annotated(analysis: &Analysis) -> Record {
    let mut record = analysis.record.clone();
    let after = analysis.positions().skip(1);
    for ((node, report), next) in record.line.nodes.iter_mut().zip(&analysis.moves).zip(after) {
        node.score = Some(record_score(report.after));
        if let Some(line) = next.lines.first() {
            node.depth = line.depth;
            node.pv = line.moves.clone();
        }
        let Some(mark) = report.mark else { continue };
        if mark.is_error() {
            let lost = report.chance_before - report.chance_after;
            node.comments.push(format!("{} ({lost:.0} % lost)", mark.word()));
            node.variations.extend(better(report));
        } else if report.position.lines.len() > 1 && mark.is_noteworthy() {
            node.comments.push(mark.word().to_string());
        }
    }
    record
}

/// The engine's line instead of the move.
fn better(report: &MoveReport) -> Option<Line> {
    let PositionReport { lines, .. } = &report.position;
    let best = lines.first()?;
    let mut nodes: Vec<Node> = best.moves.iter().take(LINE_MOVES).map(|&m| Node::new(m)).collect();
    let first = nodes.first_mut()?;
    first.score = Some(record_score(best.score));
    first.depth = best.depth;
    Some(Line { nodes, end: None })
}

/// As records count it.
fn record_score(Worth(score): Worth) -> i32 {
    match score::plies_to_mate(score) {
        Some(plies) if score > 0 => records::WIN - plies,
        Some(plies) => -records::WIN - plies,
        None => score.clamp(1 - records::WIN_BOUND, records::WIN_BOUND - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::score::{mate_in, mated_in};

    #[test]
    fn scores_as_records_count_them() {
        for (score, told) in [(35, 35), (-20_000, -20_000), (mate_in(3), 29_997), (mated_in(4), -29_996)] {
            assert_eq!(record_score(Worth(score)), told);
        }
    }
}
