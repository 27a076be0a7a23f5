"""The evaluations of chess, by the names under which a user chooses them."""

from .material import Material
from .sef import Sef
from .simplified import Simplified

__all__ = ["Material", "Sef", "Simplified"]
