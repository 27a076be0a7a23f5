"""The evaluations of chess, by the names under which a user chooses them."""

from .material import Material
from .sef import Sef
from .simplified import Simplified
from .tapered import Tapered

__all__ = ["Material", "Sef", "Simplified", "Tapered"]
