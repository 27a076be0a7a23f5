"""Who meets whom in a knockout, how many games decide it, and who goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_EXTRA = 16  # times that a level encounter is prolonged, by a game or a pair of games


@dataclass(frozen=True)
class Encounter:
    """Two players who meet, or one who goes on without a game (second is None). Numbers are seeds, from 0.

    first: has White in the first game. results: the half points of `first` in each game, in the order of the games.
    """

    first: int
    second: int | None = None
    results: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if any(result not in (0, 1, 2) for result in self.results):
            raise ValueError(f"a game is worth 0, 1 or 2 half points: {self.results}")
        if self.second is None and self.results:
            raise ValueError(f"player {self.first} has nobody to meet, but results: {self.results}")


def bracket(players: int) -> tuple[Encounter, ...]:
    """The first round, in an order in which the winners of neighbours meet next.

    As long as the better seeds win, in every round the first seed meets the last one, the second the last but one, and
    so on, and the first two meet in the final. If the number of players is no power of two, the best seeds go on
    without a game.
    """
    if players < 2:
        raise ValueError(f"a knockout needs at least 2 players, not {players}")
    order = [0]
    while len(order) < players:
        last = 2 * len(order) - 1
        order = [one for seed in order for one in (seed, last - seed)]
    return tuple(
        Encounter(first, second if second < players else None)
        for first, second in zip(order[::2], order[1::2], strict=True)
    )


def games_due(encounter: Encounter, games: int) -> int:
    """How many more games are needed, whatever their results; 0 if it is decided who goes on.

    As in cutechess-cli, an encounter of `games` games ends as soon as one player has more than half of the points. If
    it is level after all of them, it is prolonged until it is not: by one game at a time if `games` is odd, else by
    two, so that both have White equally often. Unlike there, it is prolonged MOST_EXTRA times at most.
    """
    if encounter.second is None:
        return 0
    played = len(encounter.results)
    score = sum(encounter.results)
    lead = max(score, 2 * played - score)
    if played < games:
        return max(0, (games - lead) // 2 + 1)
    step = 1 if games % 2 else 2
    times, begun = divmod(played - games, step)
    if begun:
        return step - begun
    return step if lead == played and times < MOST_EXTRA else 0


def winner(encounter: Encounter, games: int) -> int:
    """The player who goes on: the one with more points, or the better seed if level. ValueError if games are due."""
    if encounter.second is None:
        return encounter.first
    if games_due(encounter, games):
        raise ValueError(f"players {encounter.first} and {encounter.second} must play on before the next round")
    lead = sum(encounter.results) - len(encounter.results)
    if not lead:
        return min(encounter.first, encounter.second)
    return encounter.first if lead > 0 else encounter.second


def next_round(played: Sequence[Encounter], games: int) -> tuple[Encounter, ...]:
    """The encounters that follow those of a round; none after the final. ValueError if games are due."""
    winners = [winner(encounter, games) for encounter in played]
    return tuple(Encounter(first, second) for first, second in zip(winners[::2], winners[1::2], strict=False))
