//! Known move counts of shogi positions.

mod common;

use ryuma::games::shogi::Shogi;

#[test]
fn peers_agree() {
    common::perft_table::<Shogi>("perft_shogi.tsv", 3);
}

#[test]
fn published_counts() {
    common::perft_table::<Shogi>("perft_shogi_known.tsv", 5);
}

#[test]
fn pawn_drop_mates() {
    common::perft_table::<Shogi>("perft_shogi_uchifuzume.tsv", 3);
}
