"""Networks: their files, what they say of positions, and the searches that ask them."""

from __future__ import annotations

import os
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
    Limits,
    Position,
    PythonPosition,
    Session,
    TicTacToePosition,
    Win,
    analyse,
    games,
)
from oddsfish.engine.display.diagram import Diagram, Symbol
from oddsfish.engine.games.chess.position import ChessPosition
from oddsfish.engine.net import layers as net
from oddsfish.engine.net import network, reference
from oddsfish.engine.net.inputs import Inputs
from oddsfish.engine.net.network import Network
from oddsfish.engine.net.path import NetPath
from oddsfish.engine.net.reference import contributions
from oddsfish.engine.options import Value, options_for, options_of
from random_networks import name_of, random_network


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


def positions() -> list[Position[Any]]:
    return [game.start(None, options_for(game)) for game in games.shipped().values() if game.networks] + [Row()]


every_game = pytest.mark.parametrize("position", positions(), ids=name_of)
kinds = pytest.mark.parametrize("kind", net.kinds())


@pytest.fixture
def every_kind_afterwards() -> Iterator[None]:
    yield
    net.use_kind(net.kinds()[-1])


def configured(position: Position[Any], path: Path) -> Position[Any]:
    options = options_of(position)
    options.set("Evaluation", "Net")
    options.set("EvalFile", str(path))
    twin = position.clone()
    twin.configure(options)
    return twin


@every_game
@kinds
@pytest.mark.usefixtures("every_kind_afterwards")
def test_values_are_those_of_the_reference(position: Position[Any], kind: str, tmp_path: Path) -> None:
    """On random ways forward and back, so that the hidden layers follow from whatever was evaluated before."""
    net.use_kind(kind)
    hidden, buckets = (256, 8) if position.game == "chess" else (32, 4)
    known = random_network(position, 2, hidden, buckets)
    network.write(known, tmp_path / "a.net")
    random = Random(3)
    seen = set()
    for _ in range(4):
        walked = configured(position, tmp_path / "a.net")
        played = 0
        for _ in range(60):
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


@kinds
@pytest.mark.usefixtures("every_kind_afterwards")
def test_kings_walk_from_anchor_to_anchor(kind: str, tmp_path: Path) -> None:
    """To every one in either view, and back to some by way of others, with pieces taken meanwhile."""
    net.use_kind(kind)
    chess = games.find("chess")
    options = options_for(chess)
    begun = chess.start("r3k3/pp6/8/8/8/8/5PPP/4K2R w Kq - 0 1", options)
    known = random_network(begun, 4, 64, 8)
    network.write(known, tmp_path / "a.net")
    random = Random(5)
    seen: set[tuple[bool, int]] = set()
    for _ in range(30):
        walked = configured(begun, tmp_path / "a.net")
        for _ in range(60):
            if walked.ending() is not None:
                break
            kings = [move for move in walked.moves() if walked.notation(move)[:2] in str(kings_of(walked))]
            walked.play(random.choice(kings or list(walked.moves())))
            active = walked.active_inputs()
            for other in (False, True):
                number = next(number for number in known.inputs.view(active, other)[1] if 320 <= number < 384)
                seen.add((other, number))
            wanted = reference.value(known, active, walked.player()) / walked.scale
            assert walked.features()["H_0"] * (-1 if walked.player() else 1) == wanted
    assert len(seen) > 50  # of 64: either king on the squares of a half


def kings_of(position: Position[Any]) -> list[str]:
    """The squares of both kings."""
    rows = position.fen().split()[0].split("/")
    board = ["".join(" " * int(each) if each.isdigit() else each for each in row) for row in rows]
    return [f"{'abcdefgh'[row.index(king)]}{8 - at}" for king in "Kk" for at, row in enumerate(board) if king in row]


def test_anchors_turn_views(tmp_path: Path) -> None:
    """A position without rights to castle is worth what its mirror image is."""
    chess = games.find("chess")
    begun = chess.start(None, options_for(chess))
    known = random_network(begun)
    network.write(known, tmp_path / "a.net")
    for fen, image in (
        ("r3k3/pp4q1/8/8/8/8/5PPP/4K2R w - - 0 1", "3k3r/1q4pp/8/8/8/8/PPP5/R2K4 w - - 0 1"),
        ("8/2k5/8/5n2/8/8/1KB5/8 b - - 0 1", "8/5k2/8/2n5/8/8/5BK1/8 b - - 0 1"),
    ):
        values = [
            configured(chess.start(each, options_for(chess)), tmp_path / "a.net").features()["H_0"]
            for each in (fen, image)
        ]
        assert values[0] == values[1] != 0


