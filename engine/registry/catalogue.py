"""The options: those that all searches and protocols have, and what of the searches' and the games' own is offered.

docs/options.md lists the same.
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
    """The option that says which search it is: in any case, and by a name that nobody has one line that says so."""

    __slots__ = ()

    def read(self, text: str) -> Value:
        if text.lower() == searches.AUTO.lower():
            return searches.AUTO
        try:
            return searches.find(text).name
        except NoSuchName:
            return super().read(text)  # which says so


SEARCH = SearchOption(
    "Search",
    "combo",
    searches.AUTO,
    "the search; Auto is the strongest that there is for the game",
    "all",
    choices=(searches.AUTO, *searches.names()),
)


def general(games: Iterable[str]) -> tuple[Option, ...]:
    """What is offered whichever of these games, by name, is played: what all searches have, and what some have."""
    known = ("", *games)
    algorithms = [algorithm for algorithm in searches.shipped().values() if algorithm.game in known]
    return (SEARCH, *COMMON, *(option for algorithm in algorithms for option in algorithm.options))


def chooser(name: str, choices: list[str], default: str) -> Option:
    return Option(name, "combo", default, "the game", "all", choices=tuple(choices))


@cache
def uci() -> tuple[Option, ...]:
    """What UCI offers: all games that its clients have a name for, and the options of those that they know best."""
    known = uci_games()
    variant = chooser("UCI_Variant", list(known), next(iter(known)))
    usual = [game for name, game in known.items() if game.known_variants[0].uci == name]
    offered = general(game.name for game in known.values())
    return union([*offered, variant, *UCI_ALONE, *(option for game in usual for option in own(game))])


def uci_games() -> dict[str, Game]:
    """The games by the names that UCI's clients have for them, those that they know best in front."""
    found = {variant.uci: game for game in shipped().values() for variant in game.known_variants if variant.uci}
    return dict(sorted(found.items(), key=lambda item: item[1].known_variants[0].uci != item[0]))


@cache
def ugi(*games: Game) -> tuple[Option, ...]:
    """What UGI offers: the games that ship, and those given, the first of which is played unless another is chosen."""
    known = {game.name: game for game in (*shipped().values(), *games) if game.ugi}
    first = games[0].name if games else next(iter(known))
    return union(
        [*general(known), chooser("Game", list(known), first), *(o for game in known.values() for o in own(game))]
    )


def offered(game: Game) -> frozenset[str]:
    """The names of the options that a game and the searches that play it read, and where UCI knows it, UCI's."""
    uci_alone = UCI_ALONE if game in uci_games().values() else ()
    return frozenset(option.name for option in (*general([game.name]), *uci_alone, *own(game)))


@cache
def every(*games: Game) -> tuple[Option, ...]:
    """What Python offers: all of it, and what the given games have."""
    return union([*uci(), *ugi(*games)])
