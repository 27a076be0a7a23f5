"""Whatever Python calls, in whatever order, is answered or refused, and what is refused changes nothing."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import chess
import pytest
import trained
from conformance.games import EXAMPLES, NEARLY_FULL
from oddsfish.engine import (
    Limits,
    Position,
    PythonPosition,
    Session,
    Win,
    analyse,
    verbose,
)
from oddsfish.engine.display import (
    tree,
)
from oddsfish.engine.games.chess.position import ChessPosition
from oddsfish.engine.games.connect4 import cfour
from oddsfish.engine.games.connect4.position import Connect4Position
from oddsfish.engine.games.hilo.position import HiloPosition
from oddsfish.engine.options import Options
from oddsfish.engine.position import DEEPEST
from oddsfish.engine.searches import find, for_any_game
from oddsfish.engine.searches.factory import create
from oddsfish.engine.searches.table import Table
from oddsfish.engine.support.text import one_line, printable
from oddsfish.matches.openings.setups import plain_name
from oddsfish.protocols.errors import failure_text
from trained import TRAINED

SMALL_STACK = 256 * 1024  # bytes
MAIN_STACK = 768  # KiB, of which Python itself needs some
TOGETHER = 0.3  # seconds that two threads disturb each other
PATIENCE = 20.0
SLOW = 60.0  # seconds after which something hangs

# What is no move of any game here, and what asking for it raises.
NO_MOVES: tuple[Any, ...] = (
    -1, 5, 7, 8, 63, 255, 999, 2**16, 2**31, 2**32 - 1, 2**32, 10**30, -(10**30), 3.5, float("nan"), None, b"e2e4", [],
    {}, (1,), object, "", " ", "e2e5", "P@d9", "d>z", "low 0", "low 14", "high  3", "9", "z", "\0", "é" * 100, "e7e8k",
)  # fmt: skip
DOCUMENTED = (ValueError, TypeError, AttributeError, IndexError, OverflowError)

GAMES: dict[str, Callable[[], Position[Any]]] = {
    "chess": ChessPosition,
    "chess mate": lambda: ChessPosition("6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1"),
    "chess bare": lambda: ChessPosition("8/5k2/8/3r4/8/2K5/4R3/8 w - - 97 90"),
    "chess960": lambda: ChessPosition("1rk2r2/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/1RK2R2 w FBfb - 0 1", True),
    "connect4": Connect4Position,
    "connect4 drops": lambda: Connect4Position(cfour.START, drops=True),
    "full board": lambda: Connect4Position(rules="fullboard"),
    "slip": lambda: Connect4Position(weights=(3, 1, 1)),
    "full board slip": lambda: Connect4Position(NEARLY_FULL, "fullboard", (3, 1, 1)),
    "hilo": lambda: HiloPosition(5),
    "hilo long": lambda: HiloPosition(7, 1.0, 64),
    "hilo over": lambda: HiloPosition(7, 1.0, 0),
}
games = pytest.mark.parametrize("game", GAMES)
searches = pytest.mark.parametrize("search", for_any_game())


def make(game: str) -> Position[Any]:
    return GAMES[game]()


def face(position: Position[Any]) -> tuple[Any, ...]:
    moves = position.moves()
    return (
        position.fen(),
        position.player(),
        position.ending(),
        position.value(),
        position.table_key(3),
        [(position.notation(move), position.chances(move)) for move in moves],
    )


def certain(position: Position[Any]) -> list[Any]:
    return [code for move in position.moves() for code, _ in position.chances(move) or [(move, 1.0)]]


def refused(position: Position[Any], what: str, *arguments: Any, by: Any = DOCUMENTED) -> None:
    before = face(position)
    with pytest.raises(by):
        getattr(position, what)(*arguments)
    assert face(position) == before


@games
@pytest.mark.parametrize("seed", range(4))
def test_random_calls_right_and_wrong(game: str, seed: int) -> None:
    """Beside the position a list of all its faces is kept: what `undo` must bring back."""
    random = Random(seed)
    position = make(game)
    faces = [face(position)]
    clones: list[tuple[Position[Any], list[Any]]] = []
    for _ in range(150):
        call = random.randrange(10)
        legal = certain(position)
        texts = [position.notation(move) for move in legal]
        if call <= 4 and legal:
            number = random.randrange(len(legal))
            position.play(random.choice((legal[number], texts[number])))
            assert face(position) != faces[-1]
            faces.append(face(position))
        elif call == 5 and len(faces) > 1:
            position.undo()
            faces.pop()
        elif call == 6:
            clones.append((position.clone(), list(faces)))
            position, faces = random.choice(clones)
            position, faces = position.clone(), list(faces)
        elif call == 7:
            unclear = [move for move in position.moves() if position.chances(move)]
            for move in unclear:  # what it turns into has to be said
                refused(position, "play", move, by=ValueError)
        else:
            wrong = random.choice(NO_MOVES)
            if not is_certain(position, wrong):
                refused(position, "play", wrong, by=ValueError if isinstance(wrong, str | int) else DOCUMENTED)
            for method in ("chances", "notation", "parse", "parse_certain", "read"):
                before = face(position)
                with suppress(*DOCUMENTED):
                    getattr(position, method)(wrong)
                assert face(position) == before
        assert face(position) == faces[-1]
    while len(faces) > 1:
        position.undo()
        faces.pop()
        assert face(position) == faces[-1]
    for _ in range(130):
        refused(position, "undo", by=IndexError)
    for clone, behind in clones:
        for expected in behind[-2::-1]:
            clone.undo()
            assert face(clone) == expected
        refused(clone, "undo", by=IndexError)


def is_certain(position: Position[Any], move: object) -> bool:
    """Whether it can be played, by number or text."""
    legal = certain(position)
    if isinstance(move, str):
        with suppress(ValueError):
            return position.parse_certain(move) in legal
        return False
    return isinstance(move, int) and move in legal


@games
def test_a_game_that_is_over_can_be_taken_back_only(game: str) -> None:
    random = Random(game)
    position = make(game)
    start = face(position)
    played = 0
    while (legal := certain(position)) and played < 600:
        position.play(random.choice(legal))
        played += 1
    if not legal:
        for move in (*range(8), *NO_MOVES, "a", "e2e4", "low", "low 3", "P@a1"):
            refused(position, "play", move)
        assert position.table_key() == position.clone().table_key()
        assert position.count_sequences(0) == 1
        assert position.count_sequences(5) == 0
        assert analyse(position, "Minimax", Limits(depth=2)).move is None
    for _ in range(played):
        position.undo()
    assert face(position) == start
    refused(position, "undo", by=IndexError)


@pytest.mark.parametrize("seed", range(3))
def test_draws_that_end_a_search_end_no_game(seed: int) -> None:
    """Threefold repetitions, the clock and bare kings: play goes on, by the rules of python-chess."""
    random = Random(seed)
    position = ChessPosition("8/5k2/8/3r4/8/2K5/4R3/8 w - - 60 90")
    board = chess.Board(position.fen())
    for _ in range(200):
        if not board.move_stack or random.random() < 0.9:
            move = random.choice(list(board.legal_moves)).uci()
            board.push_uci(move)
            position.play(move)
        else:
            board.pop()
            position.undo()
        assert position.fen() == board.fen()
        assert set(map(position.notation, position.moves())) == {move.uci() for move in board.legal_moves}
        if board.is_game_over():
            break
    shuffled = ChessPosition()
    for _ in range(40):
        for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
            shuffled.play(move)
    assert shuffled.ending() == 0.0
    assert len(shuffled.moves()) == 20
    for _ in range(160):
        shuffled.undo()
    assert shuffled.fen() == ChessPosition().fen()


class Stopping(PythonPosition):
    """A game of which one method raises StopIteration, when it is called for the so-manieth time."""

    def __init__(self, method: str, calls: int) -> None:
        super().__init__()
        self.method, self.calls = method, calls
        self.played: list[int] = []

    def step(self, method: str) -> None:
        if method == self.method:
            self.calls -= 1
            if self.calls < 0:
                raise StopIteration(method)

    def moves(self) -> list[int]:
        self.step("moves")
        return [0, 1]

    def play(self, move: int) -> None:
        self.step("play")
        self.played.append(move)

    def undo(self) -> None:
        self.step("undo")
        self.played.pop()

    def ending(self) -> float | None:
        self.step("ending")
        return None if len(self.played) < 4 else 1.0

    def player(self) -> int:
        self.step("player")
        return len(self.played) % 2

    def value(self) -> float:
        self.step("value")
        return 0.0

    def notation(self, move: int) -> str:
        self.step("notation")
        return str(move)


@pytest.mark.parametrize("method", ["moves", "play", "undo", "ending", "player", "value", "notation"])
@pytest.mark.parametrize("ask", [analyse, verbose])
def test_a_stopiteration_of_a_game_is_raised_as_it_is(ask: Callable[..., object], method: str) -> None:
    """No generator on the way turns it into a RuntimeError, or takes it for its end."""
    for calls in range(100):
        try:
            ask(Stopping(method, calls), "AlphaBeta", Limits(depth=2))
        except StopIteration as stop:
            assert stop.args == (method,)
        else:
            assert calls > 0
            return
    raise AssertionError("it is called again and again")


UNPRINTABLE = "a\nb\x1b[31m\x9b\u202e\u2066\u200b\ufeff\xad\u2028"  # among them what turns the order of letters


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("name", ["EvalFile", "BookFile", "SyzygyPath", "Weights", "Model"])
def test_a_path_that_is_no_line_is_shown_as_one(
    name: str, there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(UNPRINTABLE)
    if there:
        path.write_text("nonsense")
    asks: list[Callable[[], object]] = [
        partial(analyse, ChessPosition(), "Predictive", Limits(depth=1), {name: str(path)})
    ]
    if name != "Model":  # which is read when it is needed
        asks.append(partial(Session(ChessPosition()).set_option, name, str(path)))
    for ask in asks:
        with pytest.raises(ValueError, match=r"a\\nb\\x1b") as refusal:
            ask()
        assert str(refusal.value).isprintable()


def test_what_is_no_line_is_shown_as_one() -> None:
    options = ("Hash", "Table", "Evaluation", "Search", "Without", "Opponent", UNPRINTABLE)
    asks: list[Callable[[], object]] = [
        *[partial(Session(ChessPosition()).set_option, name, UNPRINTABLE) for name in options],
        *[partial(analyse, ChessPosition(), "AlphaBeta", options={name: UNPRINTABLE}) for name in options],
        partial(analyse, ChessPosition(), UNPRINTABLE),
        partial(tree.build, ChessPosition(), UNPRINTABLE, 1),
    ]
    for ask in asks:
        with pytest.raises(ValueError) as refusal:
            ask()
        assert str(refusal.value).isprintable()


@pytest.mark.parametrize("letter", [*UNPRINTABLE[1:2], *UNPRINTABLE[8:]])
def test_a_name_turns_no_letters_round(letter: str) -> None:
    """Characters that are obeyed and not seen: Unicode's Cf and Cc."""
    assert letter not in one_line(f"x{letter}y")
    assert letter not in plain_name(f"x{letter}y")
    assert printable(f"x{letter}y") == f"x{letter!r}y".replace("'", "")
    assert letter not in failure_text(OSError(2, "gone", f"x{letter}y"))


