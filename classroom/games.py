"""Games for your searches: a game answers questions about its states, and knows nothing of searches.

    player(state)           whose turn it is: 0 wants large values, 1 small ones
    moves(state)            the moves, in the order of the search; none at the end
    result(state, move)     the next state
    chances(state, move)    the outcomes of a move, as pairs (probability, state), if chance decides
    utility(state)          the value of a state in which the game is over; None in all other states
    evaluation(state)       an estimate of the value, for states at the end of your search

A state can be anything that can be hashed. Do not change this file: the grader has its own copy.
"""

from __future__ import annotations

import re

TOKEN = re.compile(r'"[^"\n]*"|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[A-Za-z]+|[^ \t\r\n,]')


class TreeGame:
    """A tree such as max(min(3 12 8) chance(1/2:7 1/2:-1)) as a game: a state is the number of a node, 0 is the root.

    A move is the place of a child: 0, 1, ... If the child is a chance node, `chances` returns its outcomes. A number
    after = is the evaluation of an inner node, as in min=3(1 5).
    """

    def __init__(self, text: str) -> None:
        self.kinds: list[str] = []
        self.values: list[float] = []
        self.children: list[list[int]] = []
        self.weights: list[list[float]] = []
        self.asked: list[int] = []  # the states that were asked about, each once, in order
        self.known: set[int] = set()
        self.tokens = TOKEN.findall(text)[::-1]
        self.read()

    def read(self) -> int:
        """Read a node and all nodes below it. Return its number."""
        number = len(self.kinds)
        word = self.tokens.pop()
        inner = word.isalpha()
        self.kinds.append(word if inner else "leaf")
        self.values.append(0.0 if inner else float(word))
        self.children.append([])
        self.weights.append([])
        if not inner:
            return number
        if self.tokens[-1] == "=":
            self.tokens.pop()
            self.values[number] = float(self.tokens.pop())
        self.tokens.pop()  # (
        while self.tokens[-1] != ")":
            if self.tokens[-1].startswith('"'):
                self.tokens.pop()  # the name of a move
            if word == "chance":
                weight = float(self.tokens.pop())
                if self.tokens[-1] == "/":
                    self.tokens.pop()
                    weight /= float(self.tokens.pop())
                self.tokens.pop()  # :
                self.weights[number].append(weight)
            self.children[number].append(self.read())
        self.tokens.pop()
        return number

    def ask(self, state: int) -> None:
        if state not in self.known:
            self.known.add(state)
            self.asked.append(state)

    def player(self, state: int) -> int:
        self.ask(state)
        return int(self.kinds[state] == "min")

    def moves(self, state: int) -> list[int]:
        self.ask(state)
        return list(range(len(self.children[state])))

    def result(self, state: int, move: int) -> int:
        return self.children[state][move]

    def chances(self, state: int, move: int) -> list[tuple[float, int]]:
        child = self.children[state][move]
        if self.kinds[child] != "chance":
            return [(1.0, child)]
        return list(zip(self.weights[child], self.children[child]))

    def utility(self, state: int) -> float | None:
        self.ask(state)
        return self.values[state] if self.kinds[state] == "leaf" else None

    def evaluation(self, state: int) -> float:
        self.ask(state)
        return self.values[state]
