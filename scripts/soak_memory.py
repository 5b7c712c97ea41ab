#!/usr/bin/env python3
"""Does a session stay as small as it is? Many games in one process, without a restart.

An engine plays fast games against itself, from random openings. What it takes from the system is read after 10 games, and
again on the way: resident memory, threads, and open files. The exit status is 1 if, in the end, memory has grown by more
than 5 % over what it was after 10 games, or there are more threads or files. Only Linux tells all this.
"""

import argparse
import os
import random
import re
import sys

from lib.engine import RYUMA, Engine
from lib.stats import table

SEATS = (("usi", "shogi"), ("ucci", "xiangqi"), ("uci", "janggi"), ("usi", "yonin"))
FIRST = 10
"""Games after which everything that is made once has been made."""
GROWTH = 0.05
OPENING = 4
"""Random plies at the beginning, so that no two games are alike."""


def usage(engine):
    """Resident kilobytes, threads, open files."""
    process = engine.process.pid
    with open(f"/proc/{process}/status") as file:
        text = file.read()
    memory, threads = (int(re.search(rf"{name}:\s+(\d+)", text)[1]) for name in ("VmRSS", "Threads"))
    return memory, threads, len(os.listdir(f"/proc/{process}/fd"))


def told(engine, question):
    """The words after a remark's name."""
    starts = tuple(f"info {kind} {question}" for kind in ("string", "message"))
    return engine.ask(question, starts).split()[3:]


def play(engine, nodes, plies, rng):
    """Plays a game to its end, or so many plies. Returns their number."""
    engine.new_game()
    moves = []
    while len(moves) < plies:
        engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        if told(engine, "verdict") != ["ongoing"]:
            break
        if len(moves) < OPENING:
            moves.append(rng.choice(told(engine, "moves")))
            continue
        move = engine.ask(f"go nodes {nodes}", ("bestmove", "nobestmove")).split()[1:2]
        if not move or move[0] in ("resign", "win", "(none)"):
            break
        moves += move
    return len(moves)


def soak(protocol, game, arguments):
    """Rows of the table, and whether all is well."""
    options = [f"USI_Variant={game}"] if game == "yonin" else []
    engine = Engine(arguments.engine, game, protocol, options + arguments.option)
    rng = random.Random(arguments.seed)
    rows, plies, first = [], 0, None
    for number in range(1, arguments.games + 1):
        plies += play(engine, arguments.nodes, arguments.plies, rng)
        if number == FIRST:
            first = usage(engine)
        if number in (FIRST, arguments.games // 10, arguments.games):
            memory, threads, files = usage(engine)
            growth = f"{(memory / first[0] - 1) * 100:+.2f} %" if first else "-"
            rows.append([game, protocol, number, plies, f"{memory / 1024:.1f} MB", growth, threads, files])
    memory, threads, files = usage(engine)
    engine.quit()
    is_well = memory <= first[0] * (1 + GROWTH) and threads <= first[1] and files <= first[2]
    return rows, is_well


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=RYUMA, metavar="CMD", help=f"default: {RYUMA}")
    parser.add_argument("--games", type=int, default=1000, help=f"of each game, at least {FIRST} (default: 1000)")
    parser.add_argument("--nodes", type=int, default=200, help="a move (default: 200)")
    parser.add_argument("--plies", type=int, default=120, help="of a game at most (default: 120)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--only", help="this game only")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.games < FIRST:
        parser.error(f"--games: at least {FIRST}")
    rows, is_well = [], True
    for protocol, game in SEATS:
        if arguments.only in (None, game):
            more, well = soak(protocol, game, arguments)
            rows += more
            is_well &= well
    print(table(["game", "protocol", "games", "plies", "memory", "growth", "threads", "files"], rows))
    print("memory, threads and files stay" if is_well else "the engine has grown")
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