class DerivedChess(ChessPosition):
    def __init__(self, *arguments: object) -> None:
        pass


class DerivedHilo(HiloPosition):
    def __init__(self, *arguments: object) -> None:
        pass


@pytest.mark.parametrize("kind", [ChessPosition, DerivedChess, Connect4Position, HiloPosition, DerivedHilo])
def test_a_position_that_was_never_initialised_is_one(kind: type[Position[Any]]) -> None:
    position = kind.__new__(kind)
    before = face(position)
    assert repr(position).startswith(kind.__name__)
    for move in NO_MOVES:
        if not is_certain(position, move):
            refused(position, "play", move)
    refused(position, "undo", by=IndexError)
    for move in certain(position):
        position.play(move)
        position.undo()
    assert face(position) == before == face(position.clone())
    assert position.count_sequences(2) >= 0
    analyse(position, limits=Limits(depth=2))
    position.__init__(*((5,) if isinstance(position, HiloPosition) else ()))  # type: ignore[misc]
    refused(position, "undo", by=IndexError)


def test_a_position_can_be_initialised_again() -> None:
    for game in GAMES:
        position = make(game)
        for move in certain(position)[:1]:
            position.play(move)
        position.__init__(*((5,) if isinstance(position, HiloPosition) else ()))  # type: ignore[misc]
        assert position.fen() == type(position)(*((5,) if isinstance(position, HiloPosition) else ())).fen()
        refused(position, "undo", by=IndexError)


