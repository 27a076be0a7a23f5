"""Who may open the page, and the headers of every answer."""

from __future__ import annotations

import contextlib
import errno
import http.client
import os
import random
import re
import socket
import stat
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from oddsfish.protocols.errors import failure_text
from oddsfish.protocols.page.access import read_token
from oddsfish.protocols.page.page_command import listen
from oddsfish.protocols.page.server import MOST_PAGES
from page_server import Server, Talk, open_socket, place, serving
from page_visitors import TEXTS
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import ClientConnection

WRONG = "0" * 64


class Answer(http.client.HTTPResponse):
    """An answer whose text has been read."""

    text: str


def get(server: Server, path: str, method: str = "GET", **headers: str) -> Answer:
    if "{script}" in path:
        path = path.replace("{script}", script(server))
    connection = http.client.HTTPConnection(server.host, timeout=10)
    connection.response_class = Answer
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    assert isinstance(answer, Answer)
    answer.text = answer.read().decode()
    return answer


def script(server: Server) -> str:
    """The path of the page's script."""
    text = get(server, "/").text
    found = re.search(r'<script type="module" src="(/file/[0-9a-f]{16}/page\.js)">', text)
    assert found is not None
    return found[1]


def test_nothing_that_all_may_have_is_a_secret_and_every_answer_bears_our_headers(server: Server) -> None:
    """Whatever token or cookie comes with a request: a browser sends a cookie to every port of a host."""
    cookie = f"oddsfish-{server.host.rpartition(':')[2]}={server.token}"
    for path in ("/", "/play", "{script}", "/symbol/chess/K.svg", "/nothing"):
        answers = [
            get(server, path),
            get(server, f"{path}?token={WRONG}"),
            get(server, f"{path}?token={server.token}"),
            get(server, path, Cookie=cookie),
        ]
        assert len({(answer.status, answer.text) for answer in answers}) == 1, path
        assert server.token not in answers[0].text and not answers[2].getheader("Set-Cookie")
        assert "default-src 'none'" in (answers[0].getheader("Content-Security-Policy") or "")
        assert "unsafe-eval" not in (answers[0].getheader("Content-Security-Policy") or "")
        assert answers[0].getheader("Referrer-Policy") == "no-referrer"
        assert answers[0].getheader("X-Content-Type-Options") == "nosniff"
        assert answers[0].getheader("Access-Control-Allow-Origin") is None
    for path, kept in (("/", "no-store"), ("{script}", "immutable")):
        assert kept in (get(server, path).getheader("Cache-Control") or "")
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE"):
        assert get(server, "/", method).status == 405


def test_another_name_of_this_machine_leads_nowhere(server: Server) -> None:
    """DNS rebinding: a site whose name leads here."""
    port = server.host.rpartition(":")[2]
    for host in ("example.org", "127.0.0.1", f"localhost.example.org:{port}", "[::1].example.org", ""):
        assert get(server, "/", Host=host).status == 403, host
    assert get(server, "/", Host=f"localhost:{port}").status == 200


def test_only_our_page_connects(server: Server) -> None:
    """Our page without the right token is told why, and hears nothing else."""
    for origin in ("http://example.org", "null", f"https://{server.host}", "http://127.0.0.1", None):
        for token in (server.token, None):
            with pytest.raises(InvalidStatus, match="403"), open_socket(server, origin, token):
                pass
    for token in ("", WRONG, server.token[:-1], f"{server.token}0", server.token.upper(), "é", "x" * 60_000):
        with open_socket(server, server.address, token) as connection:
            code, reason = ending(connection)
        assert code == 4001 and "open the address that `oddsfish page` has printed" in reason, token


FIRST = [*TEXTS, b"", '{"token":1}', '{"token":null}', '{"token":"","x":1}', '{"token":"\\ud800"}']


@pytest.mark.parametrize("first", FIRST)
def test_whatever_comes_first_lets_nobody_in(server: Server, first: str | bytes) -> None:
    with open_socket(server, server.address, None) as connection:
        connection.send(first)
        assert ending(connection)[0] in (1007, 1008, 4001)


