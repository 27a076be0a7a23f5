"""Matches on a cluster: a real scheduler and two workers on this machine, some of which die."""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import subprocess
import sys
import time
import uuid
from array import array
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

from common.work import Work
from connect4_games import played, random_games
from fake_engine import processes
from match_games import RESULTS, kept, match_here
from match_process import FAKE, MatchProcess, command_line, engine, fake, read_pgn
from oddsfish.engine import games
from oddsfish.engine.games.connect4.searches.solver import openings
from oddsfish.engine.games.connect4.searches.solver.solver import Solver
from oddsfish.engine.net import network
from oddsfish.engine.net.choice import shipped_path
from oddsfish.learning.positions.generation_settings import GenerationSettings
from oddsfish.matches.backends import cluster as clusters
from oddsfish.matches.backends.cluster import ClusterBackend
from oddsfish.matches.cli.match_command import EXIT_BROKEN
from oddsfish.matches.players.configurations import VARIABLE
from oddsfish.matches.record import Record, Termination
from oddsfish.protocols.learn import steps
from tornado.ioloop import PeriodicCallback

PATIENCE = 60.0  # seconds for what should happen
VANISHING = 6.0  # seconds within which the engines of an ended match must end
PGN = "games.pgn"
SCORES = ("11", "22")  # what engines of each worker say of every move
DASK = (sys.executable, "-m", "dask")


