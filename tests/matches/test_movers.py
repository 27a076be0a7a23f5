"""The player of each ply: also of the player who moves second, after a deal, and if a player moves twice."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from match_games import match_here
from oddsfish.matches.record import Record
from places import COMMAND, Place, install

MATCH = "from oddsfish.matches.cli.match_command import main; raise SystemExit(main())"
ENGINE = ("-engine", f"cmd={sys.executable}", "arg=-c", f"arg={COMMAND}")
RANDOM = ("-engine", "proto=random", "name=B")

# Player 0 takes one or two from a heap and moves twice when he takes two; DEALT draws the size of the heap.
HEAP = """
from oddsfish.engine.game import Game
from oddsfish.engine.python_position import PythonPosition
from oddsfish.engine.position import Win


class HeapPosition(PythonPosition):
    game = "heap"

    def __init__(self, left):
        super().__init__()
        self.past = [(left, 0)]

    def moves(self):
        return [n for n in (1, 2) if n <= self.past[-1][0]]

    def play(self, move):
        left, turn = self.past[-1]
        move = int(move)
        self.past.append((left - move, turn if move == 2 and turn == 0 else 1 - turn))

    def undo(self):
        self.past.pop()

    def player(self):
        return self.past[-1][1]

    def ending(self):
        left, turn = self.past[-1]
        return None if left else Win(1 - turn)

    def fen(self):
        return f"{self.past[-1][0]} {self.past[-1][1]}"


class Heap(Game):
    name = "heap"

    def beginnings(self):
        return [("9", 0.5), ("12", 0.5)]

    def begin(self, beginning, options):
        return HeapPosition(int(beginning))

    def start(self, fen, options):
        position = HeapPosition(int((fen or "9 0").split()[0]))
        return position


GAME = Heap()
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("heap")
    return install(folder, "heap", "[oddsfish.games]\nheap = heap:GAME\n", {"heap": HEAP})


def check(path: Path, said: str) -> None:
    """Only the engine has a depth: each ply with one is a ply of its seat. The printed figures agree."""
    for line in path.read_text().splitlines()[1:]:  # the game is not installed here
        record = Record.from_json(json.loads(line))
        engine = record.names.index("A")
        for ply in record.plies:
            assert ply.depth is None or ply.seat == engine
            assert (ply.seconds is None) == (ply.seat is None)
    assert re.search(r"^A: \d+ moves, .* depth", said, re.MULTILINE)
    assert re.search(r"^B: \d+ moves, [\d.]+ ms each$", said, re.MULTILINE)


def test_dealt_heaps_and_a_player_who_moves_twice(place: Place) -> None:
    words = (*ENGINE, "arg=heap", "name=A", "depth=4", *RANDOM, "-variant", "heap", "-games", "6", "-repeat")
    said, _ = place.run(MATCH, *words, "-srand", "3", "-results", "heap.jsonl", "-report", "heap.html")
    check(place.folder / "heap.jsonl", said)
    page = (place.folder / "heap.html").read_text(encoding="utf-8")
    assert set(re.findall(r'"movers":"(.)', page)) == {"-"}
    place.run(MATCH, *words, "-srand", "3", "-rounds", "2", "-results", "heap.jsonl", "-resume")
    assert len((place.folder / "heap.jsonl").read_text().splitlines()) == 1 + 2 * 6


@pytest.mark.parametrize(
    ("variant", "fen", "label"), [("tictactoe", "x2/3/3 o", "1... "), ("connect4", "7/7/7/7/7/7 r 1", "1. ")]
)
def test_the_second_player_may_begin(tmp_path: Path, variant: str, fen: str, label: str) -> None:
    (tmp_path / "first.epd").write_text(f"{fen}\n")
    words = (*ENGINE, f"arg={variant}", "name=A", "depth=3", *RANDOM, "-variant", variant, "-games", "2", "-repeat")
    files = ("-openings", "file=first.epd", "-results", "r.jsonl", "-pgnout", "g.pgn")
    check(tmp_path / "r.jsonl", match_here(*words, *files, "-srand", "1", where=tmp_path).out)
    texts = [game.rpartition("]\n\n")[2] for game in (tmp_path / "g.pgn").read_text().split("[Event ")[1:]]
    assert len(texts) == 2 and all(text.startswith(label) for text in texts)
