"""`oddsfish tree-editor`: the tree editor as a page of one file, and sheets of exercises."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path

from ...engine.display import tree
from ...engine.display.editor import page, sheet
from ...engine.support.regular_file import check_replaceable, replacing
from ..errors import UsageError, failure_text, warn
from .arguments import Parser, number

PAGE, LATEX = ".html", ".tex"

EPILOG = f"""\
examples:
  oddsfish tree-editor -o editor.html
  oddsfish tree-editor "max(min(3 12 8) min(2 4 6) chance(1/2:7 1/2:-1))" -o mine.html
  oddsfish tree-editor --sheet 8 --tasks cuts,windows --seed 4 -o exam.tex

The page needs no server and loads nothing. Open it in a browser, put it on a website, or send it to somebody.
`oddsfish tree GAME --editor -o FILE.html` writes the editor with the tree of a position. Tasks of a sheet:
{", ".join(sheet.TASKS)}."""


def main(words: list[str]) -> None:
    """Write the requested page or sheet; UsageError, with the reason, if that fails."""
    arguments = parser().parse_args(words)
    try:
        check_replaceable(arguments.output, arguments.force)
        if arguments.sheet is None:
            if arguments.seed is not None or arguments.tasks is not None:
                raise ValueError("--seed and --tasks are for a sheet: add --sheet N")
            if arguments.output.suffix != PAGE:
                raise ValueError(f"the editor is a page: FILE ends in {PAGE}")
            written = page.page(tree.write(tree.parse(arguments.tree)) if arguments.tree else "")
        else:
            if arguments.tree:
                raise ValueError("a sheet has random trees: leave out TREE or --sheet")
            seed = 1 if arguments.seed is None else arguments.seed
            tasks = [*sheet.TASKS] if arguments.tasks is None else arguments.tasks.replace(" ", "").split(",")
            found = sheet.exercises(arguments.sheet, seed, tasks)
            title = f"Exercises (sheet {seed})"
            written = (sheet.latex if arguments.output.suffix == LATEX else sheet.html)(found, title)
        with replacing(arguments.output) as part:
            part.write_text(written, encoding="utf-8", newline="\n")
    except (ValueError, OSError) as failure:
        raise UsageError(failure_text(failure)) from None
    warn(f"written to {arguments.output}")


def output(name: str) -> Path:
    path = Path(name)
    if path.suffix not in (PAGE, LATEX):
        raise ArgumentTypeError(f"the file ends in {PAGE}, or for a sheet in {LATEX}, not {name!a}")
    return path


def parser() -> Parser:
    made = Parser(
        prog="oddsfish tree-editor",
        description="Write a page on which game trees are edited and searched step by step, or a sheet of exercises.",
        epilog=EPILOG,
    )
    made.add_argument("tree", nargs="?", metavar="TREE", help="the tree that the page shows (default: an example)")
    made.add_argument("-o", "--output", type=output, required=True, metavar="FILE", help="the file to write")
    made.add_argument(
        "--sheet",
        type=number(1, sheet.MOST),
        metavar="N",
        help="write a sheet of N exercises with solutions, as FILE.html or FILE.tex",
    )
    made.add_argument("--seed", type=number(0, 10**9), metavar="N", help="seed of the sheet (default: 1)")
    made.add_argument(
        "--tasks", metavar="LIST", help="tasks of the sheet, in turn, with commas between them (default: all)"
    )
    made.add_force()
    return made
