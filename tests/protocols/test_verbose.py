"""What `Verbose` shows: each root move with the board after it and its exact value; nothing else changes."""

from __future__ import annotations

import random
import re
from typing import Any

import chess
import pytest
from conformance.games import EXAMPLES, Example
from engine_process import play
from oddsfish.engine import (
    ChessPosition,
    Connect4Position,
    Draw,
    Limits,
    Position,
    PythonPosition,
    Win,
    analyse,
    games,
    searches,
    verbose,
)
from oddsfish.engine.display.diagram import diagram_of
from oddsfish.engine.display.diagram_text import text_rows
from oddsfish.engine.display.show import score_text
from trained import TRAINED

RULE = "-" * 20
WIDTH = 68  # with "info string " before it a line is 80 columns wide
EVERY_MOVE = {"MultiPV": 256}

examples = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


class Race(PythonPosition[int]):
    """Take one or two; whoever takes the fourth wins. It has neither a diagram nor a FEN."""

    def __init__(self) -> None:
        self.taken: list[int] = []

    def moves(self) -> list[int]:
        return [1, 2] if self.ending() is None else []

    def play(self, move: int | str) -> None:
        self.taken.append(int(move))

    def undo(self) -> None:
        self.taken.pop()

    def player(self) -> int:
        return len(self.taken) % 2

    def ending(self) -> Win | float | None:
        return None if sum(self.taken) < 4 else Win(1 - self.player())


class Die(PythonPosition[str]):
    """One roll of a die with so many faces: the last wins, the first loses, the second is a draw, others count."""

    def __init__(self, faces: int) -> None:
        self.set_chance(True)
        self.faces = faces
        self.rolled: list[int] = []

    def moves(self) -> list[str]:
        return [] if self.rolled else ["roll"]

    def chances(self, move: str) -> list[tuple[str, float]]:
        return [(f"roll {face}", 1 / self.faces) for face in range(1, self.faces + 1)]

    def play(self, move: str) -> None:
        self.rolled.append(int(move[5:]))

    def undo(self) -> None:
        self.rolled.pop()

    def ending(self) -> Win | float | None:
        ends: dict[int, Win | float] = {1: Win(1), 2: Draw(), self.faces: Win(0)}
        return ends.get(self.rolled[0], self.rolled[0] / 2) if self.rolled else None

    def fen(self) -> str:
        return " ".join(map(str, self.rolled)) or "-"


def walkers(position: Position[Any]) -> list[str]:
    """The searches that accept a position, except Random."""
    return [
        name
        for name, algorithm in searches.for_any_game().items()
        if name != "Random" and algorithm.create().accepts(position) is None
    ]


def parts(text: str) -> tuple[list[str], dict[str, list[str]]]:
    """The board of the root, and below each move the lines up to the empty one at its end."""
    root, *moves = text.split(f"\n{RULE}\n")
    found = {}
    for part in moves:
        move, *lines = part.rstrip("\n").split("\n")
        found[move] = lines
    assert len(found) == len(moves)
    return root.rstrip("\n").split("\n"), found


def told(lines: list[str]) -> str:
    """The line about a move, after its board."""
    return lines[-1]


def value_line(position: Position[Any], line: Any) -> str:
    game = games.of(position)
    mover = "the side to move" if game is None else game.seats[position.player()]
    return f"value to {mover}: {score_text(line.score)}, depth {line.depth}"


@examples
def test_every_root_move_is_shown_with_its_exact_value(example: Example) -> None:
    position = example.make()
    before = str(position), [position.notation(move) for move in position.moves()]
    for search in walkers(position):
        if search == "BranchLimit":
            continue
        limits = Limits(depth=example.depth)
        root, moves = parts(verbose(position, search, limits, TRAINED))
        exact = analyse(position, search, limits, {**TRAINED, **EVERY_MOVE})
        assert not any(line.score.bound for line in exact.lines)
        assert list(moves) == [line.move for line in exact.lines]
        assert sorted(moves) == sorted(before[1])
        assert [told(lines) for lines in moves.values()] == [value_line(position, line) for line in exact.lines]
        assert root == before[0].split("\n")
    assert (str(position), [position.notation(move) for move in position.moves()]) == before


