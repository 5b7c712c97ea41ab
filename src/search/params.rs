//! Every tuned constant of the search, with its unit and its range. Depths are in plies, margins in centipawns.
//!
//! A search carries its own copy, so that a tuner can let two sets play each other. First values were common
//! knowledge of the field, scaled to our evaluations; how they were tuned since stands in `docs/matches.md`.

use crate::game::Position;

/// A constant that can be tuned.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    pub name: &'static str,
    pub default: i32,
    pub min: i32,
    pub max: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal..=$max:literal;)*) => {
        /// The constants of one search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)* }
            }
        }

        impl Params {
            /// Every constant, in the order of the struct.
            pub const ALL: &[Param] = &[
                $(Param { name: stringify!($name), default: $default, min: $min, max: $max },)*
            ];

            fn entry(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Aspiration windows start at the depth from which scores are steady, this wide each side.
    aspiration_depth = 5 in 3..=8;
    aspiration_window = 30 in 8..=80;

    /// Reverse futility: a node this far above beta for each ply left is taken as won.
    reverse_futility_depth = 7 in 3..=12;
    reverse_futility_margin = 90 in 40..=200;

    /// Null move: least depth, and its reduction: base + depth / divisor + (eval - beta) / margin, the last capped.
    null_depth = 3 in 2..=5;
    null_base = 3 in 2..=5;
    null_depth_divisor = 4 in 2..=8;
    null_eval_divisor = 200 in 80..=400;
    null_eval_cap = 3 in 1..=6;
    /// From this depth on, a null move's cutoff is verified by a search without it.
    null_verification_depth = 12 in 8..=20;

    /// Futility: a quiet move is skipped where the static evaluation lies this far below alpha.
    futility_depth = 6 in 3..=12;
    futility_base = 170 in 20..=300;
    futility_margin = 140 in 40..=250;

    /// Late moves: at low depth only the first base + depth² quiet moves are searched (half, if not improving).
    late_move_depth = 7 in 3..=12;
    late_move_base = 7 in 1..=15;

    /// Late-move reductions: (base + ln depth * ln move number * factor), in plies × 1024.
    reduction_depth = 3 in 2..=4;
    reduction_base = 410 in -500..=1500;
    reduction_factor = 488 in 250..=900;
    /// History worth one ply of reduction.
    reduction_history = 7000 in 3000..=20000;
    /// Plies × 1024 more where the side to move does not improve, less on a principal variation, at the root, or where a
    /// variation has passed, for checks, killers and captures; more where brothers have often failed high.
    reduction_worsening = 1024 in 0..=2048;
    reduction_pv = 1024 in 0..=3072;
    reduction_root = 512 in 0..=3072;
    reduction_on_pv = 512 in 0..=2048;
    reduction_check = 1024 in 0..=2048;
    reduction_killer = 1024 in 0..=2048;
    reduction_cutoffs = 0 in 0..=2048;

    /// Up to this depth quiet moves are left out whose history is this bad for each ply.
    history_prune_depth = 5 in 0..=10;
    history_prune = 3000 in 500..=8000;
    /// Up to this depth moves are left out that lose so much by exchanges: quiet ones for each ply left after the
    /// reduction, squared; captures for each ply.
    see_quiet_depth = 0 in 0..=12;
    see_quiet = 30 in 5..=100;
    see_capture_depth = 0 in 0..=12;
    see_capture = 100 in 20..=300;
    /// Razoring: up to this depth a node this far below alpha is left to the quiescence search.
    razor_depth = 0 in 0..=6;
    razor_base = 200 in 0..=600;
    razor_margin = 200 in 50..=500;

    /// Whether a check is answered one ply deeper; at how many first plies the quiescence search looks at quiet checks.
    check_extension = 1 in 0..=1;
    quiescence_checks = 1 in 0..=5;
    /// Captures and promotions are reduced from this number of move on.
    late_captures = 6 in 1..=64;
    /// What the history of a quiet check that loses nothing counts more, where moves are put in order.
    check_bonus = 8000 in 0..=24000;

    /// Singular extensions: least depth; the margin below the table's score, for each 16 plies; the margin for two
    /// plies, and how often on a line; what is taken off where the move is neither singular nor needed.
    singular_depth = 6 in 4..=99;
    singular_margin = 32 in 8..=80;
    double_margin = 30 in 0..=200;
    double_most = 6 in 0..=16;
    negative_extension = 1 in 0..=3;

    // Off (depth 99) below: at 10,000 and 15,000 nodes a move neither gained anything in any game (± 20 Elo).

    /// Internal iterative reduction: least depth.
    iir_depth = 99 in 2..=99;
    /// Probcut: least depth, and by how much a capture has to beat beta.
    probcut_depth = 99 in 3..=99;
    probcut_margin = 200 in 50..=500;

    /// The bonus of a history entry at a depth: min(factor * depth - offset, most).
    history_factor = 180 in 60..=400;
    history_offset = 120 in 0..=400;
    history_most = 1800 in 800..=4000;
    /// The same for what the moves tried before it lose.
    malus_factor = 340 in 60..=400;
    malus_offset = 120 in 0..=400;
    malus_most = 1800 in 400..=4000;
    /// What continuation histories of 4 and 6 plies ago count, in sixteenths: what they gain, they cost in speed.
    continuation4 = 0 in 0..=16;
    continuation6 = 0 in 0..=16;
    /// Whether reductions that proved wrong, and moves that led to a node that failed low, are rewarded.
    late_history = 1 in 0..=1;
    reward_prior = 1 in 0..=1;
    /// What corrections of the evaluation count, in 1/4096 of their sum (centipawns × 256).
    correction = 8 in 0..=64;
}

// What games at fixed nodes cannot tune.

/// History entries stay within ± this.
pub const HISTORY_LIMIT: i32 = 16_384;

/// Time: the share of the planned time at which a settled or an unsettled search ends, in percent.
pub const TIME_SETTLED: u64 = 55;
pub const TIME_UNSETTLED: u64 = 170;
/// Moves a game is expected to last where the clock does not tell.
pub const TIME_HORIZON: u64 = 36;

impl Params {
    /// The constants for a game: the usual ones, but for those that it names itself.
    pub fn of<P: Position>() -> Params {
        let mut params = Params::default();
        for &(name, value) in P::SEARCH_CONSTANTS {
            let fits = params.set(name, value);
            debug_assert!(fits, "{name} = {value}");
        }
        params
    }

    /// Sets a constant by its name. `false` if there is none of this name, or the value is out of its range.
    #[must_use]
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let fits = Params::ALL.iter().any(|p| p.name == name && (p.min..=p.max).contains(&value));
        match self.entry(name) {
            Some(entry) if fits => {
                *entry = value;
                true
            }
            _ => false,
        }
    }

    /// The value of the constant of this name.
    pub fn get(&self, name: &str) -> Option<i32> {
        self.clone().entry(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_in_range_and_can_be_set() {
        let mut params = Params::default();
        for p in Params::ALL {
            assert!(p.min <= p.default && p.default <= p.max, "{p:?}");
            assert_eq!(params.get(p.name), Some(p.default));
            assert!(params.set(p.name, p.max));
            assert_eq!(params.get(p.name), Some(p.max));
            assert!(!params.set(p.name, p.max + 1));
        }
        assert!(!params.set("no_such_constant", 1));
        assert_eq!(params.get("no_such_constant"), None);
    }
}
