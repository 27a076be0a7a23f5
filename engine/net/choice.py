"""The network that evaluates a position: that of EvalFile, or the one that ships with the game."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from .. import games
from ..game import Game
from ..support.text import printable
from .inputs import inputs_of
from .layers import Net
from .network import Network, read
from .path import NetPath

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..option import Value
    from ..position import Position

SHIPPED = "network.bin"  # in the folder of a game


def net_for(position: Position[Any], options: Mapping[str, Value]) -> Net:
    """The network that evaluates a position. ValueError if there is none, or if it does not suit the game."""
    inputs_of(position)  # ValueError where no network can
    path = options["EvalFile"]
    if path:
        net = NetPath(path if isinstance(path, str) else str(path)).net
        check_suits(net.network, position)
        return net
    game = games.of(position)
    found = shipped(game) if game is not None else None
    if found is None:
        name = position.game or type(position).__name__
        raise ValueError(f"no network ships for {name}: set EvalFile to the file of one")
    return found


@cache
def shipped(game: Game) -> Net | None:
    """The network in the folder of a game; None if it has none."""
    path = shipped_path(game)
    return Net(read(path)) if path.exists() else None


def shipped_path(game: Game) -> Path:
    file = sys.modules[type(game).__module__].__file__
    return Path(file or "").with_name(SHIPPED)


def check_suits(network: Network, position: Position[Any]) -> None:
    """ValueError if a network is of another game, or has other inputs than the game. Its anchors may differ."""
    name = position.game or type(position).__name__
    if network.game != name:
        raise ValueError(f"the network is of {printable(network.game)}, not of {name}")
    if network.inputs.unanchored() != inputs_of(position).unanchored():
        raise ValueError(f"the network has other inputs than {name}")
