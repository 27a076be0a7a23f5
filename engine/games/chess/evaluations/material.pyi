from .evaluation import Evaluation

PAWNS: tuple[int, ...]

class Material(Evaluation): ...
