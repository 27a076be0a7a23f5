"""Networks: their files, their values of positions, and the searches that use them."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from oddsfish.engine import (
    Connect4Position,
    Draw,
    HiloPosition,
    Limits,
    Position,
    PythonPosition,
    Session,
    Win,
    analyse,
    games,
)
from oddsfish.engine.display.diagram import Diagram, Symbol
from oddsfish.engine.games.chess.position import ChessPosition
from oddsfish.engine.net import layers as net
from oddsfish.engine.net import network, reference
from oddsfish.engine.net.inputs import Inputs, inputs_of
from oddsfish.engine.net.network import Network
from oddsfish.engine.net.path import NetPath
from oddsfish.engine.net.reference import contributions
from oddsfish.engine.options import Value, options_for, options_of
from random_networks import name_of, random_network

KINGS = "r3k3/pp6/8/8/8/8/5PPP/4K2R w Kq - 0 1"


class Row(PythonPosition[int]):
    """Five cells in a row; whoever takes two neighbours wins. In plain Python, with a diagram."""

    game = ""

    def __init__(self) -> None:
        self.order: list[int] = []

    def moves(self) -> list[int]:
        return [cell for cell in range(5) if cell not in self.order] if self.ending() is None else []

    def play(self, move: int) -> None:
        self.order.append(move)

    def undo(self) -> None:
        self.order.pop()

    def player(self) -> int:
        return len(self.order) % 2

    def ending(self) -> Win | Draw | None:
        for player in (0, 1):
            taken = set(self.order[player::2])
            if any(cell + 1 in taken for cell in taken):
                return Win(player)
        return Draw() if len(self.order) == 5 else None

    def diagram(self, last: str = "") -> Diagram:
        cells = ["ab"[self.order.index(cell) % 2] if cell in self.order else "" for cell in range(5)]
        return Diagram(5, 1, tuple(cells), {"a": Symbol("a", "a", "a"), "b": Symbol("b", "b", "b")})


def chess_position(fen: str) -> Position[Any]:
    return games.find("chess").start(fen, options_for(games.find("chess")))


def positions() -> list[Position[Any]]:
    return [game.start(None, options_for(game)) for game in games.shipped().values() if game.networks] + [Row()]


every_game = pytest.mark.parametrize("position", positions(), ids=name_of)


def configured(position: Position[Any], path: Path) -> Position[Any]:
    twin = position.clone()
    twin.configure({**options_of(position), "Evaluation": "Net", "EvalFile": str(path)})
    return twin


@pytest.fixture
def connect4() -> Network:
    return random_network(Connect4Position())


@pytest.mark.parametrize("anchored", [True, False])
@pytest.mark.parametrize("position", [*positions(), chess_position(KINGS)], ids=name_of)
def test_values_are_those_of_the_reference(position: Position[Any], anchored: bool, tmp_path: Path) -> None:
    """On random walks forward and back, so that the hidden layers are updated from any position evaluated before.

    If kings have room, they walk from anchor to anchor. A network may also do without the game's anchors.
    """
    hidden, buckets = (256, 8) if position.game == "chess" else (32, 4)
    inputs = inputs_of(position) if anchored else inputs_of(position).unanchored()
    known = random_network(position, 2, hidden, buckets, inputs)
    network.write(known, tmp_path / "a.net")
    random = Random(3)
    seen = set()
    for _ in range(4 if position.game == "chess" and position.fen() == KINGS else 2):
        walked = configured(position, tmp_path / "a.net")
        played = 0
        for _ in range(40):
            if walked.ending() is not None or (played and random.random() < 0.4):
                if not played:
                    break
                walked.undo()
                played -= 1
            else:
                walked.play(random.choice(list(walked.moves())))
                played += 1
            if random.random() < 0.7:
                wanted = reference.value(known, walked.active_inputs(), walked.player()) / walked.scale
                value = walked.features()["H_0"] * (-1 if walked.player() else 1)
                assert value == wanted
                seen.add(value)
    assert len(seen) > 5


@pytest.mark.parametrize(
    ("fen", "image", "sign"),
    [
        ("r3k3/pp4q1/8/8/8/8/5PPP/4K2R w - - 0 1", "3k3r/1q4pp/8/8/8/8/PPP5/R2K4 w - - 0 1", 1),
        ("8/2k5/8/5n2/8/8/1KB5/8 b - - 0 1", "8/5k2/8/2n5/8/8/5BK1/8 b - - 0 1", 1),
        ("4k3/pp6/8/3q4/8/2N5/PPP5/4K2R w - - 0 1", "4k2r/ppp5/2n5/8/3Q4/8/PP6/4K3 b - - 0 1", -1),
        ("r3k3/8/5b2/8/3P4/8/8/4K3 b - - 0 1", "4k3/8/8/3p4/8/5B2/8/R3K3 w - - 0 1", -1),
    ],
)
def test_an_image_is_worth_the_same_to_whoever_is_to_move(fen: str, image: str, sign: int, tmp_path: Path) -> None:
    """Mirrored from left to right, as nobody may castle; or with exchanged colours."""
    network.write(random_network(chess_position(fen)), tmp_path / "a.net")
    one, other = (configured(chess_position(each), tmp_path / "a.net") for each in (fen, image))
    assert one.value() == sign * other.value() != 0


@every_game
def test_searches_ask_it(position: Position[Any], tmp_path: Path) -> None:
    """A search of depth 1 finds the best of the network's values after each move."""
    known = random_network(position)
    network.write(known, tmp_path / "a.net")
    options: dict[str, Value] = {"Evaluation": "Net", "EvalFile": str(tmp_path / "a.net"), "MultiPV": 256}
    result = analyse(position, "Minimax", Limits(depth=1), options)
    assert result.lines
    twin = configured(position, tmp_path / "a.net")
    sign = -1 if position.player() else 1
    for line in result.lines:
        twin.play(twin.parse(str(line.move)))
        wanted = reference.value(known, twin.active_inputs(), twin.player()) / twin.scale
        assert line.score.value == sign * wanted
        twin.undo()