@examples
def test_the_board_is_that_after_the_move(example: Example) -> None:
    position = example.make()
    text = verbose(position, limits=Limits(depth=1))
    assert max(map(len, text.split("\n"))) <= WIDTH
    for move, lines in parts(text)[1].items():
        outcomes = position.chances(move)
        if not outcomes:
            twin = position.clone()
            twin.play(twin.parse(move))
            diagram = diagram_of(twin, move)
            assert diagram is None or lines[:-1] == text_rows(diagram)
        for certain, probability in outcomes:
            assert position.notation(certain) in "\n".join(lines)
            assert f"p {probability:.3g}" in "\n".join(lines)


@examples
def test_it_changes_neither_the_move_nor_its_score(example: Example) -> None:
    """Nor does it change any count if all values are exact anyway."""
    position, limits = example.make(), Limits(depth=example.depth)
    ties = {"TiePolicy": "random", "Seed": 5}
    choices: list[dict[str, Any]] = [{}, ties, {"Deepening": False}, {"MultiPV": 3}, EVERY_MOVE, {"Table": True}]
    for search in walkers(position):
        for options in choices:
            plain = analyse(position, search, limits, {**TRAINED, **options})
            shown = analyse(position, search, limits, {**TRAINED, **options, "Verbose": True})
            assert (shown.move, shown.score, shown.depth) == (plain.move, plain.score, plain.depth)
            if options == EVERY_MOVE or (search == "Minimax" and not options):
                assert (shown.nodes, shown.lines) == (plain.nodes, plain.lines)


def test_a_text_to_the_letter() -> None:
    """Black to move, two of his moves."""
    text = verbose("7k/8/8/8/8/p1n5/8/K7 b - - 0 1", "AlphaBeta", Limits(depth=1, moves=("c3b5", "a3a2")))
    assert text.split("\n") == [
        ". . . . . . . k 8",
        ". . . . . . . . 7",
        ". . . . . . . . 6",
        ". . . . . . . . 5",
        ". . . . . . . . 4",
        "p . n . . . . . 3",
        ". . . . . . . . 2",
        "K . . . . . . . 1",
        "a b c d e f g h",
        "Black to move",
        "",
        RULE,
        "a3a2",
        " . . . . . . . k 8",
        " . . . . . . . . 7",
        " . . . . . . . . 6",
        " . . . . . . . . 5",
        " . . . . . . . . 4",
        "[.]. n . . . . . 3",
        "[p]. . . . . . . 2",
        " K . . . . . . . 1",
        " a b c d e f g h",
        "White to move",
        "value to Black: 480, depth 1",
        "",
        RULE,
        "c3b5",
        ". . . . . . . k 8",
        ". . . . . . . . 7",
        ". . . . . . . . 6",
        ".[n]. . . . . . 5",
        ". . . . . . . . 4",
        "p .[.]. . . . . 3",
        ". . . . . . . . 2",
        "K . . . . . . . 1",
        "a b c d e f g h",
        "White to move",
        "value to Black: 430, depth 1",
        "",
    ]


def test_chance_is_drawn_side_by_side() -> None:
    text = verbose(Connect4Position("7/7/7/7/7/3r3 y 1", "classic", (3, 1, 1)), "Expectimax", Limits(depth=1))
    assert parts(text)[1]["e"] == [
        "e               e>d             e>f",
        "p 0.6           p 0.2           p 0.2",
        *[". . . . . . .   . . . . . . .   . . . . . . ."] * 4,
        ". . . . . . .   . . .[O]. . .   . . . . . . .",
        ". . . X[O]. .   . . . X . . .   . . . X .[O].",
        "a b c d e f g   a b c d e f g   a b c d e f g",
        told(parts(text)[1]["e"]),
    ]


def test_a_game_without_a_diagram_is_shown_by_its_fen() -> None:
    text = verbose(Die(16), "Expectimax", Limits(depth=1))
    assert text.startswith(f"-\n\n{RULE}\nroll\n")
    assert re.findall(r"roll \d+", text) == [f"roll {face}" for face in range(1, 17)]
    assert "more outcomes" not in text
    assert re.search(r"^1 +2 +3\b", text, re.MULTILINE)
    assert re.search(r"^player 1 wins +draw +over: 1\.5\b", text, re.MULTILINE) and "player 0 wins" in text
    # If there are too many outcomes, the rest is only counted.
    text = verbose(Die(100), "Expectimax", Limits(depth=1))
    assert re.findall(r"roll \d+", text) == [f"roll {face}" for face in range(1, 17)]
    assert "\nand 84 more outcomes\nvalue to the side to move: " in text


