"""Random games as a match records them: by the arbiter of their variant, with the data of every move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from oddsfish.matches.files.journal import Journal
from oddsfish.matches.game.arbiter import Arbiter, Verdict
from oddsfish.matches.game.loop import conclude, make_arbiter, unplayed
from oddsfish.matches.pairing import Seatings
from oddsfish.matches.record import Ply, Record, Termination
from oddsfish.matches.settings import Fixture, Match, Opening

BOOK = 4  # plies of the opening, without data of a search
SEED = 5


def random_record(
    number: int, match: Match, rng: Random, start: str = "", most: int = 30, finished: bool = False
) -> Record:
    """A game of a match: at most `most` random moves, to its end or until it is broken off."""
    seating = Seatings(match).of(number)
    assert seating is not None
    pair, leg, seats = seating
    players = tuple(match.engines[seat] for seat in seats)
    game = Fixture(number, pair, leg, seats, players, Opening(start), str(pair), match.variant, match.variant_options)
    arbiter = make_arbiter(game)
    plies = [Ply(dealt, dealt) for dealt in arbiter.moves]
    for index in range(rng.choice([0, 1, rng.randrange(most), most, most])):
        if arbiter.verdict():
            break
        choices = arbiter.choices()
        told = thought(rng) if index >= BOOK or len(seats) == 1 else {}
        told |= {"pieces": arbiter.pieces, "choices": len(choices), "seat": arbiter.turn}
        move, text = arbiter.play(rng.choice(choices))
        plies.append(Ply(move, text, **told))
    verdict, loser = arbiter.verdict(), None
    if verdict is None:
        verdict, loser = broken_off(arbiter, rng, finished)
    record = replace(unplayed(game), plies=tuple(plies), began=1.7e9 + 10 * number + rng.random(), seconds=3.0)
    return conclude(record, verdict, loser)


def thought(rng: Random) -> dict[str, Any]:
    """The data of a move that a player has searched."""
    mate = rng.choice([-12, -1, 1, 30]) if rng.random() < 0.2 else None
    score = rng.randint(-2000, 2000) if mate is None and rng.random() < 0.9 else None
    return {
        "seconds": round(rng.expovariate(0.1), 4),
        "clock": rng.choice([None, round(rng.uniform(0.0, 20_000.0), 4)]),
        "score": score,
        "mate": mate,
        "depth": None if score is None and mate is None else rng.choice([None, 0, 1, 25]),
        "nodes": rng.randrange(10**9),
    }


def broken_off(arbiter: Arbiter, rng: Random, finished: bool) -> tuple[Verdict, int | None]:
    """Some end that is not by the rules, and the seat at fault, if any. finished: whether there must be a result."""
    seat = rng.randrange(len(arbiter.sides))
    ends: list[tuple[Verdict, int | None]] = [
        (arbiter.lost(seat, Termination.TIME, " loses on time"), seat),
        (arbiter.lost(seat, Termination.ILLEGAL, '\'s move is "1-0"{O-O}'), seat),
    ]
    if len(arbiter.sides) == 2:
        ends.append((Verdict("1/2-1/2", Termination.DRAW_ADJUDICATED, "Draw by adjudication"), None))
    if not finished:
        ends.append((Verdict("*", Termination.UNFINISHED, "Unfinished"), None))
    return rng.choice(ends)


def write_results(path: Path, header: Mapping[str, Any], records: Iterable[Record] = ()) -> None:
    """Write a result file with these games, or append them to one."""
    with closing(Journal(path)) as journal:
        journal.begin(header)
        for record in records:
            journal.add(record)
