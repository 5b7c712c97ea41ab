#!/usr/bin/env python3
"""Compare our janggi rules with pyffish: the rule cases, and random games written by our tests.

    pip install pyffish
    scripts/crosscheck_janggi.py

Site's legal moves are those of Fairy-Stockfish's janggicasual; its endings have no counterpart there
apart from mate. Under the four Fairy-Stockfish variants everything is compared: legal moves, FEN, endings.
Exits non-zero on any disagreement.
"""
import collections
import pathlib
import re
import subprocess
import sys

import pyffish

ROOT = pathlib.Path(__file__).resolve().parent.parent
VARIANTS = {
    "Site": "janggicasual",
    "Fairy": "janggi",
    "Traditional": "janggitraditional",
    "Modern": "janggimodern",
    "Casual": "janggicasual",
}
START = pyffish.start_fen("janggi")


def fairy(move):
    """ICCS ranks 0-9 to ranks 1-10."""
    return re.sub(r"([a-i])(\d)", lambda m: m[1] + str(int(m[2]) + 1), move)


def peer_verdict(variant, fen, moves):
    """'-' or the result for the side to move, as -1, 0 or 1."""
    over, value = pyffish.is_immediate_game_end(variant, fen, moves)
    if not over and not pyffish.legal_moves(variant, fen, moves):
        return "-1"
    if not over:
        over, value = pyffish.is_optional_game_end(variant, fen, moves)
    return str((value > 0) - (value < 0)) if over else "-"


def games(counts):
    subprocess.run(
        ["cargo", "test", "--release", "--quiet", "--test", "rules", "janggi::crosscheck", "--", "--ignored"],
        cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
    )
    for line in (ROOT / "target/tmp/crosscheck_janggi.tsv").read_text().splitlines():
        style, fen, played, legal, verdict, text = line.split("\t")
        variant, moves = VARIANTS[style], played.split()
        counts["positions"] += 1
        where = f"{style}: {fen} moves {played}"
        if pyffish.get_fen(variant, fen, moves) != text:
            yield f"{where}: FEN {text}, peer {pyffish.get_fen(variant, fen, moves)}"
        # Once two passes have ended a game Site lists no moves, as the peer does.
        peer = sorted(pyffish.legal_moves(variant, fen, moves))
        if peer != legal.split():
            yield f"{where}: moves {sorted(set(peer) ^ set(legal.split()))} differ"
        result, _, reason = verdict.partition(":")
        if reason:
            counts[f"{style}, {reason}"] += 1
        if style != "Site" and result != peer_verdict(variant, fen, moves):
            yield f"{where}: {verdict}, peer {peer_verdict(variant, fen, moves)}"


def cases(counts):
    for line in (ROOT / "tests/data/janggi_cases.tsv").read_text().splitlines()[1:]:
        name, _, fen, options, played, expect, _ = line.split("\t")
        style, set_up = "Site", False
        for option in filter(None, options.replace("-", "").split(";")):
            key, value = option.split("=")
            style = value if key == "JanggiRules" else style
            set_up = set_up or key.endswith("Setup")
        kind, _, argument = expect.partition(":")
        ending = kind in ("win", "loss", "draw", "ongoing") and style != "Site"
        # The peer knows neither our other spellings nor set-ups as options.
        spelling = argument in ("0000", "@@@@", "pass") or fen.split()[1:2] not in ([], ["w"], ["b"])
        if kind not in ("legal", "illegal", "count") and not ending or set_up or spelling:
            counts["cases without counterpart"] += 1
            continue
        fen = START if fen == "startpos" else fen
        moves = [] if played == "-" else [fairy(m) for m in played.split()]
        legal = pyffish.legal_moves(VARIANTS[style], fen, moves)
        counts["cases compared"] += 1
        if kind == "count" and len(legal) != int(argument):
            yield f"case {name}: peer counts {len(legal)}"
        if ending:
            peer = peer_verdict(VARIANTS[style], fen, moves)
            if {"win": "1", "loss": "-1", "draw": "0", "ongoing": "-"}[kind] != peer:
                yield f"case {name}: peer finds {peer}, not {expect}"
        elif kind != "count" and (fairy(argument) in legal) != (kind == "legal"):
            yield f"case {name}: peer disagrees with {expect}"


def main():
    counts = collections.Counter()
    problems = [*cases(counts), *games(counts)]
    for problem in problems:
        print(problem)
    for name, count in sorted(counts.items()):
        print(f"{count:6} {name}")
    print(f"{len(problems)} disagreements")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
