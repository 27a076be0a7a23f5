"""A file that is replaced is written as a whole or not at all, wherever its name leads."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from oddsfish.engine.games.tictactoe.position import TicTacToePosition
from oddsfish.engine.net import network
from oddsfish.learning.model_file import put
from oddsfish.matches.files.output_path import check_output
from oddsfish.matches.report.page import write_report
from random_networks import random_network

Writer = Callable[[Path], bytes]


def write_model(path: Path) -> bytes:
    put(path, b"new", force=True)
    return b"new"


def write_network(path: Path) -> bytes:
    known = random_network(TicTacToePosition())
    network.write(known, path)
    assert network.read(path) == known
    return path.read_bytes()


def write_page(path: Path) -> bytes:
    write_report(path, "new", (), [], {})
    return path.read_bytes()


@pytest.fixture(params=[write_model, write_network, write_page])
def write(request: pytest.FixtureRequest) -> Writer:
    writer: Writer = request.param
    return writer


def test_a_link_leads_to_what_is_replaced(tmp_path: Path, write: Writer) -> None:
    (tmp_path / "there").mkdir()
    place = tmp_path / "there" / "file"
    place.write_bytes(b"old")
    place.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to("there/file")
    written = write(link)
    assert link.is_symlink() and place.read_bytes() == written
    assert stat.S_IMODE(place.stat().st_mode) == 0o640
    assert [path.name for path in place.parent.iterdir()] == ["file"]


def test_a_new_file_has_the_permissions_of_any_other(tmp_path: Path, write: Writer) -> None:
    other, path = tmp_path / "other", tmp_path / "file"
    other.touch()
    write(path)
    assert path.stat().st_mode == other.stat().st_mode


@pytest.mark.parametrize("name", ["file.part", ".file.part"])
def test_what_lies_beside_it_stays(tmp_path: Path, write: Writer, name: str) -> None:
    (tmp_path / name).write_text("somebody's")
    write(tmp_path / "file")
    assert (tmp_path / name).read_text() == "somebody's"
    assert {path.name for path in tmp_path.iterdir()} == {name, "file"}


def test_what_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, write: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(part: Path, place: Path) -> Path:
        raise OSError(28, "No space left on device", str(part), None, str(place))

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space left on device") as caught:
        write(path)
    assert caught.value.filename == str(path) and caught.value.filename2 is None
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_the_longest_name_that_a_file_can_have(tmp_path: Path, write: Writer) -> None:
    path = tmp_path / ("x" * os.pathconf(tmp_path, "PC_NAME_MAX"))
    check_output(path)
    assert write(path) == path.read_bytes()