def ending(connection: ClientConnection) -> tuple[int, str]:
    """How the server closes a connection, and why."""
    with pytest.raises(ConnectionClosedError) as closed:
        connection.recv(timeout=10)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def test_text_that_is_no_utf_8_and_one_page_too_many_end_without_a_word(tmp_path: Path) -> None:
    with serving(tmp_path) as server, contextlib.ExitStack() as stack:
        with server.connect() as connection:
            with connection.send_context():
                connection.protocol.send_text(b"\xff")
            assert ending(connection)[0] == 1007
        for _ in range(MOST_PAGES - 1):
            stack.enter_context(server.connect())
        talk = Talk(stack.enter_context(server.connect()))
        assert "position" in talk.ask("position", place=place("tictactoe"))
        with open_socket(server, server.address, None) as connection:
            code, reason = ending(connection)
        assert code == 1013 and "close some" in reason


def test_no_other_file_is_given(server: Server) -> None:
    for path in (
        "/file/../access.py",
        "/file/..%2faccess.py",
        "/file//etc/passwd",
        "/file/__init__.py",
        "/file/",
        "/file/page.js",
        "/file/0000000000000000/page.js",
        "{script}/../page.html",
        "{script}x",
    ):
        assert get(server, path).status == 404, path


def test_requests_of_noise_are_refused_and_the_next_is_answered(server: Server) -> None:
    chooser = random.Random(4)
    words = "GET HEAD POST / // /play /file/ .. %2e %00 %ff ? & HTTP/1.1 HTTP/9.9 Connection:Upgrade Upgrade:websocket"
    fields = "Content-Length: 99999999999|Transfer-Encoding: chunked|Sec-WebSocket-Version: 13|Range: bytes=0-1"
    ours = [f"Host: {server.host}", f"#token={server.token}"]
    pieces = [*(words.split()), *fields.split("|"), *ours, "\r\n", "\n", " ", ": ", "\x00\xff", "x" * 9_000]
    host, _, port = server.host.rpartition(":")
    for _ in range(500):
        with socket.create_connection((host, int(port)), timeout=10) as connection:
            noise = "".join(chooser.choices(pieces, k=chooser.randrange(1, 12))).encode("latin-1")
            head = b"GET /play HTTP/1.1\r\nHost: " + server.host.encode() + b"\r\n" if chooser.random() < 0.5 else b""
            with contextlib.suppress(OSError):
                connection.sendall(head + noise + b"\r\n\r\n")
                connection.shutdown(socket.SHUT_WR)
                while data := connection.recv(1 << 16):
                    assert b"Traceback" not in data
        assert server.process.poll() is None
    assert get(server, "/").status == 200


def test_the_token_is_its_owners_alone_and_the_browser_is_started_without_it(tmp_path: Path) -> None:
    """Everybody can see the browser's arguments in the list of processes. The token stays from start to start."""
    opener = tmp_path / "opener"
    opener.write_text(
        '#!/bin/sh\necho "$@" > "${0%/*}/words"\ncp "${1#file://}" "${0%/*}/door"\nmv "${0%/*}/door" "${0%/*}/seen"\n'
    )
    opener.chmod(0o755)
    with serving(tmp_path, opened=str(opener)) as server:
        until = time.monotonic() + 20
        while not (tmp_path / "seen").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        file = tmp_path / "oddsfish" / "page-token"
        door = tmp_path / "oddsfish" / f"open-{server.host.rpartition(':')[2]}.html"
        assert (tmp_path / "words").read_text() == f"{door.as_uri()}\n"
        assert f"{server.address}/#token={server.token}" in (tmp_path / "seen").read_text()
        assert file.read_text() == server.token
        assert {stat.S_IMODE(each.stat().st_mode) for each in (file, door)} == {0o600}
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert list(file.parent.iterdir()) == [file]
    with serving(tmp_path, opened="foo ' %s") as second:
        assert second.token == server.token
        assert second.process.stdout is not None
        said = [second.process.stdout.readline() for _ in range(2)]
        assert said[1] == "No browser could be opened: open the address yourself.\n"


