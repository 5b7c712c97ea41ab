//! Every tuned constant of the search, with its unit. Depths are in plies, margins in centipawns.
//!
//! First values are common knowledge of the field, scaled to our evaluations; none has been tuned yet.

/// Aspiration windows start at the depth from which scores are steady, this wide each side.
pub const ASPIRATION_DEPTH: i32 = 5;
pub const ASPIRATION_WINDOW: i32 = 30;

/// Reverse futility: a node this far above beta for each ply left is taken as won.
pub const REVERSE_FUTILITY_DEPTH: i32 = 7;
pub const REVERSE_FUTILITY_MARGIN: i32 = 90;

/// Null move: least depth, and its reduction: base + depth / divisor + (eval - beta) / margin, the last capped.
pub const NULL_DEPTH: i32 = 3;
pub const NULL_BASE: i32 = 3;
pub const NULL_DEPTH_DIVISOR: i32 = 4;
pub const NULL_EVAL_DIVISOR: i32 = 200;
pub const NULL_EVAL_CAP: i32 = 3;
/// From this depth on, a null move's cutoff is verified by a search without it.
pub const NULL_VERIFICATION_DEPTH: i32 = 12;

/// Futility: a quiet move is skipped where the static evaluation lies this far below alpha.
pub const FUTILITY_DEPTH: i32 = 6;
pub const FUTILITY_BASE: i32 = 120;
pub const FUTILITY_MARGIN: i32 = 110;

/// Late moves: at low depth only the first base + depth² quiet moves are searched (half, if not improving).
pub const LATE_MOVE_DEPTH: i32 = 7;
pub const LATE_MOVE_BASE: i32 = 5;

/// Late-move reductions: (base + ln depth * ln move number / divisor), in plies × 1024.
pub const REDUCTION_DEPTH: i32 = 3;
pub const REDUCTION_BASE: f64 = 0.4;
pub const REDUCTION_DIVISOR: f64 = 2.1;
/// History worth one ply of reduction.
pub const REDUCTION_HISTORY: i32 = 9000;

/// The bonus of a history entry at a depth: min(factor * depth - offset, most).
pub const HISTORY_FACTOR: i32 = 180;
pub const HISTORY_OFFSET: i32 = 120;
pub const HISTORY_MOST: i32 = 1800;
/// History entries stay within ± this.
pub const HISTORY_LIMIT: i32 = 16_384;

/// Time: the share of the planned time at which a settled or an unsettled search ends, in percent.
pub const TIME_SETTLED: u64 = 55;
pub const TIME_UNSETTLED: u64 = 170;
/// Moves a game is expected to last where the clock does not tell.
pub const TIME_HORIZON: u64 = 36;
