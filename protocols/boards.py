"""How each game looks and what its moves are called, for people: at a terminal and in the boards of a drawn tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..engine.game import Position, Win
from ..engine.options import shorten

BOLD, RED, YELLOW = 1, 31, 33  # escape codes (ECMA-48)


@dataclass(frozen=True)
class Style:
    """What a terminal can show. Nothing is told by colour alone."""

    unicode: bool = True
    colour: bool = False

    def paint(self, text: str, code: int) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text


class Look:
    """One game for people; `position` is always of that game."""

    moves = ""  # what to type
    players: tuple[str, ...] = ()  # their names

    def __init__(self, style: Style) -> None:
        self.style = style

    def title(self, position: Any) -> str:
        """The game and its rules."""
        raise NotImplementedError

    def rows(self, position: Any) -> list[str]:
        """The bare board, rows of equal length."""
        raise NotImplementedError

    def draw(self, position: Any) -> list[str]:
        """The board with all that a player needs to see."""
        raise NotImplementedError

    def parse(self, position: Position[Any], text: str) -> Any:
        """The legal move that somebody typed; ValueError with the reason if there is none."""
        return position.parse(text.lower())

    def notation(self, position: Position[Any], move: Any) -> str:
        """A move, before it is played."""
        return position.notation(move)

    def outcome(self, position: Position[Any], move: Any) -> str:
        """What chance made of the move."""
        return position.notation(move)

    def ending(self, position: Any) -> str:
        """How the game has ended."""
        end = position.ending()
        winner = end.player if isinstance(end, Win) else 0 if end > 0 else 1 if end < 0 else None
        result = "A draw" if winner is None else f"{self.players[winner]} wins"
        return f"{result}: {self.reason(position)}."

    def reason(self, position: Any) -> str:
        """Why the game is over, for two players."""
        raise NotImplementedError


class ConnectFour(Look):
    moves = "a column, a to g or 1 to 7"
    columns = "abcdefg"

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self.discs = {"r": "●", "y": "○", ".": "·"} if style.unicode else {"r": "X", "y": "O", ".": "."}
        self.players = (f"Red {self.discs['r']}", f"Yellow {self.discs['y']}")

    def title(self, position: Any) -> str:
        goal = "most fours on the full board win" if position.full_board else "the first four in a row wins"
        slips = " Discs may slip into a column beside." if position.weights else ""
        return f"Connect-4: {goal}.{slips}"

    def rows(self, position: Any) -> list[str]:
        return [" ".join(self.discs[cell] for cell in row) for row in self.cells(position)]

    def draw(self, position: Any) -> list[str]:
        rows = [" ".join(self.painted(cell) for cell in row) for row in self.cells(position)]
        letters = " ".join(self.columns)
        return ["", f"  {letters}", *(f"  {row}" for row in rows), f"  {letters}", ""]

    def cells(self, position: Any) -> list[str]:
        """The board's rows from the top: r, y, and a dot for an empty cell."""
        text = position.fen().split()[0]
        return ["".join("." * int(cell) if cell.isdigit() else cell for cell in row) for row in text.split("/")]

    def painted(self, cell: str) -> str:
        text = self.discs[cell]
        return text if cell == "." else self.style.paint(text, RED if cell == "r" else YELLOW)

    def parse(self, position: Position[Any], text: str) -> Any:
        column = text.lower()
        if column in tuple("1234567"):
            column = self.columns[int(column) - 1]
        if column not in tuple(self.columns):
            raise ValueError(f"a move is {self.moves}, not {shorten(text, 20)!a}")
        if column not in map(position.notation, position.moves()):
            raise ValueError(f"column {column} is full")
        return position.parse(column)

    def outcome(self, position: Position[Any], move: Any) -> str:
        aimed, _, landed = position.notation(move).partition(">")
        return f"The disc slips to {landed}." if landed else f"The disc lands in {aimed}."

    def reason(self, position: Any) -> str:
        if isinstance(position.ending(), Win):
            return "four in a row"
        if not position.full_board:
            return "the board is full"
        return "more fours" if position.ending() else "as many fours each"


