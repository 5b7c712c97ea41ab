#!/usr/bin/env python3
"""What Fairy-Stockfish writes for some moves: the data behind tests/data/notation_pyffish.tsv.

    scripts/setup_peers.sh        # pyffish, into .venv
    .venv/bin/python scripts/notation_pyffish.py > tests/data/notation_pyffish.tsv

Random games of the three games, the xiangqi ones from positions full of pieces in tandem; the same seed gives the
same file. A row: the game, a position, a move as Fairy-Stockfish's UCI has it, and the same move as it is written:
Hodges' Western notation, WXF, or squares of two digits.
"""

import random

import pyffish

ROWS = 300
GAMES = {
    "shogi": pyffish.NOTATION_SHOGI_HODGES,
    "xiangqi": pyffish.NOTATION_XIANGQI_WXF,
    "janggi": pyffish.NOTATION_JANGGI,
}


def full_of_tandems():
    """A xiangqi position in which pawns and officers share a few files."""
    while True:
        board = [["."] * 9 for _ in range(10)]
        board[9][random.choice((3, 4))] = "K"
        board[0][5] = "k"
        files = random.sample(range(9), 3)
        for letter in "PPPPPRRNNCC":
            for own, rows in ((letter, range(0, 5)), (letter.lower(), range(5, 10))):
                row, column = random.choice(rows), random.choice(files)
                if board[row][column] == "." and random.random() < 0.8:
                    board[row][column] = own
        rows = ["".join(row) for row in board]
        for length in range(9, 0, -1):
            rows = [row.replace("." * length, str(length)) for row in rows]
        fens = [f"{'/'.join(rows)} {side} - - 0 1" for side in "wb"]
        if not any(pyffish.gives_check("xiangqi", fen, []) for fen in fens):
            return random.choice(fens)


def start(game):
    return full_of_tandems() if game == "xiangqi" else pyffish.start_fen(game)


def telling(game, text):
    """Whether a text has more than the plainest moves have."""
    return {"shogi": len(text) > 4 or "=" in text, "xiangqi": text[0].isdigit() or text[1] in "+-"}.get(game, True)


def main():
    random.seed(20261130)
    print("game\tfen\tmove\ttext")
    for game, notation in GAMES.items():
        rows = set()
        while len(rows) < ROWS:
            fen = start(game)
            for ply in range(120 if game != "xiangqi" else 6):
                moves = pyffish.legal_moves(game, fen, [])
                if not moves:
                    break
                texts = {move: pyffish.get_san(game, fen, move, False, notation) for move in moves}
                worth = [move for move in moves if telling(game, texts[move])]
                if random.random() < 0.2:
                    move = random.choice(worth if worth and random.random() < 0.8 else moves)
                    rows.add(f"{game}\t{fen}\t{move}\t{texts[move].rstrip('+') if game == 'janggi' else texts[move]}")
                fen = pyffish.get_fen(game, fen, [random.choice(moves)])
        print("\n".join(sorted(rows)[:ROWS]))


main()
