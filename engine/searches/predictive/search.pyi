from typing import final

from ..search import Search

@final
class Predictive(Search): ...
