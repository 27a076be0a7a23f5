"""`oddsfish page`: start the server on this machine, and open its address in the browser."""

from __future__ import annotations

import errno
import os
import socket
import threading
import webbrowser
from contextlib import suppress
from importlib.util import find_spec
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

from ...engine.support.system import guard_port, state_folder
from ..commands.arguments import Parser, add_set, number
from ..errors import UsageError, failure_text, warn
from .access import Access, leading, read_token, write_secret
from .search_settings import given
from .shared import Served, Workers
from .watched_match import WatchedMatch

NEEDED = ("starlette", "uvicorn", "websockets")
PORT = 8017
LARGEST_PORT = 65535
WORKERS = 4
TREES = 1  # built at the same time, apart from the searches, which may never end
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")  # as addresses have them
PORT_AT_FAULT = (errno.EADDRINUSE, errno.EACCES)


def main(words: list[str]) -> None:
    """Serve the page until an interrupt; UsageError, with the reason, if it cannot start."""
    arguments = parser().parse_args(words)
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise UsageError(f"the page needs {', '.join(missing)}: pip install '.[page]' in the source folder")
    if not 0 <= arguments.port <= LARGEST_PORT:
        raise UsageError(f"a port is a number from 0 to {LARGEST_PORT}, not {arguments.port}")
    from .content import of_packages
    from .server import application, serve

    for fault in of_packages()[1]:
        warn(f"oddsfish: page: {fault}")
    try:
        values = given(arguments.set)
        watching = None if arguments.match is None else watch(arguments.match)
        folder = state_folder()
        token = read_token(folder)
        listener = listen(arguments.host, arguments.port)
    except (ValueError, OSError) as failure:
        raise UsageError(failure_text(failure)) from None
    with listener:
        name, port = listener.getsockname()[:2]
        bound = ip_address(name)
        hosts = called(arguments.host, bound)
        access = Access(token, hosts, port, anywhere=bound.is_unspecified)
        view = "match" if watching is not None else ""
        address = f"http://{hosts[0]}:{port}/{view}#token={token}"

        def ready() -> None:
            with suppress(BrokenPipeError):  # nobody reads the output any more
                print(f"Oddsfish's page: {address}", flush=True)
                if not bound.is_loopback:
                    print("Whoever reaches this machine and has this address may use it.", flush=True)
                print("Ctrl-C ends it.", flush=True)
            if arguments.open:  # on a thread: some openers end with the browser
                threading.Thread(target=show, args=(door, address), daemon=True).start()

        door = folder / f"open-{port}.html"
        try:
            served = Served(Workers(arguments.workers), Workers(TREES), watching, values, folder)
            serve(application(access, served), listener, ready)
        finally:
            door.unlink(missing_ok=True)


def called(host: str, bound: IPv4Address | IPv6Address) -> tuple[str, ...]:
    """The names that a browser may use for this machine, first the one to print. bound: the numeric address of `host`.

    However a numeric address is typed, browsers always write it in the same way.
    """
    ours = () if bound.is_unspecified else (host.lower(), str(bound))
    return tuple(dict.fromkeys((*(f"[{name}]" if ":" in name else name for name in ours), *LOOPBACK)))


def show(door: Path, address: str) -> None:
    """Open the browser with a file that leads to the address: everybody can see the command line of a process."""
    try:
        write_secret(door, leading(address), os.replace)
        opened = webbrowser.open(door.as_uri())
    except (OSError, ValueError, webbrowser.Error):  # ValueError: BROWSER cannot be split into words
        opened = False
    if not opened:
        with suppress(BrokenPipeError):
            print("No browser could be opened: open the address yourself.", flush=True)


def watch(results: Path) -> WatchedMatch:
    beside = results.with_name(f"{results.name}.results.jsonl")
    try:
        return WatchedMatch(results)
    except ValueError as fault:
        raise ValueError(f"{fault}; did you mean {beside}?" if beside.is_file() else str(fault)) from None


def listen(host: str, port: int) -> socket.socket:
    """The socket on which the server listens. OSError or ValueError, which names the address."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as failure:
        raise OSError(failure.errno, f"{failure.strerror}: choose another --host", host) from None
    except UnicodeError:  # such as a name with an empty part
        raise ValueError(f"{host}: this is no name of a host: choose another --host") from None
    try:
        listener = socket.socket(family, kind, protocol)  # without `protocol`, asyncio would delay small answers
        try:
            guard_port(listener)
            listener.bind(place)
            listener.listen()
        except BaseException:
            listener.close()
            raise
    except OSError as failure:
        reason = failure.strerror or str(failure)
        other, where = ("--port", f"{host}:{port}") if failure.errno in PORT_AT_FAULT else ("--host", host)
        raise OSError(failure.errno, f"{reason}: choose another {other}", where) from None
    return listener


def parser() -> Parser:
    made = Parser(
        prog="oddsfish page",
        description="Start a server on this machine, and play, analyse, review and watch games in the browser.",
        epilog="The server requires pip install '.[page]' in the source folder.",
    )
    made.add_argument(
        "--port",
        type=int,
        default=PORT,
        metavar="N",
        help=f"port of the server; 0 selects any free port (default: {PORT})",
    )
    made.add_argument(
        "--host",
        default=LOOPBACK[0],
        metavar="ADDRESS",
        help=f"address to listen on (default: {LOOPBACK[0]}, which only this machine can reach)",
    )
    made.add_argument(
        "--match", type=Path, metavar="FILE", help="show the match in this result file, while it runs or later"
    )
    made.add_argument("--no-open", dest="open", action="store_false", help="do not open the browser")
    add_set(made, "set an option of docs/options.md for every search, such as Model=FILE; may be repeated")
    made.add_argument(
        "--workers",
        type=number(1),
        default=WORKERS,
        metavar="N",
        help=f"number of searches that may run at the same time (default: {WORKERS})",
    )
    return made
