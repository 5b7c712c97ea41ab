"""lishoginet (PyPI: lishoginet), the analysis network of lishogi.org: its worker with our engine where it expects
Fairy-Stockfish. Jobs are handed to it here; nothing goes over the network.

Its own start-up check wants an engine that knows minishogi. Ours does not, and does not say so: the check alone is
left out. Jobs for shogi then run as they are.

    .venv/bin/python scripts/clients/lishoginet_client.py
"""

import common

common.install(lishoginet="lishoginet", cshogi="cshogi", requests="requests")

import configparser

import cshogi
import lishoginet

program = common.engine("lishoginet")
lishoginet.get_stockfish_command = lambda conf, update=True: program
conf = configparser.ConfigParser()
conf.read_dict({"Lishoginet": {"EngineDir": str(common.OUT / "lishoginet")}})
worker = lishoginet.Worker(conf, 1, 16, 0, 0, None)
worker.start_stockfish()

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
# It speaks to its server with the files of chess.
moves = ["7g7f", "3c3d"]
letters = " ".join(lishoginet.ucitousi(moves))
for level in (1, 5, 7, 8):
    work = {"type": "move", "id": "abc", "level": level}
    job = {"work": work, "variant": "standard", "position": START, "moves": letters}
    move = worker.bestmove(job)["move"]["bestmove"]
    board = cshogi.Board()
    for m in moves:
        board.push_usi(m)
    ours = lishoginet.ucitousi(move, True)
    common.check(board.is_legal(board.move_from_usi(ours)), f"{ours} is legal")
    print("level", level, move)
job = {"work": {"type": "analysis", "id": "def"}, "variant": "standard", "position": START, "moves": letters}
rows = worker.analysis(job | {"nodes": 20000})["analysis"]
for row in rows:
    common.check({"score", "depth", "nodes", "time", "pv"} <= set(row), f"all that the server shows: {row}")
three = worker.analysis(job | {"nodes": 20000, "multipv": 3})["analysis"]
common.check(all(len(lines) == 3 for lines in three["pv"]), "three lines each")
worker.kill_stockfish()
common.check(not any("unknown option" in line for line in common.said("lishoginet")), "all options are known")
print(common.transcripts("lishoginet", "lishoginet 2.0 (PyPI): its worker's moves and analyses, scripts/clients/lishoginet_client.py."))
print("lishoginet: ok")
