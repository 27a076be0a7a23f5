"""Old names of modules and methods. They work for one more release."""

from __future__ import annotations

import sys

from .support.text import printable

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

OURS = f"{__package__}."
MOVED = {
    "oddsfish.engine.colours": "oddsfish.engine.display.colours",
    "oddsfish.engine.command": "oddsfish.engine.registry.game_command",
    "oddsfish.engine.diagram": "oddsfish.engine.display.diagram",
    "oddsfish.engine.diagram_svg": "oddsfish.engine.display.diagram_svg",
    "oddsfish.engine.diagram_text": "oddsfish.engine.display.diagram_text",
    "oddsfish.engine.dot": "oddsfish.engine.display.dot",
    "oddsfish.engine.fen": "oddsfish.engine.registry.fen",
    "oddsfish.engine.tour": "oddsfish.engine.registry.tour",
    "oddsfish.engine.tree": "oddsfish.engine.display.tree",
    "oddsfish.engine.words": "oddsfish.engine.registry.game_words",
    "oddsfish.matches.cli.command": "oddsfish.matches.cli.match_command",
    **{
        f"oddsfish.matches.playing{module}": f"oddsfish.matches.game{module}"
        for module in ("", ".arbiter", ".clock", ".dealer", ".loop")
    },
}


class OldNames:
    """Finds a module by its old name. It is the same module, not a copy."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in MOVED:
            return None
        from importlib.util import spec_from_loader

        return spec_from_loader(name, self)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Let the import system create a module, which `exec_module` replaces."""

    def exec_module(self, module: ModuleType) -> None:
        from importlib import import_module

        warn(module.__name__, MOVED[module.__name__])
        sys.modules[module.__name__] = import_module(MOVED[module.__name__])


def warn(old: str, new: str) -> None:
    """Warn once that a name is old."""
    import warnings

    text = f"{printable(old)} is called {printable(new)} now; the old name goes with the next release"
    frame = sys._getframe()
    while frame.f_back is not None and (
        frame.f_code.co_filename.startswith("<frozen importlib")
        or f"{frame.f_globals.get('__name__')}.".startswith(OURS)
    ):
        frame = frame.f_back
    place = (frame.f_code.co_filename, frame.f_lineno)  # the line that has the old name
    warnings.warn_explicit(text, FutureWarning, *place, registry=frame.f_globals.setdefault("__warningregistry__", {}))


def renamed(owner: Any, old: str, new: str) -> Any:
    """Return the attribute that is defined under an old name; None if there is none."""
    found = getattr(owner, old, None)
    if found is not None:
        warn(f"{type(owner).__name__}.{old}", new)
    return found


if not any(isinstance(finder, OldNames) for finder in sys.meta_path):
    sys.meta_path.insert(0, OldNames())  # in front: in the folder of a package that has moved others would find a copy
