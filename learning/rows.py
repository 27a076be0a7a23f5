"""The rows of a data set that one game of self-play gives."""

from __future__ import annotations

from random import Random

from ..engine.limits import Limits
from ..engine.options import Options
from ..engine.position import Position, ply_cost
from ..engine.session import Session
from .dataset_settings import DatasetSettings
from .selfplay import LONGEST, TRIES, openings, play_on


def header(settings: DatasetSettings) -> str:
    """The names of the columns; ValueError if no game can begin, or has no more than H_0 where more is wanted."""
    position = open_game(settings, settings.configured(), Random(f"{settings.seed} 0"))
    return ",".join([*inputs(settings, position), settings.target])


def inputs(settings: DatasetSettings, position: Position) -> list[str]:
    """The names of what goes in: H_0 alone, or all but H_0, which is among them under its published name."""
    if not settings.columns:
        return ["H_0"]
    names = [name for name in position.feature_names if name != "H_0"]
    if not names:
        raise ValueError(
            f"{settings.game} with these options says no more of a position than H_0: leave --columns out, or set "
            "another --evaluation"
        )
    return names


def play(settings: DatasetSettings, number: int) -> list[str]:
    """The rows of one game, which hang on the settings and its number alone.

    A row is the position before a move that was chosen, and what the search found there, both as the side to move sees
    it. None is written where the search expects a win or loss: what counts there is the distance.
    """
    options = settings.configured()
    random = Random(f"{settings.seed} {number}")
    position = open_game(settings, options, random)
    names = inputs(settings, position)
    session = Session(position, options)
    limits = Limits(depth=settings.depth)
    won = position.decisive - (settings.depth + 1) * ply_cost(position)  # the least that a win in reach is worth
    rows = []
    for result in play_on(position, lambda: session.search(limits), lambda result: result.move, random, LONGEST):
        if abs(result.score.value) < won:
            known = position.features()
            rows.append(",".join(map(written, [*(known[name] for name in names), result.score.value])))
    return rows


def written(value: object) -> str:
    """A number as the published rows have it: to the last digit, and no -0.0."""
    return repr(value + 0.0) if isinstance(value, float) else str(value)


def open_game(settings: DatasetSettings, options: Options, random: Random) -> Position:
    """A position after so many random moves, in which the game goes on; ValueError if none is found."""
    for position, _ in openings(lambda: (begin(settings, options, random), settings.opening), random):
        return position
    if not settings.opening:
        raise ValueError("the game is over where it begins")
    raise ValueError(f"{TRIES} random openings of {settings.opening} plies have ended the game: ask for fewer")


def begin(settings: DatasetSettings, options: Options, random: Random) -> Position:
    """Where a game begins, what nobody decides drawn; ValueError if it makes no sense."""
    game = settings.rules
    beginnings = game.beginnings()
    if settings.fen is None and beginnings:
        names, weights = zip(*beginnings, strict=True)
        position = game.begin(random.choices(names, weights)[0], options)
    else:
        position = game.read(settings.fen, (), options)
    position.configure(options)
    return position
