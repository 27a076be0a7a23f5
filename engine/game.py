"""Game: the description of a game, for everything that talks about it, draws it or plays it without knowing its rules.

The module is cheap to import, because protocols need it before their first answer. A game imports slower modules, above
all positions and words, only when they are needed.
"""

from __future__ import annotations

from functools import cached_property

from .moved import renamed
from .support.text import pack, printable, shorten

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from random import Random
    from types import ModuleType
    from typing import Any

    from .control.adviser import Adviser
    from .display.diagram import Diagram
    from .opponents.model import OpponentModel
    from .option import Option, Value
    from .position import Position
    from .registry.game_command import Command
    from .registry.game_words import Words
    from .registry.tour import Tour
    from .results import Score

    Beginning = tuple[str, float]  # a first event that no player decides, and its probability


class Variant:
    """One way of playing a game, as match runners and UCI clients name it.

    name: the name in match runners.
    meaning: a description for people.
    uci: the value of UCI_Variant; "" if the variant is available only in UGI.
    rules: the options of the game that the variant fixes: a mapping of the names of the options
        to their values as texts.
    """

    __slots__ = ("meaning", "name", "rules", "uci")

    def __init__(self, name: str, meaning: str, *, uci: str = "", rules: Mapping[str, str] = {}) -> None:
        self.name = name
        self.meaning = meaning
        self.uci = uci
        self.rules = rules


class SelfPlay:
    """How a game is learned from games that a search plays against itself (`oddsfish learn`).

    search: the name of the search.
    evaluation: the best evaluation that is not a network.
    openings: the numbers of random plies with which a game may begin.
    share: the percentage of the game's result in the learning target of a position. The rest is the score of the
        search. If all games are played to the end, results tell more than a shallow search.
    shuffled: the probability that a game begins from `Game.shuffled_start`.
    adjudicated: whether a game ends as soon as its scores have long shown the result, and only quiet positions are
        kept.
    positions, rounds, hidden: the usual positions per round, rounds, and width of the network.
    """

    __slots__ = (
        "adjudicated",
        "evaluation",
        "hidden",
        "openings",
        "positions",
        "rounds",
        "search",
        "share",
        "shuffled",
    )

    def __init__(
        self,
        search: str = "AlphaBeta",
        evaluation: str = "Auto",
        *,
        openings: Sequence[int] = range(13),
        share: int = 75,
        shuffled: float = 0.0,
        adjudicated: bool = False,
        positions: int = 200_000,
        rounds: int = 3,
        hidden: int = 128,
    ) -> None:
        self.search = search
        self.evaluation = evaluation
        self.openings = openings
        self.shuffled = shuffled
        self.share = share
        self.adjudicated = adjudicated
        self.positions = positions
        self.rounds = rounds
        self.hidden = hidden


