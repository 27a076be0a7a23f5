"""`oddsfish opponent`: what it prints and writes, and what it refuses without writing or losing anything."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from engine_process import COMMAND, here
from oddsfish.engine.options import Options
from oddsfish.protocols.commands.opponent import main
from oddsfish.protocols.errors import UsageError

ROOT = Path(__file__).resolve().parent.parent.parent
ILLEGAL = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Ke3 *\n'


def match(folder: Path, name: str, *words: str) -> Path:
    """The result file of a few games between a random player and AlphaBeta at depth 1."""
    path = folder / f"{name}.jsonl"
    shallow = ["-engine", f"cmd={sys.executable}", f"arg={folder / 'engine.py'}", "name=Shallow", "depth=1"]
    (folder / "engine.py").write_text("from oddsfish.protocols.start import main\nraise SystemExit(main())\n")
    draws = ["-engine", "proto=random", "name=Lots"]
    script = [sys.executable, str(ROOT / "scripts" / "match.py"), *shallow, "option.Search=AlphaBeta", *draws]
    given = ["-each", "tc=inf", "-games", "2", "-rounds", "2", "-srand", "1", "-results", str(path), *words]
    subprocess.run([*script, *given], check=True, capture_output=True, timeout=60)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("matches")


@pytest.fixture(scope="module")
def chess_match(folder: Path) -> Path:
    return match(folder, "chess", "-maxmoves", "15", "-random-plies", "2", "-pgnout", str(folder / "games.pgn"))


def printed(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    main([str(word) for word in words])
    return capsys.readouterr().out


def test_a_match_from_its_result_file_and_its_pgn(chess_match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, chess_match, "--player", "Shallow")
    assert out == printed(capsys, chess_match.with_name("games.pgn"), "--player", "Shallow")
    lines = out.splitlines()
    assert lines[0].startswith("Moves of Shallow (") and max(map(len, lines[:-1])) <= 80
    assert re.search(r"^softmax     1         0 +0 - \d+ .* best$", out, re.MULTILINE)
    assert re.search(r"^blunder     3 ", out, re.MULTILINE) and "nan" not in out and "inf " not in out
    assert "setoption name OpponentTemperature value 0\nsetoption name OpponentDepth value 1\n" in out
    assert lines[-1].endswith("option.Opponent=softmax option.OpponentTemperature=0 option.OpponentDepth=1")
    options = Options()
    for name, value in re.findall(r"^setoption name (.+) value (.+)$", out, re.MULTILINE):
        options.set(name, value)


def test_one_who_draws_lots(chess_match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, chess_match, "--player", "Lots", "--depths", "1-2")
    assert "No model is better than uniform" in out and "setoption name Opponent value uniform\n" in out


@pytest.mark.parametrize(
    ("variant", "words", "side"),
    [("connect4", ("Slip=true",), "second"), ("tictactoe", (), "Nought")],
)
def test_other_games(
    variant: str, words: tuple[str, ...], side: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = match(folder, "-".join((variant, *words)), "-variant", variant, *words)
    out = printed(capsys, path, "--player", "Shallow", "--side", side, "--depths", "1", "--model", "blunder")
    assert re.search(r"^blunder     1         [0-] .* best$", out, re.MULTILINE)  # - if all moves are alike
    with pytest.raises(UsageError, match=r"--side is \w+, \w+, first, second or both, not 'white'"):
        main([str(path), "--side", "white"])


def test_a_game_for_one(folder: Path) -> None:
    path = match(folder, "hilo", "-variant", "hilo")
    with pytest.raises(UsageError, match="is for one player"):
        main([str(path)])


def test_the_same_on_one_process_and_on_two(
    chess_match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for jobs in ("1", "2"):
        words = (chess_match, "--jobs", jobs, "--set", "quiescence=true", "-o", tmp_path / jobs)
        found.append((printed(capsys, *words), (tmp_path / jobs).read_bytes()))
    assert found[0] == found[1]
    content = json.loads(found[0][1])
    assert content["format"] == "oddsfish opponent 1" and content["options"] == {"Quiescence": "true"}
    assert set(content["players"]) == {"Shallow", "Lots"} and content["choices"] <= sum(content["players"].values())
    assert [(found["model"], found["depth"]) for found in content["fits"]] == [
        *((model, depth) for model in ("softmax", "blunder") for depth in (1, 2, 3)),
        ("human", 0),  # looks as people look
    ]
    assert content["best"]["Quiescence"] == "true" and "setoption name Quiescence value true" in found[0][0]


def test_some_of_the_moves(chess_match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(
        capsys, chess_match, "--game", 2, "--game", "4", "--plies", "3-10", "--depths", "1", "--side", "black"
    )
    assert "Moves of Shallow (8)." in out and " in 2 games" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--player", "shalow"], "no move is by 'shalow'; did you mean Shallow?; players: 'Shallow' ("),
        (["--game", "9"], "has no game 9"),
        (["--plies", "900"], "has no move by this player"),
        (["--depths", "0"], "not within 1-20"),
        (["--set", "OpponentDepth=2"], "OpponentDepth cannot be set here"),
        (["--set", "UCI_Chess960=true"], "UCI_Chess960 is a rule"),
    ],
)
def test_what_makes_no_sense(words: list[str], said: str, chess_match: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as wrong:
        main([str(chess_match), *words, "-o", str(tmp_path / "fitted.json")])
    assert said in str(wrong.value) and "\n" not in str(wrong.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", [None, "", ILLEGAL])
def test_a_file_that_is_none(text: str | None, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    if text is not None:
        path.write_text(text)
    kept = tmp_path / "kept.json"
    kept.write_text("kept")
    words = ["opponent", str(path), "-o", str(kept), "--force"]
    status, out, err = here(*words)
    assert status == 2 and out == "" and err.startswith("oddsfish: ")
    assert err.count("\n") == 1 and kept.read_text() == "kept"


def test_what_cannot_be_written_is_refused_before_the_work(chess_match: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.json"
    there.write_text("kept")
    # A fit at depth 20 would not end in time.
    for path, said in ((there, "is there already"), (tmp_path, "regular file"), (tmp_path / "no" / "x", "no folder")):
        with pytest.raises(UsageError, match=said):
            main([str(chess_match), "--depths", "20", "-o", str(path)])
    assert there.read_text() == "kept"
    link = tmp_path / "link"
    link.hardlink_to(chess_match)
    with pytest.raises(UsageError, match="would be read and written"):
        main([str(chess_match), "--force", "-o", str(link)])


def test_an_illegal_move_in_a_result_file_is_named(chess_match: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    head, first, *_ = chess_match.read_text().splitlines()
    record = json.loads(first)
    record["plies"][6][0] = "a1a8"
    path.write_text(f"{head}\n{json.dumps(record)}\n")
    with pytest.raises(UsageError, match=r"match.jsonl:2 has a malformed game: game 1: .*a1a8"):
        main([str(path)])


def test_an_interrupt(chess_match: Path, tmp_path: Path) -> None:
    words = ["opponent", str(chess_match), "--depths", "1-9", "--jobs", "2", "-o", str(tmp_path / "fitted.json")]
    run = subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert run.stderr is not None
    assert run.stderr.readline().startswith("0 of ")
    time.sleep(0.5)
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does
    out, said = run.communicate(timeout=30)
    assert run.returncode == 130 and out == ""
    assert said.splitlines()[-1] == "oddsfish: interrupted, and nothing is written" and "Traceback" not in said
    assert not list(tmp_path.iterdir())
