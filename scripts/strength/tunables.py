"""Make options of the numbers of the search PVS and of its clock, in a tree before it is built.

In a release, they are constants. A build in which they are variables searches the same nodes, a little slower.

    python scripts/strength/tunables.py       print them as OpenBench's SPSA wants them
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from builds import ROOT

FOLDER = Path("engine", "games", "chess", "searches", "pvs")
SEARCH, TIME = FOLDER / "tunables.pxd", Path("engine", "control", "budget.py")
LINE = re.compile(r"^ *([A-Z_]+) = (\d+) +# (\d+) to (\d+) by (\d+): .+$", re.MULTILINE)
# Lines that should match LINE: all lines of an enum; in a module, those with a range.
MEANT = re.compile(r"^    [A-Z_]+ = |^[A-Z_]+ = .*\d to \d", re.MULTILINE)
END_RATE = 0.002  # how far the last step follows one result, as a share of its size; OpenBench's default
ALGORITHM = '''

class _Tunable(Option):
    """A number that is tuned: it holds for all searches of this process at once."""

    def read(self, text: str) -> Value:
        from .....control import budget
        from . import tunables

        value = super().read(text)
        if hasattr(budget, self.name):
            setattr(budget, self.name, value)
        else:
            tunables.put(self.name, value)
        return value


PVSAlgorithm.options += tuple(
    _Tunable(name, "spin", value, "a number that is tuned", "PVS", low=low, high=high)
    for name, value, low, high in {rows!r}
)
'''


@dataclass(frozen=True)
class Tunable:
    """A number, its sensible range, and the step between two values that play differently."""

    name: str
    value: int
    low: int
    high: int
    step: int


def text_here(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def read_tunables(text_of: Callable[[Path], str] = text_here) -> list[Tunable]:
    """The numbers of the search, then those of the clock. SystemExit if the line of a number has another form.

    text_of: the text of a file of a revision, by its path.
    """
    return parse_tunables(text_of(SEARCH)) + parse_tunables(text_of(TIME))


def parse_tunables(text: str) -> list[Tunable]:
    """The numbers in the text of a file; SystemExit as above."""
    found = [Tunable(name, *map(int, numbers)) for name, *numbers in LINE.findall(text)]
    if len(found) != len(MEANT.findall(text)):
        raise SystemExit("tunables: a line is not NAME = VALUE  # LOW to HIGH by STEP: UNIT")
    return found


def make_tunable(tree: Path) -> None:
    """Change a tree so that its build has an option for each number."""
    pvs = tree / FOLDER
    found = parse_tunables((tree / SEARCH).read_text(encoding="utf-8"))
    timed = parse_tunables((tree / TIME).read_text(encoding="utf-8"))
    variables = "".join(f"cdef int {each.name}\n" for each in found)
    (pvs / "tunables.pxd").write_text(f'"""The numbers of the search, as variables."""\n\n{variables}')
    values = "".join(f"{each.name} = {each.value}\n" for each in found)
    choices = "".join(
        f'    {"if" if place == 0 else "elif"} name == "{each.name}":\n        {each.name} = value\n'
        for place, each in enumerate(found)
    )
    names = ", ".join(each.name for each in found)
    (pvs / "tunables.pyx").write_text(
        f'"""The numbers of the search, as variables."""\n\n{values}\n\n'
        f"def put(str name, int value):\n    global {names}\n{choices}"
    )
    algorithm = pvs / "algorithm.py"
    text = algorithm.read_text(encoding="utf-8")
    rows = tuple((each.name, each.value, each.low, each.high) for each in found + timed)
    before, after = text.rsplit("\nALGORITHM = ", 1)
    before = before.replace("from .....option import Option\n", "from .....option import Option, Value\n")
    algorithm.write_text(f"{before}{ALGORITHM.format(rows=rows)}\n\nALGORITHM = {after}", encoding="utf-8")


def openbench_line(tunable: Tunable) -> str:
    """A line for OpenBench: name, type, value, least, most, size of a step at the end, rate at the end."""
    numbers = ", ".join(f"{number:.1f}" for number in (tunable.value, tunable.low, tunable.high, tunable.step))
    return f"{tunable.name}, int, {numbers}, {END_RATE}"


def main() -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    print(*map(openbench_line, read_tunables()), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
