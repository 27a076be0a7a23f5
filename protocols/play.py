"""`oddsfish play`: a person against a search, two people, or two searches watched, at a terminal.

The loop asks a position who is to move, whether it is over and how it is drawn, the game for words, and a Session for
moves and values; the loop knows no game. What chance decides is drawn here, with --seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random, SystemRandom
from textwrap import wrap
from typing import Any

from ..engine.deepening import breaks_ties_at_random
from ..engine.diagram import diagram_of
from ..engine.diagram_text import caption_rows, text_rows
from ..engine.game import Game
from ..engine.limits import Limits
from ..engine.options import options_of
from ..engine.position import Position
from ..engine.results import Info, Line, Result, Score
from ..engine.searches import create, strongest
from ..engine.session import Session
from ..engine.verbose_text import verbose_rows
from .arguments import Parser, Raw, add_options, examples, number, options, parse, parsers, position, search_named
from .terminal import Terminal
from .wrong import Wrong

PERSON = "person"
MOVETIME = 1000  # milliseconds, unless told otherwise
SEEDS = 2**31
EVERY_MOVE = "256"  # MultiPV
PROMPT = "at the prompt: a move, hint (the value of every move), undo, board, resign, help, quit"


class SearchPlayer:
    """A search in a seat."""

    def __init__(self, search: str, limits: Limits, start: Position[Any], settings: Mapping[str, str]) -> None:
        """ValueError if it cannot play this game, MemoryError if its table is too large."""
        self.name = search
        self.limits = limits
        chosen = options_of(start)
        for name, value in (("Search", search), ("Table", "true"), *settings.items(), ("Search", search)):
            chosen.set(name, value)
        trial = start.clone()
        trial.configure(chosen)
        ready = create(search, trial)  # what it cannot do without, as a trained model, is wanted now
        ready.configure(chosen)
        ready.begin(trial)
        self.session = Session(trial, chosen)
        self.draws = ready.handicap is not None or breaks_ties_at_random(ready, chosen) or bool(chosen["OwnBook"])
        self.told: dict[tuple[int, str], Line[str]] = {}  # by depth and move, of the last search
        self.session.prepare()

    def think(self, position: Position[Any], seed: int) -> Result[str]:
        """Search a position; an interrupt ends it at once."""
        self.session.set_option("Seed", str(seed))
        self.session.set_position(position.clone())
        self.told.clear()
        try:
            return self.session.search(self.limits, self.note)
        except (ValueError, RuntimeError, MemoryError) as failure:
            raise Wrong(f"the search failed: {failure}") from None

    @property
    def verbose(self) -> bool:
        """Whether what it chose from is to be shown."""
        return bool(self.session.options["Verbose"])

    def note(self, info: Info) -> None:
        if info.line is not None:
            self.told[info.line.depth, info.line.move] = info.line


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
    ) -> None:
        self.start = start
        self.seats = seats
        self.adviser = adviser
        self.game = game
        self.words = game.words
        self.terminal = terminal
        self.random = random
        self.position = start()
        self.last = ""  # the move that led to the position
        self.movers: list[int] = []  # who made each move
        self.lasts: list[str] = []  # what was the last move before each
        self.resigned: int | None = None
        self.fresh = False  # whether the board on the screen is that of the position
        self.commands: dict[str, Callable[[], None]] = {
            "undo": self.undo,
            "hint": self.hint,
            "board": self.show,
            "resign": self.resign,
            "help": self.help,
            "?": self.help,
            "quit": self.leave,
            "exit": self.leave,
        }

    def run(self) -> None:
        """Play games until nobody wants another; EOFError when somebody leaves."""
        while True:
            self.greet()
            self.play()
            while None in self.seats and (answer := self.ask_for_more()) != "rematch":
                if answer == "undo":
                    self.undo()
                    self.play()
            if None not in self.seats:
                return
            self.seats.reverse()
            self.position = self.start()
            self.last = ""
            self.movers, self.lasts = [], []
            self.resigned = None

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

    # One game.

    def play(self) -> None:
        """Until the game is over."""
        watched = None not in self.seats
        while self.position.ending() is None and self.resigned is None:
            player = self.position.player()
            found = self.seats[player]
            if not self.fresh and (found is None or watched):
                self.show()
            if found is None:
                self.obey(self.terminal.ask(f"{self.names[player]}, your move:"))
            else:
                result = found.think(self.position, self.random.randrange(SEEDS))
                if found.verbose:
                    self.show_moves(result)
                move = self.position.parse(str(result.move))
                text = self.words.spell(self.position, move)
                self.terminal.say(f"{self.names[player]}, {found.name}: {text}")
                self.make(move)
        if not self.fresh:
            self.show()
        if self.resigned is not None:
            others = [name for player, name in enumerate(self.names) if player != self.resigned]
            won = "".join(f": {name} wins" for name in others)
            self.terminal.say(f"{self.names[self.resigned]} gives up{won}.")
        else:
            self.terminal.say(f"{self.words.ending(self.position, self.names)}.")

    def make(self, move: Any) -> None:
        """Play a move, drawing what chance decides."""
        self.movers.append(self.position.player())
        self.lasts.append(self.last)
        certain = self.position.sample(move, self.random)
        if certain != move:
            self.terminal.say(self.words.outcome(self.position, certain))
        self.last = self.position.notation(certain)
        self.position.play(certain)
        self.fresh = False

    # What a person says.

    def obey(self, text: str) -> None:
        """A command or a move; what is neither gets one clear line."""
        command = self.commands.get(text.lower())
        if command is not None:
            command()
        elif text:
            try:
                self.make(self.words.parse(self.position, text))
            except ValueError as fault:
                self.terminal.say(f"{fault}.")

    def ask_for_more(self) -> str:
        """rematch or undo; EOFError to leave."""
        swapped = ", sides swapped" if len(self.seats) > 1 else ""
        answer = self.terminal.ask(f"Rematch{swapped}? (y, n, undo)").lower()
        if answer in ("y", "yes", "rematch"):
            return "rematch"
        if answer in ("n", "no", "quit", "exit"):
            self.leave()
        if answer != "undo":
            self.terminal.say("Please answer y, n or undo.")
        return answer

    def undo(self) -> None:
        """Back to the last decision of a person."""
        if self.resigned is not None:
            self.resigned = None
        elif not any(self.seats[player] is None for player in self.movers):
            self.terminal.say("There is nothing to take back.")
        else:
            while True:
                self.position.undo()
                self.last = self.lasts.pop()
                if self.seats[self.movers.pop()] is None:
                    break
            self.fresh = False

    def hint(self) -> None:
        """The value of every move to whoever is to move."""
        result = self.adviser.think(self.position, 0)
        mean = ", the mean over chance" if self.position.chance else ""
        self.terminal.say(f"The value of every move{mean} ({self.adviser.name}, depth {result.depth}):")
        # When time ended the search in the middle of an iteration, some moves have been searched one ply deeper: their
        # values say nothing beside the others. The last depth that all moves have been searched to is shown.
        lines = [self.adviser.told.get((result.depth, line.move), line) for line in result.lines]
        cells = [
            f"{self.words.spell(self.position, self.position.parse(line.move))} {describe(line.score)}"
            for line in sorted(lines, key=lambda line: (line.score.bound == "unknown", -line.score.value))
        ]
        width = max(map(len, cells)) + 3
        across = max(1, self.terminal.width // width)
        rows = [cells[i : i + across] for i in range(0, len(cells), across)]
        self.terminal.show(["".join(f"  {cell:{width - 2}}" for cell in row).rstrip() for row in rows])

    def show_moves(self, result: Result[str]) -> None:
        """Every move that a search chose from, the board after it and its value."""
        terminal = self.terminal
        terminal.show(
            list(verbose_rows(self.position, result, self.words.spell, describe, terminal.style, terminal.width))
        )

    def resign(self) -> None:
        self.resigned = self.position.player()

    def help(self) -> None:
        self.terminal.say(f"Type {self.words.moves}, or")
        self.terminal.show(
            [
                "  hint    the value of every move",
                "  undo    take your last move back",
                "  board   show the board again",
                "  resign  give up this game",
                "  quit    leave",
            ]
        )

    def show(self) -> None:
        self.terminal.show(picture(self.position, self.last, self.terminal))
        self.fresh = True

    def leave(self) -> None:
        raise EOFError


def picture(position: Position[Any], last: str, terminal: Terminal) -> list[str]:
    """The position, with all that a player needs to see."""
    diagram = diagram_of(position, last)
    if diagram is None:
        return ["", f"  {position!r}", ""]
    said = caption_rows(diagram, terminal.style, status=False)
    board = text_rows(replace(diagram, status="", captions=()), terminal.style)
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


def main(words: list[str]) -> None:
    """Play what the command line asks for; Wrong if that makes no sense."""
    made, games = parser(words)
    arguments = parse(made, games, words)
    game, _ = games[arguments.game]
    terminal = Terminal()
    try:
        settings = options(arguments, game)
        seed = arguments.seed if "Seed" not in settings else int(settings["Seed"])
        if seed is None:
            seed = SystemRandom().randrange(10_000)
        random = Random(seed)
        start = position(arguments, game, random)
        if arguments.verbose:
            settings["Verbose"] = "true"
        limits = Limits(depth=arguments.depth, movetime=arguments.movetime)
        if arguments.depth is None and arguments.movetime is None:
            limits = Limits(movetime=MOVETIME)
        wanted = [getattr(arguments, f"seat{place}") for place in range(len(game.seats))]
        seats = [take_seat(text, limits, start, settings) for text in wanted]
        # What a hint says is not weakened with the opponent, and comes from no book.
        analysis = {**settings, "MultiPV": EVERY_MOVE, "UCI_AnalyseMode": "true"}
        adviser = SearchPlayer(strongest(start), limits, start, analysis)
    except ValueError as fault:
        raise Wrong(str(fault)) from None
    except MemoryError:
        raise Wrong("there is not enough memory for tables of this Hash") from None
    places = [start]  # the first game begins where it was tried; each rematch anew

    def begin() -> Position[Any]:
        return places.pop() if places else position(arguments, game, random)

    if start.chance:
        terminal.say(f"Chance follows --seed {seed}.")
    elif any(seat is not None and seat.draws for seat in seats):
        terminal.say(f"What a search draws by lot follows --seed {seed}.")
    try:
        Series(begin, seats, adviser, game, terminal, random).run()
    except EOFError:
        terminal.say("Goodbye.")
    except KeyboardInterrupt:
        terminal.show(["", "Goodbye."])
        raise


def take_seat(text: str, limits: Limits, start: Position[Any], settings: Mapping[str, str]) -> SearchPlayer | None:
    """Who plays: `person`, or SEARCH or SEARCH:DEPTH; the strongest for `engine`."""
    if text.lower() == PERSON:
        return None
    name, colon, depth = text.partition(":")
    if colon and not (depth.isascii() and depth.isdigit() and 1 <= int(depth[:9]) <= 99):
        raise ValueError(f"a depth is 1 to 99, not {depth!a}")
    search = strongest(start) if name.lower() == "engine" else search_named(name)
    return SearchPlayer(search, Limits(depth=int(depth)) if colon else limits, start, settings)


def parser(words: list[str]) -> tuple[Parser, dict[str, tuple[Game, Parser]]]:
    """What takes the command line apart, and what it knows of each game."""
    made = Parser(
        prog="oddsfish play", description="Play at the terminal.", epilog="`oddsfish play GAME --help` says more."
    )
    found = parsers(made, words)
    for game, parsed in found.values():
        parsed.epilog = f"{PROMPT}\n\n{examples(game, 'play')}"
        parsed.formatter_class = Raw
        for place, seat in enumerate(game.seats):
            who = "engine" if place else PERSON
            names = dict.fromkeys([f"--{seat.lower()}", ("--first", "--second")[place]])
            parsed.add_argument(
                *names,
                dest=f"seat{place}",
                default=who,
                metavar="WHO",
                help=f"{PERSON}, engine (the strongest), or a search: Minimax, AlphaBeta:4 (depth 4), ..."
                f" (default: {who})",
            )
        parsed.add_argument("--depth", type=number(1), metavar="N", help="how deep searches look, in decisions")
        parsed.add_argument(
            "--movetime", type=number(1), metavar="MS", help=f"milliseconds for a move (default: {MOVETIME})"
        )
        parsed.add_argument("--seed", type=int, metavar="N", help="of all that is drawn by lot (default: a new one)")
        parsed.add_argument(
            "--verbose", action="store_true", help="before a search moves: all its moves, the boards after them, values"
        )
        add_options(parsed)
    return made, found
