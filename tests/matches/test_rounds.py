"""Swiss and knockout tournaments as matches: the same games whatever ends first, and resumed anywhere."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from match_games import kept, match_here
from match_process import run_match
from oddsfish.matches.game.loop import unplayed
from oddsfish.matches.pairing import Seatings, count_openings, schedule
from oddsfish.matches.record import Record, Termination
from oddsfish.matches.settings import Engine, Fixture, Match, Opening
from oddsfish.matches.tournament.rounds import most_swiss_rounds, seatings_of, seatings_of_file

KINDS = ["swiss", "knockout"]
RESULTS = ("1-0", "0-1", "1/2-1/2")
POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


def make_match(kind: str, players: int, rng: random.Random) -> Match:
    games = rng.randrange(1, 5)
    return Match(
        tuple(Engine(f"P{number}", "none") for number in range(players)),
        games=games,
        rounds=rng.randrange(1, most_swiss_rounds(players) + 1) if kind == "swiss" else 1,
        repeat=rng.choice([1, games]),
        tournament=kind,
        seeds=rng.randrange(players + 1),
        swap=rng.random() < 0.8,
        reverse=rng.random() < 0.2,
    )


def ended(game: Fixture, result: str) -> Record:
    return replace(unplayed(game), result=result, ending=Termination.STALEMATE)


def play(match: Match, seed: int, rng: random.Random) -> tuple[list[Fixture], list[Record], Seatings]:
    """Play all games. They end in a random order, with results that depend only on their numbers."""
    seatings = seatings_of(match, seed)
    openings = [Opening(name=str(number)) for number in range(count_openings(match))]
    games, running, records = [], [], []
    for game in schedule(match, seed, openings, seatings):
        if game is not None:
            games.append(game)
            running.append(game)
        if game is None or rng.random() < 0.5:
            over = running.pop(rng.randrange(len(running)))
            chances = random.Random(f"{seed}:{over.number}")
            records.append(ended(over, chances.choice(RESULTS)))
            seatings.add(records[-1])
    return games, records, seatings


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(40))
def test_a_tournament_by_lot(kind: str, seed: int) -> None:
    """The games are the same whatever ends first; they are numbered, and each pair has an opening of its own."""
    rng = random.Random(f"{kind} {seed}")
    match = make_match(kind, rng.randrange(2, 12), rng)
    games, records, seatings = play(match, seed, rng)
    assert play(match, seed, rng)[0] == games
    assert [game.number for game in games] == list(range(1, len(games) + 1))
    assert seatings.total >= len(games) and seatings.ended(len(games) + 1)
    check_pairs(match, games)
    (check_swiss if kind == "swiss" else check_knockout)(match, games, records)
    assert sorted(seatings.ranking) == list(range(len(match.engines)))
    if kind == "swiss":
        check_ranking(match, records, list(seatings.ranking))
    told = seatings.news()
    assert told[-1] == seatings.outcome
    if kind == "knockout":
        assert seatings.outcome == f"Winner: P{seatings.ranking[0]}"
    assert told[-1].startswith("Final standings: " if kind == "swiss" else "Winner: ")
    again = seatings_of_file(replace(match, seed=seed))
    for record in records:  # as they stand in a file
        assert again.of(record.number) == (record.pair, record.leg, record.seats)
        again.add(record)


def check_pairs(match: Match, games: Sequence[Fixture]) -> None:
    by_pair: dict[int, list[Fixture]] = {}
    for game in games:
        by_pair.setdefault(game.pair, []).append(game)
    assert sorted(by_pair) == list(range(1, len(by_pair) + 1))
    for pair, alike in by_pair.items():
        assert [game.leg for game in alike] == list(range(1, len(alike) + 1)) and len(alike) <= match.repeat
        assert {game.opening.name for game in alike} == {str(pair - 1)}
        assert len({frozenset(game.seats) for game in alike}) == 1
        if match.swap:
            assert all(one.seats == other.seats[::-1] for one, other in pairwise(alike))
        else:
            assert len({game.seats for game in alike}) == 1


def check_swiss(match: Match, games: Sequence[Fixture], records: Sequence[Record]) -> None:
    """No two players meet twice, and nobody has two byes; everybody else plays in every round."""
    met = Counter(frozenset(game.seats) for game in games)
    assert set(met.values()) == {match.games}
    played = Counter(player for pair in met for player in pair)
    byes = match.rounds if len(match.engines) % 2 else 0
    assert sum(played.values()) == match.rounds * len(match.engines) - byes
    assert set(played.values()) <= {match.rounds, match.rounds - 1}


def check_ranking(match: Match, records: Sequence[Record], ranking: list[int]) -> None:
    """The ranking is by points; a bye counts as a win of each of its games."""
    points = dict.fromkeys(ranking, 0.0)
    games: Counter[int] = Counter()
    for record in records:
        for seat, share in zip(record.seats, (POINTS[record.result], 1 - POINTS[record.result]), strict=True):
            points[seat] += share
            games[seat] += 1
    for player in ranking:
        points[player] += match.rounds * match.games - games[player]
    assert [points[player] for player in ranking] == sorted(points.values(), reverse=True)


def check_knockout(match: Match, games: Sequence[Fixture], records: Sequence[Record]) -> None:
    """The loser of an encounter plays no more. No encounter goes on after a player has more than half its points."""
    points = {(record.number, record.seats[0]): POINTS[record.result] for record in records}
    meetings: dict[frozenset[int], list[Fixture]] = {}
    for game in games:
        meetings.setdefault(frozenset(game.seats), []).append(game)
    assert len(meetings) == len(match.engines) - 1
    left = set(range(len(match.engines)))
    for pair, played in sorted(meetings.items(), key=lambda item: item[1][-1].number):
        one, other = sorted(pair)
        totals = dict.fromkeys(pair, 0.0)
        for game in played:
            first = points[game.number, game.seats[0]]
            totals[game.seats[0]] += first
            totals[game.seats[1]] += 1 - first
        assert pair <= left
        assert totals[one] != totals[other]
        loser = min(pair, key=lambda player: totals[player])
        left.remove(loser)
    assert len(left) == 1


WORDS = [word for name in "ABCDE" for word in ("-engine", "proto=random", f"name={name}")]
WORDS += ["-games", "2", "-repeat", "-maxmoves", "30", "-srand", "5", "-results", "games"]


def outcome(records: Sequence[Record]) -> list[tuple[object, ...]]:
    ordered = sorted(records, key=lambda record: record.number)
    return [(r.number, r.pair, r.leg, r.names, r.result, [ply.move for ply in r.plies]) for r in ordered]


@pytest.mark.parametrize("kind", KINDS)
def test_a_tournament_goes_on_wherever_it_was_stopped(kind: str, tmp_path: Path) -> None:
    words = [*WORDS, "-tournament", kind]
    whole = match_here(*words, where=tmp_path)
    assert (whole.status, whole.err) == (0, "")
    lines = (tmp_path / "games").read_bytes().splitlines(keepends=True)
    expected = outcome(kept(tmp_path, "games"))
    for place in sorted({1, 2, len(lines) // 2, len(lines) - 1}):
        (tmp_path / "games").write_bytes(b"".join([*lines[:place], lines[-1][:20]]))
        again = match_here(*words, "-resume", where=tmp_path)
        assert (again.status, again.err) == (0, "")
        assert outcome(kept(tmp_path, "games")) == expected
        told, retold = (
            [line for line in run.lines if line.startswith(("Round ", "Final ", "Winner"))] for run in (whole, again)
        )
        assert retold == told[-len(retold) :]


@pytest.mark.parametrize("kind", KINDS)
def test_games_at_the_same_time_change_nothing(kind: str, tmp_path: Path) -> None:
    seen = []
    for places in ("1", "3"):
        where = tmp_path / places
        where.mkdir()
        assert run_match(*WORDS, "-tournament", kind, "-concurrency", places, where=where).status == 0
        seen.append(outcome(kept(where, "games")))
    assert seen[0] == seen[1]


def test_a_swiss_tournament_can_get_more_rounds(tmp_path: Path) -> None:
    words = [*WORDS, "-tournament", "swiss", "-rounds"]
    assert match_here(*words, "1", where=tmp_path).status == 0
    assert match_here(*words, "3", "-resume", where=tmp_path).status == 0
    first = outcome(kept(tmp_path, "games"))
    (tmp_path / "games").unlink()
    assert match_here(*words, "3", where=tmp_path).status == 0
    assert outcome(kept(tmp_path, "games")) == first
