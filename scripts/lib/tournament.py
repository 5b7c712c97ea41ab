"""Many games between two players, several at a time, with one summary."""

import json
import queue
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .openings import balanced
from .play import Game, Record
from .stats import elo_text, spread

FATAL = ("illegal", "crash", "hang", "claim", "overrun", "disagreement", "stopped")


@dataclass
class Setting:
    """What a match is: `make` builds a fresh player for a worker, given `a`, `b` or `judge`."""

    game: str
    make: callable
    control: object
    games: int
    out: Path
    seed: int = 1
    concurrency: int = 1
    margin: int = 20
    max_plies: int = 0
    opening_plies: tuple = (4, 8)
    bound: int = 200


@dataclass
class Match:
    setting: Setting
    records: list = field(default_factory=list)
    names: dict = field(default_factory=dict)

    def run(self, log=print):
        """Plays all games not yet in the output folder; returns the summary. Ctrl-C keeps what is done."""
        self.setting.out.mkdir(parents=True, exist_ok=True)
        self.log_text = log
        self.lock = threading.Lock()
        self.stop = threading.Event()
        self.players = []
        self.errors = []
        pairs = queue.SimpleQueue()
        for pair in range((self.setting.games + 1) // 2):
            pairs.put(pair)
        workers = [threading.Thread(target=self.work, args=(pairs,)) for _ in range(self.setting.concurrency)]
        with open(self.setting.out / "games.jsonl", "w") as self.file:
            try:
                for worker in workers:
                    worker.start()
                for worker in workers:
                    worker.join()
            except KeyboardInterrupt:
                log("interrupted: the games under way are lost")
                self.stop.set()
                for player in self.players:
                    player.kill()
                for worker in workers:
                    worker.join()
        if self.errors:
            raise self.errors[0]
        summary = self.summary()
        (self.setting.out / "summary.json").write_text(json.dumps(summary, indent=2, ensure_ascii=False) + "\n")
        return summary

    def work(self, pairs):
        players = {}
        try:
            for letter in ("a", "b", "judge"):
                players[letter] = self.setting.make(letter)
                if hasattr(players[letter], "kill"):
                    self.players.append(players[letter])
            self.names.update({letter: player.name for letter, player in players.items()})
            while not self.stop.is_set():
                self.play_pair(pairs.get_nowait(), players)
        except queue.Empty:
            pass
        except Exception as error:
            # After Ctrl-C the engines are gone: whatever that breaks is no error.
            if not self.stop.is_set():
                self.stop.set()
                self.errors.append(error)
        finally:
            for player in players.values():
                if hasattr(player, "quit"):
                    player.quit()

    def play_pair(self, pair, players):
        setting = self.setting
        seed = f"{setting.seed}-{setting.game}-{pair}"
        opening = balanced(setting.game, seed, players["judge"], setting.opening_plies, setting.bound)
        for first, number in (("a", 2 * pair + 1), ("b", 2 * pair + 2)):
            if number > setting.games or self.stop.is_set():
                return
            record = Record(setting.game, number, first, opening)
            Game(record, players, setting.control, setting.margin, setting.max_plies, self.log).play()
            if not self.stop.is_set():
                self.finish(record)

    def finish(self, record):
        with self.lock:
            self.records.append(record)
            self.file.write(json.dumps(record.to_json(), ensure_ascii=False) + "\n")
            self.file.flush()
        result = {"a": "a wins", "b": "b wins", None: "draw"}[record.winner] if record.scored else "no result"
        plies = len(record.opening) + len(record.moves)
        self.log(f"game {record.number} ({record.first} first): {result}, {record.reason}, {plies} plies [{self.tally()}]")

    def log(self, text):
        if not self.stop.is_set():
            self.log_text(text)

    # -- the summary -------------------------------------------------------------------------------------

    def tally(self):
        wins, draws, losses = self.wdl()
        return f"a: +{wins} ={draws} -{losses}"

    def wdl(self):
        count = Counter(r.score_of_a() for r in self.records if r.scored)
        return count[1.0], count[0.5], count[0.0]

    def pair_scores(self):
        """The mean score of each pair (or of its only game with a result)."""
        pairs = {}
        for record in self.records:
            if record.scored:
                pairs.setdefault((record.number - 1) // 2, []).append(record.score_of_a())
        return [sum(scores) / len(scores) for scores in pairs.values()]

    def summary(self):
        wins, draws, losses = self.wdl()
        scored = wins + draws + losses
        return {
            "game": self.setting.game,
            "control": str(self.setting.control),
            "a": self.names.get("a"),
            "b": self.names.get("b"),
            "seed": self.setting.seed,
            "games": len(self.records),
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "score_percent": round(100 * (wins + draws / 2) / scored, 1) if scored else None,
            "elo": elo_text(self.pair_scores()),
            "reasons": dict(Counter(r.reason.split(",")[0] for r in self.records).most_common()),
            "faults": {letter: self.fault_counts(letter) for letter in ("a", "b")},
            "time_share_percent": {letter: self.time_share(letter) for letter in ("a", "b")},
            "latest_ms": {letter: self.latest(letter) for letter in ("a", "b")},
        }

    def fault_counts(self, letter):
        return dict(Counter(f["kind"] for r in self.records for f in r.faults if f["player"] == letter))

    def timed_moves(self, letter):
        """(used, allowed) of every move on a clock."""
        for record in self.records:
            for i, (used, allowed) in enumerate(zip(record.times, record.allowed)):
                if allowed and record.players()[(len(record.opening) + i) % 2] == letter:
                    yield used, allowed

    def time_share(self, letter):
        shares = [100 * used / allowed for used, allowed in self.timed_moves(letter)]
        return {"mean": round(sum(shares) / len(shares), 1), "max": round(max(shares), 1)} if shares else None

    def latest(self, letter):
        """The worst move: milliseconds after (positive) or before its deadline."""
        return max((round(used - allowed, 1) for used, allowed in self.timed_moves(letter)), default=None)


HEADER = ("game", "control", "a", "b", "+", "=", "-", "score", "Elo (95 %)", "faults of a", "faults of b",
          "time used a", "time used b", "latest a, b")  # fmt: skip


def row(summary):
    """A summary as a row under HEADER."""

    def faults(letter):
        return ", ".join(f"{count} {kind}" for kind, count in summary["faults"][letter].items()) or "none"

    def share(letter):
        shares = summary["time_share_percent"][letter]
        return f"{shares['mean']} %, max {shares['max']} %" if shares else "–"

    score = summary["score_percent"]
    return (
        summary["game"], summary["control"], summary["a"], summary["b"],
        summary["wins"], summary["draws"], summary["losses"],
        "–" if score is None else f"{score} %", summary["elo"], faults("a"), faults("b"), share("a"), share("b"),
        ", ".join(f"{ms:+} ms" if ms is not None else "–" for ms in summary["latest_ms"].values()),
    )  # fmt: skip


def faults_of_a(summary):
    """How many of a's faults there were: what a check of engine a must find to be 0."""
    return sum(count for kind, count in summary["faults"]["a"].items() if kind in FATAL)
