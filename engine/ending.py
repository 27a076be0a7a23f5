"""The end of a game, as `Position.ending` returns it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Win:
    """The end of a game that a player has won. player: 0 or 1; ValueError for anything else."""

    player: int

    def __post_init__(self) -> None:
        if self.player not in (0, 1):
            raise ValueError(f"a player is 0 or 1, not {self.player!r}")

    def __repr__(self) -> str:
        return f"Win({self.player})"


class Draw(float):
    """The end of a game that nobody has won. It equals the number 0, its value for both players."""

    __slots__ = ()

    def __new__(cls) -> Draw:
        return super().__new__(cls, 0.0)

    def __repr__(self) -> str:
        return "Draw()"