class Cluster:
    """A scheduler and its workers, each in a process group of its own; killed at the end."""

    def __init__(self, where: Path) -> None:
        self.where = where
        self.mark = f"ODDSFISH_CLUSTER={uuid.uuid4().hex}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.log = (where / "log.txt").open("wb")
        file = where / "scheduler.json"
        self.scheduler = self.start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)
        )
        until = time.monotonic() + PATIENCE
        while not file.exists() or not file.read_text().endswith("}"):
            assert self.scheduler.poll() is None and time.monotonic() < until, self.said()
            time.sleep(0.02)
        self.address = str(json.loads(file.read_text())["address"])

    def start(self, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        name, _, value = self.mark.partition("=")
        return subprocess.Popen(
            [*DASK, *words],
            cwd=self.where,
            env={**os.environ, **environment, name: value},
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )

    def hire(self, number: int) -> None:
        """Start `number` workers; each has a command of its own for the engine Mine."""
        before = len(self.workers)
        for index in range(before, before + number):
            engines = self.where / f"engines{index}.json"
            command = shlex.join([sys.executable, *shlex.split(fake("sleep=0.03", f"score={SCORES[index % 2]}"))])
            engines.write_text(json.dumps([{"name": "Mine", "command": command}]))
            place = ["--local-directory", str(self.where), "--name", f"worker{index}"]
            words = ["worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", *place]
            self.workers.append(self.start(*words, "--host", "127.0.0.1", **{VARIABLE: str(engines)}))
        until = time.monotonic() + PATIENCE
        while self.said().count("Registered to:") < len(self.workers):
            assert all(worker.poll() is None for worker in self.workers[before:]), self.said()
            assert time.monotonic() < until, self.said()
            time.sleep(0.02)

    def said(self) -> str:
        return (self.where / "log.txt").read_text(errors="replace")

    def engines(self) -> list[int]:
        """Engines that run on the workers."""
        return [number for number in processes(self.mark) if str(FAKE) in command_line(number)]

    def wait_for_engines(self, number: int) -> None:
        until = time.monotonic() + PATIENCE
        while len(self.engines()) < number:
            assert time.monotonic() < until
            time.sleep(0.01)

    def check_deserted(self) -> None:
        """Check that no engine is left, at the latest after VANISHING seconds."""
        until = time.monotonic() + VANISHING
        while self.engines() and time.monotonic() < until:
            time.sleep(0.02)
        assert self.engines() == []

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue  # the whole group has ended
            finally:
                process.wait()
        self.log.close()
        for left in processes(self.mark):
            os.kill(left, signal.SIGKILL)


@contextmanager
def gathered(where: Path, workers: int) -> Iterator[Cluster]:
    found = Cluster(where)
    try:
        found.hire(workers)
        yield found
    finally:
        found.close()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers. A test may kill the first one once, and replace it."""
    with gathered(tmp_path_factory.mktemp("cluster"), 2) as found:
        yield found


@pytest.fixture
def doomed(tmp_path: Path) -> Iterator[Cluster]:
    """Two workers for one test, which may kill them."""
    (tmp_path / "cluster").mkdir()
    with gathered(tmp_path / "cluster", 2) as found:
        yield found


MINE = ["-engine", "conf=Mine", "name=A", "-engine", "conf=Mine", "name=B", "-each", "tc=60"]


def words(cluster: Cluster, games: int, *more: str) -> list[str]:
    return [*MINE, "-games", str(games), "-scheduler", cluster.address, "-concurrency", "2", "-pgnout", PGN, *more]


def check_games(where: Path, games: int) -> list[Record]:
    """Every game has been finished once, and is in both files."""
    found = kept(where)
    finished = [record for record in found if record.finished]
    assert sorted(record.number for record in finished) == list(range(1, games + 1))
    assert [int(game.headers["GameNumber"]) for game in read_pgn(where / PGN)] == [record.number for record in found]
    return finished


def refused(*command: str, where: Path) -> str:
    finished = match_here(*command, where=where)
    assert (finished.status, finished.out) == (2, "")
    assert finished.err.startswith("oddsfish: match: ") and finished.err.count("\n") == 1
    assert not (where / PGN).exists() and not (where / RESULTS).exists()
    return finished.err


def test_games_are_played_by_both_workers_with_their_own_engines(cluster: Cluster, tmp_path: Path) -> None:
    finished = match_here(*words(cluster, 8), where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    found = check_games(tmp_path, 8)
    assert {record.ending for record in found} == {Termination.REPETITION}
    scores = Counter(str({ply.score for ply in record.plies}) for record in found)
    assert scores.keys() == {f"{{{score}}}" for score in SCORES}
    assert "Score of A vs B: 0 - 0 - 8  [0.500] 8" in finished.lines
    cluster.check_deserted()


def test_they_are_the_games_that_are_played_at_home(cluster: Cluster, tmp_path: Path) -> None:
    def play(name: str, *more: str) -> list[Record]:
        (tmp_path / name).mkdir()
        command = ["-engine", "proto=random", "name=A", "-engine", "proto=random", "-variant", "connect4", "Slip=true"]
        command += ["-games", "8", "-repeat", "-random-plies", "3", "-srand", "5", "-pgnout", PGN]
        finished = match_here(*command, *more, where=tmp_path / name)
        assert (finished.status, finished.err) == (0, "")
        found = sorted(kept(tmp_path / name), key=lambda record: record.number)
        return [replace(record, began=0.0, seconds=0.0) for record in found]

    assert play("away", "-scheduler", cluster.address, "-concurrency", "2") == play("home")


def test_positions_are_solved_by_it_in_their_order(cluster: Cluster, tmp_path: Path) -> None:
    games = list(random_games(41, 20, 24))
    keys = [["solve", text] for text in games]
    work = Work(tmp_path, "positions", {}, 4, cluster.address)
    try:
        scores = work.collect(partial(openings.solve, 1), keys, "positions")
    finally:
        work.close()
    assert scores == Solver(1).solve_all([played(text) for text in games])


def test_self_play_on_it_is_that_of_this_machine(cluster: Cluster, tmp_path: Path) -> None:
    """Also with a network whose file the workers do not find."""
    known = network.read(shipped_path(games.find("connect4")))
    path = tmp_path / "x.net"
    network.write(replace(known, biases=array("h", [number + 3 for number in known.biases])), path)
    settings = GenerationSettings(1, 50, {"Evaluation": "Net", "EvalFile": str(path)}, "connect4")
    path.unlink()
    files = [tmp_path / name for name in ("home", "away")]
    for file, scheduler in zip(files, (None, cluster.address), strict=True):
        steps.generate(settings, file, 200, 2, scheduler)
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_the_runner_is_killed(how: signal.Signals, cluster: Cluster, tmp_path: Path) -> None:
    with MatchProcess(*words(cluster, 50), where=tmp_path) as match:
        match.wait_for("Finished game", 2)
        cluster.wait_for_engines(2)
        match.signal(how)
        finished = match.finish()
        assert finished.status == (-how if how is signal.SIGKILL else 128 + how)
    cluster.check_deserted()
    found = kept(tmp_path)
    assert all(record.finished for record in found[:2])
    if how is not signal.SIGKILL:
        assert finished.err == ""
        # Either of the two may have ended just as the signal came.
        broken_off = [record.ending for record in found if not record.finished]
        started = finished.out.count("Started game")
        assert broken_off == (started - len(found) + len(broken_off)) * [Termination.UNFINISHED]


def test_an_engine_that_one_worker_lacks(cluster: Cluster, tmp_path: Path) -> None:
    file = cluster.where / "engines1.json"
    before = file.read_text()
    file.write_text("[]")
    try:
        assert "A: conf=Mine: " in refused(*words(cluster, 4), where=tmp_path)
    finally:
        file.write_text(before)
    cluster.check_deserted()


@pytest.mark.slow
def test_the_scheduler_dies(doomed: Cluster, tmp_path: Path) -> None:
    """The match ends with a one-line error; finished games count, and no engine is left."""
    with MatchProcess(*words(doomed, 50), where=tmp_path) as match:
        match.wait_for("Finished game", 2)
        os.killpg(doomed.scheduler.pid, signal.SIGKILL)
        finished = match.finish()
    assert finished.status == EXIT_BROKEN
    assert finished.err.startswith("oddsfish: match: ") and finished.err.count("\n") == 1
    assert len([record for record in kept(tmp_path) if record.finished]) >= 2
    doomed.check_deserted()


@pytest.mark.slow
def test_a_scheduler_without_workers(tmp_path: Path) -> None:
    (tmp_path / "cluster").mkdir()
    with gathered(tmp_path / "cluster", 0) as empty:
        assert f"the scheduler at {empty.address} has no workers" in refused(*words(empty, 2), where=tmp_path)


def test_no_scheduler_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECT", "0.5s")
    with pytest.raises(OSError, match=r"tcp://127\.0\.0\.1:9\b"):
        ClusterBackend("tcp://127.0.0.1:9", 1)


def test_without_dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "oddsfish.matches.backends.cluster", None)
    command = [*engine("A"), *engine("B"), "-each", "tc=60", "-pgnout", PGN, "-scheduler", "tcp://127.0.0.1:9"]
    assert "pip install '.[cluster]' in the source folder" in refused(*command, where=tmp_path)


def test_what_ends_as_it_is_stopped_is_not_waited_for(cluster: Cluster) -> None:
    """Work is cancelled while its result is being sent."""
    chooser = random.Random(1)
    for _ in range(20):
        backend = ClusterBackend(cluster.address, 2)
        waiting = [backend.do(bytes, 2000) for _ in range(20)]
        time.sleep(0.02 * chooser.random())
        backend.stop()
        assert not wait(waiting, timeout=10).not_done
        backend.close()


def test_a_scheduler_that_talks_to_everybody_is_connected_to(cluster: Cluster) -> None:
    """Now and then its messages arrive together with its greeting."""

    def talk(dask_scheduler: Any) -> None:  # defined here, as the scheduler cannot import this file
        news = {"op": "cancelled-keys", "keys": ["nobody's"], "msg": None, "reason": None}
        dask_scheduler.talk = PeriodicCallback(lambda: dask_scheduler.report(news), 6)
        dask_scheduler.talk.start()

    with clusters.connect(cluster.address) as other:
        other.run_on_scheduler(talk)
        try:
            for _ in range(10):
                backend = ClusterBackend(cluster.address, 2)
                assert backend.do(bytes, 2).result(timeout=PATIENCE) == bytes(2)
                backend.close()
        finally:
            other.run_on_scheduler(lambda dask_scheduler: dask_scheduler.talk.stop())


def test_a_worker_dies_in_mid_game(cluster: Cluster, tmp_path: Path) -> None:
    """Its game is played again, its engines die with it, nothing is counted twice."""
    with MatchProcess(*words(cluster, 7), where=tmp_path) as match:
        match.wait_for("Finished game", 1)
        cluster.wait_for_engines(4)
        os.killpg(cluster.workers[0].pid, signal.SIGKILL)
        finished = match.finish()
    assert finished.status == 0
    assert finished.lines[-1] == "Finished match: all games are played"
    found = check_games(tmp_path, 7)
    assert len(kept(tmp_path)) == 7
    assert {record.ending for record in found} == {Termination.REPETITION}
    assert {ply.score for record in found[-3:] for ply in record.plies} == {int(SCORES[1])}
    cluster.check_deserted()
    cluster.hire(1)  # in its place
