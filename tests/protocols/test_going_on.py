"""`position` in the course of a game: a continued position equals one that is read anew, whatever was sent before."""

from __future__ import annotations

import io
import random

import pytest
from oddsfish.protocols.dialect import Dialect
from oddsfish.protocols.streams import Streams
from oddsfish.protocols.uci import Uci
from oddsfish.protocols.ugi import Ugi

UGI_GAMES = ["connect4", "hilo", "tictactoe"]


def conversation(game: str) -> Dialect:
    dialect: Dialect = (Uci if game == "chess" else Ugi)(Streams(io.BytesIO(), io.BytesIO()))
    if game != "chess":
        dialect.obey("setoption", ["name", "Game", "value", game])
    return dialect


def some_moves(dialect: Dialect, rng: random.Random, plies: int) -> list[str]:
    """The words of a random game, with the outcomes of chance."""
    game = dialect.game
    beginnings = game.beginnings()
    words = [rng.choice([name for name, _ in beginnings])] if beginnings else []
    position = game.read(None, words, dialect.options)
    while plies and position.ending() is None:
        plies -= 1
        move = rng.choice(position.moves())
        outcomes = [certain for certain, chance in position.chances(move) or [(move, 1.0)] if chance > 0]
        text = position.notation(rng.choice(outcomes))
        position.play(text)
        words += text.split()
    return words


@pytest.mark.parametrize("game", ["chess", *UGI_GAMES])
@pytest.mark.parametrize("seed", range(12))
def test_a_game_that_goes_on_is_the_same_as_one_that_is_read_anew(game: str, seed: int) -> None:
    """It may be longer, shorter, other, or refused in the middle. Searches and other rules may come between."""
    rng = random.Random(f"{game} {seed}")
    dialect = conversation(game)
    lines = [some_moves(dialect, rng, 40) for _ in range(2)]
    for _ in range(40):
        line = rng.choice(lines)
        words = line[: rng.randrange(1, len(line) + 1)] + ["nonsense"] * (rng.random() < 0.15)
        dialect.obey("position", ["startpos", "moves", *words])
        try:
            anew = dialect.game.read(None, words, dialect.options)
        except ValueError:
            assert dialect.refusal
            continue
        assert not dialect.refusal
        now = dialect.session.position
        assert now.fen() == anew.fen()
        assert sorted(map(now.notation, now.moves())) == sorted(map(anew.notation, anew.moves()))
        assert now.ending() == anew.ending(), "what came before counts, too"
        if rng.random() < 0.2:
            dialect.obey("go", ["depth", "1"])
        if game == "chess" and rng.random() < 0.1:
            dialect.obey("setoption", ["name", "UCI_Chess960", "value", rng.choice(["true", "false"])])


@pytest.mark.parametrize(
    ("option", "values", "words", "more"),
    [
        ("Slip", ("true", "false"), "d d>e", "c"),
        ("Rules", ("fullboard", "classic"), "a b a b a b a b", "c"),
    ],
)
def test_a_game_that_makes_no_sense_by_other_rules_does_not_go_on(
    option: str, values: tuple[str, str], words: str, more: str
) -> None:
    dialect = conversation("connect4")
    dialect.obey("setoption", ["name", option, "value", values[0]])
    dialect.obey("position", ["startpos", "moves", *words.split()])
    assert not dialect.refusal
    dialect.obey("setoption", ["name", option, "value", values[1]])
    dialect.obey("position", ["startpos", "moves", *words.split(), more])
    assert dialect.refusal
    dialect.obey("setoption", ["name", option, "value", values[0]])
    dialect.obey("position", ["startpos", "moves", *words.split(), more])
    assert not dialect.refusal


def test_a_repetition_is_seen_over_several_commands() -> None:
    """Position by position, as clients send a game."""
    uci = conversation("chess")
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
    for plies in range(len(shuffle) + 1):
        uci.obey("position", ["startpos", "moves", *shuffle[:plies]])
        assert (uci.session.position.ending() is not None) == (plies == len(shuffle))
