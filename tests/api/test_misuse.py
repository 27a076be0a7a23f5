"""Any call from Python, in any order, is answered or refused; a refused call changes nothing.

`tests/fuzz_api.py` tests that nothing crashes, hangs or raises undocumented exceptions; the tests here check the state
afterwards.
"""

from __future__ import annotations

import inspect
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

import pytest
import trained
from conformance.games import COMPILED, EXAMPLES, NEARLY_FULL, ODD, Corridor
from oddsfish.engine import Limits, Position, PythonPosition, Session, analyse
from oddsfish.engine.display import tree
from oddsfish.engine.games.chess.human.model import HumanModel
from oddsfish.engine.games.chess.human.seen import SeenInputs
from oddsfish.engine.games.chess.position import ChessPosition
from oddsfish.engine.games.connect4.position import Connect4Position
from oddsfish.engine.games.hilo.position import HiloPosition
from oddsfish.engine.laws import certain, face
from oddsfish.engine.options import Options
from oddsfish.engine.position import DEEPEST
from oddsfish.engine.searches import for_any_game
from oddsfish.engine.searches.factory import create
from oddsfish.engine.searches.table import Table
from oddsfish.engine.support.text import one_line, printable
from oddsfish.matches.openings.setups import plain_name
from oddsfish.protocols.errors import failure_text
from trained import TRAINED

SMALL_STACK = 256 * 1024  # bytes
MAIN_STACK = 768  # KiB, of which Python itself needs some
TOGETHER = 1.0  # seconds that two threads disturb each other
SLOW = 60.0  # seconds after which a thread or process counts as hanging

DOCUMENTED = (ValueError, TypeError, AttributeError, IndexError, OverflowError)


GAMES = {example.name: example.make for example in (*EXAMPLES, *ODD) if isinstance(example.make(), COMPILED)}
each_game = pytest.mark.parametrize("game", GAMES)
searches = pytest.mark.parametrize("search", for_any_game())


def make(game: str) -> Position[Any]:
    return GAMES[game]()


def test_draws_that_end_a_search_end_no_game() -> None:
    """Threefold repetition and the clock: play goes on."""
    position = ChessPosition()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8") * 40:
        position.play(move)
    assert position.ending() == 0.0
    assert len(position.moves()) == 20
    for _ in range(160):
        position.undo()
    assert position.fen() == ChessPosition().fen()


UNPRINTABLE = "a\nb\x1b[31m\x9b\u202e\u2066\u200b\ufeff\xad\u2028"  # among them marks that reverse the order of letters


