"""Standard streams that are closed or full: one line on the stream that still works, and a status that says so."""

from __future__ import annotations

import subprocess
from itertools import cycle

import pytest
from engine_process import COMMAND

CLOSED = "oddsfish: standard output is closed"
FULL = "oddsfish: standard output cannot be written: No space left on device"
NO_SPACE = 1  # the status

COMMANDS = [
    ["--version"],
    ["perft", "3"],
    ["go infinite"],
    ["uci"],
    ["position startpos moves e2e4\ngo perft 2\nd"],
    ["hilo", "position fen 5 1 1\nd"],
    ["tree", "chess", "--depth", "2"],  # more than a buffer holds
    ["tree", "hilo", "--help"],
    ["play", "chess", "--help"],
    ["play", "chess", "--white", "Minimax:1", "--black", "Minimax:1"],
    ["connect4"],
]
SOME = [["--help"], ["bench", "1"], ["go depth 3"], ["tree", "chess"], ["play", "connect4", "--depth", "1"], []]
NOBODY = ["<&- >&-", "<&- >&- 2>&-", ">&- 2>&-", ">/dev/full 2>&-", ">/dev/full 2>/dev/full"]
NO_ERRORS = ["2>&-", "2>/dev/full"]
WRONG = [["nonsense"], ["bench", "x"], ["tree", "chess", "--depth", "5"], ["play", "whist"]]
# Read by the commands that read; others leave it alone.
SAID = b"uci\nisready\nposition startpos\ngo depth 3\nd\nhint\nquit\n"


def run(arguments: list[str], redirections: str, said: bytes = SAID) -> tuple[int, list[str], list[str]]:
    """The status and what came on stdout and stderr."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirections}', "sh", *COMMAND, *arguments],
        input=said,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode().splitlines()


def name(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)


def each(commands: list[list[str]], redirections: list[str]) -> pytest.MarkDecorator:
    """Every command once, with the redirections in turn."""
    pairs = list(zip(commands, cycle(redirections), strict=False))
    return pytest.mark.parametrize(("arguments", "redirection"), pairs, ids=name)


@each([*SOME, *COMMANDS], [">/dev/full"])
def test_an_output_that_is_full(arguments: list[str], redirection: str) -> None:
    status, out, err = run(arguments, redirection)
    progress = [line for line in err if line.endswith(" nodes") and arguments[0] == "tree"]
    assert (status, out, [line for line in err if line not in progress]) == (NO_SPACE, [], [FULL])
    assert len(progress) <= 1


@each(SOME, [">&-"])
def test_an_output_that_is_closed(arguments: list[str], redirection: str) -> None:
    assert run(arguments, redirection) == (NO_SPACE, [], [CLOSED])


@each(SOME, NOBODY)
def test_an_output_that_cannot_be_written_and_nobody_to_tell(arguments: list[str], redirection: str) -> None:
    status, out, err = run(arguments, redirection)
    assert (status, out) == (NO_SPACE, [])
    assert err == ([CLOSED] if redirection == "<&- >&-" else [])


@each(SOME, NO_ERRORS)
def test_a_command_needs_no_standard_error(arguments: list[str], redirection: str) -> None:
    status, out, _ = run(arguments, redirection)
    assert status == 0
    assert out and not any("Traceback" in line for line in out)


@each(WRONG, NO_ERRORS)
def test_what_is_wrong_does_not_go_to_standard_output(arguments: list[str], redirection: str) -> None:
    assert run(arguments, redirection)[:2] == (2, [])


@pytest.mark.parametrize("arguments", SOME, ids=name)
def test_a_closed_input_is_an_empty_one(arguments: list[str]) -> None:
    status, out, err = run(arguments, "<&-")
    assert status == 0
    assert bool(out) == bool(arguments)
    assert len(err) == (arguments[:1] == ["tree"] and "--help" not in arguments)


def test_a_full_output_ends_a_conversation_that_goes_on() -> None:
    """At the next line at the latest: the first answer was lost."""
    with subprocess.Popen(
        ["sh", "-c", 'exec "$@" >/dev/full', "sh", *COMMAND], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stderr
        process.stdin.write(b"go infinite\n")
        process.stdin.flush()
        assert process.poll() is None
        process.stdin.write(b"stop\n")
        process.stdin.close()
        assert process.wait(20) == NO_SPACE
        assert process.stderr.read().decode().splitlines() == [FULL]