class Chess(Look):
    moves = "a move such as e2e4, e4 or Nf3"
    players = ("White", "Black")

    def title(self, position: Any) -> str:
        return "Chess: capital letters are White's men."

    def rows(self, position: Any) -> list[str]:
        empty = "·" if self.style.unicode else "."
        return [row[:15].replace(".", empty) for row in position.board_text().split("\n")[:8]]

    def draw(self, position: Any) -> list[str]:
        rows = [
            "".join(self.style.paint(cell, BOLD) if cell.isupper() else cell for cell in row)
            for row in self.rows(position)
        ]
        files = "     a b c d e f g h"
        return ["", files, *(f"  {8 - i}  {row}  {8 - i}" for i, row in enumerate(rows)), files, ""]

    def parse(self, position: Any, text: str) -> Any:
        """UCI's notation, or that of books (SAN)."""
        import chess  # noqa: PLC0415 - not needed by the other games

        try:
            return position.parse(text.lower())
        except ValueError:
            pass
        try:
            return position.parse(self.board(position).parse_san(text).uci())
        except chess.AmbiguousMoveError:
            raise ValueError(f"{shorten(text, 20)!a} could be more than one move") from None
        except ValueError:
            raise ValueError(f"{shorten(text, 20)!a} is no legal move here; type {self.moves}") from None

    def notation(self, position: Any, move: Any) -> str:
        board = self.board(position)
        return str(board.san(board.parse_uci(position.notation(move))))

    def board(self, position: Any) -> Any:
        from ..engine.games.chess.library import to_board  # noqa: PLC0415 - not needed by the other games

        return to_board(position)

    def reason(self, position: Any) -> str:
        """By the rules, or where play need not go on."""
        outcome = position.outcome()
        if outcome in ("checkmate", "stalemate"):
            return str(outcome)
        if outcome == "insufficient_material":
            return "nobody can mate"
        return "the third time for a position, or 50 moves without a capture or a pawn's move"


class Hilo(Look):
    moves = "low or high (or l, h)"
    players = ("Player",)

    def title(self, position: Any) -> str:
        return "HiLo: is the next card higher or lower? An equal one changes nothing."

    def rows(self, position: Any) -> list[str]:
        card, utility, draws = position.fen().split()
        return [f"card {card}", f"at stake {short(utility)}", f"draws left {draws}"]

    def draw(self, position: Any) -> list[str]:
        card, utility, draws = position.fen().split()
        left = "draw" if draws == "1" else "draws"
        card_lines = ["", "  +----+", f"  | {card:>2} |  utility {short(utility)}, {draws} {left} left", "  +----+"]
        return [*card_lines, *(f"  {self.odds(position, move)}" for move in position.moves()), ""]

    def odds(self, position: Any, move: int) -> str:
        """What a guess pays, and how many cards make it right."""
        guess = position.notation(move)
        card, utility, _ = position.fen().split()
        right = 0
        payout = 0.0
        for certain, _ in position.chances(move):
            if position.notation(certain).split()[1] != card:
                position.play(certain)
                if position.value() >= 0:
                    right += 1
                    payout = position.value() / float(utility)
                position.undo()
        if not right:
            return f"{guess:4}: no card is {guess}er"
        return f"{guess:4} pays x {payout:.6g}: {right} of 13 cards"

    def parse(self, position: Position[Any], text: str) -> Any:
        guesses = [guess for guess in ("low", "high") if text.lower() in (guess, guess[0])]
        if not guesses:
            raise ValueError(f"a guess is {self.moves}, not {shorten(text, 20)!a}")
        return position.parse(guesses[0])

    def outcome(self, position: Position[Any], move: Any) -> str:
        return f"The card is {position.notation(move).split()[1]}."

    def ending(self, position: Any) -> str:
        _, utility, _ = position.fen().split()
        if utility.startswith("-"):
            return "Wrong: the game is lost, utility -1."
        return f"No draw is left. The utility is {short(utility)}."


def short(utility: str) -> str:
    return f"{float(utility):.6g}"


LOOKS: dict[str, type[Look]] = {"connect4": ConnectFour, "hilo": Hilo, "chess": Chess}
