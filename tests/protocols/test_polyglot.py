"""Games with pondering through Debian's polyglot, which makes an xboard engine of us: we play xboard.

At a ponder miss polyglot sends `stop`, `position` and `go` without waiting for the bestmove.
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import chess
import pytest
from engine_process import EngineProcess
from oddsfish.engine import Limits, analyse

POLYGLOT = shutil.which("polyglot", path="/usr/games:/usr/bin:/usr/local/bin") or ""
PLIES = 120  # after which a game is given up
CLOCK = 200  # centiseconds, at every move: about 50 ms for each
MOST_THOUGHT = 0.25  # seconds for our own move; a search that ponders often takes longer
RESULT = re.compile(r"1-0|0-1|1/2-1/2")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not POLYGLOT, reason="polyglot is not installed (Debian: apt-get install polyglot)"),
]


class Adapter:
    """Polyglot with our engine behind it."""

    def __init__(self, process: EngineProcess, log: Path) -> None:
        self.process = process
        self.log = log  # what the engine hears and says
        self.process.send("xboard", "protover 2")
        features = " ".join(self.process.expect("feature done=1|.*done=1"))
        assert "usermove=1" in features
        self.process.send("accepted usermove", "hard", "post")

    def heard(self) -> list[str]:
        """What the engine was told, without the arrows of the log."""
        return [line[3:] for line in self.log.read_text().splitlines() if line.startswith(">> ")]

    def pondered_on(self) -> str:
        """The move that the engine expects, if it has said so."""
        said = [line for line in self.log.read_text().splitlines() if line.startswith("<< bestmove ")]
        words = said[-1].split() if said else []
        return words[4] if len(words) == 5 else ""

    def answer(self, *lines: str) -> str:
        """The engine's move, or how the game has ended."""
        self.process.send(*lines)
        last = self.process.expect(r"move |1-0|0-1|1/2-1/2|Illegal|Error|tellusererror")[-1]
        assert last.startswith("move ") or RESULT.match(last), last
        return last.removeprefix("move ")


@contextmanager
def adapter(folder: Path) -> Iterator[Adapter]:
    engine = folder / "engine"
    engine.write_text(
        f"#!{sys.executable}\nfrom oddsfish.protocols.start import main\nraise SystemExit(main())\n", encoding="utf-8"
    )
    engine.chmod(0o755)
    log = folder / "log.txt"
    settings = folder / "polyglot.ini"
    settings.write_text(
        f"[PolyGlot]\nEngineDir = {folder}\nEngineCommand = {engine}\nLog = false\nBook = false\nPonder = true\n"
        f"Resign = false\n[Engine]\nDebug Log File = {log}\nPonder = true\nHash = 16\n",
        encoding="utf-8",
    )
    process = EngineProcess(str(settings), command=(POLYGLOT,))
    try:
        yield Adapter(process, log)
        process.send("quit")
        assert process.process.wait(10) == 0
        assert process.stderr.read() == b""
    finally:
        process.process.kill()
        process.process.wait()


def play(xboard: Adapter, chooser: random.Random, engine_is_white: bool) -> tuple[int, int]:
    """Play a game; return how often we played the move that was pondered on, and how often not."""
    board, hits, misses = chess.Board(), 0, 0
    xboard.process.send("new", "level 0 1 0", "hard")
    reply = ""
    if engine_is_white:
        reply = xboard.answer(f"time {CLOCK}", f"otim {CLOCK}", "go")
    while not board.is_game_over(claim_draw=True) and board.ply() < PLIES:
        if reply:
            move = chess.Move.from_uci(reply)
            assert move in board.legal_moves, f"{reply} in {board.fen()}"
            board.push(move)
            if board.is_game_over(claim_draw=True):
                break
        time.sleep(chooser.choice([0.0, 0.0, 0.001, chooser.uniform(0.0, MOST_THOUGHT)]))
        expected = xboard.pondered_on() if reply else ""
        good = [line.move.uci() for line in analyse(board, limits=Limits(depth=2), options={"MultiPV": 4}).lines[:4]]
        others = [move for move in good if move != expected] or good
        ours = expected if expected and chooser.random() < 0.5 else chooser.choice(others)
        hits += ours == expected
        misses += bool(expected) and ours != expected
        board.push_uci(ours)
        if board.is_game_over(claim_draw=True):
            xboard.process.send(f"usermove {ours}")
            break
        reply = xboard.answer(f"time {CLOCK}", f"otim {CLOCK}", f"usermove {ours}")
        if RESULT.match(reply):
            break
    xboard.process.send(f"result {board.result(claim_draw=True)} {{over}}", "force")
    return hits, misses


@pytest.mark.parametrize("seed", range(4))
def test_games_with_pondering(tmp_path: Path, seed: int) -> None:
    chooser = random.Random(seed)
    hits = misses = 0
    with adapter(tmp_path) as xboard:
        for number in range(3):
            counted = play(xboard, chooser, engine_is_white=number % 2 == 0)
            hits, misses = hits + counted[0], misses + counted[1]
    heard, said = xboard.heard(), xboard.log.read_text()
    assert hits and misses
    assert heard.count("ponderhit") > 0 and any(line.startswith("go ponder") or " ponder" in line for line in heard)
    assert any(one == "stop" and other.startswith("position ") for one, other in pairwise(heard)), (
        "polyglot never sent a stop and a position at once: nothing was tried"
    )
    assert "info string error" not in said
    assert said.count("<< bestmove ") == sum(line.split()[0] == "go" for line in heard if line)
