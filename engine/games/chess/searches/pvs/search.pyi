from typing import final

from .....searches.search import Search
from .thread import SearchThread

@final
class FirstThread(SearchThread): ...

@final
class PVS(Search): ...
