"""Who may open the page, and what every answer bears."""

from __future__ import annotations

import contextlib
import errno
import html
import http.client
import os
import random
import re
import socket
import stat
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from engine_process import COMMAND
from oddsfish.protocols.page.access import read_token
from oddsfish.protocols.page.server import MOST_PAGES
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


class Answer(http.client.HTTPResponse):
    """Which has been read."""

    text: str


def get(server: Server, path: str, method: str = "GET", **headers: str) -> Answer:
    path = path.replace("{script}", script(server)) if "{" in path else path
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


def leads_to(answer: Answer) -> str:
    """Where a page that only leads on leads to."""
    found = re.search('<meta http-equiv="refresh" content="0; url=([^"]*)">', answer.text)
    assert found is not None
    return html.unescape(found[1])


def test_the_token_is_exchanged_for_a_cookie(server: Server) -> None:
    answer = get(server, f"/analyse?game=connect4&token={server.token}&moves=d~d")
    assert answer.status == 200 and leads_to(answer) == "/analyse?game=connect4&moves=d~d"
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


OTHERS = [
    'prefs={"theme":"dark"}',
    "a b=c",
    "x=é",
    "[x]=1",
    "theme=dark, light",
    "k=v;",
    "empty",
    "=",
    ";",
    "oddsfish-=x",
]


@pytest.mark.parametrize("other", OTHERS)
def test_cookies_of_others_lock_nobody_out(server: Server, other: str) -> None:
    for cookies in (f"{other}; {server.cookie}", f"{server.cookie}; {other}"):
        assert get(server, "/", Cookie=cookies).status == 200
    assert get(server, "/", Cookie=other).status == 403
    assert get(server, "/", Cookie=f"x{server.cookie}").status == 403


@pytest.mark.parametrize("origin", ["http://example.org", "null", "https://{host}", "http://127.0.0.1", None])
def test_only_our_page_connects(server: Server, origin: str | None) -> None:
    named = None if origin is None else origin.format(host=server.host)
    with pytest.raises(InvalidStatus, match="403"):
        open_socket(server, named, {"Cookie": server.cookie})
    with pytest.raises(InvalidStatus, match="403"):
        open_socket(server, named, {})