def test_a_colour_flipped_chess_position_is_worth_the_same(tmp_path: Path) -> None:
    chess = games.find("chess")
    position = chess.start(None, options_for(chess))
    network.write(random_network(position), tmp_path / "a.net")
    for fen, flipped in (
        ("4k3/pp6/8/3q4/8/2N5/PPP5/4K2R w - - 0 1", "4k2r/ppp5/2n5/8/3Q4/8/PP6/4K3 b - - 0 1"),
        ("r3k3/8/5b2/8/3P4/8/8/4K3 b - - 0 1", "4k3/8/8/3p4/8/5B2/8/R3K3 w - - 0 1"),
    ):
        options = options_for(chess)
        one = configured(chess.start(fen, options), tmp_path / "a.net")
        other = configured(chess.start(flipped, options), tmp_path / "a.net")
        assert one.value() == -other.value() != 0


@every_game
def test_searches_ask_it(position: Position[Any], tmp_path: Path) -> None:
    """A search of depth 1 finds the best of what the network says behind each move."""
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
    """Star2 and AlphaBeta with a network: what a game knows of the bounds of its own evaluation does not hold."""
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


def test_a_file_comes_back(tmp_path: Path) -> None:
    for position in positions():
        known = random_network(position)
        network.write(known, tmp_path / "a.net")
        assert network.read(tmp_path / "a.net") == known
        assert len((tmp_path / "a.net").read_bytes()) < 2 * 2**20


def test_damage_is_refused_in_one_line(tmp_path: Path) -> None:
    known = random_network(Connect4Position())
    path = tmp_path / "a.net"
    network.write(known, path)
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
            assert found.checksum == known.checksum  # a letter of what it says about itself


def test_a_header_that_says_a_thing_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    network.write(random_network(Connect4Position()), path)
    path.write_bytes(path.read_bytes().replace(b'{"', b'{"game": "chess", "', 1))
    with pytest.raises(ValueError, match=r"is no network: it says a thing twice$"):
        network.read(path)


def test_what_makes_no_sense_is_refused() -> None:
    known = random_network(Connect4Position())
    for changes in (
        {"hidden": 33},
        {"hidden": 512},
        {"buckets": 9},
        {"scale": 0},
        {"unit": 32},
        {"rows": array("h", [32000]) + known.rows[1:]},
        {"weights": array("h", [128]) + known.weights[1:]},
        {"rows": known.rows[1:]},
        {"inputs": Inputs(128, 42, (*range(1, 128), 0), known.inputs.names)},
        {"inputs": Inputs(128, 129, known.inputs.mirror, known.inputs.names)},
        {"inputs": Inputs(128, 42, known.inputs.mirror, ("a",) * 128)},
        {"inputs": replace(known.inputs, anchors=(0,))},
        {"inputs": replace(known.inputs, image=tuple(range(128)), anchors=(32,) * 128)},
        {"inputs": replace(known.inputs, image=tuple(range(128)), anchors=(2,) * 128)},
        {"inputs": replace(known.inputs, image=(128,) * 128, anchors=(0,) * 128)},
        {"inputs": replace(known.inputs, image=(*range(1, 128), 0), anchors=(0,) * 128)},
        {"inputs": replace(known.inputs, image=(1, 0, *range(2, 128)), anchors=(0,) * 128)},
    ):
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            replace(known, **changes)


def test_only_a_sound_network_is_laid_out() -> None:
    """A network is what it was when it was made; numbers that somebody has changed since are looked at again."""
    known = random_network(Connect4Position())
    for name, value in (("hidden", 2**28), ("buckets", 10**6), ("rows", array("h"))):
        changed = replace(known)
        object.__setattr__(changed, name, value)
        with pytest.raises(ValueError, match=r"not|other sizes"):
            net.Net(changed)
    changed = replace(known, rows=known.rows[:])
    del changed.rows[100:]
    with pytest.raises(ValueError, match="other sizes"):
        NetPath("some.net", changed)
    for foreign in (None, 3, type("Network", (), vars(known))()):
        with pytest.raises(TypeError, match="takes a Network"):
            net.Net(foreign)  # type: ignore[arg-type]
    for scale in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="a number above 0"):
            net.Layers(net.Net(known), scale)


