"""Games at a terminal: people and searches take turns, and a person may ask for more than moves.

The loop asks a position who is to move, whether it is over and how it is drawn, the game for words, and a Session for
moves and values; the loop knows no game. What chance decides is drawn here, with --seed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from textwrap import wrap
from types import MappingProxyType
from typing import Any

from ..engine import tree
from ..engine.common_options import SEEDS
from ..engine.diagram import diagram_of, turned
from ..engine.diagram_text import caption_rows, text_rows
from ..engine.game import Game
from ..engine.options import options_for
from ..engine.position import Position
from ..engine.results import Result, Score
from ..engine.searches import settled
from ..engine.text import nearest
from ..engine.tree_text import text as tree_text
from ..engine.verbose_text import verbose_rows
from ..matches.files.output import create_output
from ..matches.files.saved_game import SavedGame
from .search_player import SearchPlayer
from .terminal import Terminal
from .tree_file import SUFFIXES, draw
from .wrong import told

MOST_LINE = 6  # moves of a principal variation that are shown
TREE_NODES = 150  # at most, of a tree on a terminal
DEEPEST_TREE = 3  # decisions
KEY = -1.0  # the pause that ends with a key


@dataclass(frozen=True)
class Manner:
    """How games are shown. quiet: no word of what a search thought. pause: seconds between the moves of two searches,
    KEY to wait for a key.
    """

    quiet: bool = False
    pause: float = 0.0


class Series:
    """Games between the same seats: a SearchPlayer in each, or None for a person."""

    def __init__(
        self,
        start: Callable[[], Position[Any]],
        seats: list[SearchPlayer | None],
        adviser: SearchPlayer,
        game: Game,
        terminal: Terminal,
        random: Random,
        manner: Manner = Manner(),
        rules: Mapping[str, str] = MappingProxyType({}),
        moves: tuple[str, ...] = (),
    ) -> None:
        """start: makes the position that a game begins with. rules: of the game. moves: of the first, played before."""
        self.start = start
        self.seats = seats
        self.adviser = adviser
        self.game = game
        self.words = game.words
        self.terminal = terminal
        self.random = random
        self.manner = manner
        self.rules = rules
        self.flipped = False  # whether somebody wants the other side of the board in front
        self.commands: dict[str, tuple[Callable[[str], None], str]] = {
            "hint": (self.hint, "the value of every move"),
            "moves": (self.list_moves, "every legal move"),
            "eval": (self.evaluate, "what the position is worth, without a search"),
            "tree": (self.draw_tree, "the tree of the last decision; tree FILE.html for the browser"),
            "undo": (self.undo, "take your last move back"),
            "board": (self.show, "show the board again"),
            "flip": (self.flip, "see it from the other side"),
            "fen": (self.tell_fen, "the position as text"),
            "save": (self.save, "save FILE: keep the game; play --load FILE goes on with it"),
            "new": (self.renew, "another game, on the same side"),
            "resign": (self.resign, "give up this game"),
            "help": (self.help, "this list"),
            "quit": (self.leave, "leave"),
        }
        self.set_up()
        for text in moves:
            self.take(self.position.parse_certain(text))

    def set_up(self) -> None:
        """The beginning of a game."""
        self.position = self.start()
        self.begun = self.position.fen()
        self.played: list[str] = []  # every move, chance included
        self.movers: list[int] = []  # who made each
        self.resigned: int | None = None
        self.renewed = False  # whether somebody wants another game instead
        self.fresh = False  # whether the board on the screen is that of the position
        self.decision: tuple[Position[Any], SearchPlayer] | None = None  # the last that a search has made

    def run(self) -> None:
        """Play games until nobody wants another; EOFError when somebody leaves."""
        while True:
            self.greet()
            self.play()
            while None in self.seats and not self.renewed and (answer := self.ask_for_more()) != "rematch":
                if answer == "undo":
                    self.undo()
                    self.play()
            if None not in self.seats:
                return
            if not self.renewed:
                self.seats.reverse()
            self.set_up()

    def greet(self) -> None:
        self.terminal.say(self.words.rules(self.position))
        if any(self.seats):
            sides = ", ".join(f"{self.seat(player)} {name}" for player, name in enumerate(self.names))
            self.terminal.say(f"{sides[0].upper()}{sides[1:]}.")
        if None in self.seats:
            self.terminal.say(f"Type {self.words.moves}; or hint, undo, help, quit.")
        self.fresh = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players', each with the symbol of its men where it has one."""
        style = self.terminal.style
        men = [man and style.glyph(self.position.diagram(), man) for man in self.game.men]
        return tuple(f"{seat} {man}".rstrip() for seat, man in zip(self.game.seats, men, strict=True))

    def seat(self, player: int) -> str:
        """Who plays."""
        found = self.seats[player]
        if found is not None:
            return f"{found.name} plays"
        return "you play"

    @property
    def turned(self) -> bool:
        """Whether the board is seen from player 1's side: a person who sits there alone has it before him."""
        return ([player for player, seat in enumerate(self.seats) if seat is None] == [1]) != self.flipped

    @property
    def last(self) -> str:
        """The move that led to the position, "" if there is none."""
        return self.played[-1] if self.played else ""

    # One game.

    def play(self) -> None:
        """Until the game is over, or somebody wants another."""
        watched = None not in self.seats
        while self.position.ending() is None and self.resigned is None:
            player = self.position.player()
            found = self.seats[player]
            if not self.fresh and (found is None or watched):
                self.show()
            if found is None:
                self.obey(self.terminal.ask(f"{self.names[player]}, your move:"))
            else:
                self.think(found)
            if self.renewed:
                return
        if not self.fresh:
            self.show()
        if self.resigned is not None:
            others = [name for player, name in enumerate(self.names) if player != self.resigned]
            won = "".join(f": {name} wins" for name in others)
            self.terminal.say(f"{self.names[self.resigned]} gives up{won}.")
        else:
            if told_now := self.words.course(self.begun, self.played):
                self.terminal.say(told_now)
            self.terminal.say(f"{self.words.ending(self.position, self.names)}.")

    def think(self, player: SearchPlayer) -> None:
        """Let a search move."""
        name = self.names[self.position.player()]
        if None not in self.seats and self.played:
            self.wait()
        began = self.position.clone()
        with self.terminal.busy(f"{name}, {player.name} thinks ..."):
            result = player.think(self.position, self.random.randrange(SEEDS))
        if player.verbose:
            self.show_moves(result)
        move = self.position.parse(str(result.move))
        thought = "" if self.manner.quiet else f"   {self.thought(result)}"
        self.terminal.say(f"{name}, {player.name}: {self.words.spell(self.position, move)}{thought}".rstrip())
        self.decision = began, player
        self.make(move)

    def thought(self, result: Result[str]) -> str:
        """What a search made of the position: score, depth, and where it expects the game to go."""
        if not result.depth:
            return ""
        shown = " ".join(self.spelled(result.pv[:MOST_LINE])) + " ..." * (len(result.pv) > MOST_LINE)
        line = f", {shown}" if len(result.pv) > 1 else ""
        return f"({describe(result.score)}, depth {result.depth}{line})"

    def spelled(self, moves: tuple[str, ...]) -> list[str]:
        """Moves of a line, as people read them."""
        if self.position.chance:
            return list(moves)
        position, found = self.position.clone(), []
        for text in moves:
            move = position.parse(text)
            found.append(self.words.spell(position, move))
            position.play(move)
        return found

    def wait(self) -> None:
        """The pause between the moves of two searches."""
        if self.manner.pause == KEY:
            self.terminal.ask("Enter for the next move:")
        else:
            time.sleep(self.manner.pause)

    def make(self, move: Any) -> None:
        """Play a move, drawing what chance decides."""
        certain = self.position.sample(move, self.random)
        if certain != move:
            self.terminal.say(self.words.outcome(self.position, certain))
        self.take(certain)

    def take(self, certain: Any) -> None:
        """Play a move whose outcome is known."""
        self.movers.append(self.position.player())
        self.played.append(self.position.notation(certain))
        self.position.play(certain)
        self.fresh = False

    # What a person says.

    def obey(self, text: str) -> None:
        """A command or a move; what is neither gets one clear line."""
        word, _, rest = text.partition(" ")
        word = {"?": "help", "exit": "quit"}.get(word.lower(), word.lower())
        if word in self.commands and (not rest or word in ("tree", "save")):
            self.commands[word][0](rest.strip())
        elif text:
            try:
                self.make(self.words.parse(self.position, text))
            except ValueError as fault:
                meant = nearest(word, self.commands) if len(word) > 2 else ""
                self.terminal.say(f"{fault}{meant or '.'}")

    def ask_for_more(self) -> str:
        """rematch or undo; EOFError to leave."""
        swapped = ", sides swapped" if len(self.seats) > 1 else ""
        answer = self.terminal.ask(f"Rematch{swapped}? (y, n, undo)")
        word = answer.lower()
        if word in ("y", "yes", "rematch"):
            return "rematch"
        if word in ("n", "no", "quit", "exit"):
            self.leave()
        if word.partition(" ")[0] in ("save", "fen", "board", "tree", "flip"):
            self.obey(answer)
        elif word != "undo":
            self.terminal.say("Please answer y, n or undo; save FILE keeps the game.")
        return word

    def undo(self, rest: str = "") -> None:
        """Back to the last decision of a person."""
        if self.resigned is not None:
            self.resigned = None
        elif not any(self.seats[player] is None for player in self.movers):
            self.terminal.say("There is nothing to take back.")
        else:
            self.decision = None
            while True:
                self.position.undo()
                self.played.pop()
                if self.seats[self.movers.pop()] is None:
                    break
            self.fresh = False

    def hint(self, rest: str = "") -> None:
        """The value of every move to whoever is to move."""
        result = self.adviser.think(self.position, 0)
        mean = ", the mean over chance" if self.position.chance else ""
        self.terminal.say(f"The value of every move{mean} ({self.adviser.name}, depth {result.depth}):")
        # When time ended the search in the middle of an iteration, some moves have been searched one ply deeper: their
        # values say nothing beside the others. The last depth that all moves have been searched to is shown.
        lines = [self.adviser.told.get((result.depth, line.move), line) for line in result.lines]
        self.tabulate(
            [
                f"{self.words.spell(self.position, self.position.parse(line.move))} {describe(line.score)}"
                for line in sorted(lines, key=lambda line: (line.score.bound == "unknown", -line.score.value))
            ]
        )

    def tabulate(self, cells: list[str]) -> None:
        """In as many columns as there is room for."""
        width = max(map(len, cells)) + 3
        across = max(1, self.terminal.width // width)
        rows = [cells[i : i + across] for i in range(0, len(cells), across)]
        self.terminal.show(["".join(f"  {cell:{width - 2}}" for cell in row).rstrip() for row in rows])

    def list_moves(self, rest: str) -> None:
        self.tabulate(sorted(self.words.spell(self.position, move) for move in self.position.moves()))

    def evaluate(self, rest: str) -> None:
        """What an evaluation says of the position as it stands."""
        trial, options = self.position.clone(), settled(self.adviser.session.options, self.position)
        trial.configure(options)
        value = trial.static_value() * trial.scale / 100 + 0.0
        to = f" to {self.names[0]}" if len(self.names) > 1 else ""
        by = "" if options["Evaluation"] == "Auto" else f", by {options['Evaluation']}"
        self.terminal.say(f"{value:+.2f}{to}{by}.")

    def draw_tree(self, name: str) -> None:
        """The tree of the last decision of a search, or of the position if there was none yet."""
        position, player = self.decision or (self.position, self.adviser)
        search = player.name if player.name in tree.SEARCHES else tree.SEARCHES[1]
        options = {known: value for known, value in player.given.items() if known not in ("Search", "Table", "MultiPV")}
        try:
            if name and Path(name).suffix not in SUFFIXES:
                raise ValueError(f"a tree is written to a file that ends in {', '.join(SUFFIXES)}, not {name!a}")
            depth = tree.deepest(position, search, DEEPEST_TREE, options, TREE_NODES)
            if depth == 0:
                raise ValueError(f"one decision deep it has more than {TREE_NODES} nodes")
            if name:
                create_output(Path(name), draw(Path(name).suffix, position, search, depth, options))
                self.terminal.say(f"{search}, depth {depth}: written to {name}.")
            else:
                self.terminal.say(f"{search}, depth {depth}, {tree.values_text(position, options)}:")
                self.terminal.show(tree_text(tree.build(position, search, depth, options), self.terminal.style))
        except (ValueError, RuntimeError, OSError) as failure:
            self.terminal.say(f"No tree: {told(failure)}.")

    def tell_fen(self, rest: str) -> None:
        self.terminal.show([self.position.fen()])

    def save(self, name: str) -> None:
        """The game so far, as text."""
        seats = tuple("Person" if seat is None else f"Oddsfish {seat.label}" for seat in self.seats)
        options = options_for(self.game, self.rules)
        usual = not self.game.beginnings() and self.begun == self.game.start(None, options).fen()
        saved = SavedGame(self.game, tuple(self.rules.items()), "" if usual else self.begun, tuple(self.played), seats)
        try:
            if not name:
                raise ValueError("say where to: save FILE")
            create_output(Path(name), saved.write().encode())
        except (ValueError, OSError) as failure:
            self.terminal.say(f"Not saved: {told(failure)}.")
        else:
            self.terminal.say(f"Saved; `oddsfish play {self.game.name} --load {name}` goes on with it.")

    def show_moves(self, result: Result[str]) -> None:
        """Every move that a search chose from, the board after it and its value."""
        terminal = self.terminal
        terminal.show(
            list(verbose_rows(self.position, result, self.words.spell, describe, terminal.style, terminal.width))
        )

    def resign(self, rest: str) -> None:
        self.resigned = self.position.player()

    def renew(self, rest: str) -> None:
        self.renewed = True

    def help(self, rest: str) -> None:
        self.terminal.say(f"Type {self.words.moves}, or")
        width = max(map(len, self.commands))
        for name, (_, meaning) in self.commands.items():
            text = f"  {name:<{width}}  {meaning}"
            self.terminal.show(wrap(text, self.terminal.width, subsequent_indent=" " * (width + 4)))

    def flip(self, rest: str) -> None:
        drawn = diagram_of(self.position)
        if drawn is None or not drawn.turns:
            self.terminal.say("This board has one side alone.")
            return
        self.flipped = not self.flipped
        self.show()

    def show(self, rest: str = "") -> None:
        self.terminal.show(picture(self.position, self.last, self.terminal, self.turned))
        self.fresh = True

    def leave(self, rest: str = "") -> None:
        raise EOFError


def picture(position: Position[Any], last: str, terminal: Terminal, other_side: bool = False) -> list[str]:
    """The position, with all that a player needs to see."""
    diagram = diagram_of(position, last)
    if diagram is None:
        return ["", f"  {position!r}", ""]
    said = caption_rows(diagram, terminal.style, status=False)
    bare = replace(diagram, status="", captions=())
    board = text_rows(turned(bare) if other_side and diagram.turns else bare, terminal.style)
    below = [row for text in said for row in wrap(text, terminal.width - 2, subsequent_indent="  ")]
    return ["", *(f"  {row}" for row in [*board, *below]), ""]


def describe(score: Score) -> str:
    """A value in units of the game, or how many moves a win takes."""
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
