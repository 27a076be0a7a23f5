"""Who may use the server: the owner of the token, with a page of ours.

The token is in the user's state folder, and nobody else can read it. The first address has it in its fragment, which a
browser sends to no server. The page keeps it in localStorage, which belongs to one host and port, and sends it first on
each connection. A cookie would be sent to every port of the host, and so to other servers, too. Answers without a
connection are the same for everybody, and no secret. Every request must name this host, and every connection must come
from a page of it. Another site in the same browser is refused, even if its name leads to this machine (DNS rebinding).

A file that only the user can read leads the browser to the first address. On the command line of the browser, everybody
on this machine could see the token.
"""

from __future__ import annotations

import errno
import hmac
import os
import re
import secrets
import stat
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from html import escape
from ipaddress import ip_address
from pathlib import Path

from ...engine.support.system import AT_ONCE, NO_LINK, is_private, is_secret
from ..errors import warn

TOKEN_BYTES = 32
FORM = re.compile(rb"[0-9a-f]{64}")
FILE = "page-token"


def read_token(folder: Path) -> str:
    """The token of this user, created if there is none or if others could read it. OSError, which names the file."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_private(folder.stat()):
        raise OSError(0, "others may write in it: make it yours alone (chmod 700)", str(folder))
    path = folder / FILE
    if not os.path.lexists(path):
        with suppress(FileExistsError):  # another server creates it at this moment
            write_secret(path, secrets.token_hex(TOKEN_BYTES), os.link)
    token, mode = held(path)
    if not is_secret(mode):
        token = secrets.token_hex(TOKEN_BYTES)
        write_secret(path, token, os.replace)
        warn(f"oddsfish: {path} could be read by others: it holds a new token now, and pages must be opened anew")
    return token


def held(path: Path) -> tuple[str, int]:
    """The token in a file, and the file's mode. OSError if it holds none."""
    token, mode = b"", 0
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | NO_LINK | AT_ONCE)) as file:
            mode = os.fstat(file.fileno()).st_mode
            if stat.S_ISREG(mode):
                token = file.read(4 * TOKEN_BYTES)
    except OSError as failure:
        if failure.errno not in (errno.ELOOP, errno.EISDIR):  # a link, a folder
            raise
    if FORM.fullmatch(token) is None:
        raise OSError(0, "holds no token: remove it, and a new one is made", str(path))
    return token.decode(), mode


def write_secret(path: Path, text: str, put: Callable[[str, Path], None]) -> None:
    """Write a file that only its owner can read, whole or not at all. put: os.link, or os.replace if it may exist."""
    made, beside = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(made, "w", encoding="utf-8") as file:
            file.write(text)
        put(beside, path)
    except OSError as failure:
        raise OSError(failure.errno, failure.strerror, str(path)) from None
    finally:
        Path(beside).unlink(missing_ok=True)


def leading(address: str) -> str:
    there = escape(address)
    return f'''<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={there}">
<link rel="icon" href="data:,">
<title>Oddsfish</title>
<a href="{there}">Oddsfish</a>
</html>
'''


class Access:
    """The check of requests by their host, their origin and the token.

    hosts: the allowed names of this machine, without the port. port: of the server. anywhere: whether every numeric
    address is allowed, too. A name could be that of another site, which leads to this machine to read its answers.
    """

    def __init__(self, token: str, hosts: tuple[str, ...], port: int, anywhere: bool = False) -> None:
        self.token = token
        self.port = port
        self.anywhere = anywhere
        self.hosts = {f"{host}:{port}" for host in hosts} | (set(hosts) if port == 80 else set())

    def names_us(self, headers: Mapping[str, str]) -> bool:
        return self.is_us(headers.get("host", "").lower())

    def is_us(self, host: str) -> bool:
        if host in self.hosts:
            return True
        name, _, port = host.rpartition(":")
        with suppress(ValueError):  # for a name that is no numeric address; IPv6 is in brackets
            ip_address(name.removeprefix("[").removesuffix("]"))
            return self.anywhere and port == str(self.port)
        return False

    def comes_from_us(self, headers: Mapping[str, str]) -> bool:
        scheme, _, host = headers.get("origin", "").lower().partition("://")
        return scheme == "http" and self.is_us(host)

    def is_ours(self, token: str) -> bool:
        return hmac.compare_digest(token.encode("utf-8", "surrogatepass"), self.token.encode())
