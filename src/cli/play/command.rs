//! What a player types: a command, or else a move.

/// A line of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Nothing,
    Help,
    Board,
    Flip,
    /// The legal moves, or those whose text begins with this.
    Moves(String),
    /// The moves played so far.
    List,
    Hint,
    Count,
    Undo,
    Pass,
    Draw,
    Declare,
    Resign,
    /// The file, or none to use the one named before.
    Save(String),
    Quit,
    /// Anything else.
    Move(String),
}

pub const HELP: &str = "\
Type a move, for instance one of those that 'moves' lists, or
  moves [X]   the legal moves; with a square or a piece only those that begin with it
  hint        what Ryuma would play at full strength
  undo        take back your last move, and the answer to it
  board       draw the board again
  list        the moves so far
  flip        turn the board round; with four players a quarter turn
  count       points of both sides, where the game has any; what ranks four players
  pass        give the turn away, where the rules allow it (janggi)
  draw        offer a draw
  declare     claim a win or a draw by the rules (shogi); shows first what it would bring
  resign      give up (not with four players: they play to the end)
  save FILE   write the game; the end of the name chooses the format
  quit        leave (as do Ctrl-D and Ctrl-C)";

impl Command {
    /// Reads a line. Commands are whole words in any case; what follows them counts where a command has a use for it.
    pub fn read(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Command::Nothing,
            ("help" | "?", _) => Command::Help,
            ("board" | "show", "") => Command::Board,
            ("flip", "") => Command::Flip,
            ("moves" | "legal", _) => Command::Moves(rest.to_string()),
            ("list" | "history", "") => Command::List,
            ("hint", "") => Command::Hint,
            ("count" | "points", "") => Command::Count,
            ("undo" | "back", "") => Command::Undo,
            ("pass", "") => Command::Pass,
            ("draw", "") => Command::Draw,
            ("declare", "") => Command::Declare,
            ("resign", "") => Command::Resign,
            ("save", _) => Command::Save(rest.to_string()),
            ("quit" | "exit" | "q", "") => Command::Quit,
            _ => Command::Move(line.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn words_and_moves() {
        for (line, command) in [
            ("  ", Command::Nothing),
            ("Moves 7g", Command::Moves("7g".to_string())),
            ("UNDO", Command::Undo),
            ("save  my game.csa", Command::Save("my game.csa".to_string())),
            ("7g7f", Command::Move("7g7f".to_string())),
            ("▲７六歩 ", Command::Move("▲７六歩".to_string())),
            ("quit it", Command::Move("quit it".to_string())),
        ] {
            assert_eq!(Command::read(line), command, "{line}");
        }
    }
}
