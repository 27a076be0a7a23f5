"""A model of people fitted to a table of games: which games count, and that a fit can be continued and repeated."""

from __future__ import annotations

import gzip
import lzma
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from oddsfish.engine import ChessPosition
from oddsfish.engine.games.chess.human import weights
from oddsfish.engine.games.chess.human.model import HumanModel
from oddsfish.learning.libraries import np
from oddsfish.learning.people import training
from oddsfish.learning.people.fitting import Fitting
from oddsfish.learning.people.samples import Samples, gather
from oddsfish.learning.people.table import PeopleGame, pace_of, read
from oddsfish.learning.people.training import Plan, Training
from oddsfish.protocols.commands.opponent import main
from oddsfish.protocols.errors import UsageError

HEAD = "Source\tWhiteElo\tBlackElo\tTimeControl\tMovesUCI"


def eager_game(random: Random, elos: tuple[int, int]) -> PeopleGame:
    """A game of players who capture if they can; otherwise their moves are random."""
    position = ChessPosition()
    moves: list[str] = []
    while position.ending() is None and len(moves) < 60:
        legal = position.moves()
        captures = [move for move in legal if position.noisy(0)[0] and move in position.noisy(0)[0]]
        move = random.choice(captures or legal)
        moves.append(position.notation(move))
        position.play(move)
    return PeopleGame(elos, tuple(moves), "s", 600)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    random = Random(1)
    path = tmp_path_factory.mktemp("people") / "games.tsv.xz"
    lines = [HEAD]
    for number in range(60):
        game = eager_game(random, (random.randrange(900, 2300), random.randrange(900, 2300)))
        lines.append(f"{'ab'[number % 2]}\t{game.elos[0]}\t{game.elos[1]}\t600+5\t{' '.join(game.moves)}")
    lines.append("a\t?\t1500\t600+5\te2e4 e7e5")  # no rating
    lines.append("a\t1500\t1500\t60+0\te2e4 e7e5")  # bullet
    with lzma.open(path, "wt") as file:
        file.write("\n".join(lines) + "\n")
    return path


