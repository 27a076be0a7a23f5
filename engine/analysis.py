"""Analyse a position with one call, which returns a result or text. The protocols do the same in the background."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar, overload

from . import games
from .limits import Limits
from .options import Value, options_of
from .position import Position
from .registry.catalogue import SEARCH
from .registry.fen import read
from .results import Info, Result
from .session import Session, check_limits, check_no_rule
from .support.text import nearest, shorten

if TYPE_CHECKING:
    from typing import TypedDict

    import chess
    from typing_extensions import Unpack

    class Keywords(TypedDict, total=False):
        """Further arguments of `analyse`: each limit by its name in `Limits`, and the option `MultiPV`."""

        depth: int
        nodes: int
        mate: int
        movetime: int
        times: tuple[int | None, int | None]
        increments: tuple[int, int]
        movestogo: int
        moves: Sequence[Any]
        multipv: int


M = TypeVar("M")


@overload
def analyse(
    position: chess.Board,
    search: str = ...,
    limits: Limits | None = ...,
    options: Mapping[str, Value] = ...,
    report: Callable[[Info], None] = ...,
    **keywords: Unpack[Keywords],
) -> Result[chess.Move]: ...
@overload
def analyse(
    position: Position[Any] | str,
    search: str = ...,
    limits: Limits | None = ...,
    options: Mapping[str, Value] = ...,
    report: Callable[[Info], None] = ...,
    **keywords: Unpack[Keywords],
) -> Result[str]: ...
def analyse(
    position: Position[Any] | chess.Board | str,
    search: str = "Auto",
    limits: Limits | None = None,
    options: Mapping[str, Value] = {},
    report: Callable[[Info], None] = lambda info: None,
    **keywords: Unpack[Keywords],
) -> Result[Any]:
    """Analyse a position and return the result, with the score of every root move.

    position: a position of any game, its FEN, "startpos" (the start of chess), or a python-chess board. It is not
        changed. Moves in the result are written in the notation of the game; for a board they are `chess.Move` objects.
    search: the name of a search (docs/searches.md), in any case, or Auto for the strongest one.
    limits: when to stop. `limits.moves` are root moves in the notation of the result.
    options: options (docs/options.md), by name in any case. `Search` counts if `search` is Auto. Rules of a game are
        accepted only together with a FEN, because a position has its own rules.
    report: called with each Info while the search runs, on the thread that searches.
    keywords: limits by name: depth, nodes, mate, movetime (in milliseconds), times, increments, movestogo, moves. They
        are added to `limits`, or replace its values. `multipv` is the number of best moves that get exact scores if the
        search prunes. Without any limit the depth is 4.

    Exceptions:

    - ValueError: a position that cannot be played, an unknown search or option, a value out of range, an illegal root
      move, limits that never end, or a game that is inconsistent.
    - TypeError: `position` is no position, `search` is not the name of a search, or a keyword does not exist.
    - Any exception that a PythonPosition raises.

    An interrupt (Ctrl-C) ends the search.
    """
    own, options = own_position(position, options)
    limits, options = with_keywords("analyse", limits, options, keywords)
    result = analyse_position(own.clone(), search, limits, options, report)
    if isinstance(position, (str, Position)):
        return result
    import chess

    return translate(result, chess.Move.from_uci)


def verbose(
    position: Position[Any] | chess.Board | str,
    search: str = "Auto",
    limits: Limits | None = None,
    options: Mapping[str, Value] = {},
    **keywords: Unpack[Keywords],
) -> str:
    """Analyse a position and return a text: the board after each root move, and the exact value of that move.

    The best move comes first. As in a printed result, values are from the view of the side to move. The text marks a
    move as not searched if a limit was reached before it, or if the search does not look at it. The arguments and
    exceptions are those of `analyse`.
    """
    from .display.verbose_text import verbose_rows

    own, options = own_position(position, options)
    limits, options = with_keywords("verbose", limits, options, keywords)
    result = analyse_position(own.clone(), search, limits, {**options, "Verbose": True}, lambda info: None)
    try:
        return "\n".join(verbose_rows(own, result))
    except RuntimeError as failure:
        if isinstance(failure.__cause__, StopIteration):  # raised by a method of the game; the generator replaced it
            raise failure.__cause__ from None
        raise


def with_keywords(
    call: str, limits: Limits | None, options: Mapping[str, Value], keywords: Keywords
) -> tuple[Limits, Mapping[str, Value]]:
    """Merge the keywords of a call into its limits and options.

    TypeError for a keyword that is neither.
    """
    limit_names = [field.name for field in fields(Limits)]
    given: dict[str, Any] = {**keywords}
    if (multipv := given.pop("multipv", None)) is not None:
        options = {name: value for name, value in options.items() if name.lower() != "multipv"} | {"MultiPV": multipv}
    for name in given:
        if name not in limit_names:
            known = [*limit_names, "multipv", "search", "limits", "options", *["report"] * (call == "analyse")]
            meant = nearest(name, known)
            raise TypeError(f"{call} has no argument {shorten(name)!r}{meant}")
    given = {name: value for name, value in given.items() if value is not None}  # None is the default
    if limits is None:
        return Limits(**given) if given.keys() - {"moves"} else Limits(depth=4, **given), options
    check_limits(limits)
    return replace(limits, **given), options


def own_position(
    position: Position[Any] | chess.Board | str, options: Mapping[str, Value]
) -> tuple[Position[Any], Mapping[str, Value]]:
    """Return a position, also for a FEN or a python-chess board, and the options without the rules of that FEN.

    For ValueError and TypeError, see `analyse`.
    """
    if isinstance(position, str):
        position = read(position, {name: str(value) for name, value in options.items()})
        options = games.without_rules(games.of(position), options)
    if isinstance(position, Position):
        return position, options
    import chess

    from .games.chess.library import from_board

    if not isinstance(position, chess.Board):
        raise TypeError(f"a position is a Position, a FEN or a chess.Board, not {type(position).__name__}")
    return from_board(position), options


def analyse_position(
    position: Position[Any],
    search: str,
    limits: Limits,
    options: Mapping[str, Value],
    report: Callable[[Info], None],
) -> Result[str]:
    check_limits(limits)
    if not isinstance(search, str):
        raise TypeError(f"a search is chosen by its name, not {shorten(repr(search))}: docs/own-search.md")
    settings = options_of(position)
    settings.set("Search", search)  # first, as it may bring options of its own
    check_no_rule(position, options)
    for name, value in {**options, "Move Overhead": 0}.items():
        if settings.set(name, str(value)) is SEARCH and search.lower() != "auto":
            settings.set("Search", search)
    if limits.moves:
        limits = replace(limits, moves=tuple([position.parse(str(move)) for move in limits.moves]))
    session = Session(position, settings)
    session.prepare()  # it may load a network, which must not count as time of the search
    return session.search(limits, report)


def translate(result: Result[Any], read: Callable[[str], M]) -> Result[M]:
    """Return the same result, with each move converted by `read`."""

    def read_all(moves: Sequence[str]) -> tuple[M, ...]:
        return tuple([read(move) for move in moves])

    lines = tuple([replace(line, move=read(line.move), pv=read_all(line.pv)) for line in result.lines])
    move = None if result.move is None else read(result.move)
    return replace(result, move=move, pv=read_all(result.pv), lines=lines)
