"""The loop that plays every game: whose turn it is, the clocks, the end of the game."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..players.player import Fault, Player, illegal
from ..record import Oddity, Ply, Record, Termination
from ..settings import Fixture
from ..variants import by_library, chess960
from .adjudication import Adjudicator
from .arbiter import Arbiter, Verdict
from .clock import Clock

Watcher = Callable[[Record, Arbiter], None]  # gets the game and its position, at the start and after every ply


async def play(
    game: Fixture, players: Sequence[Player], watcher: Watcher | None = None, arbiter: Arbiter | None = None
) -> Record:
    """Play a game to its end, by its rules, an adjudication or a fault. If cancelled, it is recorded as unfinished.

    arbiter: if it is not that of the fixture's variant.
    """
    arbiter = arbiter or make_arbiter(game)
    record = unplayed(game)
    plies: list[Ply] = []
    oddities: list[tuple[int, Oddity, str]] = []
    began = time.perf_counter()
    loser: int | None = None
    late: float | None = None
    try:
        open_game(arbiter, plies)
        for number, player in enumerate(players):
            loser = number
            await player.prepare(game, number)
        clocks = [Clock(engine.time, engine.margin) for engine in game.players]
        adjudicator = Adjudicator(game.rules)
        began = time.perf_counter()
        verdict = arbiter.verdict()
        if watcher:
            watcher(replace(record, plies=tuple(plies)), arbiter)
        while verdict is None:
            loser = arbiter.turn
            ply, odd = await take_turn(arbiter, players[loser], clocks)
            if game.players[loser].strict:
                oddities += [(loser, *each) for each in (*odd, *contradictions(plies[-1:], ply))]
            plies.append(ply)
            verdict = arbiter.verdict() or adjudicator.judge(arbiter, loser, ply)
            if verdict is None:
                players[loser].ponder(arbiter, clocks)
            if watcher:
                watcher(replace(record, plies=tuple(plies)), arbiter)
        loser = None
    except Fault as fault:
        assert loser is not None, "only players commit faults"
        verdict, late = arbiter.lost(loser, fault.ending, fault.text), fault.late
    except asyncio.CancelledError:
        verdict, loser = Verdict("*", Termination.UNFINISHED, "Unfinished"), None
    finally:
        for player in players:
            player.rest()
    seconds = round(time.perf_counter() - began, 3)
    played = replace(record, plies=tuple(plies), seconds=seconds, late=late, oddities=counted(oddities))
    return conclude(played, verdict, loser)


def contradictions(before: Sequence[Ply], ply: Ply) -> Iterator[tuple[Oddity, str]]:
    """An oddity if both players report that they mate, or both that they are mated."""
    for other in before:
        if (other.mate or 0) * (ply.mate or 0) > 0:
            yield Oddity.MATES, f"mate {ply.mate} after the opponent's mate {other.mate}"


def counted(oddities: Sequence[tuple[int, Oddity, str]]) -> tuple[tuple[int, Oddity, int, str], ...]:
    """How often each oddity occurs, with the words of the first time."""
    first: dict[tuple[int, Oddity], str] = {}
    for seat, kind, words in oddities:
        first.setdefault((seat, kind), words)
    counts = Counter((seat, kind) for seat, kind, _ in oddities)
    return tuple((seat, kind, counts[seat, kind], words) for (seat, kind), words in first.items())


def make_arbiter(game: Fixture) -> Arbiter:
    """The arbiter of a game, its opening not yet played; each kind is imported when it is first needed."""
    if by_library(game.variant):
        from .chess_arbiter import ChessArbiter

        return ChessArbiter(game.opening, chess960(game.variant))
    from .dealer import Dealer

    return Dealer.of(game)


def unplayed(game: Fixture) -> Record:
    """The record of a game before its first ply."""
    return Record(
        number=game.number,
        pair=game.pair,
        leg=game.leg,
        seats=game.seats,
        names=tuple(engine.name for engine in game.players),
        variant=game.variant,
        start=game.opening.fen,
        plies=(),
        result="*",
        ending=Termination.UNFINISHED,
        reason="Unfinished",
        began=time.time(),
    )


def forfeit(game: Fixture, loser: int, fault: Fault) -> Record:
    """The record of a game that was lost before it began."""
    verdict = make_arbiter(game).lost(loser, fault.ending, fault.text)
    return conclude(unplayed(game), verdict, loser)


def conclude(record: Record, verdict: Verdict, loser: int | None) -> Record:
    """The record of a game that has ended; loser: the seat at fault."""
    return replace(
        record,
        result=verdict.result,
        ending=verdict.ending,
        reason=verdict.reason,
        loser=loser,
        utility=verdict.utility,
    )


def open_game(arbiter: Arbiter, plies: list[Ply]) -> None:
    """Play the moves of the opening. Moves that the dealer has dealt at the start come before them."""
    plies += [Ply(dealt, dealt) for dealt in arbiter.moves]
    for move in arbiter.opening.moves:
        pieces, seat = arbiter.pieces, arbiter.turn
        played, text = arbiter.replay(move)
        plies.append(Ply(played, text, pieces=pieces, seat=seat))


async def take_turn(
    arbiter: Arbiter, player: Player, clocks: Sequence[Clock]
) -> tuple[Ply, tuple[tuple[Oddity, str], ...]]:
    """Ask for one move, check it, play it and time it. Also returns what is odd in the player's reports of it.

    An illegal move that comes too late counts as illegal.
    """
    mover = arbiter.turn
    clock = clocks[mover]
    pieces, choices = arbiter.pieces, len(arbiter.choices())
    answer = await player.move(arbiter, clocks)
    try:
        played, text = arbiter.play(answer.move)
    except ValueError as error:
        raise illegal(str(answer.move)) from error
    deadline = clock.deadline
    if not clock.charge(answer.seconds):
        assert deadline is not None, "without a deadline nothing is late"
        raise Fault(Termination.TIME, " loses on time", late=round(answer.seconds - deadline, 4))
    searched = answer.depth != 0  # else it comes from a book, and its score is not from a search
    ply = Ply(
        move=played,
        text=text,
        seconds=round(answer.seconds, 4),
        clock=None if clock.left is None else round(clock.left, 4),
        score=answer.score if searched else None,
        mate=answer.mate if searched else None,
        depth=answer.depth,
        nodes=answer.nodes,
        pieces=pieces,
        choices=choices,
        seat=mover,
    )
    return ply, answer.oddities