def test_a_game_that_has_no_text_either_is_shown_by_its_moves() -> None:
    assert verbose(Race(), "Minimax", Limits(depth=9)).split("\n") == [
        "Race()",
        "",
        RULE,
        "1",
        "Race() after 1",
        "value to the side to move: 999997 (won in 3 plies), depth 4",
        "",
        RULE,
        "2",
        "Race() after 2",
        "value to the side to move: -999998 (lost in 2 plies), depth 4",
        "",
    ]
    # An end is told, too.
    race = Race()
    for move in (1, 2):
        race.play(move)
    assert "Race() after 1\nplayer 0 wins\nvalue" in verbose(race, "Minimax", Limits(depth=1))


def test_a_game_that_is_over() -> None:
    for position, said in (
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "White wins: checkmate\nno move: the game is over, -100000 (lost)"),
        ("5 -1 3", "3 draws left\nno move: the game is over, -1"),
    ):
        text = verbose(position)
        assert f"{said} to the side to move" in text and RULE not in text


def test_a_search_that_was_cut_short_says_how_deep_each_value_is() -> None:
    said = [told(lines) for lines in parts(verbose(ChessPosition(), "Minimax", Limits(nodes=5)))[1].values()]
    assert len(said) == 20 and "not searched" in said
    assert all(line == "not searched" or line.endswith(", depth 1") for line in said)
    assert said[0] != "not searched"
    whole = analyse(ChessPosition(), "Minimax", Limits(depth=2)).nodes
    _, moves = parts(verbose(ChessPosition(), "Minimax", Limits(nodes=whole + 2000)))
    assert {told(lines).rpartition(" ")[2] for lines in moves.values()} == {"2", "3"}


def test_moves_that_branchlimit_does_not_keep_were_not_searched() -> None:
    _, moves = parts(verbose(ChessPosition(), "BranchLimit", Limits(depth=2), {"branchlimit": 3}))
    said = [told(lines) for lines in moves.values()]
    assert [line == "not searched" for line in said] == [False] * 3 + [True] * 17


def test_it_takes_what_analyse_takes() -> None:
    board = chess.Board()
    board.push_uci("e2e4")
    for position in (board, board.fen(en_passant="fen"), ChessPosition(board.fen(en_passant="fen"))):
        assert parts(verbose(position, "minimax", Limits(depth=1)))[1]["e7e5"][-1] == "value to Black: 0, depth 1"
    limits = Limits(depth=1, moves=(chess.Move.from_uci("e7e5"),))
    assert list(parts(verbose(board, limits=limits))[1]) == ["e7e5"]
    assert "Fours" in verbose("7/7/7/7/7/7 r 1", limits=Limits(depth=1), options={"Rules": "fullboard"})
    with pytest.raises(ValueError, match="FEN"):
        verbose("nonsense")
    with pytest.raises(ValueError, match="no such option"):
        verbose(board, options={"Verbos": True})


def test_random_positions_of_chess() -> None:
    rng = random.Random(3)
    for _ in range(8):
        board = chess.Board()
        for _ in range(rng.randrange(60)):
            if not board.is_game_over(claim_draw=True):
                board.push(rng.choice(list(board.legal_moves)))
        moves = parts(verbose(board, "AlphaBeta", Limits(depth=1)))[1] if any(board.legal_moves) else {}
        assert sorted(moves) == sorted(move.uci() for move in board.legal_moves)
        for move, lines in moves.items():
            board.push_uci(move)
            cells = [re.sub(r"[^a-zA-Z.]", "", line[:-1]) for line in lines[:8]]
            assert cells == str(board).replace(" ", "").split("\n")
            board.pop()


# At a terminal.


def test_play_shows_it_before_the_move() -> None:
    arguments = ("connect4", "--fen", "7/7/7/7/1yyy3/1rrr3 r 4", "--red", "AlphaBeta:2", "--yellow", "person")
    said = play(*arguments, "--verbose")
    shown, _, after = said.partition("Red ●, AlphaBeta: e ")
    assert after and shown.count(RULE) == 7
    assert f"{RULE}\ne\n" in shown and "Red ● wins: four in a row\nvalue to Red: wins in 1, depth 2\n" in shown
    assert RULE not in play(*arguments)


def test_play_shows_it_in_the_words_of_the_game_for_either_side() -> None:
    said = play("chess", "--black", "AlphaBeta:1", "--verbose", typed=("e4",))
    assert f"{RULE}\nNf6\n" in said and "value to Black: +0.10, depth 1\n" in said
    said = play("hilo", "--player", "Expectimax:3", "--seed", "3", "--verbose")
    assert "high 13" in said and "p 0.0769" in said and re.search(r"value to Player: [+-]\d\.\d\d, depth", said)
