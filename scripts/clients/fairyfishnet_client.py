"""fairyfishnet (PyPI: fairyfishnet), the analysis network of pychess.org: its worker with our engine where it expects
Fairy-Stockfish. Jobs are handed to it here; nothing goes over the network.

Its own start-up check wants an engine with all variants of pychess, chess among them. Ours has not, and does not say
so: the check alone is left out. Every job for xiangqi, janggi and shogi then runs as it is.

    .venv/bin/python scripts/clients/fairyfishnet_client.py
"""

import common

common.install(fairyfishnet="fairyfishnet", pyffish="pyffish")

import configparser

import pyffish
from fairyfishnet import worker as fishnet

program = common.engine("fairyfishnet")
fishnet.get_stockfish_command = lambda conf, update=True: program
conf = configparser.ConfigParser()
conf.read_dict({"Fishnet": {"Key": "abc", "EngineDir": str(common.OUT / "fairyfishnet")}})
worker = fishnet.Worker(conf, 1, 16, None)
worker.start_stockfish()

for variant in ("xiangqi", "janggi", "shogi"):
    start = pyffish.start_fen(variant)
    moves = []
    for level in (0, 2, 8, 1):
        work = {"type": "move", "id": "abc", "level": level}
        job = {"work": work, "variant": variant, "position": start, "moves": " ".join(moves)}
        move = worker.bestmove(job)["move"]
        legal = pyffish.legal_moves(variant, start, moves)
        common.check(move["bestmove"] in legal, f"{variant}: {move['bestmove']} is legal after {moves}")
        moves.append(move["bestmove"])
        print(variant, "level", level, move)
    job = {"work": {"type": "analysis", "id": "def"}, "variant": variant, "position": start, "moves": " ".join(moves)}
    rows = worker.analysis(job | {"nodes": 20000})["analysis"]
    common.check(len(rows) == len(moves) + 1, "every position is analysed")
    for row in rows:
        common.check({"score", "depth", "nodes", "time", "pv"} <= set(row), f"all that the server shows: {row}")
worker.kill_stockfish()

# A lost position has a score too: the worker asks for one everywhere.
worker.start_stockfish()
fen = "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1"
job = {"work": {"type": "analysis", "id": "ghi"}, "variant": "xiangqi", "position": fen, "moves": ""}
rows = worker.analysis(job | {"nodes": 2000})["analysis"]
common.check(rows[0]["score"] == {"mate": 0}, f"mated: {rows}")
worker.kill_stockfish()
about = """fairyfishnet 1.16 (PyPI): its worker's moves and analyses, as scripts/clients/fairyfishnet_client.py hands them out.
UCI_Chess960 is none of ours: it is told so, and the worker reads over it."""
print(common.transcripts("fairyfishnet", about))
print("fairyfishnet: ok")
