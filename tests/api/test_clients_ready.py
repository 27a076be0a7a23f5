"""The demands of OpenBench and lichess-bot on an engine, tested as each of them uses it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import chess
import chess.engine
import pytest
from engine_process import COMMAND
from oddsfish.matches.cli.parsing import parse
from oddsfish.matches.settings import TimeControl
from oddsfish.matches.variants import by_library, chess960

ROOT = Path(__file__).resolve().parents[2]
README, CLIENTS = ((ROOT / page).read_text(encoding="utf-8") for page in ("README.md", "docs/clients.md"))
# The patterns that OpenBench's worker searches for in the output of a bench, from the last line backwards.
NODES = r"(\d+\s+nodes)|(nodes\s+\d+)|(nodes searched\s+\d+)"
SPEED = r"(\d+\s+nps)|(nps\s+\d+)|(nodes second\s+\d+)"
# The command line with which OpenBench's worker starts its match runner, with a book and engines of ours.
WORKER = (
    "-repeat -recover -variant standard -concurrency 2 -games 16 -resign movecount=3 score=400 "
    "-draw movenumber=40 movecount=8 score=10 -openings file=book.epd format=epd order=random start=33 -srand 42 "
    "-engine dir=Engines/ cmd=./Oddsfish-1 proto=uci tc=8.00+0.08 timemargin=250 option.Threads=1 option.Hash=16 "
    "name=Oddsfish-1-dev "
    "-engine dir=Engines/ cmd=./Oddsfish-2 proto=uci tc=8.00+0.08 timemargin=250 option.Threads=1 option.Hash=16 "
    "name=Oddsfish-2-base -pgnout PGNs/1.2.3.0.pgn"
)


def excerpt(kind: str) -> str:
    """The one block of this kind in docs/clients.md."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", CLIENTS, re.DOTALL | re.MULTILINE)
    return str(found)


def test_the_first_thing_that_is_shown_is_what_comes() -> None:
    """The last lines agree, except for nps and time, which depend on the machine."""
    shown = README[README.index("info depth 15") : README.index("```", README.index("info depth 15"))]
    (fen,) = set(re.findall(r'oddsfish "position fen (r.*?)"', README))
    done = subprocess.run([*COMMAND, f"position fen {fen}\ngo depth 16"], capture_output=True, text=True, check=True)
    said, wanted = (
        [re.sub(r" (nps|time) \d+", "", line) for line in text.splitlines() if " currmove " not in line][-3:]
        for text in (done.stdout, shown)
    )
    assert said == wanted


def test_the_first_python_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", README, re.DOTALL).groups()  # type: ignore[union-attr]
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out == shown


def number(pattern: str, lines: list[str]) -> int:
    """The number as OpenBench reads it: from the last line that matches the pattern."""
    for line in reversed(lines):
        match = re.search(pattern, re.sub(r"[^a-zA-Z0-9 ]+", " ", line), re.IGNORECASE)
        if match:
            return int("".join(re.findall(r"\d+", match.group())))
    raise AssertionError(f"no {pattern} in {lines}")


