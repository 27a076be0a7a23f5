"""UGI, line by line."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from engine_process import EngineProcess
from oddsfish.engine import games
from ugi_runner import query, think, ugi

SPOKEN = "".join(f" var {name}" for name, game in games.shipped().items() if game.ugi)
GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "hilo.json").read_text())
EMPTY = "7/7/7/7/7/7 r 1"
ASKED = ("p1turn", "gameover", "result")


def fen(engine: EngineProcess) -> str:
    return engine.ask("d", "Fen: ")[-1].removeprefix("Fen: ")


# The handshake, and which dialect is spoken.


def test_the_handshake() -> None:
    with EngineProcess() as engine:
        lines = engine.ask("ugi", "ugiok$")
    assert [line.split()[0] for line in lines] == ["id", "id"] + ["option"] * (len(lines) - 3) + ["ugiok"]
    assert f"option name Game type combo default connect4{SPOKEN}" in lines
    assert not any(word in line for line in lines for word in ("UCI", "Piece", "King", "Ponder", "chess", "Simplified"))


def test_the_first_word_picks_the_dialect_and_locks_it() -> None:
    with EngineProcess() as engine:
        engine.send("", "  ")
        engine.ask(" ugi ", "ugiok$")
        engine.send("uci", "ucinewgame", "ponderhit")
        assert len([line for line in engine.settle() if "unknown command" in line]) == 3
        assert engine.ask("ugi", "ugiok$")
    with EngineProcess() as engine:
        lines = engine.ask("uci", "uciok$")
        assert not any(word in line for line in lines for word in ("Slip", "Rules", "Windows", "hilo"))
        engine.send("ugi", "uginewgame", "query gameover", "moves e2e4")
        assert [line.split(": ")[1] for line in engine.settle()] == ["unknown command"] * 4
    with EngineProcess() as engine:
        assert engine.ask("isready", "readyok$") == ["readyok"]
        engine.send("ugi")
        assert engine.settle() == ["info string error: unknown command: ugi"]


@pytest.mark.parametrize(("game", "move"), [("connect4", "[a-g]"), ("hilo", "low|high")])
def test_a_game_named_on_the_command_line_needs_no_handshake(game: str, move: str) -> None:
    with EngineProcess(game) as engine:
        engine.send("position startpos moves 5")
        assert re.fullmatch(move, think(engine, "go depth 2"))
        assert f"option name Game type combo default {game}{SPOKEN}" in engine.ask("ugi", "ugiok$")
        assert re.fullmatch(move, think(engine, "go depth 2"))


def test_the_first_word_is_a_command_or_nothing_is_done() -> None:
    """UCI skips unknown words; here `positoin startpos moves d` would play d."""
    with ugi() as engine:
        engine.send("positoin startpos moves d", "joho isready", "please d")
        assert [line.split(": ")[1] for line in engine.settle()] == ["unknown command"] * 3
        assert fen(engine) == EMPTY


# Positions and moves.


def test_ways_to_a_position() -> None:
    with ugi() as engine:
        for command in (
            "  position   4455  ",
            "position startpos moves d 4 P@e1 5",
            "position 44 moves e e",
            f"position fen {EMPTY} moves d d e e",
            "position fen 7/7/7/7/3yy2/3rr2 r 3",
            "position startpos\nmoves d d\nmoves 5\nmoves P@e2",
            "position 4\nmoves 4 5 5",
            "position startpos moves\nmoves d d e e\nmoves",
        ):
            engine.send("position startpos", *command.split("\n"))
            assert fen(engine) == "7/7/7/7/3yy2/3rr2 r 3"
            assert engine.settle() == []


def test_a_disc_that_slipped_is_written_with_where_it_landed() -> None:
    with ugi("Slip value true") as engine:
        for words, position in (
            ("4>5 d>c", "7/7/7/7/7/2y1r2 r 2"),
            ("d>d P@d2", "7/7/7/7/3y3/3r3 r 2"),
            ("a>b g>f", "7/7/7/7/7/1r3y1 r 2"),
        ):
            engine.send(f"position startpos moves {words}")
            assert fen(engine) == position


def test_new_rules_hold_for_the_position_that_there_is() -> None:
    with ugi() as engine:
        engine.send("position 1212121")
        assert query(engine, "result") == "p1win"
        engine.send("setoption name Rules value fullboard")
        assert query(engine, "result") == "none"
        engine.send("moves 2", "setoption name Rules value classic")
        assert query(engine, "result") == "none", "a game that classic rules refuse stays as it was"
        assert engine.settle() == []


def test_every_game_keeps_its_position() -> None:
    with ugi() as engine:
        engine.send("position 44", "setoption name Game value hilo")
        assert fen(engine) == "startpos"
        engine.send("position fen 5 1 2", "setoption name Game value connect4")
        assert fen(engine) == "7/7/7/7/3y3/3r3 r 2"
        engine.send("setoption name Game value hilo")
        assert fen(engine) == "5 1 2"


def test_hilo_positions() -> None:
    with ugi("Game value hilo") as engine:
        for command, position in (
            ("position fen 5 1 4 moves high 9 low 3", "3 1.96 2"),
            ("position startpos moves 5\nmoves high 9\nmoves low 3", "3 1.96 2"),
            ("position startpos\nmoves 5 high 9\nmoves low 3", "3 1.96 2"),
            ("position fen 5 1 1 moves low 9", "9 -1 0"),
            ("position fen 5 2.5 1 moves low 5", "5 2.5 0"),
            ("position fen 5 1e3 3", "5 1000 3"),
        ):
            engine.send(*command.split("\n"))
            told = fen(engine)
            (card, utility, draws), wanted = told.split(), position.split()
            assert (card, draws) == (wanted[0], wanted[2])
            assert float(utility) == pytest.approx(float(wanted[1]), abs=1e-12)
            engine.send(f"position fen {told}")
            assert fen(engine) == told
            assert engine.settle() == []


# Searching.


def test_go() -> None:
    with ugi() as engine:
        for command in (
            "go p1time 300 p2time 300 p1inc 10 p2inc 10",
            "go p1time 300",
            "go p2time 300 movetime 20",
            "go p1time -50 p2time 0",
            "go depth 2 nodes 9 movetime 5 p1time 4",
            "go movestogo 4 p1time 400 p2time 400",
            "go searchmoves 2 f P@a1 depth 3",
        ):
            engine.send("position startpos")
            assert think(engine, command) in (list("abf") if "searchmoves" in command else list("abcdefg"))
            engine.send("position 4")
            assert think(engine, command.replace("P@a1", "a")) in "abcdefg"


def test_perft_counts() -> None:
    with ugi() as engine:
        assert engine.ask("go perft 7", "Nodes searched")[-1] == "Nodes searched: 823536"
        engine.send("setoption name Slip value true", "setoption name Rules value fullboard")
        lines = engine.ask("go perft 1", "Nodes searched")
        assert len(lines) == 20 and "d>e: 1" in lines and lines[-1] == "Nodes searched: 19"
        assert "d>e: 19" in engine.ask("go perft 2", "Nodes searched")
        # At each draw of HiLo a guess and a card; a game goes on after the cards that keep it alive.
        engine.send("setoption name Game value hilo", "position fen 5 1 2")
        lines = engine.ask("go perft 2", "Nodes searched")
        assert {"low 4: 26", "low 5: 26", "high 13: 26", "low 6: 0", "high 4: 0"} <= {*lines}


def test_a_mate_is_counted_in_plies() -> None:
    with ugi() as engine:
        engine.send("position 4455")
        assert " score mate 3 " in engine.go("go depth 5")[-2]
        engine.send("moves c")
        assert " score mate -2 " in engine.go("go depth 5")[-2]


def test_the_move_is_the_column_aimed_at() -> None:
    """If discs slip, nobody can know in advance where one will land."""
    with ugi("Slip value true") as engine:
        lines = engine.go("go depth 4")
        assert re.fullmatch("bestmove [a-g]", lines[-1])
        assert {line.split(" pv ")[1] for line in lines if " pv " in line} <= set("abcdefg")


@pytest.mark.parametrize("slip", ["false", "true"])
def test_a_finished_game(slip: str) -> None:
    full = "fen rryyrry/yyrryyr/rryyrry/yyrryyr/rryyrry/yyrryyr r 22"
    with ugi(f"Slip value {slip}") as engine:
        for rules, position, result in (
            ("classic", "1212121", "p1win"),
            ("classic", "fen 7/7/7/7/r6/rryyy2 y 3 moves 6", "p2win"),
            ("classic", full, "draw"),
            ("fullboard", full, "draw"),
            ("fullboard", "fen rrrrryy/yyyrryy/rrrryyy/yyyrrry/rryyyrr/yyyrryr r 22", "p1win"),
        ):
            engine.send("position startpos", f"setoption name Rules value {rules}", f"position {position}")
            assert engine.settle() == []
            assert query(engine, "gameover") == "true"
            assert query(engine, "result") == result
            for command in ("go depth 3", "go p1time 50 p2time 50"):
                assert think(engine, command) == "(none)"
            before = fen(engine)
            engine.send("moves d")
            assert "the game is over" in engine.settle()[0]
            assert fen(engine) == before
            engine.send(f"position {position}")
            engine.ask("go infinite", "info depth 0 score ")
            assert engine.silent(0.02)
            assert engine.go("stop") == ["bestmove (none)"]


def test_a_full_board_scores_the_difference_of_fours_and_never_mate() -> None:
    with ugi("Rules value fullboard", "Evaluation value Fours") as engine:
        engine.send("position fen rrrrryy/yyyrryy/rrrryyy/yyyrrry/rryyyrr/yyyrryr r 22")
        lines = engine.go("go depth 1")
    assert re.fullmatch(r"info depth 0 score cp \d+00", lines[0])


def test_an_evaluation_that_does_not_suit_is_one_error_and_still_a_move() -> None:
    with ugi("Game value hilo", "Evaluation value Fours") as engine:
        engine.send("position startpos moves 5")
        lines = engine.go("go depth 1")
        assert len(lines) == 2 and lines[0].startswith("info string error: hilo has no evaluation Fours")
        assert lines[1] in ("bestmove low", "bestmove high")


def test_the_exact_value_of_hilo() -> None:
    """By a `go` alone, too; behind a score that is no whole number of hundredths."""
    with ugi("Game value hilo", "MultiPV value 2") as engine:
        for card, table, draws in ((5, "last_draw", 1), (5, "whole_game", 4), (13, "last_draw", 1)):
            wanted = {guess: float(Fraction(GOLDEN[table][str(card)][guess])) for guess in ("low", "high")}
            worst, best = sorted(wanted.values())
            engine.send(f"position fen {card} 1 {draws}")
            lines = engine.go("go")
            assert wanted[lines[-1].split()[1]] == best
            told = [int(score) for line in lines for score in re.findall(r" score cp (-?\d+)", line)][-2:]
            assert told == pytest.approx([100 * best, 100 * worst], abs=0.5000001)
            exact = [float(line.split()[3]) for line in lines if line.startswith("info string value ")]
            assert exact == [] if (100 * best).is_integer() else exact == [pytest.approx(best, abs=1e-12)]


def test_a_finished_game_of_hilo() -> None:
    with ugi("Game value hilo") as engine:
        for position, result in (("5 1 0", "draw"), ("5 1.01 0", "p1win"), ("5 0.99 0", "p2win"), ("5 -1 3", "p2win")):
            engine.send(f"position fen {position}")
            assert [query(engine, what) for what in ASKED] == ["true", "true", result]
            assert think(engine, "go depth 3") == "(none)"
            engine.send("moves low 3")
            assert engine.settle()[0].startswith("info string error: illegal move: low 3")


def test_without_a_card_there_is_nothing_to_search() -> None:
    with ugi("Game value hilo") as engine:
        for command in ("position startpos", "uginewgame"):
            engine.send(command)
            assert engine.settle() == []
            assert [query(engine, what) for what in ASKED] == ["true", "false", "none"]
            lines = engine.go("go depth 2")
            assert len(lines) == 2 and lines[0].startswith("info string error: no card has been dealt")
            assert lines[1] == "bestmove (none)"
        engine.send("moves 5")
        assert think(engine, "go depth 4") == "high"
