"""`oddsfish learn` and each of its steps, the journal of rounds, and the report."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from oddsfish.engine import games
from oddsfish.engine.net import network
from oddsfish.engine.net.choice import shipped_path
from oddsfish.learning.networks import weights
from oddsfish.learning.networks.gathering import gather, inputs_for
from oddsfish.learning.networks.training import Plan
from oddsfish.learning.positions import head
from oddsfish.protocols.errors import UsageError
from oddsfish.protocols.learn import learn_command as command
from oddsfish.protocols.learn import report, rounds, steps

COMMAND = (sys.executable, "-m", "oddsfish", "learn")
CHESS, CONNECT4 = (shipped_path(games.find(name)) for name in ("chess", "connect4"))
Learn = Callable[..., tuple[str, str]]


@pytest.fixture
def learn(capsys: pytest.CaptureFixture[str]) -> Learn:
    """Runs the command in this process; returns its output and its error, which is one line."""

    def run(*words: object) -> tuple[str, str]:
        fault = ""
        capsys.readouterr()
        try:
            command.main([str(word) for word in words])
        except UsageError as refusal:
            fault = str(refusal)
            assert fault and "\n" not in fault
        return capsys.readouterr().out, fault

    return run


def write_network(path: Path, seed: int = 1) -> network.Network:
    """Write a network with random weights; return it as it is read back."""
    made = weights.untrained("tictactoe", inputs_for(games.find("tictactoe")), 32, 1, 400, seed)
    network.write(made, path)
    return network.read(path)


# The steps.


def test_the_steps_as_commands(learn: Learn, chess_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "file"
    words = ("generate", "chess", path, "--positions", 100, "--nodes", 60, "--jobs", 1)
    said = learn(*words, "--seed", 1)
    assert "positions of" in said[0] and chess_file.read_bytes().startswith(path.read_bytes())
    assert learn(*words, "--seed", 1) == said
    assert learn(*words, "--seed", 2)[1].startswith(f"{path} is of other settings: seed")
    counted, fault = learn("statistics", path)
    assert not fault and "positions a game" in counted and "-20 to 20" in counted and "How games ended" in counted
    assert "samples" in learn("shuffle", "chess", path, tmp_path / "s.npy")[0]
    with path.open("ab") as opened:
        opened.write(b"cut short")
    cut = f"the last 9 bytes of {path} are no whole game; generate cuts them off"
    assert learn("statistics", path) == (counted, cut)
    path.write_bytes(b"precious")
    for wrong in (("statistics", path), words):
        assert learn(*wrong) == ("", f"{path} is no file of positions")
    path.write_bytes(head.make({"game": "a\nb\x1b[31m"}).data)  # control characters do not reach the terminal raw
    assert r"a\nb\x1b[31m" in learn("shuffle", "chess", path, tmp_path / "out.npy")[1]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("tictactoe", "x", "--seed", "-1"), "less than 0"),
        (("ches",), "did you mean chess?"),
        (("nogame",), "a game is one of"),
        (("generate", "chess"), "FILE"),
        (("generate", "chess", "x", "--option", "Depth=3"), "none of the options that count"),
        (("generate", "chess", "x", "--option", "Hash"), "NAME=VALUE"),
        (("statistics", "none"), "No such file"),
        (("quantise", "none", "out.net"), "No such file"),
        (("train", "chess", "none.npy", "out", "--from", "none.net"), "none.net"),
        (("mean", "none.net", "out.net", "--weights", "1,x"), "numbers with commas"),
        (("test", CHESS, "Materal"), "did you mean Material?"),
        (("test", CHESS, CHESS.parent), "a directory"),
        (("test", CHESS, CONNECT4), "of connect4, not of chess"),
        (("test", CHESS, "--tc", "inf"), "played with clocks"),
        (("chess", "--share", "101", "x"), "percentage"),
        (("chess", "x", "--hidden", "40"), "multiple of 32"),
        (("chess", "x", "--hidden", "300"), "from 32 to 256"),
        (("chess", "x", "--buckets", "9"), "from 1 to 8"),
        (("chess", "x", "--tc", "nonsense"), "tc= is"),
        (("chess", "x", "--tc", "inf"), "played with clocks"),
        (("chess", "x", "--from", "a.net"), "learn train --from"),
        (("chess", "x", "--from", "tapred"), "did you mean Tapered?"),
        (("tictactoe", "x", "--from", "Windows"), "nothing, Auto, Net"),
        (("tictactoe", "x", "--tc", "1+0.01"), "without a clock"),
        (("hilo", "x"), "begins by chance"),
        (("hilo",), "a network cannot evaluate hilo"),
        (("chess", "--tc", "1+0.01", "--hiden", "64"), "did you mean --hidden?"),
    ],
)
def test_mistakes_are_told_in_one_line(
    words: tuple[object, ...], reason: str, learn: Learn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said, fault = learn(*words)
    assert reason in fault and not said
    assert not list(tmp_path.iterdir())


def test_help_is_there(learn: Learn, capsys: pytest.CaptureFixture[str]) -> None:
    assert "oddsfish learn" in learn("--help")[0]
    for name in ("chess", "generate", "statistics", "shuffle", "train", "quantise", "mean", "test"):
        with pytest.raises(SystemExit, match="0"):
            learn(name, "--help")
        assert f"oddsfish learn {name}" in capsys.readouterr().out


def test_without_pytorch_it_is_said_what_is_missing(
    connect4_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.find("connect4")
    gather([connect4_file], game, tmp_path / "s.npy", 1, lambda done, total: None)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r"\"\.\[train\]\""):
        steps.train(tmp_path / "s.npy", game, Plan(), tmp_path / "c")
    for missing in ("torch", "numpy"):  # before the first game
        monkeypatch.setitem(sys.modules, missing, None)
        with pytest.raises(UsageError, match=r"\"\.\[train\]\""):
            command.main(["chess", str(tmp_path / "folder")])
    assert not (tmp_path / "folder").exists()


def test_what_is_there_is_not_overwritten(learn: Learn, tmp_path: Path) -> None:
    """If the user forgets the output, the last input is taken for it, and hours of self-play would be lost."""
    one, other, net = (tmp_path / name for name in ("a", "b", "n.net"))
    for path in (one, other):
        assert not learn("generate", "tictactoe", path, "--positions", 20, "--nodes", 20, "--jobs", 1)[1]
    net.write_bytes(CONNECT4.read_bytes())
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    words: tuple[object, ...]
    for words in (("shuffle", "tictactoe", one, other), ("mean", net, one), ("quantise", one, net)):
        assert learn(*words)[1] == f"{words[-1]} is there already; --force replaces it"
    for words in (("shuffle", "tictactoe", other, other), ("mean", net, net, "--force")):
        assert "would be read and written" in learn(*words)[1]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    for words in (("mean", net, one, "--force"), ("shuffle", "tictactoe", other, one, "--force")):
        assert not learn(*words)[1]


def test_statistics_of_a_network_tell_who_made_it(learn: Learn, tmp_path: Path) -> None:
    path = tmp_path / "n.net"
    known = write_network(path)
    text, fault = learn("statistics", path)
    assert not fault
    for said in ("of tictactoe", "32 numbers", f"About: {known.about}", known.version, known.checksum):
        assert said in text
    path.write_bytes(path.read_bytes()[:-1])
    assert "is no network" in learn("statistics", path)[1]


# Tests of a network.


def test_a_test_tells_nothing_of_another_one(learn: Learn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network with other weights is another one, even if the names are equal. A file named Auto changes nothing."""

    monkeypatch.chdir(tmp_path)
    words = ("test", "n.net", "--pairs", 1)
    write_network(Path("n.net"))
    Path("Auto").touch()
    said, fault = learn(*words)
    assert "Games | N: 2" in said and "old-Auto" in said and not fault
    assert learn(*words)[0].splitlines()[-6:] == said.splitlines()[-6:]
    write_network(Path("n.net"), seed=2)
    said, fault = learn(*words)
    assert "Games |" not in said and "--folder" in fault
    assert not learn(*words, "--folder", "new")[1]


