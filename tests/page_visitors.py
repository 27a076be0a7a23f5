"""Pages that send wrong messages, and connect and disconnect at any moment."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from oddsfish.engine import games
from oddsfish.engine.options import options_for
from page_server import Server, place
from spoiling import spoil
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

# Why a server may close a connection: going away, not UTF-8, a policy violation, too big (RFC 6455).
CODES = (1001, 1007, 1008, 1009)
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 3, 2**31, 2**64, 10**400, 0.5, -0.0, 1e308, "", "x", "1", "-1", "e2e4", "d>e"),
    *("true", "\ud800", "\x00", "é" * 50, "x" * 70_000, "../../etc/passwd", [], {}, [[]], [{}], ["e2e4"] * 3000),
    *({"": ""}, {"game": "chess"}, "AlphaBeta", "PVS", "Solver", "Hash", "SyzygyPath", "Auto", float("nan")),
    float("inf"),
)
TEXTS = (
    "",
    "[",
    "{",
    "null",
    "[]",
    '{"id":1}',
    "[" * 50_000,
    '{"id":1,"ask":"position"',
    "\ufeff{}",
    '{"id":NaN}',
    "0",
)
PASTED = ("4455", "1. e4 e5 2. Nf3 *", "8/8/8/8/8/8/8/K1k5 w - - 0 1", "d d>e", '[Event "?"]\n\n1. e4 *')
SEARCHES = ("Auto", "AlphaBeta", "Expectimax", "Minimax", "PVS", "Solver", "Random")
LIMITS: tuple[dict[str, int], ...] = ({}, {"depth": 2}, {"nodes": 500}, {"movetime": 5}, {"depth": 1, "movetime": 1})
SHARES = {"search": 0.35, "position": 0.2, "play": 0.15, "tree": 0.1, "stop": 0.1, "review": 0.01}
SHARES |= {"edit": 0.02, "begin": 0.04, "read": 0.03, "write": 0.03}
VALUES = {"Hash": "1", "MultiPV": "7", "Threads": "2", "Table": "true"}
VALUES |= {"Opponent": "softmax", "Skill Level": "3", "Star": "Star2"}


class Messages:
    """The messages of one page: mostly such as ours would send, about games that go on; a share of them is spoilt."""

    def __init__(self, seed: int, spoilt: float = 0.15) -> None:
        self.chooser = random.Random(seed)
        self.spoilt = spoilt
        self.number = 0
        self.places = [place(name) for name in games.shipped()]

    def some(self) -> Iterator[str | bytes]:
        """Some messages of a page, some of them spoilt."""
        for _ in range(self.chooser.choice((1, 5, 30, 200))):
            asked = self.asked()
            if self.chooser.random() >= self.spoilt:
                yield json.dumps(asked)
                continue
            yield self.spoil(asked)

    def asked(self) -> dict[str, Any]:
        """A valid message."""
        chooser = self.chooser
        ask = chooser.choices([*SHARES], [*SHARES.values()])[0]
        self.number = chooser.choice((self.number, self.number + 1, self.number + 1, self.number + 1))
        message: dict[str, Any] = {"id": self.number, "ask": ask}
        if ask == "stop":
            return message | {"id": max(0, self.number - chooser.randrange(4))}
        here = self.here()
        if ask == "read":
            return message | {"game": here["game"], "rules": here["rules"], "text": chooser.choice(PASTED)}
        message["place"] = here
        if ask == "play":
            message["move"] = chooser.choice(("e4", "e2e4", "d", "4", "high", "+1", "b2", "a1"))
        elif ask == "write":
            message["names"] = ["Ann", "Bob"][: chooser.randrange(3)]
        elif ask == "review":
            message["names"] = ["Ann", "Bob"][: chooser.randrange(3)]
            message["rating"] = chooser.choice((1000, 1500, 2200))
        elif ask == "tree":
            message["search"] = chooser.choice(("Minimax", "AlphaBeta", "Expectimax", "PVS"))
            message["depth"] = chooser.choice((1, 1, 2))
        elif ask == "search":
            message["options"] = {name: VALUES[name] for name in chooser.sample([*VALUES], chooser.randrange(3))}
            message["options"]["Search"] = chooser.choice(SEARCHES)
            message["limits"] = chooser.choice(LIMITS)
        return message

    def here(self) -> dict[str, Any]:
        """The place of one of the games, which then goes on by a random move, or begins anew."""
        at = self.chooser.randrange(len(self.places))
        here = self.places[at]
        known = games.find(here["game"])
        options = options_for(known, here["rules"])
        words = [word for move in here["moves"] for word in move.split()]
        position = known.read(None, words, options) if words or not known.beginnings() else None
        if position is None:
            self.places[at] = place(here["game"], known.beginnings()[0][0])
        elif position.ending() is not None or len(here["moves"]) > 40:
            slips = {"Slip": "true"} if here["game"] == "connect4" and self.chooser.random() < 0.5 else {}
            self.places[at] = place(here["game"], **slips)
        else:
            move = position.sample(self.chooser.choice(position.moves()), self.chooser)
            self.places[at] = {**here, "moves": [*here["moves"], position.notation(move)]}
        return copy.deepcopy(here)

    def spoil(self, message: dict[str, Any]) -> str | bytes:
        chooser = self.chooser
        way = chooser.randrange(6)
        if way == 0:
            return chooser.choice(TEXTS)
        text = json.dumps(message)
        if way == 1:
            at = chooser.randrange(len(text))
            put = chooser.choice(("", '"', "}", "\x00", "9" * 30, "\\ud800", "é"))
            return text[:at] + put + text[at + chooser.randrange(3) :]
        if way == 2:
            return text.encode() if chooser.random() < 0.5 else bytes(chooser.randrange(256) for _ in range(20))
        return json.dumps(spoil(message, chooser, JUNK))


def visit(server: Server, messages: Messages, count: int) -> int:
    """Send about so many messages, over connections that end at any moment; return how many were sent."""
    sent = 0
    while sent < count:
        with server.connect() as connection:
            try:
                for message in messages.some():
                    connection.send(message)
                    sent += 1
                    if messages.chooser.random() < 0.3:
                        drain(connection, messages.chooser.choice((0.0, 0.0, 0.01)))
                if messages.chooser.random() < 0.3:
                    connection.socket.close()  # without a closing message
                    continue
                drain(connection, 0.0)
            except ConnectionClosed as closed:
                assert closed.rcvd is None or closed.rcvd.code in CODES, closed
            except OSError:
                pass  # closed while a message was written
    return sent


def drain(connection: ClientConnection, patience: float) -> None:
    """Read and check the messages that have come."""
    try:
        while True:
            told = json.loads(connection.recv(timeout=patience))
            assert isinstance(told["id"], int) and "Traceback" not in told.get("error", "")
            assert "\n" not in told.get("error", "")
    except TimeoutError:
        pass
