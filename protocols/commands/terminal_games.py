"""Games of people and searches at a terminal. A person can also give commands.

The loop of matches plays each game. No player at a terminal waits for an event, so the loop needs no asyncio. After
moves are taken back, the game begins anew, with fewer moves already played. Outcomes of chance are drawn with --seed.
"""

from __future__ import annotations

import time
from argparse import ArgumentTypeError
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

from ...engine.control.deepening import breaks_ties_at_random
from ...engine.display import tree
from ...engine.display.show import spelled
from ...engine.display.tree_text import text as tree_text
from ...engine.display.verbose_text import verbose_rows
from ...engine.game import Game
from ...engine.limits import Limits
from ...engine.options import options_for, options_of
from ...engine.position import Position
from ...engine.results import Info, Line, Result, Score
from ...engine.searches import settled
from ...engine.searches.factory import create
from ...engine.session import Session
from ...matches.files.output_path import create_output
from ...matches.files.saved_game import SavedGame
from ...matches.game.arbiter import Arbiter
from ...matches.game.clock import Clock
from ...matches.game.dealer import Dealer
from ...matches.game.loop import play
from ...matches.players.player import Answer, Player
from ...matches.players.prompt import Prompt
from ...matches.record import Record, Termination
from ...matches.settings import Engine, Fixture, Opening
from ...matches.views.terminal import Terminal
from ..errors import UsageError, failure_text
from .tree import draw, drawing

SEEDS = 2**31
MOST_LINE = 6  # moves of a principal variation that are shown
TREE_NODES = 150  # at most, of a tree on a terminal
DEEPEST_TREE = 3  # decisions
KEY = -1.0  # the pause that ends with a key


class TakenBack(Exception):
    """Raised if somebody takes moves back. The argument is the moves that stay."""


class Renewed(Exception):
    """Raised if somebody wants another game instead."""


class SearchPlayer:
    """A search in a seat."""

    def __init__(self, search: str, limits: Limits, start: Position[Any], settings: Mapping[str, str]) -> None:
        """ValueError if it cannot play this game, MemoryError if its table is too large."""
        self.name = search
        self.given = dict(settings)
        self.limits = limits
        chosen = options_of(start)
        for name, value in (("Search", search), ("Table", "true"), *settings.items(), ("Search", search)):
            chosen.set(name, value)
        trial = start.clone()
        trial.configure(chosen)
        ready = create(search, trial)  # raises here if something is missing, such as a trained model
        ready.configure(chosen)
        ready.begin(trial)
        self.session = Session(trial, chosen)
        self.draws = ready.handicap is not None or breaks_ties_at_random(ready, chosen) or bool(chosen["OwnBook"])
        self.lines: dict[tuple[int, str], Line[str]] = {}  # by depth and move, of the last search
        self.session.prepare()

    @property
    def label(self) -> str:
        """The name of the player on the command line: with its depth, if it has one."""
        return self.name if self.limits.depth is None else f"{self.name}:{self.limits.depth}"

    def think(self, position: Position[Any], seed: int) -> Result[str]:
        self.session.set_option("Seed", str(seed))
        self.session.set_position(position.clone())
        self.lines.clear()
        try:
            return self.session.search(self.limits, self.note)
        except (ValueError, RuntimeError, MemoryError) as failure:
            raise UsageError(f"the search failed: {failure}") from None

    def note(self, info: Info) -> None:
        if info.line is not None:
            self.lines[info.line.depth, info.line.move] = info.line


class SeatPlayer(Player):
    """A person or a search at the terminal, without a process and a clock."""

    def __init__(self, choose: Callable[[], Any]) -> None:
        self.choose = choose

    async def start(self) -> str:
        return ""

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        return Answer(self.choose(), 0.0)


class TerminalDealer(Dealer):
    terminal: Terminal

    def decide(self, move: Any) -> Any:
        certain = super().decide(move)
        if certain != move:
            self.terminal.say(self.game.words.outcome(self.position, certain))
        return certain


