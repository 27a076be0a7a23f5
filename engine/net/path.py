"""The path of a network's file, which keeps what the file held."""

from __future__ import annotations

import os

from ..support.text import shorten
from .layers import Net
from .network import Network, read


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
