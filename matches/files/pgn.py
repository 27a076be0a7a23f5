"""A game as PGN: python-chess writes it for chess; other games have their moves as protocols write them."""

from __future__ import annotations

import textwrap
from datetime import datetime, timedelta

import chess
import chess.pgn
from chess.engine import Cp, Mate, PovScore

from ..record import Ply, Record
from ..settings import CHESS, Engine, Match

COLUMNS = 80  # of a line


def pgn(record: Record, match: Match, minimal: bool = False) -> str:
    """The whole text of one game, two empty lines at its end; minimal: the seven tags and the moves."""
    tags = headers(record, match, minimal)
    text = chess_text(record, tags, minimal) if record.variant in CHESS else plain_text(record, tags, minimal)
    return text + "\n\n"


def headers(record: Record, match: Match, minimal: bool) -> dict[str, str]:
    """Tags in the order in which they are written."""
    began = datetime.fromtimestamp(record.began).astimezone()
    players = [match.engines[seat] for seat in record.seats]
    tags = {
        "Event": match.event or "?",
        "Site": match.site or "?",
        "Date": began.strftime("%Y.%m.%d"),
        "Round": f"{record.pair}.{record.leg}" if match.repeat > 1 else str(record.pair),
        "White": record.names[0],
        "Black": record.names[1] if len(record.names) > 1 else "?",
        "Result": record.result,
    }
    if minimal:
        return tags | setup(record)
    ended = began + timedelta(seconds=record.seconds)
    return (
        tags
        | setup(record)
        | {
            "GameStartTime": began.isoformat(timespec="milliseconds"),
            "GameEndTime": ended.isoformat(timespec="milliseconds"),
            "GameDuration": str(timedelta(seconds=round(record.seconds))).zfill(8),
            "GameNumber": str(record.number),
            "PlyCount": str(len(record.plies)),
            "Termination": record.ending.termination,
        }
        | time_controls(players)
    )


def setup(record: Record) -> dict[str, str]:
    tags = {} if record.variant == "standard" else {"Variant": record.variant}
    return tags | ({"SetUp": "1", "FEN": record.start} if record.start else {})


def time_controls(players: list[Engine]) -> dict[str, str]:
    controls = [str(player.time) for player in players]
    if len(set(controls)) == 1:
        return {"TimeControl": controls[0]}
    return {"WhiteTimeControl": controls[0], "BlackTimeControl": controls[1]}


def chess_text(record: Record, tags: dict[str, str], minimal: bool) -> str:
    game = chess.pgn.Game()
    if record.start:
        game.setup(chess.Board(record.start, chess960=record.variant == "fischerandom"))
    # The library writes values as they are, and reads them so; the PGN standard wants them escaped.
    game.headers = chess.pgn.Headers({name: escape(value) for name, value in tags.items()})
    node: chess.pgn.GameNode = game
    turn = game.turn()
    for number, ply in enumerate(record.plies, 1):
        node = node.add_main_variation(chess.Move.from_uci(ply.move))
        if not minimal:
            last = record.reason if number == len(record.plies) else ""
            node.comment = comment(ply, last)
            if ply.clock is not None:
                node.set_clock(ply.clock)
            if ply.seconds is not None:
                node.set_emt(ply.seconds)
            if score := pov(ply, turn):
                node.set_eval(score, ply.depth)
        turn = not turn
    if not record.plies and not minimal:
        game.comment = record.reason
    return game.accept(chess.pgn.StringExporter(columns=COLUMNS))


def pov(ply: Ply, turn: chess.Color) -> PovScore | None:
    if ply.mate is not None:
        return PovScore(Mate(ply.mate), turn)
    return PovScore(Cp(ply.score), turn) if ply.score is not None else None


def comment(ply: Ply, last: str) -> str:
    """In Cute Chess's way, from the mover's view: score/depth time, and how the game ended."""
    if ply.seconds is None:
        said = "book"
    elif ply.mate is not None or ply.score is not None:
        said = f"{score_text(ply)}/{ply.depth or 0} {ply.seconds:.3f}s"
    else:
        said = f"{ply.seconds:.3f}s"
    return f"{said}, {last}" if last else said


def score_text(ply: Ply) -> str:
    """+0.35, -M5."""
    if ply.mate is not None:
        return f"{'+' if ply.mate > 0 else '-'}M{abs(ply.mate)}"
    return f"{(ply.score or 0) / 100:+.2f}"


def clock_text(seconds: float) -> str:
    """0:01:02.345."""
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes) // 60}:{int(minutes) % 60:02}:{rest:06.3f}"


def plain_text(record: Record, tags: dict[str, str], minimal: bool) -> str:
    """PGN's form around moves that are not SAN."""
    words = []
    for index, ply in enumerate(record.plies):
        if index % 2 == 0:
            words.append(f"{index // 2 + 1}.")
        words.append(ply.text)
        if not minimal:
            last = record.reason if index + 1 == len(record.plies) else ""
            clock = f" [%clk {clock_text(ply.clock)}]" if ply.clock is not None else ""
            words.append(f"{{ {comment(ply, last)}{clock} }}")
    words.append(record.result)
    lines = [f'[{name} "{escape(value)}"]' for name, value in tags.items()]
    return "\n".join(
        [*lines, "", *textwrap.wrap(" ".join(words), COLUMNS, break_long_words=False, break_on_hyphens=False)]
    )


def escape(value: str) -> str:
    """A tag's value as the PGN standard (8.1.1.2) has strings."""
    return value.replace("\\", "\\\\").replace('"', '\\"')
