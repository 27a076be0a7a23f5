from ...game import Position

GUESSES: tuple[str, str]

class HiloPosition(Position[int]):
    def __init__(self, card: int, utility: float = 1.0, draws: int = 4) -> None: ...
    def fen(self) -> str: ...
