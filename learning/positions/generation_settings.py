"""The settings of a file of positions. The same settings make the same games, on any number of processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...engine import games, searches
from ...engine.game import Game
from ...engine.options import Options, options_for
from ...engine.position import Position
from ...engine.registry.common_options import own
from ...engine.support.text import LARGEST, nearest, shorten
from .packing import Packing, packing_for
from .record import GAME

NODES = 1500  # a move
HASH = "1"  # megabytes: enough for a search of so few nodes, and small enough for the cache of a processor
OPENING_NODES = 1000  # of the search that decides whether an opening is playable
UNEVEN = 400  # centipawns: an opening with a score beyond it is not playable
DECIDED, DECIDED_PLIES = 1500, 4  # centipawns beyond which a game is won, and plies in succession
LEVEL, LEVEL_PLIES = 8, 10  # centipawns within which it is drawn, and plies in succession,
LEVEL_FROM = 80  # none of them before this ply of the game
# Options of players, not of searches. Here the search alone plays, at full strength.
IDLE = ("Skill Level", "UCI_LimitStrength", "UCI_Elo", "OwnBook", "BookFile", "SyzygyPath")


@dataclass(frozen=True)
class GenerationSettings:
    """The settings of games that a search plays against itself.

    seed: of the openings, a whole number. nodes: of the search of each move. options: the options that were set, by
    name: of the search and of the game's evaluation. name: of the game. ValueError if one of them is not valid.
    """

    seed: int = 0
    nodes: int = NODES
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = GAME

    def __post_init__(self) -> None:
        if type(self.seed) is not int or abs(self.seed) > LARGEST:
            raise ValueError(f"a seed is a whole number up to {LARGEST}, not {shorten(repr(self.seed))}")
        if type(self.nodes) is not int or not 1 <= self.nodes <= LARGEST:
            raise ValueError(f"nodes are a whole number from 1 to {LARGEST}, not {shorten(repr(self.nodes))}")
        options = self.configured()
        for name in self.options:
            if name.lower() == "evalfile":  # the network as it is now, read once for all games
                object.__setattr__(self, "options", {**self.options, name: options["EvalFile"]})

    @property
    def game(self) -> Game:
        return games.find(self.name)

    @property
    def search(self) -> str:
        """The name of the search that plays."""
        return self.game.selfplay.search

    @property
    def packing(self) -> Packing:
        """How the positions become records; ValueError if a network cannot evaluate the game."""
        return packing_for(self.game, self.game.start(None, self.configured()))

    @property
    def names(self) -> list[str]:
        """The names of the options that can be set."""
        known = [option for option in own(self.game) if option not in self.game.rules]
        offered = (*searches.find(self.search).options, *known)
        return ["Hash", *dict.fromkeys(option.name for option in offered if option.name not in IDLE), "EvalFile"]

    def configured(self) -> Options:
        """All options of a search; ValueError if one is not valid, or has no effect here."""
        options = options_for(self.game, {"Search": self.search, "Hash": HASH})
        known = {name.lower() for name in self.names}
        for name, value in self.options.items():
            if name.lower() not in known:
                raise ValueError(
                    f"{shorten(repr(name))} is none of the options that count here, which are "
                    f"{', '.join(self.names)}{nearest(name, self.names)}"
                )
            options.set(name, value)
        self.begin(options)  # only the game knows whether a choice suits it
        return options

    def begin(self, options: Options) -> Position[Any]:
        """The first position of a game, evaluated as the options say; ValueError if they do not suit."""
        position = self.game.start(None, options)
        position.configure(options)
        return position

    def to_json(self) -> dict[str, Any]:
        """All on which a game depends besides its number and the engine: the settings, and what cannot be set."""
        options = self.configured()
        known = self.begin(options).network
        return {
            "game": self.name,
            "search": self.search,
            "seed": self.seed,
            "nodes": self.nodes,
            "options": {name: options[name] for name in self.names if name != "EvalFile"},
            "network": known and known.checksum,  # its content counts, not its path
            "records": self.packing.checksum,
            "opening": {
                "plies": list(self.game.selfplay.openings),
                "shuffled": self.game.selfplay.shuffled,
                "nodes": OPENING_NODES,
                "uneven": UNEVEN,
            },
            "adjudication": {
                "decided": [DECIDED, DECIDED_PLIES],
                "level": [LEVEL, LEVEL_PLIES, LEVEL_FROM],
            },
        }
