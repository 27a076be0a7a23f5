"""Which network evaluates a position: that of the file that somebody names, or the one that ships with the game."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

from .. import games
from ..game import Game
from ..layers import Net
from ..position import Position
from ..text import shorten, shown
from .inputs import inputs_of
from .network import Network, read

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..option import Value

SHIPPED = "network.bin"  # in the folder of a game


class NetPath(str):
    """The path of a network's file, with the network as it was when this was made; ValueError if there is none.

    A copy, in another process or on another machine, has the same network, whatever lies there under this path.
    """

    __slots__ = ("net",)
    net: Net

    def __new__(cls, path: str, network: Network | None = None) -> NetPath:
        made = super().__new__(cls, path)
        try:
            made.net = Net(network or read(path))
        except OSError as error:
            raise ValueError(f"the network {shorten(path)!r} cannot be read: {os.strerror(error.errno or 0)}") from None
        return made

    def __reduce__(self) -> tuple[type[NetPath], tuple[str, Network]]:
        return NetPath, (str(self), self.net.network)


def net_for(position: Position[Any], options: Mapping[str, Value]) -> Net:
    """The network that is to evaluate a position; ValueError if there is none, or it does not suit."""
    inputs_of(position)  # ValueError where no network can
    path = options["EvalFile"]
    if path:
        net = (path if isinstance(path, NetPath) else NetPath(str(path))).net
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
    """That which lies in the folder of a game."""
    path = shipped_path(game)
    return Net(read(path)) if path.exists() else None


def shipped_path(game: Game) -> Path:
    file = sys.modules[type(game).__module__].__file__
    return Path(file or "").with_name(SHIPPED)


def check_suits(network: Network, position: Position[Any]) -> None:
    """ValueError if a network is of another game, or of inputs that this version of the game does not have."""
    name = position.game or type(position).__name__
    if network.game != name:
        raise ValueError(f"the network is of {shown(network.game)}, not of {name}")
    if network.inputs != inputs_of(position):
        raise ValueError(f"the network has other inputs than {name}")
