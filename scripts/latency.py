#!/usr/bin/env python3
"""How quickly the engine answers, and how it keeps its time.

- process start to `usiok`, `ucciok`, `uciok`; `stop` to `bestmove`; `quit` in mid-search to the end of the process;
- bullet games against itself with this script's clocks: moves at byoyomi 100 ms and at 1 s + 0.01 s a move, none
  later than its deadline;
- the share of a byoyomi of 1 s that is used.

Prints a table with the figures aimed at; the exit status is 1 if one is missed.
"""

import argparse
import sys
import time
from statistics import median

from lib.clock import Clocks, Control
from lib.engine import RYUMA, Engine
from lib.referee import referee
from lib.stats import spread, table

SEATS = (("usi", "shogi"), ("ucci", "xiangqi"), ("uci", "janggi"))


def searching(command, protocol, game):
    """An engine in the middle of an infinite search."""
    engine = Engine(command, game, protocol)
    engine.position([])
    engine.send("go infinite")
    time.sleep(0.3)
    return engine


def start_to_ok(command, protocol, game):
    engine = Engine(command, game, protocol)
    engine.quit()
    return engine.handshake_ms


def stop_to_move(command, protocol, game):
    engine = searching(command, protocol, game)
    started = time.perf_counter()
    engine.send("stop")
    reply = engine.await_move(started, 5000)
    engine.quit()
    return reply.elapsed


def quit_to_exit(command, protocol, game):
    return searching(command, protocol, game).quit()


def play(command, protocol, game, control, moves):
    """(used, allowed) in milliseconds of moves that the engine makes against itself, in as many games as it takes."""
    engine = Engine(command, game, protocol)
    timed = []
    while len(timed) < moves:
        engine.new_game()
        position, clocks = referee(game), Clocks(control)
        while len(timed) < moves and not position.verdict():
            side = position.turn
            allowed = clocks.allowed(side)
            engine.position(position.moves)
            reply = engine.go(clocks.go(protocol, side), allowed)
            timed.append((reply.elapsed, allowed))
            clocks.spend(side, reply.elapsed)
            if reply.move not in position.legal():
                # `resign` and `win` are fair ends; whether others are is for match.py to tell.
                break
            position.play(reply.move)
    engine.quit()
    return timed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=RYUMA)
    parser.add_argument("--tries", type=int, default=20, help="of each latency (default: 20)")
    parser.add_argument("--moves", type=int, default=200, help="bullet moves of each kind (default: 200)")
    parser.add_argument("--long-moves", type=int, default=20, help="moves at byoyomi 1 s (default: 20)")
    args = parser.parse_args()

    rows, missed = [], 0

    def report(what, values, unit, aim, met):
        nonlocal missed
        missed += not met
        rows.append((what, spread(values, unit), aim, "yes" if met else "NO"))
        print(f"{what}: {spread(values, unit)}", file=sys.stderr)

    for protocol, game in SEATS:
        for what, measure, limit in (
            (f"start → {protocol}ok", start_to_ok, 200),
            (f"stop → bestmove ({protocol})", stop_to_move, 30),
            (f"quit → exit ({protocol})", quit_to_exit, 200),
        ):
            times = [measure(args.engine, protocol, game) for _ in range(args.tries)]
            report(what, times, " ms", f"≤ {limit} ms", max(times) <= limit)

    for protocol, game in SEATS:
        for control in (Control(byoyomi=100), Control(main=1000, increment=10)):
            timed = play(args.engine, protocol, game, control, args.moves)
            spare = [allowed - used for used, allowed in timed]
            late = sum(ms < 0 for ms in spare)
            what = f"{len(timed)} moves at {control}: time left at the move ({game}, {protocol})"
            report(what, spare, " ms", f"none late ({late} were)", late == 0)
        timed = play(args.engine, protocol, game, Control(byoyomi=1000), args.long_moves)
        shares = [100 * used / allowed for used, allowed in timed]
        report(f"share of byoyomi 1 s used ({game})", shares, " %", "median ≥ 80 %", median(shares) >= 80)

    print(table(("what", "median (least–most)", "aim", "met"), rows))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
