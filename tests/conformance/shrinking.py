"""Shrink a graph on which a law fails: leave out one thing after another while it still fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from .graphs import Graph, Label, Move, Outcome, State

TRIES = 3000


def shrink(graph: Graph, fails: Callable[[Graph], bool]) -> Graph:
    """The smallest graph found on which it still fails."""
    tries = 0
    smaller = True
    while smaller:
        smaller = False
        for candidate in simpler(graph):
            tries += 1
            if tries > TRIES:
                return graph
            if fails(candidate):
                graph = candidate
                smaller = True
                break
    return graph


def simpler(graph: Graph) -> Iterator[Graph]:
    """Simpler graphs, the largest cuts first."""
    for depth in range(1, graph.depth):
        yield replace(graph, depth=depth)
    for number, state in enumerate(graph.states):
        for other in simpler_states(number, state):
            states = (*graph.states[:number], other, *graph.states[number + 1 :])
            yield without_unreachable(replace(graph, states=states))
    if graph.chance and not any(move.outcomes for state in graph.states for move in state.moves):
        yield replace(graph, chance=False)
    if graph.scale != 1:
        yield replace(graph, scale=1)
    if graph.decisive is not None:
        yield replace(graph, decisive=None)


def simpler_states(number: int, state: State) -> Iterator[State]:
    if state.moves and number:
        yield replace(state, moves=(), end=0.0, noisy=(), obliged=False)
    if len(state.moves) > 1:
        for place in range(len(state.moves)):
            noisy = tuple(other - (other > place) for other in state.noisy if other != place)
            moves = state.moves[:place] + state.moves[place + 1 :]
            yield replace(state, moves=moves, noisy=noisy, obliged=state.obliged and bool(noisy))
    if state.noisy:
        yield replace(state, noisy=(), obliged=False)
    if state.obliged:
        yield replace(state, obliged=False)
    for place, move in enumerate(state.moves):
        for other in simpler_moves(move):
            yield replace(state, moves=(*state.moves[:place], other, *state.moves[place + 1 :]))
    if isinstance(state.end, (int, float)):
        for value in plainer(state.end):
            yield replace(state, end=value)
    for value in plainer(state.guess):
        yield replace(state, guess=value)
    if state.key is not None:
        yield replace(state, key=None)
        if state.key != Label("str", number + 4):
            yield replace(state, key=Label("str", number + 4))
    if state.player:
        yield replace(state, player=0)
    names = [label for move in state.moves for label in (move.label, *(outcome.label for outcome in move.outcomes))]
    plain = {label: Label("str", place + 4) for place, label in enumerate(names)}
    if any(plain[label] != label for label in names):
        yield replace(
            state,
            moves=tuple(
                Move(
                    plain[move.label],
                    move.target,
                    tuple(replace(outcome, label=plain[outcome.label]) for outcome in move.outcomes),
                )
                for move in state.moves
            ),
        )


def simpler_moves(move: Move) -> Iterator[Move]:
    for place, outcome in enumerate(move.outcomes):
        yield Move(move.label, outcome.target)
        rest = move.outcomes[:place] + move.outcomes[place + 1 :]
        total = sum((other.probability for other in rest), Fraction(0))
        if total:
            yield replace(move, outcomes=tuple(replace(o, probability=o.probability / total) for o in rest))
    even = tuple(Outcome(o.label, Fraction(1, len(move.outcomes)), o.target) for o in move.outcomes)
    if even != move.outcomes:
        yield replace(move, outcomes=even)


def plainer(value: float) -> Iterator[float]:
    """Simpler values: 0, 1 and -1 in this order, then the rounded value."""
    for candidate in (0.0, 1.0, -1.0):
        if repr(candidate) != repr(value):
            yield candidate
        else:
            return
    if abs(value) < 1e9 and value != round(value):
        yield float(round(value))


def without_unreachable(graph: Graph) -> Graph:
    """Only the states that can be reached from the root, renumbered."""
    reached = {0}
    for number, state in enumerate(graph.states):  # moves lead to later states only
        if number in reached:
            reached.update(target for move in state.moves for target in move.targets)
    order = {old: new for new, old in enumerate(sorted(reached))}

    def moved(move: Move) -> Move:
        outcomes = tuple(replace(outcome, target=order[outcome.target]) for outcome in move.outcomes)
        return Move(move.label, -1 if outcomes else order[move.target], outcomes)

    states = tuple(
        replace(graph.states[old], moves=tuple(moved(move) for move in graph.states[old].moves)) for old in order
    )
    return replace(graph, states=states)
