"""What clients were seen to send, replayed: tests/transcripts/*.txt.

A line that begins with `> ` is sent; one with `< ` must come next, but for `< ...`, which stands for any lines that do
not match what follows it. In an expected line, `*` stands for anything, `{move}` for a move of chess, `{drop}` and
`{column}` for one of Connect-4 in UCI and in UGI. # begins a comment.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from engine_process import EngineProcess

TRANSCRIPTS = sorted((Path(__file__).parent.parent / "transcripts").glob("*.txt"))
WILD = {
    r"\*": ".*",
    r"\{move\}": "[a-h][1-8][a-h][1-8][nbrq]?",
    r"\{number\}": r"-?\d+",
    r"\{drop\}": "P@[a-g][1-6]",
    r"\{column\}": "[a-g]",
}


def as_pattern(text: str) -> str:
    pattern = re.escape(text)
    for mark, meaning in WILD.items():
        pattern = pattern.replace(mark, meaning)
    return pattern + "$"


def cases() -> list[Any]:
    """One case for each. Answers on a short clock need a machine that does nothing else."""
    return [
        pytest.param(path, id=path.stem, marks=[pytest.mark.clock] if "time 100 " in path.read_text() else [])
        for path in TRANSCRIPTS
    ]


@pytest.mark.parametrize("path", cases())
def test_transcript(engine: EngineProcess, path: Path) -> None:
    anything = False
    for line in path.read_text().splitlines():
        mark, _, text = line.partition(" ")
        if mark == ">":
            engine.send(text)
            anything = False
        elif mark == "<" and text == "...":
            anything = True
        elif mark == "<":
            lines = engine.expect(as_pattern(text) if anything else ".*", 12)
            assert re.match(as_pattern(text), lines[-1]), f"{text!r} was to come, not {lines[-1]!r}"
            anything = False
        else:
            assert not line or mark == "#", f"{path.name}: what is {line!r}?"
