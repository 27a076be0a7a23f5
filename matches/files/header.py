"""The first line of a result file: all settings of its match that decide what is played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from ...engine.support.json_text import difference, parse_json
from ...engine.support.regular_file import read_lines
from ...engine.support.text import shorten, writable
from ..pairing import TOURNAMENTS, check_size
from ..score.sprt import Sprt
from ..settings import Engine, Match, Openings, TimeControl
from ..variants import game_of, options_of

KIND = "oddsfish match "
FORMAT = f"{KIND}1"
HEAD = json.dumps({"format": FORMAT}, separators=(",", ":")).encode()[:-1]  # how every result file begins
FREE = ("rounds", "sprt", "recover", "wait")  # may change when a match is resumed: for example, it may have more rounds
LARGEST = 2**63  # of a number in it


def header(match: Match, seed: int) -> dict[str, Any]:
    """The settings, for the result file. Only a match with the same settings may resume it."""
    fields: dict[str, Any] = json.loads(json.dumps(asdict(match)))
    if match.openings:
        fields["openings"]["sha256"] = hashlib.sha256(Path(match.openings.file).read_bytes()).hexdigest()
    return {"format": FORMAT} | fields | {"seed": seed}


def check_same(found: Mapping[str, Any], wanted: Mapping[str, Any], path: Path) -> None:
    """ValueError if a file is of a match with other settings."""
    for name, value in wanted.items():
        if name not in FREE and found.get(name) != value:
            raise ValueError(f"{path} is of another match: {difference(name, found.get(name), value)}")


def read_settings(path: Path) -> Match:
    """The match of a result file; ValueError if the file is none."""
    try:
        with path.open("rb") as file:
            return match_of(parse_header(first_line(file, path), path), path)
    except OSError as error:
        raise ValueError(f"{path} is no result file of a match") from error


def first_line(file: BinaryIO, path: Path) -> bytes:
    """The first line of a file; ValueError if it is too long for a result file."""
    try:
        return next(read_lines(file, path), b"")
    except ValueError:
        raise ValueError(f"{path} is no result file of a match") from None


def parse_header(line: bytes, path: Path) -> dict[str, Any]:
    """The settings in the first line; ValueError if it is not from a result file of this version."""
    try:
        fields = parse_json(line)
    except ValueError:
        fields = None
    found = fields.get("format") if isinstance(fields, dict) else None
    if isinstance(found, str) and found != FORMAT and found.startswith(KIND):
        raise ValueError(f"{path} is a result file of another version: {shorten(found)!a}, not {FORMAT!a}")
    if found != FORMAT:
        raise ValueError(f"{path} is no result file of a match")
    return dict(fields)


def match_of(fields: Mapping[str, Any], path: Path) -> Match:
    """The match of a header, with what is needed to check, count and show its games; ValueError if it is malformed."""
    try:
        match = Match(
            engines=tuple(
                Engine(
                    name=text(each["name"]),
                    time=TimeControl(**{name: number(value) for name, value in each["time"].items()}),
                    depth=number(each["depth"]),
                    nodes=number(each["nodes"]),
                )
                for each in fields["engines"]
            ),
            variant=text(fields["variant"]),
            variant_options=tuple((text(name), text(value)) for name, value in fields["variant_options"]),
            games=whole(fields["games"], 1),
            rounds=whole(fields["rounds"], 1),
            repeat=whole(fields["repeat"], 1),
            tournament=text(fields["tournament"]),
            seeds=whole(fields.get("seeds", Match.seeds), 0),
            swap=flag(fields.get("swap", Match.swap)),
            reverse=flag(fields.get("reverse", Match.reverse)),
            openings=Openings(file=text(fields["openings"]["file"])) if fields["openings"] else None,
            random_plies=whole(fields["random_plies"], 0),
            seed=whole(fields["seed"], None),
            sprt=Sprt(**fields["sprt"]) if fields["sprt"] else None,
            event=text(fields["event"]),
        )
        flag(fields["recover"])
        if match.tournament not in TOURNAMENTS:
            raise ValueError(f"no tournament {shorten(match.tournament)!a}")
        game_of(match.variant)
        options_of(match.variant, match.variant_options)
        check_size(match)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as fault:
        raise ValueError(f"{path} has no whole settings of a match in its first line: {fault}") from None
    return match


def text(value: Any) -> str:
    """A text; ValueError if it is none, or cannot be written."""
    if not writable(value):
        raise ValueError(f"{shorten(repr(value))} is no text")
    return str(value)


def whole(value: Any, least: int | None) -> int:
    """A whole number from `least` on; ValueError if it is none."""
    if type(value) is not int or (least is not None and not least <= value <= LARGEST):
        raise ValueError(f"{shorten(repr(value))} is no such number")
    return value


def flag(value: Any) -> bool:
    """A truth value; ValueError if it is none."""
    if type(value) is not bool:
        raise ValueError(f"{shorten(repr(value))} is neither true nor false")
    return value


def number(value: Any) -> Any:
    """A number that can be shown, or None; ValueError if it is neither."""
    if value is not None and not (type(value) in (int, float) and abs(value) <= LARGEST):
        raise ValueError(f"{shorten(repr(value))} is no such number")
    return value
