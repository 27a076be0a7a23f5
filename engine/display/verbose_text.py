"""The text of a search with `Verbose`: the position, and each root move with the board after it and its value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from .. import games
from ..position import Draw, Position, Win, player_of
from ..results import Result, Score
from .diagram import diagram_of
from .diagram_text import PLAIN, Style, board_rows, text_rows
from .show import score_text

WIDTH = 68  # columns of a line: with `info string ` in front of it, 80
RULE = "-" * 20  # before each move
GAP = 3  # columns between boards that stand side by side
MOST_OUTCOMES = 16  # drawn for a move that chance decides: more than the cards of a suit

Spell = Callable[[Position[Any], Any], str]


def verbose_rows(
    position: Position[Any],
    result: Result[str],
    spell: Spell | None = None,
    describe: Callable[[Score], str] = score_text,
    style: Style = PLAIN,
    width: int = WIDTH,
) -> Iterator[str]:
    """Yield the lines of the text. result: of a search of this position with the option `Verbose`.

    spell: returns the text of a move; by default its notation. describe: returns the text of a score. width: of lines
    with boards side by side, in columns; a wider board is not cut.
    """
    position = position.clone()  # a copy, because an interrupt may leave a move on it
    spell = spell or (lambda position, move: position.notation(move))
    yield from board(position, style)
    if result.move is None:
        yield f"no move: the game is over, {describe(result.score)} to the side to move"
        return
    yield ""
    game = games.of(position)
    to_whom = "the side to move" if game is None else game.seats[player_of(position)]
    for line in result.lines:
        move = position.parse(line.move)
        yield RULE
        yield spell(position, move)
        if outcomes := position.chances(move):
            yield from side_by_side([outcome(position, *way, style) for way in outcomes[:MOST_OUTCOMES]], width)
            if len(outcomes) > MOST_OUTCOMES:
                yield f"and {len(outcomes) - MOST_OUTCOMES} more outcomes"
        else:
            name = position.notation(move)
            position.play(move)
            yield from board(position, style, name)
            position.undo()
        searched = line.score.bound != "unknown"
        yield f"value to {to_whom}: {describe(line.score)}, depth {line.depth}" if searched else "not searched"
        yield ""


def board(position: Position[Any], style: Style, last: str = "") -> list[str]:
    """Return the lines of a position: its drawing, else its FEN, else its repr with the last move."""
    diagram = diagram_of(position, last)
    if diagram is not None:
        return text_rows(diagram, style)
    return [*text_of(position, last), *end_of(position)]


def text_of(position: Position[Any], last: str) -> list[str]:
    try:
        return [position.fen()]
    except NotImplementedError:
        return [f"{position!r} after {last}" if last else repr(position)]


def outcome(position: Position[Any], certain: Any, probability: float, style: Style) -> list[str]:
    """Return the lines of an outcome of a move: its notation, its probability, the board, and how the game ended."""
    name = position.notation(certain)
    position.play(certain)
    diagram, plain = diagram_of(position, name), Style(style.unicode)  # colour codes would count as columns
    drawn = (
        text_of(position, name)
        if diagram is None
        else ["".join(map(plain.paint, row)).rstrip() for row in board_rows(diagram, plain)]
    )
    rows = [name, f"p {probability:.3g}", *drawn, *end_of(position)]
    position.undo()
    return rows


def end_of(position: Position[Any]) -> list[str]:
    """Return how the game has ended, in one line; no line while it is in progress."""
    ending = position.ending()
    if ending is None:
        return []
    if isinstance(ending, Draw):
        return ["draw"]
    if not isinstance(ending, Win):
        return [f"over: {ending:.6g}"]
    game = games.of(position)
    winner = f"player {ending.player}" if game is None else game.seats[ending.player]
    return [f"{winner} wins"]


def side_by_side(blocks: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield the lines of blocks, as many side by side as fit."""
    column = max(len(row) for block in blocks for row in block) + GAP
    across = max(1, (width + GAP) // column)
    for first in range(0, len(blocks), across):
        if first:
            yield ""
        for rows in zip_longest(*blocks[first : first + across], fillvalue=""):
            yield "".join(f"{row:{column}}" for row in rows).rstrip()
