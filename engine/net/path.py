"""The path of a network's file, together with its content."""

from __future__ import annotations

from ..support.held_path import HeldPath
from .layers import Net
from .network import Network, read

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing_extensions import Self


class NetPath(HeldPath):
    """The path of a network's file, with the network as it was when this was made, and its Net."""

    __slots__ = ("net",)
    what = "network"
    held: Network
    net: Net

    @staticmethod
    def load(path: str) -> Network:
        return read(path)

    def __new__(cls, path: str, held: Network | None = None) -> Self:
        made = super().__new__(cls, path, held)
        if made is not path:
            made.net = Net(made.held)
        return made