def test_what_becomes_of_a_network_does_not_matter_to_its_net() -> None:
    known = random_network(Connect4Position(), hidden=64)
    path = NetPath("some.net", known)
    options = {**options_of(Connect4Position()), "Evaluation": "Net", "EvalFile": path}
    position = Connect4Position()
    position.configure(options)
    before = position.value()
    for hidden in (1, 2**24):
        object.__setattr__(known, "hidden", hidden)
        position = Connect4Position()
        position.configure(options)
        assert position.value() == before


class Fickle(tuple[int, ...]):
    """Numbers that are others after some looks."""

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
    count, hidden = 1024, 256
    names = tuple(map(str, range(count)))

    def make(sets: int) -> Network:
        anchors = (2 * (sets - 1),) * count
        return Network(
            game="none",
            inputs=Inputs(count, 42, range(count), names, range(count), anchors),
            hidden=hidden,
            buckets=1,
            scale=400,
            unit=128,
            about="",
            version="0",
            rows=array("h", bytes(2 * sets * count * hidden)),
            biases=array("h", bytes(2 * hidden)),
            weights=array("h", bytes(4 * hidden)),
            offsets=array("i", bytes(4)),
        )

    make(3)
    with pytest.raises(ValueError, match="more than 2 MB"):
        make(4)


class Unsteady(Row):
    """It is configured anew by some call of its own: while it is asked what it is worth."""

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


@pytest.mark.parametrize("calls", range(1, 5))
@pytest.mark.parametrize("evaluation", ["Auto", "Net"])
def test_a_position_may_be_configured_while_it_is_evaluated(evaluation: str, calls: int, tmp_path: Path) -> None:
    position = Unsteady()
    options = options_of(position)
    for name, hidden in (("one", 32), ("other", 256)):
        network.write(random_network(position, hidden=hidden), tmp_path / name)
    options.set("Evaluation", "Net")
    options.set("EvalFile", str(tmp_path / "one"))
    position.configure(options)
    options.set("Evaluation", evaluation)
    options.set("EvalFile", str(tmp_path / "other"))
    position.options, position.calls = options, calls
    position.features()
    assert position.options is None
    assert (position.network is None) == (evaluation == "Auto")


@pytest.mark.parametrize("worth", [1e-3, 1, 100, 150.5])
def test_no_guess_is_worth_as_much_as_a_win(worth: float, tmp_path: Path) -> None:
    """However little a win is worth: what a network says then lies within half of it, in the same order."""
    values: list[float] = []
    for offset in (-(2**31), -(10**6), -1000, 0, 1000, 10**6, 2**31 - 1):
        position = Row()
        position.set_decisive(worth)
        known = random_network(position)
        calm = replace(
            known, weights=array("h", [0]) * len(known.weights), offsets=array("i", [offset] * known.buckets)
        )
        network.write(calm, tmp_path / "a.net")
        values.append(configured(position, tmp_path / "a.net").features()["H_0"])
    assert values == sorted(values) and values[3] == 0
    assert -worth / 2 < values[0] == -values[-1] < -worth / 4


def test_a_game_in_plain_python_tells_what_its_network_says(tmp_path: Path) -> None:
    """And not what its own `value` guesses."""
    network.write(random_network(Row()), tmp_path / "a.net")
    position = configured(Row(), tmp_path / "a.net")
    for _ in range(3):
        sign = 1 if position.player() == 0 else -1
        assert position.static_value() == sign * position.features()["H_0"] != position.value() == 0
        position.play(position.moves()[0])
    position.configure(options_of(position))
    assert position.static_value() == 0


@pytest.mark.parametrize("position", [Row(), TicTacToePosition(), Connect4Position(), ChessPosition()])
def test_an_evaluation_of_another_game_is_refused(position: Position[Any]) -> None:
    name = "Windows" if not isinstance(position, Connect4Position) else "Material"
    options = options_of(position)
    options.set("Evaluation", name)
    with pytest.raises(ValueError, match=f"has no evaluation {name}"):
        position.configure(options)


