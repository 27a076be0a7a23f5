"""What a player did that ends its game."""

from __future__ import annotations

from ..record import Ending


class Fault(Exception):
    """ending: one of those that are faults. text: what happened, to follow the player's colour: " loses on time"."""

    def __init__(self, ending: Ending, text: str) -> None:
        super().__init__(ending, text)  # both, since faults travel from process to process
        self.ending = ending
        self.text = text

    def __str__(self) -> str:
        return self.text
