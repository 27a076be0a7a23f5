"""The experiments in scripts/: few games, then the same command again, and their output."""

from __future__ import annotations

import fcntl
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from engine_process import COMMAND
from oddsfish.engine.games.chess.searches.pvs.techniques import TECHNIQUES
from oddsfish.matches.cli.parsing import parse
from script_process import ROOT, SCRIPTS, load, run

ENGINE = shlex.join(COMMAND)
SHIM = f"#!/bin/sh\nexec {ENGINE} $(echo \"$@\" | sed 's/^-u$//')\n"


def command_line(text: str) -> list[str]:
    """The arguments of the `oddsfish match` command that an experiment has shown."""
    (line,) = [line for line in text.splitlines() if line.startswith("oddsfish match ")]
    return shlex.split(line.removeprefix("oddsfish match "))


def install_shim(path: Path, text: str = SHIM) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def test_selfplay_goes_on(tmp_path: Path) -> None:
    words = ["--engine", ENGINE, "--one", "Search=AlphaBeta", "--other", "Search=Random", "--nodes", 300]
    text = run("selfplay", *words, "--rounds", 1, "--folder", tmp_path)
    assert "Score of Search=AlphaBeta vs Search=Random: 2 - 0 - 0" in text
    match, kept = parse(command_line(text))
    assert [engine.nodes for engine in match.engines] == [300, 300]
    assert kept.resume and (tmp_path / "games.pgn").read_text().count("[Event ") == 2
    longer = run("selfplay", *words, "--rounds", 2, "--folder", tmp_path)
    assert "Going on after 2 games" in longer and "Started game 3 of 4" in longer and "Started game 2 " not in longer


def test_an_ablation_counts_nodes_and_then_plays(tmp_path: Path) -> None:
    words = ["--engine", ENGINE, "--positions", 1, "--depth", 4, "--rounds", 1, "--tc", "0.02+0.001"]
    text = run("ablation", *words, "--folder", tmp_path)
    shares = dict(line.split()[:2] for line in text.splitlines() if line.startswith(("none", *TECHNIQUES)))
    assert list(shares) == ["none", *TECHNIQUES] and shares["none"] == "1"
    played = [line for line in text.splitlines() if line.startswith("The whole search against the one without ")]
    assert sorted(name for line in played for name in line.split()[7:]) == sorted(TECHNIQUES)
    assert text.count("Games | N: 2 ") == len(played)


def test_deep_searches_are_checked_and_go_on(tmp_path: Path) -> None:
    words = ["--nodes", 2000, "--threads", 2, "--folder", tmp_path]
    assert " 3  " in run("deep_searches", "--positions", 3, *words)
    text = run("deep_searches", "--positions", 5, *words)
    assert "3 of 5 searches" in text and " 5  " in text and "wrong" not in text


def test_an_experiment_that_is_going_on_is_not_begun_again(tmp_path: Path) -> None:
    words = ["--engine", ENGINE, "--one", "Search=Random", "--nodes", 300, "--rounds", 1]
    results = tmp_path / "games.pgn.results.jsonl"
    with results.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        text = run("selfplay", *words, "--folder", tmp_path, status=2)
    assert text.splitlines()[-1].endswith("is in use by another run")
    assert [path.name for path in tmp_path.iterdir()] == [results.name] and results.read_bytes() == b""
    for name in (results, results / "folder"):
        text = run("selfplay", *words, "--folder", name, status=2)
        assert re.fullmatch(rf"selfplay: {re.escape(str(name))}: [A-Z][a-z ]+\n", text)


def test_selfplay_plays_other_games_and_equal_sides(tmp_path: Path) -> None:
    text = run(
        *("selfplay", "--engine", ENGINE, "--nodes", 200, "--rounds", 1, "--folder", tmp_path),
        *("--variant", "connect4", "Slip=true", "--random-plies", 2),
    )
    assert "Score of as it comes vs as it comes (2): " in text
    assert "hilo is a game for one" in run("selfplay", "--engine", ENGINE, "--variant", "hilo", status=2)


