"""`oddsfish gui-setup`: what to enter in a GUI to start this installation, and settings files for two programs.

Menus, fields and files have the names that the programs use: see the sources of Cute Chess, En Croissant, Nibbler and
lichess-bot, and the help of Arena. BanksiaGUI has no public sources; its rows are from descriptions by its users.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from ...engine.registry.catalogue import uci
from ...engine.support.json_text import parse_json
from ...engine.support.regular_file import check_regular, replacing, status_of
from ...engine.support.system import WINDOWS, join_words
from ...matches.players.configurations import LARGEST, USUAL
from ..errors import UsageError, failure_text, warn
from .arguments import Parser

NAME = "Oddsfish"
HASH = 256  # megabytes: enough for games of some minutes, and little on machines of today
# Control characters, surrogates (bytes of a file's name that are no text), and ends of lines.
UNWRITABLE = {"Cc", "Cs", "Zl", "Zp"}
LABEL = 19  # columns
WIDTH = 100  # columns, of explanations; a path stays whole
BETWEEN = re.compile(r"[ \t\n\r,]*")  # entries of a JSON array
SHOWN = ("Threads", "Hash", "Search", "Skill Level", "SyzygyPath")  # options; the settings of a GUI list all others


@dataclass(frozen=True)
class Program:
    """How this installation is started: a file, and the arguments that it needs, if any."""

    file: Path
    arguments: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """As it is typed at a prompt: spaces and quotes in the path are quoted."""
        words = [str(self.file), *self.arguments]
        return join_words(words)

    @property
    def launcher(self) -> list[str]:
        """The lines of a file that starts it without arguments."""
        # In such a file, a % begins the name of a variable.
        return [f"@{self.command.replace('%', '%%')}"] if WINDOWS else ["#!/bin/sh", f"exec {self.command}"]


@dataclass(frozen=True)
class Gui:
    """A program that starts engines: its title, and what is entered in each of its fields.

    arguments: the row for the arguments of an engine; None if the program is not known to have a field for them.
    """

    title: str
    rows: tuple[tuple[str, str], ...]
    arguments: tuple[str, str] | None = None


GUIS: Mapping[str, Gui] = {
    "cutechess": Gui(
        "Cute Chess",
        (
            ("Menu", "Tools > Settings > Engines > Add"),
            ("Name", NAME),
            ("Command", "{relative}"),
            ("Working Directory", "{folder}"),
            ("Protocol", "uci"),
            ("Options", "Advanced > Detect lists them all"),
            ("Instead", f"close Cute Chess, and run: oddsfish gui-setup cutechess -o {USUAL}"),
        ),
    ),
    "en-croissant": Gui(
        "En Croissant",
        (
            ("Menu", "Engines > Add New > Local"),
            ("Binary file", "{file}"),
            ("Name", "is filled in by the engine"),
            ("Options", "Engines > Oddsfish > Advanced settings"),
        ),
    ),
    "arena": Gui(
        "Arena",
        (
            ("Menu", "Engines > Install New Engine..."),
            ("File", "{file}"),
            ("Type", "UCI"),
            ("Options", "right mouse button on the line of the engine > Configure"),
        ),
        ("Parameters", "Engines > Manage > Details, command line parameters: {arguments}"),
    ),
    "banksia": Gui(
        "BanksiaGUI",
        (
            ("Menu", "Preferences > Engines, button +"),
            ("Command", "{file}"),
            ("Working folder", "{folder}"),
            ("Protocol", "uci"),
            ("Name", "is filled in by the engine"),
        ),
    ),
    "nibbler": Gui(
        "Nibbler",
        (
            ("Menu", "Engine > Choose engine..."),
            ("File", "{file}"),
            ("Threads, Hash", "menu Engine"),
            ("Other options", 'Dev > Show engines.json, under "options" of the file, such as "Search": "Expectimax"'),
        ),
        ("Arguments", 'Dev > Show engines.json, under "args" of the file: {listed}'),
    ),
    "lichess-bot": Gui(
        "lichess-bot",
        (("Settings file", "in the folder of lichess-bot, run: oddsfish gui-setup lichess-bot -o config.yml"),),
    ),
}
BOT_CONFIG = """\
# lichess-bot with Oddsfish. Replace the token by that of your bot account, then start lichess-bot in this folder.
# config.yml.default of lichess-bot explains these settings and all others.

token: "xxxxxxxxxxxxxxxxxxxxxx"
url: "https://lichess.org/"

