"""Other programs' rules as referees of our games: pyffish (Fairy-Stockfish) for shogi, xiangqi and janggi, and
python-shogi, cshogi and tsshogi (npm) for shogi. `ryuma match` plays; every move must be legal for each referee.

    .venv/bin/python scripts/clients/referees.py [GAMES]
"""

import json
import shutil
import subprocess
import sys

import common

common.install(pyffish="pyffish", cshogi="cshogi", shogi="python-shogi")
sys.path.insert(0, str(common.ROOT / "scripts"))

import cshogi
import pyffish
import shogi

from lib.notation import to_protocol, from_protocol

games = sys.argv[1] if len(sys.argv) > 1 else "4"


def play(game):
    out = common.OUT / f"referees_{game}"
    shutil.rmtree(out, ignore_errors=True)
    engines = [word for name in "ab" for word in ("--engine", f"name={name} cmd={common.ENGINE}")]
    command = [str(common.ENGINE), "match", "--game", game, *engines, "--nodes", "300", "--games", games]
    subprocess.run(command + ["--out", str(out)], check=True, capture_output=True)
    return [json.loads(line) for line in (out / "games.jsonl").read_text().splitlines()]


def fairy(game, moves):
    variant = {"janggi": "janggimodern"}.get(game, game)
    fen = pyffish.start_fen(variant)
    for number, move in enumerate(moves):
        # Records count the ranks of xiangqi and janggi from 0; pyffish from 1.
        text = to_protocol(move, game, "uci") if game == "shogi" else from_protocol(move, game, "ucci")
        legal = pyffish.legal_moves(variant, fen, [])
        common.check(text in legal, f"pyffish: {game}: move {number + 1}, {move}, of {moves}")
        fen = pyffish.get_fen(variant, fen, [text])


def python_shogi(moves):
    board = shogi.Board()
    for number, move in enumerate(moves):
        parsed = shogi.Move.from_usi(move)
        common.check(parsed in board.legal_moves, f"python-shogi: move {number + 1}, {move}, of {moves}")
        board.push(parsed)


def cshogi_rules(moves):
    board = cshogi.Board()
    for number, move in enumerate(moves):
        common.check(board.is_legal(board.move_from_usi(move)), f"cshogi: move {number + 1}, {move}, of {moves}")
        board.push_usi(move)


def tsshogi(lists):
    folder = common.OUT / "tsshogi"
    if not (folder / "node_modules/tsshogi").exists():
        install = ["npm", "install", "--no-save", "--no-package-lock", "--silent", "--prefix", str(folder), "tsshogi@2.2.0"]
        subprocess.run(install, check=True)
    script = common.ROOT / "scripts/clients/tsshogi_rules.mjs"
    lines = "".join(" ".join(moves) + "\n" for moves in lists)
    environment = {"NODE_PATH": str(folder / "node_modules")}
    done = subprocess.run([shutil.which("node"), str(script)], input=lines, text=True, capture_output=True, env=environment)
    common.check(done.returncode == 0, f"tsshogi: {done.stdout}{done.stderr}")


for game in ("shogi", "xiangqi", "janggi"):
    lists = [played["opening"] + played["moves"] for played in play(game)]
    for moves in lists:
        fairy(game, moves)
        if game == "shogi":
            python_shogi(moves)
            cshogi_rules(moves)
    if game == "shogi":
        tsshogi(lists)
    print(f"{game}: {len(lists)} games, {sum(map(len, lists))} moves: all legal")
print("referees: ok")
