"""The engine as a user of Python meets it: names, texts, what is printed, playing by text, letting chance decide."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import Any
from xml.etree import ElementTree

import chess
import oddsfish
import oddsfish.engine
import pytest
from conformance.games import EXAMPLES, Corridor, Example, Pig, step
from oddsfish.engine import (
    Algorithm,
    Limits,
    Result,
    Session,
    Win,
    analyse,
    games,
    verbose,
)
from oddsfish.engine.games.chess.position import ChessPosition
from oddsfish.engine.games.connect4 import cfour
from oddsfish.engine.games.connect4.position import Connect4Position
from oddsfish.engine.games.hilo.position import HiloPosition
from oddsfish.engine.laws import face
from oddsfish.engine.registry.catalogue import every
from oddsfish.engine.registry.fen import read
from oddsfish.engine.searches import for_any_game
from trained import TRAINED

examples = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)

COMPILED = tuple(getattr(oddsfish.engine, game.position) for game in games.shipped().values())
WIDTH = 120  # columns of a terminal that a result fits into


def cases(name: str) -> tuple[str, ...]:
    return name, name.lower(), name.upper(), name.swapcase()


# Names.


def test_a_search_is_named_in_any_case() -> None:
    for name in (*for_any_game(), "Auto"):
        expected = analyse(ChessPosition(), name, Limits(depth=2), TRAINED).lines
        for text in cases(name):
            assert analyse(ChessPosition(), text, Limits(depth=2), TRAINED).lines == expected


def test_an_option_is_named_in_any_case_and_so_are_its_choices() -> None:
    for option in every():
        for name in cases(option.name):
            for value in cases(str(option.default)) if option.kind in ("combo", "check") else (option.default,):
                session = Session(HiloPosition(5))
                assert session.set_option(name, str(value)).name == option.name
                assert session.options[option.name] == option.default
        if option.kind == "check" and not games.rule_of(games.find("chess"), option.name):
            assert analyse(ChessPosition(), limits=Limits(depth=1), options={option.name.upper(): True}).depth == 1


def test_rules_are_options_of_a_fen_and_no_others() -> None:
    """A position has its own rules, and must not be searched silently under others."""
    fen, limits = "7/7/7/7/7/7 r 1", Limits(depth=2)
    rules: dict[str, Any] = {"Slip": True, "RULES": "fullboard"}
    slipping = Connect4Position(fen, "fullboard", (3, 1, 1))
    assert analyse(fen, "Expectimax", limits, rules).lines == analyse(slipping, "Expectimax", limits).lines
    with pytest.raises(ValueError, match="Slip is a rule"):
        analyse(Connect4Position(), "Expectimax", limits, rules)
    with pytest.raises(ValueError, match="Slip is a rule"):
        Session(Connect4Position()).set_option("slip", "true")
    with pytest.raises(ValueError, match="Rules is one of classic, fullboard"):
        analyse(fen, "Expectimax", limits, {"Rules": "nonsense"})


def misspelt(word: str, random: Random) -> tuple[str, str]:
    """The word with a letter missing, and with one more."""
    place = random.randrange(len(word))
    return word[:place] + word[place + 1 :], f"{word[:place]}x{word[place:]}"


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    """Whatever letter is missing or added, in the name of a search, an option or a choice."""
    random = Random(1)
    for option in every():
        for wrong in misspelt(option.name, random):
            with pytest.raises(ValueError, match="no such option: ") as refusal:
                analyse(ChessPosition(), options={wrong: 1})
            assert f"did you mean {option.name}?" in str(refusal.value)
    for name in for_any_game():
        for wrong in misspelt(name, random):
            with pytest.raises(ValueError, match=f"{wrong}.*; did you mean {name}\\?$"):
                analyse(ChessPosition(), wrong)
    with pytest.raises(ValueError, match=r"no such option: qqqqqqqq$"):
        analyse(ChessPosition(), options={"qqqqqqqq": 1})
    with pytest.raises(ValueError, match=r"Star is one of .*; did you mean Star2\?"):
        analyse(HiloPosition(5), options={"Star": "Str2"})
    with pytest.raises(ValueError) as refusal:
        analyse(ChessPosition(), "x" * 10_000, options={})
    assert len(str(refusal.value)) < 300


# Keywords.

KEYWORDS: dict[str, Any] = {
    **{"depth": 3, "nodes": 700, "mate": 1, "movetime": 10_000, "moves": ("e2e4", "g1f3", "a2a3")},
    **{"times": (60_000, 60_000), "increments": (100, 100), "movestogo": 10},
}


def test_a_limit_is_a_keyword_as_well() -> None:
    """Every limit can be given as a keyword or in Limits; without any, the search is four plies deep."""

    def found(*arguments: Any, **keywords: Any) -> object:
        result = analyse("startpos", "AlphaBeta", *arguments, **keywords)
        return result.move, result.nodes, result.lines

    assert {*KEYWORDS, "infinite", "ponder"} == {field.name for field in fields(Limits)}
    random = Random(1)
    for _ in range(20):
        chosen = dict(random.sample([*KEYWORDS.items()], random.randrange(len(KEYWORDS)))) | {"depth": 3}
        here = set(random.sample([*chosen], random.randrange(len(chosen))))
        limits = Limits(**{name: chosen[name] for name in chosen if name not in here})
        assert found(limits, **{name: chosen[name] for name in here}) == found(Limits(**chosen)) == found(**chosen)
    assert found(moves=["a2a3"]) == found(Limits(depth=4, moves=("a2a3",)))
    assert found(multipv=3) == found(Limits(depth=4), {"MultiPV": 3}) != found()
    assert verbose("xxo/oox/1x1 o", depth=2) == verbose("xxo/oox/1x1 o", limits=Limits(depth=2))


def test_an_unknown_keyword_is_refused_with_the_nearest() -> None:
    random = Random(2)
    calls: list[Callable[..., object]] = [analyse, verbose]
    for name in (*KEYWORDS, "multipv"):
        for wrong in misspelt(name, random):
            for call in calls:
                with pytest.raises(TypeError, match=f"^{call.__name__} has no argument '{wrong}'; did you mean {name}"):
                    call("startpos", **{wrong: 1})
    with pytest.raises(TypeError, match=r"^analyse has no argument 'qqqq'$"):
        analyse("startpos", qqqq=1)  # type: ignore[call-overload]


# FEN.


@examples
def test_the_text_of_a_position_is_a_position(example: Example) -> None:
    """For every game with texts of positions, along a random game; searched if the text alone implies the rules."""
    position = example.make()
    if not isinstance(position, COMPILED):
        with pytest.raises(NotImplementedError):
            position.fen()
        return
    if "960" in example.name:
        return  # a text alone does not tell how it castles
    random = Random(example.name)
    for _ in range(12):
        text = position.fen()
        again = read(f"  {text} ")
        assert type(again) is type(position)
        assert again.fen() == text
        if "full board" not in example.name and not position.chance:
            limits = Limits(depth=2)
            assert analyse(text, "Minimax", limits).lines == analyse(again, "Minimax", limits).lines
        if position.ending() is not None or not step(position, random):
            break


def test_a_text_with_drops_is_analysed() -> None:
    dropped = Connect4Position(cfour.START, drops=True)
    dropped.play("P@d1")
    moves = {line.move for line in analyse(dropped.fen(), limits=Limits(depth=2)).lines}
    assert moves == {"P@a1", "P@b1", "P@c1", "P@d2", "P@e1", "P@f1", "P@g1"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("   ", "FEN"),
        ("7/7/7/7/7/8 r 1", ""),
        ("14 1 4", "a card is 1 to 13"),
        ("5 1", "is no position of HiLo: it has a card"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("\0" * 50, ""),
    ],
)
def test_a_text_that_is_no_position_says_why(text: str, reason: str) -> None:
    with pytest.raises(ValueError) as refusal:
        analyse(text)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value) and len(str(refusal.value)) < 300


def test_what_is_no_position_is_a_type_error() -> None:
    for wrong in (None, 5, ChessPosition):
        with pytest.raises(TypeError, match=r"a position is a Position, a FEN or a chess\.Board"):
            analyse(wrong)  # type: ignore[call-overload]


def test_what_is_no_name_of_a_search_is_a_type_error() -> None:
    with pytest.raises(TypeError, match=r"a search is chosen by its name, not <.*: docs/own-search\.md"):
        analyse(ChessPosition(), Algorithm())  # type: ignore[call-overload]


# What is printed.


@examples
def test_a_repr_is_the_class_and_the_text(example: Example) -> None:
    position = example.make()
    name = type(position).__name__
    assert repr(position) == (f"{name}({position.fen()!r})" if isinstance(position, COMPILED) else f"{name}()")
    if isinstance(position, COMPILED) and "960" not in example.name:
        again = eval(repr(position), {name: type(position)})
        assert (type(again), again.fen()) == (type(position), position.fen())


def test_the_repr_of_a_derived_class_is_its_own() -> None:
    class Mine(ChessPosition):
        pass

    assert repr(Mine()) == f"Mine({ChessPosition().fen()!r})"


def columns(text: str) -> list[list[str]]:
    return [re.split(r"  +", line.strip()) for line in text.split("\n")]


def check_table(result: Result[Any]) -> None:
    """The table shows move, score, depth, nodes and principal variation of the best ten moves."""
    text = str(result)
    lines = text.split("\n")
    assert lines[0].split() == ["move", "score", "depth", "nodes", "principal", "variation"]
    assert lines[-1].startswith(f"depth {result.depth}, {result.nodes:,} nodes, ")
    shown = columns(text)[1:-1]
    more = len(result.lines) - 10
    if more > 0:
        assert shown.pop() == [f"and {more} more"]
    assert len(shown) == min(10, len(result.lines))
    assert len(lines) <= 13
    for line, row in zip(result.lines, shown, strict=False):
        move, score, depth, nodes, pv = row
        assert (move, depth, nodes) == (str(line.move), str(line.depth), f"{line.nodes:,}")
        assert (
            list(map(str, line.pv[:8]))
            == (pv.removesuffix(" ...") if len(line.pv) > 8 else pv).split(" ")[: len(line.pv)]
        )
        if line.score.bound == "unknown":
            assert score == "not searched"
            continue
        sign = {"": "", "lower": "≥ ", "upper": "≤ "}[line.score.bound]
        assert score.startswith(f"{sign}{line.score.value + 0.0:.6g}")  # no -0
        assert ("ply" in score or "plies" in score or "(lost)" in score) == (line.score.plies is not None)
    assert max(map(len, lines)) <= WIDTH


@examples
def test_a_result_prints_as_a_short_table(example: Example) -> None:
    for search in for_any_game():
        for limits in (Limits(depth=example.depth), Limits(nodes=7), Limits(nodes=1)):
            for multipv in (1, 256):
                check_table(analyse(example.make(), search, limits, {"MultiPV": multipv, **TRAINED}))


def test_a_result_with_moves_of_a_board_prints_as_one_of_a_position() -> None:
    for board in (chess.Board(), chess.Board("6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1")):
        result = analyse(board, "Minimax", Limits(depth=3))
        check_table(result)
        ours = analyse(board.fen(), "Minimax", Limits(depth=3))
        assert str(result).split("\n")[:-1] == str(ours).split("\n")[:-1]
        assert "Move.from_uci" not in str(result) + result._repr_html_()


def words_of(html: str) -> list[str]:
    """The words of some HTML, which must be well-formed."""
    return " ".join(ElementTree.fromstring(f"<body>{html}</body>").itertext()).split()


@examples
def test_a_result_is_html_in_a_notebook(example: Example) -> None:
    result = analyse(example.make(), "Minimax", Limits(depth=2))
    html = result._repr_html_()
    words = words_of(html)
    assert html.count("<tr>") == len(result.lines) + 1
    assert all(str(line.move).split()[0] in words for line in result.lines)


class Named(Corridor):
    """A game with moves that look like HTML."""

    def moves(self) -> Any:
        return ["<b>", "&amp;", '"']


def test_moves_are_no_html() -> None:
    html = analyse(Named(), limits=Limits(depth=1))._repr_html_()
    assert {"<b>", "&amp;", '"'} <= set(words_of(html))
    assert "<b>" not in html


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (ChessPosition("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), r"-100000 \(lost\)"),
        (chess.Board("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"), "0"),
        (HiloPosition(5, 2.5, 0), r"2\.5"),
        (Pig((10, 0)), r"1e\+06 \(won\)"),
    ],
    ids=str,
)
def test_a_finished_game_says_how_it_ended(position: Any, said: str) -> None:
    result = analyse(position)
    assert re.fullmatch(f"No move: the game is over, {said} to the side to move\\.", str(result))
    assert words_of(result._repr_html_()) == str(result).split()


# What the package offers.


def test_dir_lists_what_there_is() -> None:
    names = dir(oddsfish.engine)
    assert names == sorted(names)
    assert set(oddsfish.engine.__all__) <= set(names)
    for name in oddsfish.engine.__all__:
        assert getattr(oddsfish.engine, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Analyse'"):
        oddsfish.engine.Analyse  # noqa: B018
    before_use = "import oddsfish.engine as engine; print(*dir(engine)); print(engine.__version__)"
    done = subprocess.run([sys.executable, "-c", before_use], capture_output=True, text=True, check=True, timeout=60)
    listed, version = done.stdout.splitlines()
    assert set(oddsfish.engine.__all__) <= set(listed.split())
    assert version == oddsfish.engine.__version__ == importlib.metadata.version("oddsfish")


def test_what_is_public_is_a_name_of_the_package() -> None:
    """`from oddsfish import analyse` works, and the error for an unknown name speaks of `oddsfish`."""
    every = "from oddsfish import *; import oddsfish; print(*(name for name in dir(oddsfish) if name in globals()))"
    done = subprocess.run([sys.executable, "-c", every], capture_output=True, text=True, check=True, timeout=60)
    assert set(oddsfish.engine.__all__) - {"__version__"} <= set(done.stdout.split())
    for name in oddsfish.engine.__all__:
        assert getattr(oddsfish, name) is getattr(oddsfish.engine, name)
    with pytest.raises(AttributeError, match="module 'oddsfish' has no attribute 'analyze'") as refusal:
        oddsfish.analyze  # noqa: B018
    assert refusal.value.name == "analyze"
    alone = "import sys, oddsfish; print('oddsfish.engine' in sys.modules, oddsfish.engine.__name__)"
    done = subprocess.run([sys.executable, "-c", alone], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["False", "oddsfish.engine"]


# Playing by text, and by chance.


@examples
def test_a_game_is_played_by_text(example: Example) -> None:
    """The text of a move does what its number does, certain or not, in every method that takes a move."""
    by_text, by_number = example.make(), example.make()
    if not isinstance(by_text, COMPILED):
        return
    random = Random(example.name)
    for _ in range(40):
        moves = by_number.moves()
        if not moves:
            break
        for move in moves:
            text = by_number.notation(move)
            assert by_text.read(text) == move == by_text.parse(text)
            assert by_text.chances(text) == by_text.chances(move)
            seed = random.random()
            assert by_text.sample(text, Random(seed)) == by_text.sample(move, Random(seed))
            for certain, _ in by_text.chances(move):
                said = by_text.notation(certain)
                assert by_text.parse_certain(said) == certain
                assert by_text.chances(certain) == []
                assert by_text.sample(certain, random) == certain
                by_text.play(said)
                by_text.undo()
        certain = by_number.sample(random.choice(moves), random)
        by_text.play(by_number.notation(certain))
        by_number.play(certain)
        assert by_text.fen() == by_number.fen()
        assert face(by_text) == face(by_number)


def test_a_move_of_chance_is_not_played_by_its_name() -> None:
    hilo = HiloPosition(5)
    for move in ("low 3", "high 3", "high 13"):
        hilo.play(move)
    assert hilo.fen().split()[0] == "13"
    for wrong in ("low", "LOW 3", "low 14", "3", "low  3"):
        with pytest.raises(ValueError):
            hilo.play(wrong)
    with pytest.raises(ValueError, match="low may have more than one outcome: play one, or `sample` one"):
        hilo.play(hilo.parse("low"))


@examples
def test_chance_is_drawn_by_a_seed(example: Example) -> None:
    """The same seed, the same game; and each outcome as often as its probability says."""

    def game(seed: int) -> list[Any]:
        position, random = example.make(), Random(seed)
        played = []
        for _ in range(20):
            if not (moves := position.moves()):
                break
            played.append(position.sample(random.choice(moves), random))
            position.play(played[-1])
        return played

    assert [game(seed) for seed in range(5)] == [game(seed) for seed in range(5)]
    assert len({tuple(game(seed)) for seed in range(30)}) > 1
    position, random = example.make(), Random(1)
    draws = 500
    for move in position.moves()[:2]:
        chances = dict(position.chances(move))
        if not chances:
            assert position.sample(move, random) == move
            continue
        drawn = [position.sample(move, random) for _ in range(draws)]
        assert set(drawn) <= set(chances)
        for outcome, probability in chances.items():
            spread = (draws * probability * (1 - probability)) ** 0.5
            assert abs(drawn.count(outcome) - draws * probability) <= 6 * spread
    for wrong in (10**6, "nonsense"):
        if isinstance(position, COMPILED):
            with pytest.raises(ValueError, match="illegal move"):
                position.sample(wrong, random)


WEIGHTS = (5e-324, 1e-308, 2.5e-300, 1e-9, 1.0, 3.0, 1e9, 1e300, 1e308, 1.7976931348623157e308)


def test_a_disc_slips_by_weights_of_any_size() -> None:
    """The probabilities add up to one, in the ratio of the weights; outcomes can be played, and positions searched."""
    random = Random(3)
    shares: Callable[[Connect4Position, str], dict[str, float]] = lambda position, column: {  # noqa: E731
        position.notation(certain): probability for certain, probability in position.chances(column)
    }
    for _ in range(50):
        straight = random.choice(WEIGHTS)
        left, right = (random.choice((0.0, *WEIGHTS)) for _ in range(2))
        position = Connect4Position(weights=(straight, left, right))
        for column, near in (("a", (right,)), ("d", (left, right)), ("g", (left,))):
            found = shares(position, column)
            assert sum(found.values()) == pytest.approx(1, abs=1e-12)
            assert all(0 <= share <= 1 for share in found.values())
            assert found[column] == pytest.approx(1 / (1 + sum(weight / straight for weight in near)), abs=1e-9)
            assert len(found) == 1 + sum(weight > 0 for weight in near)
            for text in found:
                position.play(text)
                position.undo()
        result = analyse(position, "Expectimax", Limits(depth=2), {"MultiPV": 256, "Star": "off"})
        assert all(abs(line.score.value) <= 1000 for line in result.lines)
    for scale in (1e-308, 1e-3, 1.0, 1e307, 5e307):
        assert shares(Connect4Position(weights=(3 * scale, scale, scale)), "d") == pytest.approx(
            {"d": 0.6, "d>c": 0.2, "d>e": 0.2}
        )


def test_a_board_with_drops_is_drawn() -> None:
    """It is drawn as the same board without drops: only the notation of moves and positions differs."""
    random = Random(7)
    for _ in range(5):
        drops, plain = Connect4Position(cfour.START, drops=True), Connect4Position()
        while plain.moves():
            drawn = drops._repr_svg_() or ""
            ElementTree.fromstring(drawn)
            assert drawn == plain._repr_svg_()
            assert str(drops) == str(plain)
            move = random.choice(plain.moves())
            drops.play(drops.notation(move))
            plain.play(move)
        assert isinstance(plain.ending(), Win) or plain.ending() == 0
        assert re.search(r">((Red ●|Yellow ○) wins: four in a row|Draw: the board is full)<", drops._repr_svg_() or "")