def test_a_bare_position_has_nothing() -> None:
    position: Position[Any] = Position()
    assert position.moves() == []
    assert position.ending() is None
    for call in (position.clone, position.fen, lambda: position.notation(1), lambda: analyse(position)):
        with pytest.raises(NotImplementedError):
            call()
    with pytest.raises(ValueError, match="illegal move"):
        position.play(0)
    with pytest.raises(IndexError):
        position.undo()
    with pytest.raises(TypeError, match="moves, play, undo, ending"):
        PythonPosition()
    with pytest.raises(TypeError, match="moves, play, undo, ending"):
        PythonPosition.__new__(PythonPosition)


class Wordy(ChessPosition):
    """A derived class whose methods return anything."""

    said: Any = None

    def fen(self) -> Any:
        return self.said

    def clone(self) -> Any:
        return self.said

    def moves(self) -> Any:
        return self.said

    def notation(self, move: Any) -> Any:
        return self.said


@pytest.mark.parametrize("said", [None, "", "\n", " ", 5, [], (), [5], ["e2e4"], b"", object()])
def test_what_a_derived_class_returns_is_no_danger(said: Any) -> None:
    position = Wordy()
    position.said = said
    for call in (
        position.diagram,
        lambda: str(position),
        position._repr_svg_,
        position.moves,
        position.outcome,
        position.undo,
        lambda: repr(position),
        lambda: position.play("e2e4"),
        lambda: position.chances("e2e4"),
        lambda: position.parse("e2e4"),
        lambda: position.parse_certain("e2e4"),
        lambda: position.count_sequences(2),
        lambda: analyse(position, limits=Limits(depth=2)),
        lambda: Session(position).search(Limits(depth=2)),
    ):
        with suppress(*DOCUMENTED):
            call()


