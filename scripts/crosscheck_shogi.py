#!/usr/bin/env python3
"""Compares our legal moves in shogi with cshogi's (pip install cshogi); exits 1 where they differ.

Reads the rows of tests/data/shogi_cases.tsv that cshogi can judge (legal, illegal, count, checkmate,
sennichite, perpetual check, declarations by CSARule27), then compares whole move lists on positions of random
games played by cshogi. Our side of it is printed by a test that is ignored by default: it reads position texts
from the file named in RYUMA_POSITIONS.
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile

import cshogi

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = 40
PLIES = 250


def legal(board):
    return sorted(cshogi.move_to_usi(move) for move in board.legal_moves)


def our_moves(sfens):
    """The legal moves of each position, by our generator."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(sfens))
        file.flush()
        command = ["cargo", "test", "--release", "--quiet", "--test", "rules", "--", "--ignored"]
        command += ["--nocapture", "--exact", "shogi::print_legal_moves"]
        environment = dict(os.environ, RYUMA_POSITIONS=file.name)
        run = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, check=True)
    lines = [line.split("\t") for line in run.stdout.splitlines() if "\t" in line]
    return {sfen: sorted(moves.split()) for sfen, moves in lines}


def agrees(board, options, expect):
    """Whether cshogi expects the same of a position; None if it has no such rule."""
    kind, _, value = expect.partition(":")
    moves = legal(board)
    if kind == "count":
        return len(moves) == int(value)
    if kind in ("legal", "illegal", "unreadable"):
        return (value in moves) == (kind == "legal")
    if value in ("checkmate", "stalemate"):
        return not moves
    if value == "sennichite":
        return board.is_draw() == cshogi.REPETITION_DRAW
    if value == "perpetual check":
        return board.is_draw() == (cshogi.REPETITION_LOSE if kind == "loss" else cshogi.REPETITION_WIN)
    if kind == "claim" and options == "EnteringKingRule=CSARule27":
        return board.is_nyugyoku() == (value == "win")
    return None


def rule_cases():
    """Positions of the table that cshogi can reach, with options and what the table expects there."""
    lines = (ROOT / "tests/data/shogi_cases.tsv").read_text().splitlines()[1:]
    for line in lines:
        number, rule, position, options, moves, expect, _ = line.split("\t")
        # cshogi judges checks since the latest occurrence only, not since the first.
        if rule.startswith("Perpetual check") and expect == "draw:sennichite":
            continue
        if expect == "bad" or "[" in position or len(position.split()) == 6:
            continue
        board = cshogi.Board()
        if position != "startpos":
            board.set_sfen(position if len(position.split()) == 4 else position + " - 1")
        for move in moves.split() if moves != "-" else []:
            board.push_usi(move)
        yield number, board, options, expect


def random_positions():
    dice = random.Random(1)
    for _ in range(GAMES):
        board = cshogi.Board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(dice.choice(moves))
            if dice.random() < 0.1:
                yield board.copy()


def main():
    disagreements = 0
    rows = 0
    for number, board, options, expect in rule_cases():
        agreed = agrees(board, options, expect)
        rows += agreed is not None
        if agreed is False:
            disagreements += 1
            print(f"{number}: cshogi does not agree with {expect} in {board.sfen()}")
    boards = {board.sfen(): board for board in random_positions()}
    ours = our_moves(list(boards))
    for sfen, board in boards.items():
        if ours.get(sfen) != legal(board):
            disagreements += 1
            difference = sorted(set(ours.get(sfen, [])) ^ set(legal(board)))
            print(f"{sfen}: {' '.join(difference)}")
    print(f"{rows} rule cases and {len(boards)} positions compared, {disagreements} disagreements")
    return 1 if disagreements or not rows or not boards else 0


if __name__ == "__main__":
    sys.exit(main())
