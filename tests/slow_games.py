"""Slow implementations of Connect-4 and HiLo, from their rules alone, against which records of games are checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from oddsfish.matches.record import Record, Termination

COLUMNS = "abcdefg"
ROWS = 6
STRAIGHT = (1, 0, 0)  # the weights of discs that do not slip
SLIPPING = (3, 1, 1)

CARDS = range(1, 14)
FIRST_CARDS = range(2, 13)
DRAWS = 4
LOW = [Fraction(tenths, 10) for tenths in (0, 120, 50, 40, 30, 20, 18, 15, 14, 13, 12, 11, 10)]
HIGH = LOW[::-1]
LOST = Fraction(-1)


class Grid:
    """A board as seven stacks of players, 0 and 1, from the bottom."""

    def __init__(self) -> None:
        self.stacks: list[list[int]] = [[] for _ in COLUMNS]

    def open(self) -> list[int]:
        return [column for column, stack in enumerate(self.stacks) if len(stack) < ROWS]

    def landings(self, aimed: int, weights: Sequence[int]) -> list[tuple[int, Fraction]]:
        """The columns where a disc aimed at one can land, with probabilities: straight, to the left, to the right."""
        places = [
            (column, weight)
            for column, weight in zip((aimed, aimed - 1, aimed + 1), weights, strict=True)
            if column in self.open() and weight
        ]
        total = sum(weight for _, weight in places)
        return [(column, Fraction(weight, total)) for column, weight in places]

    def fours(self, player: int) -> int:
        """The number of the 69 windows of four cells that are this player's."""
        cells = {(c, r) for c, stack in enumerate(self.stacks) for r, disc in enumerate(stack) if disc == player}
        return sum(
            all((column + step * right, row + step * up) in cells for step in range(4))
            for column, row in cells
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        )


def split(move: str) -> tuple[int, int]:
    """d>e, d or P@d3: the column aimed at, and the one where the disc landed."""
    aimed, _, landed = move.removeprefix("P@")[: 1 if "@" in move else None].partition(">")
    return COLUMNS.index(aimed), COLUMNS.index(landed or aimed)


Lot = tuple[Fraction, Fraction]  # the limits of a random number from 0 to 1 that has this outcome


def replay_connect4(record: Record, full_board: bool = False, weights: Sequence[int] = STRAIGHT) -> list[Lot]:
    """Check that a game was played by the rules to its right end; return the lots of its moves."""
    grid = Grid()
    draws = []
    verdict = ("*", Termination.UNFINISHED, "")
    for number, ply in enumerate(record.plies):
        assert verdict[0] == "*", f"{ply.move} was played after the end"
        aimed, landed = split(ply.move)
        if record.variant == "cfour":
            assert re.fullmatch("P@[a-g][1-6]", ply.move) and int(ply.move[3]) == len(grid.stacks[landed]) + 1
        else:
            assert ply.move == COLUMNS[aimed] + (f">{COLUMNS[landed]}" if landed != aimed else "")
        assert ply.text == ply.move
        assert aimed in grid.open()
        assert ply.choices == len(grid.open()) or ply.seconds is None
        assert ply.pieces == number
        begin = Fraction(0)
        for column, chance in grid.landings(aimed, weights):
            if column == landed:
                draws.append((begin, begin + chance))
            begin += chance
        assert begin == 1 and len(draws) == number + 1, f"{ply.move} cannot come about"
        grid.stacks[landed].append(number % 2)
        verdict = judge(grid, full_board)
    assert (record.result, record.ending, record.reason) == verdict
    return draws


def judge(grid: Grid, full_board: bool) -> tuple[str, Termination, str]:
    red, yellow = grid.fours(0), grid.fours(1)
    if not full_board and (red or yellow):
        assert not (red and yellow)
        side = "Red" if red else "Yellow"
        return ("1-0" if red else "0-1"), Termination.WON, f"{side} wins: four in a row"
    if grid.open():
        return "*", Termination.UNFINISHED, ""
    if red == yellow:
        return "1/2-1/2", Termination.DRAWN, f"Draw: {'as many fours each' if full_board else 'the board is full'}"
    side = "Red" if red > yellow else "Yellow"
    return ("1-0" if red > yellow else "0-1"), Termination.WON, f"{side} wins: more fours"


def guessed(card: int, utility: Fraction, guess: str, drawn: int) -> Fraction:
    """The utility after a guess and the card that was drawn."""
    if drawn == card:
        return utility
    if (drawn > card) == (guess == "high"):
        return utility * (HIGH if guess == "high" else LOW)[card - 1]
    return LOST


@cache
def worth(card: int, utility: Fraction, draws: int) -> Fraction:
    """The value of a game with best play."""
    if utility < 0 or draws == 0:
        return utility
    return max(value_key_of(card, utility, draws, guess) for guess in ("low", "high"))


@cache
def value_key_of(card: int, utility: Fraction, draws: int, guess: str) -> Fraction:
    """The value of a game after this guess, with best play afterwards."""
    outcomes = (worth(drawn, guessed(card, utility, guess, drawn), draws - 1) for drawn in CARDS)
    return sum(outcomes, Fraction(0)) / len(CARDS)


def replay_hilo(record: Record) -> tuple[list[int], list[tuple[int, Fraction, int, str]]]:
    """Check that a game was dealt and paid by the rules; return its cards and its decisions.

    A decision: the card that is up, the utility so far, the draws left, the guess.
    """
    dealt, *plies = record.plies
    cards = [int(dealt.move)]
    assert cards[0] in FIRST_CARDS and dealt.seconds is None
    utility = Fraction(1)
    decisions = []
    for ply in plies:
        assert utility >= 0 and len(cards) <= DRAWS, "a guess after the end"
        guess, card = ply.move.split(" ")
        assert guess in ("low", "high") and int(card) in CARDS
        assert (ply.text, ply.pieces, ply.choices) == (ply.move, 1, 2)
        decisions.append((cards[-1], utility, DRAWS + 1 - len(cards), guess))
        utility = guessed(cards[-1], utility, guess, int(card))
        cards.append(int(card))
    assert utility < 0 or len(cards) == DRAWS + 1, "it ended too soon"
    result = "1-0" if utility > 1 else "1/2-1/2" if utility == 1 else "0-1"
    assert record.utility is not None and abs(record.utility - float(utility)) < 1e-9
    assert (record.result, record.ending) == (result, Termination.PLAYED)
    how = "Wrong: the game is lost" if utility < 0 else "No draw is left"
    assert record.reason == f"{how}, utility {record.utility:g}"
    return cards, decisions


def chi_square(counts: Sequence[int], chances: Sequence[float]) -> float:
    """The chi-square statistic of counts for these probabilities."""
    total = sum(counts)
    return sum((count - total * p) ** 2 / (total * p) for count, p in zip(counts, chances, strict=True))


def alike(one: Sequence[Lot], other: Sequence[Lot]) -> bool:
    """Whether two games can come from the same random numbers."""
    return all(max(begin, start) < min(end, stop) for (begin, end), (start, stop) in zip(one, other, strict=False))
