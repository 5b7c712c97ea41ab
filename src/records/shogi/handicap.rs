//! Starts that have a name.

use crate::engine::Setup;

struct Handicap {
    /// KIF: `手合割：香落ち`.
    kif: &'static str,
    /// JKF's preset.
    jkf: &'static str,
    /// The two rows from which pieces are taken.
    rows: &'static str,
}

const fn handicap(kif: &'static str, jkf: &'static str, rows: &'static str) -> Handicap {
    Handicap { kif, jkf, rows }
}

const HANDICAPS: [Handicap; 15] = [
    handicap("香落ち", "KY", "lnsgkgsn1/1r5b1"),
    handicap("右香落ち", "KY_R", "1nsgkgsnl/1r5b1"),
    handicap("角落ち", "KA", "lnsgkgsnl/1r7"),
    handicap("飛車落ち", "HI", "lnsgkgsnl/7b1"),
    handicap("飛香落ち", "HIKY", "lnsgkgsn1/7b1"),
    handicap("二枚落ち", "2", "lnsgkgsnl/9"),
    handicap("三枚落ち", "3", "lnsgkgsn1/9"),
    handicap("四枚落ち", "4", "1nsgkgsn1/9"),
    handicap("五枚落ち", "5", "2sgkgsn1/9"),
    handicap("左五枚落ち", "5_L", "1nsgkgs2/9"),
    handicap("六枚落ち", "6", "2sgkgs2/9"),
    handicap("左七枚落ち", "7_L", "2sgkg3/9"),
    handicap("右七枚落ち", "7_R", "3gkgs2/9"),
    handicap("八枚落ち", "8", "3gkg3/9"),
    handicap("十枚落ち", "10", "4k4/9"),
];

const EVEN: &str = "平手";
const EVEN_PRESET: &str = "HIRATE";

/// The start with this name in KIF.
pub fn of_kif(name: &str) -> Option<Setup> {
    start(name, EVEN, |handicap| handicap.kif)
}

/// The start with this name in JKF.
pub fn of_jkf(name: &str) -> Option<Setup> {
    start(name, EVEN_PRESET, |handicap| handicap.jkf)
}

fn start(name: &str, even: &str, of: impl Fn(&Handicap) -> &'static str) -> Option<Setup> {
    if name == even {
        return Some(Setup::Start);
    }
    HANDICAPS.iter().find(|handicap| of(handicap) == name).map(|handicap| Setup::Text(sfen(handicap)))
}

/// The names of a start, in KIF and in JKF, if it has any.
pub fn names(start: &Setup) -> Option<(&'static str, &'static str)> {
    match start {
        Setup::Start => Some((EVEN, EVEN_PRESET)),
        Setup::Text(text) => {
            let found = HANDICAPS.iter().find(|handicap| sfen(handicap) == *text)?;
            Some((found.kif, found.jkf))
        }
    }
}

fn sfen(handicap: &Handicap) -> String {
    format!("{}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", handicap.rows)
}