def test_a_token_that_others_could_read_is_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "oddsfish"
    first = read_token(folder)
    (folder / "page-token").chmod(0o644)
    second = read_token(folder)
    assert second != first and read_token(folder) == second
    assert stat.S_IMODE((folder / "page-token").stat().st_mode) == 0o600
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "could be read by others" in said and second not in said


def test_servers_that_start_together_have_one_token(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as servers:
        for number in range(20):
            folder = tmp_path / str(number)
            assert len({*servers.map(read_token, [folder] * 8)}) == 1
            assert [file.name for file in folder.iterdir()] == ["page-token"]


def test_what_cannot_be_written_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*words: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "link", full)
    with pytest.raises(OSError, match=r"No space left on device: .*page-token"):
        read_token(tmp_path)
    assert list(tmp_path.iterdir()) == []


def link(path: Path) -> None:
    path.with_name("elsewhere").write_text(WRONG)
    path.symlink_to("elsewhere")


@pytest.mark.parametrize("held", ["", "g" * 64, WRONG + "0", WRONG + "\n", os.mkdir, os.mkfifo, link])
def test_a_file_that_holds_no_token_is_said(tmp_path: Path, held: str | Callable[[Path], None]) -> None:
    """So is a folder in which others may write."""
    file = tmp_path / "page-token"
    if isinstance(held, str):
        file.write_text(held)
    else:
        held(file)
    for mode, said in (
        (0o700, f"{file}: holds no token: remove it, and a new one is made"),
        (0o777, f"{tmp_path}: others may write in it: make it yours alone (chmod 700)"),
    ):
        tmp_path.chmod(mode)
        with pytest.raises(OSError, match=r"holds no token|others may write") as refusal:
            read_token(tmp_path)
        assert failure_text(refusal.value) == said


@pytest.mark.parametrize("host", ["LOCALHOST", "0:0:0:0:0:0:0:1", "0"])
def test_a_host_may_be_written_in_any_way(tmp_path: Path, host: str) -> None:
    """It is judged by the address that it leads to. There is a warning if other machines can reach it.

    In that case, requests may name any address, but no other name.
    """
    anywhere = host == "0"
    with serving(tmp_path, "--host", host) as server:
        port = server.host.rpartition(":")[2]
        assert server.process.stdout is not None
        warned = "Whoever reaches this machine" in server.process.stdout.readline()
        assert warned == anywhere
        family, at = (socket.AF_INET6, "::1") if ":" in host else (socket.AF_INET, "127.0.0.1")
        for name in (server.host, f"[::1]:{port}", f"127.0.0.1:{port}", f"LOCALHOST:{port}"):
            assert status(family, at, int(port), name) == 200, name
        for name in (f"192.168.7.7:{port}", f"[fe80::1]:{port}"):
            assert status(family, at, int(port), name) == (200 if anywhere else 403), name
        assert status(family, at, int(port), f"elsewhere.example:{port}") == 403


def status(family: int, at: str, port: int, host: str) -> int:
    """The status of the answer to a request at this address, with the given Host header."""
    with socket.socket(family, socket.SOCK_STREAM) as connection:
        connection.settimeout(10)
        connection.connect((at, port))
        connection.sendall(f"GET / HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
        return int(connection.recv(1 << 12).split()[1])


def test_where_nobody_can_listen_is_said(server: Server) -> None:
    """A host that is not ours, a port that is taken."""
    for host in ("a..b", "fe80::1%lo", "192.0.2.1", "no.such.host.invalid"):
        with pytest.raises((OSError, ValueError)) as refusal:
            listen(host, 0)
        said = failure_text(refusal.value)
        assert said.startswith(f"{host}: ") and said.endswith(": choose another --host") and "codec" not in said
    host, _, port = server.host.rpartition(":")
    with pytest.raises(OSError, match="in use") as refusal:
        listen(host, int(port))
    assert failure_text(refusal.value) == f"127.0.0.1:{port}: Address already in use: choose another --port"


def test_a_mistyped_address_leads_to_a_view(server: Server) -> None:
    answer = get(server, "/Play?game=chess")
    assert (answer.status, answer.getheader("Location")) == (303, "/play?game=chess")
    missing = get(server, "/foo")
    assert missing.status == 404 and '<a href="/analyse">' in missing.text
