from typing import final

from .....searches.search import RootMove, Search
from .thread import SolverThread

@final
class FirstThread(SolverThread): ...

@final
class SolverMove(RootMove): ...

@final
class SolverSearch(Search): ...
