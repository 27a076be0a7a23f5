"""What a data set is made of: the same settings make the same rows, on however many processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..engine import games
from ..engine.game import Game
from ..engine.options import Options, options_for

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

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

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

    @property
    def target(self) -> str:
        """What the last column is called: the published names of both formats."""
        return "best_value" if self.columns else f"H_{self.depth}"
