"""docs/matches.md: its commands are understood, the first is played, its table of faults says what the runner does.

tests/project/test_tutorial.py runs its code.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from engine_process import COMMAND
from oddsfish.matches import match
from oddsfish.matches.check.check import read_engine
from oddsfish.matches.cli.match_command import EXIT_BROKEN, EXIT_USAGE
from oddsfish.matches.cli.parsing import OPTIONS, parse
from oddsfish.matches.players import engine_player, process
from oddsfish.matches.record import FAULTS, SLIGHT, Termination
from oddsfish.matches.settings import Engine

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "matches.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
MIB = 1 << 20


def commands(page: str, command: str) -> list[list[str]]:
    """The arguments of a command, wherever a page has it."""
    joined = re.sub(r" \\\n +", " ", page)
    return [shlex.split(words) for words in re.findall(rf"^[\w./]*{command} (?!\.\.\.)(.*)$", joined, re.MULTILINE)]


def test_every_command_is_understood() -> None:
    found = commands(PAGE, "oddsfish match") + commands(README, "oddsfish match")
    assert len(found) >= 8
    for words in found:
        if words[0] == "-check":
            read_engine(words[1:])
        else:
            parse(words)


@pytest.mark.parametrize("script", ["selfplay", "gauntlet", "regression"])
def test_the_experiments_know_their_options(
    script: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --help at the end, argparse still complains about unknown words before it."""
    (words,) = commands(PAGE, f"python scripts/strength/{script}.py")
    monkeypatch.setattr(sys, "argv", [f"{script}.py", *words, "--help"])
    with pytest.raises(SystemExit) as exit_:
        runpy.run_path(str(ROOT / "scripts" / "strength" / f"{script}.py"), run_name="__main__")
    assert exit_.value.code == 0
    text = capsys.readouterr().out
    assert all(word in text for word in words if word.startswith("--"))


def test_the_first_command_is_played(tmp_path: Path) -> None:
    """It is played as written, but with less time. The README has the same command."""
    engine = tmp_path / "bin" / "oddsfish"
    engine.parent.mkdir()
    engine.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    engine.chmod(0o755)
    words = commands(PAGE, "oddsfish match")[0]
    assert commands(README, "oddsfish match")[0] == words
    done = subprocess.run(
        [engine, "match", *(word.replace("tc=1+", "tc=0.1+") for word in words), "-maxmoves", "12"],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{engine.parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert (tmp_path / "first.pgn").read_text().count("[Event ") == 10
    assert "</html>" in (tmp_path / "first.html").read_text()


def test_every_option_is_named() -> None:
    assert [option for option in OPTIONS if f"`{option}" not in PAGE and f" {option} " not in PAGE] == []


def test_the_table_of_faults_says_what_the_runner_does() -> None:
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in PAGE.splitlines() if row.count("|") == 5]
    table = {row[0]: row for row in rows if row[0] in set(Termination)}
    assert table.keys() == {ending.value for ending in (*FAULTS, Termination.UNFINISHED)}
    assert {name: row[3] for name, row in table.items()} == {name: Termination(name).termination for name in table}
    patience = {name: row[1] for name, row in table.items()}
    assert f"{SLIGHT:g} s later" in patience["time"]
    assert f"within {engine_player.GRACE:g} s" in patience["time"]
    assert f"{process.EXIT_TO_SHOW:g} s" in patience["disconnect"]
    silence, ready = f"{engine_player.SILENCE:g} s", f"{Engine.ping:g} s"
    assert f"no word for {silence}; " in patience["hang"] and f"for another {ready} (`ping=`)" in patience["hang"]
    assert f"`bestmove` {engine_player.GRACE:g} s after" in patience["hang"]
    assert f"no `readyok` for {ready}" in patience["hang"] and f"no `readyok` for {ready}" in patience["no start"]
    assert f"within {Engine.startup:g} s" in patience["no start"]
    flood = (process.LINE_BYTES, process.FLOOD_BYTES, process.FLOOD_RATE)
    assert re.findall(r"(\d+) MiB", patience["flood"]) == [str(size // MIB) for size in flood]


def test_the_exit_statuses_are_the_runner_s() -> None:
    rows = re.findall(r"^\| (\d+)(?: \+ N)? \|", PAGE, re.MULTILINE)
    statuses = (match.EXIT_PLAYED, match.EXIT_FAULT, EXIT_USAGE, EXIT_BROKEN, match.EXIT_SIGNAL)
    assert rows == [str(status) for status in statuses]
