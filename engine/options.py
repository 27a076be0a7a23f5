"""Everything that can be set: one table, validated in one place. docs/options.md lists the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

Value = int | bool | str

LARGEST = 10**15  # nobody means a larger number
DIGITS = len(str(LARGEST))


class Option:
    """One option: kind is check, spin, combo, string or button; `readers` names the searches that use it.

    No dataclass: importing that module would be the dearest part of the way to `uciok`.
    """

    __slots__ = ("choices", "default", "high", "kind", "low", "meaning", "name", "readers")

    def __init__(
        self,
        name: str,
        kind: str,
        default: Value,
        meaning: str,
        readers: str,
        *,
        low: int = 0,
        high: int = 0,
        choices: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.meaning = meaning
        self.readers = readers
        self.low = low
        self.high = high
        self.choices = choices

    def read(self, text: str) -> Value:
        """The value that a text means; ValueError with what would be right."""
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise ValueError(f"{self.name} is true or false, not {shorten(text)!r}")
            return text.lower() == "true"
        if self.kind == "spin":
            number = whole_number(text)
            if number is None or not self.low <= number <= self.high:
                raise ValueError(f"{self.name} is a number from {self.low} to {self.high}, not {shorten(text)!r}")
            return number
        if self.kind == "combo":
            for choice in self.choices:
                if choice.lower() == text.lower():
                    return choice
            raise ValueError(f"{self.name} is one of {', '.join(self.choices)}, not {shorten(text)!r}")
        return "" if text == "<empty>" else text


def whole_number(text: str) -> int | None:
    """The number that a text means, with or without a sign; None if it means none. A huge one is cut to LARGEST."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    digits = digits.lstrip("0") or "0"
    number = min(int(digits[:DIGITS]), LARGEST) if len(digits) <= DIGITS else LARGEST
    return -number if text.startswith("-") else number


def shorten(text: str, length: int = 60) -> str:
    """At most so many characters of what somebody sent, for an error message."""
    return text if len(text) <= length else text[: length - 3] + "..."


OPTIONS = (
    Option(
        "Search",
        "combo",
        "Auto",
        "the search; Auto is the strongest there is: AlphaBeta",
        "all",
        choices=("Auto", "Minimax", "AlphaBeta", "Expectimax", "Random"),
    ),
    Option(
        "Evaluation",
        "combo",
        "Auto",
        "what a position is worth where the search ends; Auto is Simplified",
        "all",
        choices=("Auto", "Material", "Simplified"),
    ),
    Option(
        "Opponent",
        "combo",
        "Auto",
        "how the other side is expected to play; Auto is uniform in chess",
        "Expectimax",
        choices=("Auto", "uniform", "optimal"),
    ),
    Option("Hash", "spin", 16, "megabytes for the table", "all, with Table", low=1, high=65536),
    Option("Clear Hash", "button", "", "forget what the table holds", "all, with Table"),
    Option("Table", "check", False, "keep the values of positions already searched; changes no value", "all"),
    Option("Threads", "spin", 1, "accepted for GUIs; every search here runs on one thread", "none", low=1, high=512),
    Option(
        "MultiPV",
        "spin",
        1,
        "how many of the best moves are reported, each with its exact value",
        "all",
        low=1,
        high=256,
    ),
    Option("Ponder", "check", False, "accepted for GUIs; go ponder works either way", "none"),
    Option("Move Overhead", "spin", 30, "milliseconds lost between engine and clock", "all", low=0, high=5000),
    Option("MateValue", "spin", 100000, "centipawns that a won game is worth", "all", low=20000, high=1000000),
    Option("MateDistance", "check", True, "a nearer win is worth more: a centipawn for each ply", "all"),
    Option(
        "PieceSquare",
        "combo",
        "correct",
        "tables of Simplified as meant, or upside down as published elsewhere",
        "all, with Simplified",
        choices=("correct", "published"),
    ),
    Option("EndgameKing", "check", True, "a table of its own for the king in the endgame", "all, with Simplified"),
    Option(
        "Fail",
        "combo",
        "soft",
        "what a search returns outside its window: a bound, or the edge (hard)",
        "AlphaBeta",
        choices=("soft", "hard"),
    ),
    Option(
        "Cut",
        "combo",
        "non-strict",
        "cut where a value equals the edge of the window, or only beyond (strict)",
        "AlphaBeta",
        choices=("non-strict", "strict"),
    ),
    Option(
        "RootWindow",
        "combo",
        "infinite",
        "the window at the root; with mate a found mate cuts at once",
        "AlphaBeta",
        choices=("infinite", "mate"),
    ),
    Option(
        "Star",
        "combo",
        "Auto",
        "pruning at chance nodes; Auto is Star2, or off where Deepening is off",
        "Expectimax, in games that know bounds",
        choices=("Auto", "off", "Star1", "Star2"),
    ),
    Option(
        "TiePolicy",
        "combo",
        "first",
        "which of equally good moves is played: the first generated, or a random one",
        "all",
        choices=("first", "random"),
    ),
    Option(
        "Seed",
        "spin",
        0,
        "of the random choice between equally good moves",
        "all, with TiePolicy random",
        low=0,
        high=2**31 - 1,
    ),
    Option("Deepening", "check", True, "search depth 1, 2, 3, ...; off: the asked depth at once", "all"),
    Option(
        "MoveOrder",
        "combo",
        "Auto",
        "how moves are ordered: Auto learns from the search, the others do not; python-chess as that library",
        "all",
        choices=("Auto", "generated", "python-chess"),
    ),
    Option("UCI_Chess960", "check", False, "Chess960: castling is written king takes rook", "all"),
    Option("UCI_AnalyseMode", "check", False, "accepted for GUIs; nothing here plays differently", "none"),
    Option("Debug Log File", "string", "", "a file to which every line in and out is appended", "none"),
)


class Options(Mapping[str, Value]):
    """The values of all options."""

    def __init__(self, table: tuple[Option, ...] = OPTIONS) -> None:
        self.table = {option.name.lower(): option for option in table}
        self.values_by_name = {option.name: option.default for option in table}

    def __getitem__(self, name: str) -> Value:
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)

    def set(self, name: str, text: str) -> Option:
        """Set an option, named in any case, to what a text means; ValueError, and nothing changed, if to nothing."""
        option = self.table.get(name.lower())
        if option is None:
            raise ValueError(f"no such option: {shorten(name)}")
        if option.kind != "button":
            self.values_by_name[option.name] = option.read(text)
        return option
