"""The way to uciok: short, and without what only a search needs."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from engine_process import COMMAND, EngineProcess

pytestmark = pytest.mark.clock

# What was found to be slow to import, and what only a search or a client of the library needs.
HEAVY = ("chess", "dataclasses", "inspect", "typing", "pathlib", "argparse", "random", "asyncio", "logging")
ENGINE = (
    "oddsfish.engine.session",
    "oddsfish.engine.searches.search",
    "oddsfish.engine.games.chess.position",
    "oddsfish.engine.games.chess.words",
    "oddsfish.engine.position",
    "oddsfish.engine.registry.game_words",
    "oddsfish.engine.display.diagram",
)


def imported_by(code: str) -> set[str]:
    script = f"import sys; {code}; print(*sys.modules, file=sys.__stdout__)"  # prints go elsewhere in a protocol
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def imported_until(command: str) -> set[str]:
    """The modules that are imported up to a command's answer, but for those that the interpreter comes with."""
    code = (
        "import io; from oddsfish.protocols import cli; from oddsfish.protocols.streams import Streams;"
        f"cli.converse(Streams(io.BytesIO({command.encode()!r}), io.BytesIO()))"
    )
    return imported_by(code) - imported_by("pass")


@pytest.mark.parametrize("command", ["uci", "ugi"])
def test_nothing_heavy_is_imported_on_the_way_to_uciok(command: str) -> None:
    modules = imported_until(command)
    assert "oddsfish.protocols.dialect" in modules
    assert not modules & {*HEAVY, *ENGINE}
    assert not [name for name in modules if name.startswith(("oddsfish.protocols.page", "oddsfish.matches"))]
    assert ("oddsfish.protocols.ugi" in modules) == (command == "ugi")


def test_python_chess_is_not_imported_for_a_search() -> None:
    modules = imported_until("go depth 1")
    assert "chess" not in modules and "oddsfish.engine.session" in modules


def test_uciok_comes_within_a_few_launches_of_the_interpreter() -> None:
    """The promise is four; scripts/measure/startup.py measures it. This only catches what went badly wrong."""
    bare, engine = [], []
    for _ in range(7):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        bare.append(time.perf_counter() - began)
        began = time.perf_counter()
        with EngineProcess(command=COMMAND) as process:
            process.ask("uci", "uciok$")
            engine.append(process.came - began)
    assert min(engine) < 4 * min(bare) + 0.02
