"""The rows of a data set that one game of self-play gives, and the settings that they hang on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from ..engine import games
from ..engine.game import Game
from ..engine.limits import Limits
from ..engine.options import Options, options_for
from ..engine.position import Position, ply_cost
from ..engine.session import Session
from .selfplay import LONGEST, TRIES, openings, play_on

ROWS = 20_000  # a forest's grid is 540 fits: as many rows as take an hour or so
NEUTRAL = ("MoveOrder", "Incremental")  # of a game's own options those that change no value


@dataclass(frozen=True)
class DatasetSettings:
    """Of games that BranchLimit plays against itself.

    options: what was set of the game's rules and of what searches read, by name. columns: whether the rows have all
    that the game says of a position, or the evaluation alone (H_0). depth: of the search, in plies. branch, look_ahead:
    its BranchLimit and LookAhead. opening: random plies that each game begins with.
    """

    game: str
    options: Mapping[str, str]
    fen: str | None = None
    columns: bool = False
    depth: int = 4
    branch: int = 10
    look_ahead: int = 1
    opening: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        """TypeError for a field of another kind, as where a file says what they are."""
        texts = (self.game, *self.options, *self.options.values(), *([] if self.fen is None else [self.fen]))
        numbers = (self.depth, self.branch, self.look_ahead, self.opening, self.seed)
        if not all(isinstance(text, str) for text in texts) or not all(type(number) is int for number in numbers):
            raise TypeError("settings are texts and whole numbers")

    @property
    def rules(self) -> Game:
        """The game; ValueError if there is none of this name."""
        return games.find(self.game)

    def configured(self) -> Options:
        """All options of a search of one row; ValueError if one makes no sense."""
        options = options_for(self.rules, {"Search": "BranchLimit", **self.options})
        options.set("BranchLimit", str(self.branch))
        options.set("LookAhead", str(self.look_ahead))
        options.set("Deepening", "false")  # a value of BranchLimit may hang on what was searched before it
        return options

    def described(self) -> dict[str, str]:
        """The game's own options that its evaluation may hang on, whether set or not: what a model says of itself."""
        values = self.configured()
        return {option.name: str(values[option.name]) for option in self.rules.options if option.name not in NEUTRAL}


def header(settings: DatasetSettings) -> str:
    """The published names of the columns; ValueError if no game can begin, or has only H_0 where more is wanted."""
    position = open_game(settings, settings.configured(), Random(f"{settings.seed} 0"))
    target = "best_value" if settings.columns else f"H_{settings.depth}"
    return ",".join([*inputs(settings, position), target])


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
    position = settings.rules.random_start(settings.fen, options, random)
    position.configure(options)
    return position