engine:
  dir: {folder}
  name: {name}
  protocol: "uci"
  ponder: true              # search on the opponent's time
  uci_options:              # docs/options.md of Oddsfish lists them
    Threads: {threads}
    Hash: {hash}               # megabytes
    Move Overhead: 100      # milliseconds
#   Risk: 100               # play for the errors of people
#   Search: Humanlike       # play like a person instead, with this rating
#   HumanlikeElo: 1500

challenge:                  # the challenges that the bot accepts
  concurrency: 1            # games at the same time
  accept_bot: true
  variants:
    - standard
  time_controls:
    - bullet
    - blitz
    - rapid
    - classical
  modes:
    - casual
    - rated
"""
EPILOG = f"""\
examples:
  oddsfish gui-setup
  oddsfish gui-setup nibbler
  oddsfish gui-setup cutechess -o {USUAL}
  oddsfish gui-setup lichess-bot -o config.yml

docs/clients.md has more about each program."""


def main(words: list[str]) -> None:
    """Print what to enter, or write the requested file; UsageError, with the reason, if that fails."""
    arguments = parser().parse_args(words)
    program = installed(sys.argv[0], scripts(), sys.executable)
    try:
        check_writable(program.file)
        if arguments.output is not None:
            write(arguments.gui, arguments.output, program)
            return
    except (ValueError, OSError) as failure:
        raise UsageError(failure_text(failure)) from None
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # the terminal may not be able to show the path
    print("\n".join(instructions(program, [arguments.gui] if arguments.gui else GUIS)), flush=True)


def parser() -> Parser:
    made = Parser(
        prog="oddsfish gui-setup",
        description="Print what to enter in a GUI, so that it starts this installation of Oddsfish.",
        epilog=EPILOG,
    )
    made.add_argument(
        "gui",
        metavar="GUI",
        nargs="?",
        choices=[*GUIS],
        type=str.lower,
        help=f"one of {', '.join(GUIS)} (default: all)",
    )
    made.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="with cutechess: add Oddsfish to this engines.json, or replace it there; "
        "with lichess-bot: write this new config.yml",
    )
    return made


def installed(called: str, scripts: Iterable[Path], python: str) -> Program:
    """The program of this installation: as it was called, else as it was installed, else a module of Python.

    called: the first word of the command line, which on Windows may lack its `.exe`; scripts: its installed paths.
    """
    named = [Path(called), Path(f"{called}.exe")] if NAME.lower() in Path(called).name.lower() else []
    for path in (*named, *scripts):
        if path.suffix != ".py" and path.is_file() and os.access(path, os.X_OK):
            return Program(absolute(path))
    return Program(absolute(Path(python)), ("-m", NAME.lower()))


def scripts() -> Iterator[Path]:
    """The paths of the program that the installer recorded; none for a checkout that is not installed."""
    try:
        files = distribution(NAME.lower()).files or []
    except PackageNotFoundError:
        return
    for file in files:
        if file.name in (NAME.lower(), f"{NAME.lower()}.exe"):
            yield Path(str(file.locate()))


def absolute(path: Path) -> Path:
    """The path without `..`, but with links as they are: a virtual environment needs its link to Python."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - pathlib leaves `..`


def check_writable(path: Path) -> None:
    """ValueError if a path has characters that no GUI and no settings file can have."""
    if any(unicodedata.category(letter) in UNWRITABLE for letter in str(path)):
        raise ValueError(f"no GUI can start {str(path)!a}: install Oddsfish in a folder without such characters")


def recommended() -> dict[str, int]:
    """The options to change if one engine has the machine to itself. One core is left to the GUI."""
    return {"Threads": max((os.cpu_count() or 1) - 1, 1), "Hash": HASH}


def instructions(program: Program, names: Iterable[str]) -> Iterator[str]:
    """Yield lines: what to enter in each program, and the suggested options."""
    yield f"Program: {program.command}"
    for name in names:
        gui = GUIS[name]
        yield from ("", gui.title)
        launched = bool(program.arguments) and gui.arguments is None
        if launched:
            yield "  Make an executable file of these lines, which starts Oddsfish without arguments:"
            yield from (f"    {line}" for line in program.launcher)
        file = Path("THAT-FILE") if launched else program.file
        values = {
            "file": file,
            "folder": "the folder of that file" if launched else file.parent,
            "relative": file.name if WINDOWS else f"./{file.name}",
            "arguments": " ".join(program.arguments),
            "listed": json.dumps(program.arguments),
        }
        for label, entered in (*gui.rows, *([gui.arguments] if program.arguments and gui.arguments else [])):
            yield f"  {label:<{LABEL}}{entered.format(**values)}"
    yield from ("", "Suggested options")
    known = {option.name: option for option in uci()}
    for name in SHOWN:
        value = recommended().get(name, known[name].default)
        begin = f"  {name:<12} {value!s:<5}  "
        yield textwrap.fill(known[name].meaning, WIDTH, initial_indent=begin, subsequent_indent=" " * len(begin))


