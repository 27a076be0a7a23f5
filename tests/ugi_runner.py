"""A small runner of UGI games: it asks engines for moves, deals what chance decides, and watches what they say."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from engine_process import EngineProcess
from slow_games import COLUMNS, STRAIGHT, Grid

SHORTEST_LINE = 8  # characters: an existing runner fails on shorter lines during a search

INFO = re.compile(
    r"info string \S.*|info depth 0 score (cp|mate) -?\d+"
    r"|info depth \d+ currmove \S+ currmovenumber \d+ nodes \d+ nps \d+ hashfull \d+ tbhits 0 time \d+"
    r"|info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+( (lower|upper)bound)?"
    r" nodes \d+ nps \d+ hashfull \d+ tbhits 0 time \d+ pv( ([a-g]|low|high))+"
)


def ugi(*options: str) -> EngineProcess:
    """An engine after the handshake, with options as `NAME value VALUE`."""
    engine = EngineProcess()
    engine.ask("ugi", "ugiok$")
    engine.send(*(f"setoption name {option}" for option in options))
    assert engine.settle() == []
    return engine


def think(engine: EngineProcess, command: str) -> str:
    """The move of a search, whose lines must all be well formed."""
    *infos, best = engine.go(command)
    for line in infos:
        assert INFO.fullmatch(line), line
    assert all(len(line) >= SHORTEST_LINE for line in (*infos, best))
    word, move = best.split(" ")  # exactly two tokens
    assert word == "bestmove"
    return move


def reseed(engine: EngineProcess, chance: random.Random) -> None:
    """Give a random player a new seed, as it makes the same choices with the same one."""
    engine.send(f"setoption name Seed value {chance.randrange(2**31)}")


def query(engine: EngineProcess, what: str) -> str:
    (line,) = engine.ask(f"query {what}", "response ")
    return line.removeprefix("response ")


def drop(grid: Grid, move: str, chance: random.Random, weights: Sequence[int] = STRAIGHT) -> str:
    """Drop a disc aimed at a column; return the move with its outcome, as the engines are told."""
    aimed = COLUMNS.index(move)
    assert aimed in grid.open(), f"{move} is full"
    landings = dict(grid.landings(aimed, weights))
    (landed,) = chance.choices(list(landings), [float(probability) for probability in landings.values()])
    grid.stacks[landed].append(sum(map(len, grid.stacks)) % 2)
    return move if landed == aimed else f"{move}>{COLUMNS[landed]}"


def play_connect4(
    engines: tuple[EngineProcess, EngineProcess], weights: Sequence[int], seed: int, limit: str, bare: bool
) -> tuple[str, list[str]]:
    """Play a game to its end; the result and the moves. `bare`: send only the last move, as `moves X`."""
    chance, grid, moves = random.Random(seed), Grid(), list[str]()
    for engine in engines:
        engine.send("position startpos")
    while True:
        over = {query(engine, "gameover") for engine in engines}
        results = {query(engine, "result") for engine in engines}
        assert len(over) == len(results) == 1
        assert (over == {"false"}) == (results == {"none"})
        if over == {"true"}:
            assert {think(engine, limit) for engine in engines} == {"(none)"}
            return results.pop(), moves
        turn = len(moves) % 2
        assert {query(engine, "p1turn") for engine in engines} == {"false" if turn else "true"}
        reseed(engines[turn], chance)
        moves.append(drop(grid, think(engines[turn], limit), chance, weights))
        line = f"moves {moves[-1]}" if bare else f"position startpos moves {' '.join(moves)}"
        for engine in engines:
            engine.send(line)


def play_hilo(engine: EngineProcess, seed: int, limit: str) -> tuple[str, list[str]]:
    """Play a game of HiLo; the result and the moves."""
    chance = random.Random(seed)
    moves = [str(chance.randint(2, 12))]
    while True:
        engine.send(f"position startpos moves {' '.join(moves)}")
        assert query(engine, "p1turn") == "true"
        if query(engine, "gameover") == "true":
            assert think(engine, limit) == "(none)"
            return query(engine, "result"), moves
        assert query(engine, "result") == "none"
        reseed(engine, chance)
        guess = think(engine, limit)
        assert guess in ("low", "high")
        moves += [guess, str(chance.randint(1, 13))]
