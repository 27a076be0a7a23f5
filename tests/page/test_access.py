"""Who may open the page, and what every answer bears."""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import re
import socket
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from engine_process import COMMAND
from page_server import Server, Talk, open_socket, place, serving
from websockets.exceptions import ConnectionClosedError, InvalidStatus

WRONG = "0" * 64


def script(server: Server) -> str:
    """Where the page has its script."""
    connection = http.client.HTTPConnection(server.host, timeout=10)
    connection.request("GET", "/", headers={"Cookie": server.cookie})
    found = re.search(
        r'<script type="module" src="(/file/[0-9a-f]{16}/page\.js)">', connection.getresponse().read().decode()
    )
    assert found is not None
    return found[1]


def get(server: Server, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    path = path.replace("{script}", script(server)) if "{" in path else path
    connection = http.client.HTTPConnection(server.host, timeout=10)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    answer.read()
    return answer


def test_the_token_is_exchanged_for_a_cookie(server: Server) -> None:
    answer = get(server, f"/analyse?game=connect4&token={server.token}&moves=d~d")
    assert answer.status == 303
    assert answer.getheader("Location") == "/analyse?game=connect4&moves=d~d"
    cookie = answer.getheader("Set-Cookie") or ""
    assert cookie.startswith(f"{server.cookie};") and "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert get(server, "/analyse?game=connect4&moves=d~d", Cookie=server.cookie).status == 200


@pytest.mark.parametrize("path", ["/", "/play", "/offer.json", "{script}", "/symbol/chess/K.svg", "/nothing"])
def test_nothing_is_shown_without_it(server: Server, path: str) -> None:
    assert get(server, path).status == 403
    assert get(server, f"{path}?token={WRONG}").status == 403
    assert get(server, path, Cookie=f"{server.cookie[:-1]}x").status == 403
    assert get(server, path, Cookie=server.cookie.replace("oddsfish-", "other-")).status == 403


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "localhost.example.org:{port}", "[::1].example.org", ""])
def test_another_name_of_this_machine_leads_nowhere(server: Server, host: str) -> None:
    """DNS rebinding: a site whose name leads here."""
    port = server.host.rpartition(":")[2]
    assert get(server, "/", Host=host.format(port=port), Cookie=server.cookie).status == 403
    assert get(server, "/", Host=f"localhost:{port}", Cookie=server.cookie).status == 200


@pytest.mark.parametrize("origin", ["http://example.org", "null", "https://{host}", "http://127.0.0.1", None])
def test_only_our_page_connects(server: Server, origin: str | None) -> None:
    named = None if origin is None else origin.format(host=server.host)
    with pytest.raises(InvalidStatus, match="403"):
        open_socket(server, named, {"Cookie": server.cookie})
    with pytest.raises(InvalidStatus, match="403"):
        open_socket(server, server.address, {})


@pytest.mark.parametrize("path", ["/", "{script}", "/offer.json", "/nothing", "/symbol/chess/K.svg"])
def test_every_answer_bears_our_headers(server: Server, path: str) -> None:
    for answer in (get(server, path, Cookie=server.cookie), get(server, path)):
        assert "default-src 'none'" in (answer.getheader("Content-Security-Policy") or "")
        assert "unsafe-eval" not in (answer.getheader("Content-Security-Policy") or "")
        assert answer.getheader("Referrer-Policy") == "no-referrer"
        assert answer.getheader("X-Content-Type-Options") == "nosniff"
        assert answer.getheader("Access-Control-Allow-Origin") is None


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_is_changed_by_a_request(server: Server, method: str) -> None:
    assert get(server, "/", method, Cookie=server.cookie).status == 405


@pytest.mark.parametrize(
    "path",
    [
        "/file/../access.py",
        "/file/..%2faccess.py",
        "/file/%2e%2e/access.py",
        "/file//etc/passwd",
        "/file/__init__.py",
        "/file/",
        "/file/page.js",
        "/file/0000000000000000/page.js",
        "{script}/../page.html",
        "{script}x",
    ],
)
def test_no_other_file_is_given(server: Server, path: str) -> None:
    assert get(server, path, Cookie=server.cookie).status == 404


