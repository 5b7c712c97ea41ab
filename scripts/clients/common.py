"""What the scripts of this folder share: packages where they are missing, the engine behind a log, transcripts.

Everything is written to runs/clients. RYUMA names another engine than target/release/ryuma.
"""

import importlib.util
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "runs" / "clients"
ENGINE = pathlib.Path(os.environ.get("RYUMA", ROOT / "target/release/ryuma")).resolve()

# Answers that a client waits for, or that tell it of a mistake: a replay must show them too.
LANDMARKS = re.compile(r"usiok|uciok|ucciok|readyok|bestmove|checkmate|Fen: |info string (unknown|bad|cannot|.*needs)")
LOG_LINE = re.compile(r"\[\S+ TRACE ryuma::\S+\] (<-|->) (.*)$")


def install(**packages):
    """Installs Python packages (module=package) with pip where a module is missing."""
    missing = [name for module, name in packages.items() if importlib.util.find_spec(module) is None]
    if missing:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run(pip + missing, check=True)


def engine(client):
    """An executable that is the engine and writes down what it hears and says; a new log each time it starts."""
    folder = OUT / client
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.log"):
        old.unlink()
    script = folder / "engine"
    log = shlex.quote(str(folder / "session-"))
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(str(ENGINE))} --log-file {log}$$.log\n')
    script.chmod(0o755)
    return str(script)


def transcripts(client, about, most=40):
    """Makes runs/clients/CLIENT.txt, in the layout of tests/data/transcripts, of the beginning of the longest session."""
    logs = sorted((OUT / client).glob("*.log"), key=lambda log: log.stat().st_size)
    if not logs:
        raise SystemExit(f"{client}: the engine was never started")
    lines, sent, waits = [f"# {line}" for line in about.strip().splitlines()], 0, False
    for line in logs[-1].read_text().splitlines():
        match = LOG_LINE.match(line)
        if not match:
            continue
        if match[1] == "<-":
            if match[2].strip() == "quit" or (sent >= most and not waits):
                break
            sent += 1
            waits = waits or match[2].split()[:1] in (["go"], ["isready"])
            lines.append(f"> {match[2]}")
        elif LANDMARKS.match(match[2]):
            word = match[2].split()[0]
            waits = False
            lines.append("< " + (f"{word} *" if word in ("bestmove", "checkmate", "Fen:") else match[2]))
    path = OUT / f"{client}.txt"
    path.write_text("\n".join(lines + ["> quit", "exit 5000"]) + "\n")
    return path


def said(client):
    """All that the engine said to a client, in all sessions."""
    matches = (LOG_LINE.match(line) for log in (OUT / client).glob("*.log") for line in log.read_text().splitlines())
    return [match[2] for match in matches if match and match[1] == "->"]


def check(truth, message):
    if not truth:
        raise SystemExit(f"FAILED: {message}")
