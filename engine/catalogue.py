"""The options: those that all searches and protocols have, and what of the searches' and the games' own is offered.

docs/options.md lists the same.
"""

from __future__ import annotations

from functools import cache

from . import searches
from .found import NoSuchName
from .games import shipped
from .option import Option, Value

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .game import Game


class NetworkOption(Option):
    """The file of a network; as it was when the option was set, whatever becomes of it."""

    __slots__ = ()

    def read(self, text: str) -> Value:
        path = str(super().read(text))
        if not path:
            return path
        from .worker import IMPORTING

        with IMPORTING:
            from .net.choice import NetPath

        return text if isinstance(text, NetPath) else NetPath(path)


class SearchOption(Option):
    """The option that says which search it is; one of another package may be set, too, though it is not offered."""

    __slots__ = ()

    def read(self, text: str) -> Value:
        try:
            return super().read(text)
        except ValueError as fault:
            try:
                return searches.find(text).name
            except NoSuchName:
                raise fault from None


SEARCH = SearchOption(
    "Search",
    "combo",
    searches.AUTO,
    "the search; Auto is the strongest that there is for the game",
    "all",
    choices=(searches.AUTO, *searches.shipped()),
)

COMMON = (
    SEARCH,
    Option(
        "Hash",
        "spin",
        16,
        "megabytes for the table",
        "PVS, Solver; those that read Table, with it; Minimax, with Memoise",
        low=1,
        high=65536,
    ),
    Option(
        "Clear Hash",
        "button",
        "",
        "forget what the table holds",
        "PVS, Solver; those that read Table, with it; Minimax, with Memoise",
    ),
    Option(
        "Table",
        "check",
        False,
        "keep the values of positions already searched; changes no value",
        "Minimax, AlphaBeta, Expectimax",
    ),
    Option(
        "Threads",
        "spin",
        1,
        "how many: PVS and Solver search on all, BranchLimit looks ahead at the root; other searches run on one",
        "PVS, Solver; BranchLimit, with LookAhead",
        low=1,
        high=512,
    ),
    Option(
        "MultiPV",
        "spin",
        1,
        "how many of the best moves are reported, each with its own value",
        "all",
        low=1,
        high=256,
    ),
    Option(
        "Verbose",
        "check",
        False,
        "before `bestmove`, in `info string` lines: each root move, the board after it and its exact value",
        "all",
    ),
    Option(
        "Move Overhead",
        "spin",
        30,
        "milliseconds lost between engine and clock; of `movetime` a tenth at most",
        "all",
        low=0,
        high=5000,
    ),
    Option(
        "MateValue",
        "spin",
        100000,
        "hundredths of the game's unit that a won game is worth",
        "all",
        low=20000,
        high=1000000,
    ),
    Option(
        "MateDistance", "check", True, "a nearer win is worth more: a centi-unit for each ply", "all but PVS, Solver"
    ),
    Option(
        "Quiescence",
        "check",
        False,
        "look on behind the depth, at noisy moves alone (captures)",
        "Minimax, AlphaBeta, Expectimax, BranchLimit",
    ),
    Option(
        "TiePolicy",
        "combo",
        "first",
        "which of equally good moves is played: the first generated, or a random one",
        "all but PVS",
        choices=("first", "random"),
    ),
    Option(
        "Seed",
        "spin",
        0,
        "of random choices: between equally good moves, and of a search that does not play as well as it can",
        "all, with TiePolicy random or OwnBook; Random; PVS, with UCI_LimitStrength or Skill Level",
        low=0,
        high=2**31 - 1,
    ),
    NetworkOption(
        "EvalFile",
        "string",
        "",
        "a network's file, as `oddsfish learn` writes it; read when the option is set; empty: the one that ships",
        "all, with Evaluation Net; PVS, with Auto",
    ),
    Option("Deepening", "check", True, "search depth 1, 2, 3, ...; off: the asked depth at once", "all"),
    Option("Debug Log File", "string", "", "a file to which every line in and out is appended", "none"),
)

# Of UCI alone; UCI_Variant stands in front of what the games offer.
UCI_ALONE = (
    Option(
        "UCI_ShowWDL",
        "check",
        False,
        "behind each score `wdl`: of a thousand games how many are won, drawn and lost, if the game has a model",
        "all",
    ),
    Option("Ponder", "check", False, "accepted for GUIs; go ponder works either way", "none"),
    Option(
        "UCI_AnalyseMode",
        "check",
        False,
        "the position is analysed: `Contempt` and limits of strength are not counted, no book is asked",
        "all",
    ),
)


# What every game has, beside evaluations of its own.
EVALUATION = Option(
    "Evaluation",
    "combo",
    "Auto",
    "what a position is worth where the search ends: as the game says (Auto), or a network's answer (Net)",
    "all",
    choices=("Auto", "Net"),
)


def own(game: Game) -> tuple[Option, ...]:
    """All options of a game."""
    return union((*game.rules, *game.options, *([EVALUATION] if game.networks else [])))


def general(games: Iterable[str]) -> tuple[Option, ...]:
    """What is offered whichever of these games, by name, is played: what all searches have, and what some have."""
    known = ("", *games)
    algorithms = [algorithm for algorithm in searches.shipped().values() if algorithm.game in known]
    return (*COMMON, *(option for algorithm in algorithms for option in algorithm.options))


def union(options: Iterable[Option]) -> tuple[Option, ...]:
    """One option of each name, with the choices of all its namesakes; each game checks what it is given."""
    found: dict[str, Option] = {}
    for option in options:
        known = found.setdefault(option.name, option)
        if known is not option and option.kind == "combo":
            added = (choice for choice in option.choices if choice not in known.choices)
            found[option.name] = known.replaced(known.default, (*known.choices, *added))
    return tuple(found.values())


def chooser(name: str, choices: list[str], default: str) -> Option:
    """The option that says which game is played."""
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
