"""The settings of a match, as on its command line: engines, time controls, openings, rules that end games."""

from __future__ import annotations

from dataclasses import dataclass

from .score.sprt import Sprt
from .variants import USUAL

LONGEST_STRING = 255  # characters, in a PGN


@dataclass(frozen=True)
class TimeControl:
    """`base` seconds for `moves` moves (0: for the whole game), and an increment per move; or `per_move` seconds.

    Without base and per_move there is no clock: depth or nodes end the search.
    """

    base: float | None = None
    increment: float = 0.0
    moves: int = 0
    per_move: float | None = None

    def __str__(self) -> str:
        """As in PGN's TimeControl tag."""
        if self.per_move is not None:
            return f"{self.per_move:g}/move"
        if self.base is None:
            return "-"
        period = f"{self.moves}/" if self.moves else ""
        return f"{period}{self.base:g}" + (f"+{self.increment:g}" if self.increment else "")


@dataclass(frozen=True)
class Engine:
    """One player: the process to start, or `random`, or `human`; its options and its limits.

    command: a program, searched for on PATH. conf: instead, the engine's name in the worker's engines.json.
    margin: seconds by which it may exceed its time. startup: the seconds within which it must say uciok. ponder:
    whether it thinks in the opponent's time. ping: the seconds within which it must answer isready. strict: whether its
    variations are checked.
    """

    name: str
    command: str = ""
    arguments: tuple[str, ...] = ()
    directory: str = ""
    conf: str = ""
    protocol: str = "uci"
    options: tuple[tuple[str, str], ...] = ()
    time: TimeControl = TimeControl()
    depth: int | None = None
    nodes: int | None = None
    margin: float = 0.0
    startup: float = 35.0
    restart: bool = False
    ponder: bool = False
    ping: float = 60.0
    strict: bool = False


@dataclass(frozen=True)
class Openings:
    """A file of positions (epd) or games (pgn), their order, the plies to take of each, and the first one to use."""

    file: str
    format: str = "epd"
    order: str = "sequential"
    plies: int = 1024
    start: int = 1


@dataclass(frozen=True)
class Draw:
    """A draw once both scores have been within `score` for `movecount` moves in a row, from move `movenumber` on."""

    movenumber: int
    movecount: int
    score: int


@dataclass(frozen=True)
class Resign:
    """A loss once a player's score has been at most -`score` for `movecount` moves; twosided: if the other agrees."""

    movecount: int
    score: int
    twosided: bool = False


@dataclass(frozen=True)
class Adjudication:
    """What ends a game besides its own rules. tables: directories of endgame tables, "" for none."""

    draw: Draw | None = None
    resign: Resign | None = None
    maxmoves: int = 0
    draw_cycle: bool = False
    tables: str = ""


@dataclass(frozen=True)
class Opening:
    """Where a game begins: a FEN ("" for the usual start), and moves from there as protocols write them."""

    fen: str = ""
    moves: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True)
class Fixture:
    """One game to be played, with all that a worker must know, on any machine.

    players: White (player 0) first; seats: their places in the match's list. seed: of slips and cards, the same for the
    games of a pair. variant: of one of the engine's games, with the options for its rules. wait: seconds between the
    last game of the same worker and this one.
    """

    number: int
    pair: int
    leg: int
    seats: tuple[int, ...]
    players: tuple[Engine, ...]
    opening: Opening
    seed: str
    variant: str = USUAL
    variant_options: tuple[tuple[str, str], ...] = ()
    rules: Adjudication = Adjudication()
    wait: float = 0.0


@dataclass(frozen=True)
class Match:
    """What is played.

    games: of an encounter of two players (in a game for one: of each player), per round. repeat: games in a row from
    the same opening. seeds: how many players at the head of the list the tournament favours. swap: whether two players
    change sides after each game. reverse: whether the later player in the list begins. wait: seconds between the games
    of a worker. random_plies: played after the opening. seed: of openings, random moves, slips and cards, None if the
    runner is to draw it. recover: whether to go on after a player's fatal fault. event, site: for the PGN.
    """

    engines: tuple[Engine, ...]
    variant: str = USUAL
    variant_options: tuple[tuple[str, str], ...] = ()
    games: int = 1
    rounds: int = 1
    repeat: int = 1
    tournament: str = "round-robin"
    seeds: int = 0
    swap: bool = True
    reverse: bool = False
    wait: float = 0.0
    openings: Openings | None = None
    seed: int | None = None
    random_plies: int = 0
    rules: Adjudication = Adjudication()
    sprt: Sprt | None = None
    recover: bool = False
    event: str = "?"
    site: str = "?"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(engine.name for engine in self.engines)


@dataclass(frozen=True)
class Run:
    """How a match is run and which files it writes; this does not affect its games. A file is "" for none.

    concurrency: games at the same time. pgn_anew, epd_anew: the file is emptied when the match begins. affinity: the
    processors on which games are played, () for all. pgn_minimal: moves without comments. pgn_finished_only: leave out
    games that were broken off. rating_interval: games from one table to the next, 0 for one at the end. scheduler: the
    address of a Dask scheduler, "" for processes on this machine.
    """

    concurrency: int = 1
    affinity: tuple[int, ...] = ()
    pgn: str = ""
    pgn_anew: bool = False
    pgn_minimal: bool = False
    pgn_finished_only: bool = False
    epd: str = ""
    epd_anew: bool = False
    results: str = ""
    resume: bool = False
    rating_interval: int = 0
    debug: bool = False
    watch: bool = False
    report: str = ""
    scheduler: str = ""
