//! What formats have no place for, taken away from a game.

use std::time::Duration;

use ryuma::core::Side;
use ryuma::engine::Setup;
use ryuma::game::Notation;
use ryuma::records::{Format, Line, Record, Replay};

/// Takes away what a format has no place for, as `docs/records.md` tells: what is left must come back.
pub fn simplify(record: &mut Record, format: Format) {
    let moves_only = matches!(format, Format::Usi | Format::Uci);
    let first = Replay::new(record.game, &record.start).expect("a start").side();
    simplify_line(&mut record.line, format, true, first);
    if moves_only {
        record.comments.clear();
        record.headers.clear();
        record.line.end = None;
    }
    // A FEN's counters have no place in DhtmlXQ.
    if format == Format::DhtmlXq
        && let Setup::Text(text) = &mut record.start
    {
        let fields: Vec<&str> = text.split(' ').collect();
        *text = format!("{} {} - - 0 1", fields[0], fields[1]);
    }
    if let (Setup::Text(text), Format::Uci, "shogi") = (&mut record.start, format, record.game.name) {
        // Fairy-Stockfish counts moves of both sides together.
        let replay = Replay::new(record.game, &Setup::Text(text.clone())).expect("a start");
        let fairy = Setup::Text(replay.engine().text(Notation::Fairy));
        *text = Replay::new(record.game, &fairy).expect("a start").text();
    }
    record.headers.sort();
}

fn simplify_line(line: &mut Line, format: Format, is_main: bool, first: Side) {
    let moves_only = matches!(format, Format::Usi | Format::Uci);
    let no_variations = moves_only || matches!(format, Format::Csa | Format::Gib);
    let no_times = moves_only || matches!(format, Format::Ki2 | Format::DhtmlXq | Format::Gib);
    let no_scores = moves_only || matches!(format, Format::DhtmlXq | Format::Gib | Format::Yonin);
    for (ply, node) in line.nodes.iter_mut().enumerate() {
        let side = if ply % 2 == 0 { first } else { !first };
        if format == Format::Kif {
            node.time = node.time.map(|time| Duration::from_secs(time.as_secs()));
        }
        if no_times {
            node.time = None;
        }
        if no_times || matches!(format, Format::Csa | Format::Pgn | Format::Yonin) {
            node.total = None;
        }
        if no_scores {
            (node.score, node.depth) = (None, 0);
        }
        if no_scores || format == Format::Pgn {
            node.pv.clear();
        }
        if moves_only {
            node.comments.clear();
        }
        if no_variations {
            node.variations.clear();
        }
        node.variations.iter_mut().for_each(|line| simplify_line(line, format, false, side));
    }
    if !is_main && matches!(format, Format::Pgn | Format::DhtmlXq) {
        line.end = None;
    }
    let after = if line.nodes.len().is_multiple_of(2) { first } else { !first };
    if let Some(end) = &mut line.end {
        if no_times || format == Format::Pgn {
            end.time = None;
        }
        if matches!(format, Format::DhtmlXq | Format::Gib) {
            end.comments.clear();
        }
        if no_variations || format == Format::Pgn {
            end.variations.clear();
        }
        end.variations.iter_mut().for_each(|line| simplify_line(line, format, false, after));
    }
}
