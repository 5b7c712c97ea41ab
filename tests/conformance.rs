//! One set of invariants, run over every game.

mod common;

use ryuma::games::janggi::Janggi;
use ryuma::games::shogi::Shogi;

#[test]
fn shogi() {
    common::conformance::check::<Shogi>();
}

#[test]
fn janggi() {
    common::conformance::check_where::<Janggi>(|position| !position.just_passed());
}
