#!/usr/bin/env python3
"""Does the engine keep its time on a busy machine? Matches against itself while other processes take the processor.

`ryuma match` is the referee, with a real clock: a move that comes later than its time and the margin loses the game. Games
are played at four time controls; beside them so many processes run that do nothing but compute. Told are games lost on time,
how late the latest move was, and the share of its time that the engine used. The exit status is 1 if a game was lost on time
or had another fault.

Five minutes and 30 seconds a move take hours a game, so this control is played a hundred times faster. That the time planned
adds up at the true speed (and that none of three periods is used up) a test shows by a simulated clock:
`cargo test --release --lib simulated -- --nocapture`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from lib.engine import RYUMA
from lib.stats import table


@dataclass
class Control:
    name: str
    words: list
    """For `ryuma match`."""
    main: int = 0
    increment: int = 0
    byoyomi: int = 0
    """Milliseconds."""

    def given(self, moves):
        """Milliseconds that a side has had after so many moves."""
        return self.main + moves * (self.increment + self.byoyomi)


CONTROLS = (
    Control("1 s + 0.1 s a move", ["--tc", "1+0.1"], 1000, 100),
    Control("byoyomi 200 ms", ["--byoyomi", "200"], byoyomi=200),
    Control("5 min + 30 s, at a hundredth", ["--tc", "3", "--byoyomi", "300"], 3000, byoyomi=300),
    Control("sudden death in 3 s", ["--tc", "3"], 3000),
)
BUSY = "while True: pass"


def play(control, arguments, folder):
    """Plays a match; returns a row of the table, and whether all is well."""
    out = folder / control.name.replace(" ", "-")
    engine = f"cmd={arguments.engine} option.Threads={arguments.threads}"
    command = [arguments.engine, "match", "--game", arguments.game, *control.words, "--out", str(out)]
    command += ["--games", str(arguments.games), "--seed", str(arguments.seed), "--margin", str(arguments.margin)]
    command += ["--concurrency", str(arguments.concurrency), "--max-plies", str(arguments.plies)]
    command += ["--engine", f"name=a {engine}", "--engine", f"name=b {engine}"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{control.name}: the match ended with {done.returncode}: {done.stderr.strip()}")
    summary = json.loads((out / "summary.json").read_text())
    faults = {}
    for engine in summary["engines"]:
        for fault, count in engine["faults"].items():
            faults[fault] = faults.get(fault, 0) + count
    latest = [engine["latest"] for engine in summary["engines"] if engine["latest"] is not None]
    used = given = moves = 0
    for line in (out / "games.jsonl").read_text().splitlines():
        times = json.loads(line)["times"]
        for side in (times[0::2], times[1::2]):
            used += sum(side)
            given += control.given(len(side))
            moves += len(side)
    told = ", ".join(f"{count} {fault}" for fault, count in faults.items()) or "none"
    late = f"{max(latest):.1f} ms" if latest else "-"
    return [control.name, summary["games"], moves, told, late, f"{100 * used / given:.1f} %"], not faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=RYUMA, metavar="PROGRAM", help=f"default: {RYUMA}")
    parser.add_argument("--game", default="shogi", choices=("shogi", "xiangqi", "janggi"))
    parser.add_argument("--games", type=int, default=500, help="of each control (default: 500)")
    parser.add_argument("--busy", type=int, default=2, help="other processes that compute (default: 2)")
    parser.add_argument("--threads", type=int, default=1, help="of each engine (default: 1)")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time (default: 1)")
    parser.add_argument("--margin", type=int, default=50, help="of the referee, in ms (default: 50)")
    parser.add_argument("--plies", type=int, default=300, help="of a game at most (default: 300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, choices=range(1, len(CONTROLS) + 1), help="this time control only")
    parser.add_argument("--out", type=Path, help="keep the matches in this folder")
    arguments = parser.parse_args()
    arguments.engine = os.path.abspath(arguments.engine)
    controls = CONTROLS if arguments.only is None else [CONTROLS[arguments.only - 1]]
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(arguments.busy)]
    rows, is_well = [], True
    try:
        with tempfile.TemporaryDirectory() as temporary:
            for control in controls:
                row, well = play(control, arguments, arguments.out or Path(temporary))
                rows.append(row)
                is_well &= well
    finally:
        for process in busy:
            process.kill()
    header = ["time control", "games", "moves", "faults", "latest beyond its time", "share of the time used"]
    print(table(header, rows))
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
