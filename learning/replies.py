"""The values of all moves where a player chose one, as the models of an opponent (`Opponent`) judge them."""

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

RATINGS = range(ELO.low, ELO.high + 1, 50)  # of people
# These options overrule all others: as in a model, each reply gets its exact value.
EXACT = {"Search": "AlphaBeta", "RootWindow": "infinite"}


@dataclass(frozen=True)
class Moves:
    """The moves of a game, and which of them are to be judged.

    name: of the game, for error messages. rules: options of the variant with their values. start: a FEN, "" for the
    usual start. moves: as protocols write them, including random outcomes. asked: the places of the moves to judge,
    from 1.
    """

    name: str
    variant: str
    rules: tuple[tuple[str, str], ...]
    start: str
    moves: tuple[str, ...]
    asked: tuple[int, ...]


@dataclass(frozen=True)
class Judging:
    """How replies are judged: by a search with these options, for each of these depths in plies.

    people: whether the model of people also gives the probability of the chosen move.
    """

    depths: tuple[int, ...]
    options: Mapping[str, str]
    people: bool = False


@dataclass(frozen=True)
class Judgement:
    """The moves of a position at one depth. chosen: how much worse the chosen move is than the best, in centi-units.

    worse: each such difference with the number of moves that have it, the best first.
    """

    chosen: float
    worse: tuple[tuple[float, int], ...]

    @property
    def moves(self) -> int:
        return sum(count for _, count in self.worse)


@dataclass(frozen=True)
class Decision:
    """A move chosen among several. identity: the position and the move. judgements: one for each depth.

    people: the logarithm of the probability that people of each of the RATINGS play it; empty if it was not asked for.
    """

    identity: str
    judgements: tuple[Judgement, ...]
    people: tuple[float, ...] = ()


@dataclass(frozen=True)
class Judged:
    """The result for a game. forced: the number of only moves. over: that of moves after the end by the rules."""

    decisions: tuple[Decision, ...] = ()
    forced: int = 0
    over: int = 0


def judge(judging: Judging, played: Sequence[Moves], number: int) -> Judged:
    """The decisions of one of the games. ValueError, which names the game, if it is not valid.

    A number after the last game gives no decisions: `in_order` asks for more games than there are.
    """
    if number >= len(played):
        return Judged()
    game, asked = played[number], set(played[number].asked)
    rules, variant = games.find_variant(game.variant)
    options = options_for(rules, {**variant.rules, **dict(game.rules)})
    for name, value in {**judging.options, **EXACT}.items():
        options.set(name, value)
    dealt = int(bool(game.moves and not game.start and rules.beginnings()))  # moves that are a beginning
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
    """Judge the moves of a position for the side to move. certain: the played move, with its random outcome."""
    seen = position.clone()
    # Configure it as at the root of the planning search, where the other side is to move: an evaluation of only one
    # side's play is that of this side.
    seen.play(certain)
    seen.configure(options)
    seen.undo()
    moves = seen.moves()
    # Without chance, the outcome of a move is the move itself.
    made = next(
        place
        for place, move in enumerate(moves)
        if certain in ([outcome for outcome, _ in seen.chances(move)] or [move])
    )
    identity = f"{position.fen()} {position.notation(moves[made])}"
    return Decision(identity, tuple(judgement(seen, made, depth, search) for depth in depths))


def likely_of_people(game: Game, position: Position[Any], move: Any, options: Options) -> tuple[float, ...]:
    """The value of `Decision.people` for a move; ValueError if there is no model of how people play the game."""
    model: Any = game.human(RATINGS[0], options)
    return tuple(likely for likely, _ in model.logs(position, move, RATINGS))


def judgement(position: Position[Any], made: int, depth: int, search: AlphaBeta) -> Judgement:
    """The judgement at one depth, in plies. Values are equal if a model takes them for equal. made: the chosen move."""
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
