"""The description of Connect-4: its names, rules and options."""

from __future__ import annotations

from ...game import Game, Variant
from ...option import Option

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...option import Value
    from ...results import Score
    from .position import Connect4Position

LARGEST_WEIGHT = 1000


class Connect4(Game):
    """Connect-4: classic or to a full board, with or without slipping discs, and as UCI's clients write it."""

    name = "connect4"
    usual = True
    title = "Connect-4"
    fen_meaning = "rows from the top, r or y to move, the number of the move"
    fen_form = r"([^/ ]+/){5}[^/ ]+( |$)"
    seats = ("Red", "Yellow")
    pieces = ("r", "y")
    side_letters = ("r", "y")
    position = "Connect4Position"
    examples = (
        "play connect4 --slip --red AlphaBeta:4 --yellow person",
        "play connect4 --red Minimax:3 --yellow Expectimax:3 --seed 7",
        "tree connect4 --slip --depth 1 -o slip.svg",
    )
    depth = 30
    variants = (
        Variant("connect4", "Connect-4 over UGI, with these rules"),
        Variant("cfour", "Connect-4 over UCI", uci="cfour", rules={"UCI_Variant": "cfour"}),
    )
    commands = {  # noqa: RUF012 - nobody changes it
        "solve": "score positions, one line of columns each",
        "annotate": "show the value of each move of a game",
    }
    rules = (
        Option(
            "Rules",
            "combo",
            "classic",
            "the first four in a row wins (classic), or the most fours on the full board (fullboard)",
            "all, in connect4",
            choices=("classic", "fullboard"),
        ),
        Option(
            "Slip", "check", False, "discs slip: they may land in a column next to the one aimed at", "all, in connect4"
        ),
        Option(
            "SlipStraight",
            "spin",
            3,
            "relative frequency with which a disc lands in the column aimed at",
            "all, with Slip",
            low=1,
            high=LARGEST_WEIGHT,
        ),
        Option(
            "SlipLeft",
            "spin",
            1,
            "relative frequency with which it lands one column to the left",
            "all, with Slip",
            low=0,
            high=LARGEST_WEIGHT,
        ),
        Option(
            "SlipRight",
            "spin",
            1,
            "relative frequency with which it lands one column to the right",
            "all, with Slip",
            low=0,
            high=LARGEST_WEIGHT,
        ),
    )
    options = (
        Option(
            "Evaluation",
            "combo",
            "Auto",
            "the evaluation where the search ends: fours and open windows (Windows, or Auto), or only one of them",
            "all, in connect4",
            choices=("Auto", "Windows", "OpenWindows", "Fours"),
        ),
        Option(
            "MoveOrder",
            "combo",
            "Auto",
            "move order: from the centre outwards, with learning from the search (Auto) or without, or left-to-right",
            "all, in connect4",
            choices=("Auto", "generated", "left-to-right"),
        ),
    )
    positions = (  # beyond the book, each solved in a tenth of a second
        "7/7/7/7/yrr2rr/yyy2ry r 6",
        "7/7/6y/6r/3yrrr/yy1ryyr r 7",
        "7/5r1/5r1/5y1/1y2ry1/yry1rry r 7",
        "7/7/5r1/y4y1/y3yrr/r1rrryy y 7",
        "7/7/5r1/3y1y1/1r1yry1/yrrryry r 8",
    )

    def start(self, fen: str | None, options: Mapping[str, Value]) -> Connect4Position:
        made: type[Connect4Position] = self.position_class()
        from . import cfour
        from . import fen as boards

        if options["UCI_Variant"] == "cfour":
            return made(cfour.START if fen is None else fen, drops=True)
        weights = tuple(int(options[name]) for name in ("SlipStraight", "SlipLeft", "SlipRight"))
        start = boards.START if fen is None else fen
        return made(start, str(options["Rules"]), weights if options["Slip"] else None)

    def in_short(self, text: str) -> tuple[str, ...] | None:
        """Columns, as in 4455 or ddee."""
        from .notation import LETTERS

        lettered = bool(text) and {*text} <= {*LETTERS}
        return tuple(text) if lettered or (text.isascii() and text.isdigit()) else None

    def number(self, fen: str) -> int:
        last = fen.rsplit(maxsplit=1)[-1]
        return int(last) if last.isdigit() else 1

    def check(self, rules: Mapping[str, str]) -> None:
        weights = [name for name in rules if name not in ("Rules", "Slip")]
        if weights and rules.get("Slip") != "true":
            raise ValueError(f"{weights[0]}= means nothing without Slip=true")

    def wdl(self, position: Connect4Position, score: Score) -> tuple[int, int, int] | None:
        """A proved win, loss or draw is certain; None for all other scores."""
        sure = "lower" if (score.plies or 0) > 0 else "upper"
        if score.plies is not None and score.bound in ("", sure):
            return (1000, 0, 0) if score.plies > 0 else (0, 0, 1000)
        return (0, 1000, 0) if score.result == 0 and not score.bound else None


GAME = Connect4()
