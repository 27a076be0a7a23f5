"""The game that is watched: which one, its board, and the text beside the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from ...engine.display.diagram import Diagram
from ...engine.display.diagram_text import EMPHASES, Style, board_rows, caption_rows
from ..record import Ply, Record
from ..settings import Fixture
from .layout import GAP, beside, crop, plain
from .live_game import LiveGame, badge, diagram, figures

LINGER = 3.0  # seconds for which a game is shown after its end
LEAST_BESIDE = 16  # columns; with fewer beside the board there is only the board


class WatchedGame:
    """Stays with a game until its end has been shown. Then it takes the running game with the fewest plies."""

    def __init__(self) -> None:
        self.messages: dict[int, tuple[dict[str, Any], float]] = {}  # the last one of each game, with its time
        self.game: Fixture | None = None
        self.record: Record | None = None  # of the same game, once it has ended
        self.until = 0.0

    def hear(self, message: dict[str, Any], now: float) -> None:
        """Keep a message. Called in a thread of its own."""
        self.messages[message["game"]] = (message, now)

    def finished(self, record: Record, now: float) -> None:
        if self.game and record.number == self.game.number:
            self.record, self.until = record, now + LINGER
        else:
            self.messages.pop(record.number, None)

    def live_game(self, running: Mapping[int, Fixture], now: float) -> LiveGame | None:
        if self.game is None or not self.stays(self.game.number, running, now):
            self.choose(running)
        if self.game is None:
            return None
        message, heard = self.messages[self.game.number]
        return LiveGame(
            game=self.game,
            ply=message["ply"],
            fen=message["fen"],
            turn=message["turn"],
            sides=tuple(message["sides"]),
            last=tuple(Ply(*ply) for ply in message["last"]),
            heard=heard,
            record=self.record,
        )

    def stays(self, number: int, running: Mapping[int, Fixture], now: float) -> bool:
        if self.record is None:
            return number in running  # else it has lost its worker
        # If the last message was lost, the board is not the final one, and is not shown.
        return now < self.until and self.messages[number][0]["ply"] == len(self.record.plies)

    def choose(self, running: Mapping[int, Fixture]) -> None:
        messages = dict(self.messages)  # another thread may add to it meanwhile
        messages = {number: message for number, message in messages.items() if number in running}
        youngest = min(messages, key=lambda number: int(messages[number][0]["ply"]), default=None)
        self.messages, self.record = messages, None
        self.game = None if youngest is None else running[youngest]


def draw(live_game: LiveGame, now: float, width: int, encoding: str, unicode: bool) -> list[Text]:
    """The board, and beside it the players, the clocks and the last moves."""
    style = Style(unicode)
    drawn = diagram(live_game.game, live_game.fen, live_game.last[-1].move if live_game.last else "")
    board = [Text(live_game.fen)] if drawn is None else picture(drawn, style)
    room = width - max(row.cell_len for row in board) - GAP
    return beside(board, panel(live_game, now, room, encoding, drawn, style) if room >= LEAST_BESIDE else [], width)


def picture(drawn: Diagram, style: Style) -> list[Text]:
    """The board and its captions, without the one about the turn."""
    rows = [
        Text.assemble(*((text, EMPHASES[emphasis][1]) for text, emphasis in row)) for row in board_rows(drawn, style)
    ]
    return [*rows, *map(Text, caption_rows(drawn, style, status=False))]


def panel(
    live_game: LiveGame, now: float, width: int, encoding: str, drawn: Diagram | None, style: Style
) -> list[Text]:
    """Players as they sit at the board, the first one at the bottom."""
    game, record = live_game.game, live_game.record
    lines = [Text(f"Game {game.number}, ply {live_game.ply}", "bold")]
    for seat in reversed(range(len(live_game.sides))):
        thinks = seat == live_game.turn and not record
        name = f"{live_game.sides[seat]}{badge(game, seat, drawn, style)}: {plain(game.players[seat].name, encoding)}"
        lines.append(Text(crop(("> " if thinks else "  ") + name, width), "bold" if thinks else ""))
        lines.append(Text(f"  {figures(live_game, seat, now)}"))
        if seat:
            lines += [Text(), last_moves(live_game, width), Text()]
    if record:
        lines.append(Text(crop(f"{record.result} {plain(record.reason, encoding)}", width), "bold yellow"))
    return lines


def last_moves(live_game: LiveGame, width: int) -> Text:
    """As many of the last moves as fit, the last one at the end."""
    moves = [ply.text for ply in live_game.last]
    while len(moves) > 1 and len(" ".join(moves)) > width - 2:
        moves.pop(0)
    if not moves:
        return Text("  no move yet", "dim")
    return Text.assemble("  ", (" ".join([*moves[:-1], ""]), "dim"), (moves[-1], "bold"))
