"""How HiLo speaks with people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...position import Position
from ...registry.game_words import LONGEST, Words
from ...support.text import shorten


class HiloWords(Words):
    moves = "low or high (or l, h, -1, 1)"
    not_started = "no card has been dealt: the first move is one, as in position startpos moves 5"
    explained = (
        "The cards are numbered from 1 to 13, and at every draw each of them is equally likely.",
        "The utility starts at 1. Guess whether the next card is lower or higher than the card that is up.",
        "A right guess multiplies the utility by the payout of the card that was up: the less likely, the more.",
        "An equal card changes nothing. A wrong guess makes the utility -1 and ends the game.",
        "The game also ends after the last draw.",
    )
    played = "a move is a guess and the card drawn, as in high 9"

    def rules(self, position: Any) -> str:
        return "HiLo: is the next card higher or lower? An equal one changes nothing."

    def parse(self, position: Position[Any], text: str) -> Any:
        guesses = [guess for guess, sign in (("low", "-1"), ("high", "1")) if text.lower() in (guess, guess[0], sign)]
        if not guesses:
            raise ValueError(f"a guess is {self.moves}, not {shorten(text, LONGEST)!a}")
        return position.parse(guesses[0])

    def outcome(self, position: Position[Any], move: Any) -> str:
        return f"The card is {position.notation(move).split()[1]}."

    def course(self, started: str, played: Sequence[str]) -> str:
        return f"The cards: {', '.join([started.split(maxsplit=1)[0], *(move.split()[1] for move in played)])}."

    def ending(self, position: Position[Any], names: tuple[str, ...] = ()) -> str:
        reason = self.reason(position)
        return f"{reason[0].upper()}{reason[1:]}, utility {position.value():.6g}"

    def reason(self, position: Any) -> str:
        return "wrong: the game is lost" if position.value() < 0 else "no draw is left"
