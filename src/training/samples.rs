//! Positions to learn from, in memory: about 16 bytes and two a man.

use arrayvec::ArrayVec;

use crate::core::{Score, Side, Square};
use crate::game::{MAX_MEN, Man, Position};
use crate::nnue::View;

use super::model::Shape;

/// The inputs that a side sees.
pub type Inputs = ArrayVec<u16, MAX_MEN>;

/// How the king's place lets a side see the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Facing {
    Plain,
    Mirrored,
    /// The king stands in the middle: the network sees the plain board, but learns as much from the other.
    Either,
}

impl Facing {
    fn of<P: Position>(side: Side, king: Square) -> Facing {
        if View::is_in_middle(king) {
            return Facing::Either;
        }
        if View::of_king::<P>(side, king).mirrored { Facing::Mirrored } else { Facing::Plain }
    }

    fn is_mirrored(self, toss: bool) -> bool {
        self == Facing::Mirrored || self == Facing::Either && toss
    }
}

#[derive(Clone, Copy, Debug)]
struct Row {
    /// Where its inputs start.
    start: u64,
    /// Centipawns for the side to move.
    score: i16,
    /// How many inputs it has.
    count: u8,
    stage: u8,
    /// For the side to move: 0 lost, 1 drawn, 2 won.
    half_points: u8,
    /// Of the side to move and of the other.
    facings: [Facing; 2],
    /// The zones of their kings.
    zones: [u8; 2],
}

/// Positions to learn from.
pub struct Samples {
    rows: Vec<Row>,
    /// As the side to move sees them, never mirrored.
    inputs: Vec<u16>,
    /// Each input seen in the mirror, and by the other side.
    mirror: Vec<u16>,
    turn: Vec<u16>,
    zones: usize,
    stages: usize,
}

impl Samples {
    /// No positions yet, of this kind.
    pub fn new<P: Position>() -> Samples {
        let man = |input: usize| {
            let side = if input < P::SLOTS { Side::First } else { Side::Second };
            Man::new(side, input % P::SLOTS)
        };
        let seen_by = |view: View| -> Vec<u16> {
            (0..View::zone_inputs::<P>()).map(|input| view.input::<P>(man(input)) as u16).collect()
        };
        Samples {
            rows: Vec::new(),
            inputs: Vec::new(),
            mirror: seen_by(View { side: Side::First, mirrored: true, zone: 0 }),
            turn: seen_by(View { side: Side::Second, mirrored: false, zone: 0 }),
            zones: P::ZONES,
            stages: P::STAGES,
        }
    }

    /// Adds a position with its score in centipawns and its game's result (0, ½ or 1), both for the side to move.
    pub fn add<P: Position>(&mut self, position: &P, score: Score, result: f32) {
        let us = position.side_to_move();
        let view = View { side: us, mirrored: false, zone: 0 };
        let start = self.inputs.len();
        position.each_man(|man| self.inputs.push(view.input::<P>(man) as u16));
        let kings = [us, !us].map(|side| (side, position.king(side)));
        self.rows.push(Row {
            start: start as u64,
            score: score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            count: (self.inputs.len() - start) as u8,
            stage: position.stage() as u8,
            half_points: (2.0 * result).round() as u8,
            facings: kings.map(|(side, king)| Facing::of::<P>(side, king)),
            zones: kings.map(|(side, king)| View::of_king::<P>(side, king).zone),
        });
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The shape of a network of this width that learns from these.
    pub fn shape(&self, width: usize) -> Shape {
        Shape { zones: self.zones, zone_inputs: self.mirror.len(), width, stages: self.stages }
    }

    /// The stage of a position.
    pub fn stage(&self, index: usize) -> usize {
        self.rows[index].stage.into()
    }

    /// The score in centipawns and the result (0, ½ or 1), both for the side to move.
    pub fn outcome(&self, index: usize) -> (f32, f32) {
        let row = &self.rows[index];
        (row.score.into(), f32::from(row.half_points) / 2.0)
    }

    /// What the side to move and the other see. `tosses` say whether to mirror each view that may be mirrored or
    /// not; a network that plays sees it plain.
    pub fn inputs(&self, index: usize, tosses: [bool; 2]) -> [Inputs; 2] {
        let row = &self.rows[index];
        let seen = &self.inputs[row.start as usize..][..row.count.into()];
        let own = row.facings[0].is_mirrored(tosses[0]);
        let other = row.facings[1].is_mirrored(tosses[1]);
        let (mirror, turn) = (|i: u16| self.mirror[usize::from(i)], |i: u16| self.turn[usize::from(i)]);
        let [own_zone, other_zone] = row.zones.map(|zone| u16::from(zone) * self.mirror.len() as u16);
        [
            seen.iter().map(|&i| own_zone + if own { mirror(i) } else { i }).collect(),
            seen.iter().map(|&i| turn(i)).map(|i| other_zone + if other { mirror(i) } else { i }).collect(),
        ]
    }
}
