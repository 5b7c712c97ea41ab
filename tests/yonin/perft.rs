//! Four-player shogi: the counts of an independent model (`tests/data/perft_yonin.tsv`), and the positions that it
//! reached by the moves it tells.

use ryuma::core::Move;
use ryuma::games::yonin::{Rules, Yonin};
use ryuma::perft;

use crate::common::table;

#[test]
fn every_row_of_the_table() {
    let rows = table("perft_yonin.tsv");
    assert!(rows.len() >= 460, "{} rows", rows.len());
    for row in rows {
        let [_, text, depth, nodes, moves] = &row[..] else { panic!("{row:?}") };
        let mut position = Yonin::parse(text, &Rules::default()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.text(), *text);
        let depth: u32 = depth.parse().expect("a depth");
        assert_eq!(perft::count(&mut position, depth).to_string(), *nodes, "{text} at depth {depth}");
        assert_eq!(position.text(), *text, "undone");
        if moves != "-" {
            let mut game = Yonin::start(&Rules::default());
            for text in moves.split(' ') {
                let m: Move = game.parse_move(text).unwrap_or_else(|error| panic!("{moves}: {error}"));
                game.play(m);
            }
            assert_eq!(game.text(), *text, "{moves}");
        }
    }
}

#[test]
fn from_the_start() {
    let mut position = Yonin::start(&Rules::default());
    for (depth, nodes) in (1..).zip([9, 81, 729, 6561, 82_134, 1_055_321]) {
        assert_eq!(perft::count(&mut position, depth), nodes);
    }
}
