"""One call that analyses a position; the protocols do the same, in the background."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .clock import budget
from .deepening import Deepening
from .game import Position
from .limits import Info, Limits, Line, Result
from .options import Options, Value
from .searches import create
from .searches.table import Table

if TYPE_CHECKING:
    import chess

M = TypeVar("M")


@overload
def analyse(
    position: chess.Board,
    search: str = ...,
    limits: Limits = ...,
    options: Mapping[str, Value] = ...,
    report: Callable[[Info], None] = ...,
) -> Result[chess.Move]: ...
@overload
def analyse(
    position: Position[Any],
    search: str = ...,
    limits: Limits = ...,
    options: Mapping[str, Value] = ...,
    report: Callable[[Info], None] = ...,
) -> Result[str]: ...
def analyse(
    position: Position[Any] | chess.Board,
    search: str = "Auto",
    limits: Limits = Limits(depth=4),  # noqa: B008 -- frozen
    options: Mapping[str, Value] = {},
    report: Callable[[Info], None] = lambda info: None,
) -> Result[Any]:
    """Analyse a position and return what was found, with the score of every root move.

    position: of any game, or a python-chess board; it stays as it is. Moves of a result are written in the game's
        notation; for a board they are `chess.Move`.
    search: Minimax, AlphaBeta, Expectimax, or Auto for the strongest.
    limits: when to stop; `limits.moves` are root moves in the notation of the result.
    options: of docs/options.md, by name. With AlphaBeta, {"MultiPV": 256} makes the score of every root move exact;
        the other searches always know it.
    report: called with each Info while the search runs.

    ValueError: a position that cannot be played, an unknown search or option, a value out of range, an illegal root
    move, limits that never end. Whatever a PythonPosition raises is raised here.
    """
    if isinstance(position, Position):
        return analyse_position(position.clone(), search, limits, options, report)
    import chess  # noqa: PLC0415 -- python-chess is imported only by those who use it

    from .games.chess.library import from_board  # noqa: PLC0415

    return translate(analyse_position(from_board(position), search, limits, options, report), chess.Move.from_uci)


def analyse_position(
    position: Position[Any],
    search: str,
    limits: Limits,
    options: Mapping[str, Value],
    report: Callable[[Info], None],
) -> Result[str]:
    settings = Options()
    for name, value in {**options, "Search": search}.items():
        settings.set(name, str(value))
    if limits.infinite or limits.ponder or replace(limits, moves=(), increments=(0, 0)) == Limits():
        raise ValueError("limits must end: set a depth, nodes, mate, movetime or a clock")
    position.configure(settings)
    moves = tuple(position.parse(str(move)) for move in limits.moves)
    table = Table(int(settings["Hash"])) if settings["Table"] else None
    deepening = Deepening(create(search, position), position, replace(limits, moves=moves), settings, table, report)
    deepening.allow(budget(limits, position.player(), 0))
    return deepening.run()


def translate(result: Result[str], read: Callable[[str], M]) -> Result[M]:
    """The same result with its moves read."""

    def line(old: Line[str]) -> Line[M]:
        return Line(read(old.move), old.score, tuple(map(read, old.pv)), old.depth, old.seldepth)

    return Result(
        None if result.move is None else read(result.move),
        result.score,
        tuple(map(read, result.pv)),
        result.depth,
        result.nodes,
        result.seconds,
        tuple(map(line, result.lines)),
    )