def test_openbench_reads_the_bench_of_two_at_a_time() -> None:
    """OpenBench reads stdout and stderr as one stream of ASCII; benches side by side must find the same nodes."""
    both = [subprocess.Popen([*COMMAND, "bench"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in "12"]
    texts = [process.communicate(timeout=60)[0].decode("ascii").strip().split("\n") for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert number(NODES, texts[0]) == number(NODES, texts[1]) == int(texts[0][-1].split()[0])
    assert number(SPEED, texts[0]) > 0


def test_what_openbench_tells_its_runner_is_understood_by_ours() -> None:
    match, run = parse(WORKER.split())
    assert (match.games, match.repeat, match.seed, match.recover) == (16, 2, 42, True)
    assert match.engines[0].options == (("Threads", "1"), ("Hash", "16"))
    assert match.engines[0].time == TimeControl(8.0, 0.08)
    assert match.engines[0].margin == 0.25
    assert run.concurrency == 2
    assert by_library(match.variant) and not chess960(match.variant)


def test_openbench_takes_the_description_in_the_docs() -> None:
    """It has the keys that the server demands, and there is a Makefile in its build path."""
    engine = json.loads(excerpt("json"))
    assert engine["private"] is False
    assert isinstance(engine["nps"], int) and engine["nps"] > 0
    assert engine["source"].startswith("https://github.com/")
    build = engine["build"]
    assert all(isinstance(word, str) for key in ("cpuflags", "systems", "compilers") for word in build[key])
    assert (ROOT / build["path"] / "Makefile").is_file()
    for kind in ("test", "tune", "datagen"):
        assert "default" in engine[f"{kind}_presets"]
    for preset in engine["test_presets"].values():
        assert preset.keys() <= {
            *("both_options", "both_time_control", "base_branch", "book_name", "test_bounds", "test_confidence"),
            *("win_adj", "draw_adj", "workload_size"),
        }


def test_lichess_bot_sets_its_options_and_plays() -> None:
    """As its wrapper drives an engine: it names the opponent, fixes the first move's time, then ponders with clocks."""
    lines = [line.partition("#")[0].split(":") for line in excerpt("yaml").split("uci_options:\n")[1].splitlines()]
    options: dict[str, chess.engine.ConfigValue] = {
        name.strip(): int(value) if value.strip().isdigit() else value.strip() for name, value in lines
    }
    assert {"Move Overhead", "Threads", "Hash"} <= options.keys()
    with chess.engine.SimpleEngine.popen_uci(
        list(COMMAND), timeout=10, setpgrp=True, stderr=subprocess.DEVNULL
    ) as engine:
        assert "Oddsfish" in engine.id["name"]
        engine.configure(options)
        engine.send_opponent_information(
            opponent=chess.engine.Opponent(name="somebody", title=None, rating=1500, is_engine=False),
            engine_rating=1600,
        )
        board = chess.Board()
        for limit in (
            chess.engine.Limit(time=0.05, clock_id="first move"),
            chess.engine.Limit(white_clock=0.5, black_clock=0.5, white_inc=0, black_inc=0, clock_id="real time"),
            chess.engine.Limit(white_clock=0.001, black_clock=3, white_inc=0, black_inc=0, clock_id="real time"),
        ):
            ponder = limit.time is None
            played = engine.play(board, limit, info=chess.engine.INFO_ALL, ponder=ponder, draw_offered=False)
            assert played.move and board.is_legal(played.move)
            assert board.variation_san(played.info["pv"])  # ValueError if it is not legal to its end
            assert played.info["score"].turn == board.turn
            board.push(played.move)
            board.push(next(iter(board.legal_moves)))  # most likely not what was expected: a ponder miss
        engine.send_game_result(board, chess.WHITE, "Black resigned")
        engine.ping()
        engine.quit()


@pytest.mark.slow
def test_openbench_builds_one_file(tmp_path: Path) -> None:
    """By make, in a copy of the sources, which is then deleted. Two processes of it are started at the same moment."""
    tree = tmp_path / "sources"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns("build", ".*", "*.so", "*.egg-info", "__pycache__"))
    folder = tree / json.loads(excerpt("json"))["build"]["path"]
    variables = ["EXE=Oddsfish-1234ABCD", "CC=gcc", f"PYTHON={sys.executable}"]
    done = subprocess.run(["make", "-j", *variables], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    engine = shutil.move(folder / "Oddsfish-1234ABCD", tmp_path)
    shutil.rmtree(tree)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    both = [subprocess.Popen([engine, "bench"], env=environment, stdout=subprocess.PIPE) for _ in "12"]
    nodes = {number(NODES, process.communicate(timeout=60)[0].decode("ascii").split("\n")) for process in both}
    installed = subprocess.run([*COMMAND, "bench"], stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")
    assert nodes == {number(NODES, installed)}
    assert [process.returncode for process in both] == [0, 0]
    assert len(list((tmp_path / "cache" / "oddsfish").iterdir())) == 1
