"""A match is followed by its result file, which grows in pieces of any size, or is changed in other ways."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from oddsfish.matches.files.header import header
from oddsfish.matches.files.journal import read_records
from oddsfish.matches.files.live_file import STALE, LiveFile, beside, read_live
from oddsfish.matches.followed_match import FollowedMatch
from oddsfish.matches.pairing import count_games
from oddsfish.matches.report.facts import facts
from oddsfish.matches.score.standings import Standings, standings_of
from oddsfish.matches.settings import Engine, Match, Openings
from random_records import SEED, random_record, write_results

MATCH = Match((Engine("Ann"), Engine("Bob")), "connect4", (("Slip", "true"),), games=2, rounds=3, repeat=2)
VARIANTS = ("standard", "fischerandom", "connect4", "hilo")
LIVE: dict[str, Any] = {
    "number": 3,
    "ply": 1,
    "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "move": "e2e4",
    "moves": ["e4"],
    "seats": [{"side": "White", "name": "Ann", "figures": "1.0 s", "thinks": False}],
    "end": "",
}


def results(where: Path, match: Match = MATCH) -> Path:
    """Write the result file of a match with all games finished; return its path."""
    path = where / "results.jsonl"
    rng = Random(match.variant)
    numbers = range(1, count_games(match) + 1)
    write_results(path, header(match, SEED), [random_record(n, match, rng, most=8, finished=True) for n in numbers])
    return path


def test_it_tells_its_openings(tmp_path: Path) -> None:
    positions = tmp_path / "some.epd"
    positions.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
    path = tmp_path / "results.jsonl"
    write_results(path, header(replace(MATCH, openings=Openings(str(positions)), random_plies=3), SEED))
    match = FollowedMatch(path).look().match
    assert facts(match, 1, standings_of(["Ann", "Bob"], []))["Openings"] == f"{positions}, 3 random plies"


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_stands_as_its_games_say_while_the_file_grows(tmp_path: Path, variant: str) -> None:
    rules = MATCH.variant_options if variant == "connect4" else ()
    whole = results(tmp_path, replace(MATCH, variant=variant, variant_options=rules))
    data = whole.read_bytes()
    path = tmp_path / "growing.jsonl"
    chooser = Random(variant)
    head = data.index(b"\n") + 1
    path.write_bytes(data[:head])
    following = FollowedMatch(path)
    assert following.look().standings.games == 0 and following.game() is None
    at = head
    while at < len(data):
        piece = chooser.choice((1, 50, 3000))
        with path.open("ab") as file:
            file.write(data[at : at + piece])
        at += piece
        standings = following.look().standings
        assert standings.games == path.read_bytes().count(b"\n") - 1
    found = following.look()
    records = list(read_records(whole))
    assert list(found.records) == records
    standings = Standings(tuple(engine.name for engine in found.match.engines), found.match.repeat)
    for record in records:
        standings.add(record)
    assert vars(found.standings)["counts"] == standings.counts
    game = following.game()
    assert game is not None and game["number"] == records[-1].number and game["ply"] == len(records[-1].plies)
    assert game["end"].startswith(records[-1].result) and not any(seat["thinks"] for seat in game["seats"])
    assert following.total == (6 if variant != "hilo" else 12)


def test_a_file_that_is_begun_anew_is_read_anew(tmp_path: Path) -> None:
    path = results(tmp_path)
    following = FollowedMatch(path)
    assert following.look().standings.games == 6
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]))
    assert following.look().standings.games == 2
    other = tmp_path / "other"
    other.write_bytes(b"".join(lines[:6]))
    other.replace(path)
    assert following.look().standings.games == 5
    for _ in range(2):
        path.write_bytes(b"nothing of ours\n")
        with pytest.raises(ValueError, match="is no result file"):
            following.look()
    path.write_bytes(b"".join(lines[:4]))
    assert following.look().standings.games == 3


@pytest.mark.parametrize("seed", ["5", "6"])
def test_a_file_that_is_written_over_is_read_anew(tmp_path: Path, seed: str) -> None:
    """It is overwritten in place and gets no shorter, by a match with other settings or with the same ones.

    A game that is in the file twice counts once, as for `-resume`.
    """
    path = results(tmp_path)
    data = path.read_bytes()
    following = FollowedMatch(path)
    lines = data.splitlines(keepends=True)
    head = lines[0].replace(b'"seed":5', b'"seed":' + seed.encode())
    assert (head != lines[0]) == (seed != "5")
    path.write_bytes(head + b"".join(lines[:0:-1]) + (lines[1] if seed != "5" else b""))
    assert following.look().standings.games == 6
    assert following.look().records[-1].number == 1
    assert following.look().match.seed == int(seed)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no result file of a match"),
        (b'{"format": "oddsfish match 1"}\n', "no whole settings of a match"),
        (b'{"format": "oddsfish match 99"}\n', "another version"),
    ],
)
def test_what_is_no_result_file_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=said):
        FollowedMatch(path)
    with pytest.raises(OSError, match="No such file"):
        FollowedMatch(tmp_path / "missing")


def test_the_game_that_the_run_shows_comes_first_while_it_is_new(tmp_path: Path) -> None:
    path = results(tmp_path)
    following = FollowedMatch(path)
    last = following.game()
    live = LiveFile(path)
    live.write(LIVE)
    assert read_live(path) == LIVE == following.game()
    old = time.time() - STALE - 1
    os.utime(beside(path), (old, old))
    assert following.game() == last
    for name in LIVE:
        live.write({**LIVE, name: None})
        assert read_live(path) is None
    beside(path).write_bytes(b"{")
    assert read_live(path) is None
    live.remove()
    live.remove()
    assert read_live(path) is None and following.game() == last
