"""Who may talk to the page: the owner of the token, from a page of ours.

The token lies in the user's state folder, readable by nobody else. Whoever opens an address with it gets a cookie in
exchange, so that other addresses hold the position alone and outlive a restart. Every request names the host that it
means, every connection the page it comes from: another site in the same browser, even under a name that leads to this
machine (DNS rebinding), can do neither.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import stat
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from pathlib import Path

TOKEN_BYTES = 32
FORM = re.compile(rb"[0-9a-f]{64}")
FILE = "page-token"
QUERY = "token"  # of the address that hands it over
YEAR = 365 * 24 * 60 * 60  # seconds


def state_folder() -> Path:
    """Where a user's programs keep what outlives them (the XDG base directory specification)."""
    named = Path(os.environ.get("XDG_STATE_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".local" / "state") / "oddsfish"


def read_token(folder: Path) -> str:
    """The token of this user, made where there is none yet. OSError, which names the file."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / FILE
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except FileExistsError:
        pass
    else:
        with os.fdopen(made, "w") as file:
            file.write(secrets.token_hex(TOKEN_BYTES))
    there = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        token = b""
        if stat.S_ISREG(os.fstat(there).st_mode):
            os.fchmod(there, 0o600)
            token = os.read(there, 4 * TOKEN_BYTES)
    finally:
        os.close(there)
    if FORM.fullmatch(token) is None:
        raise OSError(0, "holds no token: remove it, and a new one is made", str(path))
    return token.decode()


class Access:
    """What a request must bring along.

    hosts: names by which this machine may be called, without the port. port: that of the server. anywhere: whether it
    may be called by any address, in numbers: a name could be another site's, which leads to us to read what we answer.
    """

    def __init__(self, token: str, hosts: tuple[str, ...], port: int, anywhere: bool = False) -> None:
        self.token = token
        self.port = port
        self.anywhere = anywhere
        self.hosts = {f"{host}:{port}" for host in hosts} | (set(hosts) if port == 80 else set())
        self.cookie = f"oddsfish-{port}"  # browsers send those of all ports of a host

    def names_us(self, headers: Mapping[str, str]) -> bool:
        """Whether the request is meant for us."""
        return self.is_us(headers.get("host", "").lower())

    def is_us(self, host: str) -> bool:
        if host in self.hosts:
            return True
        name, _, port = host.rpartition(":")
        return self.anywhere and port == str(self.port) and is_address(name)

    def comes_from_us(self, headers: Mapping[str, str]) -> bool:
        """Whether a page of ours asks."""
        scheme, _, host = headers.get("origin", "").lower().partition("://")
        return scheme == "http" and self.is_us(host)

    def is_ours(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.token.encode())

    def is_known(self, headers: Mapping[str, str]) -> bool:
        """Whether the request bears our cookie."""
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        found = cookies.get(self.cookie)
        return found is not None and self.is_ours(found.value)

    @property
    def grant(self) -> str:
        """The header that gives the cookie."""
        return f"{self.cookie}={self.token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Strict"


def is_address(name: str) -> bool:
    """Whether it is an address in numbers, that of IPv6 in brackets."""
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
