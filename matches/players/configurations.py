"""Engines by name, from Cute Chess's engines.json, which may differ from machine to machine."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...engine.support.regular_file import status_of
from ...engine.support.system import WINDOWS, split_words
from ..settings import Engine

VARIABLE = "ODDSFISH_ENGINES"  # names the file, if it is not where Cute Chess has it
USUAL = r"%APPDATA%\cutechess\engines.json" if WINDOWS else "~/.config/cutechess/engines.json"
LARGEST = 16  # megabytes of the file
OURS = ("ponder", "multipv", "uci_chess960", "uci_variant")  # these are in the file, too, but the runner sets them


def resolve(engine: Engine) -> Engine:
    """The engine with the command that this machine has for its conf name; ValueError if there is none.

    Settings of the match take precedence over those of the file.
    """
    if not engine.conf:
        return engine
    path = Path(os.environ.get(VARIABLE) or os.path.expandvars(USUAL)).expanduser()
    entry = find(path, engine.conf)
    try:
        written = text(entry["command"])
        # Cute Chess takes the command whole since 1.3.1; earlier versions split it at blanks.
        command, *arguments = [written] if Path(written).is_file() else split_words(written)
        directory = text(entry.get("workingDirectory", ""))
        known = dict(read_options(entry.get("options", [])))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: the engine {engine.conf} has no command, or options that are none") from error
    known_options = {name.lower() for name, _ in engine.options} | set(OURS)
    extra = tuple((name, value) for name, value in known.items() if name.lower() not in known_options)
    return replace(
        engine,
        command=command,
        arguments=(*arguments, *engine.arguments),
        directory=engine.directory or directory,
        options=(*extra, *engine.options),
    )


def read_options(options: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Names and values; KeyError, TypeError or ValueError for malformed ones. Buttons have no value and are skipped."""
    for option in options:
        name = text(option["name"])
        if option.get("type") != "button":
            value = option["value"]
            yield name, text(value if isinstance(value, str) else json.dumps(value))


def text(value: Any) -> str:
    """A text that can be sent to a process; TypeError if it is no text, ValueError if it is no printable line."""
    if not isinstance(value, str):
        raise TypeError("no text")
    if not value.isprintable():
        raise ValueError("no line")
    return value


def find(path: Path, name: str) -> Mapping[str, Any]:
    try:
        status_of(path, LARGEST)
        entries = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(f"conf={name}: there is no {path}; {VARIABLE} names another file") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"conf={name}: {path} cannot be read as JSON") from error
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict) and entry.get("name") == name:
            return entry
    raise ValueError(f"conf={name}: {path} has no engine of that name")