def write(gui: str | None, path: Path, program: Program) -> None:
    """Write the settings file of a program. If that fails (ValueError or OSError), the file is unchanged."""
    if gui not in WRITERS:
        raise ValueError(f"-o works with {' and '.join(WRITERS)} alone")
    if program.arguments:
        raise ValueError(f"{GUIS[gui].title} starts a file without arguments, and here is none: `pip install` makes it")
    if not path.absolute().parent.is_dir():
        raise ValueError(
            f"there is no folder {path.parent}: name a file in the folder where {GUIS[gui].title} has its own"
        )
    WRITERS[gui](path, program)
    warn(f"written to {path}")


def write_cutechess(path: Path, program: Program) -> None:
    there = check_regular(path)
    try:
        if there:
            status_of(path, LARGEST)
        engines = with_engine(path.read_bytes().decode() if there else "[]", program)
    except ValueError as fault:
        raise ValueError(f"{path} is not a list of engines of Cute Chess, and is left as it is: {fault}") from None
    with replacing(path) as part:
        part.write_bytes(engines.encode())


def with_engine(text: str, program: Program) -> str:
    """Add Oddsfish to Cute Chess's list of engines, and return the new text. ValueError if the text is no such list.

    The rest stays letter for letter: a number could change if it were read and written again. An entry of the same name
    is updated; it keeps its options and other settings.
    """
    engines = parse_json(text)
    if not isinstance(engines, list):
        raise ValueError("it is not a list")
    found = [(begin, end) for begin, end, engine in spans(text) if is_ours(engine)]
    before: dict[str, Any] = next((engine for engine in engines if is_ours(engine)), {})
    known = {option.name: option for option in uci()}
    options = [
        {"type": "spin", "name": name, "value": value, "default": known[name].default, "min": known[name].low}
        | {"max": known[name].high, "alias": ""}
        for name, value in recommended().items()
    ]
    # The path of the file is relative to its folder, as Cute Chess itself writes it: versions before 1.3.1 split a
    # command at spaces, later ones do not.
    entry = {"options": options, **before} | {
        "name": NAME,
        "command": program.file.name if WINDOWS else f"./{program.file.name}",
        "workingDirectory": str(program.file.parent),
        "protocol": "uci",
    }
    written = textwrap.indent(json.dumps(entry, indent="\t", allow_nan=False), "\t")
    if found:
        begin, end = found[0]
        return f"{text[:begin]}{written.strip()}{text[end:]}"
    last = max((end for _, end, _ in spans(text)), default=text.index("[") + 1)
    comma, end_of_line = (",", "") if engines else ("", "\n")
    return f"{text[:last]}{comma}\n{written}{end_of_line}{text[last:]}"


def is_ours(engine: Any) -> bool:
    return isinstance(engine, dict) and engine.get("name") == NAME


def spans(text: str) -> Iterator[tuple[int, int, Any]]:
    """Each entry of a JSON array, with the places in the text where it begins and ends."""
    decoder = json.JSONDecoder()
    end = text.index("[") + 1
    while text[begin := BETWEEN.match(text, end).end()] != "]":  # type: ignore[union-attr]  # it always matches
        value, end = decoder.raw_decode(text, begin)
        yield begin, end, value


def write_lichess_bot(path: Path, program: Program) -> None:
    if check_regular(path):
        raise ValueError(f"{path} is there already, and is left as it is: name a new file, or see docs/clients.md")
    wanted = recommended()
    config = BOT_CONFIG.format(
        folder=quoted(f"{program.file.parent}{os.sep}"),
        name=quoted(program.file.name),
        threads=wanted["Threads"],
        hash=wanted["Hash"],
    )
    with replacing(path) as part:
        part.chmod(0o600)  # a token will be in it
        part.write_text(config, encoding="ascii")


def quoted(text: str) -> str:
    """A text quoted for YAML, in ASCII: lichess-bot reads its file in the encoding of the system."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped.encode("ascii", "backslashreplace").decode()}"'


WRITERS = {"cutechess": write_cutechess, "lichess-bot": write_lichess_bot}