class Game:
    """A game: the base class of all games. Each game of Oddsfish derives from it in the module `game` of its folder."""

    name = ""  # as a user writes it, in small letters and digits
    title = ""  # as people write it
    fen_meaning = ""  # the form of its FEN, for people
    fen_form = "$."  # a regular expression for the beginning of a FEN: it distinguishes the games
    seats: tuple[str, ...] = ("First", "Second")  # names of players 0 and 1; one name for a game for one
    pieces: tuple[str, ...] = ()  # the symbol of each seat in diagrams; empty, or "", if there is no single one
    position = ""  # the name of the class of its positions, in the module `position` of its folder
    variants: tuple[Variant, ...] = ()  # the first is the usual one; empty: one variant with the game's name
    rules: tuple[Option, ...] = ()  # options that change the meaning of a position
    options: tuple[Option, ...] = ()  # its other options
    par = 0.0  # the value of a game for one that is neither won nor lost; 0 in all others
    forfeit = 0.0  # the value of a game for one that its player did not finish
    words_in_a_move = 1  # the number of words in a played move, outcome included
    depth = 4  # the depth of `bench`
    positions: tuple[str, ...] = ()  # FENs for `bench` and tests; empty: only the start
    examples: tuple[str, ...] = ()  # command lines for the help, from `play` or `tree` on
    judge = ""  # "python-chess" if this library is the arbiter of matches; empty: the game's own positions
    usual = False  # whether it comes before the other games of a protocol, and is the default
    commands: Mapping[str, str] = {}  # command-line commands and their descriptions; each is a module in `commands`
    selfplay = SelfPlay()
    networks = True  # whether a network may evaluate it: false if positions do not show enough
    unit = "centi-units"  # the name of a hundredth of its scores' unit
    score_unit = "score"  # the label of a curve of scores
    known_marks = ("W", "L", "D")  # short marks: before the moves to a forced win or loss, and for a sure draw

    def __init__(self) -> None:
        self.title = self.title or self.name
        for old, new in (("men", "pieces"), ("chances", "wdl")):
            if (found := renamed(self, old, new)) is not None:
                setattr(self, new, found)
        self.pieces = self.pieces or ("",) * len(self.seats)

    def position_class(self) -> Any:
        """Return the class of the positions.

        NotImplementedError if the game's folder has no class of the name in `position`.
        """
        found = getattr(self._module("position"), self.position, None) if self.position else None
        if found is None:
            raise NotImplementedError(f"{type(self).__name__} lacks start, or the class of its positions")
        return found

    def start(self, fen: str | None, options: Mapping[str, Value]) -> Position[Any]:
        """Return the position of a FEN by these rules, or the start position for None. ValueError if the FEN is wrong.

        By default, this calls the class of the positions with the FEN, or without arguments. If the game has
        `beginnings`, the start is a NotStarted(self).
        """
        kind = self.position_class()
        position: Position[Any] = kind() if fen is None else kind(fen)
        return position

    def shuffled_start(self, random: Random) -> Position[Any]:
        """Return another position in which the game may begin, for games of more variety."""
        raise NotImplementedError

    def beginnings(self) -> Sequence[Beginning]:
        """Return the events that begin the game and that no player decides, such as a first card.

        Each is a pair of its text and its probability. Empty if the game has no such events.
        """
        return ()

    def begin(self, beginning: str, options: Mapping[str, Value]) -> Position[Any]:
        """Return the position after one of the beginnings; ValueError if it is none of them."""
        raise NotImplementedError

    def details(self, position: Any) -> list[str]:
        """Return further lines of text about a position, for debugging."""
        return []

    def cells(self, position: Any, move: Any) -> tuple[tuple[int, ...], ...]:
        """Return the cells of the diagram that a user points at to make a legal move.

        The result has one tuple for each step, its cells in order, the best first. A piece that is placed on a cell
        takes one step; a piece that moves from cell to cell takes two. The result is empty if the move has no place on
        the diagram; the move is then chosen by its name. By default, this calls `cells` in the module `diagram` of the
        game's folder, if there is one.
        """
        found = getattr(self._module("diagram"), "cells", None)
        return () if found is None else tuple(found(position, move))

    def diagram(self, position: Any, last: str) -> Diagram:
        """Return the diagram of a position, for `Position.diagram`.

        By default, this calls `diagram` in the module `diagram` of the game's folder; NotImplementedError if there is
        none.
        """
        module = self._module("diagram")
        if module is None:
            raise NotImplementedError
        drawn: Diagram = module.diagram(position, last)
        return drawn

    def tours(self) -> Sequence[Tour]:
        """Return the guided tours: positions of the game, with explanations of what they show.

        By default, these are TOURS in the module `tours` of the game's folder, if there is one.
        """
        found: Sequence[Tour] = getattr(self._module("tours"), "TOURS", ())
        return found

    def adviser(self) -> Adviser[Any] | None:
        """Return a new adviser, which may know something about a position before it is searched; None without one."""
        return None

    def command(self, name: str) -> Command:
        """Return a command of the game by its name; ValueError if there is none."""
        if name not in self.commands:
            raise ValueError(f"{self.name or 'the game'} has no command {shorten(repr(name))}")
        module = self._module(f"commands.{name}")
        if module is None:
            raise ValueError(
                f"{self.name or 'the game'} has a command {shorten(repr(name))} but no module commands.{name}"
            )
        found: Command = module.COMMAND
        return found

    def _module(self, name: str) -> ModuleType | None:
        """Return a module of the game's folder, or of a base class's folder; None if there is none of this name."""
        return next((module for _, module in self._modules(name)), None)

    def _modules(self, name: str) -> Iterator[tuple[type[Any], ModuleType]]:
        """Yield the modules of this name in the folders of the class and its bases, its own first."""
        from importlib import import_module

        from .support.worker import IMPORTING

        for kind in type(self).__mro__[: type(self).__mro__.index(Game)]:
            package = kind.__module__.rpartition(".")[0]
            if not package:
                continue  # a top-level module of this name may be anybody's
            path = f"{package}.{name}"
            try:
                with IMPORTING:
                    module = import_module(path)
            except ModuleNotFoundError as fault:
                if not f"{path}.".startswith(f"{fault.name}."):
                    raise  # the module exists, but an import in it fails
            else:
                yield kind, module  # outside the lock: a suspended generator would hold it

    def in_short(self, text: str) -> tuple[str, ...] | None:
        """Return the moves from the start that a text stands for by itself; None if it stands for none."""
        return None

    def wdl(self, position: Any, score: Score) -> tuple[int, int, int] | None:
        """Return how many of 1000 games from a position with this score the side to move wins, draws and loses.

        None if the game has no such model.
        """
        return None

    def check(self, rules: Mapping[str, str]) -> None:
        """Raise ValueError if rules, given by name, contradict each other."""

    people = False  # whether there is a model of how people play it

    def human(self, elo: int, options: Mapping[str, Value]) -> OpponentModel:
        """Return a new model of how people of a rating play this game.

        elo: the rating, on the scale of Lichess. ValueError if there is no such model.
        """
        raise ValueError(f"there is no model of people for {self.name}: set Opponent to another choice")

    def phase(self, position: Any) -> str:
        """Return the name of the phase of the game, such as "endgame"; "" if the game has no phases."""
        return ""

    def opening(self, position: Any) -> str:
        """Return the name of the opening that leads to a position; "" if it has none."""
        return ""

    # Opponents from weak to strong: the approximate rating, and the options that set it.
    ladder: tuple[tuple[int, Mapping[str, str]], ...] = ()

    side_letters: tuple[str, ...] = ()  # how FENs write the side to move; none if positions cannot be composed
    editor: tuple[Option, ...] = ()  # the parts of a FEN besides the board and the side to move

    def compose(self, rows: Sequence[str], player: int, values: Mapping[str, Value]) -> str:
        """Return the FEN of a composed position, which is not checked.

        rows: the symbols of the board's rows, from the top, with a space for each empty cell. values: of `editor`.
        """
        return f"{pack(rows)} {self.side_letters[player]}"

    def composed(self, fen: str) -> Mapping[str, Value]:
        """Return the values of `editor` in a FEN of this game."""
        return {}

    def number(self, fen: str) -> int:
        """Return the number of the next move in a FEN; 1 if the FEN does not contain it."""
        return 1

    @cached_property
    def words(self) -> Words:
        """The Words with which the game talks to people.

        If the game is of the class `X`, this is the class `XWords` in the module `words` of its folder, or else Words.
        """
        from .registry.game_words import Words

        for kind, module in self._modules("words"):
            if (found := getattr(module, f"{kind.__name__}Words", None)) is not None:
                speaks: Words = found(self)
                return speaks
        return Words(self)

    # Methods that follow from those above.

    def random_start(self, fen: str | None, options: Mapping[str, Value], random: Random) -> Position[Any]:
        """Return the position of a FEN; for None that of the start, with a random first card or the like.

        ValueError if the FEN is wrong.
        """
        beginnings = self.beginnings()
        if fen is not None or not beginnings:
            return self.read(fen, (), options)
        names, weights = zip(*beginnings, strict=True)
        return self.begin(random.choices(names, weights)[0], options)

    def read(self, fen: str | None, words: Sequence[str], options: Mapping[str, Value]) -> Position[Any]:
        """Return the position of a FEN, or of the start for None, after these moves.

        words: the moves, as words. ValueError if any of them, or the FEN, is wrong.
        """
        words = list(words)

        def start() -> Position[Any]:
            return self.begin(words.pop(0), options) if begins else self.start(fen, options)

        begins = fen is None and bool(words) and bool(self.beginnings())
        return self._played(start, words)

    def read_on(self, position: Position[Any], words: Sequence[str]) -> Position[Any]:
        """Return a copy of a position after more moves, as `read` does."""
        return self._played(position.clone, words)

    def _played(self, start: Callable[[], Position[Any]], words: Sequence[str]) -> Position[Any]:
        size = self.words_in_a_move
        try:
            position: Position[Any] = start()
            if len(words) % size:
                raise ValueError(f"illegal move: {printable(words[-1])}: {self.words.played}")
            for i in range(0, len(words), size):
                position.play(" ".join(words[i : i + size]))
            return position
        except ValueError:
            raise
        except Exception as failure:  # a game of another package may raise anything
            raise ValueError(f"the game {self.name} cannot read it: {failure!r}") from failure

    @property
    def ugi(self) -> bool:
        """Whether the game is available in UGI."""
        return any(not variant.uci for variant in self.known_variants)

    @property
    def known_variants(self) -> tuple[Variant, ...]:
        """The variants. A game that names none has one, with its own name."""
        return self.variants or (Variant(self.name, self.title),)

    def plies(self, fen: str, player: int) -> int:
        """Return the number of plies before a position, by the move number in its FEN.

        player: the side to move there. The result is 0 if the FEN is "", which means the start of the game.
        """
        return len(self.seats) * (self.number(fen) - 1) + player if fen else 0

    def result(self, position: Position[Any]) -> float | None:
        """Return 1 if player 0 has won, 0 if player 0 has lost, 0.5 for neither; None while the game is in progress."""
        from .ending import Draw, Win

        ending = position.ending()
        if ending is None:
            return None
        if isinstance(ending, Win):
            return 1.0 - ending.player
        if isinstance(ending, Draw) or ending == self.par:
            return 0.5
        return 1.0 if ending > self.par else 0.0
