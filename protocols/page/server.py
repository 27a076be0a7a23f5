"""The server of the page, an ASGI application: its files, the symbols of boards, and a connection for each page.

It runs until an interrupt, which also ends all searches.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketClose, WebSocketDisconnect

from ...engine.support.system import on_closed_pipe
from .access import Access
from .as_json import Json
from .connection import Connection
from .content import FILES, PAGE, assets, edition, offer, page, symbols
from .message import LARGEST, Malformed, parse_message, write
from .shared import Served

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
SendBack = Callable[[MutableMapping[str, Any]], Awaitable[None]]

VIEWS = ("/", "/play", "/analyse", "/tree", "/tour", "/review", "/edit", "/match", "/tree-editor")
KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
OF_FILES = {"Cache-Control": "max-age=31536000, immutable"}  # of an edition
OF_SYMBOLS = {"Cache-Control": "max-age=3600"}
NOWHERE = """<!doctype html>
<html lang="en"><title>Oddsfish</title><p>There is no such page. There are: {}.</p></html>
"""
WHERE = "Access denied: open the address that `oddsfish page` has printed."
MOST_PAGES = 200  # connected at once
MOST_UNSENT = 2000  # messages that wait for a slow page
CROWD = f"{MOST_PAGES} pages are open already: close some, and reload this one."
GONE, MALFORMED, FULL = 1001, 1008, 1013  # codes of RFC 6455
UNKNOWN = 4001  # a code of ours
LONGEST_GOODBYE = 2  # seconds that connections have to close
SOON = 10.0  # seconds in which a page sends the token
PING = 20.0  # seconds between two checks that a page is still there


class Guarded:
    """Refuses requests without access, and adds our headers to every answer."""

    def __init__(self, app: Callable[[Scope, Receive, SendBack], Awaitable[None]], access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: SendBack) -> None:
        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                named = {name for name, _ in message["headers"]}
                ours = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *(pair for pair in ours if pair[0] not in named)]
            await send(message)

        refusal = self.refusal(scope)
        await (self.app if refusal is None else refusal)(scope, receive, send_guarded)

    def refusal(self, scope: Scope) -> Callable[[Scope, Receive, SendBack], Awaitable[None]] | None:
        """The answer to a request without access; None if it has access."""
        headers = Headers(scope=scope)
        if not self.access.names_us(headers):
            return refuse(scope, "this server is not called so")
        if scope["type"] == "websocket":
            return None if self.access.comes_from_us(headers) else refuse(scope, WHERE)
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("there is nothing to be done this way\n", 405, {"Allow": "GET, HEAD"})
        return None


def refuse(scope: Scope, reason: str) -> Callable[[Scope, Receive, SendBack], Awaitable[None]]:
    return PlainTextResponse(f"{reason}\n", 403) if scope["type"] == "http" else WebSocketClose(MALFORMED)


class Page:
    def __init__(self, served: Served, access: Access) -> None:
        self.served = served
        self.access = access
        self.pages = 0

    async def nowhere(self, request: Request, failure: Exception) -> Response:
        """Answer an unknown address: redirect if it is a view in capitals, else list all views."""
        view = request.url.path.lower()
        if view in VIEWS:
            return RedirectResponse(view + (f"?{request.url.query}" if request.url.query else ""), 303)
        links = ", ".join(f'<a href="{view}">{view[1:]}</a>' for view in VIEWS[1:])
        return HTMLResponse(NOWHERE.format(links), 404)

    async def view(self, request: Request) -> Response:
        return Response(page(), media_type=KINDS["html"])

    async def file(self, request: Request) -> Response:
        name = request.path_params["name"]
        found = assets().get(name)
        if found is None or name == PAGE or request.path_params["edition"] != edition():
            return PlainTextResponse("there is nothing here\n", 404)
        return Response(found, media_type=KINDS[name.rpartition(".")[2]], headers=OF_FILES)

    async def symbol(self, request: Request) -> Response:
        drawn = symbols(request.path_params["game"]).get(request.path_params["key"])
        if drawn is None:
            return PlainTextResponse("there is nothing here\n", 404)
        return Response(drawn, media_type=KINDS["svg"], headers=OF_SYMBOLS)

    async def socket(self, socket: WebSocket) -> None:
        """Serve one page from its connection to its end."""
        if self.pages >= MOST_PAGES:
            await socket.accept()
            await close(socket, FULL, CROWD)
            return
        self.pages += 1
        try:
            await socket.accept()
            if await self.is_let_in(socket):
                await converse(socket, self.served)
        finally:
            self.pages -= 1

    async def is_let_in(self, socket: WebSocket) -> bool:
        """Whether the first message has the token. A page of ours without it is told why: if it were refused before
        the connection, the browser would not tell it.
        """
        try:
            message = await asyncio.wait_for(socket.receive(), SOON)
            if message["type"] == "websocket.disconnect":
                return False
            fields = parse_message(message.get("text") or "")
            known = self.access.is_ours(fields.text("token", LARGEST))
            fields.end()
        except Malformed as fault:
            await close(socket, MALFORMED, str(fault))
            return False
        except asyncio.TimeoutError:
            known = False
        if not known:
            await close(socket, UNKNOWN, WHERE)
        return known


async def converse(socket: WebSocket, served: Served) -> None:
    """Obey the page and send it answers, until it is gone, sends something malformed, or reads too slowly."""
    unsent: asyncio.Queue[Json] = asyncio.Queue(MOST_UNSENT)
    deaf = asyncio.Event()  # whether the page reads too slowly

    def tell(answer: Json) -> None:
        if unsent.full():
            deaf.set()
        else:
            unsent.put_nowait(answer)

    tell({"offer": offer(served.workers.number, served.watching is not None, tuple(served.given.items()))})
    conversation = Connection(served, tell)

    async def speak() -> None:
        while True:
            text = write(await unsent.get())
            try:
                await socket.send_text(text)
            except (WebSocketDisconnect, RuntimeError):
                return  # the page has closed the connection; `hear` will notice

    async def hear() -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                raise Malformed("a message is text")
            await conversation.obey(text)
            await asyncio.sleep(0)  # others get their turn, even if one page asks without end

    tasks = [asyncio.create_task(doing) for doing in (speak(), hear(), deaf.wait())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        faults = [task.exception() for task in done]
        if (fault := next((fault for fault in faults if isinstance(fault, Malformed)), None)) is not None:
            await close(socket, MALFORMED, str(fault))
        elif deaf.is_set():
            await close(socket, GONE, "too much is unread")
        for unforeseen in faults:
            if unforeseen is not None and not isinstance(unforeseen, Malformed | WebSocketDisconnect):
                raise unforeseen
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await conversation.end()


async def close(socket: WebSocket, code: int, reason: str) -> None:
    """End a connection, if it has not ended by itself."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason)


def application(access: Access, served: Served) -> Guarded:
    pages = Page(served, access)
    routes = [
        *(Route(view, pages.view) for view in VIEWS),
        Route(FILES + "{edition}/{name}", pages.file),
        Route("/symbol/{game}/{key}.svg", pages.symbol),
        WebSocketRoute("/socket", pages.socket),
    ]
    return Guarded(Starlette(routes=routes, exception_handlers={404: pages.nowhere}), access)


class Server(uvicorn.Server):
    """A server that calls `ready` when it has started."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            await asyncio.to_thread(self.ready)


def serve(app: Guarded, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until an interrupt, which raises KeyboardInterrupt. `ready` is called when requests are answered.

    A page that leaves during an answer is ignored: the closed pipe does not end the server, and nothing is logged.
    """
    on_closed_pipe(ending=False)
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
    # A message that is not UTF-8 ends its connection. It is no error of the server.
    logging.getLogger("uvicorn.error").addFilter(
        lambda record: not isinstance(record.exc_info and record.exc_info[1], UnicodeDecodeError)
    )
    Server(config, ready).run([listener])
