#!/usr/bin/env python3
"""Speed of move generation: `go perft 5` from the start of each game, one thread, against Fairy-Stockfish.

The two engines run in turn, several times; the table shows medians of nodes a second (in millions, by this script's
clock) and the median of the ratios of neighbouring runs. The counts of both must agree.
"""

import argparse
import re
import sys
import time
from statistics import median

from lib.engine import FAIRY, RYUMA, Engine
from lib.stats import spread, table

GAMES = ("shogi", "xiangqi", "janggi")


def perft(command, game, depth):
    """(nodes, seconds) of one run in a fresh process."""
    engine = Engine(command, game, options=["Threads=1"])
    engine.position([])
    started = time.perf_counter()
    answer = engine.ask(f"go perft {depth}", "Nodes searched", 600_000)
    seconds = time.perf_counter() - started
    engine.quit()
    return int(re.search(r"\d+", answer)[0]), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=RYUMA)
    parser.add_argument("--peer", default=FAIRY)
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()

    rows, agree = [], True
    for game in args.games:
        ours, theirs = [], []
        for _ in range(args.runs):
            nodes, seconds = perft(args.engine, game, args.depth)
            peer_nodes, peer_seconds = perft(args.peer, game, args.depth)
            agree &= nodes == peer_nodes
            ours.append(nodes / seconds / 1e6)
            theirs.append(peer_nodes / peer_seconds / 1e6)
        counts = nodes if nodes == peer_nodes else f"{nodes} / {peer_nodes}: they differ!"
        ratio = median(a / b for a, b in zip(ours, theirs))
        rows.append((game, counts, spread(ours, " M/s"), spread(theirs, " M/s"), f"{ratio:.2f}"))
        print(f"{game}: done", file=sys.stderr)
    print(table(("game", f"perft {args.depth}", "ours", "Fairy-Stockfish", "ratio"), rows))
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
