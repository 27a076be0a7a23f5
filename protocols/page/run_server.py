"""Runs the server: until an interrupt, after which no search is left."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable

import uvicorn

from .message import LARGEST
from .server import Guarded

LONGEST_GOODBYE = 2  # seconds that connections have to close
PING = 20.0  # seconds between two questions whether a page is still there


class Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            await asyncio.to_thread(self.ready)


def worth_a_word(record: logging.LogRecord) -> bool:
    """Whether an error is one of ours: that what came is no UTF-8 has ended its connection, and that is all."""
    return not isinstance(record.exc_info and record.exc_info[1], UnicodeDecodeError)


def serve(app: Guarded, listener: socket.socket, ready: Callable[[], None]) -> None:
    """KeyboardInterrupt at an interrupt. `ready` is called when requests are answered.

    A page that goes away amid its answers ends neither us, as a closed pipe would, nor is it worth a word.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        timeout_graceful_shutdown=LONGEST_GOODBYE,
    )
    logging.getLogger("uvicorn.error").addFilter(worth_a_word)
    Server(config, ready).run([listener])
