"""Time controls, and how each protocol is told of them. All times are in milliseconds."""

from dataclasses import dataclass, field

# How long a search without a clock may take before it counts as hung.
UNTIMED_LIMIT = 120_000


@dataclass(frozen=True)
class Control:
    """One time control for both sides. `move_time` and `nodes` stand alone; the others add up."""

    main: int = 0
    increment: int = 0
    byoyomi: int = 0
    move_time: int | None = None
    nodes: int | None = None

    @classmethod
    def from_args(cls, args):
        """From the options that `add_arguments` put on a command line; None where none was given."""
        if args.movetime:
            return cls(move_time=args.movetime)
        if args.nodes:
            return cls(nodes=args.nodes)
        if args.byoyomi:
            return cls(byoyomi=args.byoyomi)
        if args.tc:
            base, _, increment = args.tc.partition("+")
            return cls(main=round(float(base) * 1000), increment=round(float(increment or 0) * 1000))
        return None

    def __str__(self):
        if self.move_time:
            return f"{self.move_time} ms/move"
        if self.nodes:
            return f"{self.nodes} nodes/move"
        parts = [f"{self.main / 1000:g} s"] if self.main else []
        parts += [f"{self.increment / 1000:g} s/move"] if self.increment else []
        parts += [f"byoyomi {self.byoyomi} ms"] if self.byoyomi else []
        return " + ".join(parts)


def add_arguments(parser):
    """The options that choose a time control."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--movetime", type=int, metavar="MS", help="exactly this long a move")
    group.add_argument("--byoyomi", type=int, metavar="MS", help="this long for every move, no main time")
    group.add_argument("--tc", metavar="S+INC", help="main time and increment in seconds, e.g. 10+0.1")
    group.add_argument("--nodes", type=int, help="nodes a move")


@dataclass
class Clocks:
    """The two clocks of one game."""

    control: Control
    left: list[int] = field(default_factory=list)

    def __post_init__(self):
        self.left = [self.control.main, self.control.main]

    def allowed(self, side):
        """Milliseconds in which `side` must have moved; None without a clock."""
        control = self.control
        if control.nodes:
            return None
        return control.move_time or self.left[side] + control.byoyomi

    def spend(self, side, used):
        """Books a move of `side` that took `used` ms. Late moves cost all of the main time, no more."""
        if self.control.main:
            self.left[side] = max(0, round(self.left[side] - used)) + self.control.increment

    def go(self, protocol, side):
        """The words after `go` that tell `side` of its clock."""
        control = self.control
        if control.nodes:
            return f"nodes {control.nodes}"
        if control.move_time:
            return f"movetime {control.move_time}"
        first, second = self.left
        if protocol == "usi":
            period = f"binc {control.increment} winc {control.increment}"
            if control.byoyomi:
                period = f"byoyomi {control.byoyomi}"
            return f"btime {first} wtime {second} {period}"
        # UCI and UCCI know no byoyomi: it is a time control of one move.
        first, second = first + control.byoyomi, second + control.byoyomi
        if protocol == "uci":
            period = f"winc {control.increment} binc {control.increment}"
            return f"wtime {first} btime {second} " + ("movestogo 1" if control.byoyomi else period)
        mine, theirs = (first, second) if side == 0 else (second, first)
        if control.byoyomi:
            return f"time {mine} movestogo 1 opptime {theirs} oppmovestogo 1"
        return f"time {mine} increment {control.increment} opptime {theirs} oppincrement {control.increment}"
