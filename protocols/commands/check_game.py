"""`oddsfish check-game`: check a game by the laws that hold for every game."""

from __future__ import annotations

from ...engine.laws import check_game
from .arguments import Parser, find_game

GAMES = 50  # random games for each law


def main(words: list[str]) -> None:
    """Check each law; UsageError if there is no such game, SystemExit with status 1 if a law does not hold."""
    made = Parser(
        prog="oddsfish check-game",
        description="Play a game at random and check the laws that hold for every game. Undo brings back each\n"
        "position, texts of moves are read back, chances add up to one, equal keys mean equal positions,\n"
        "and every search finds the values of the search in plain Python.",
        epilog="example:\n  oddsfish check-game hexapawn",
    )
    made.add_argument("game", metavar="GAME", help="a game that ships, or one of an installed package")
    made.add_number("--games", "random games for each law", GAMES)
    made.add_number("--seed", "random seed", 0, least=0)
    arguments = made.parse_args(words)
    game = find_game(arguments.game, made.prog)
    failed = 0
    for law, broken in check_game(game, arguments.games, arguments.seed):
        print(f"{'ok    ' if broken is None else 'FAILED'} {law}", flush=True)
        if broken is not None:
            failed += 1
            place = f"after {' '.join(broken.path)}" if broken.path else "at the start"
            print(f"       {broken}\n       {place}", flush=True)
    if failed:
        raise SystemExit(1)
