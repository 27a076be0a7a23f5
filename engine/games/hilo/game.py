"""The description of HiLo: its names and rules."""

from __future__ import annotations

from ...game import Game, Variant
from ...support.text import printable
from .fen import CARDS

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...game import Beginning
    from ...option import Value
    from ...registry.not_started import NotStarted
    from .position import HiloPosition

FIRST_CARDS = range(2, CARDS)  # after a one or a thirteen, the right guess is obvious
DRAWS = 4


class Hilo(Game):
    """HiLo: one player and a deck. A move that has been played is two words, the guess and the card drawn."""

    name = "hilo"
    title = "HiLo, a card game"
    fen_meaning = 'the card, the utility, the draws left, as in "5 1 4"'
    fen_form = r"[0-9]+( |$)"
    seats = ("Player",)
    pieces = ("",)
    position = "HiloPosition"
    variants = (Variant("hilo", "a card game for one player, over UGI"),)
    par = 1.0  # the utility that it begins with
    forfeit = -1.0
    words_in_a_move = 2
    examples = ('tree hilo --fen "5 1 1" --depth 1 -o hilo.svg',)
    networks = False
    depth = 5
    positions = ("5 1 8", "7 1 8", "12 2.5 8")

    def start(self, fen: str | None, options: Mapping[str, Value]) -> HiloPosition | NotStarted:
        from ...support.worker import IMPORTING

        with IMPORTING:
            from ...registry.not_started import NotStarted
            from .position import HiloPosition

        return NotStarted(self) if fen is None else HiloPosition(fen)

    def beginnings(self) -> tuple[Beginning, ...]:
        return tuple((str(card), 1 / len(FIRST_CARDS)) for card in FIRST_CARDS)

    def begin(self, beginning: str, options: Mapping[str, Value]) -> HiloPosition | NotStarted:
        if beginning not in map(str, FIRST_CARDS):
            least, most = FIRST_CARDS[0], FIRST_CARDS[-1]
            raise ValueError(f"illegal move: {printable(beginning)}: the first card is {least} to {most}")
        return self.start(f"{beginning} 1 {DRAWS}", options)


GAME = Hilo()
