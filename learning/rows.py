"""The rows of a data set that come from one game of self-play, and the settings on which they depend."""

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

ROWS = 20_000  # the default: the 540 fits of a forest's grid then take about an hour
NEUTRAL = ("MoveOrder", "Incremental")  # options of games that change no value


@dataclass(frozen=True)
class DatasetSettings:
    """The settings of games that BranchLimit plays against itself.

    options: the options that were set, by name: of the rules and of searches. columns: whether the rows have all
    features of a position, or only the evaluation (H_0). depth: of the search, in plies. branch, look_ahead: its
    options BranchLimit and LookAhead. opening: the number of random plies with which each game begins.
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
        """TypeError if a text or a number has another type, as it may come from a file."""
        texts = (self.game, *self.options, *self.options.values(), *([] if self.fen is None else [self.fen]))
        numbers = (self.depth, self.branch, self.look_ahead, self.opening, self.seed)
        if not all(isinstance(text, str) for text in texts) or not all(type(number) is int for number in numbers):
            raise TypeError("settings are texts and whole numbers")

    @property
    def rules(self) -> Game:
        """The game; ValueError if there is none of this name."""
        return games.find(self.game)

    def configured(self) -> Options:
        """All options of the search for a row; ValueError if one has a wrong name or value."""
        options = options_for(self.rules, {"Search": "BranchLimit", **self.options})
        options.set("BranchLimit", str(self.branch))
        options.set("LookAhead", str(self.look_ahead))
        options.set("Deepening", "false")  # a value of BranchLimit may depend on earlier searches
        return options

    def described(self) -> dict[str, str]:
        """The game's own options that may change its evaluation, with their values, for the file of a model."""
        values = self.configured()
        return {option.name: str(values[option.name]) for option in self.rules.options if option.name not in NEUTRAL}


def header(settings: DatasetSettings) -> str:
    """The first line, with the published names of the columns; ValueError as from `open_game` and `inputs`."""
    position = open_game(settings, settings.configured(), Random(f"{settings.seed} 0"))
    target = "best_value" if settings.columns else f"H_{settings.depth}"
    return ",".join([*inputs(settings, position), target])


def inputs(settings: DatasetSettings, position: Position) -> list[str]:
    """The names of the input columns: only H_0, or all other features. H_0 is among those by its published name.

    ValueError if the game has no other features.
    """
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
    """The rows of one game. They depend only on the settings and its number.

    A row has the features of the position before a chosen move, and the value that the search found, both for the side
    to move. No row is written if the search expects a win or loss: such a value depends on the distance.
    """
    options = settings.configured()
    random = Random(f"{settings.seed} {number}")
    position = open_game(settings, options, random)
    names = inputs(settings, position)
    session = Session(position, options)
    limits = Limits(depth=settings.depth)
    won = position.decisive - (settings.depth + 1) * ply_cost(position)  # the least value of a win within the depth
    rows = []
    for result in play_on(position, lambda: session.search(limits), lambda result: result.move, random, LONGEST):
        if abs(result.score.value) < won:
            known = position.features()
            rows.append(",".join(map(written, [*(known[name] for name in names), result.score.value])))
    return rows


def written(value: object) -> str:
    """A number as in the published rows: with all digits, and 0.0 instead of -0.0."""
    return repr(value + 0.0) if isinstance(value, float) else str(value)


def open_game(settings: DatasetSettings, options: Options, random: Random) -> Position:
    """A position after the random opening in which the game is not over; ValueError if none is found."""
    for position, _ in openings(lambda: (begin(settings, options, random), settings.opening), random):
        return position
    if not settings.opening:
        raise ValueError("the game is over where it begins")
    raise ValueError(f"{TRIES} random openings of {settings.opening} plies have ended the game: ask for fewer")


def begin(settings: DatasetSettings, options: Options, random: Random) -> Position:
    """The first position of a game, its random beginning included; ValueError if the FEN or an option is wrong."""
    position = settings.rules.random_start(settings.fen, options, random)
    position.configure(options)
    return position
