#!/usr/bin/env python3
"""What `ryuma analyze` costs beyond the searches: its time against that of the same searches in one engine process.

Both look at the positions of a game from its end to its start with so many nodes each, in turns. On a machine with
other work the processor time tells more than the clock; both are shown, with the ratio of each pair of runs.
Needs Linux or macOS, and nothing but Python.
"""

import argparse
import os
import subprocess
import tempfile
import time
from statistics import median

GAMES = {"shogi": "usi", "xiangqi": "ucci", "janggi": "ucci"}


def measured(run):
    """Seconds by the clock and of the processor, children's included."""
    before, started = os.times(), time.perf_counter()
    run()
    after = os.times()
    used = (after.children_user + after.children_system) - (before.children_user + before.children_system)
    return time.perf_counter() - started, used


def analysis(args, game, path):
    limits = ["--nodes", str(args.nodes), "--threads", str(args.threads), "--multipv", "1", "--hash", "64"]
    outputs = ["--html", os.devnull, "--json"]
    command = [args.engine, "analyze", path, "--game", game, *limits, *outputs]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def searches(args, game, moves):
    """The same searches by a protocol."""
    protocol = GAMES[game]
    command = [args.engine, "--protocol", protocol]
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(*lines):
        engine.stdin.write("".join(line + "\n" for line in lines))
        engine.stdin.flush()

    if protocol == "usi":
        say("usi", f"setoption name Threads value {args.threads}", "setoption name USI_Hash value 64")
    else:
        say("ucci", f"setoption UCI_Variant {game}", f"setoption threads {args.threads}", "setoption hashsize 64")
    for played in range(len(moves), -1, -1):
        say("position startpos" + (" moves " + " ".join(moves[:played]) if played else ""), f"go nodes {args.nodes}")
        while not engine.stdout.readline().startswith(("bestmove", "nobestmove")):
            pass
    say("quit")
    engine.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/ryuma")
    parser.add_argument("--games", nargs="+", default=["shogi"], choices=GAMES)
    parser.add_argument("--folder", default="tests/data/analysis", help="where GAME.txt with a position line is")
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--plies", type=int, default=150)
    parser.add_argument("--runs", type=int, default=1)
    args = parser.parse_args()
    for game in args.games:
        words = open(os.path.join(args.folder, f"{game}.txt")).read().split()
        moves = words[words.index("moves") + 1 :][: args.plies]
        pairs = []
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as record:
            record.write("position startpos moves " + " ".join(moves) + "\n")
            record.flush()
            for _ in range(args.runs):
                pairs.append((measured(lambda: analysis(args, game, record.name)), measured(lambda: searches(args, game, moves))))
        for kind, name in ((0, "clock"), (1, "processor")):
            ours, bare = (median(pair[which][kind] for pair in pairs) for which in (0, 1))
            ratio = median(pair[0][kind] / pair[1][kind] for pair in pairs)
            print(f"{game}, {len(moves)} moves, {name}: analysis {ours:.1f} s, searches {bare:.1f} s, ratio {ratio:.3f}")


if __name__ == "__main__":
    main()
