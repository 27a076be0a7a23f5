"""Laws that hold for every game: `oddsfish check-game` tries them on a game of yours, the tests on those that ship.

A law takes a position, and leaves it as it was. It raises Broken, which says what is wrong and after which moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from math import isclose
from random import Random
from traceback import extract_tb
from typing import Any

from . import plain
from .analysis import analyse
from .display import tree
from .display.diagram import diagram_of
from .display.diagram_text import Style, text_rows
from .game import Game
from .limits import Limits
from .option import Value
from .options import options_for, options_of
from .position import Position
from .results import Result

CLOSE = 1e-12  # the relative difference that two sums of the same numbers may have
PLAYED = "play, undo, clone, notation and chances"  # the first law
LONGEST = 400  # plies of a random game
KEYED = 6  # plies of the random games in which positions occur again
WALKS = 20
MOST_NODES = 3000  # of the tree of a plain search
DEEPEST = 4
EXACT: Mapping[str, Value] = {"MultiPV": 256, "Deepening": False, "Opponent": "uniform", "Star": "off"}
SEARCHES: Mapping[str, Callable[[], plain.Minimax]] = {
    "Minimax": plain.Minimax,
    "AlphaBeta": plain.Minimax,
    "Expectimax": plain.Expectimax,
}


class Broken(ValueError):
    """A law is broken. path: the moves from the start to the position, as protocols write them."""

    def __init__(self, fault: str, path: Sequence[str] = ()) -> None:
        super().__init__(fault)
        self.path = tuple(path)


def demand(holds: bool, fault: str, path: Sequence[str] = ()) -> None:
    if not holds:
        raise Broken(fault, path)


def face(position: Position[Any]) -> dict[str, Any]:
    """Return everything that a position shows, by name."""
    return {
        "player": position.player(),
        "ending": position.ending(),
        "value": position.value(),
        "moves": [(position.notation(move), list(position.chances(move))) for move in position.moves()],
        "key": (position.table_key(), position.table_key(3)),
        "FEN": fen_of(position),
    }


def fen_of(position: Position[Any]) -> str | None:
    """Return the FEN of a position; None if the game has none."""
    try:
        return str(position.fen())
    except NotImplementedError:
        return None


def certain(position: Position[Any]) -> list[Any]:
    """Return the certain moves: for a move with chances, its outcomes."""
    return [code for move in position.moves() for code, _ in position.chances(move) or [(move, 1.0)]]


def same(before: Mapping[str, Any], after: Mapping[str, Any], when: str, path: Sequence[str]) -> None:
    """Raise Broken, which names what has changed."""
    for name, value in before.items():
        demand(after[name] == value, f"{when}, {name} is {after[name]!r} instead of {value!r}", path)


@contextmanager
def along(path: list[str]) -> Iterator[None]:
    """Add this path to Broken without a path, and turn exceptions of the game into Broken with it."""
    try:
        yield
    except Exception as fault:
        own = fault.path if isinstance(fault, Broken) else ()
        raise Broken(text_of(fault), own or path) from fault


def check_moves(position: Position[Any], path: Sequence[str] = ()) -> None:
    """Check that texts of moves differ and are read back, chances add up to 1, and an unfinished game has a move."""
    moves = list(position.moves())
    texts = [position.notation(move) for move in moves]
    demand(len(set(texts)) == len(texts), f"two moves are written alike: {texts}", path)
    for move, text in zip(moves, texts, strict=True):
        demand(position.parse(text) == move, f"{text!r} is read as another move than {move!r}", path)
        chances = [chance for _, chance in position.chances(move)]
        total = sum(chances)
        demand(not chances or isclose(total, 1, rel_tol=CLOSE), f"chances of {text} add up to {total}", path)
        demand(all(chance > 0 for chance in chances), f"{text} has an outcome that cannot come: {chances}", path)
    demand(bool(moves) or position.ending() is not None, "the game is not over, but there is no move", path)


def check_play(position: Position[Any], random: Random) -> None:
    """Play a random game: each move changes something, undo restores each position, and clones are independent."""
    path: list[str] = []
    with along(path):
        play_at_random(position, random, path)


def play_at_random(position: Position[Any], random: Random, path: list[str]) -> None:
    """Play the game of `check_play`. path: the moves so far."""
    faces = [face(position)]
    check_moves(position)
    while (legal := certain(position)) and len(path) < LONGEST:
        move = random.choice(legal)
        twin = position.clone()
        same(faces[-1], face(twin), "in a clone", path)
        position.play(move)
        text = str(twin.notation(move))
        same(faces[-1], face(twin), f"after {text} in the original, in its clone", path)
        path.append(text)
        faces.append(face(position))
        tells = faces[-1]["FEN"] is not None or any(faces[-1]["key"])  # else a move may change what is not shown
        demand(not tells or faces[-1] != faces[-2], "the move changes nothing", path)
        check_moves(position, path)
    while path:
        position.undo()
        undone = path.pop()
        faces.pop()
        same(faces[-1], face(position), f"after {undone} is taken back", [*path, undone])


def walk(position: Position[Any], random: Random, plies: int) -> Iterator[list[str]]:
    """Play random moves from the start on, and yield the path to each position."""
    path: list[str] = []
    yield path
    for _ in range(plies):
        legal = certain(position)
        if not legal:
            return
        move = random.choice(legal)
        path.append(str(position.notation(move)))
        position.play(move)
        yield path


def check_keys(position: Position[Any], random: Random) -> None:
    """Check that positions with the same key have the same player, value and moves."""
    known: dict[int, tuple[list[Any], list[str]]] = {}
    for _ in range(WALKS):
        walked = position.clone()
        for path in walk(walked, random, KEYED):
            with along(path):
                key = walked.table_key(2)
                seen = [walked.player(), walked.value(), [walked.notation(move) for move in walked.moves()]]
                if key:
                    first, earlier = known.setdefault(key, (seen, [*path]))
                    demand(
                        first == seen, f"the key is that of another position, after {' '.join(earlier) or 'no move'}"
                    )


def count(position: Position[Any], depth: int) -> int:
    """Return the number of sequences of so many certain moves: perft, the slow way."""
    if depth == 0:
        return 1
    total = 0
    for move in certain(position):
        position.play(move)
        total += count(position, depth - 1)
        position.undo()
    return total


def check_counts(position: Position[Any], depth: int) -> None:
    """Check `count_sequences` against `moves`, `chances`, `play` and `undo`."""
    wanted, found = count(position, depth), position.count_sequences(depth)
    demand(found == wanted, f"count_sequences({depth}) is {found} instead of {wanted}")


def root_values(oracle: plain.Minimax, position: Position[Any], depth: int) -> dict[str, float]:
    """Return the values of the root moves by a plain search, from the view of the side to move."""
    sign = 1 if position.player() == 0 else -1
    return {position.notation(move): sign * value for move, value in oracle.root(position, depth)}


def check_search(
    position: Position[Any], search: str, depth: int, oracle: plain.Minimax, options: Mapping[str, Value] = EXACT
) -> Result[str]:
    """Check the value of every root move against a search in plain Python. Return the result."""
    result = analyse(position, search, Limits(depth=depth), options)
    settings = options_of(position)
    for name, value in options.items():
        settings.set(name, str(value))
    configured = position.clone()
    configured.configure(settings)
    wanted = root_values(oracle, configured, depth)
    found = {line.move: line.score.value for line in result.lines}
    demand(found.keys() == wanted.keys(), f"{search} at depth {depth} searches {[*found]} instead of {[*wanted]}")
    for move, wished in wanted.items():
        close = isclose(found[move], wished, rel_tol=CLOSE, abs_tol=CLOSE)
        demand(close, f"{search} at depth {depth} values {move} at {found[move]} instead of {wished}")
    return result


def check_texts(game: Game, position: Position[Any]) -> None:
    """Check that spelled moves are read back, the diagram can be drawn, and a FEN means the same position again."""
    if (drawn := diagram_of(position)) is not None:
        text_rows(drawn, Style())
    spelled = [game.words.spell(position, move) for move in position.moves()]
    demand(len(set(spelled)) == len(spelled), f"two moves are spelled alike: {spelled}")
    for move, text in zip(position.moves(), spelled, strict=True):
        demand(game.words.parse(position, text) == move, f"{text!r}, as people type it, is read as another move")
    fen = fen_of(position)
    if fen is None or position.ending() is not None:  # a game may refuse a position that is over
        return
    twin = game.read(fen, (), options_for(game))
    demand(fen_of(twin) == fen, f"the FEN {fen!r} is read as {fen_of(twin)!r}")
    demand(twin.player() == position.player(), f"the FEN {fen!r} has another player to move")
    if twin.ending() is None:
        values = [each.value() for each in (position, twin)]
        demand(values[0] == values[1], f"after the FEN {fen!r} the value is {values[1]} instead of {values[0]}")
        names = [[each.notation(move) for move in each.moves()] for each in (position, twin)]
        demand(names[0] == names[1], f"after the FEN {fen!r} the moves are {names[1]} instead of {names[0]}")


def text_of(fault: Exception) -> str:
    """Return the fault as text; for an exception of the game, with its place."""
    if isinstance(fault, Broken):
        return str(fault)
    place = extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__}: {fault} ({place.filename}, line {place.lineno})"


def check_positions(game: Game) -> None:
    """Check that the FENs for `bench` are read."""
    for fen in game.positions:
        try:
            game.read(fen, (), options_for(game))
        except ValueError as fault:
            raise Broken(f"{fen!r}, of its `positions`, is refused: {fault}") from None


def depth_within(position: Position[Any]) -> int:
    """Return the depth that a plain search can reach from a position."""
    return max(1, tree.deepest(position, tree.MINIMAX, DEEPEST, {}, MOST_NODES))


def check_values(position: Position[Any], search: str) -> None:
    for table in (False, True):  # with a table, positions with the same key share a value
        check_search(position, search, depth_within(position), SEARCHES[search](), {**EXACT, "Table": table})


def check_game(game: Game, games: int, seed: int) -> Iterator[tuple[str, Broken | None]]:
    """Try each law in so many random games. Yield its name, and the fault in the first game that broke it or None.

    Each game of each law has a seed of its own. An exception of the game breaks a law, too. If the first law is broken,
    the others are not tried: they would fail for the same reason.
    """

    def begin(random: Random) -> Position[Any]:
        return game.random_start(None, options_for(game), random)

    def somewhere(law: Callable[[Position[Any]], None]) -> Callable[[Random], None]:
        """Return a check of the law in some positions of a random game."""

        def check(random: Random) -> None:
            position = begin(random)
            for path in walk(position, random, random.randrange(LONGEST)):
                if random.random() < 0.1 or not path:
                    with along(path):
                        law(position)

        return check

    laws: dict[str, Callable[[Random], None]] = {
        PLAYED: lambda random: check_play(begin(random), random),
        "positions of bench": lambda random: check_positions(game),
        "keys": lambda random: check_keys(begin(random), random),
        "texts, diagram and FEN": somewhere(lambda position: check_texts(game, position)),
        "counts": somewhere(lambda position: check_counts(position, depth_within(position) - 1)),
        **{f"values of {search}": somewhere(partial(check_values, search=search)) for search in SEARCHES},
    }
    for name, law in laws.items():
        broken = None
        for number in range(games):
            try:
                law(Random(f"{seed} {name} {number}"))
            except Exception as fault:  # noqa: BLE001 - whatever the game raises
                broken = fault if isinstance(fault, Broken) else Broken(text_of(fault))
                break
        yield name, broken
        if broken is not None and name == PLAYED:
            return