def test_pruning_changes_no_value(tmp_path: Path) -> None:
    """Star2 and AlphaBeta with a network: the bounds that a game knows of its own evaluation do not hold."""
    slipping = Connect4Position(weights=(3, 1, 1))
    network.write(random_network(slipping), tmp_path / "a.net")
    options: dict[str, Value] = {"Evaluation": "Net", "EvalFile": str(tmp_path / "a.net")}
    values = [
        analyse(slipping, "Expectimax", Limits(depth=3), {**options, "Star": star}).score.value
        for star in ("off", "Star1", "Star2", "Auto")
    ]
    assert values == pytest.approx([values[0]] * 4)
    classic = Connect4Position()
    found = {analyse(classic, search, Limits(depth=5), options).score.value for search in ("Minimax", "AlphaBeta")}
    assert len(found) == 1


def test_a_file_comes_back_and_damage_is_refused_in_one_line(connect4: Network, tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    for known in (*map(random_network, positions()), connect4):
        network.write(known, path)
        assert network.read(path) == known
        assert path.stat().st_size < 2 * 2**20
    data = path.read_bytes()
    random = Random(1)
    for _ in range(300):
        broken = bytearray(data)
        kind = random.randrange(3)
        if kind == 0:
            broken = broken[: random.randrange(len(broken))]
        elif kind == 1:
            broken[random.randrange(len(broken))] ^= 1 << random.randrange(8)
        else:
            broken += bytes(random.randrange(1, 9))
        path.write_bytes(broken)
        try:
            found = network.read(path)
        except ValueError as fault:
            assert "\n" not in str(fault)
            assert "is no network" in str(fault)
        else:
            assert found.checksum == connect4.checksum  # a letter of its description has changed
    path.write_bytes(data.replace(b'{"', b'{"game": "chess", "', 1))
    with pytest.raises(ValueError, match=r"is no network: it says a thing twice$"):
        network.read(path)


def test_what_makes_no_sense_is_refused(connect4: Network) -> None:
    inputs = connect4.inputs
    for changes in (
        {"hidden": 33},
        {"hidden": 512},
        {"buckets": 9},
        {"scale": 0},
        {"unit": 32},
        {"rows": array("h", [32000]) + connect4.rows[1:]},
        {"weights": array("h", [128]) + connect4.weights[1:]},
        {"rows": connect4.rows[1:]},
        {"inputs": Inputs(128, 42, (*range(1, 128), 0), inputs.names)},
        {"inputs": Inputs(128, 129, inputs.mirror, inputs.names)},
        {"inputs": Inputs(128, 42, inputs.mirror, ("a",) * 128)},
        {"inputs": replace(inputs, anchors=(0,))},
        {"inputs": replace(inputs, image=tuple(range(128)), anchors=(32,) * 128)},
        {"inputs": replace(inputs, image=(128,) * 128, anchors=(0,) * 128)},
        {"inputs": replace(inputs, image=(1, 0, *range(2, 128)), anchors=(0,) * 128)},
    ):
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            replace(connect4, **changes)


def test_only_a_sound_network_is_laid_out(connect4: Network) -> None:
    """A network is checked when it is made. Numbers that were changed since are checked again."""
    for name, value in (("hidden", 2**28), ("buckets", 10**6), ("rows", array("h"))):
        changed = replace(connect4)
        object.__setattr__(changed, name, value)
        with pytest.raises(ValueError, match=r"not|other sizes"):
            net.Net(changed)
    changed = replace(connect4, rows=connect4.rows[:])
    del changed.rows[100:]
    with pytest.raises(ValueError, match="other sizes"):
        NetPath("some.net", changed)
    for foreign in (None, type("Network", (), vars(connect4))()):
        with pytest.raises(TypeError, match="takes a Network"):
            net.Net(foreign)  # type: ignore[arg-type]
    for scale in (0.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="a number above 0"):
            net.Layers(net.Net(connect4), scale)


def test_what_becomes_of_a_network_does_not_matter_to_its_net(connect4: Network) -> None:
    options = {**options_of(Connect4Position()), "Evaluation": "Net", "EvalFile": NetPath("some.net", connect4)}
    values = []
    for hidden in (connect4.hidden, 1, 2**24):
        object.__setattr__(connect4, "hidden", hidden)
        position = Connect4Position()
        position.configure(options)
        values.append(position.value())
    assert len(set(values)) == 1


class Fickle(tuple[int, ...]):
    """Numbers that are others after `looks` looks at them."""

    looks = 0

    def __iter__(self) -> Iterator[int]:
        self.looks -= 1
        return super().__iter__() if self.looks >= 0 else iter([10**6] * len(self))


def test_what_is_said_of_inputs_is_looked_at_as_it_is_read() -> None:
    known = random_network(ChessPosition())
    inputs = known.inputs
    for name in ("mirror", "image", "anchors"):
        fickle = Fickle(getattr(inputs, name))
        changed = replace(known, inputs=replace(inputs))
        object.__setattr__(changed.inputs, name, fickle)
        complaints = []
        for looks in range(10):
            fickle.looks = looks
            try:
                net.Net(changed)
            except ValueError as error:
                complaints.append(str(error))
        assert 2 <= len(complaints) < 10
        assert complaints[-1] == "the inputs of a network changed while they were read"

    class Evil(Inputs):
        pass

    with pytest.raises(TypeError, match="takes a Network"):
        net.Net(replace(known, inputs=Evil(**vars(inputs))))


def test_numbers_of_inputs_that_were_changed_are_refused(tmp_path: Path) -> None:
    network.write(random_network(Row()), tmp_path / "a.net")
    position = configured(Row(), tmp_path / "a.net")
    assert position.network is not None
    for number in (10**6, -1):
        position.network.inputs.numbers["turn 0"] = number
        with pytest.raises(ValueError, match="were changed"):
            position.features()


def test_a_network_larger_than_a_file_may_be_is_none() -> None:
    known = random_network(ChessPosition(), hidden=256, buckets=1)
    same = tuple(range(known.inputs.count))

    def make(sets: int) -> Network:
        inputs = replace(known.inputs, mirror=same, image=same, anchors=(2 * (sets - 1),) * len(same))
        return replace(known, inputs=inputs, rows=array("h", bytes(2 * 256 * len(same) * sets)))

    fits = int(network.MOST_BYTES * 2**20) // (2 * 256 * len(same))
    make(fits)
    with pytest.raises(ValueError, match=f"more than {network.MOST_BYTES} MB"):
        make(fits + 1)


class Unsteady(Row):
    """One of its own calls configures it anew, during its evaluation."""

    options: Any = None
    calls = 0

    def change(self) -> None:
        self.calls -= 1
        if self.options is not None and self.calls == 0:
            options, self.options = self.options, None
            self.configure(options)

    def diagram(self, last: str = "") -> Diagram:
        self.change()
        return super().diagram(last)

    def player(self) -> int:
        self.change()
        return super().player()


@pytest.mark.parametrize("evaluation", ["Auto", "Net"])
def test_a_position_may_be_configured_while_it_is_evaluated(evaluation: str, tmp_path: Path) -> None:
    for name, hidden in (("one", 32), ("other", 256)):
        network.write(random_network(Unsteady(), hidden=hidden), tmp_path / name)
    for calls in range(1, 5):
        position = Unsteady()
        options = {**options_of(position), "Evaluation": "Net", "EvalFile": str(tmp_path / "one")}
        position.configure(options)
        position.options = {**options, "Evaluation": evaluation, "EvalFile": str(tmp_path / "other")}
        position.calls = calls
        position.features()
        assert position.options is None
        assert (position.network is None) == (evaluation == "Auto")


@pytest.mark.parametrize("worth", [1e-3, 150.5])
def test_no_guess_is_worth_as_much_as_a_win(worth: float, tmp_path: Path) -> None:
    """However little a win is worth, the network's values lie within half of it, in the same order."""
    values: list[float] = []
    for offset in (-(2**31), -1000, 0, 1000, 2**31 - 1):
        position = Row()
        position.set_decisive(worth)
        known = random_network(position)
        calm = replace(
            known, weights=array("h", [0]) * len(known.weights), offsets=array("i", [offset] * known.buckets)
        )
        network.write(calm, tmp_path / "a.net")
        values.append(configured(position, tmp_path / "a.net").features()["H_0"])
    assert values == sorted(values) and values[2] == 0
    assert -worth / 2 < values[0] == -values[-1] < -worth / 4


def test_a_game_in_plain_python_tells_what_its_network_says(tmp_path: Path) -> None:
    """And not the guess of its own `value`."""
    network.write(random_network(Row()), tmp_path / "a.net")
    position = configured(Row(), tmp_path / "a.net")
    for _ in range(3):
        sign = 1 if position.player() == 0 else -1
        assert position.static_value() == sign * position.features()["H_0"] != position.value() == 0
        position.play(position.moves()[0])
    position.configure(options_of(position))
    assert position.static_value() == 0


@pytest.mark.parametrize(
    ("position", "name"),
    [
        (Row(), "Windows"),
        (Connect4Position(), "Material"),
        (ChessPosition(), "Windows"),
        (HiloPosition(5), "Net"),  # which no network can evaluate
    ],
)
def test_an_evaluation_of_another_game_is_refused(position: Position[Any], name: str) -> None:
    with pytest.raises(ValueError, match=f"has no evaluation {name}"):
        position.configure({**options_of(position), "Evaluation": name})


def test_a_game_that_lists_less_than_it_says_is_refused(tmp_path: Path) -> None:
    class More(ChessPosition):
        network_inputs = Inputs(1024, 32, tuple(range(1024)), tuple(map(str, range(1024))))

    position = More()
    network.write(random_network(position), tmp_path / "a.net")
    with pytest.raises(ValueError, match="lists other inputs than it says"):
        position.configure({**options_of(position), "Evaluation": "Net", "EvalFile": str(tmp_path / "a.net")})


def test_a_network_takes_the_place_of_files_alone(connect4: Network, tmp_path: Path) -> None:
    for path in (Path("/dev/null"), tmp_path):
        with pytest.raises(ValueError, match="not a regular file"):
            network.write(connect4, path)
    with pytest.raises(OSError, match="No such file") as raised:
        network.write(connect4, tmp_path / "none" / "a.net")
    assert raised.value.filename == str(tmp_path / "none" / "a.net")
    assert not list(tmp_path.iterdir())


def net_of(game: str, fen: str | None = None) -> Position[Any]:
    """A position that the shipped network evaluates."""
    options = {**options_for(games.find(game)), "Evaluation": "Net"}
    position = games.find(game).start(fen, options)
    position.configure(options)
    return position


def test_what_the_game_knows_no_network_is_asked() -> None:
    for fen, known in (("8/8/8/4k3/8/8/3Q4/3K4 w - - 0 1", True), ("8/8/4p3/4k3/8/8/3Q4/3K4 w - - 0 1", False)):
        position = net_of("chess", fen)
        assert (position.network is None) == known == (not contributions(position))


def test_play_goes_on_with_what_was_there(connect4: Network, tmp_path: Path) -> None:
    session = Session(ChessPosition())
    good, foreign, cut = tmp_path / "good.net", tmp_path / "foreign.net", tmp_path / "cut.net"
    network.write(random_network(session.position), good)
    network.write(connect4, foreign)
    cut.write_bytes(good.read_bytes()[:-1])
    session.set_option("Evaluation", "Net")
    session.set_option("EvalFile", str(good))
    before = session.search(Limits(depth=3)).score
    for bad, reason in (
        (cut, "cut short"),
        (foreign, "of connect4, not of chess"),
        (tmp_path / "none.net", "No such file"),
        (tmp_path, "is no network"),
    ):
        with pytest.raises(ValueError, match=reason):
            session.set_option("EvalFile", str(bad))
        assert session.options["EvalFile"] == str(good)
    good.unlink()  # it is in memory
    assert session.search(Limits(depth=3)).score == before


def test_networks_that_ship_suit_their_games() -> None:
    for name in ("chess", "connect4"):
        known = net_of(name).network
        assert known is not None and known.game == name


def test_the_network_that_ships_knows_what_men_are_worth() -> None:
    """The side with a queen, rook, knight or pawn more is ahead, by more for a larger piece, whoever is to move."""
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {} KQkq - 0 1"
    for turn in "wb":
        less = ("PPPP1PPP", "R1BQKBNR", "1NBQKBNR", "RNB1KBNR")  # ranks of White's with a man less
        fens = [start.format(turn).replace("PPPPPPPP" if "P" in men else "RNBQKBNR", men) for men in less]
        values = [net_of("chess", fen).value() for fen in fens]
        assert 0 > values[0] > values[1] > values[2] > values[3]
    assert abs(net_of("chess", start.format("w")).value() + net_of("chess", start.format("b")).value()) < 60


def test_a_path_is_sent_to_other_processes(connect4: Network, tmp_path: Path) -> None:
    network.write(connect4, tmp_path / "a.net")
    path = NetPath(str(tmp_path / "a.net"))
    (tmp_path / "a.net").unlink()  # which is not read again
    sent = pickle.loads(pickle.dumps(path))
    assert sent == path
    assert sent.net.identity == path.net.identity