def test_the_games_of_a_table(table: Path) -> None:
    games = list(read(table))
    assert len(games) == 61 and games[0].source == "a" and games[0].pace == 800
    plan = Plan()
    assert len(Fitting(table, Path("m"), plan).games()) == 60
    assert len(Fitting(table, Path("m"), plan, sources=("b",)).games()) == 30
    assert (pace_of("600+5"), pace_of("300"), pace_of("-"), pace_of("5+x")) == (800, 300, None, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no games"),
        (HEAD, "has no games"),
        (f"{HEAD}\na\t1500\t1500\t60+0\te2e4\n", "no game of these sources that is slow enough"),
        ("WhiteElo\tBlackElo\n", "games.tsv:1 has no column MovesUCI between tabs"),
        (f"{HEAD}\na\t1\n", "games.tsv:2 has 2 fields, not 5"),
        (f"{HEAD}\na\t1500\t99999\t600+5\te2e4\n", "games.tsv:2: ratings are from 1 to 4000"),
        (f"{HEAD}\na\t1500\t1500\t600+5\t{'e2e4 ' * 20000}\n", "games.tsv:2 is a line of more than"),
        (f"{HEAD}\na\t1500\t1500\t600+5\te2e4 e2e4\n", "games.tsv:2: illegal move: e2e4; moves are written as in e2e4"),
    ],
)
def test_a_table_that_makes_no_sense_is_one_line(text: str, said: str, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    path = tmp_path / "games.tsv"
    path.write_text(text)
    with pytest.raises(UsageError) as wrong:
        main(["fit-people", str(path), str(tmp_path / "model.bin")])
    assert said in str(wrong.value) and "\n" not in str(wrong.value)
    assert not (tmp_path / "model.bin").exists()


def test_a_damaged_archive_is_one_line(table: Path, tmp_path: Path) -> None:
    data = table.read_bytes()
    for name, content in (("a.tsv.xz", data[: len(data) // 2]), ("b.tsv.xz", b"no"), ("c.tsv.gz", data)):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ValueError, match="is damaged"):
            list(read(tmp_path / name))
    packed = gzip.compress(lzma.decompress(data))
    for seed in range(200):
        random = Random(seed)
        changed = bytearray(packed)
        for _ in range(2):
            changed[random.randrange(len(packed))] ^= 1 << random.randrange(8)
        (tmp_path / "d.tsv.gz").write_bytes(changed)
        with suppress(ValueError):
            list(read(tmp_path / "d.tsv.gz"))
    with pytest.raises(FileNotFoundError):
        list(read(tmp_path / "none.tsv"))


def test_samples_are_the_same_on_one_process_and_on_two_and_after_a_stop(table: Path, tmp_path: Path) -> None:
    games = list(read(table))
    found = []
    for jobs, folder in ((1, tmp_path / "one"), (2, tmp_path / "two")):
        samples = gather(folder, games, {}, jobs)
        found.append([(folder / name).read_bytes() for name in ("choices", "positions", "moves")])
        assert len(samples) == len(samples.choices) and samples.starts[-1] == len(samples.moves)
    assert found[0] == found[1]
    with (tmp_path / "one" / "moves").open("ab") as file:  # data of a killed run that the journal does not record
        file.write(b"xx")
    gather(tmp_path / "one", games, {})
    assert (tmp_path / "one" / "moves").read_bytes() == found[0][2]
    with pytest.raises(ValueError, match="is of other work"):
        gather(tmp_path / "one", games, {"table": 2})


def test_a_fitted_model_foretells_what_these_players_do_and_is_the_same_again(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They capture if they can. A training that was interrupted arrives at the same weights."""
    pytest.importorskip("torch")
    monkeypatch.setattr(training, "REPORT_EVERY", 0.0)
    plan = Plan(epochs=6, batch=64)
    models = []
    for name in ("one", "two"):
        fitting = Fitting(table, tmp_path / name, plan)
        if name == "two":

            def stop(state: training.State) -> None:
                if state.step == 50:
                    raise KeyboardInterrupt

            with pytest.raises(KeyboardInterrupt):
                fitting.run(trained=stop)
            assert fitting.folder.exists()
        fitting.run()
        assert not fitting.folder.exists()
        models.append(weights.read(tmp_path / name))
    assert models[0].checksum == models[1].checksum
    position = ChessPosition("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    found = dict(
        zip(map(position.notation, position.moves()), HumanModel(1500, models[0]).weights(position), strict=True)
    )
    assert found["e4d5"] > 0.5 * sum(found.values())


def test_an_interrupt_in_the_middle_of_a_step_leaves_the_state_of_whole_steps(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch")
    plan = Plan(epochs=2, batch=64)
    samples = gather(tmp_path / "rows", list(read(table)), {})
    whole = Training(samples, plan, tmp_path / "whole").run()
    step = torch.optim.AdamW.step
    for number, (before, after) in enumerate(((20, 0), (0, 20), (7, 3))):
        path = tmp_path / f"cut{number}"
        calls = 0

        def cut(self: Any, *words: Any, before: int = before, after: int = after) -> None:
            nonlocal calls
            calls += 1
            if calls == before:
                raise KeyboardInterrupt
            step(self, *words)
            if calls == before + after:
                raise KeyboardInterrupt

        monkeypatch.setattr(torch.optim.AdamW, "step", cut)
        monkeypatch.setattr(training, "KEEP", 0.0)
        with pytest.raises(KeyboardInterrupt):
            Training(samples, plan, path).run()
        monkeypatch.undo()
        found = Training(samples, plan, path).run()
        for name, tensor in whole.tensors.items():
            assert torch.equal(tensor, found.tensors[name])


def test_a_damaged_state_is_one_line(table: Path, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    samples = gather(tmp_path / "rows", list(read(table)), {})
    plan = Plan(epochs=1, batch=64)
    Training(samples, plan, tmp_path / "state").run()
    state = torch.load(tmp_path / "state", weights_only=True)
    moments = {number: {"step": each["step"]} for number, each in state["optimiser"]["state"].items()}
    for wrong in ({"step": 10**9}, {"step": -1}, {"optimiser": {**state["optimiser"], "state": moments}}):
        torch.save({**state, **wrong}, tmp_path / "wrong")
        with pytest.raises(ValueError, match=r"wrong is no whole checkpoint: [^\n]+$"):
            Training(samples, plan, tmp_path / "wrong").run()


def test_files_of_others_are_not_touched(table: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    fitting = Fitting(table, tmp_path / "model", Plan(epochs=1, batch=64))
    fitting.folder.mkdir()
    thesis = fitting.folder / "moves"  # the name of one of our files
    thesis.write_text("mine")
    with pytest.raises(ValueError, match="holds other files; name another model"):
        fitting.run()
    assert thesis.read_text() == "mine"
    thesis.unlink()
    Fitting(table, fitting.model, fitting.plan, keep=True).run()
    (fitting.folder / "thesis.tex").write_text("mine")
    fitting.run()
    assert [path.name for path in fitting.folder.iterdir()] == ["thesis.tex"]


def test_the_shipped_model_says_what_it_was_fitted_to() -> None:
    about = weights.read(weights.SHIPPED).about
    assert "lichess.tsv.xz" in about and "player1" not in about and weights.SHIPPED.stat().st_size <= 500_000


def test_rows_have_what_the_model_takes_in(tmp_path: Path, table: Path) -> None:
    games = list(read(table))[:3]
    samples = gather(tmp_path / "rows", games, {})
    assert isinstance(samples, Samples)
    for choice, position in zip(samples.choices, samples.positions, strict=True):
        assert choice[1] < choice[2] and 800 < choice[0] < 2400
        assert np.count_nonzero(position < 768) <= 32
