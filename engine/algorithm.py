"""What a search says about itself: its name, its options, and where it is the strongest.

Cheap to import, as what games say: protocols need this before they answer for the first time.
"""

from __future__ import annotations

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .option import Option
    from .position import Position
    from .searches.search import Search


class Algorithm:
    """A search as a user chooses it: the base of what each of them says in its folder."""

    name = ""  # as a user writes it
    search = ""  # its class, in the module `search` beside it; empty: the class has its name
    game = ""  # the only one that it searches; empty: any
    options: tuple[Option, ...] = ()  # those that not every search reads

    def strength(self, position: Position[Any]) -> int:
        """How strong it plays from here, next to the others: the one with the highest number is what Auto means."""
        return 0

    def create(self) -> Search:
        """A search by this algorithm, for one position after the other; NotImplementedError if there is no module."""
        from importlib import import_module

        name = f"{type(self).__module__.rpartition('.')[0]}.search"
        try:
            module = import_module(name)
        except ModuleNotFoundError as failure:
            if failure.name != name:
                raise
            raise NotImplementedError(f"{type(self).__name__} has neither `create` nor a module {name}") from None
        made: Search = getattr(module, self.search or self.name)()
        return made
