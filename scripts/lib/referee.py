"""Independent referees: who may move what, and how a game has ended.

Legal moves and checks come from cshogi and pyffish; the endings are judged here, from the rules as played
(docs/rules.md), because no library knows these rules. Sides are 0 (moves first) and 1.
"""

import re
from dataclasses import dataclass

import cshogi
import pyffish


@dataclass(frozen=True)
class Verdict:
    winner: int | None
    """None: a draw."""
    reason: str

    def seen_by(self, side):
        if self.winner is None:
            return "draw"
        return "win" if self.winner == side else "loss"


def referee(game, start=None):
    """A new game, at its start or from a FEN or SFEN."""
    return {"shogi": Shogi, "xiangqi": Xiangqi, "janggi": Janggi}[game](start)


class Referee:
    """A game, with what the rules about repetition need to know of its past."""

    def __init__(self):
        self.first_turn = self.side_in_text()
        self.moves = []
        self.keys = [self.key()]
        self.in_check = [self.is_check()]
        """Whether the side to move was in check after each ply."""
        self.counts = [self.pieces()]
        """The pieces on the board after each ply."""
        self.known_legal = None

    @property
    def turn(self):
        return self.mover(self.plies + 1)

    def mover(self, ply):
        """The side that plays the given ply; the first is 1."""
        return (self.first_turn + ply - 1) % 2

    @property
    def plies(self):
        return len(self.moves)

    def legal(self):
        """All legal moves."""
        if self.known_legal is None:
            self.known_legal = self.find_legal()
        return self.known_legal

    def play(self, move):
        """Plays a legal move."""
        self.known_legal = None
        self.advance(move)
        self.moves.append(move)
        self.keys.append(self.key())
        self.in_check.append(self.is_check())
        self.counts.append(self.pieces())

    def sides_in_perpetual(self, times):
        """The sides that gave check with all of their moves since this position occurred first — None if it
        has not yet occurred `times` times."""
        key = self.keys[-1]
        if self.keys.count(key) < times:
            return None
        first = self.keys.index(key)
        return [
            side
            for side in (0, 1)
            if all(self.in_check[ply] for ply in range(first + 1, self.plies + 1) if self.mover(ply) == side)
        ]

    def loss(self, side, reason):
        return Verdict(1 - side, reason)

    # Of each game:
    def side_in_text(self):
        """The side to move that the position text names."""
    def advance(self, move): ...
    def key(self):
        """The position as far as repetition looks: board, hands, side to move."""
    def is_check(self): ...
    def pieces(self):
        """The number of pieces on the board."""
    def find_legal(self):
        """All legal moves."""
    def text(self):
        """The position as FEN or SFEN."""
    def verdict(self):
        """How the game has ended; None while it goes on."""
    def declarations(self):
        """The entering-king rules under which the side to move may declare a win."""
        return set()


# -- shogi ---------------------------------------------------------------------------------------------------

BIG = set("RB")


class Shogi(Referee):
    MAX_PLIES = 400

    def __init__(self, sfen=None):
        self.board = cshogi.Board(sfen) if sfen else cshogi.Board()
        super().__init__()
        # An SFEN's last word: the number of the next move.
        self.plies_before = int(sfen.split()[3]) - 1 if sfen else 0

    def side_in_text(self):
        return "bw".index(self.board.sfen().split()[1])

    def advance(self, move):
        self.board.push_usi(move)

    def key(self):
        return self.board.sfen().rsplit(" ", 1)[0]

    def is_check(self):
        return self.board.is_check()

    def pieces(self):
        return sum(c.isalpha() for c in self.board.sfen().split()[0])

    def find_legal(self):
        return [cshogi.move_to_usi(m) for m in self.board.legal_moves]

    def text(self):
        return self.board.sfen()

    def verdict(self):
        if not self.legal():
            return self.loss(self.turn, "checkmate" if self.in_check[-1] else "no legal move")
        checkers = self.sides_in_perpetual(4)
        if checkers is not None:
            if len(checkers) == 1:
                return self.loss(checkers[0], "perpetual check")
            return Verdict(None, "sennichite")
        if self.plies_before + self.plies >= self.MAX_PLIES:
            return self.at_move_limit()
        return None

    def at_move_limit(self):
        """Decided by 24 points if both kings have entered, else a draw."""
        if self.king_entered(0) and self.king_entered(1):
            for side in (0, 1):
                if self.points(side) < 24:
                    return self.loss(side, "move limit, points")
        return Verdict(None, "move limit")

    def declarations(self):
        side = self.turn
        if self.in_check[-1] or not self.king_entered(side):
            return set()
        rules = set()
        if self.king_entered(1 - side) and self.points(side) >= 24 and self.points(1 - side) < 24:
            rules.add("Impasse24")
        others_in_zone = sum(1 for p, row in self.on_board(side) if in_zone(side, row)) - 1
        if others_in_zone >= 10 and self.points(side, zone_only=True) >= (28, 27)[side]:
            rules.add("CSARule27")
        return rules

    def on_board(self, side):
        """(letter, row) of each piece of a side; row 0 is rank a."""
        for row, text in enumerate(self.board.sfen().split()[0].split("/")):
            for letter in text:
                if letter.isalpha() and letter.isupper() == (side == 0):
                    yield letter.upper(), row

    def in_hand(self, side):
        """(letter, count) of the hand of a side."""
        hands = self.board.sfen().split()[2]
        for count, letter in re.findall(r"(\d*)([A-Za-z])", hands):
            if letter.isupper() == (side == 0):
                yield letter.upper(), int(count or 1)

    def king_entered(self, side):
        return any(letter == "K" and in_zone(side, row) for letter, row in self.on_board(side))

    def points(self, side, zone_only=False):
        """Big pieces 5, others 1, the king nothing; of the board's pieces all, or those in the zone."""
        board = sum(
            5 if letter in BIG else 1
            for letter, row in self.on_board(side)
            if letter != "K" and (in_zone(side, row) or not zone_only)
        )
        return board + sum((5 if letter in BIG else 1) * count for letter, count in self.in_hand(side))


