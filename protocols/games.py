"""The games as the dialects speak of them: how a position is read, played on and shown, and who has won it.

Each game itself is imported when it is first played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..engine.option import Value, shorten, whole_number

if TYPE_CHECKING:
    from ..engine.game import Position

FIRST_CARDS = range(2, 13)  # of HiLo: of a one or a thirteen everybody knows what comes


class Game:
    """What is the same for most games."""

    par = 0.0  # what a drawn game is worth

    def start(self, fen: str | None, options: Mapping[str, Value]) -> Position:
        """The position of a FEN, for None that of the start; ValueError if it is none."""
        raise NotImplementedError

    def read(self, fen: str | None, words: tuple[str, ...], options: Mapping[str, Value]) -> Position:
        """The same with moves after it."""
        position = self.start(fen, options)
        for move in words:
            position.play(move)
        return position

    def show(self, position: Position) -> list[str]:
        return [f"Fen: {position.fen()}"]

    def result(self, position: Position) -> str:
        """Who has won, in the words of UGI."""
        from ..engine.game import Win  # noqa: PLC0415 - as the games

        ending = position.ending()
        if ending is None:
            return "none"
        if isinstance(ending, Win):
            return "p1win" if ending.player == 0 else "p2win"
        return "p1win" if ending > self.par else "p2win" if ending < self.par else "draw"


class Chess(Game):
    def start(self, fen: str | None, options: Mapping[str, Value]) -> Position:
        from ..engine.games.chess import fen as forsyth  # noqa: PLC0415
        from ..engine.games.chess.position import ChessPosition  # noqa: PLC0415

        return ChessPosition(forsyth.START if fen is None else fen, bool(options["UCI_Chess960"]))

    def show(self, position: Position) -> list[str]:
        from ..engine.games.chess.position import ChessPosition  # noqa: PLC0415

        assert isinstance(position, ChessPosition)
        return [
            *position.board_text().split("\n"),
            *super().show(position),
            f"Key: {position.zobrist:016X}",
            f"Checkers: {' '.join(position.checking())}",
        ]


class Connect4(Game):
    def start(self, fen: str | None, options: Mapping[str, Value]) -> Position:
        from ..engine.games.connect4.fen import START  # noqa: PLC0415
        from ..engine.games.connect4.position import Connect4Position  # noqa: PLC0415

        slip = tuple(int(options[name]) for name in ("SlipStraight", "SlipLeft", "SlipRight"))
        return Connect4Position(START if fen is None else fen, str(options["Rules"]), slip if options["Slip"] else None)

    def show(self, position: Position) -> list[str]:
        placement = position.fen().split()[0].split("[")[0]
        return [*map(spread, placement.split("/")), "a b c d e f g", *super().show(position)]


class Cfour(Connect4):
    """Connect-4 as UCI GUIs have it: classic, no slip."""

    def start(self, fen: str | None, options: Mapping[str, Value]) -> Position:
        from ..engine.games.connect4.cfour import START  # noqa: PLC0415
        from ..engine.games.connect4.position import Connect4Position  # noqa: PLC0415

        return Connect4Position(START if fen is None else fen, drops=True)


class Hilo(Game):
    """One player and a deck; a move is two words, the guess and the card drawn."""

    par = 1.0

    def start(self, fen: str | None, options: Mapping[str, Value]) -> Position:
        from ..engine.games.hilo.fen import read  # noqa: PLC0415
        from ..engine.games.hilo.position import HiloPosition  # noqa: PLC0415
        from .undealt import Undealt  # noqa: PLC0415

        return Undealt() if fen is None else HiloPosition(*read(fen))

    def read(self, fen: str | None, words: tuple[str, ...], options: Mapping[str, Value]) -> Position:
        if fen is None and words:
            fen, words = deal(words[0]), words[1:]
        if len(words) % 2:
            raise ValueError(f"illegal move: {shorten(words[-1])}: a move is a guess and the card drawn, as in high 9")
        moves = zip(words[::2], words[1::2], strict=True)
        return super().read(fen, tuple(f"{guess} {card}" for guess, card in moves), options)


def deal(card: str) -> str:
    """The FEN of a game that begins with this card."""
    if whole_number(card) not in FIRST_CARDS:
        least, most = FIRST_CARDS[0], FIRST_CARDS[-1]
        raise ValueError(f"illegal move: {shorten(card)}: the first card is {least} to {most}")
    return f"{card} 1 4"


def spread(row: str) -> str:
    """A row of a FEN with a dot for every empty cell."""
    return " ".join("".join("." * int(cell) if cell.isdigit() else cell for cell in row))


UCI_GAMES: Mapping[str, Game] = {"chess": Chess(), "cfour": Cfour()}
UGI_GAMES: Mapping[str, Game] = {"connect4": Connect4(), "hilo": Hilo()}
