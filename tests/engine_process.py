"""The engine as a client sees it: a process and its pipes."""

from __future__ import annotations

import io
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from types import TracebackType
from unittest.mock import patch

from oddsfish.protocols.cli import main

COMMAND = (sys.executable, "-c", "from oddsfish.protocols.start import main; raise SystemExit(main())")
PATIENCE = 20.0  # seconds to wait for a line that should come


def here(*arguments: str, given: bytes = b"", **environment: str) -> tuple[int, str, str]:
    """Run the command line in this process, which saves imports; return its exit status, stdout and stderr.

    environment: variables as for a process, including PYTHONIOENCODING.
    """
    encoding, _, errors = environment.get("PYTHONIOENCODING", "utf-8").partition(":")
    out, err = io.BytesIO(), io.StringIO()
    heard = signal.getsignal(signal.SIGPIPE)
    with (
        patch.dict(os.environ, {"COLUMNS": "80", **environment}),
        patch.object(sys, "argv", ["oddsfish", *arguments]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding)),
        patch.object(sys, "stdout", io.TextIOWrapper(out, encoding, errors or "strict")) as stdout,
        patch.object(sys, "stderr", err),
    ):
        try:
            status = main()
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            signal.signal(signal.SIGPIPE, heard)
        stdout.flush()
        return status, out.getvalue().decode(encoding), err.getvalue()


def play(*arguments: str, typed: tuple[str, ...] = (), status: int = 0, **environment: str) -> str:
    """Play over a pipe, in this process; return stdout, or stderr if the status is not 0."""
    given = "".join(f"{line}\n" for line in typed).encode()
    found, out, err = here("play", *arguments, given=given, **environment)
    assert found == status, (out, err)
    assert (err if status == 0 else out) == ""
    return out if status == 0 else err


class EngineProcess:
    """A running engine. As a context manager it ends the process, which must not have written anything to stderr."""

    def __init__(self, *arguments: str, command: tuple[str, ...] = COMMAND) -> None:
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.stdin, self.stdout, self.stderr = self.process.stdin, self.process.stdout, self.process.stderr
        self.lines: queue.Queue[tuple[float, bytes] | None] = queue.Queue()
        self.came = 0.0  # when the last line that was read had come
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        for line in self.stdout:
            self.lines.put((time.perf_counter(), line))
        self.lines.put(None)

    def send(self, *commands: str) -> float:
        """Send lines; return the time."""
        return self.send_bytes("".join(command + "\n" for command in commands).encode())

    def send_bytes(self, data: bytes) -> float:
        now = time.perf_counter()
        self.stdin.write(data)
        self.stdin.flush()
        return now

    def line(self, patience: float = PATIENCE) -> str | None:
        """The next line; None if the engine has ended. Every line must be whole, trimmed and not empty."""
        try:
            item = self.lines.get(timeout=patience)
        except queue.Empty:
            raise AssertionError(f"nothing came within {patience} s") from None
        if item is None:
            self.lines.put(None)
            return None
        self.came, data = item
        text = data.decode()
        assert text.endswith("\n"), f"half a line: {text!r}"
        assert text[:-1] == text.strip() != "", f"badly formed line: {text!r}"
        return text[:-1]

    def expect(self, pattern: str, patience: float = PATIENCE) -> list[str]:
        """The lines up to the first one whose beginning matches the pattern; that is the last."""
        lines: list[str] = []
        until = time.monotonic() + patience
        while True:
            try:
                line = self.line(max(0.0, until - time.monotonic()))
            except AssertionError:
                raise AssertionError(f"no {pattern!r} within {patience} s, only {lines[-20:]}") from None
            assert line is not None, f"the engine ended without {pattern!r}, after {lines[-20:]}"
            lines.append(line)
            if re.match(pattern, line):
                return lines

    def ask(self, command: str, answer: str, patience: float = PATIENCE) -> list[str]:
        self.send(command)
        return self.expect(answer, patience)

    def go(self, command: str, patience: float = PATIENCE) -> list[str]:
        """The lines of a search, the bestmove last."""
        return self.ask(command, "bestmove ", patience)

    def settle(self) -> list[str]:
        """All lines that the engine has written up to now."""
        return self.ask("isready", "readyok$")[:-1]

    def silent(self, seconds: float) -> bool:
        """Whether the engine writes nothing for so long."""
        time.sleep(seconds)
        return self.lines.empty()

    def display(self) -> list[str]:
        """The lines that the command d shows."""
        return self.ask("d", "Checkers:")

    def rest(self) -> list[str]:
        """All lines until the engine closes its output."""
        lines = []
        while (line := self.line()) is not None:
            lines.append(line)
        return lines

    def end(self, patience: float = PATIENCE) -> int:
        """Close the engine's input and wait for its exit status."""
        self.stdin.close()
        return self.process.wait(patience)

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if not self.stdin.closed:
                self.stdin.close()
            self.process.wait(5)
        except (subprocess.TimeoutExpired, BrokenPipeError):
            self.process.kill()
            self.process.wait()
            if kind is None:
                raise
        if kind is None:
            assert self.stderr.read() == b""
