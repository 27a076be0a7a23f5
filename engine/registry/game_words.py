"""How a game speaks with people: what they type, how a move is written, why a game has ended."""

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
    """What suits most games; each has its own in the module `words` of its folder."""

    moves = "a move"  # what to type
    not_started = "the game has not begun"  # where the first move is nobody's, and has not been made
    explained: tuple[str, ...] = ()  # the rules, a sentence each, of a game that not everybody knows
    played = ""  # what a move looks like once it is played, chance included

    def __init__(self, game: Game) -> None:
        self.game = game
        if (found := renamed(self, "unbegun", "not_started")) is not None:
            self.not_started = found

    def rules(self, position: Any) -> str:
        """The game and the rules by which it is played, in a sentence."""
        title = self.game.title
        return f"{title[0].upper()}{title[1:]}."

    def parse(self, position: Position[Any], text: str) -> Any:
        """The legal move that somebody typed; ValueError with the reason if there is none."""
        try:
            return position.parse(text.lower())
        except ValueError:
            raise ValueError(f"{shorten(text, LONGEST)!a} is no legal move here; type {self.moves}") from None

    def spell(self, position: Position[Any], move: Any) -> str:
        """A move that is about to be played."""
        return position.notation(move)

    def outcome(self, position: Position[Any], move: Any) -> str:
        """What chance has made of a move, in a sentence."""
        return f"It is {position.notation(move)}."

    def course(self, started: str, played: Sequence[str]) -> str:
        """What is to be told of a game at its end that its last position does not show, "" if nothing is.

        started: the FEN it began with. played: its moves, chance included.
        """
        return ""

    def reason(self, position: Any) -> str:
        """Why the game is over."""
        return "by the rules of the game"

    def standing(self, position: Position[Any], names: tuple[str, ...] = ()) -> str:
        """Who is to move, or how the game has ended; names as below."""
        if position.ending() is None:
            return f"{(names or self.game.seats)[position.player()]} to move"
        return self.ending(position, names)

    def ending(self, position: Position[Any], names: tuple[str, ...] = ()) -> str:
        """How the game has ended, without a full stop. names: of the seats, if others than the game's own."""
        names = names or self.game.seats
        result = self.game.result(position)
        won = "Draw" if result == 0.5 else f"{names[0 if result else 1]} wins" if len(names) > 1 else "Won"
        if result == 0.0 and len(names) == 1:
            won = "Lost"
        return f"{won}: {self.reason(position)}"
