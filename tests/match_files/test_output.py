"""A match may write to regular files and to free names. All else is refused before the first game."""

from __future__ import annotations

import os
import socket
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from match_process import engine, read_pgn, run_match
from oddsfish.matches.cli.match_command import main
from oddsfish.matches.files.output_path import create_output

PLAYERS = ["-engine", "cmd=no-such-engine", "-engine", "cmd=no-such-engine", "-each", "tc=1"]  # not even looked for
OPTIONS = ("-pgnout", "-epdout", "-results", "-report")


def above_permissions() -> bool:
    """Whether we can write a read-only file, as root can."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        path.touch(0o400)
        return os.access(path, os.W_OK)


PERMITTED = pytest.mark.skipif(above_permissions(), reason="we may write it all the same")


def unix_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(path))


def device(path: Path) -> None:
    """Make a device of our own if we may, which can be replaced without harm; otherwise a link to a device."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 7))
    except PermissionError:
        path.symlink_to("/dev/full")


def in_a_read_only_folder(path: Path) -> None:
    path.with_name("closed").mkdir(0o500)
    path.symlink_to("closed/file")


PLACES = [
    (Path.mkdir, " is a directory, not a regular file"),
    (os.mkfifo, " is a FIFO, not a regular file"),
    (unix_socket, " is a socket, not a regular file"),
    (device, " is a device, not a regular file"),
    (lambda path: path.symlink_to(path.name), ": Too many levels of symbolic links"),
    (lambda path: path.symlink_to("no/such/folder"), ": No such file or directory"),
    (lambda path: path.symlink_to("file/below"), ": Not a directory"),
    # Nothing can be created there, not even by root, for whom permissions do not count.
    (lambda path: path.symlink_to("/proc/file"), ": No such file or directory"),
    pytest.param(lambda path: path.touch(0o400), ": Permission denied", marks=PERMITTED),
    pytest.param(in_a_read_only_folder, ": Permission denied", marks=PERMITTED),
]
NAMES = [
    ("none/games", "No such file or directory"),
    ("file/games", "Not a directory"),
    ("/proc/games", "No such file or directory"),
    ("x" * 300, "File name too long"),
]


def picture(folder: Path) -> dict[str, tuple[int, int, int]]:
    """The mode, inode and size of everything under a folder."""
    found = ((path, path.lstat()) for path in sorted(folder.rglob("*")))
    return {str(path): (status.st_mode, status.st_ino, status.st_size) for path, status in found}


def refused(folder: Path, option: str, name: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The error for a file that one of the options names. Nothing may be created or replaced."""
    before = picture(folder)
    files = dict(zip(OPTIONS, ("games.pgn", "games.epd", "games.jsonl", "games.html"), strict=True)) | {option: name}
    assert main([*PLAYERS, *(word for pair in files.items() for word in pair)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and picture(folder) == before
    return said.err


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize(("make", "reason"), PLACES)
def test_what_is_no_file_is_refused(
    make: Callable[[Path], None],
    reason: str,
    option: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Directly and through a link. The error is one line with the name and the reason."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    make(tmp_path / "place")
    (tmp_path / "link").symlink_to("place")
    for name in ("place", "link"):
        assert refused(tmp_path, option, name, capsys) == f"oddsfish: match: {name}{reason}\n"


def test_where_no_file_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    for option in OPTIONS:
        for name, reason in NAMES:
            assert refused(tmp_path, option, name, capsys) == f"oddsfish: match: {name}: {reason}\n"


def test_a_link_is_written_through(tmp_path: Path) -> None:
    """The file may exist or not. The link stays a link, and an existing file keeps its mode."""
    (tmp_path / "there").mkdir()
    for name in ("games.pgn", "games.epd", "report.html"):
        (tmp_path / name).symlink_to(f"there/{name}")
    (tmp_path / "there" / "report.html").write_text("an older report")
    (tmp_path / "there" / "report.html").chmod(0o640)
    words = ["-pgnout", "games.pgn", "-epdout", "games.epd", "-report", "report.html"]
    players = [*engine("A"), *engine("B"), "-each", "tc=30"]
    assert run_match(*players, *words, where=tmp_path).status == 0
    assert all((tmp_path / name).is_symlink() for name in ("games.pgn", "games.epd", "report.html"))
    assert len(read_pgn(tmp_path / "there" / "games.pgn")) == 1
    assert len((tmp_path / "there" / "games.epd").read_text().splitlines()) == 1
    report = tmp_path / "there" / "report.html"
    assert report.read_text().startswith("<!DOCTYPE html>") and stat.S_IMODE(report.stat().st_mode) == 0o640
    found = {path.name for path in (tmp_path / "there").iterdir()}
    assert found == {"games.pgn", "games.pgn.results.jsonl", "games.epd", "report.html"}


def test_two_names_of_one_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "g.pgn").write_text("")
    (tmp_path / "link.epd").hardlink_to(tmp_path / "g.pgn")
    finished = run_match(*PLAYERS, "-pgnout", "g.pgn", "-epdout", "link.epd", where=tmp_path)
    assert (finished.status, finished.err) == (2, "oddsfish: match: link.epd and g.pgn are one file\n")


def test_a_closed_standard_output_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert main(PLAYERS) == 2
    assert capsys.readouterr().err == "oddsfish: match: standard output is closed\n"


def test_what_is_created_is_not_there_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new"
    create_output(path, b"new")
    assert path.read_bytes() == b"new"
    with pytest.raises(ValueError, match="new is there already"):
        create_output(path, b"other")
    path.unlink()

    def fail(file: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", fail)
    with pytest.raises(OSError, match="No space left on device") as caught:
        create_output(path, b"new")
    assert caught.value.filename == str(path) and list(tmp_path.iterdir()) == []
