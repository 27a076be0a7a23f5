"""`oddsfish new-game` and `check-game`: the laws hold for a new game, and the check finds broken laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from engine_process import here
from oddsfish.engine import Draw, Game, PythonPosition, Win
from oddsfish.engine.laws import check_game
from oddsfish.engine.registry.game_words import Words
from places import install
from toy_nim import Nim, NimPosition

calls = count()


def spoilt(**wrong: Any) -> Game:
    """The game with some methods of its positions replaced."""
    kind = type("Spoilt", (NimPosition,), wrong)

    class Spoilt(Nim):
        def start(self, fen: str | None, options: Mapping[str, Any]) -> NimPosition:
            sound = super().start(fen, options)
            made: NimPosition = kind(sound.left, sound.turn, sound.most)
            return made

    return Spoilt()


def forgetful(position: NimPosition) -> None:
    position.left += position.taken.pop() // 2


class Alike(Words):
    def spell(self, position: Any, move: Any) -> str:
        return "take"


class Mumbling(Nim):
    @property
    def words(self) -> Words:
        return Alike(self)


class Unread(Nim):
    positions = ("12 a", "7 c")


class Deaf(Nim):
    def start(self, fen: str | None, options: Mapping[str, Any]) -> NimPosition:
        return super().start(fen and fen.replace("b", "a"), options)


class Coins(PythonPosition[int]):
    """Nine coins, one to three at a time; who takes more wins. It defines none of the optional methods."""

    game = "coins"

    def __init__(self) -> None:
        self.taken: list[int] = []

    def moves(self) -> list[int]:
        return [number for number in (1, 2, 3) if number <= 9 - sum(self.taken)]

    def play(self, move: int | str) -> None:
        self.taken.append(int(move))

    def undo(self) -> None:
        self.taken.pop()

    def player(self) -> int:
        return len(self.taken) % 2

    def ending(self) -> Win | Draw | None:
        if sum(self.taken) < 9:
            return None
        first, second = sum(self.taken[::2]), sum(self.taken[1::2])
        return Draw() if first == second else Win(int(second > first))


class CoinsByHeap(Coins):
    def repetition_key(self) -> tuple[int, int]:
        return sum(self.taken), self.player()  # it forgets who took how many, which decides the game


class CoinGame(Game):
    name = title = "coins"
    fen_meaning = "none"

    def __init__(self, kind: type[Coins]) -> None:
        self.kind = kind

    def start(self, fen: str | None, options: Mapping[str, Any]) -> Coins:
        return self.kind()


BROKEN: Mapping[str, tuple[Callable[[], Game], str]] = {
    "undo": (lambda: spoilt(undo=forgetful), "is taken back"),
    "clone": (lambda: spoilt(clone=lambda position: position), "in its clone"),
    "play": (lambda: spoilt(play=lambda position, move: None), "changes nothing"),
    "notation": (lambda: spoilt(notation=lambda position, move: "x"), "written alike"),
    "chances": (lambda: spoilt(chances=lambda position, move: [(move, 0.5)] if move == 2 else []), "add up to 0.5"),
    "no move": (lambda: spoilt(moves=lambda position: [1] if position.left > 3 else []), "no move"),
    "key": (lambda: spoilt(repetition_key=lambda position: 1), "the key is that of another position"),
    "key that forgets": (lambda: CoinGame(CoinsByHeap), "instead of"),
    "value": (lambda: spoilt(value=lambda position: float(next(calls))), "value is|instead of"),
    "exception": (lambda: spoilt(diagram=lambda position, last="": dict[str, Any]()["x"]), "KeyError: 'x'"),
    "words": (Mumbling, "spelled alike"),
    "FEN": (Deaf, "is read as"),
    "FEN that forgets": (lambda: spoilt(value=lambda position: float(len(position.taken))), "the value is 0.0 instead"),
    "positions": (Unread, "'7 c', of its `positions`, is refused: no heap"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_law_is_found(name: str) -> None:
    make, said = BROKEN[name]
    faults = [str(broken) for _, broken in check_game(make(), 5, 0) if broken is not None]
    assert any(part in fault for fault in faults for part in said.split("|")), faults


def test_an_exception_comes_with_the_moves_before_it() -> None:
    game = spoilt(moves=lambda position: [1] if position.left > 5 else {}[position.left])
    (broken,) = [broken for _, broken in check_game(game, 1, 0) if broken is not None]
    assert str(broken).startswith("KeyError: 5 (")
    assert set(broken.path) == {"1"}


def test_a_move_that_is_not_taken_back_is_the_last_of_the_path() -> None:
    (broken,) = [broken for _, broken in check_game(spoilt(undo=forgetful), 1, 0) if broken is not None]
    assert str(broken).startswith(f"after {broken.path[-1]} is taken back, ")
    assert sum(map(int, broken.path)) == 12  # the whole heap


@pytest.mark.parametrize("game", [Nim(), CoinGame(Coins)], ids=lambda game: game.name)
def test_they_hold_for_sound_games_of_others(game: Game) -> None:
    assert [str(broken) for _, broken in check_game(game, 5, 0) if broken is not None] == []


@pytest.mark.parametrize("game", ["chess", "connect4", "hilo", "tictactoe"])
def test_they_hold_for_what_is_sound(game: str) -> None:
    status, out, err = here("check-game", game, "--games", "2", "--seed", "1")
    assert (status, err) == (0, "") and all(line.startswith("ok ") for line in out.splitlines())


def test_what_is_written_is_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, _ = here("new-game", "hexapawn", "--title", "Hexa Pawn")
    assert status == 0 and "oddsfish check-game hexapawn" in out
    for path in (tmp_path / "hexapawn").rglob("*"):
        assert path.is_dir() or "mygame" not in path.read_text(encoding="utf-8").lower(), path
    place = install(tmp_path / "hexapawn", "hexapawn", "[oddsfish.games]\nhexapawn = hexapawn.game:GAME\n", {})
    assert "FAILED" not in place.command("check-game", "hexapawn", "--games", "3")
    assert "Hexa Pawn" in place.command("play", "hexapawn", "--first", "Random", "--second", "AlphaBeta:3")
    searched = place.command("hexapawn", "position startpos moves 1", "go depth 12")
    assert searched.endswith("bestmove 3\n")  # eight are left
    assert place.command("tree", "hexapawn", "--fen", "3 0", "--depth", "1").count("3") >= 1
    (tmp_path / "hexapawn" / "hexapawn" / "position.py").write_text("print('spoken')\nraise ValueError('no')\n")
    said = place.command("check-game", "hexapawn", status=2)
    assert said.count("\n") == 1 and "no" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new-game", "Chess"], "small letters and digits"),
        (["new-game", "chess"], "chess is a game of Oddsfish already"),
        (["new-game", "while"], "no word of Python"),
        (["new-game", "nim", "--title", 'a"b'], "a title has no double quotes"),
        (["new-game"], "the following arguments are required: NAME"),
        (["check-game", "nobody"], "a game is one of chess,"),
        (["check-game", "chess", "--games", "0"], "0 is less than 1"),
    ],
)
def test_what_makes_no_sense_is_one_line(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = here(*words)
    assert (status, out, err.count("\n")) == (2, "", 1) and said in err
    assert [*tmp_path.iterdir()] == []


def test_nothing_is_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nim").mkdir()
    status, _, err = here("new-game", "nim")
    assert status == 2 and "nim exists already" in err and [*(tmp_path / "nim").iterdir()] == []
