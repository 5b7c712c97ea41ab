//! In which order moves are tried.

use crate::core::{Move, MoveList, Player};
use crate::game::Multiplayer;

/// Histories stay within ± this.
const LIMIT: i32 = 1 << 14;
const FROM_TO: usize = 1 << 14;

/// Worth of a move in the order, over that of quiet moves.
const TABLE_MOVE: i32 = 1 << 24;
const WINNING: i32 = 1 << 20;
const KILLER: i32 = 1 << 17;

/// What a thread keeps from one search to the next.
pub struct Memory {
    /// `[player][from-to]`: how often the move was good, whatever the position.
    history: Vec<i32>,
}

impl Memory {
    pub fn new() -> Memory {
        Memory { history: vec![0; 4 * FROM_TO] }
    }

    fn entry(&mut self, player: Player, m: Move) -> &mut i32 {
        &mut self.history[player.index() * FROM_TO + m.from_to()]
    }

    /// A move was better than those tried before it.
    pub fn reward(&mut self, player: Player, best: Move, tried: &[Move], depth: i32) {
        let bonus = (depth * depth * 16).min(LIMIT / 8);
        let mut adjust = |m: Move, bonus: i32| {
            let entry = self.entry(player, m);
            *entry += bonus - *entry * bonus.abs() / LIMIT;
        };
        adjust(best, bonus);
        for &m in tried {
            adjust(m, -bonus);
        }
    }

    /// The moves in order, best first, each with whether it wins something at once.
    pub fn sorted<M: Multiplayer>(
        &self,
        position: &M,
        moves: &MoveList,
        table_move: Move,
        killers: [Move; 2],
    ) -> Vec<(Move, bool)> {
        let player = position.turn().index() * FROM_TO;
        let mut rated: Vec<(i32, Move, bool)> = moves
            .iter()
            .map(|&m| {
                let quiet = !position.is_capture(m) && !m.is_promotion();
                let history = self.history[player + m.from_to()];
                let (worth, wins) = match () {
                    () if m == table_move => (TABLE_MOVE, !quiet),
                    () if quiet && killers.contains(&m) => (KILLER, false),
                    () if quiet => (history, false),
                    () => match position.gain(m) {
                        gain if gain > 0 => (WINNING + gain * 16 + history / 64, true),
                        gain => (gain * 16 + history, false),
                    },
                };
                (worth, m, wins)
            })
            .collect();
        rated.sort_unstable_by_key(|&(worth, m, _)| (-worth, m));
        rated.into_iter().map(|(_, m, wins)| (m, wins)).collect()
    }
}

/// Moves that win something at once, the most first.
pub fn winning<M: Multiplayer>(position: &M, moves: &MoveList) -> Vec<Move> {
    let captures = moves.iter().filter(|&&m| position.is_capture(m));
    let mut rated: Vec<(i32, Move)> =
        captures.map(|&m| (position.gain(m), m)).filter(|&(gain, _)| gain > 0).collect();
    rated.sort_unstable_by_key(|&(gain, m)| (-gain, m));
    rated.into_iter().map(|(_, m)| m).collect()
}
