"""One game between two players, under a referee."""

import random
from dataclasses import asdict, dataclass, field

from .clock import Clocks
from .engine import EngineFault
from .referee import referee


@dataclass
class Fault:
    """Something that should not happen.

    `illegal`, `crash`, `hang` and `claim` (a win declared where no rule gives one) lose the game. `overrun` is
    a move later than its time and the margin; `disagreement` a verdict other than the referee's. `stopped`: a
    player who says the game is over while the referee says it goes on; such a game has no result.
    """

    player: str
    kind: str
    ply: int
    text: str


@dataclass
class Record:
    game: str
    number: int
    first: str
    """The player who moves first, `a` or `b`."""
    opening: list
    moves: list = field(default_factory=list)
    """After the opening, as the four lists below."""
    times: list = field(default_factory=list)
    allowed: list = field(default_factory=list)
    scores: list = field(default_factory=list)
    nodes: list = field(default_factory=list)
    winner: str | None = None
    """`a` or `b`; None: a draw, or no result."""
    reason: str = ""
    scored: bool = True
    faults: list = field(default_factory=list)

    def players(self):
        return ("a", "b") if self.first == "a" else ("b", "a")

    def score_of_a(self):
        return {"a": 1.0, "b": 0.0, None: 0.5}[self.winner]

    def to_json(self):
        return asdict(self)


class RandomMover:
    """A player who picks any legal move."""

    name = "random mover"
    has_verdict = False

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def pick(self, position):
        return self.rng.choice(position.legal())


class Ended(Exception):
    """The game is over: (winner's side or None, reason)."""


class Game:
    def __init__(self, record, players, control, margin, max_plies=0, log=print):
        """`players` maps `a` and `b` to an Engine or a RandomMover. `margin`: see `match.py`."""
        self.record = record
        self.letters = record.players()
        self.players = [players[letter] for letter in self.letters]
        self.clocks = Clocks(control)
        self.margin = margin
        self.max_plies = max_plies
        self.log = log
        self.position = referee(record.game)

    def play(self):
        """Plays the game to its end and fills the record."""
        try:
            for side in (0, 1):
                self.guarded(side, lambda player: player.new_game())
            for move in self.record.opening:
                self.position.play(move)
            while True:
                self.look_for_the_end()
                self.move()
        except Ended as end:
            side, self.record.reason = end.args
            self.record.winner = None if side is None else self.letters[side]
        return self.record

    def look_for_the_end(self):
        verdict = self.position.verdict()
        for side in (0, 1):
            self.guarded(side, lambda player: self.compare(side, player, verdict))
        if verdict:
            raise Ended(verdict.winner, verdict.reason)
        if self.max_plies and self.position.plies >= self.max_plies:
            raise Ended(None, "the match's limit of plies")

    def compare(self, side, player, verdict):
        """Asks the engine for its own verdict, if it has one, and holds it against the referee's."""
        if not player.has_verdict:
            return
        ours = verdict.seen_by(self.position.turn) if verdict else "ongoing"
        theirs = player.verdict(self.position.moves)
        if theirs.split()[:1] != [ours]:
            reason = f" ({verdict.reason})" if verdict else ""
            self.fault(side, "disagreement", f"referee: {ours}{reason}, engine: {theirs}")

    def move(self):
        side = self.position.turn
        if isinstance(self.players[side], RandomMover):
            move = self.players[side].pick(self.position)
            self.book(move, 0.0, None, None, 0)
            return
        allowed = self.clocks.allowed(side)
        reply = self.guarded(side, lambda player: self.ask(side, player, allowed))
        self.clocks.spend(side, reply.elapsed)
        if allowed and reply.elapsed > allowed + self.margin:
            self.fault(side, "overrun", f"{reply.elapsed:.1f} ms of {allowed} ms for {reply.move}")
        self.judge(side, reply, allowed)

    def ask(self, side, player, allowed):
        words = self.clocks.go(player.protocol, side)
        player.position(self.position.moves)
        reply = player.go(words, allowed)
        if reply.move == "none":
            # The peer's own rules may call the game over because of its history. Without it, it plays on.
            player.position([], self.position.text())
            again = player.go(words, allowed)
            if again.move != "none":
                self.log(f"game {self.record.number}: {player.name} plays on without the game's history")
                return again
        return reply

    def judge(self, side, reply, allowed):
        move = reply.move
        if move == "resign":
            raise Ended(1 - side, "resignation")
        if move == "win":
            self.judge_declaration(side)
        if move == "none":
            self.record.scored = False
            self.fault(side, "stopped", "says the game is over")
            raise Ended(None, "stopped by a player")
        if move not in self.position.legal():
            self.fault(side, "illegal", f"{move} in {self.position.text()}")
            raise Ended(1 - side, "illegal move")
        self.book(move, reply.elapsed, allowed, reply.score, reply.nodes)

    def judge_declaration(self, side):
        """Ours must hold under both common rules (its default, `Auto`); a peer's under any."""
        rules = self.position.declarations()
        needed = 2 if self.players[side].has_verdict else 1
        if len(rules) < needed:
            self.fault(side, "claim", f"declares a win in {self.position.text()}; it holds under {rules or 'no rule'}")
            raise Ended(1 - side, "wrong declaration")
        raise Ended(side, "declaration")

    def book(self, move, elapsed, allowed, score, nodes):
        self.position.play(move)
        self.record.moves.append(move)
        self.record.times.append(round(elapsed, 1))
        self.record.allowed.append(allowed)
        self.record.scores.append(score)
        self.record.nodes.append(nodes)

    def guarded(self, side, action):
        """Runs an action on an engine; if that dies or hangs, it loses and is started anew."""
        player = self.players[side]
        if isinstance(player, RandomMover):
            return None
        try:
            return action(player)
        except EngineFault as fault:
            self.fault(side, fault.kind, str(fault))
            player.restart()
            raise Ended(1 - side, fault.kind)

    def fault(self, side, kind, text):
        fault = Fault(self.letters[side], kind, self.position.plies, text)
        self.record.faults.append(asdict(fault))
        name = f"{self.players[side].name} ({fault.player})"
        self.log(f"game {self.record.number}: {name}: {kind} at ply {fault.ply}: {text}")
        if kind != "overrun":
            self.log(f"    startpos moves {' '.join(self.position.moves)}")
