"""How positions of a game become records: those of chess as in record.py, all others as inputs of a network.

The record of another game, numbers little-endian:

    0    2 * active   the active inputs of a network (engine/net/inputs.py), filled up with 65535
    ...  2            score: hundredths of the game's unit from player 0's view, with a sign
    ...  1            twice the result for player 0
    ...  1            who is to move, 0 or 1
"""

from __future__ import annotations

from hashlib import sha256
from struct import Struct
from typing import Any

from ...engine.game import Game
from ...engine.net.inputs import Inputs, active_inputs, inputs_of
from ...engine.position import Position
from . import record

NONE = 2**16 - 1  # in place of an input


class ChessPacking:
    """size: bytes of a record. checksum: of the meaning of its numbers; "" here, as that is fixed."""

    size = record.SIZE
    checksum = ""

    def take(self, position: Any, score: int) -> Any:
        """What must be kept of a position until the result of its game is known."""
        return position.fields(), score, position.chess960

    def pack(self, taken: Any, result: float) -> bytes:
        """The record. taken: from `take`. result: 1, 0.5 or 0, for player 0."""
        fields, score, chess960 = taken
        return record.pack_fields(fields, score, result, chess960)


class InputsPacking:
    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.layout = Struct(f"<{inputs.active}HhBB")
        self.size = self.layout.size
        self.checksum = sha256(repr(inputs.names).encode()).hexdigest()

    def take(self, position: Position[Any], score: int) -> Any:
        active = active_inputs(position, self.inputs)
        return active + [NONE] * (self.inputs.active - len(active)), score, position.player()

    def pack(self, taken: Any, result: float) -> bytes:
        active, score, turn = taken
        return self.layout.pack(*active, score, record.RESULTS.index(result), turn)


Packing = ChessPacking | InputsPacking


def packing_for(game: Game, position: Position[Any]) -> Packing:
    """The packing of a game; ValueError if a network cannot evaluate it. position: any position of the game."""
    return ChessPacking() if game.name == record.GAME else InputsPacking(inputs_of(position))