class Loaded(Random):
    """Dice that fall as somebody wants."""

    def __init__(self, drawn: Any) -> None:
        super().__init__(0)
        self.drawn = drawn

    def choices(self, *arguments: Any, **named: Any) -> Any:
        return self.drawn


@pytest.mark.parametrize("drawn", [None, [], (), [1, 2], "", 5, object()])
def test_what_a_random_returns_is_looked_at(drawn: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        HiloPosition(5).sample("low", Loaded(drawn))


@pytest.mark.parametrize("made", [None, 5, "self"])
def test_a_clone_that_is_none_is_refused(made: object) -> None:
    class Selfish(HiloPosition):
        def clone(self) -> Any:
            return self if made == "self" else made

    with pytest.raises(TypeError):
        Selfish(5).count_sequences(2)
    with pytest.raises(TypeError):
        Session(Selfish(5)).search(Limits(depth=2))


@games
@searches
def test_a_search_in_any_order(game: str, search: str) -> None:
    random = Random(game + search)
    position = make(game)
    other = ChessPosition()
    found = trained.create(search, position)
    ready = False
    for _ in range(120):
        call = random.randrange(9)
        depth = random.choice((-5, 0, 1, 1, 2, DEEPEST + 1, 10**6))
        if call == 0:
            found.begin(position, random.choice((None, Table(1))))
            ready = True
        elif call == 1:
            with pytest.raises((ValueError, TypeError)):
                found.begin(position, None, [10**6])
            ready = False
        elif call in (2, 3):
            found.node_limit = found.nodes + 500
            if ready and 1 <= depth <= DEEPEST:
                found.deepen(depth, random.choice((1, 3, 500)), random.choice((False, True)))
            else:
                with pytest.raises(ValueError):
                    found.deepen(depth)
        elif call == 4:
            moves = random.choice(([], [10**6], [2**32 - 1] * 3, *(line.moves for line in found.lines)))
            with suppress(ValueError, OverflowError):
                found.follow(moves)
        elif call == 5:
            with suppress(ValueError):
                found.static_value()
        elif call == 6:
            with suppress(ValueError):
                found.prefer(random.choice((-1, 0, 1, 500)))
        elif call == 7:
            found.halt()
        else:
            with pytest.raises(TypeError):
                found.begin(random.choice((None, 5, "position", found)))  # type: ignore[arg-type]
            # Refused before anything was changed: the search goes on where it was.
        assert found.nodes >= 0 and len(found.lines) <= 256
    found.begin(other)
    assert found.deepen(1)
    assert len(found.lines) == 20


@searches
def test_a_search_before_it_has_begun(search: str) -> None:
    found = find(search).create()
    assert found.lines == []
    for call in (
        lambda: found.deepen(1),
        found.static_value,
        lambda: found.follow([0]),
        lambda: found.follow([]),
        lambda: found.prefer(0),
    ):
        with pytest.raises(ValueError):
            call()
    found.halt()
    if search == "Predictive":
        with pytest.raises(ValueError, match="needs a trained model"):
            found.begin(ChessPosition())
        found.configure({**Options(), **TRAINED})
    found.begin(ChessPosition())  # without `configure`, too
    assert found.deepen(1)


def test_depths_past_the_last() -> None:
    for game in GAMES:
        position = make(game)
        for depth in (DEEPEST + 1, 8000, 2**31 - 1, -1, -(2**31)):
            with pytest.raises(ValueError, match="depth"):
                position.count_sequences(depth)
            with pytest.raises(ValueError):
                position.table_key(depth)
        for depth in (2**31, 10**30):
            with pytest.raises((ValueError, OverflowError)):
                position.count_sequences(depth)
        for plies in range(DEEPEST + 1):
            assert position.table_key(plies) >= 0
    assert HiloPosition(5, 1.0, 2).count_sequences(DEEPEST) == 0
    assert Connect4Position(NEARLY_FULL).count_sequences(DEEPEST) == 0


class Corridor(PythonPosition[int]):
    """A game without an end, in which each player has the same one move."""

    def moves(self) -> list[int]:
        return [0]

    def play(self, move: int) -> None:
        pass

    def undo(self) -> None:
        pass

    def ending(self) -> Win | float | None:
        return None


class Dice(Corridor):
    def chances(self, move: int) -> list[tuple[int, float]]:
        return [(0, 1.0)]


@searches
def test_an_endless_game_is_looked_into_as_deep_as_there_is_room(search: str) -> None:
    for game in (Corridor(), Dice()):
        for deepening in (False, True):
            result = analyse(game, search, Limits(depth=20_000), {"Deepening": deepening, **TRAINED})
            assert result.depth in (1, DEEPEST)  # Random and Predictive look no further than one
            assert result.score.value == 0
    assert Corridor().count_sequences(DEEPEST) == 1


@contextmanager
def threads_of(size: int) -> Iterator[None]:
    """Threads that are started inside have stacks of this size."""
    before = threading.stack_size(size)
    try:
        yield
    finally:
        threading.stack_size(before)


def on_threads(*runs: Callable[[], object]) -> None:
    """Run them side by side, each on a thread with a small stack; whatever they raise is raised here."""
    failures: list[BaseException] = []
    ready = threading.Event()  # the size of stacks is one setting for all: nobody changes it while others start

    def guard(run: Callable[[], object]) -> None:
        ready.wait()
        try:
            run()
        except BaseException as failure:  # noqa: BLE001 - raised below
            failures.append(failure)

    with threads_of(SMALL_STACK):
        threads = [threading.Thread(target=guard, args=(run,), daemon=True) for run in runs]
        for thread in threads:
            thread.start()
    ready.set()
    for thread in threads:
        thread.join(SLOW)
        assert not thread.is_alive()
    if failures:
        raise failures[0]


@searches
@pytest.mark.parametrize("star", ["off", "Star2"])
def test_a_caller_needs_no_stack(search: str, star: str) -> None:
    """Of any game, as deep as a search looks, from a thread with a stack that would not hold it."""
    positions = [*(make(game) for game in GAMES), *(example.make() for example in EXAMPLES), Corridor(), Dice()]

    def look() -> None:
        for position in positions:
            for depth in (64, DEEPEST):
                options: dict[str, Any] = {"Deepening": False, "Star": star, "MultiPV": 256, **TRAINED}
                assert analyse(position, search, Limits(depth=depth, nodes=1500), options).nodes <= 1500

    on_threads(look)


SHALLOW_STACK = """
from oddsfish.engine import *

class Dice(PythonPosition):
    def __init__(self): self.played = []
    def moves(self): return [0, 1]
    def play(self, move): self.played.append(move)
    def undo(self): self.played.pop()
    def ending(self): return None
    def chances(self, move): return [(move, 0.5), (move + 10, 0.5)]

slipping = Connect4Position("7/7/7/7/7/7 r 1", "fullboard", (3, 1, 1))
for position in Dice(), slipping, HiloPosition(5, 1.0, 60), ChessPosition():
    for search in "Minimax", "AlphaBeta", "Expectimax":
        for star in "off", "Star2":
            for depth in range(14, 19):
                options = {"Deepening": False, "Star": star, "Table": True, "Hash": 1}
                analyse(position, search, Limits(depth=depth, nodes=2000), options)
assert HiloPosition(5, 1.0, 3).count_sequences(16) == 0
print("well")
"""  # fmt: skip


def test_the_main_thread_needs_little_stack() -> None:
    """A shallow search runs there: where all that it has is less than any system gives it."""
    limited = f"ulimit -s {MAIN_STACK} && exec {shlex.quote(sys.executable)} -c {shlex.quote(SHALLOW_STACK)}"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, timeout=SLOW, check=False)
    assert (done.stdout, done.stderr) == ("well\n", "")


