from typing import final

@final
class SearchThread: ...
