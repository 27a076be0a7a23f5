"""The values of everything that can be set, validated in one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from . import games, searches
from .option import Option, Value
from .registry.catalogue import SEARCH, every
from .registry.common_options import EVALUATION, own
from .support.text import nearest, printable

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from .game import Game
    from .position import Position

__all__ = ["EVERY", "Option", "Options", "Value", "check_evaluation", "evaluations", "options_for", "options_of"]

EVERY = every()  # for Python, where every game is available


@cache
def by_name(offered: tuple[Option, ...]) -> Mapping[str, Option]:
    return MappingProxyType({option.name.lower(): option for option in offered})


@cache
def defaults(offered: tuple[Option, ...]) -> dict[str, Value]:
    """Return the default of every option."""
    return {option.name: option.default for option in (*EVERY, *offered)}


class Options(Mapping[str, Value]):
    """The values of all options. Options that a dialect does not offer keep their defaults."""

    def __init__(self, offered: tuple[Option, ...] = EVERY) -> None:
        self.table = by_name(offered)
        self._values = defaults(offered).copy()
        self.version = 0  # increases with each change
        self._given: set[str] = set()  # the names of options with other values than the default

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def set(self, name: str, text: str) -> Option:
        """Set an option to the value of a text. Its name may be in any case. A ValueError leaves all as it was."""
        option = self.table.get(name.lower())
        if option is None:
            names = (known.name for known in self.table.values())
            raise ValueError(f"no such option: {printable(name)}{nearest(name, names)}")
        self.version += 1
        if option.kind != "button":
            self._values[option.name] = value = option.read(text)
            if value == option.default:  # GUIs send every option
                self._given.discard(option.name)
            else:
                self._given.add(option.name)
            for other, implied in option.implied(value).items():
                if other not in self._given:
                    self._values[other] = self.table[other.lower()].read(implied)
        if option is SEARCH:
            self._add_those_of(str(self[option.name]))
        return option

    def restore(self, name: str, value: Value) -> None:
        """Restore a former value of an option. name: spelled as in the list of options."""
        self.version += 1
        self._values[name] = value

    def _add_those_of(self, search: str) -> None:
        """Add the options of a search from another package."""
        if search not in (searches.AUTO, *searches.shipped()):
            added = [option for option in searches.find(search).options if option.name.lower() not in self.table]
            self.table = {**self.table, **by_name(tuple(added))}
            self._values = {option.name: option.default for option in added} | self._values


def options_for(game: Game, rules: Mapping[str, str] = MappingProxyType({})) -> Options:
    """Return options for a game, also of another package, with these rules. ValueError if a rule is wrong."""
    options = Options() if game.name in games.shipped() else Options(every(game))
    for name, value in rules.items():
        options.set(name, value)
    return options


def options_of(position: Position) -> Options:
    """Return the options for a position of any game."""
    game = games.of(position)
    return Options() if game is None else options_for(game)


def evaluations(game: Game) -> tuple[str, ...]:
    """Return the values of Evaluation that a game has."""
    return next((option.choices for option in own(game) if option.name == EVALUATION.name), ("Auto",))


def check_evaluation(position: Position, name: str) -> None:
    """Raise ValueError if the game has no such evaluation. The option has the values of all games."""
    game = games.of(position)
    if name not in (EVALUATION.choices if game is None else evaluations(game)):
        raise ValueError(f"{position.game or type(position).__name__} has no evaluation {printable(name)}")
