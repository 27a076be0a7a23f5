"""The end of a game, as `Position.ending` tells it."""

from __future__ import annotations


class Win:
    """The end of a game that this player (0 or 1) has won."""

    __slots__ = ("player",)

    def __init__(self, player: int) -> None:
        if player not in (0, 1):
            raise ValueError(f"a player is 0 or 1, not {player!r}")
        self.player = player

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Win) and other.player == self.player

    def __hash__(self) -> int:
        return hash((Win, self.player))

    def __repr__(self) -> str:
        return f"Win({self.player})"


class Draw(float):
    """The end of a game that nobody has won: of no worth to either, as the number 0."""

    __slots__ = ()

    def __new__(cls) -> Draw:
        return super().__new__(cls, 0.0)

    def __repr__(self) -> str:
        return "Draw()"