def in_zone(side, row):
    """Whether a row lies in the promotion zone of `side`."""
    return row <= 2 if side == 0 else row >= 6


# -- xiangqi and janggi --------------------------------------------------------------------------------------


class Fairy(Referee):
    """A game whose legal moves and checks pyffish knows, one position at a time, without its history."""

    VARIANT = None

    def __init__(self, fen=None):
        self.fen = fen or pyffish.start_fen(self.VARIANT)
        super().__init__()

    def side_in_text(self):
        return "wb".index(self.fen.split()[1])

    def advance(self, move):
        self.fen = pyffish.get_fen(self.VARIANT, self.fen, [move])

    def key(self):
        return " ".join(self.fen.split()[:2])

    def is_check(self):
        return pyffish.gives_check(self.VARIANT, self.fen, [])

    def board(self):
        return self.fen.split()[0]

    def pieces(self):
        return sum(c.isalpha() for c in self.board())

    def find_legal(self):
        return pyffish.legal_moves(self.VARIANT, self.fen, [])

    def text(self):
        return self.fen


class Xiangqi(Fairy):
    VARIANT = "xiangqi"
    DRAW_PLIES = 120

    def __init__(self, fen=None):
        super().__init__(fen)
        # A FEN's fifth word: plies since the last capture.
        self.quiet_before = int(fen.split()[4]) if fen else 0

    def verdict(self):
        if not self.legal():
            return self.loss(self.turn, "checkmate" if self.in_check[-1] else "stalemate")
        checkers = self.sides_in_perpetual(3)
        if checkers is not None:
            if len(checkers) == 1:
                return self.loss(checkers[0], "perpetual check")
            return Verdict(None, "repetition")
        if self.plies_without_capture() >= self.DRAW_PLIES:
            return Verdict(None, "60-move rule")
        if not set(self.board().lower()) & set("rncp"):
            return Verdict(None, "insufficient material")
        return None

    def plies_without_capture(self):
        if len(set(self.counts)) > 1:
            return self.counts.count(self.counts[-1]) - 1
        return self.quiet_before + self.plies


class Janggi(Fairy):
    # The variant of Fairy-Stockfish that forbids no move for the sake of bikjang or repetition.
    VARIANT = "janggicasual"
    MAX_PLIES = 200
    FULL_BOARD = 32
    POINTS = {"R": 13, "C": 7, "N": 5, "B": 3, "A": 3, "P": 2}

    def __init__(self, fen=None):
        super().__init__(fen)
        # A FEN's last word: the number of the move, counted by Cho's.
        self.plies_before = 2 * (int(self.fen.split()[5]) - 1) + self.first_turn
        self.facing = [self.generals_face()]
        """Whether the generals faced each other after each ply."""

    def play(self, move):
        super().play(move)
        self.facing.append(self.generals_face())

    def verdict(self):
        if not self.legal():
            return self.loss(self.turn, "checkmate")
        checkers = self.sides_in_perpetual(3)
        if checkers is not None and len(checkers) == 1:
            return self.loss(checkers[0], "perpetual check")
        if self.bikjang():
            return self.by_points("bikjang")
        if checkers is not None:
            return self.by_points("repetition")
        if self.plies >= 2 and all(is_pass(m) for m in self.moves[-2:]):
            return self.by_points("two passes")
        if self.plies_before + self.plies >= self.MAX_PLIES:
            return self.by_points("move limit")
        return None

    def bikjang(self):
        """The generals faced each other after the last ply but one, which the last has not changed, and a
        capture had been made by then."""
        return self.plies >= 1 and self.facing[-1] and self.facing[-2] and self.counts[-2] < self.FULL_BOARD

    def generals_face(self):
        rows = re.sub(r"\d+", lambda n: "." * int(n[0]), self.board()).split("/")
        for column in zip(*rows):
            pieces = "".join(column).replace(".", "")
            if "kK" in pieces:
                return True
        return False

    def by_points(self, reason):
        board = self.board()
        cho = sum(self.POINTS.get(c, 0) for c in board)
        han = 1.5 + sum(self.POINTS.get(c.upper(), 0) for c in board if c.islower())
        return Verdict(0 if cho > han else 1, f"{reason}, points {cho}:{han}")


def is_pass(move):
    found = re.fullmatch(r"([a-i]\d+)([a-i]\d+)", move)
    return bool(found) and found[1] == found[2]
