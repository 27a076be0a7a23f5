"""How a game talks with people: what they type, how it writes a move, why a game has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..moved import renamed
from ..support.text import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..game import Game
    from ..position import Position

LONGEST = 20  # characters shown of what should have been a move


class Words:
    """Words that suit most games. A game may derive its own class, in the module `words` of its folder."""

    moves = "a move"  # what to type
    not_started = "the game has not begun"  # if the first event, which no player decides, is still missing
    explained: tuple[str, ...] = ()  # the rules of a less known game, one sentence each
    played = ""  # the form of a played move, outcome included

    def __init__(self, game: Game) -> None:
        self.game = game
        if (found := renamed(self, "unbegun", "not_started")) is not None:
            self.not_started = found

    def rules(self, position: Any) -> str:
        """The game and the rules by which it is played, in a sentence."""
        title = self.game.title
        return f"{title[0].upper()}{title[1:]}."

    def parse(self, position: Position[Any], text: str) -> Any:
        """Return the legal move that a user typed; ValueError, with the reason, if there is none."""
        try:
            return position.parse(text.lower())
        except ValueError:
            raise ValueError(f"{shorten(text, LONGEST)!a} is no legal move here; type {self.moves}") from None

    def spell(self, position: Position[Any], move: Any) -> str:
        """Return the text of a move before it is played."""
        return position.notation(move)

    def outcome(self, position: Position[Any], move: Any) -> str:
        """Return the outcome of a move, in a sentence."""
        return f"It is {position.notation(move)}."

    def course(self, started: str, played: Sequence[str]) -> str:
        """Return a text about a finished game that its last position does not show; "" for none.

        started: the FEN of its start. played: its moves, outcomes included.
        """
        return ""

    def reason(self, position: Any) -> str:
        """Why the game is over."""
        return "by the rules of the game"

    def standing(self, position: Position[Any], names: tuple[str, ...] = ()) -> str:
        """Return the player to move, or how the game has ended. names: see `ending`."""
        if position.ending() is None:
            return f"{(names or self.game.seats)[position.player()]} to move"
        return self.ending(position, names)

    def ending(self, position: Position[Any], names: tuple[str, ...] = ()) -> str:
        """Return how the game has ended, without a full stop. names: of the players; by default those of the seats."""
        names = names or self.game.seats
        result = self.game.result(position)
        won = "Draw" if result == 0.5 else f"{names[0 if result else 1]} wins" if len(names) > 1 else "Won"
        if result == 0.0 and len(names) == 1:
            won = "Lost"
        return f"{won}: {self.reason(position)}"
