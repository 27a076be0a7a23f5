"""`oddsfish compare`: every search with a full tree on one position, in a table and in a plot."""

from __future__ import annotations

from random import Random

from ...engine.comparison import MOST, compare
from ...engine.game import Game
from ...engine.support.regular_file import check_replaceable, replacing
from ..errors import UsageError, failure_text, warn
from .arguments import Parser, examples, file_for, options, parse, position
from .progress import Progress

NOT_INSTALLED = "a plot needs matplotlib: pip install matplotlib"


def main(words: list[str]) -> None:
    """Print the requested table; UsageError, with the reason, if that fails."""
    game, arguments = parse("compare", "Compare the searches with a full tree on one position.", add_arguments, words)
    try:
        root = position(arguments, game, Random(arguments.seed))
        if arguments.plot is not None:
            check_replaceable(arguments.plot, arguments.force)
        with Progress("searches") as progress:
            found = compare(root, arguments.depth, options(arguments, game), arguments.nodes, progress.show)
        print("\n".join(found.lines()), flush=True)
        if arguments.plot is not None:
            figure = found.plot()
            with replacing(arguments.plot) as part:
                figure.savefig(part, format=arguments.plot.suffix[1:])
            warn(f"written to {arguments.plot}")
    except ModuleNotFoundError:
        raise UsageError(NOT_INSTALLED) from None
    except (ValueError, RuntimeError, OSError) as failure:
        raise UsageError(failure_text(failure)) from None


def add_arguments(parser: Parser, game: Game) -> None:
    parser.epilog = examples(game, "compare")
    parser.add_number("--depth", "the greatest depth, in decisions", 3)
    parser.add_number("--nodes", "give a search up that needs more nodes", MOST)
    parser.add_argument(
        "--plot",
        type=file_for("a plot", (".svg", ".png", ".pdf")),
        metavar="FILE",
        help="plot the nodes by depth: FILE.svg, .png or .pdf",
    )
    parser.add_argument("--seed", type=int, default=0, help="random seed for the start of the game (default: 0)")
    parser.add_force()
