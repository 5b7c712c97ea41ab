//! One set of invariants, run over every game.

mod common;

use ryuma::games::shogi::Shogi;

#[test]
fn shogi() {
    common::conformance::check::<Shogi>();
}
