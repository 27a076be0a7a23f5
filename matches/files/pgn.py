"""A game as PGN, with the layout and comments of cutechess-cli and fastchess, so that the same tools read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

import chess

from ..record import Ply, Record
from ..score.effort import movers
from ..settings import Match
from ..variants import USUAL, by_library, game_of

CONTROLS = ("WhiteTimeControl", "BlackTimeControl")
COLUMNS = 80  # of a line; a move with its comment stays on one line, even if it is longer


def pgn(record: Record, match: Match, minimal: bool = False) -> str:
    """The whole text of one game, with an empty line at its end. minimal: only the seven tags and the moves."""
    tags = [f'[{name} "{escape(value)}"]' for name, value in headers(record, match, minimal).items()]
    return "\n".join([*tags, "", *filled(movetext(record, match, minimal))]) + "\n\n"


def headers(record: Record, match: Match, minimal: bool) -> dict[str, str]:
    began = datetime.fromtimestamp(record.began).astimezone()
    controls = [str(match.engines[seat].time) for seat in record.seats]
    tags = {
        "Event": match.event or "?",
        "Site": match.site or "?",
        "Date": began.strftime("%Y.%m.%d"),
        "Round": str(record.pair),
        "White": record.names[0],
        "Black": record.names[1] if len(record.names) > 1 else "?",
        "Result": record.result,
    }
    if minimal:
        return tags | setup(record)
    ended = began + timedelta(seconds=record.seconds)
    return (
        tags
        | ({"Leg": str(record.leg)} if match.repeat > 1 else {})
        | setup(record)
        | {
            "GameStartTime": began.isoformat(timespec="milliseconds"),
            "GameEndTime": ended.isoformat(timespec="milliseconds"),
            "GameDuration": str(timedelta(seconds=round(record.seconds))).zfill(8),
            "GameNumber": str(record.number),
            "PlyCount": str(len(record.plies)),
            "Termination": record.ending.termination,
        }
        | ({"TimeControl": controls[0]} if len({*controls}) == 1 else dict(zip(CONTROLS, controls, strict=True)))
    )


def setup(record: Record) -> dict[str, str]:
    tags = {} if record.variant == USUAL else {"Variant": record.variant}
    return tags | ({"SetUp": "1", "FEN": record.start} if record.start else {})


def escape(value: str) -> str:
    """A tag's value as a string of the PGN standard (8.1.1.2)."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


# --- The moves ---


def movetext(record: Record, match: Match, minimal: bool) -> Iterator[str]:
    """The parts that stay on one line each: a move with its number and comment; commands; the result."""
    first = first_half_move(record)
    if not record.plies and not minimal:
        yield braces(record.reason)
    for index, (ply, seat) in enumerate(zip(record.plies, movers(record), strict=True)):
        number, half = divmod(first + index, 2)
        label = f"{number + 1}. " if half == 0 else f"{number + 1}... " if index == 0 else ""
        if minimal:
            yield f"{label}{ply.text}"
            continue
        last = record.reason if index + 1 == len(record.plies) else ""
        in_moves = seat is not None and match.engines[record.seats[seat]].protocol == "uci"
        yield f"{label}{ply.text} {braces(comment(ply, last, in_moves))}"
        if said := commands(ply, seat if by_library(record.variant) else None):
            yield braces(said)
    yield record.result


def filled(tokens: Iterable[str]) -> list[str]:
    lines: list[str] = []
    for token in tokens:
        if lines and len(lines[-1]) + 1 + len(token) <= COLUMNS:
            lines[-1] += f" {token}"
        else:
            lines.append(token)
    return lines


def first_half_move(record: Record) -> int:
    """The half moves before the first one, by the move counter of the position and by who begins."""
    if not record.start:
        return 0
    if by_library(record.variant):
        return chess.Board(record.start).ply()
    begins = next((seat for seat in movers(record) if seat is not None), 0)
    return 2 * (game_of(record.variant).number(record.start) - 1) + begins


def braces(text: str) -> str:
    return f"{{{text.replace('}', '')}}}"


def comment(ply: Ply, last: str, in_moves: bool) -> str:
    """Score/depth time, from the mover's view, and how the game ended. in_moves: whether mates are counted in moves."""
    if ply.seconds is None:
        said = "book"
    elif ply.mate is not None or ply.score is not None:
        said = f"{score_text(ply, in_moves)}/{ply.depth or 0} {ply.seconds:.3f}s"
    else:
        said = f"{ply.seconds:.3f}s"
    return f"{said}, {last}" if last else said


def score_text(ply: Ply, in_moves: bool) -> str:
    """+0.35, 0.00, -M4: mates are written in plies, as readers of such comments expect, though UCI counts moves."""
    if ply.mate is not None:
        plies = abs(2 * ply.mate - (ply.mate > 0)) if in_moves else abs(ply.mate)
        return f"{'+' if ply.mate > 0 else '-'}M{plies}"
    return f"{ply.score / 100:+.2f}" if ply.score else "0.00"


def commands(ply: Ply, mover: int | None) -> str:
    """The clock; in chess, for the move of a player, also the time spent and the value from White's view."""
    found = [] if ply.clock is None else [f"[%clk {clock_text(ply.clock)}]"]
    if mover is not None and ply.seconds is not None:
        found.append(f"[%emt {clock_text(ply.seconds)}]")
        sign, depth = 1 - 2 * mover, "" if ply.depth is None else f",{max(ply.depth, 0)}"
        if ply.mate is not None:
            found.append(f"[%eval #{sign * ply.mate}{depth}]")
        elif ply.score is not None:
            found.append(f"[%eval {sign * ply.score / 100:.2f}{depth}]")
    return " ".join(found)


def clock_text(seconds: float) -> str:
    """0:01:02.345."""
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes) // 60}:{int(minutes) % 60:02}:{rest:06.3f}"
