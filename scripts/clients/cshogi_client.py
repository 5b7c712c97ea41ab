"""cshogi (PyPI: cshogi): its USI wrapper, command by command, and two games of its tournament.

    .venv/bin/python scripts/clients/cshogi_client.py
"""

import subprocess
import sys

import common

common.install(cshogi="cshogi")

import cshogi
from cshogi.usi import Engine

engine = Engine(common.engine("cshogi"))
lines = engine.usi()
common.check(any(b"USI_Variant" in line if isinstance(line, bytes) else "USI_Variant" in line for line in lines), "options")
for name, value in (("USI_Hash", 16), ("USI_Ponder", "false"), ("Threads", 1), ("SkillSeed", "")):
    engine.setoption(name, value)
engine.isready()
engine.usinewgame()
board, moves = cshogi.Board(), []
for _ in range(12):
    engine.position(moves)
    move, _ = engine.go(byoyomi=20)
    common.check(board.is_legal(board.move_from_usi(move)), f"{move} is legal after {moves}")
    board.push_usi(move)
    moves.append(move)
engine.position(sfen="sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
common.check(engine.go_mate(1000) == "G*5b", "a mate in one")
engine.gameover("win")
engine.quit()
print(common.transcripts("cshogi", "cshogi 1.1 (PyPI): its USI wrapper, as scripts/clients/cshogi_client.py drives it."))

command = [sys.executable, "-m", "cshogi.cli", common.engine("cshogi_games"), common.engine("cshogi_games")]
options = "Threads:1,USI_Hash:16,Notation:Off"
command += ["--name1", "A", "--name2", "B", "--options1", options, "--options2", options]
command += ["--games", "2", "--byoyomi", "30", "--draw", "200", "--pgn", str(common.OUT / "cshogi.pgn")]
(common.OUT / "cshogi.pgn").unlink(missing_ok=True)
# It waits for ever for an engine that dies before `readyok`, hence the limit.
output = subprocess.run(command, capture_output=True, text=True, timeout=900)
print(output.stdout[-400:], output.stderr[-400:])
results = (common.OUT / "cshogi.pgn").read_text().count("[Result ")
common.check(output.returncode == 0 and results == 2, f"two games, there are {results}")
common.check("illegal" not in output.stdout.lower(), "no illegal move")
print("cshogi: ok")
