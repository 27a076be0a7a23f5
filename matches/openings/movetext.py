"""A file of games (PGN) as openings: where each game begins is found at once, its moves are read when it is asked for.

Comments, variations and annotations are passed over. What is no move is refused: half a game would be another opening.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import chess

from ..cli.words import quote
from ..settings import Opening
from ..variants import chess960
from .setups import ChessSetup, check_going, printable, read_board

TAG = r'^\[(?P<name>[A-Za-z0-9_]+)[ \t]+"(?P<value>(?:[^"\\\n]|\\.)*)"[ \t]*\]'
COMMENT = r"(?P<comment>\{[^}]*(?:\}|\Z)|;[^\n]*|^%[^\n]*)"
RESULT = r"(?P<result>(?<![^\s)}])(?:1-0|0-1|1/2-1/2|\*)(?![^\s({;]))"
LANDMARK = re.compile(rf"{TAG}|{COMMENT}|{RESULT}", re.MULTILINE)
TOKEN = re.compile(
    rf"{TAG}|{COMMENT}|{RESULT}"
    r"|(?P<bracket>[()])"
    r"|(?P<san>(?:[A-Za-z]|[0O]-[0O])[A-Za-z0-9+#=@:-]*)"
    r"|(?P<noise>[0-9]+\.*|\.+|\$[0-9]+|[!?]+|\s+)",
    re.MULTILINE,
)
CHESS_VARIANTS = ("", "standard", "chess", "normal", "chess960", "chess 960", "fischerandom", "from position")


class Games:
    """The games of a file, each by its place there. `plies`: so many moves are taken of each."""

    def __init__(self, text: str, plies: int, variant: str) -> None:
        self.text = text
        self.plies = plies
        self.chess960 = chess960(variant)
        self.starts = find_games(text)

    def __len__(self) -> int:
        return len(self.starts)

    def line(self, index: int) -> int:
        """The line in which the game begins, from 1."""
        return self.text.count("\n", 0, self.starts[index]) + 1

    def read(self, index: int) -> Opening:
        """A game's beginning; ValueError if there is none."""
        end = self.starts[index + 1] if index + 1 < len(self) else len(self.text)
        return read_game(self.text[self.starts[index] : end], self.plies, self.chess960)


def find_games(text: str) -> list[int]:
    """Where games begin: with their first tag, or their first move if they have none."""
    starts: list[int] = []
    tags: set[str] = set()
    inside = moved = False
    end = 0
    for found in LANDMARK.finditer(text):
        between = text[end : found.start()]
        if between and not between.isspace():
            if not inside:
                starts.append(end + len(between) - len(between.lstrip()))
            inside = moved = True
        end = found.end()
        name = found["name"]
        if name:
            if not inside or moved or name in tags:
                starts.append(found.start())
                tags = set()
            inside, moved = True, False
            tags.add(name)
        elif found["result"]:
            if not inside:
                starts.append(found.start())
            inside = moved = False
            tags = set()
    if not inside and text[end:].strip():
        starts.append(end + len(text[end:]) - len(text[end:].lstrip()))
    return starts


def read_game(text: str, plies: int, as_960: bool) -> Opening:
    """The first moves of a game; ValueError if it has none that make sense."""
    tags, begin = read_tags(text)
    start = read_start(tags, as_960)
    fen = start.fen()
    moves: list[str] = []
    if plies:
        for found in mainline(text, begin):
            if found["san"]:
                check_going_on(start, found.group())
                moves.append(read_san(start, found.group()))
            if len(moves) == plies:
                break
    if plies and not moves and "FEN" not in tags:
        raise ValueError("the game has no moves")
    check_going(start)
    return Opening(fen, tuple(moves), printable(tags.get("Opening", "") or tags.get("ECO", "")))


def read_start(tags: Mapping[str, str], as_960: bool) -> ChessSetup:
    """Where a game with these tags begins; ValueError if that is not chess, or makes no sense."""
    if tags.get("Variant", "").lower() not in CHESS_VARIANTS:
        raise ValueError(f"the game is {quote(tags['Variant'])}, not chess")
    try:
        return ChessSetup(read_board(tags.get("FEN", chess.STARTING_FEN), as_960))
    except ValueError as error:
        raise ValueError(f"its FEN: {error}" if "FEN" in tags else str(error)) from None


def mainline(text: str, begin: int) -> Iterator[re.Match[str]]:
    """The moves and comments of a game, one by one, without its variations; ValueError for what is neither."""
    depth = 0
    while begin < len(text):
        found = TOKEN.match(text, begin)
        if found is None:
            raise ValueError(f"{quote(text[begin:].split(maxsplit=1)[0])} is no move")
        begin = found.end()
        token = found.group()
        if found["bracket"]:
            depth += 1 if token == "(" else -1
            if depth < 0:
                raise ValueError("a variation ends that has not begun")
        elif token.startswith("{") and not token.endswith("}"):
            raise ValueError("a comment has no end")
        elif (found["san"] or found["comment"]) and not depth:
            yield found
    if depth:
        raise ValueError("a variation has no end")


def read_tags(text: str) -> tuple[dict[str, str], int]:
    """The tags of a game, and where its moves begin."""
    tags: dict[str, str] = {}
    begin = 0
    while found := TOKEN.match(text, begin):
        if not (found["name"] or found["comment"] or found.group().isspace()):
            break
        if found["name"]:
            tags[found["name"]] = re.sub(r"\\(.)", r"\1", found["value"])
        begin = found.end()
    return tags, begin


def check_going_on(start: ChessSetup, token: str) -> None:
    """ValueError if the game is over where another move comes."""
    reason = start.over()
    if reason:
        raise ValueError(f"before {quote(token)} the game is already over: {reason}")


def read_san(start: ChessSetup, token: str) -> str:
    """Play a move that is written as in books; as protocols write it."""
    board = start.board
    try:
        move = board.parse_san(token)
    except chess.AmbiguousMoveError:
        raise ValueError(f"{quote(token)} could be more than one move") from None
    except ValueError:
        move = chess.Move.null()
    if not move:
        raise ValueError(f"{quote(token)} is no legal move there")
    text = board.uci(move)
    board.push(move)
    return text