def test_a_network_that_is_refused_changes_nothing(tmp_path: Path) -> None:
    chess = games.find("chess")
    options = options_for(chess)
    options.set("Evaluation", "Simplified")
    position = chess.start(None, options)
    position.configure(options)
    position.play("e2e4")
    before = position.value()
    network.write(random_network(Connect4Position()), tmp_path / "a.net")
    with pytest.raises(ValueError, match="of connect4"):
        position.configure({**options, "Evaluation": "Net", "EvalFile": str(tmp_path / "a.net")})
    assert position.value() == before


def test_a_game_that_lists_less_than_it_says_is_refused(tmp_path: Path) -> None:
    class More(ChessPosition):
        network_inputs = Inputs(1024, 32, tuple(range(1024)), tuple(map(str, range(1024))))

    position = More()
    network.write(random_network(position), tmp_path / "a.net")
    options = options_for(games.find("chess"))
    options.set("Evaluation", "Net")
    with pytest.raises(ValueError, match="lists other inputs than it says"):
        position.configure({**options, "EvalFile": str(tmp_path / "a.net")})


def test_a_network_takes_the_place_of_files_alone(tmp_path: Path) -> None:
    known = random_network(Connect4Position())
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", tmp_path):
        with pytest.raises(ValueError, match="not a regular file"):
            network.write(known, path)
    with pytest.raises(OSError, match="No such file") as raised:
        network.write(known, tmp_path / "none" / "a.net")
    assert raised.value.filename == str(tmp_path / "none" / "a.net")
    assert [path.name for path in tmp_path.iterdir()] == ["fifo"]


def test_what_the_game_knows_no_network_is_asked() -> None:
    chess = games.find("chess")
    options = options_for(chess)
    options.set("Evaluation", "Net")
    for fen, known in (("8/8/8/4k3/8/8/3Q4/3K4 w - - 0 1", True), ("8/8/4p3/4k3/8/8/3Q4/3K4 w - - 0 1", False)):
        position = chess.start(fen, options)
        position.configure(options)
        assert (position.network is None) == known == (not contributions(position))


def test_play_goes_on_with_what_was_there(tmp_path: Path) -> None:
    chess = games.find("chess")
    session = Session(chess.start(None, options_for(chess)))
    good, foreign, cut = tmp_path / "good.net", tmp_path / "foreign.net", tmp_path / "cut.net"
    network.write(random_network(session.position), good)
    network.write(random_network(Connect4Position()), foreign)
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


def test_a_game_that_no_network_can_evaluate_says_so(tmp_path: Path) -> None:
    hilo = games.find("hilo")
    position = hilo.begin("5", options_for(hilo))
    options = options_of(position)
    options.set("Evaluation", "Net")
    with pytest.raises(ValueError, match="hilo has no evaluation Net"):
        position.configure(options)


def test_the_network_that_ships_knows_what_men_are_worth() -> None:
    """Whoever has a queen, a rook, a knight or a pawn more is ahead, by more for a larger piece, from either side."""
    chess = games.find("chess")
    options = options_for(chess)
    options.set("Evaluation", "Net")

    def value(fen: str) -> float:
        position = chess.start(fen, options)
        position.configure(options)
        return position.value()

    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {} KQkq - 0 1"
    for turn in "wb":
        less = ("PPPP1PPP", "R1BQKBNR", "1NBQKBNR", "RNB1KBNR")  # of White's
        values = [
            value(start.format(turn).replace("PPPPPPPP" if "P" in pieces else "RNBQKBNR", pieces)) for pieces in less
        ]
        assert 0 > values[0] > values[1] > values[2] > values[3]
    assert abs(value(start.format("w")) + value(start.format("b"))) < 60  # the move is worth something


@pytest.mark.parametrize("name", ["chess", "connect4"])
def test_what_ships_suits_its_game(name: str) -> None:
    game = games.find(name)
    options = options_for(game)
    options.set("Evaluation", "Net")
    position = game.start(None, options)
    position.configure(options)
    assert position.network is not None
    assert position.network.game == name


def test_a_path_is_sent_to_other_processes(tmp_path: Path) -> None:
    network.write(random_network(Connect4Position()), tmp_path / "a.net")
    path = NetPath(str(tmp_path / "a.net"))
    (tmp_path / "a.net").unlink()  # which is not read again
    sent = pickle.loads(pickle.dumps(path))
    assert sent == path
    assert sent.net.identity == path.net.identity
