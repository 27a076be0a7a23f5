"""The techniques that can be left out of the tournament search, to measure their effect."""

from __future__ import annotations

from .....option import Option
from .....support.text import nearest, shorten

# In the order of `Technique` in thread.pxd.
TECHNIQUES = (
    "aspiration",
    "child-cut-offs",
    "correction",
    "counter-moves",
    "continuation",
    "delta",
    "exchange-pruning",
    "futility",
    "history-pruning",
    "internal-reduction",
    "killers",
    "late-move-pruning",
    "late-move-reductions",
    "null-move",
    "quiet-checks",
    "razoring",
    "reverse-futility",
    "singular",
    "threats",
)


def read_techniques(text: str) -> tuple[str, ...]:
    """The techniques that a text names, separated by blanks or commas; ValueError if there is no such technique."""
    names = tuple(text.lower().replace(",", " ").split())
    for name in names:
        if name not in TECHNIQUES:
            raise ValueError(f"Without names techniques, and {shorten(name)!r} is none{nearest(name, TECHNIQUES)}")
    return names


def technique_bits(text: str) -> int:
    """The techniques that a text names, as the bits of `Technique`; ValueError if there is no such technique."""
    return sum({1 << TECHNIQUES.index(name) for name in read_techniques(text)})


class TechniquesOption(Option):
    """Names of techniques; one that is none is refused when the option is set."""

    __slots__ = ()

    def read(self, text: str) -> str:
        return " ".join(read_techniques(str(super().read(text))))
