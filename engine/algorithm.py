"""Algorithm: the description of a search: its name, its options, and how strong it is.

The module is cheap to import, like `game.py`, because protocols need it before their first answer.
"""

from __future__ import annotations

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .option import Option
    from .position import Position
    from .searches.search import Search


class Algorithm:
    """A search as a user chooses it.

    Each search derives from this class in the module `algorithm` of its folder.
    """

    name = ""  # as a user writes it
    search = ""  # its class, in the module `search` beside it; empty: the class is called `name`
    game = ""  # the only game that it searches; empty: any
    options: tuple[Option, ...] = ()  # its own options, beyond those in registry/common_options.py

    def strength(self, position: Position[Any]) -> int:
        """Return how strong the search plays from this position, compared with other searches.

        Auto is the search with the highest number.
        """
        return 0

    def create(self) -> Search:
        """Return a new search by this algorithm, which can search one position after another.

        By default, its class is in the module `search` of the same folder; NotImplementedError if there is none.
        """
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