def test_a_counter_needs_no_stack() -> None:
    def look() -> None:
        assert Corridor().count_sequences(64) == 1
        assert Dice().count_sequences(64) == 1
        assert HiloPosition(5, 1.0, 3).count_sequences(64) == 0
        assert Connect4Position(NEARLY_FULL).count_sequences(64) == 0
        assert ChessPosition("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1").count_sequences(64) == 0

    on_threads(look)


def test_stacks_of_other_threads_keep_their_size() -> None:
    def go() -> None:
        session = Session(ChessPosition())
        session.go(Limits(depth=2), lambda info: None, lambda result: None, lambda failure: None)
        session.wait()

    def look() -> None:
        analyse(HiloPosition(5), limits=Limits(depth=2))

    def count() -> None:
        ChessPosition().count_sequences(3)

    for size in (0, SMALL_STACK, 2**20):
        for run in (go, look, count):
            with threads_of(size):
                run()
                assert threading.stack_size() == size  # which also sets it to 0


RESIZED = """
import sys, threading
from oddsfish.engine import *
from oddsfish.engine.control import worker

class Corridor(PythonPosition):
    def __init__(self): self.plies = 0
    def moves(self): return [0]
    def play(self, move): self.plies += 1
    def undo(self): self.plies -= 1
    def ending(self): return None
    def chances(self, move): return [(move, 1.0)]

def resize():
    while not over:
        threading.stack_size(32 * 1024)

over = False
sys.setswitchinterval(1e-6)
threading.Thread(target=resize).start()
try:
    for _ in range(200):
        worker.IDLE.clear()
        try:
            analyse(Corridor(), "Expectimax", Limits(depth=100), {"Deepening": False})
        except RuntimeError:
            pass
finally:
    over = True
print("well")
"""


