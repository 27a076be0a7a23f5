"""A file of games (PGN) as openings. The beginnings of all games are found at once; moves are read when needed.

Comments, variations and annotations are skipped. An opening ends before the first word that is no move. Callers that
need every move refuse such a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import chess

from ..cli.words import quote
from ..settings import Opening
from ..variants import chess960
from .setups import ChessSetup, check_going, plain_name, read_board

# At the beginning of a line, or after another tag. The escapes in a value are limited, since each costs memory.
TAG = (
    r"(?:^|(?<=\])[ \t]*)\[[ \t]*(?P<name>[A-Za-z0-9_]+)[ \t]*"
    r'"(?P<value>[^"\\\n]*(?:\\.[^"\\\n]*){0,1000})"[ \t]*\]'
)
COMMENT = r"(?P<comment>\{[^}]*(?:\}|\Z)|;[^\n]*|^%[^\n]*)"
FINISHED = r"(?<![^\s)}])(?:1-0|0-1|1/2-1/2|\*)(?![^\s({;])"
RESULT = rf"(?P<result>{FINISHED})"
# Any other text of a game, some words at a time: a search over long texts could not be interrupted.
WORDS = rf"(?P<words>(?:(?!{FINISHED})[^\s{{}};)\[%][^\s{{}};)]*[\s)}}]*){{1,100}}|\S)|\s+"
LANDMARK = re.compile(rf"{TAG}|{COMMENT}|{RESULT}|{WORDS}", re.MULTILINE)
MOVE = (
    r"(?:[KQRBN][a-h]?[1-8]?[x-]?[a-h][1-8]"
    r"|(?:[a-h][1-8]?[x-]?)?(?:[a-h][18]=?[QRBNqrbn]|[a-h][1-8])"
    r"|O-O(?:-O)?|0-0(?:-0)?)[+#]{0,2}"
)
# Signs of Informator, such as who is better: White +-, Black -+, equal =; N for a novelty, D for a diagram. Before a
# pawn's move, N and D would be a knight and a queen, written apart from the square. Signs that precede moves which are
# not played, such as the one for an idea, are not included.
SIGN = (
    r"(?:\+/-|-/\+|\+/=|=/\+|\+-(?!-)|(?<!-)-\+|\+=|=\+|\+\+?(?![^\s)}{(;])|="
    r"|[\u00b1\u2213\u2a72\u2a71\u221e\u2bf9\u25a1\u25cb\u27f3\u2191\u2192\u21c6\u2a00\u2295\u2299]"
    r"|[\u2020\u2021\u203c\u2047\u2048\u2049]"
    r"|(?:[ND](?!\s+[a-hx])|e\.p\.?|ep)(?![A-Za-z0-9]))"
)
TOKEN = re.compile(
    rf"{TAG}|{COMMENT}|{RESULT}"
    r"|(?P<bracket>[()])"
    rf"|(?P<san>{MOVE}(?={SIGN}{{0,4}}(?![A-Za-z0-9+#=@:/-]))"
    rf"|(?!{SIGN})(?:[A-Za-z]|[0O]-[0O])[A-Za-z0-9+#=@:-]*)"
    rf"|(?P<noise>[0-9]+[.\u2026]*|[.\u2026]+|\$[0-9]+|[!?]+|{SIGN}|\s+)",
    re.MULTILINE,
)
CHESS_VARIANTS = ("", "standard", "chess", "normal", "chess960", "chess 960", "fischerandom", "from position")
KNOWN_TAGS = {name.lower(): name for name in ("White", "Black", "Variant", "Rules", "FEN", "Opening", "ECO")}


class EndlessComment(ValueError):
    """A comment without an end hides all games that follow."""


class Games:
    """The games of a file, by their places there. plies: how many to take of each game."""

    def __init__(self, text: str, plies: int, variant: str) -> None:
        self.text = text
        self.plies = plies
        self.chess960 = chess960(variant)
        self.starts = find_games(text)

    def __len__(self) -> int:
        return len(self.starts)

    def line(self, index: int) -> int:
        return self.text.count("\n", 0, self.starts[index]) + 1

    def read(self, index: int) -> tuple[Opening, str]:
        """The opening of a game, and what ends it too early, "" if nothing does; ValueError if there is none."""
        end = self.starts[index + 1] if index + 1 < len(self) else len(self.text)
        return read_game(self.text[self.starts[index] : end], self.plies, self.chess960)


def find_games(text: str) -> list[int]:
    """The offsets at which games begin: at their first tag, or their first move if they have no tags."""
    starts: list[int] = []
    tags: set[str] = set()
    inside = moved = False
    for found in LANDMARK.finditer(text):
        if found["words"]:
            if not inside:
                starts.append(found.start())
            inside = moved = True
        elif found["name"]:
            name = found["name"].lower()
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
    return starts


def read_game(text: str, plies: int, as_960: bool) -> tuple[Opening, str]:
    """The first moves of a game, and what ends them too early ("" if nothing does); ValueError if there are none."""
    tags, begin = read_tags(text)
    start = read_start(tags, as_960)
    check_going(start)
    fen = start.fen()
    moves: list[str] = []
    fault = ""
    try:
        for found in mainline(text, begin) if plies else ():
            if found["san"]:
                if reason := start.over():
                    raise ValueError(f"before {quote(found.group())} the game is already over: {reason}")
                moves.append(read_san(start, found.group()))
            if len(moves) == plies:
                break
    except EndlessComment:
        raise
    except ValueError as error:
        if not moves:
            raise
        fault = str(error)
    if plies and not moves and "FEN" not in tags:
        raise ValueError("the game has no moves")
    if reason := start.over():  # by the last move: before each move, the game was not over
        fault = fault or f"its next ply ends it: {reason}"
        moves.pop()
    return Opening(fen, tuple(moves), plain_name(tags.get("Opening", "") or tags.get("ECO", ""))), fault


def read_start(tags: Mapping[str, str], as_960: bool) -> ChessSetup:
    """The start of a game with these tags; ValueError if the game is not chess, or the FEN is wrong."""
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
            raise EndlessComment("a comment has no end")
        elif (found["san"] or found["comment"]) and not depth:
            yield found
    if depth:
        raise ValueError("a variation has no end")


def read_tags(text: str) -> tuple[dict[str, str], int]:
    """The tags of a game, known ones in the spelling of PGN, and the offset at which the moves begin."""
    tags: dict[str, str] = {}
    begin = 0
    while found := TOKEN.match(text, begin):
        if not (found["name"] or found["comment"] or found.group().isspace()):
            break
        if found["name"]:
            tags[KNOWN_TAGS.get(found["name"].lower(), found["name"])] = re.sub(r"\\(.)", r"\1", found["value"])
        begin = found.end()
    return tags, begin


def read_san(start: ChessSetup, token: str) -> str:
    """Play a move in SAN; return it as protocols write it."""
    board = start.board
    try:
        move = board.parse_san(token.rstrip("+#"))  # books write ++ for a double check
    except chess.AmbiguousMoveError:
        raise ValueError(f"{quote(token)} could be more than one move") from None
    except ValueError:
        move = chess.Move.null()
    if not move:
        raise ValueError(f"{quote(token)} is no legal move there")
    text = board.uci(move)
    board.push(move)
    return text
