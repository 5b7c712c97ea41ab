#!/usr/bin/env python3
"""Holds the scripts' own referee against the tables of known verdicts in tests/data: who referees the referee?"""

import csv
import sys
from pathlib import Path

from lib.notation import from_protocol
from lib.referee import referee

DATA = Path(__file__).parent.parent / "tests/data"


def rows(name):
    with open(DATA / name, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t")


def xiangqi_repetitions():
    """(row, expected, found) of each sequence of xiangqi_repetition.tsv that has a verdict under the simple rule."""
    for row in rows("xiangqi_repetition.tsv"):
        expected = row["verdict_simple"].split("(")[0].replace("no repetition at end", "ongoing")
        position = referee("xiangqi", row["fen"])
        for move in row["moves_iccs"].split():
            move = from_protocol(move, "xiangqi", "ucci")
            assert move in position.legal(), f"{move} is illegal in {position.text()}"
            position.play(move)
        verdict = position.verdict()
        outcomes = {None: "draw", 0: "black_loses", 1: "red_loses"}
        yield row, expected, outcomes[verdict.winner] if verdict else "ongoing"


def main():
    wrong = total = 0
    for row, expected, found in xiangqi_repetitions():
        total += 1
        if expected != found:
            wrong += 1
            print(f"{row['fen']} moves {row['moves_iccs']}: expected {expected}, found {found}")
    print(f"{total - wrong} of {total} verdicts agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