def test_others_set_the_size_of_stacks_while_a_worker_is_started() -> None:
    done = subprocess.run([sys.executable, "-c", RESIZED], capture_output=True, text=True, timeout=SLOW, check=False)
    assert (done.stdout, done.stderr) == ("well\n", "")


# Two threads.


def test_a_position_is_searched_by_two_threads() -> None:
    """Each search is on a copy, so that they do not meet; nor does one who plays meanwhile."""
    for game in GAMES:
        position = make(game)
        limits = Limits(depth=3, nodes=20_000)
        expected = {name: analyse(position, name, limits, TRAINED).lines for name in for_any_game()}

        def look(name: str, position: Position[Any] = position, expected: Any = expected, limits: Any = limits) -> None:
            for _ in range(3):
                assert analyse(position, name, limits, TRAINED).lines == expected[name]

        on_threads(*(lambda name=name: look(name) for name in for_any_game()))


def test_a_search_refuses_a_second_thread() -> None:
    """Whoever comes second is told so; nobody crashes, and the search is fit for use afterwards."""
    found = create("Minimax", ChessPosition())
    table = Table(1)
    found.begin(ChessPosition(), table)
    refusals = []

    def disturb() -> None:
        random = Random(1)
        while found.busy:
            call = random.choice(
                (
                    lambda: found.begin(HiloPosition(5)),
                    lambda: found.deepen(2),
                    lambda: found.configure(Options()),
                    found.static_value,
                    lambda: found.follow([line.move for line in found.lines[:1]]),
                    lambda: found.prefer(0),
                    table.clear,
                    lambda: create("AlphaBeta", ChessPosition()).begin(ChessPosition(), table),
                )
            )
            try:
                call()
            except ValueError as failure:
                refusals.append(failure)

    began = threading.Event()
    runner = threading.Thread(target=found.deepen, args=(64, 1, False, True, lambda line, number, bounded: began.set()))
    runner.start()
    assert began.wait(SLOW)
    disturbers = [threading.Thread(target=disturb) for _ in range(2)]
    for thread in disturbers:
        thread.start()
    disturbers[0].join(0.3)
    assert found.busy
    found.halt()
    for thread in (runner, *disturbers):
        thread.join(SLOW)
        assert not thread.is_alive()
    assert refusals
    assert all("refused" in str(failure) for failure in refusals)
    found.begin(ChessPosition(), table)
    assert found.deepen(2)


