"""Move texts of the protocols.

The scripts write shogi moves as USI does (`7g7f`, `P*5e`) and those of xiangqi and janggi as Fairy-Stockfish's
UCI does (files a-i, ranks 1-10: `h3e3`), because the referees do.
"""

import re

BOARD_MOVE = re.compile(r"([a-i])(\d+)([a-i])(\d+)$")


def to_protocol(move, game, protocol):
    """The scripts' move text as `protocol` writes it."""
    if game == "shogi":
        return _shogi_to_uci(move) if protocol == "uci" else move
    return _shift_ranks(move, -1) if protocol == "ucci" else move


def from_protocol(text, game, protocol):
    """The reverse. A text that is no move at all comes back as it is, for the referee to refuse."""
    if game == "shogi":
        return _shogi_from_uci(text) if protocol == "uci" else text
    return _shift_ranks(text, +1) if protocol == "ucci" else text


def _shift_ranks(text, by):
    """ICCS counts ranks from 0, Fairy-Stockfish's UCI from 1."""
    match = BOARD_MOVE.match(text)
    if not match:
        return text
    file_from, rank_from, file_to, rank_to = match.groups()
    return f"{file_from}{int(rank_from) + by}{file_to}{int(rank_to) + by}"


def _shogi_to_uci(move):
    """`7g7f` → `c3c4`, `P*5e` → `P@e5`: files a-i from Sente's left, ranks 1-9 from Sente's side."""

    def square(text):
        return "ihgfedcba"[int(text[0]) - 1] + str(9 - "abcdefghi".index(text[1]))

    if "*" in move:
        return f"{move[0]}@{square(move[2:4])}"
    return square(move[0:2]) + square(move[2:4]) + move[4:]


def _shogi_from_uci(text):
    def square(name):
        return str("ihgfedcba".index(name[0]) + 1) + "abcdefghi"[9 - int(name[1])]

    try:
        if "@" in text:
            return f"{text[0]}*{square(text[2:4])}"
        return square(text[0:2]) + square(text[2:4]) + text[4:]
    except (ValueError, IndexError):
        return text
