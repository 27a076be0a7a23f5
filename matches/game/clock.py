"""The clock of one player: the time left, and the time that each move takes from it."""

from __future__ import annotations

from ..settings import TimeControl


class Clock:
    """Times in seconds. Without a time control it stands still and nothing is ever late."""

    def __init__(self, control: TimeControl, margin: float = 0.0) -> None:
        self.control = control
        self.margin = margin
        self.left: float | None = control.base
        self.togo = control.moves  # moves until the next period, 0 if there is only one

    @property
    def deadline(self) -> float | None:
        """The seconds that this move may take before it loses on time, None without a limit."""
        allowed = self.control.per_move if self.control.per_move is not None else self.left
        return None if allowed is None else allowed + self.margin

    def charge(self, seconds: float) -> bool:
        """Subtract the time of a move and add the increment; False if the move took too long: the flag has fallen."""
        deadline = self.deadline
        if deadline is not None and seconds > deadline:
            if self.left is not None:
                self.left = 0.0
            return False
        if self.left is not None and self.control.base is not None:
            # Time that the margin allows is not subtracted later.
            self.left = max(0.0, self.left - seconds) + self.control.increment
            if self.togo:
                self.togo -= 1
                if self.togo == 0:
                    self.togo = self.control.moves
                    self.left += self.control.base
        return True
