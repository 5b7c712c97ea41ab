#!/usr/bin/env python3
"""Who referees the referee? Holds it against the rule cases and the known verdicts in tests/data.

The engine's tests read the same files: two sets of rules, written apart, must agree with them.
"""

import csv
import re
import sys
from pathlib import Path

from lib.notation import from_protocol
from lib.referee import referee

DATA = Path(__file__).parent.parent / "tests/data"
# What `game_cases.tsv` may expect of a position that a referee has an opinion on.
ASKED = ("draw", "win", "loss", "ongoing", "legal", "illegal", "count", "declares")


def rows(name):
    with open(DATA / name, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def after(game, start, moves):
    """The referee's game from a position text, after moves in the game's own notation."""
    position = referee(game, None if start == "startpos" else start)
    for move in moves.replace("-", "").split():
        move = native(game, move)
        assert move in position.legal(), f"{move} is illegal in {position.text()}"
        position.play(move)
    return position


def native(game, move):
    return from_protocol(move, game, "usi" if game == "shogi" else "ucci")


def outcome(position):
    verdict = position.verdict()
    return verdict.seen_by(position.turn) if verdict else "ongoing"


def repetitions():
    """(what, expected, found) of the verdicts of xiangqi_repetition.tsv under the simple rule."""
    names = {"draw": "draw", "ongoing": "ongoing", "loss": "red_loses", "win": "black_loses"}
    for row in rows("xiangqi_repetition.tsv"):
        position = after("xiangqi", row["fen"], row["moves_iccs"])
        found = outcome(position)
        if position.turn == 1:
            found = {"win": "loss", "loss": "win"}.get(found, found)
        expected = row["verdict_simple"].split("(")[0].replace("no repetition at end", "ongoing")
        yield f"{row['fen']} moves {row['moves_iccs']}", expected, names[found]


def cases(game):
    """(what, expected, found) of a game's rule cases under default options."""
    for row in rows(f"{game}_cases.tsv"):
        kind, _, value = row["expect"].replace("unreadable:", "illegal:").partition(":")
        if row["options"] != "-" or kind not in ASKED or not plain(game, row["position"], value):
            continue
        what = f"{game} {row['id']}: {row['position']} moves {row['moves']}"
        position = after(game, row["position"], row["moves"])
        if kind == "count" and position.verdict():
            continue  # Whether there are moves after the end is a matter of taste.
        found = answer(position, game, kind, value)
        expected = kind if kind in ("draw", "win", "loss", "ongoing", "legal", "illegal") else value
        yield what, expected, found


def plain(game, position, value):
    """Whether a case is spelled as the referee's libraries read it: it is for the rules, not for the spellings."""
    if game == "shogi":
        plain_position = re.fullmatch(r"[^\[ ]+ [bw] [^ ]+ \d+", position)
    else:
        plain_position = re.fullmatch(r"[^ ]+ [wb] - - \d+ [1-9]\d*", position)
    return (position == "startpos" or plain_position) and value not in ("0000", "@@@@", "pass")


def answer(position, game, kind, value):
    if kind in ("legal", "illegal"):
        return "legal" if native(game, value) in position.legal() else "illegal"
    if kind == "count":
        return str(len(position.legal()))
    if kind == "declares":
        return "yes" if len(position.declarations()) == 2 else "no"
    return outcome(position)


def main():
    wrong = total = 0
    tables = [repetitions()]
    tables += [cases(game) for game in ("shogi", "xiangqi", "janggi") if (DATA / f"{game}_cases.tsv").exists()]
    for table in tables:
        for what, expected, found in table:
            total += 1
            if expected != found:
                wrong += 1
                print(f"{what}: expected {expected}, the referee says {found}")
    print(f"referee: {total - wrong} of {total} verdicts agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
