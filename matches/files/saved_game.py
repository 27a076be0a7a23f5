"""One game as text, by its moves alone: PGN for chess, and for other games the same form with their own moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from ...engine import games
from ...engine.game import Game
from ...engine.options import options_for
from ...engine.position import Position
from ...engine.support.text import shorten
from ..openings.movetext import CHESS_VARIANTS, find_games, read_tags
from ..variants import LIBRARY, USUAL
from .games import CHESS960, UNKNOWN, WRITTEN_960, of_pgn
from .pgn import escape, filled

RULES = "Rules"  # the tag of rules that the variant does not imply
RESULTS = {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2", None: "*"}
# What stands between moves: comments (one without an end to the end of the text), numbers, the result, annotations.
BETWEEN = re.compile(r"\{[^}]*(?P<end>\}|\Z)|;[^\n]*|(?<!\S)(?:\d+\.+|1-0|0-1|1/2-1/2|\*|\$\d+)(?!\S)")


@dataclass(frozen=True)
class SavedGame:
    """rules: of the game, by name. fen: "" for the start. moves: as the game writes them, with those of chance.

    names: of the players, player 0 first; () if they are not known. clocks: see PlayedGame.
    """

    game: Game
    rules: tuple[tuple[str, str], ...] = ()
    fen: str = ""
    moves: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    clocks: tuple[float | None, ...] = ()

    @property
    def beginning(self) -> tuple[str, ...]:
        """The moves at the beginning that no player makes."""
        return self.moves[: int(not self.fen and bool(self.game.beginnings()))]

    @property
    def course(self) -> tuple[str, ...]:
        return self.moves[len(self.beginning) :]

    def begin(self) -> Position:
        """The position before the course; ValueError if the FEN, the beginning or the rules are wrong."""
        return self.game.read(self.fen or None, self.beginning, options_for(self.game, dict(self.rules)))

    def write(self) -> str:
        """The whole text, which `read` can read; ValueError if a move is illegal."""
        position = self.begin()
        first = self.game.plies(self.fen, position.player())
        tokens = list(self.beginning)
        for index, move in enumerate(self.course):
            number, half = divmod(first + index, len(self.game.seats))
            label = f"{number + 1}. " if half == 0 else f"{number + 1}... " if index == 0 else ""
            text = self.game.words.spell(position, position.parse(move)) if self.game.judge == LIBRARY else move
            tokens.append(label + text)
            position.play(move)
        result = RESULTS[self.game.result(position)]
        tags = {name: escape(value) for name, value in self.tags(result).items()}
        return "\n".join([*(f'[{name} "{value}"]' for name, value in tags.items()), "", *filled([*tokens, result]), ""])

    def tags(self, result: str) -> dict[str, str]:
        names = (*self.names, UNKNOWN, UNKNOWN)
        variant, left = self.variant()
        return {
            "Event": "?",
            "Site": "?",
            "Date": f"{date.today():%Y.%m.%d}",
            "Round": "-",
            "White": names[0],
            "Black": names[1] if len(self.game.seats) > 1 else UNKNOWN,
            "Result": result,
            **({} if variant == USUAL else {"Variant": variant}),
            **({RULES: " ".join(f"{name}={value}" for name, value in left.items())} if left else {}),
            **({"SetUp": "1", "FEN": self.fen} if self.fen else {}),
        }

    def variant(self) -> tuple[str, Mapping[str, str]]:
        """The variant that fits the rules best, and the rules that it does not imply."""
        rules = dict(self.rules)
        fitting = [known for known in self.game.known_variants if known.rules.items() <= rules.items()]
        best = max(fitting, key=lambda known: len(known.rules), default=self.game.known_variants[0])
        return best.name, {name: value for name, value in rules.items() if name not in best.rules}

    @classmethod
    def read(cls, text: str, game: Game) -> SavedGame:
        """The first game of a text; ValueError, with the place, if it is malformed or of another game."""
        starts = find_games(text)
        if not starts:
            raise ValueError("there is no game in it")
        text = text[: starts[1]] if len(starts) > 1 else text
        tags, begin = read_tags(text)
        found, rules = variant_of(tags) if tags else (game, dict(game.known_variants[0].rules))
        if found.name != game.name:
            raise ValueError(f"that is a game of {found.title}, not of {game.title}")
        if found.judge == LIBRARY:
            played = of_pgn(1, text)
            if not (tags or played.moves):
                raise ValueError("there is no move in it")
            return cls(found, tuple(rules.items()), played.start, played.moves, played.names, played.clocks)
        if any(between["end"] == "" for between in BETWEEN.finditer(text, begin)):
            raise ValueError("a comment has no end")
        names = tuple(tags.get(side, UNKNOWN) for side in ("White", "Black")[: len(found.seats)])
        words = tuple(BETWEEN.sub(" ", text[begin:]).split())
        if not (tags or words):
            raise ValueError("there is no move in it")
        return cls(found, tuple(rules.items()), tags.get("FEN", ""), words, names).checked()

    def checked(self) -> SavedGame:
        """The same game with every move as the game writes it; ValueError for the first that is not legal."""
        position, words, size = self.begin(), self.course, self.game.words_in_a_move
        found: list[str] = []
        for index in range(0, len(words), size):
            text = " ".join(words[index : index + size])
            try:
                move = position.parse_certain(text)
            except ValueError:
                raise ValueError(f"ply {len(found) + 1}: {shorten(text)!a} is no legal move there") from None
            found.append(position.notation(move))
            position.play(move)
        return replace(self, moves=(*self.beginning, *found))


def variant_of(tags: Mapping[str, str]) -> tuple[Game, dict[str, str]]:
    """The game that tags name, and its rules; ValueError if there is no such game or rule."""
    name = tags.get("Variant", "")
    if name.lower() in CHESS_VARIANTS:
        name = CHESS960 if name.lower() in WRITTEN_960 else USUAL
    game, variant = games.find_variant(name)
    rules = dict(variant.rules)
    for text in tags.get(RULES, "").split():
        rule, equals, value = text.partition("=")
        known = next((option for option in game.rules if option.name == rule), None)
        if known is None or not equals:
            raise ValueError(f"{game.title} has no rule {shorten(text)!a}")
        known.read(value)
        rules[rule] = value
    return game, rules
