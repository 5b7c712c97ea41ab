"""An engine process, spoken to over USI, UCCI or UCI as a GUI speaks to it."""

import os
import re
import select
import shlex
import subprocess
import time
from dataclasses import dataclass

from .clock import UNTIMED_LIMIT
from .notation import from_protocol, to_protocol

RYUMA = "target/release/ryuma"
FAIRY = "/usr/games/fairy-stockfish"

# Milliseconds past its time after which an engine that says nothing counts as hung.
HANG = 5_000
HANDSHAKE = 10_000

SCORE = re.compile(r"\bscore (?:(cp|mate) )?([+-]?\d*)")
NUMBER = {word: re.compile(rf"\b{word} (\d+)") for word in ("depth", "nodes", "time")}


class EngineFault(Exception):
    """The process died or fell silent. `kind` is `crash` or `hang`."""

    def __init__(self, kind, text):
        super().__init__(text)
        self.kind = kind


@dataclass
class Reply:
    """What came back from a `go`: a move, or `resign`, `win` or `none`."""

    move: str
    elapsed: float
    """Milliseconds from `go` to `bestmove`, as seen from outside."""
    score: int | None = None
    """Centipawns, seen by the side to move; a mate counts as ±30000."""
    depth: int = 0
    nodes: int = 0
    time: int = 0
    """Milliseconds, by the engine's own account, at the last count of `nodes`."""


def add_arguments(parser, letter, command):
    """The options that describe engine `letter` of a match."""
    parser.add_argument(f"--{letter}", default=command, metavar="CMD", help=f"engine {letter} (default: {command})")
    parser.add_argument(f"--{letter}-proto", choices=("usi", "ucci", "uci"), help="default: usi for shogi, else uci")
    parser.add_argument(
        f"--{letter}-option", action="append", default=[], metavar="NAME=VALUE", help="may be given several times"
    )


