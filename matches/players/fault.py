"""What a player did that ends its game."""

from __future__ import annotations

from ..record import Termination


class Fault(Exception):
    """ending: one of those that are faults. text: what happened, to follow the player's colour: " loses on time".

    late: seconds by which a move came after its time; None if it did not come by itself, or that was not the fault.
    """

    def __init__(self, ending: Termination, text: str, late: float | None = None) -> None:
        super().__init__(ending, text, late)  # all, since faults travel from process to process
        self.ending = ending
        self.text = text
        self.late = late

    def __str__(self) -> str:
        return self.text
