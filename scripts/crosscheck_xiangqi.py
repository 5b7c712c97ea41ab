#!/usr/bin/env python3
"""Checks our xiangqi rules against pyffish (pip install pyffish).

1. The rows of tests/data/xiangqi_cases.tsv about legal moves and their number.
2. Our move lists of some hundred positions of random games, printed by an ignored test.

Exits with 1 if there is any disagreement. The rows that speak of endings and of bad positions are left
out: pyffish judges perpetual chase, does not know our options, and takes many broken FENs.
"""

import pathlib
import subprocess
import sys

import pyffish

ROOT = pathlib.Path(__file__).resolve().parent.parent
SIDES = {"w": "w", "r": "w", "red": "w", "b": "b", "black": "b"}
SPELLING = str.maketrans("ehEH", "bnBN")


def fairy(move):
    """ICCS (ranks 0-9) to Fairy-Stockfish's ranks 1-10."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def plain(fen):
    """A FEN in the one spelling that pyffish reads."""
    board, side, *rest = fen.split()
    counters = rest[2:4] or ["0", "1"]
    return " ".join([board.translate(SPELLING), SIDES[side.lower()], "-", "-", *counters])


def check_cases():
    checked, wrong = 0, []
    for line in (ROOT / "tests/data/xiangqi_cases.tsv").read_text().splitlines()[1:]:
        case, _rule, fen, _options, moves, expect, why = line.split("\t")
        what, _, value = expect.partition(":")
        if what not in ("legal", "illegal", "count"):
            continue
        played = [] if moves == "-" else [fairy(move) for move in moves.split()]
        legal = pyffish.legal_moves("xiangqi", plain(fen), played)
        agrees = {
            "legal": lambda: fairy(value) in legal,
            "illegal": lambda: fairy(value) not in legal,
            "count": lambda: int(value) == len(legal),
        }[what]()
        checked += 1
        if not agrees:
            wrong.append(f"{case} ({why}): expected {expect}, pyffish has {' '.join(legal)}")
    return checked, wrong


def check_lists():
    command = ["cargo", "test", "--quiet", "--release", "--test", "rules"]
    command += ["list_positions", "--", "--ignored", "--nocapture"]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    checked, wrong = 0, []
    for line in printed.splitlines():
        _, _, rest = line.partition("list\t")
        if not rest:
            continue
        fen, _, moves = rest.partition("\t")
        ours, theirs = sorted(moves.split()), sorted(pyffish.legal_moves("xiangqi", fen, []))
        checked += 1
        if ours != theirs:
            wrong.append(f"{fen}: ours alone {set(ours) - set(theirs)}, theirs alone {set(theirs) - set(ours)}")
    return checked, wrong


def main():
    failed = False
    for name, check, least in (("cases", check_cases, 60), ("positions", check_lists, 200)):
        checked, wrong = check()
        print(f"{checked} {name} checked, {len(wrong)} disagree")
        for line in wrong:
            print(f"  {line}")
        failed |= bool(wrong) or checked < least
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
