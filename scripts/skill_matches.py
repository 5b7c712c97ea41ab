#!/usr/bin/env python3
"""Matches between the levels Easy, Normal and Hard, and of Easy against a random mover.

40 games a pair in each game at 100 ms a move. A pair whose summary lies in the output folder already is not played
again, so an interrupted run goes on where it stopped. The exit status is 1 if a level is weaker than aimed at.
"""

import argparse
import json
import sys
from pathlib import Path

from lib.clock import Control
from lib.engine import FAIRY, RYUMA, Engine
from lib.play import RandomMover
from lib.stats import table
from lib.tournament import Match, Setting, faults_of_a

GAMES = ("shogi", "xiangqi", "janggi")
# Stronger, weaker, the score aimed at in percent.
PAIRS = (("Normal", "Easy", 85), ("Hard", "Normal", 95), ("Easy", "Random", 95))


def player(command, game, level):
    if level == "Random":
        return RandomMover(seed=1)
    return Engine(command, game, options=["Threads=1", f"Skill={level}"])


def play(args, game, stronger, weaker):
    """The summary of a pair's match, from the folder if it is there."""
    folder = args.out / f"{game}-{stronger}-{weaker}"
    done = folder / "summary.json"
    if done.exists():
        summary = json.loads(done.read_text())
        if summary["games"] >= args.games:
            return summary

    def make(letter):
        if letter == "judge":
            return Engine(FAIRY, game)
        return player(args.engine, game, stronger if letter == "a" else weaker)

    setting = Setting(
        game=game,
        make=make,
        control=Control(move_time=args.movetime),
        games=args.games,
        out=folder,
        concurrency=args.concurrency,
        margin=100,
    )
    return Match(setting).run(log=lambda text: print(f"{game} {stronger}-{weaker} {text}", flush=True))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=RYUMA)
    parser.add_argument("--only", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--games", type=int, default=40, help="a pair (default: 40)")
    parser.add_argument("--movetime", type=int, default=100, metavar="MS")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("runs/skill"))
    args = parser.parse_args()

    rows, missed = [], 0
    for game in args.only:
        for stronger, weaker, aim in PAIRS:
            summary = play(args, game, stronger, weaker)
            score = summary["score_percent"]
            # Late moves are shown, but are for latency.py to judge, on an idle machine.
            sound = faults_of_a(summary) == summary["faults"]["a"].get("overrun", 0)
            met = score is not None and score >= aim and sound
            missed += not met
            results = f"+{summary['wins']} ={summary['draws']} -{summary['losses']}"
            faults = summary["faults"]["a"] or "none"
            rows.append((game, stronger, weaker, results, f"{score} %", f"≥ {aim} %", "yes" if met else "NO", faults))
    print(table(("game", "stronger", "weaker", "result", "score", "aim", "met", "faults"), rows))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
