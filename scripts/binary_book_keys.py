#!/usr/bin/env python3
"""Writes tests/data/binary_book_keys.tsv: what cshogi says of keys and moves in Apery's books.

Random games; a line has a position, its key, and some legal moves with their 16 bits. Needs cshogi
(scripts/setup_peers.sh): .venv/bin/python scripts/binary_book_keys.py > tests/data/binary_book_keys.tsv
"""

import random

import cshogi

random.seed(6)
print("sfen\tkey\tmoves")
for game in range(12):
    board = cshogi.Board()
    for ply in range(150):
        moves = list(board.legal_moves)
        if not moves:
            break
        if ply % 25 == game % 25 or ply == 0 and game == 0:
            # Drops and promotions are rare by chance.
            special = [m for m in moves if cshogi.move_is_drop(m) or cshogi.move_is_promotion(m)]
            some = random.sample(moves, min(2, len(moves))) + special[:1] + special[-1:]
            texts = [f"{cshogi.move_to_usi(m)}:{m & 0xFFFF:04x}" for m in dict.fromkeys(some)]
            print(f"{board.sfen()}\t{board.book_key():016x}\t{' '.join(texts)}")
        captures = [m for m in moves if board.piece(cshogi.move_to(m))]
        board.push(random.choice(captures if captures and random.random() < 0.3 else moves))