class TerminalGames(Prompt):
    """Games between the same seats: a SearchPlayer in each, or None for a person."""

    def __init__(
        self,
        start: Callable[[], Position[Any]],
        seats: list[SearchPlayer | None],
        adviser: SearchPlayer,
        game: Game,
        terminal: Terminal,
        random: Random,
        quiet: bool = False,
        pause: float = 0.0,
        rules: Mapping[str, str] = MappingProxyType({}),
        moves: tuple[str, ...] = (),
    ) -> None:
        """start: creates the first position of a game. rules: of the game. moves: played before, in the first game.

        quiet: whether to hide scores and lines of searches. pause: seconds between the moves of two searches, or KEY.
        """
        super().__init__(game, terminal)
        self.start = start
        self.seats = seats
        self.adviser = adviser
        self.random = random
        self.quiet = quiet
        self.pause = pause
        self.rules = rules
        self.commands |= {
            "hint": self.hint,
            "eval": self.evaluate,
            "tree": self.draw_tree,
            "undo": self.undo,
            "save": self.save,
            "new": self.renew,
            "quit": self.quit,
        }
        self.set_up(moves)

    def set_up(self, moves: tuple[str, ...] = ()) -> None:
        self.started = self.start()
        self.deal(moves)

    def deal(self, moves: tuple[str, ...]) -> None:
        """Begin the game after these moves."""
        self.dealer = TerminalDealer(self.game, self.started.clone(), self.random, Opening(moves=moves))
        self.dealer.terminal = self.terminal
        self.position = self.dealer.position
        self.record: Record | None = None  # of the game so far
        self.fresh = False  # whether the board on the screen is that of the position
        self.decision: tuple[Position[Any], SearchPlayer] | None = None  # the last of a search

    def run(self) -> None:
        """Play games until nobody wants another; EOFError when somebody leaves."""
        while True:
            self.terminal.say(self.words.rules(self.position))
            if any(self.seats):
                who = ["you play" if player is None else f"{player.name} plays" for player in self.seats]
                sides = ", ".join(f"{seat} {name}" for seat, name in zip(who, self.names, strict=True))
                self.terminal.say(f"{sides[0].upper()}{sides[1:]}.")
            if None in self.seats:
                self.terminal.say(f"Type {self.words.moves}; or hint, undo, help, quit.")
            try:
                self.play()
                if None not in self.seats:
                    return
                self.seats.reverse()
            except Renewed:
                pass
            self.set_up()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, each with the symbol of its pieces if there is one."""
        style = self.terminal.style
        pieces = [piece and style.glyph(self.position.diagram(), piece) for piece in self.game.pieces]
        return tuple(f"{seat} {piece}".rstrip() for seat, piece in zip(self.game.seats, pieces, strict=True))

    @property
    def turned(self) -> bool:
        """Whether the board is seen from player 1's side. It is if only this seat has a person, until `flip`."""
        return ([player for player, seat in enumerate(self.seats) if seat is None] == [1]) != self.flipped

    @property
    def played(self) -> tuple[str, ...]:
        """Every move, chance included."""
        return tuple(self.dealer.moves)

    # One game.

    def play(self) -> None:
        """Play until the game is over and nobody takes moves back. Renewed if somebody wants another game."""
        fixture = Fixture(0, 0, 0, (), (Engine(""),) * len(self.seats), Opening(), "")
        players = [SeatPlayer(self.choose)] * len(self.seats)
        while True:
            try:
                self.record = at_once(play(fixture, players, self.watch, self.dealer))
                self.tell_end(self.record)
                if None in self.seats:
                    self.ask_for_more()
                return
            except TakenBack as taken:
                self.deal(taken.args[0])

    def watch(self, record: Record, arbiter: Arbiter) -> None:
        self.record = record
        self.last = self.dealer.moves[-1] if self.dealer.moves else ""
        self.fresh = False

    def choose(self) -> str:
        player = self.position.player()
        found = self.seats[player]
        if not self.fresh and (found is None or None not in self.seats):
            self.show()
        if found is not None:
            return self.think(found)
        while (move := self.obey(self.terminal.ask(f"{self.names[player]}, your move:"))) is None:
            if not self.fresh:
                self.show()
        return self.position.notation(move)

    def tell_end(self, record: Record) -> None:
        if not self.fresh:
            self.show()
        if record.ending is Termination.RESIGNED:
            others = [name for player, name in enumerate(self.names) if player != record.loser]
            won = "".join(f": {name} wins" for name in others)
            self.terminal.say(f"{self.names[self.position.player()]} gives up{won}.")
        else:
            if course := self.words.course(self.started.fen(), self.played):
                self.terminal.say(course)
            self.terminal.say(f"{self.words.ending(self.position, self.names)}.")

    def think(self, player: SearchPlayer) -> str:
        name = self.names[self.position.player()]
        if None not in self.seats and self.played and self.pause == KEY:
            self.terminal.ask("Enter for the next move:")
        elif None not in self.seats and self.played:
            time.sleep(self.pause)
        began = self.position.clone()
        with self.terminal.busy(f"{name}, {player.name} thinks ..."):
            result = player.think(self.position, self.random.randrange(SEEDS))
        if player.session.options["Verbose"]:
            rows = verbose_rows(
                self.position, result, self.words.spell, describe, self.terminal.style, self.terminal.width
            )
            self.terminal.show(list(rows))
        move = self.position.parse(str(result.move))
        thought = "" if self.quiet else f"   {self.thought(result)}"
        self.terminal.say(f"{name}, {player.name}: {self.words.spell(self.position, move)}{thought}".rstrip())
        if result.remark and not self.quiet:
            self.terminal.say(f"   {result.remark}")
        self.decision = began, player
        return self.position.notation(move)

    def thought(self, result: Result[str]) -> str:
        """The text of a search's result: score, depth and the expected moves."""
        if not result.depth:
            return ""
        moves = spelled(self.position, result.pv[:MOST_LINE], self.words.spell)
        shown = " ".join(moves) + " ..." * (len(result.pv) > MOST_LINE)
        line = f", {shown}" if len(result.pv) > 1 else ""
        return f"({describe(result.score)}, depth {result.depth}{line})"

    # The commands of a person.

    def ask_for_more(self) -> None:
        """Ask until somebody wants a rematch; EOFError to leave."""
        swapped = ", sides swapped" if len(self.seats) > 1 else ""
        while True:
            answer = self.terminal.ask(f"Rematch{swapped}? (y, n, undo)")
            word = answer.lower()
            if word in ("y", "yes", "rematch"):
                return
            if word in ("n", "no", "quit", "exit"):
                self.quit()
            if word.partition(" ")[0] in ("save", "fen", "board", "tree", "flip", "undo"):
                self.obey(answer)
            else:
                self.terminal.say("Please answer y, n, undo or quit; save FILE keeps the game.")

    def undo(self, rest: str = "") -> None:
        """Go back to the last decision of a person."""
        plies = list(self.record.plies) if self.record else []
        if self.record and self.record.ending is Termination.RESIGNED:
            raise TakenBack(self.played)
        while plies:
            if self.seats[plies.pop().seat or 0] is None:
                raise TakenBack(tuple(ply.move for ply in plies))
        self.terminal.say("There is nothing to take back.")

    def hint(self, rest: str = "") -> None:
        """Show the value of every move for the side to move."""
        result = self.adviser.think(self.position, 0)
        mean = ", the mean over chance" if self.position.chance else ""
        self.terminal.say(f"The value of every move{mean} ({self.adviser.name}, depth {result.depth}):")
        # If time ended the search in the middle of an iteration, some moves have been searched one ply deeper. Their
        # values cannot be compared with the others, so those of the last complete depth are shown.
        lines = [self.adviser.lines.get((result.depth, line.move), line) for line in result.lines]
        self.tabulate(
            [
                f"{self.words.spell(self.position, self.position.parse(line.move))} {describe(line.score)}"
                for line in sorted(lines, key=lambda line: (line.score.bound == "unknown", -line.score.value))
            ]
        )

    def evaluate(self, rest: str) -> None:
        trial, options = self.position.clone(), settled(self.adviser.session.options, self.position)
        trial.configure(options)
        value = trial.static_value() * trial.scale / 100 + 0.0
        to = f" to {self.names[0]}" if len(self.names) > 1 else ""
        by = "" if options["Evaluation"] == "Auto" else f", by {options['Evaluation']}"
        self.terminal.say(f"{value:+.2f}{to}{by}.")

    def draw_tree(self, name: str) -> None:
        """Draw the tree of the last decision of a search, or of the position if there was none yet."""
        position, player = self.decision or (self.position, self.adviser)
        search = player.name if player.name in tree.SEARCHES else tree.SEARCHES[1]
        options = {known: value for known, value in player.given.items() if known not in ("Search", "Table", "MultiPV")}
        try:
            path = drawing(name) if name else None
            depth = tree.deepest(position, search, DEEPEST_TREE, options, TREE_NODES)
            if depth == 0:
                raise ValueError(f"one decision deep it has more than {TREE_NODES} nodes")
            if path is not None:
                create_output(path, draw(path.suffix, position, search, depth, options))
                self.terminal.say(f"{search}, depth {depth}: written to {name}.")
            else:
                self.terminal.say(f"{search}, depth {depth}, {tree.values_text(position, options)}:")
                self.terminal.show(tree_text(tree.build(position, search, depth, options), self.terminal.style))
        except (ArgumentTypeError, ValueError, RuntimeError, OSError) as failure:
            self.terminal.say(f"No tree: {failure_text(failure)}.")

    def save(self, name: str) -> None:
        seats = tuple("Person" if seat is None else f"Oddsfish {seat.label}" for seat in self.seats)
        options = options_for(self.game, self.rules)
        usual = not self.game.beginnings() and self.started.fen() == self.game.start(None, options).fen()
        saved = SavedGame(self.game, tuple(self.rules.items()), "" if usual else self.started.fen(), self.played, seats)
        try:
            if not name:
                raise ValueError("say where to: save FILE")
            create_output(Path(name), saved.write().encode())
        except (ValueError, OSError) as failure:
            self.terminal.say(f"Not saved: {failure_text(failure)}.")
        else:
            self.terminal.say(f"Saved; `oddsfish play {self.game.name} --load {name}` goes on with it.")

    def show(self, rest: str = "") -> None:
        super().show()
        self.fresh = True

    def renew(self, rest: str) -> None:
        raise Renewed

    def quit(self, rest: str = "") -> None:
        raise EOFError


def at_once(game: Coroutine[Any, Any, Record]) -> Record:
    """Play a game whose players never wait, so that it needs no event loop. Return its record."""
    try:
        game.send(None)
    except StopIteration as finished:
        record: Record = finished.value
        return record
    raise RuntimeError("a player at the terminal waits for an event")


def describe(score: Score) -> str:
    """The text of a score: in units of the game, or the number of moves to a win or loss."""
    if score.plies is not None:
        moves = (abs(score.plies) + 1) // 2
        if score.bound == "lower" and score.plies < 0:
            return f"lasts {moves - 1} or more"
        text = f"{'wins' if score.plies > 0 else 'loses'} in {moves}"
        return f"{text} at most" if score.bound else text
    if score.bound == "unknown":
        return "?"
    bound = {"": "", "lower": ">=", "upper": "<="}[score.bound]
    return f"{bound}{score.centi / 100:+.2f}"
