"""The diagrams of HiLo: the open card, and the possible results of each guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ...display.diagram import CARD, Diagram, Symbol
from .fen import CARDS
from .game import GAME
from .position import HiloPosition

SYMBOLS = {str(card): Symbol(f"card {card}", f"{card:2}", f"{card:2}", "bold") for card in range(1, CARDS + 1)}


def diagram(position: HiloPosition, last: str) -> Diagram:
    position = position.clone()  # moves are tried on it: an interrupt must not leave one behind
    card, utility, draws = position.fen().split()
    status = "" if position.ending() is None else GAME.words.ending(position)
    captions = [
        f"Utility {float(utility):.6g}, {draws} draw{'' if draws == '1' else 's'} left",
        *(odds(position, guess) for guess in position.moves()),
    ]
    return Diagram(
        1, 1, (card,), SYMBOLS, surface=CARD, status=status, captions=tuple(captions), svg=drawings, game=GAME.name
    )


def odds(position: HiloPosition, guess: int) -> str:
    """The possible utilities after a guess, and how many of the cards lead to each."""
    cards: Counter[float] = Counter()
    outcomes = position.chances(guess)
    for certain, _ in outcomes:
        position.play(certain)
        cards[position.value()] += 1
        position.undo()
    ways = (f"{utility:.6g} ({cards[utility]}/{len(outcomes)})" for utility in sorted(cards, reverse=True))
    return f"{position.notation(guess)}: {', '.join(ways)}"


def drawings() -> Mapping[str, str]:
    style = 'font-family="sans-serif" font-size="44" font-weight="bold" text-anchor="middle"'
    return {card: f'<text x="50" y="66" {style}>{card}</text>' for card in SYMBOLS}
