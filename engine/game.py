"""What a game says about itself; whoever speaks of it, draws it, or has it played asks here, and knows no game.

Cheap to import: protocols need this before they answer for the first time. Whatever takes longer, positions and words
above all, a game imports when it is asked.
"""

from __future__ import annotations

from functools import cached_property

from .moved import renamed
from .support.text import printable, shorten

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import ModuleType
    from typing import Any

    from .control.adviser import Adviser
    from .display.diagram import Diagram
    from .option import Option, Value
    from .position import Position
    from .registry.game_command import Command
    from .registry.game_words import Words
    from .registry.tour import Tour
    from .results import Score

    Beginning = tuple[str, float]  # a first move, which is nobody's, and how likely it is


class Variant:
    """One way of playing a game, as match runners and UCI's clients call it.

    name: of match runners. rules: options of the game that it fixes, with their values as texts. uci: the value of
    UCI_Variant, "" where the variant is spoken of in UGI alone. meaning: for people.
    """

    __slots__ = ("meaning", "name", "rules", "uci")

    def __init__(self, name: str, meaning: str, *, uci: str = "", rules: Mapping[str, str] = {}) -> None:
        self.name = name
        self.meaning = meaning
        self.uci = uci
        self.rules = rules


class SelfPlay:
    """How a game is learned from games that a search plays against itself (`oddsfish learn`).

    search: its name. evaluation: the best one that is no network. openings: numbers of random plies with which a game
    may begin. share: per cent of a game's result in what is learned of its positions, the rest being what the search
    said: where all is played to the end, results tell more than a shallow search. adjudicated: whether a game ends
    where its scores have long told how, and quiet positions alone are kept.
    """

    __slots__ = ("adjudicated", "evaluation", "openings", "search", "share")

    def __init__(
        self,
        search: str = "AlphaBeta",
        evaluation: str = "Auto",
        *,
        openings: Sequence[int] = range(13),
        share: int = 75,
        adjudicated: bool = False,
    ) -> None:
        self.search = search
        self.evaluation = evaluation
        self.openings = openings
        self.share = share
        self.adjudicated = adjudicated


