"""A server of the page, as `oddsfish page` starts it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from engine_process import COMMAND
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

PATIENCE = 30.0  # seconds


@dataclass(frozen=True)
class Server:
    """address: without the token."""

    process: subprocess.Popen[str]
    address: str
    token: str
    state: Path

    @property
    def host(self) -> str:
        return self.address.removeprefix("http://")

    def offer(self, game: str) -> dict[str, Any]:
        """What the server offers of a game to a page that connects."""
        with open_socket(self, self.address, self.token) as connection:
            offer = json.loads(connection.recv(timeout=PATIENCE))["offer"]
        found: dict[str, Any] = next(known for known in offer["games"] if known["name"] == game)
        return found

    @contextmanager
    def connect(self) -> Iterator[ClientConnection]:
        """A connection as a page of ours makes it, which the server has accepted."""
        with open_socket(self, self.address, self.token) as connection:
            assert "offer" in json.loads(connection.recv(timeout=PATIENCE))
            yield connection


@contextmanager
def open_socket(server: Server, origin: str | None, token: str | None) -> Iterator[ClientConnection]:
    """A connection as a page of any origin makes it; the token, if any, is its first message."""
    named = None if origin is None else Origin(origin)
    with connect(f"ws://{server.host}/socket", origin=named) as connection:
        if token is not None:
            connection.send(json.dumps({"token": token}))
        yield connection


@contextmanager
def serving(
    state: Path, *arguments: str, port: int = 0, view: str = "", opened: str = "", path: str = ""
) -> Iterator[Server]:
    """Serve until the context ends; then an interrupt must end the server, without a message.

    opened: the browser to be opened. path: where Python looks for other packages.
    """
    process = subprocess.Popen(
        [*COMMAND, "page", *([] if opened else ["--no-open"]), "--port", str(port), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={
            "XDG_STATE_HOME": str(state),
            "PATH": "/usr/bin:/bin",
            "HOME": str(state),
            "BROWSER": opened,
            "PYTHONPATH": path,
        },
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(rf"Oddsfish's page: (http://[^/]+)/{view}#token=([0-9a-f]{{64}})\n", line)
        assert found is not None, (line, process.stderr and process.stderr.read())
        yield Server(process, found[1], found[2], state)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=PATIENCE)
        assert (process.returncode, said[1]) == (130, ""), said
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()


class Talk:
    """A connection, and questions on it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.numbers = count()

    def send(self, ask: str, **fields: Any) -> int:
        number = next(self.numbers)
        self.connection.send(json.dumps({"id": number, "ask": ask, **fields}))
        return number

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE))
        return message

    def ask(self, ask: str, **fields: Any) -> dict[str, Any]:
        """Send a question, and return its answer."""
        number = self.send(ask, **fields)
        while (message := self.hear())["id"] != number:
            pass
        return message

    def until(
        self, number: int, ended: Callable[[dict[str, Any]], Any] = lambda told: "done" in told
    ) -> list[dict[str, Any]]:
        """All messages with this number, to the end or an error."""
        found: list[dict[str, Any]] = []
        while not found or not (ended(found[-1]) or "error" in found[-1]):
            message = self.hear()
            if message["id"] == number:
                found.append(message)
        return found


def place(game: str, *moves: str, fen: str = "", **rules: str) -> dict[str, Any]:
    return {"game": game, "rules": rules, "fen": fen, "moves": list(moves)}
