"""A match that pages watch, by its result file."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import time
from pathlib import Path

import pytest
from engine_process import COMMAND
from match_process import run_match
from oddsfish.matches.files.live_file import LiveFile, beside
from oddsfish.protocols.page.as_json import Json
from oddsfish.protocols.page.message import write
from oddsfish.protocols.page.watched_match import WatchedMatch
from page_server import Server, Talk, serving
from spoiling import spoil

RESULTS = "results.jsonl"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The contents of the result file of a match of six games."""
    where = tmp_path_factory.mktemp("match")
    words = ["-engine", "proto=random", "name=Ann", "-engine", "proto=random", "name=Bob", "-variant", "connect4"]
    assert run_match(*words, "Slip=true", "-rounds", "3", "-games", "2", "-results", RESULTS, where=where).status == 0
    return (where / RESULTS).read_bytes()


def test_pages_hear_of_each_game_as_it_ends(tmp_path: Path, played: bytes) -> None:
    path = tmp_path / RESULTS
    lines = played.splitlines(keepends=True)
    path.write_bytes(lines[0])
    with (
        serving(tmp_path, "--match", str(path), view="match") as server,
        server.connect() as one,
        server.connect() as two,
    ):
        talks = [Talk(one), Talk(two)]
        told = {}
        for talk in talks:
            talk.send("match")
            first = talk.hear()
            assert (first["title"], first["played"], first["total"], first["game"]) == ("Ann vs Bob", 0, 6, None)
        for number, line in enumerate(lines[1:], 1):
            with path.open("ab") as file:
                file.write(line)
            for talk in talks:
                told = talk.hear()
                assert told["played"] == number == len(told["games"])
                assert told["game"]["diagram"]["columns"] == 7 and told["game"]["end"]
                place = told["games"][0]["place"]
                talk.send("position", place=place)
                assert talk.hear()["position"]["over"]
        sums = [float(player[1]) for player in told["players"]]
        assert sum(sums) == 6 and {player[0] for player in told["players"]} == {"Ann", "Bob"}
        live = {"number": 7, "ply": 0, "fen": "7/7/7/7/7/7 r 1", "move": "", "moves": [], "seats": [], "end": ""}
        LiveFile(path).write(live)
        assert talks[0].hear()["game"].items() >= live.items()
        whole = path.read_bytes()
        path.rename(path.with_suffix(".gone"))
        assert "No such file" in talks[0].hear()["fault"]
        path.with_suffix(".gone").rename(path)
        assert talks[0].hear()["played"] == 6
        path.write_bytes(whole + b"no game\n")
        assert "has a line that is no game" in talks[0].hear()["fault"]
        path.write_bytes(whole)
        assert talks[0].hear()["played"] == 6
        path.write_bytes(b"something else\n")
        assert "no result file of a match" in talks[0].hear()["fault"]


def test_whatever_the_files_hold_is_shown_or_refused(tmp_path: Path, played: bytes) -> None:
    head, *lines = [json.loads(line) for line in played.splitlines()]
    head["sprt"] = {"elo0": 0.0, "elo1": 10.0, "alpha": 0.05, "beta": 0.05, "model": "normalized"}
    live = {"number": 7, "ply": 0, "fen": "7/7/7/7/7/7 r 1", "move": "", "moves": ["a"], "end": ""}
    live["seats"] = [{"side": "Red", "name": "Ann", "figures": "", "thinks": True}]
    path = tmp_path / RESULTS
    chooser, shown, refused = random.Random(4), 0, 0
    for _ in range(600):
        parts = [head, *chooser.sample(lines, 2), live]
        place = chooser.randrange(len(parts))
        parts[place] = spoil(parts[place], chooser)
        beside(path).write_text(json.dumps(parts.pop()), encoding="utf-8")
        path.write_text("".join(f"{json.dumps(part)}\n" for part in parts), encoding="utf-8")
        try:
            assert write(WatchedMatch(path).read())
            shown += 1
        except ValueError as fault:
            assert "\n" not in str(fault)
            refused += 1
    assert shown > 40 and refused > 40


