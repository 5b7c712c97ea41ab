#!/usr/bin/env python3
"""Holds the engine's rules against the referee's in random games: each position's legal moves and verdict.

The games are random, but not evenly so: each game has its own liking for captures, passes, checks and going back where a
piece came from, so that the rarer endings happen too. The exit status is 1 if anything differed.
"""

import argparse
import random
import sys
from collections import Counter

from lib.engine import RYUMA, Engine
from lib.notation import from_protocol
from lib.referee import is_pass, referee

GAMES = ("shogi", "xiangqi", "janggi")


def engine_moves(engine, position):
    """The engine's legal moves, by the lines of `go perft 1`."""
    engine.position(position.moves)
    engine.send("go perft 1")
    *lines, _ = engine.lines_until("Nodes searched", 5_000)
    texts = [line.split(":")[0] for line in lines if line.endswith(": 1")]
    return sorted(from_protocol(text, engine.game, engine.protocol) for text in texts)


def random_move(position, rng, liking):
    """A random move of a kind that the game's `liking` (weights by kind) picks first, if there is one."""
    legal = position.legal()
    kinds = {
        "any": lambda move: True,
        "back": lambda move: goes_back(position.moves, move),
        "pass": is_pass,
        "capture": lambda move: takes(position, move),
        "check": lambda move: checks(position, move),
    }
    kind = rng.choices(list(liking), list(liking.values()))[0]
    if kind in ("capture", "check"):
        # They have to be tried out, which takes time: a few will do.
        legal = rng.sample(legal, min(len(legal), 12))
    wanted = [move for move in legal if kinds[kind](move)]
    return rng.choice(wanted or legal)


def goes_back(moves, move):
    """Whether a move takes the mover's last move back."""
    if len(moves) < 2 or "*" in move:
        return False
    half = len(moves[-2]) // 2 if len(moves[-2]) % 2 == 0 else None
    return move == moves[-2][half:] + moves[-2][:half] if half else False


def tried(position, move):
    """The game from the position's text, one move later."""
    other = referee(type(position).__name__.lower(), position.text())
    other.play(move)
    return other


def takes(position, move):
    return "*" not in move and tried(position, move).counts[-1] < position.counts[-1]


def checks(position, move):
    return tried(position, move).in_check[-1]


def play(game, engine, rng, ends):
    """Plays one game; the differences found, as lines."""
    liking = {kind: rng.random() ** 2 for kind in ("any", "back", "capture", "check")}
    # Two passes in a row end a game of janggi: a little of this is enough.
    liking["pass"] = rng.random() ** 8
    position = referee(game)
    engine.new_game()
    while True:
        verdict = position.verdict()
        ours = verdict.seen_by(position.turn) if verdict else "ongoing"
        theirs = engine.verdict(position.moves)
        if theirs.split()[0] != ours:
            return [f"verdict: referee {ours} ({verdict and verdict.reason}), engine {theirs}", line(position)]
        if verdict:
            ends[verdict.reason.split(",")[0]] += 1
            return []
        differing = set(engine_moves(engine, position)) ^ set(position.legal())
        if differing:
            return [f"legal in one only: {' '.join(sorted(differing))}", line(position)]
        position.play(random_move(position, rng, liking))


def line(position):
    return f"    startpos moves {' '.join(position.moves)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=RYUMA)
    parser.add_argument("--only", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--games", type=int, default=200, help="of each game (default: 200)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    wrong = 0
    for game in args.only:
        ends = Counter()
        engine = Engine(args.engine, game)
        for number in range(args.games):
            differences = play(game, engine, random.Random(f"{args.seed}-{number}"), ends)
            wrong += bool(differences)
            if differences:
                print(f"{game}, game {number}:", *differences, sep="\n", flush=True)
        engine.quit()
        print(f"{game}: {args.games} games; " + ", ".join(f"{n} × {end}" for end, n in ends.most_common()), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