def test_a_test_that_is_stopped_tells_nothing(tmp_path: Path) -> None:
    """Otherwise half of its games would decide whether a network is kept."""
    words = [*COMMAND, "test", str(CHESS), "Material", "--pairs", "100", "--tc", "0.5+0.005"]
    words += ["--folder", str(tmp_path / "t")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None and running.stderr is not None
        for line in running.stdout:
            if line.startswith("Finished game"):
                break
        running.send_signal(signal.SIGINT)  # only one: a second one might come when the match has just ended
        said = running.stdout.read()
        assert running.wait(60) == 130
        assert "Finished match: stopped" in said and "LLR   |" not in said
        assert "the same command goes on" in running.stderr.read()


# Rounds.


def test_what_a_round_begins_with(tmp_path: Path) -> None:
    """The evaluation that plays the games of a round, and the weights of the results, without playing any game."""
    plan = Plan(hidden=32, buckets=1, share=0.25)
    settings = rounds.RoundSettings("chess", "nothing", 10, 2, 10, 0, plan, "1+0.01", 1)
    learning = rounds.Rounds(settings, tmp_path / "nothing", 1, None)
    assert learning.best() == "round-0.net"
    assert network.read(tmp_path / "nothing" / "round-0.net").about == "random weights"
    assert [learning.plan(number).share for number in (1, 2, 3, 9)] == [1, 0.5, pytest.approx(1 / 3), 0.25]
    with pytest.raises(ValueError, match="in use"):
        rounds.Rounds(settings, tmp_path / "nothing", 1, None)
    learning.close()
    usual = rounds.Rounds(rounds.RoundSettings("chess", "", 10, 2, 10, 0, plan, "1+0.01", 1), tmp_path / "a", 1, None)
    assert usual.best() is None and usual.evaluation_options(None) == {"Evaluation": "Tapered"}
    usual.close()


def test_a_journal_of_learning_says_what_each_step_was(tmp_path: Path) -> None:
    """A line that `note` does not write is refused with a one-line error; the journal stays unchanged and unlocked."""
    settings = rounds.RoundSettings("connect4", "", 10, 2, 10, 0, Plan(hidden=32), "1+0.01", 1)
    learning = rounds.Rounds(settings, tmp_path, 1, None)
    learning.note(1, "games", 0.0, positions=3, games=1, by=None)
    learning.note(1, "training", 0.0, loss=0.5, tested=0.25)
    learning.note(1, "test", 0.0, elo=1.0, error=2.0, games=2, kept=True, against="Windows", lines=[])
    learning.close()
    journal = tmp_path / "journal.jsonl"
    whole = journal.read_text().splitlines()
    head = json.loads(whole[0])
    for other, reason in (
        ({**head, "plan": {**head["plan"], "more": None}}, "of training, more was None, not None"),
        ({**head, "beginning": "nothing"}, "--from was 'nothing', not ''"),
        ({**head, "control": "2+1"}, "--tc was '2+1'"),
    ):
        journal.write_text("\n".join([json.dumps(other), *whole[1:], ""]))
        with pytest.raises(ValueError, match=re.escape(reason)):
            rounds.Rounds(settings, tmp_path, 1, None)
    journal.write_text("\n".join([*whole, ""]))
    again = rounds.Rounds(settings, tmp_path, 1, None)
    assert again.done == learning.done
    again.close()
    for line in range(1, len(whole)):
        known = json.loads(whole[line])
        wrong = [{}, {**known, "more": 1}, {**known, "step": ["games"]}, {**known, "step": "dance"}]
        wrong += [{**known, name: {}} for name in known]
        wrong += [{**known, name: 10**400} for name in known if name != "kept"]
        wrong += [{name: value for name, value in known.items() if name != missing} for missing in known]
        for entry in wrong:
            text = "\n".join([*whole[:line], json.dumps(entry), *whole[line + 1 :], ""])
            journal.write_text(text)
            with pytest.raises(ValueError, match=rf"journal\.jsonl:{line + 1} is no step of learning$"):
                rounds.Rounds(settings, tmp_path, 1, None)
            assert journal.read_text() == text
    journal.write_text("\n".join([*whole, ""]))
    rounds.Rounds(settings, tmp_path, 1, None).close()


def test_the_curve_shows_what_was_dropped_in_the_colours_of_the_page() -> None:
    """It is a point beside the line, with its own error. The page has a dark mode, so the curve has no own colours."""
    pytest.importorskip("matplotlib")
    kept = {"round": 1, "step": "test", "elo": 40.0, "error": 9.0, "kept": True}
    dropped = {**kept, "round": 2, "elo": -30.0, "kept": False}
    drawn, other = (report.curve(done) for done in ([kept, dropped], [kept, {**dropped, "kept": True}]))
    assert "var(--ink)" in drawn and "var(--c0)" in drawn and not re.search(r"(fill|stroke): ?#", drawn)
    assert drawn.count("<use") == other.count("<use") + 3  # one more point, and the two ends of its error bar


def test_games_so_short_that_a_search_sees_their_ends_are_tested_one_ply_deep() -> None:
    """At a greater depth, all networks would play alike."""
    assert [steps.depth_of(games.find(name)) for name in ("tictactoe", "connect4")] == [1, 4]


def test_the_report_tells_each_round() -> None:
    """It shows each difference with its error; if all games were won, there is no difference to show."""
    common = {"round": 1, "seconds": 60, "machine": "x"}
    tested = {**common, "step": "test", "elo": 400.0, "error": 0.0, "games": 30, "kept": True, "against": "a"}
    done: list[dict[str, Any]] = [
        {**common, "step": "games", "version": "0", "positions": 1000, "by": None},
        {**common, "step": "training", "version": "0", "loss": 0.25, "tested": 0.5},
        tested,
        {**tested, "round": 2, "elo": -9.6, "error": 20.0, "kept": False},
    ]
    text = report.table(done)
    assert "all won" in text and "-10 ± 20" in text and "<td>1,000</td>" in text
    assert "± 0<" not in text
    settings = {"game": "chess", "nodes": 600, "plan": {"hidden": 128}, "control": "1+0.01", "pairs": 15}
    assert "The best: round-1.net. Tests: 1+0.01, 15 pairs" in report.body(settings, done)
    assert "The best: still what it began with. Tests: depth 4" in report.body(
        {**settings, "game": "connect4"}, done[:2]
    )
