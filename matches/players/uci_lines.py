"""The lines of a game over UCI and UGI: those sent to an engine, and the content of its info lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...engine.support.text import whole_number
from ..game.arbiter import Arbiter
from ..game.clock import Clock
from ..settings import Engine


@dataclass(frozen=True)
class Vocabulary:
    """The words that differ between the dialects."""

    hello: str
    new_game: str
    times: tuple[str, str]
    increments: tuple[str, str]
    game: str  # the option that names the game


NUMBERS = ("depth", "seldepth", "time", "nodes", "nps", "multipv", "hashfull", "tbhits")  # each before a whole number
LAST = ("string", "refutation", "currline")  # each before a text that fills the rest of the line
FIELDS = (*NUMBERS, *LAST, "pv", "score", "currmove", "currmovenumber", "cpuload", "wdl")


UGI = Vocabulary("ugi", "uginewgame", ("p1time", "p2time"), ("p1inc", "p2inc"), "Game")
UCI = Vocabulary("uci", "ucinewgame", ("wtime", "btime"), ("winc", "binc"), "UCI_Variant")


def option_line(name: str, value: str | int | bool | None) -> str:
    """The line that sets an option. value: None for a button, which has none."""
    shown = str(value).lower() if isinstance(value, bool) else value
    return f"setoption name {name}" + ("" if shown is None else f" value {shown}")


def position_text(arbiter: Arbiter, more: Sequence[str] = ()) -> str:
    """The position of a game, as the text after `position`. more: moves after those of the game."""
    moves = [*arbiter.moves, *more]
    return f"{arbiter.start}{' moves ' if moves else ''}{' '.join(moves)}"


def go_line(words: Vocabulary, engine: Engine, seat: int, clocks: Sequence[Clock], ponder: bool = False) -> str:
    """The line that begins a search: all clocks, or the time for this move, and the engine's own limits."""
    values: dict[str, int | None] = {}
    own = clocks[seat]
    if own.control.base is not None:
        for name, clock in zip(words.times, clocks, strict=False):  # a game for one has one clock
            values[name] = milliseconds(clock.left)
        for name, clock in zip(words.increments, clocks, strict=False):
            values[name] = milliseconds(clock.control.increment if clock.control.base is not None else None, 0)
        values["movestogo"] = own.togo or None
    values |= {"depth": engine.depth, "nodes": engine.nodes, "movetime": milliseconds(own.control.per_move)}
    start = ["go", "ponder"] if ponder else ["go"]
    return " ".join([*start, *(f"{name} {value}" for name, value in values.items() if value is not None)])


def milliseconds(seconds: float | None, least: int = 1) -> int | None:
    """At least 1, except for increments: no engine expects a search without any time."""
    return None if seconds is None else max(least, round(1000 * seconds))


def read_info(line: str) -> dict[str, int]:
    """The numbers of an info line, named as in Answer. Other values are left out. The first of each name counts.

    A mate that is not proved is left out, too: a loss that is only a lower bound, or a win that is only an upper bound.
    """
    words = line.split()
    found: dict[str, int] = {}
    for name, text in pairwise(words):
        number = whole_number(text) if name in ("cp", "mate", "depth", "nodes") else None
        if number is not None:
            found.setdefault("score" if name == "cp" else name, number)
    vague = "lowerbound" if found.get("mate", 0) < 0 else "upperbound"
    if vague in words:
        found.pop("mate", None)
    return found


def pv_of(line: str) -> list[str]:
    """The moves after `pv`, up to the next field; none if the line has none."""
    words = line.split()
    moves = words[words.index("pv") + 1 :] if "pv" in words else []
    return moves[: next((place for place, move in enumerate(moves) if move in FIELDS), len(moves))]