@pytest.mark.parametrize("there", [False, True])
def test_what_is_no_line_is_shown_as_one(there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths that exist or not, and names of options and searches."""
    monkeypatch.chdir(tmp_path)
    if there:
        Path(UNPRINTABLE).write_text("nonsense")
    set_option = Session(ChessPosition()).set_option
    paths = ("EvalFile", "BookFile", "SyzygyPath", "Weights")
    asks: list[Callable[[], object]] = [
        *[partial(set_option, name, UNPRINTABLE) for name in paths],
        *[
            partial(analyse, ChessPosition(), "Predictive", Limits(depth=1), {name: UNPRINTABLE})
            for name in (*paths, "Model")  # Model is read only when it is needed
        ],
        partial(set_option, UNPRINTABLE, "1"),
        partial(set_option, "Search", UNPRINTABLE),
        partial(analyse, ChessPosition(), UNPRINTABLE),
        partial(tree.build, ChessPosition(), UNPRINTABLE, 1),
    ]
    for ask in asks:
        with pytest.raises(ValueError, match=r"a\\nb\\x1b") as refusal:
            ask()
        assert str(refusal.value).isprintable()


def test_a_name_turns_no_letters_round() -> None:
    """Invisible control and format characters: Unicode's Cf and Cc."""
    for letter in UNPRINTABLE[1:2] + UNPRINTABLE[8:]:
        name = f"x{letter}y"
        assert letter not in one_line(name) + plain_name(name) + failure_text(OSError(2, "gone", name))
        assert printable(name) == f"x{letter!r}y".replace("'", "")


@each_game
def test_a_position_can_be_initialised_again(game: str) -> None:
    position = make(game)
    assert repr(position).startswith(type(position).__name__)
    for move in certain(position)[:1]:
        position.play(move)
    (kind,) = (kind for kind in COMPILED if isinstance(position, kind))
    arguments = (5,) if kind is HiloPosition else ()
    kind.__init__(position, *arguments)
    assert face(position) == face(kind(*arguments))
    with pytest.raises(IndexError):
        position.undo()


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


@pytest.mark.parametrize("said", [None, "", [5], ["e2e4"]])
def test_what_a_derived_class_returns_is_no_danger(said: Any) -> None:
    """An example of what the fuzzer's own classes do: the result was once indexed without a check."""
    wordy = {name: lambda self, *move: said for name in ("fen", "clone", "moves", "notation")}
    position = type("Wordy", (ChessPosition,), wordy)()
    for call in (
        position.diagram,
        lambda: position.chances("e2e4"),
        lambda: position.count_sequences(2),
        lambda: analyse(position, limits=Limits(depth=2)),
    ):
        with suppress(*DOCUMENTED):
            call()


@pytest.mark.parametrize("drawn", [None, [], [1, 2]])
def test_what_a_random_returns_is_looked_at(drawn: Any) -> None:
    loaded = type("Loaded", (Random,), {"choices": lambda self, *arguments, **named: drawn})(0)
    with pytest.raises((ValueError, TypeError)):
        HiloPosition(5).sample("low", loaded)


@pytest.mark.parametrize("made", [None, 5, "self"])
def test_a_clone_that_is_none_is_refused(made: object) -> None:
    class Selfish(HiloPosition):
        def clone(self) -> Any:
            return self if made == "self" else made

    with pytest.raises(TypeError):
        Selfish(5).count_sequences(2)
    with pytest.raises(TypeError):
        Session(Selfish(5)).search(Limits(depth=2))


@searches
@pytest.mark.parametrize("game", list(GAMES)[::4])
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


def test_depths_past_the_last() -> None:
    for game in GAMES:
        position = make(game)
        for depth in (DEEPEST + 1, 2**31 - 1, -1, -(2**31), 2**31, 10**30):
            for count in (position.count_sequences, position.table_key):
                with pytest.raises((ValueError, OverflowError)):
                    count(depth)
        for plies in range(DEEPEST + 1):
            assert position.table_key(plies) >= 0
    assert HiloPosition(5, 1.0, 2).count_sequences(DEEPEST) == 0
    assert Connect4Position(NEARLY_FULL).count_sequences(DEEPEST) == 0


class Dice(Corridor):
    def chances(self, move: int) -> list[tuple[int, float]]:
        return [(0, 1.0)]


TOYS = "".join(
    ["from __future__ import annotations\nfrom oddsfish.engine import *\n", *map(inspect.getsource, (Corridor, Dice))]
)


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
    """Run calls side by side, each on a thread with a small stack; their first exception is raised here."""
    failures: list[BaseException] = []
    ready = threading.Event()  # the stack size is a global setting: no run may change it while threads start

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
def test_a_caller_needs_no_stack(search: str) -> None:
    """Any game is searched as deep as a search can look, from a thread whose own stack is too small for that."""
    positions = [*(example.make() for example in (*EXAMPLES, *ODD)), Corridor(), Dice()]

    def look() -> None:
        for position in positions:
            for depth, star in ((64, "off"), (DEEPEST, "Star2")):
                options: dict[str, Any] = {"Deepening": False, "Star": star, "MultiPV": 256, **TRAINED}
                assert analyse(position, search, Limits(depth=depth, nodes=1500), options).nodes <= 1500

    on_threads(look)


def test_a_model_of_people_needs_no_stack() -> None:
    position = ChessPosition("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")

    def look() -> None:
        model = HumanModel(1500)
        assert len(model.weights(position)) == 48
        assert len(model.logs(position, position.moves()[0], [1500])) == 1
        assert len(SeenInputs(position).rows(position, 80, 40)[0]) == 160

    on_threads(look)


def run_python(code: str, *words: str, limit: str = "") -> None:
    """Run code that must print `well` and nothing else; limit: a shell command that is run before."""
    command = [sys.executable, "-W", "ignore", "-c", code, *words]
    if limit:
        command = ["bash", "-c", f"{limit} && exec {shlex.join(command)}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SLOW, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "well\n", "")


SHALLOW_STACK = (
    TOYS
    + """
slipping = Connect4Position("7/7/7/7/7/7 r 1", "fullboard", (3, 1, 1))
for position in Dice(), slipping, HiloPosition(5, 1.0, 60), ChessPosition():
    for search in "Minimax", "AlphaBeta", "Expectimax":
        for star in "off", "Star2":
            for depth in range(14, 19):
                options = {"Deepening": False, "Star": star, "Table": True, "Hash": 1}
                analyse(position, search, Limits(depth=depth, nodes=2000), options)
assert HiloPosition(5, 1.0, 3).count_sequences(16) == 0
print("well")
"""
)


def test_the_main_thread_needs_little_stack() -> None:
    """A shallow search runs on the main thread; its stack is smaller here than on any system."""
    run_python(SHALLOW_STACK, limit=f"ulimit -s {MAIN_STACK}")


def test_a_counter_needs_no_stack() -> None:
    def look() -> None:
        assert Corridor().count_sequences(64) == 1
        assert Dice().count_sequences(64) == 1
        assert HiloPosition(5, 1.0, 3).count_sequences(64) == 0
        assert Connect4Position(NEARLY_FULL).count_sequences(64) == 0
        assert ChessPosition("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1").count_sequences(64) == 0

    on_threads(look)


RESIZED = (
    TOYS
    + """
import sys, threading
from oddsfish.engine.support import worker

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
            analyse(Dice(), "Expectimax", Limits(depth=100), {"Deepening": False})
        except RuntimeError:
            pass
finally:
    over = True
print("well")
"""
)


def test_others_set_the_size_of_stacks_while_a_worker_is_started() -> None:
    run_python(RESIZED)


# Two threads.


def test_a_position_is_searched_by_two_threads() -> None:
    """Each search works on a copy of the position, so that the searches do not disturb each other."""
    for game in list(GAMES)[::3]:
        position = make(game)
        limits = Limits(depth=3, nodes=20_000)
        expected = {name: analyse(position, name, limits, TRAINED).lines for name in for_any_game()}

        def look(name: str, position: Position[Any] = position, expected: Any = expected, limits: Any = limits) -> None:
            for _ in range(2):
                assert analyse(position, name, limits, TRAINED).lines == expected[name]

        on_threads(*(lambda name=name: look(name) for name in for_any_game()))


def test_a_search_refuses_a_second_thread() -> None:
    """Calls from a second thread are refused without a crash, and the search is usable afterwards."""
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
    """Chess whose `clone` waits until it is allowed."""

    asked = threading.Event()
    allowed = threading.Event()

    def clone(self) -> Any:
        self.asked.set()
        assert self.allowed.wait(SLOW)
        return super().clone()


@searches
def test_a_search_begins_in_one_thread_alone(search: str) -> None:
    """While one thread is about to begin a search, another can neither begin, deepen nor configure it."""
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


def test_two_threads_begin_and_deepen() -> None:
    """Calls in any order, as fast as possible: each is done or refused."""
    found = trained.create("Minimax", ChessPosition())
    found.begin(ChessPosition())
    until = time.monotonic() + TOGETHER

    def repeat(call: Callable[[], object]) -> None:
        while time.monotonic() < until:
            with suppress(ValueError):
                call()
            time.sleep(0)

    on_threads(partial(repeat, lambda: found.begin(ChessPosition())), partial(repeat, lambda: found.deepen(1)))


class Within(Corridor):
    """A game whose evaluation is a search of the same game."""

    def value(self) -> float:
        return analyse(Within(), "Expectimax", Limits(depth=DEEPEST), {"Deepening": False}).score.value


def test_a_search_in_a_search_for_ever() -> None:
    """RecursionError, as for a function that calls itself for ever; on any thread, at any depth."""
    with pytest.raises(RecursionError, match="searches, each in the middle of another"):
        analyse(Within(), "Expectimax", Limits(depth=DEEPEST), {"Deepening": False})

    def look() -> None:
        with pytest.raises(RecursionError):
            analyse(Within(), limits=Limits(depth=1))

    on_threads(look)


FORKS = """
import os, signal, threading
from oddsfish.engine import *
from oddsfish.engine.support import worker

def look():
    analyse(ChessPosition(), limits=Limits(depth=2))

hung = 0
for _ in range(12):
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
print(f"{hung} hung" if hung else "well")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_searches_though_its_parent_did() -> None:
    """The fork comes while other threads of the parent are about to search, and may hold any of our locks."""
    run_python(FORKS)


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
print(f"status {status}" if status else "well")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_has_a_network_read_though_its_parent_was_reading_one() -> None:
    """The reader of networks is imported at its first use; the fork may come at any moment of that."""
    for milliseconds in (2, 12, 30):
        run_python(FORK_ONCE, str(milliseconds / 1000))


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
    """The order of the moves is undefined, but the position can be taken back to its beginning."""
    for game in list(GAMES)[::2]:
        position = make(game)
        start = face(position)

        def play(seed: int, position: Position[Any] = position) -> None:
            random = Random(seed)
            for _ in range(100):
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


@pytest.mark.parametrize("kind", [*COMPILED, Position, PythonPosition])
def test_a_method_is_not_called_on_another_object(kind: type) -> None:
    """Else the object would be read as if it were a position."""
    for name in ("noisy", "moves", "value", "ending", "clone", "fen", "undo", "player"):
        for other in (3, None, object()):
            with pytest.raises(TypeError):
                getattr(kind, name)(other)