class Engine:
    """One running engine. Moves go in and come out in the scripts' own notation (see notation.py)."""

    def __init__(self, command, game, protocol=None, options=(), stderr=None):
        self.command = shlex.split(command)
        self.game = game
        self.protocol = protocol or ("usi" if game == "shogi" else "uci")
        self.options = [tuple(option.split("=", 1)) for option in options]
        self.stderr = stderr
        self.process = None
        self.start()

    # -- the process -------------------------------------------------------------------------------------

    def start(self):
        stderr = open(self.stderr, "ab") if self.stderr else subprocess.DEVNULL
        started = time.perf_counter()
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            # Ctrl-C is for the script, which then ends its engines itself.
            start_new_session=True,
        )
        self.buffer = b""
        self.name = self.command[0]
        self.send(self.protocol)
        for line in self.lines_until(self.protocol + "ok", HANDSHAKE):
            if line.startswith("id name "):
                self.name = line[8:]
        # From before the process existed to its `usiok`, `ucciok` or `uciok`.
        self.handshake_ms = (time.perf_counter() - started) * 1000
        for name, value in self.default_options() + self.options:
            self.set_option(name, value)
        self.ready()
        # Only Ryuma offers its own verdict on a position; other engines may stumble over the word.
        self.has_verdict = self.name.startswith("Ryuma")

    def default_options(self):
        options = []
        if self.protocol == "ucci":
            options.append(("usemillisec", "true"))
        if self.protocol != "usi" and "UCI_Variant" not in dict(self.options):
            options.append(("UCI_Variant", self.variant()))
            if self.game == "janggi" and self.name.startswith("Ryuma"):
                # The variant called `janggi` means Fairy-Stockfish's rules; games are judged by ours.
                options.append(("JanggiRules", "Site"))
        return options

    def variant(self):
        """The value of `UCI_Variant` for the game.

        Fairy-Stockfish's `janggi` forbids most moves of a side that faces bikjang, and moves that repeat, so
        it would refuse legal moves of ours. Its `janggimodern` has exactly our legal moves and counts points
        after two passes and repetitions; what it doesn't know of is that bikjang ends the game.
        """
        if self.game == "janggi" and "Fairy-Stockfish" in self.name:
            return "janggimodern"
        return self.game

    def restart(self):
        self.kill()
        self.start()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def quit(self):
        """Asks the engine to leave, and waits. Returns milliseconds until it has."""
        started = time.perf_counter()
        try:
            self.send("quit")
            self.process.wait(timeout=HANG / 1000)
        except (EngineFault, subprocess.TimeoutExpired):
            self.kill()
        return (time.perf_counter() - started) * 1000

    # -- lines -------------------------------------------------------------------------------------------

    def send(self, line):
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise EngineFault("crash", f"{self.name} is gone ({self.exit_text()}); it was sent: {line[:200]}")

    def read_line(self, deadline):
        """The next line; `deadline` is a time of `time.perf_counter()`."""
        while b"\n" not in self.buffer:
            wait = deadline - time.perf_counter()
            if wait <= 0 or not select.select([self.process.stdout], [], [], wait)[0]:
                raise EngineFault("hang", f"{self.name} does not answer")
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                raise EngineFault("crash", f"{self.name} ended ({self.exit_text()})")
            self.buffer += data
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.decode(errors="replace").strip()

    def lines_until(self, start, milliseconds):
        """Lines up to the first that starts with `start`, which is the last one given."""
        deadline = time.perf_counter() + milliseconds / 1000
        while True:
            line = self.read_line(deadline)
            yield line
            if line.startswith(start):
                return

    def ask(self, line, start, milliseconds=HANG):
        """Sends a line and gives the first line back that starts with `start`."""
        self.send(line)
        *_, answer = self.lines_until(start, milliseconds)
        return answer

    def exit_text(self):
        try:
            return f"exit status {self.process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            return "still running"

    # -- the protocol ------------------------------------------------------------------------------------

    def set_option(self, name, value):
        words = f"{name} {value}" if self.protocol == "ucci" else f"name {name} value {value}"
        self.send(f"setoption {words}")

    def ready(self):
        self.ask("isready", "readyok", HANDSHAKE)

    def new_game(self):
        if self.protocol == "ucci":
            self.send("setoption newgame")
        else:
            self.send(f"{self.protocol}newgame")
        self.ready()

    def position(self, moves, start=None):
        """From the game's start, or from the position text `start`."""
        text = "startpos"
        if start:
            text = f"{'sfen' if self.protocol == 'usi' else 'fen'} {start}"
        if moves:
            text += " moves " + " ".join(to_protocol(m, self.game, self.protocol) for m in moves)
        self.send(f"position {text}")

    def go(self, words, allowed=None):
        """Sends `go` and waits for the answer: `allowed` ms, and some more before it counts as hung."""
        started = time.perf_counter()
        self.send(f"go {words}")
        return self.await_move(started, (allowed or UNTIMED_LIMIT) + HANG)

    def await_move(self, started, milliseconds):
        reply = Reply("none", 0.0)
        while True:
            line = self.read_line(started + milliseconds / 1000)
            if line.startswith("info"):
                self.read_info(line, reply)
            elif line.startswith(("bestmove", "nobestmove")):
                reply.elapsed = (time.perf_counter() - started) * 1000
                reply.move = self.read_bestmove(line.split())
                return reply

    def read_bestmove(self, words):
        if words[0] == "nobestmove" or len(words) < 2 or words[1] in ("(none)", "0000"):
            return "none"
        if words[1] in ("resign", "win"):
            return words[1]
        if self.protocol == "ucci" and "resign" in words[2:]:
            return "resign"
        return from_protocol(words[1], self.game, self.protocol)

    @staticmethod
    def read_info(line, reply):
        if line.startswith("info string"):
            return
        for name, pattern in NUMBER.items():
            if found := pattern.search(line):
                setattr(reply, name, int(found[1]))
        if found := SCORE.search(line):
            kind, number = found.groups()
            if kind == "mate":
                reply.score = -30000 if line[found.start(2) :].startswith("-") else 30000
            elif number.lstrip("+-"):
                reply.score = int(number)

    def verdict(self, moves):
        """The engine's own verdict on a position, e.g. `draw sennichite`, seen by the side to move."""
        self.position(moves)
        start = "info message verdict" if self.protocol == "ucci" else "info string verdict"
        return self.ask("verdict", start).removeprefix(start).strip()
