//! The trait of a position that four play: what a search asks of it.

use crate::core::{Move, Player, Score};

use super::Tree;

/// Rank points of the four places, first to fourth, in ten-thousandths: what everybody plays for. Who share a place
/// share the points of the places that they fill.
pub const PLACE_POINTS: [Score; 4] = [10_000, 4_000, 1_000, 0];

/// The points of all players together, always.
pub const ALL_POINTS: Score = 15_000;

/// The points of these ranks (1 to 4 by seat, equals sharing the better one).
pub fn rank_points(ranks: [u8; 4]) -> [Score; 4] {
    ranks.map(|rank| {
        let first = usize::from(rank) - 1;
        let places = ranks.iter().filter(|&&other| other == rank).count();
        PLACE_POINTS[first..first + places].iter().sum::<Score>() / places as Score
    })
}

/// A position of a game for four with the moves that led to it. All points are as in [`PLACE_POINTS`], by seat.
pub trait Multiplayer: Tree {
    /// Who is to move.
    fn turn(&self) -> Player;

    /// The hash of all that decides how the game can go on.
    fn table_key(&self) -> u64;

    fn is_alive(&self, player: Player) -> bool;

    fn in_check(&self, player: Player) -> bool;

    /// Who wins and loses with this player, if the four play in pairs.
    fn partner(&self, player: Player) -> Option<Player>;

    /// The points of a finished game.
    fn points(&self) -> Option<[Score; 4]>;

    /// The points that the players can expect, estimated without looking ahead.
    fn evaluate(&self) -> [Score; 4];

    /// Whether the position has occurred less than `plies` plies ago.
    fn repeats_within(&self, plies: usize) -> bool;

    fn is_capture(&self, m: Move) -> bool;

    /// What a legal move wins at once, less what it puts at risk, in centipawns, roughly. A promotion is a win too.
    fn gain(&self, m: Move) -> Score;

    /// Whether any 16 bits at all are a legal move here.
    fn is_legal(&self, m: Move) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_places_share_their_points() {
        assert_eq!(rank_points([1, 4, 2, 3]), [10_000, 0, 4_000, 1_000]);
        assert_eq!(rank_points([1, 3, 1, 3]), [7_000, 500, 7_000, 500]);
        for ranks in [[1; 4], [2, 1, 2, 2], [1, 2, 2, 4]] {
            assert!((ALL_POINTS - rank_points(ranks).iter().sum::<Score>()).abs() < 4);
        }
    }
}