def test_a_gauntlet_at_so_long_a_move_names_those_who_are_missing(tmp_path: Path) -> None:
    install_shim(tmp_path / "bin" / "sunfish-uci")
    path = f"{tmp_path / 'bin'}:/usr/bin:/bin"
    words = ["--st", "0.01", "--hash", 4, "--margin", 500, "--rounds", 1, "--only", "sunfish", "glaurung"]
    text = run("gauntlet", "--engine", ENGINE, *words, "--folder", tmp_path, PATH=path)
    absent = shutil.which("glaurung", path=f"{path}:/usr/games") is None
    assert ("left out: glaurung\n" in text) == absent and "all games are played" in text
    assert re.search(r"Score of Oddsfish vs sunfish|^ +1 \w+", text, re.MULTILINE)
    match, _ = parse(command_line(text))
    players = 3 - absent
    assert [dict(engine.options)["Hash"] for engine in match.engines] == ["4"] * players
    assert [(engine.time.per_move, engine.margin) for engine in match.engines] == [(0.01, 0.5)] * players


def test_the_gauntlet_starts_each_as_it_must_be_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    gauntlet = load(SCRIPTS["gauntlet"])
    seen: list[str] = []
    monkeypatch.setattr(gauntlet, "find", lambda program: f"/games/{program}")
    monkeypatch.setattr(gauntlet, "play", lambda words, folder: seen.extend(words))
    monkeypatch.setattr(
        sys, "argv", ["gauntlet.py", "--engine", "oddsfish", "--elo", "1350", "--folder", str(tmp_path)]
    )
    gauntlet.main()
    match, _ = parse(seen)
    told = {engine.name: (engine.command, engine.arguments, dict(engine.options)) for engine in match.engines}
    assert match.tournament == "gauntlet" and match.engines[0].name == "Oddsfish"
    assert told["Stockfish"][2] == {}
    assert told["Stockfish 1350"][2] == {"UCI_LimitStrength": "true", "UCI_Elo": "1350"}
    assert told["GNU Chess"][:2] == ("/games/gnuchess", ("-u",))
    assert told["Toga"][2] == {"OwnBook": "false"}
    assert told["Glaurung"][2] == {"Threads": "1"}


def test_levels_are_compared_one_by_one(tmp_path: Path) -> None:
    install_shim(tmp_path / "stockfish")
    words = [
        "--engine",
        ENGINE,
        "--stockfish",
        tmp_path / "stockfish",
        "--seconds",
        0.01,
        "--folder",
        tmp_path / "levels",
    ]
    text = run("calibrate_strength", 1350, *words, "--rounds", 1)
    match, _ = parse(command_line(text))
    for engine, name in zip(match.engines, ("Oddsfish", "Stockfish"), strict=True):
        assert engine.name == name
        assert dict(engine.options) == {"UCI_LimitStrength": "true", "UCI_Elo": "1350"}
    last = text.splitlines()[-1]
    assert last.split()[:2] == ["1350", "2"]
    again = run("calibrate_strength", 1350, *words, "--rounds", 1)
    assert "Started game" not in again and again.splitlines()[-1] == last
    assert "a level is a number from 1350 to" in run("calibrate_strength", 1000, *words, status=2)


class Repository:
    """Two commits, and builds of them that are shims: installing the real ones takes minutes."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.builds = folder / "builds"
        self.installed: list[str] = []
        self.fails = False
        self.script = load(SCRIPTS["regression"])
        self.builds_module = sys.modules["builds"]
        self.monkeypatch = monkeypatch
        repository = folder / "repository"
        for words in (["init", "-q", str(repository)], *self.commit(repository, "10"), *self.commit(repository, "20")):
            subprocess.run(["git", *words], check=True)
        monkeypatch.setattr(self.script, "ROOT", repository)
        monkeypatch.setattr(self.builds_module, "ROOT", repository)
        monkeypatch.setattr(self.builds_module, "install", self.install)

    def commit(self, repository: Path, nodes: str) -> list[list[str]]:
        who = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
        return [["-C", str(repository), *who, "commit", "-q", "--allow-empty", "-m", f"Count {nodes} nodes"]]

    def install(self, commit: str, folder: Path, native: bool, change: object) -> None:
        assert not folder.exists(), "what was left of a build is in the way of the next one"
        subject = self.script.git("show", "-s", "--format=%s", commit).decode()
        bench = f'[ "$3" = bench ] && echo "{subject.split()[1]} nodes 5 nps" && exit\n'
        install_shim(folder / "bin" / "python", f"#!/bin/sh\n{bench}exec {ENGINE}\n")  # is told -I and the program
        self.installed.append(subject.strip())
        if self.fails:
            raise SystemExit("no compiler")

    def run(self, *words: str, control: tuple[str, ...] = ("--tc", "1+0.01")) -> int:
        words = ("--builds", str(self.builds), "--folder", str(self.folder / "match"), *control, *words)
        self.monkeypatch.setattr(sys, "argv", ["regression.py", *words])
        return int(self.script.main())


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    return Repository(tmp_path, monkeypatch)


def test_a_regression_test_ends_with_a_block_for_the_commit(
    repository: Repository, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each revision is built once, the match goes on, and the block counts all games of both runs."""
    assert repository.run("HEAD~1", "--rounds", "1", "--option", "Search=Random") == 0
    text = capfd.readouterr().out
    assert "Bench: 10 nodes before, 20 now" in text
    assert command_line(text).count("arg=-I") == 2, "PYTHONPATH could put another Oddsfish in place of the frozen one"
    block = text.split("Finished match: ")[1].splitlines()
    assert re.fullmatch(r"\w{10} \(Count 20 nodes\)", block[3])
    assert re.fullmatch(r"against \w{10} \(Count 10 nodes\)", block[4])
    assert block[-1] == "Bench: 20"
    assert repository.run("HEAD~1", "--rounds", "2", "--option", "Search=Random") == 0
    assert repository.installed == ["Count 10 nodes", "Count 20 nodes"]
    text = capfd.readouterr().out
    assert "Going on after 2 games" in text
    assert re.search(r"^Games \| N: 4 W: \d L: \d D: \d$", text, re.MULTILINE)
    assert re.search(r"^LLR   \| -?\d\.\d\d \(-2\.94, 2\.94\) \[0\.00, 5\.00\]$", text, re.MULTILINE)
    penta = re.search(r"^Penta \| \[(.*)\]$", text, re.MULTILINE)
    assert penta and sum(map(int, penta[1].split(", "))) == 2


