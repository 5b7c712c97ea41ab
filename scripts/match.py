#!/usr/bin/env python3
"""Plays a match between two engines under an independent referee.

    scripts/match.py --game xiangqi --games 40 --movetime 200 --out runs/xiangqi

Engine a is Ryuma and engine b Fairy-Stockfish unless told otherwise. Every opening (a few random moves after which
a judge sees nobody ahead) is played twice with sides reversed. Illegal moves, crashes, hangs and wrong declarations
lose; late moves are counted. Writes games.jsonl (a game a line) and summary.json into the folder; the exit status
is 1 if engine a did anything wrong, or disagreed with the referee about how a game stood.
"""

import argparse
import sys
from pathlib import Path

from lib import clock, engine
from lib.stats import table
from lib.tournament import HEADER, Match, Setting, faults_of_a, row


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=("shogi", "xiangqi", "janggi"), required=True)
    engine.add_arguments(parser, "a", engine.RYUMA)
    engine.add_arguments(parser, "b", engine.FAIRY)
    parser.add_argument("--judge", default=engine.FAIRY, metavar="CMD", help=f"finds openings (default: {engine.FAIRY})")
    clock.add_arguments(parser)
    parser.add_argument("--games", type=int, default=40, help="default: 40")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time (default: 1)")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--seed", type=int, default=1, help="chooses the openings")
    parser.add_argument("--max-plies", type=int, default=0, help="call longer games draws (default: no limit)")
    parser.add_argument("--margin", type=int, default=20, metavar="MS", help="a move is late after this (default: 20)")
    parser.add_argument("--bound", type=int, default=200, help="openings are within this, in centipawns")
    args = parser.parse_args()
    args.control = clock.Control.from_args(args)
    if args.control is None:
        parser.error("choose a time control: --movetime, --byoyomi, --tc or --nodes")
    return args


def main():
    args = arguments()
    args.out.mkdir(parents=True, exist_ok=True)

    def make(letter):
        if letter == "judge":
            return engine.Engine(args.judge, args.game)
        command, protocol, options = (getattr(args, letter + name) for name in ("", "_proto", "_option"))
        return engine.Engine(command, args.game, protocol, options, stderr=args.out / f"stderr-{letter}.log")

    match = Match(
        Setting(
            game=args.game,
            make=make,
            control=args.control,
            games=args.games,
            out=args.out,
            seed=args.seed,
            concurrency=args.concurrency,
            margin=args.margin,
            max_plies=args.max_plies,
            bound=args.bound,
        )
    )
    summary = match.run(log=lambda text: print(text, flush=True))
    print(table(HEADER, [row(summary)]))
    for reason, count in summary["reasons"].items():
        print(f"  {count} × {reason}")
    return 1 if faults_of_a(summary) else 0


if __name__ == "__main__":
    sys.exit(main())
