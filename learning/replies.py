"""What every reply was worth where a player chose one, as the models of an opponent (`Opponent`) judge it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..engine import games
from ..engine.game import Game
from ..engine.opponents.options import ELO
from ..engine.options import Options, options_for
from ..engine.position import Position
from ..engine.searches.alphabeta.search import AlphaBeta
from ..engine.searches.search import tied

# Whatever else is set: a reply is looked at as a model does it, each with its exact value.
RATINGS = range(ELO.low, ELO.high + 1, 50)  # of people
EXACT = {"Search": "AlphaBeta", "RootWindow": "infinite"}


@dataclass(frozen=True)
class Moves:
    """The moves of a game, and which of them are asked about.

    name: of the game, for an error message. rules: of the variant's options, with their values. start: a FEN, "" for
    the usual start. moves: as protocols write them, what chance decided included. asked: their places, from 1.
    """

    name: str
    variant: str
    rules: tuple[tuple[str, str], ...]
    start: str
    moves: tuple[str, ...]
    asked: tuple[int, ...]


@dataclass(frozen=True)
class Judging:
    """How replies are judged: so many plies deep, each depth apart, by searches with these options.

    people: whether it is asked, too, how likely people play them.
    """

    depths: tuple[int, ...]
    options: Mapping[str, str]
    people: bool = False


@dataclass(frozen=True)
class Judgement:
    """At one depth, in centi-units: how much worse the chosen move is than the best, and how many are so much worse.

    worse: each amount with the number of moves, the best first.
    """

    chosen: float
    worse: tuple[tuple[float, int], ...]

    @property
    def moves(self) -> int:
        return sum(count for _, count in self.worse)


@dataclass(frozen=True)
class Decision:
    """A move chosen among several. identity: the position and the move. judgements: one for each depth.

    people: the logarithm of how likely people of each of the RATINGS play it; empty where that was not asked.
    """

    identity: str
    judgements: tuple[Judgement, ...]
    people: tuple[float, ...] = ()


@dataclass(frozen=True)
class Judged:
    """What was found of a game. forced: moves that were the only one. over: those behind the end by the rules."""

    decisions: tuple[Decision, ...] = ()
    forced: int = 0
    over: int = 0


def judge(judging: Judging, played: Sequence[Moves], number: int) -> Judged:
    """The decisions of one of the games, none behind the last; ValueError, which names the game, if it makes no sense.

    Whoever works through them may ask for more than there are.
    """
    if number >= len(played):
        return Judged()
    game, asked = played[number], set(played[number].asked)
    rules, variant = games.find_variant(game.variant)
    options = options_for(rules, {**variant.rules, **dict(game.rules)})
    for name, value in {**judging.options, **EXACT}.items():
        options.set(name, value)
    dealt = int(bool(game.moves and not game.start and rules.beginnings()))  # by the first of the moves
    try:
        position = rules.begin(game.moves[0], options) if dealt else rules.read(game.start or None, (), options)
    except ValueError as fault:
        raise ValueError(f"{game.name}: {fault}") from None
    position.configure(options)
    search = AlphaBeta()
    search.configure(options)
    found: list[Decision] = []
    forced = over = 0
    for place, text in enumerate(game.moves[dealt:], dealt + 1):
        try:
            certain = position.parse_certain(text)
            if place in asked and position.ending() is not None:
                over += 1
            elif place in asked and len(position.moves()) == 1:
                forced += 1
            elif place in asked:
                decision = decide(position, certain, judging.depths, options, search)
                likely = likely_of_people(rules, position, certain, options) if judging.people else ()
                found.append(replace(decision, people=likely))
            position.play(certain)
        except ValueError as fault:
            raise ValueError(f"{game.name}, ply {place}: {fault}") from None
    return Judged(tuple(found), forced, over)


def decide(
    position: Position[Any], certain: Any, depths: Sequence[int], options: Options, search: AlphaBeta
) -> Decision:
    """What the moves of a position are worth to whoever makes them; `certain` is the one that was made."""
    seen = position.clone()
    # Whoever plans against the mover is at the root: an evaluation of one side's play is of that side.
    seen.play(certain)
    seen.configure(options)
    seen.undo()
    moves = seen.moves()
    # A move can turn into itself, where chance has no part.
    made = next(
        place
        for place, move in enumerate(moves)
        if certain in ([outcome for outcome, _ in seen.chances(move)] or [move])
    )
    identity = f"{position.fen()} {position.notation(moves[made])}"
    return Decision(identity, tuple(judgement(seen, made, depth, search) for depth in depths))


def likely_of_people(game: Game, position: Position[Any], move: Any, options: Options) -> tuple[float, ...]:
    """What `Decision.people` has of a move; ValueError if there is no model of how people play the game."""
    model: Any = game.human(RATINGS[0], options)
    return tuple(likely for likely, _ in model.logs(position, move, RATINGS))


def judgement(position: Position[Any], made: int, depth: int, search: AlphaBeta) -> Judgement:
    """By a search so many plies deep; values that a model takes for equal are equal."""
    search.begin(position)
    search.deepen(depth, len(search.lines))
    sign = 1 if position.player() == 0 else -1
    values = {line.place: sign * line.value for line in search.lines}
    best = max(values.values())
    worse = {
        place: 0.0 if tied(best, value, search.floor) else (best - value) * position.scale
        for place, value in values.items()
    }
    return Judgement(worse[made], tuple(sorted(Counter(worse.values()).items())))
