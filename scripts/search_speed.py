#!/usr/bin/env python3
"""Speed of the search: nodes a second at the start position of each game.

One thread against Fairy-Stockfish's one thread, and two threads against one, each run next to the one it is
compared with; the tables show medians (in thousands of nodes a second, as the engines report them) and the median
of the ratios of neighbouring runs. For two threads the machine needs two idle cores.
"""

import argparse
import sys
from statistics import median

from lib.engine import FAIRY, RYUMA, Engine
from lib.stats import spread, table

GAMES = ("shogi", "xiangqi", "janggi")


def speed(command, game, threads, milliseconds, hash_mb):
    """Thousands of nodes a second of one search in a fresh process."""
    # The table's option has two names in USI; an engine ignores the one that it doesn't know.
    hash_names = ["USI_Hash", "Hash"] if game == "shogi" else ["Hash"]
    engine = Engine(command, game, options=[f"Threads={threads}"] + [f"{name}={hash_mb}" for name in hash_names])
    engine.new_game()
    engine.position([])
    reply = engine.go(f"movetime {milliseconds}", milliseconds)
    engine.quit()
    return reply.nodes / max(reply.time, 1)


def compare(game, one, other, runs):
    """Alternating runs of two measurements: a row of medians and their ratio."""
    first, second = [], []
    for _ in range(runs):
        first.append(one())
        second.append(other())
    ratio = median(a / b for a, b in zip(first, second))
    return game, spread(first, " k/s"), spread(second, " k/s"), f"{ratio:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=RYUMA)
    parser.add_argument("--peer", default=FAIRY)
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--movetime", type=int, default=3000, metavar="MS")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--hash", type=int, default=64, metavar="MB")
    args = parser.parse_args()

    def run(command, game, threads):
        return lambda: speed(command, game, threads, args.movetime, args.hash)

    against_peer, two_threads = [], []
    for game in args.games:
        one = run(args.engine, game, 1)
        against_peer.append(compare(game, one, run(args.peer, game, 1), args.runs))
        two_threads.append(compare(game, run(args.engine, game, 2), one, args.runs))
        print(f"{game}: done", file=sys.stderr)
    print(table(("game", "ours, 1 thread", "Fairy-Stockfish, 1 thread", "ratio"), against_peer), end="\n\n")
    print(table(("game", "2 threads", "1 thread", "ratio"), two_threads))


if __name__ == "__main__":
    sys.exit(main())
