from ...net.inputs import Inputs
from ...position import Position

NAMES: tuple[str, ...]
INPUTS: Inputs
CELLS_OF_LINES: tuple[tuple[int, ...], ...]

class TicTacToePosition(Position[int]):
    def __init__(self, fen: str = "3/3/3 x") -> None: ...
