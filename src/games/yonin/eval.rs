//! What the players can expect: material, the danger round their kings and the mates made, as chances of the places.
//!
//! Every player gets a strength in centipawns. A strength further by [`SPREAD`] makes a player `e` times as likely to
//! come in before another (the model of Luce and Plackett: places are drawn one after the other, each by the strengths
//! of those left). The numbers are by hand.

use crate::core::{Bitboard, Move, Player, Score, Square};
use crate::game::multiplayer::{ALL_POINTS, Multiplayer, PLACE_POINTS, rank_points};

use super::attacks::Board;
use super::piece::*;
use super::position::Yonin;
use super::rules::Format;
use super::state::State;

/// Centipawns of each kind on the board.
const VALUES: [Score; KINDS] = [900, 500, 400, 100, 0, 1200, 480, 420];
/// Centipawns of each kind in hand, where it threatens to appear anywhere.
const HAND_VALUES: [Score; HAND_KINDS] = [1000, 560, 450, 110];
/// A mate made: ranks count mates first.
const MATE_MADE: Score = 1500;
/// A foe's piece within two squares of the king, and an own one.
const NEAR_FOE: Score = -45;
const NEAR_FRIEND: Score = 25;
/// To stand in check, with others to move perhaps.
const CHECKED: Score = -80;
/// A pawn's value for each line that it has advanced, so that armies set out.
const ADVANCE: Score = 6;
/// Centipawns that make one `e` times as likely as another to come in first.
const SPREAD: f64 = 1500.0;

/// Squares up to two steps away, the middle included.
static SURROUNDINGS: [Bitboard; Board::SQUARES] = {
    let mut table = [Bitboard::EMPTY; Board::SQUARES];
    let mut at = 0;
    while at < Board::SQUARES {
        let mut other = 0;
        while other < Board::SQUARES {
            let (a, b) = (Square(at as u8), Square(other as u8));
            if a.row().abs_diff(b.row()) <= 2 && a.column().abs_diff(b.column()) <= 2 {
                table[at].0 |= b.bit().0;
            }
            other += 1;
        }
        at += 1;
    }
    table
};

impl State {
    /// How strong a living player is, in centipawns.
    fn strength(&self, player: Player) -> Score {
        let own = self.owned(player.index());
        let mut strength = 0;
        for (kind, value) in VALUES.into_iter().enumerate() {
            strength += value * (own & self.kind(kind)).count() as Score;
        }
        for (&count, value) in self.hand(player).iter().zip(HAND_VALUES) {
            strength += value * Score::from(count);
        }
        let mates = self.falls.iter().flatten().filter(|fall| fall.creditor == player).count();
        strength += MATE_MADE * mates as Score;

        let near = SURROUNDINGS[self.king(player).index()] & self.occupied();
        strength += NEAR_FOE * (near & self.foes(player)).count() as Score;
        strength += NEAR_FRIEND * (near & own).count() as Score;
        if self.in_check(player) {
            strength += CHECKED;
        }
        for pawn in own & self.kind(PAWN) & self.facing(player) {
            let advance = match player {
                Player::South => 8 - pawn.row(),
                Player::West => pawn.column(),
                Player::North => pawn.row(),
                Player::East => 8 - pawn.column(),
            };
            strength += ADVANCE * advance as Score;
        }
        strength
    }

    fn chance_weight(&self, player: Player) -> f64 {
        libm::exp(f64::from(self.strength(player)) / SPREAD)
    }

    /// The points expected where everybody plays for themselves: the mated have the last places.
    fn single_points(&self) -> [Score; 4] {
        let mut points = [0; 4];
        let mut weights = [0.0; 4];
        let mut alive = [Player::South; 4];
        let mut count = 0;
        for player in Player::ALL {
            match self.falls[player.index()] {
                Some(fall) => points[player.index()] = PLACE_POINTS[4 - usize::from(fall.order)],
                None => {
                    alive[count] = player;
                    weights[count] = self.chance_weight(player);
                    count += 1;
                }
            }
        }
        let all: f64 = weights.iter().sum();
        let places = PLACE_POINTS.map(f64::from);
        let mut rest = ALL_POINTS - points.iter().sum::<Score>();
        for i in 0..count {
            let mut expected = places[0] * weights[i] / all;
            for j in (0..count).filter(|&j| j != i) {
                let first = weights[j] / all;
                let left = all - weights[j];
                expected += places[1] * first * weights[i] / left;
                for k in (0..count).filter(|&k| k != i && k != j) {
                    expected += places[2] * first * weights[k] / left * weights[i] / (left - weights[k]);
                }
            }
            // Whoever is last gets what rounding has left.
            let own = if i + 1 == count { rest } else { expected as Score };
            points[alive[i].index()] = own;
            rest -= own;
        }
        points
    }

    /// The points expected where two pairs play.
    fn pair_points(&self) -> [Score; 4] {
        let strengths = Player::ALL.map(|player| f64::from(self.strength(player)));
        let lead = strengths[0] + strengths[2] - strengths[1] - strengths[3];
        let chance = 1.0 / (1.0 + libm::exp(-lead / SPREAD));
        let [won, lost] = [rank_points([1, 3, 1, 3])[0], rank_points([1, 3, 1, 3])[1]];
        let first = lost + (f64::from(won - lost) * chance) as Score;
        let second = ALL_POINTS / 2 - first;
        [first, second, first, second]
    }
}

impl Multiplayer for Yonin {
    fn turn(&self) -> Player {
        self.turn()
    }

    fn table_key(&self) -> u64 {
        self.full_key()
    }

    fn is_alive(&self, player: Player) -> bool {
        State::is_alive(self, player)
    }

    fn in_check(&self, player: Player) -> bool {
        State::in_check(self, player)
    }

    fn partner(&self, player: Player) -> Option<Player> {
        (self.rules().format == Format::Pairs).then(|| player.opposite())
    }

    fn points(&self) -> Option<[Score; 4]> {
        self.ranking().map(rank_points)
    }

    fn evaluate(&self) -> [Score; 4] {
        match self.rules().format {
            Format::Single => self.single_points(),
            Format::Pairs => self.pair_points(),
        }
    }

    fn repeats_within(&self, plies: usize) -> bool {
        self.repeats_within(plies)
    }

    fn is_capture(&self, m: Move) -> bool {
        !m.is_drop() && !self.piece(m.to()).is_none()
    }

    fn gain(&self, m: Move) -> Score {
        let target = self.piece(m.to());
        let mut gain = 0;
        if !target.is_none() {
            gain += VALUES[target.kind()].max(HAND_VALUES[BASE[target.kind()] % HAND_KINDS]);
        }
        let kind = if m.is_drop() { m.drop_kind() } else { self.piece(m.from()).kind() };
        if m.is_promotion() {
            gain += VALUES[PROMOTED[kind]] - VALUES[kind];
        }
        let occupied = if m.is_drop() { self.occupied() } else { self.occupied().without(m.from().bit()) };
        let attackers = self.attackers(m.to(), occupied) & self.foes(self.turn());
        if attackers.without(m.to().bit()).any() { gain - VALUES[kind] } else { gain }
    }

    fn is_legal(&self, m: Move) -> bool {
        self.is_legal(m)
    }
}
