from typing import final

from .....searches.search import Search

@final
class PVS(Search): ...
