"""Whole games for the page's tests: the cells of each move, and the text that announces it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from page_browser import Tab, Way

PERSON = "Person"


@dataclass(frozen=True)
class Played:
    """A game of two people, to its end. steps: the cells of each move. end: a text that announces the end."""

    game: str
    seats: tuple[str, str]
    steps: tuple[tuple[str, ...], ...]
    said: tuple[str, ...]  # for each move, in the live region
    last: tuple[str, str]  # a cell and what stands there at the end
    end: str

    def play(self, tab: Tab, way: Way) -> None:
        tab.open("play", self.game)
        for seat in self.seats:
            tab.choose(seat, PERSON)
        for cells, said in zip(self.steps, self.said, strict=True):
            way(tab, *cells)
            tab.hears(said)
        tab.holds(*self.last)
        tab.sees(re.compile(self.end))
        tab.hears(self.end)
        assert len(tab.moves) == len(self.steps)


def squares(moves: str) -> tuple[tuple[str, ...], ...]:
    """The cells of moves such as e2e4."""
    return tuple((move[:2], move[2:]) for move in moves.split())


CHESS = Played(
    "chess",
    ("White", "Black"),
    squares("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"),
    ("White: e4.", "Black: e5.", "White: Qh5.", "Black: Nc6.", "White: Bc4.", "Black: Nf6.", "White: Qxf7#."),
    ("f7", "white queen"),
    "checkmate",
)
CONNECT4 = Played(
    "connect4",
    ("Red", "Yellow"),
    tuple((f"{column} row 6",) for column in "dcdcdcd"),
    ("Red: d.", "Yellow: c.") * 3 + ("Red: d.",),
    ("d row 4", "red disc"),
    "wins",
)
DRAWN = ("b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3")  # cells, in turn
TICTACTOE = Played(
    "tictactoe",
    ("Cross", "Nought"),
    tuple((cell,) for cell in DRAWN),
    tuple(f"{('Cross', 'Nought')[turn % 2]}: {cell}." for turn, cell in enumerate(DRAWN)),
    ("c3", "cross"),
    "Draw",
)
GAMES = {played.game: played for played in (CHESS, CONNECT4, TICTACTOE)}


def play_cards(tab: Tab, way: str) -> None:
    """Play HiLo to its end, whatever is drawn; its moves are buttons, or typed."""
    tab.open("play", "hilo")
    for _ in range(50):
        low = tab.page.get_by_role("group", name="Moves to choose from").get_by_role("button", name="low")
        if not low.count():
            break
        before = len(tab.moves)
        if way == "keyboard":
            tab.type("low")
        elif way == "touch":
            low.tap()
        else:
            low.click()
        tab.wait(lambda before=before: len(tab.moves) > before)  # type: ignore[misc]
        tab.hears("low")
    tab.sees(re.compile("^(Wrong|No draw is left)"))