def test_a_browser_keeps_the_files_of_an_edition_and_nothing_else(server: Server) -> None:
    kept = {path: get(server, path, Cookie=server.cookie).getheader("Cache-Control") for path in ("/", "/offer.json")}
    assert set(kept.values()) == {"no-store"}
    assert "immutable" in (get(server, "{script}", Cookie=server.cookie).getheader("Cache-Control") or "")


def test_requests_of_noise_are_refused_and_the_next_is_answered(server: Server) -> None:
    chooser = random.Random(4)
    words = "GET HEAD POST / // /play /file/ .. %2e %00 %ff ? & HTTP/1.1 HTTP/9.9 Connection:Upgrade Upgrade:websocket"
    fields = "Content-Length: 99999999999|Transfer-Encoding: chunked|Sec-WebSocket-Version: 13|Range: bytes=0-1"
    ours = [f"Host: {server.host}", f"Cookie: {server.cookie}", f"token={server.token}"]
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
    assert get(server, "/", Cookie=server.cookie).status == 200


def test_a_redirect_stays_here(server: Server) -> None:
    for path in ("//example.org/", "/\\example.org/", "///example.org"):
        answer = get(server, f"{path}?token={server.token}")
        location = answer.getheader("Location") or "/"
        assert location.startswith("/") and not location.startswith(("//", "/\\"))


def test_the_token_is_its_owners_alone_and_stays(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        file = tmp_path / "oddsfish" / "page-token"
        assert file.read_text() == first.token
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    file.chmod(0o644)
    with serving(tmp_path) as second:
        assert second.token == first.token
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("held", ["", "short", "g" * 64, WRONG + "0", WRONG + "\n", os.mkdir, os.mkfifo])
def test_a_file_that_holds_no_token_is_said(tmp_path: Path, held: str | Callable[[Path], None]) -> None:
    file = tmp_path / "oddsfish" / "page-token"
    file.parent.mkdir()
    if isinstance(held, str):
        file.write_text(held)
    else:
        held(file)
    done = subprocess.run(
        [*COMMAND, "page", "--no-open", "--port", "0"],
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == f"oddsfish: {file}: holds no token: remove it, and a new one is made\n"


def test_a_port_that_is_taken_is_said(server: Server, tmp_path: Path) -> None:
    port = server.host.rpartition(":")[2]
    done = subprocess.run(
        [*COMMAND, "page", "--no-open", "--port", port],
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == f"oddsfish: 127.0.0.1:{port}: Address already in use: choose another --port\n"


def test_anywhere_it_is_called_by_any_address_but_by_no_other_name(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as server:
        port = server.host.rpartition(":")[2]
        for host, status in (
            (f"192.168.7.7:{port}", 200),
            (f"[fe80::1]:{port}", 200),
            (f"elsewhere.example:{port}", 403),
        ):
            assert get(server, "/", Host=host, Cookie=server.cookie).status == status, host


@pytest.mark.parametrize("host", ["LOCALHOST", "127.0.0.1"])
def test_a_host_is_named_in_any_case(tmp_path: Path, host: str) -> None:
    with serving(tmp_path, "--host", host) as server:
        assert server.host.startswith(host.lower())
        assert get(server, "/", Cookie=server.cookie).status == 200


def test_text_that_is_no_utf_8_ends_its_connection_without_a_word(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        with server.connect() as connection:
            with connection.send_context():
                connection.protocol.send_text(b"\xff")
            with pytest.raises(ConnectionClosedError) as closed:
                connection.recv(timeout=10)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1007
        with server.connect() as connection:
            assert "position" in Talk(connection).ask("position", place=place("tictactoe"))


def test_a_mistyped_address_leads_to_a_view(server: Server) -> None:
    answer = get(server, "/Play?game=chess", Cookie=server.cookie)
    assert (answer.status, answer.getheader("Location")) == (303, "/play?game=chess")
    connection = http.client.HTTPConnection(server.host, timeout=10)
    connection.request("GET", "/foo", headers={"Cookie": server.cookie})
    missing = connection.getresponse()
    assert missing.status == 404 and '<a href="/analyse">' in missing.read().decode()