class Late(ChessPosition):
    """Chess that is copied only when it may be."""

    asked = threading.Event()
    allowed = threading.Event()

    def clone(self) -> Any:
        self.asked.set()
        assert self.allowed.wait(SLOW)
        return super().clone()


@searches
def test_a_search_begins_in_one_thread_alone(search: str) -> None:
    """While one thread is about to begin, another can neither begin nor deepen what has not begun."""
    Late.asked.clear()
    Late.allowed.clear()
    found = trained.create(search, ChessPosition())
    beginner = threading.Thread(target=found.begin, args=(Late(),))
    beginner.start()
    assert Late.asked.wait(SLOW)
    for refused in (lambda: found.begin(ChessPosition()), lambda: found.deepen(1), lambda: found.configure(Options())):
        with pytest.raises(ValueError, match="refused"):
            refused()
    Late.allowed.set()
    beginner.join(SLOW)
    assert found.deepen(2)
    assert len(found.lines) == 20


@searches
def test_two_threads_begin_and_deepen(search: str) -> None:
    """In any order, as fast as they can."""
    found = trained.create(search, ChessPosition())
    found.begin(ChessPosition())
    began = time.monotonic()
    done = {"begin": 0, "deepen": 0}

    def going_on() -> bool:
        """For a while; on a busy machine until both have had their turn, which the other one gives here."""
        time.sleep(0)
        return time.monotonic() - began < (PATIENCE if not all(done.values()) else TOGETHER)

    def begin() -> None:
        while going_on():
            with suppress(ValueError):
                found.begin(ChessPosition())
                done["begin"] += 1

    def deepen() -> None:
        while going_on():
            with suppress(ValueError):
                found.deepen(1)
                done["deepen"] += 1

    on_threads(begin, deepen)
    assert all(done.values())


class Within(PythonPosition[int]):
    """A game whose evaluation is a search of the same game."""

    def __init__(self) -> None:
        self.plies = 0

    def moves(self) -> list[int]:
        return [0]

    def play(self, move: int) -> None:
        self.plies += 1

    def undo(self) -> None:
        self.plies -= 1

    def ending(self) -> None:
        return None

    def value(self) -> float:
        return analyse(Within(), "Expectimax", Limits(depth=DEEPEST), {"Deepening": False}).score.value


def test_a_search_in_a_search_for_ever() -> None:
    """As a function that calls itself for ever; on any thread, as deep as a search goes."""
    with pytest.raises(RecursionError, match="searches, each in the middle of another"):
        analyse(Within(), "Expectimax", Limits(depth=DEEPEST), {"Deepening": False})

    def look() -> None:
        with pytest.raises(RecursionError):
            analyse(Within(), limits=Limits(depth=1))

    on_threads(look)


def test_one_search_after_another_is_not_in_it() -> None:
    """However many begin where the last one ends."""
    session = Session(ChessPosition())
    left = list(range(200))
    over = threading.Event()

    def finished(result: object) -> None:
        if left:
            left.pop()
            session.go(Limits(depth=1), lambda info: None, finished, lambda failure: over.set())
        else:
            over.set()

    finished(None)
    assert over.wait(SLOW)
    assert not left