class Game:
    """A game: the base of what each of them says in its folder."""

    name = ""  # as a user writes it, in small letters and digits
    title = ""  # as people write it
    fen_meaning = ""  # what its FEN looks like, for people
    fen_form = "$."  # the same as a regular expression for its beginning: it tells the FENs of games from each other
    seats: tuple[str, ...] = ("First", "Second")  # names of players 0 and 1; of one who plays alone
    pieces: tuple[str, ...] = ()  # the symbol of each seat in diagrams; none, or "", where no single one is
    position = ""  # the name of the class of its positions, in the module `position` of its folder
    variants: tuple[Variant, ...] = ()  # the first is the usual one; none: just one, of the game's name
    rules: tuple[Option, ...] = ()  # options on which it depends what a position means
    options: tuple[Option, ...] = ()  # all others of its own
    par = 0.0  # what a game is worth that nobody has won
    forfeit = 0.0  # what a game for one is worth that its player has not played to the end
    words_in_a_move = 1  # of a move that has been played, chance included
    depth = 4  # of `bench`
    positions: tuple[str, ...] = ()  # FENs for `bench` and tests; none: the start alone
    examples: tuple[str, ...] = ()  # of the command line, from `play` or `tree` on, as help shows them
    judge = ""  # python-chess, where games of a match are judged by it instead of by the game's own positions
    usual = False  # whether it comes before the others of a protocol, and is played unless one of them is asked for
    commands: Mapping[str, str] = {}  # of the command line, and what they do; each is a module of its `commands` folder
    selfplay = SelfPlay()
    networks = True  # whether a network may evaluate it: not where a position says too little of itself
    unit = "centi-units"  # hundredths of what its scores are in
    score_unit = "score"  # what a curve of scores is labelled with

    def __init__(self) -> None:
        self.title = self.title or self.name
        for old, new in (("men", "pieces"), ("chances", "wdl")):
            if (found := renamed(self, old, new)) is not None:
                setattr(self, new, found)
        self.pieces = self.pieces or ("",) * len(self.seats)

    def position_class(self) -> Any:
        """The class of its positions; NotImplementedError if its folder has none of the name in `position`."""
        found = getattr(self._module("position"), self.position, None) if self.position else None
        if found is None:
            raise NotImplementedError(f"{type(self).__name__} lacks start, or the class of its positions")
        return found

    def start(self, fen: str | None, options: Mapping[str, Value]) -> Position[Any]:
        """The position of a FEN by these rules, for None that of the start; ValueError if it is none.

        Here, what the class of its positions makes of a FEN, or of nothing. The start of a game that has `beginnings`
        is a NotStarted(self).
        """
        kind = self.position_class()
        position: Position[Any] = kind() if fen is None else kind(fen)
        return position

    def beginnings(self) -> Sequence[Beginning]:
        """What a game begins with that no player decides, such as a first card; none where everything is set up."""
        return ()

    def begin(self, beginning: str, options: Mapping[str, Value]) -> Position[Any]:
        """The position after one of the beginnings; ValueError if it is none of them."""
        raise NotImplementedError

    def details(self, position: Any) -> list[str]:
        """What else is to be known of a position, for those who look for faults: lines of text."""
        return []

    def cells(self, position: Any, move: Any) -> tuple[tuple[int, ...], ...]:
        """Where somebody points on the diagram to make a legal move: for each step the cells that do, the best first.

        One step for a piece that is put somewhere, two for one that goes from a cell to another; none where a move has
        no place on the diagram, and is chosen by its name. By `cells` in the module `diagram` of its folder, if any.
        """
        found = getattr(self._module("diagram"), "cells", None)
        return () if found is None else tuple(found(position, move))

    def diagram(self, position: Any, last: str) -> Diagram:
        """A position as `Position.diagram` says, drawn by the module `diagram` of its folder; NotImplementedError."""
        module = self._module("diagram")
        if module is None:
            raise NotImplementedError
        drawn: Diagram = module.diagram(position, last)
        return drawn

    def tours(self) -> Sequence[Tour]:
        """Guided tours: positions of the game, with what is to be seen in them; TOURS of its module `tours`, if any."""
        found: Sequence[Tour] = getattr(self._module("tours"), "TOURS", ())
        return found

    def adviser(self) -> Adviser[Any] | None:
        """A new adviser, which says before a search what is known of a position; None if nothing ever is."""
        return None

    def command(self, name: str) -> Command:
        """One of its commands; ValueError if it has none of this name."""
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
        """A module of its folder, or else of that of a game it is derived from; None if there is none of this name."""
        return next((module for _, module in self._modules(name)), None)

    def _modules(self, name: str) -> Iterator[tuple[type[Any], ModuleType]]:
        """The modules of this name beside its class and those that it is derived from, its own first."""
        from importlib import import_module

        from .support.worker import IMPORTING

        for kind in type(self).__mro__[: type(self).__mro__.index(Game)]:
            package = kind.__module__.rpartition(".")[0]
            if not package:
                continue  # what is found under this name is anybody's
            path = f"{package}.{name}"
            try:
                with IMPORTING:
                    module = import_module(path)
            except ModuleNotFoundError as fault:
                if not f"{path}.".startswith(f"{fault.name}."):
                    raise  # something that the module itself needs
            else:
                yield kind, module  # outside of the lock, which a generator would keep while it waits

    def in_short(self, text: str) -> tuple[str, ...] | None:
        """The moves from the start that a text alone stands for; None if it stands for none."""
        return None

    def wdl(self, position: Any, score: Score) -> tuple[int, int, int] | None:
        """Of a thousand games from here, whose score is this, how many the side to move wins, draws and loses.

        None without a model of that.
        """
        return None

    def check(self, rules: Mapping[str, str]) -> None:
        """ValueError if rules, by name, contradict each other."""

    def number(self, fen: str) -> int:
        """The number of the next move, as a FEN says; 1 where it says nothing."""
        return 1

    @cached_property
    def words(self) -> Words:
        """How it speaks with people: by a class of its module `words` named as its own, with Words behind; or Words."""
        from .registry.game_words import Words

        for kind, module in self._modules("words"):
            if (found := getattr(module, f"{kind.__name__}Words", None)) is not None:
                speaks: Words = found(self)
                return speaks
        return Words(self)

    # What follows from the above.

    def read(self, fen: str | None, words: Sequence[str], options: Mapping[str, Value]) -> Position[Any]:
        """The position of a FEN, None for the start, and of the moves after it; ValueError if any of it is wrong."""
        words = list(words)
        size = self.words_in_a_move
        try:
            if fen is None and words and self.beginnings():
                position = self.begin(words.pop(0), options)
            else:
                position = self.start(fen, options)
            if len(words) % size:
                raise ValueError(f"illegal move: {printable(words[-1])}: {self.words.played}")
            for i in range(0, len(words), size):
                position.play(" ".join(words[i : i + size]))
            return position
        except ValueError:
            raise
        except Exception as failure:  # a game of another package, of which nobody knows how well it reads
            raise ValueError(f"the game {self.name} cannot read it: {failure!r}") from failure

    @property
    def ugi(self) -> bool:
        """Whether UGI speaks of it."""
        return any(not variant.uci for variant in self.known_variants)

    @property
    def known_variants(self) -> tuple[Variant, ...]:
        """Its variants; of a game that names none, the one that is called as it is."""
        return self.variants or (Variant(self.name, self.title),)

    def result(self, position: Position[Any]) -> float | None:
        """1 if player 0 has won, 0 if he has lost, 0.5 for neither; None while the game goes on."""
        from .ending import Draw, Win

        ending = position.ending()
        if ending is None:
            return None
        if isinstance(ending, Win):
            return 1.0 - ending.player
        if isinstance(ending, Draw) or ending == self.par:
            return 0.5
        return 1.0 if ending > self.par else 0.0