def test_a_move_that_is_none_is_told_and_does_not_end_the_watching(tmp_path: Path) -> None:
    words = ["-engine", "proto=random", "name=Ann", "-engine", "proto=random", "name=Bob", "-rounds", "1"]
    run_match(*words, "-maxmoves", "2", "-results", RESULTS, where=tmp_path)
    path = tmp_path / RESULTS
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    live = {"number": 7, "ply": 0, "fen": start, "moves": [], "seats": [], "end": ""}
    told: list[Json] = []

    async def watch() -> None:
        LiveFile(path).write({**live, "move": "e2e9"})
        watching = asyncio.create_task(WatchedMatch(path).show(told.append))
        while not told:
            await asyncio.sleep(0.05)
        LiveFile(path).write({**live, "move": "e2e4"})
        while len(told) == 1:
            await asyncio.sleep(0.05)
            assert not watching.done()
        watching.cancel()

    asyncio.run(asyncio.wait_for(watch(), 20))
    assert "is no square" in told[0]["fault"] and told[1]["game"]["diagram"]
    for move in ("x", "e2e", "zz", "--"):
        LiveFile(path).write({**live, "move": move})
        with pytest.raises(ValueError, match="is no square"):
            WatchedMatch(path).read()


def test_whatever_fails_is_told_and_logged_once(
    tmp_path: Path, played: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / RESULTS
    path.write_bytes(played)

    def fail(watching: WatchedMatch) -> Json:
        raise IndexError("out of range")

    monkeypatch.setattr(WatchedMatch, "read", fail)

    async def look() -> list[Json]:
        watching = WatchedMatch(path)
        found = []
        for _ in range(3):
            watching.looked = 0.0
            found.append(await watching.look())
        return found

    first, *others = asyncio.run(look())
    assert "cannot be shown" in first["fault"] and all(other is first for other in others)
    assert len(caplog.records) == 1


def test_what_is_nested_too_deep_or_no_regular_file_is_refused(tmp_path: Path, played: bytes) -> None:
    """And it is not waited for. In the file of the live game it does not matter."""
    path = tmp_path / RESULTS
    deep = b"[" * 100_000
    for content, said in ((played + deep + b"\n", "a line that is no game"), (deep + b"\n", "no result file")):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=said):
            WatchedMatch(path)
    path.write_bytes(played)
    beside(path).write_bytes(b"[" * 60_000)
    assert WatchedMatch(path).read()["game"]["number"] == 6
    beside(path).unlink()
    os.mkfifo(beside(path))
    watching = WatchedMatch(path)
    assert watching.read()["game"]["number"] == 6
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(ValueError, match="is a FIFO, not a regular file"):
        watching.read()


class Slow(WatchedMatch):
    """Counts how many read the files at once."""

    now = most = 0

    def read(self) -> Json:
        self.now += 1
        self.most = max(self.most, self.now)
        time.sleep(0.2)
        shown = super().read()
        self.now -= 1
        return shown


def test_who_goes_away_in_the_middle_of_a_look_leaves_it_to_the_others(played: bytes, tmp_path: Path) -> None:
    path = tmp_path / RESULTS
    path.write_bytes(played)

    async def watch() -> tuple[Json, int]:
        watching = Slow(path)
        leaves = asyncio.create_task(watching.look())
        await asyncio.sleep(0.05)
        leaves.cancel()
        await asyncio.gather(leaves, return_exceptions=True)
        return await watching.look(), watching.most

    shown, most = asyncio.run(watch())
    assert (shown["played"], most) == (6, 1)


def test_a_server_without_a_match_says_how_to_have_one(talk: Talk, server: Server) -> None:
    talk.send("match")
    assert "start the page with --match" in talk.hear()["error"]


def test_what_is_no_match_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "missing"
    words = [*COMMAND, "page", "--no-open", "--port", "0", "--match", str(path)]
    for said in ("missing", "no result file of a match"):
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, env={**os.environ, "XDG_STATE_HOME": str(tmp_path)}
        )
        assert done.returncode == 2 and said in done.stderr
        assert done.stderr.count("\n") == 1 and "Errno" not in done.stderr
        path.write_bytes(b"1. e4 *\n")
