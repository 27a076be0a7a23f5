"""A HiLo position as HTML: the card, and what each guess can lead to."""

from __future__ import annotations

from collections import Counter

from ...show import table
from .position import HiloPosition


def position_html(position: HiloPosition) -> str:
    card, utility, draws = position.fen().split()
    state = f"<p>{card} is up, utility {float(utility):g}, {draws} draw{'' if draws == '1' else 's'} left</p>"
    guesses = position.moves()
    if not guesses:
        return state
    rows = [[position.notation(guess), outcomes_text(position, guess)] for guess in guesses]
    return state + "\n" + table(["guess", "utility then, and how likely"], rows)


def outcomes_text(position: HiloPosition, guess: int) -> str:
    """How many of the cards lead to which utility: `3 (4/13), 1 (1/13), -1 (8/13)`."""
    cards: Counter[float] = Counter()
    outcomes = position.chances(guess)
    for certain, _ in outcomes:
        position.play(certain)
        cards[position.value()] += 1
        position.undo()
    return ", ".join(f"{utility:g} ({cards[utility]}/{len(outcomes)})" for utility in sorted(cards, reverse=True))