def test_revisions_are_compared_by_nodes(repository: Repository, capfd: pytest.CaptureFixture[str]) -> None:
    assert repository.run("HEAD~1", "--rounds", "1", control=("--nodes", "300")) == 0
    text = capfd.readouterr().out
    assert "-each nodes=300 " in text and "tc=" not in command_line(text)
    assert re.search(r"^SPRT  \| 300 nodes, normalized, ", text, re.MULTILINE)


def test_the_same_bench_is_no_functional_change(repository: Repository, capfd: pytest.CaptureFixture[str]) -> None:
    for words in repository.commit(repository.script.ROOT, "20"):
        subprocess.run(["git", *words], check=True)
    assert repository.run("HEAD~1", "--stop-if-same") == 0
    assert "No functional change: both count 20 nodes" in capfd.readouterr().out
    assert not (repository.folder / "match").exists()


def test_half_a_build_is_never_used(repository: Repository, capfd: pytest.CaptureFixture[str]) -> None:
    repository.fails = True
    with pytest.raises(SystemExit, match="no compiler"):
        repository.run("HEAD~1", "--rounds", "1")
    repository.fails = False
    repository.run("HEAD~1", "HEAD", "--rounds", "1", "--option", "Search=Random")
    assert repository.installed == ["Count 10 nodes", "Count 10 nodes", "Count 20 nodes"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["nonsense"], "there is no revision 'nonsense' in "),
        (["HEAD", "HEAD"], "HEAD and HEAD are the same commit"),
        (["HEAD~1", "--elo0", "5", "--elo1", "0"], "elo0 must be less than elo1"),
    ],
)
def test_what_cannot_be_compared_is_said(
    repository: Repository, capfd: pytest.CaptureFixture[str], words: list[str], error: str
) -> None:
    with pytest.raises(SystemExit) as exit_:
        repository.run(*words)
    assert error in f"{exit_.value}{capfd.readouterr().err}"
    assert repository.installed == []


@pytest.mark.slow
def test_real_revisions_are_built_and_compared(tmp_path: Path) -> None:
    """HEAD, and HEAD with shallower searches behind null moves."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: there are no revisions")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
    source = clone / "engine" / "games" / "chess" / "searches" / "pvs" / "tunables.pxd"
    source.write_text(re.sub(r"NULL_REDUCTION = \d+", "NULL_REDUCTION = 2", source.read_text()))
    who = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
    subprocess.run(["git", *who, "commit", "-qam", "Reduce null moves more"], cwd=clone, check=True)
    words = ["HEAD~1", "--tc", "0.5+0.01", "--rounds", "2", "--folder", str(tmp_path / "match")]
    done = subprocess.run(
        [sys.executable, str(clone / "scripts" / "strength" / "regression.py"), *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^Bench: (\d+) nodes before, (?!\1)\d+ now$", done.stdout, re.MULTILINE)
    assert "(Reduce null moves more)\nagainst " in done.stdout
    assert "Games | N: 4 " in done.stdout
