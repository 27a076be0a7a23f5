"""The options that each protocol offers: the common ones, and those of searches and games.

docs/options.md lists the same options.
"""

from __future__ import annotations

from functools import cache

from .. import searches
from ..games import shipped
from ..option import Option, Value, union
from .common_options import COMMON, UCI_ALONE, own
from .found import NoSuchName

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..game import Game


class SearchOption(Option):
    """The option that chooses the search: Auto, or the name of any search, also of another package, in any case."""

    __slots__ = ()

    def read(self, text: str) -> Value:
        if text.lower() == searches.AUTO.lower():
            return searches.AUTO
        try:
            return searches.find(text).name
        except NoSuchName:
            return super().read(text)  # raises the usual error


SEARCH = SearchOption(
    "Search",
    "combo",
    searches.AUTO,
    "the search; Auto is the strongest that there is for the game",
    "all",
    choices=(searches.AUTO, *searches.names()),
)


def general(games: Iterable[str]) -> tuple[Option, ...]:
    """Return the options for games of these names, except the games' own: the common ones, and those of searches."""
    known = ("", *games)
    algorithms = [algorithm for algorithm in searches.shipped().values() if algorithm.game in known]
    return (SEARCH, *COMMON, *(option for algorithm in algorithms for option in algorithm.options))


def chooser(name: str, choices: list[str], default: str) -> Option:
    return Option(name, "combo", default, "the game", "all", choices=tuple(choices))


@cache
def uci() -> tuple[Option, ...]:
    """Return the options of UCI.

    UCI_Variant has all games with such a name. Own options come only from games whose first variant has one.
    """
    known = uci_games()
    variant = chooser("UCI_Variant", list(known), next(iter(known)))
    usual = [game for name, game in known.items() if game.known_variants[0].uci == name]
    offered = general(game.name for game in known.values())
    return union([*offered, variant, *UCI_ALONE, *(option for game in usual for option in own(game))])


def uci_games() -> dict[str, Game]:
    """Return the games by their values of UCI_Variant, the first variants of games before the others."""
    found = {variant.uci: game for game in shipped().values() for variant in game.known_variants if variant.uci}
    return dict(sorted(found.items(), key=lambda item: item[1].known_variants[0].uci != item[0]))


@cache
def ugi(*games: Game) -> tuple[Option, ...]:
    """Return the options of UGI, for the shipped and the given games. The first given game is the default."""
    known = {game.name: game for game in (*shipped().values(), *games) if game.ugi}
    first = games[0].name if games else next(iter(known))
    return union(
        [*general(known), chooser("Game", list(known), first), *(o for game in known.values() for o in own(game))]
    )


def offered(game: Game) -> frozenset[str]:
    """Return the names of the options of a game and its searches, and of UCI if UCI knows the game."""
    uci_alone = UCI_ALONE if game in uci_games().values() else ()
    return frozenset(option.name for option in (*general([game.name]), *uci_alone, *own(game)))


@cache
def every(*games: Game) -> tuple[Option, ...]:
    """Return the options of Python: all of them, and those of the given games."""
    return union([*uci(), *ugi(*games)])
