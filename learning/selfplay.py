"""One game that a search plays against itself, and the rows that it gives."""

from __future__ import annotations

from random import Random

from ..engine.limits import Limits
from ..engine.options import Options
from ..engine.position import Position, ply_cost
from ..engine.session import Session
from .settings import Settings

TRIES = 100  # openings that end the game, one after the other, until there seems to be no other
LONGEST = 1000  # plies after which a game is left unfinished


def header(settings: Settings) -> str:
    """The names of the columns; ValueError if no game can begin, or has no more than H_0 where more is wanted."""
    position = open_game(settings, settings.configured(), random_of(settings, 0))
    return ",".join([*inputs(settings, position), settings.target])


def inputs(settings: Settings, position: Position) -> list[str]:
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


def play(settings: Settings, number: int) -> list[str]:
    """The rows of one game, which hang on the settings and its number alone.

    A row is the position before a move that was chosen, and what the search found there, both as the side to move sees
    it. None is written where the search expects a win or loss: what counts there is the distance.
    """
    options = settings.configured()
    random = random_of(settings, number)
    position = open_game(settings, options, random)
    names = inputs(settings, position)
    session = Session(position, options)
    limits = Limits(depth=settings.depth)
    won = position.decisive - (settings.depth + 1) * ply_cost(
        position
    )  # or lost: what a win in reach is worth at least
    rows = []
    for _ in range(LONGEST):
        if position.ending() is not None:
            break
        result = session.search(limits)
        if abs(result.score.value) < won:
            known = position.features()
            rows.append(",".join(map(written, [*(known[name] for name in names), result.score.value])))
        position.play(position.sample(result.move, random))
    return rows


def random_of(settings: Settings, number: int) -> Random:
    """What all of one game is drawn with."""
    return Random(f"{settings.seed} {number}")


def written(value: object) -> str:
    """A number as the published rows have it: to the last digit, and no -0.0."""
    return repr(value + 0.0) if isinstance(value, float) else str(value)


def open_game(settings: Settings, options: Options, random: Random) -> Position:
    """A position after so many random moves, in which the game goes on; ValueError if none is found."""
    for _ in range(TRIES):
        position = begin(settings, options, random)
        for _ in range(settings.opening):
            if position.ending() is not None:
                break
            position.play(position.sample(random.choice(position.moves()), random))
        if position.ending() is None:
            return position
    if not settings.opening:
        raise ValueError("the game is over where it begins")
    raise ValueError(f"{TRIES} random openings of {settings.opening} plies have ended the game: ask for fewer")


def begin(settings: Settings, options: Options, random: Random) -> Position:
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