@pytest.mark.parametrize("cookie", ["", "oddsfish-1=x"])
def test_a_page_of_ours_without_its_cookie_is_told_why(server: Server, cookie: str) -> None:
    with open_socket(server, server.address, {"Cookie": cookie}) as connection:
        with pytest.raises(ConnectionClosedError) as closed:
            connection.recv(timeout=10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4001
        assert "open the address that `oddsfish page` has printed" in closed.value.rcvd.reason


def test_one_page_too_many_is_told_so(tmp_path: Path) -> None:
    with serving(tmp_path) as server, contextlib.ExitStack() as stack:
        for _ in range(MOST_PAGES):
            stack.enter_context(server.connect())
        with server.connect() as connection:
            with pytest.raises(ConnectionClosedError) as closed:
                connection.recv(timeout=10)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
            assert "close some" in closed.value.rcvd.reason


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


def test_who_is_let_in_stays_here(server: Server) -> None:
    for path in ("//example.org/", "/\\example.org/", "///example.org"):
        assert leads_to(get(server, f"{path}?token={server.token}")).rstrip("/") == "/example.org"


def test_the_token_is_its_owners_alone_and_stays(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        file = tmp_path / "oddsfish" / "page-token"
        assert file.read_text() == first.token
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert list(file.parent.iterdir()) == [file]
    with serving(tmp_path) as second:
        assert second.token == first.token


def page(state: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Try to start a server which cannot be started."""
    return subprocess.run(
        [*COMMAND, "page", "--no-open", "--port", "0", *words],
        env={**os.environ, "XDG_STATE_HOME": str(state), **environment},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_a_token_that_others_could_read_is_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "oddsfish"
    first = read_token(folder)
    (folder / "page-token").chmod(0o644)
    second = read_token(folder)
    assert second != first and read_token(folder) == second
    assert stat.S_IMODE((folder / "page-token").stat().st_mode) == 0o600
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "could be read by others" in said and second not in said


def test_a_folder_in_which_others_may_write_is_refused(tmp_path: Path) -> None:
    (tmp_path / "oddsfish").mkdir()
    (tmp_path / "oddsfish").chmod(0o777)
    done = page(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == f"oddsfish: {tmp_path / 'oddsfish'}: others may write in it: make it yours alone (chmod 700)\n"
    )


def test_servers_that_start_together_have_one_token(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as servers:
        for number in range(50):
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


def test_the_browser_is_started_without_the_token(tmp_path: Path) -> None:
    """Whoever looks at the list of processes sees its words."""
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
        port = server.host.rpartition(":")[2]
        door = tmp_path / "oddsfish" / f"open-{port}.html"
        assert (tmp_path / "words").read_text() == f"{door.as_uri()}\n"
        assert f"{server.address}/?token={server.token}" in (tmp_path / "seen").read_text()
        assert stat.S_IMODE(door.stat().st_mode) == 0o600
    assert not door.exists()


def test_a_browser_that_cannot_be_started_is_said(tmp_path: Path) -> None:
    with serving(tmp_path, opened="foo ' %s") as server:
        assert server.process.stdout is not None
        said = [server.process.stdout.readline() for _ in range(2)]
        assert said[1] == "No browser could be opened: open the address yourself.\n"


def link(path: Path) -> None:
    path.with_name("elsewhere").write_text(WRONG)
    path.symlink_to("elsewhere")


@pytest.mark.parametrize("held", ["", "short", "g" * 64, WRONG + "0", WRONG + "\n", os.mkdir, os.mkfifo, link])
def test_a_file_that_holds_no_token_is_said(tmp_path: Path, held: str | Callable[[Path], None]) -> None:
    file = tmp_path / "oddsfish" / "page-token"
    file.parent.mkdir()
    if isinstance(held, str):
        file.write_text(held)
    else:
        held(file)
    done = page(tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == f"oddsfish: {file}: holds no token: remove it, and a new one is made\n"


def test_a_port_that_is_taken_is_said(server: Server, tmp_path: Path) -> None:
    port = server.host.rpartition(":")[2]
    done = page(tmp_path, "--port", port)
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


@pytest.mark.parametrize("host", ["LOCALHOST", "127.0.0.1", "127.1", "0", "::1", "0:0:0:0:0:0:0:1", "::"])
def test_a_host_may_be_written_in_any_way(tmp_path: Path, host: str) -> None:
    """It is judged by the address that it leads to; others are warned of where others may come."""
    anywhere = host in ("0", "::")
    with serving(tmp_path, "--host", host) as server:
        port = server.host.rpartition(":")[2]
        assert server.process.stdout is not None
        warned = "Whoever reaches this machine" in server.process.stdout.readline()
        assert warned == anywhere
        family, at = (socket.AF_INET6, "::1") if ":" in host else (socket.AF_INET, "127.0.0.1")
        for name in (server.host, f"[::1]:{port}", f"127.0.0.1:{port}", f"LOCALHOST:{port}"):
            assert status(family, at, int(port), name, server.cookie) == 200, name
        assert status(family, at, int(port), f"192.168.7.7:{port}", server.cookie) == (200 if anywhere else 403)


def status(family: int, at: str, port: int, host: str, cookie: str) -> int:
    """Of an answer to a request at this address, for whatever host."""
    with socket.socket(family, socket.SOCK_STREAM) as connection:
        connection.settimeout(10)
        connection.connect((at, port))
        connection.sendall(f"GET / HTTP/1.0\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n".encode())
        return int(connection.recv(1 << 12).split()[1])


@pytest.mark.parametrize("host", ["a..b", "fe80::1%lo", "192.0.2.1", "no.such.host.invalid"])
def test_a_host_that_is_not_ours_is_said(tmp_path: Path, host: str) -> None:
    done = page(tmp_path, "--host", host)
    assert done.returncode == 2 and done.stderr.endswith(": choose another --host\n") and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"oddsfish: {host}: ") and "codec" not in done.stderr


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