FORKS = """
import os, signal, threading
from oddsfish.engine import *
from oddsfish.engine.control import worker

def look():
    analyse(ChessPosition(), limits=Limits(depth=2))

hung = 0
for _ in range(30):
    worker.IDLE.clear()
    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        for size in range(2):
            analyse(ChessPosition(), limits=Limits(depth=2))
            ChessPosition().count_sequences(2)
            thread = threading.Thread(target=look)
            thread.start()
            thread.join()
        os._exit(0)
    hung += os.waitpid(child, 0)[1] != 0
    for thread in threads:
        thread.join()
print("hung:", hung)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_searches_though_its_parent_did() -> None:
    """A fork while other threads of the parent are about to search, and may hold any lock of ours."""
    run = [sys.executable, "-W", "ignore", "-c", FORKS]
    done = subprocess.run(run, capture_output=True, text=True, timeout=SLOW, check=False)
    assert (done.stdout, done.stderr) == ("hung: 0\n", "")


FORK_ONCE = """
import os, signal, sys, threading, time
from pathlib import Path
import oddsfish.engine
from oddsfish.engine import Session, games
from oddsfish.engine.options import options_for

chess = games.find("chess")

def set_network():
    session = Session(chess.start(None, options_for(chess)))
    session.set_option("EvalFile", str(Path(oddsfish.engine.__file__).parent / "games" / "chess" / "network.bin"))

thread = threading.Thread(target=set_network)
thread.start()
time.sleep(float(sys.argv[1]))
child = os.fork()
if child == 0:
    signal.alarm(5)
    set_network()
    os._exit(0)
status = os.waitpid(child, 0)[1]
thread.join()
sys.exit(status != 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_has_a_network_read_though_its_parent_was_reading_one() -> None:
    """What reads it is imported on the way: at whatever moment the fork comes."""
    for milliseconds in (1, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30):
        run = [sys.executable, "-W", "ignore", "-c", FORK_ONCE, str(milliseconds / 1000)]
        done = subprocess.run(run, capture_output=True, text=True, timeout=SLOW, check=False)
        assert (done.returncode, done.stderr) == (0, ""), milliseconds


class Undoing(ChessPosition):
    """Chess that takes a move back whenever a move is to be written."""

    def clone(self) -> Any:
        twin = Undoing()
        for move in ("e2e4", "e7e5"):
            ChessPosition.play(twin, move)
        return twin

    def notation(self, move: Any) -> str:
        with suppress(IndexError):
            self.undo()
        return "x"


@pytest.mark.parametrize("search", [name for name in for_any_game() if name != "Random"])
def test_a_derived_position_that_takes_moves_back_is_refused(search: str) -> None:
    found = trained.create(search, Undoing())
    found.begin(Undoing())
    assert found.deepen(3)
    for _ in range(5):
        for line in found.lines:
            with pytest.raises(ValueError, match=r"has played or taken back a move|no legal move"):
                found.follow(line.moves)
        assert found.deepen(2)


def test_two_threads_play_on_one_position() -> None:
    """What is not promised: any order. What is: a position that can be taken back to its beginning."""
    for game in GAMES:
        position = make(game)
        start = face(position)

        def play(seed: int, position: Position[Any] = position) -> None:
            random = Random(seed)
            for _ in range(300):
                with suppress(*DOCUMENTED):
                    if random.random() < 0.6 and (legal := certain(position)):
                        position.play(random.choice(legal))
                    else:
                        position.undo()

        on_threads(*(lambda seed=seed: play(seed) for seed in range(2)))
        with suppress(IndexError):
            while True:
                position.undo()
        assert face(position) == start


@pytest.mark.parametrize("kind", [ChessPosition, Connect4Position, HiloPosition, Position, PythonPosition])
@pytest.mark.parametrize("name", ["noisy", "moves", "value", "ending", "clone", "fen", "undo", "player"])
@pytest.mark.parametrize("other", [3, "x", None, object()])
def test_a_method_is_not_called_on_another_object(kind: type, name: str, other: object) -> None:
    """Which would be taken for a position, and read as one."""
    with pytest.raises(TypeError):
        getattr(kind, name)(other)
