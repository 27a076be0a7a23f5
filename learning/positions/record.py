"""A record: one chess position in 32 bytes, with the score of a search and the result of its game.

Bytes, from the first; numbers are little-endian:

    0   8   the occupied squares: bit 8 * rank + file, so a1 = 0, h8 = 63
    8   16  their pieces, in the order of the squares, four bits each, the low half of a byte first:
            0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king, 6 rook that may castle, and 8 more if it is Black's
    24  2   score: centipawns from White's view, with a sign
    26  2   ply: half-moves from the start to this position, computed from its full-move number
    28  1   flags: bit 0 Black is to move; bits 1 and 2 twice the result for White; bit 3 castling is that of Chess960
    29  1   the square behind a pawn that can be captured en passant, 0 for none
    30  2   half-move clock
"""

from __future__ import annotations

from struct import Struct
from typing import NamedTuple

from ...engine.games.chess import fen as forsyth
from ...engine.games.chess.position import ChessPosition

GAME = "chess"  # the game whose positions have such records
LAYOUT = Struct("<Q16shHBBH")
SIZE = LAYOUT.size
MOST_SCORE = 2**15 - 1  # centipawns
RESULTS = (0.0, 0.5, 1.0)  # for White
LETTERS = "PNBRQKR?pnbrqkr?"  # by the code of a piece
CASTLES = 6  # the code of White's rook that may castle
HOME = (0, 7)  # the rank, from 0, on which White castles, and Black
BLACK = 8  # added to the code of Black's pieces
BLACK_TO_MOVE, RESULT_SHIFT, RESULT_BITS, CHESS960, FLAGS = 1, 1, 3, 8, 15  # of the byte of flags
CODES = {letter: code for code, letter in enumerate(LETTERS) if code % BLACK < CASTLES}
MOST_PIECES = 32
SQUARES = 64


class Record(NamedTuple):
    """fen: as the engine and python-chess write it. score: centipawns, White's view. result: 1, 0.5 or 0, for White.

    chess960: whether castling is that of Chess960.
    """

    fen: str
    score: int
    result: float
    chess960: bool = False

    def position(self) -> ChessPosition:
        """The position of the FEN; ValueError if such a position is impossible."""
        return ChessPosition(self.fen, self.chess960)


def pack(record: Record) -> bytes:
    """A record's bytes; ValueError if its FEN is malformed, its score too large, or its result not in RESULTS."""
    return pack_fields(forsyth.read(record.fen, record.chess960), record.score, record.result, record.chess960)


def pack_fields(fen: forsyth.Fen, score: int, result: float, chess960: bool) -> bytes:
    """The same for the fields of a FEN, which must be those of a possible position.

    score: centipawns, White's view. result: 1, 0.5 or 0, for White. ValueError as above.
    """
    if not -MOST_SCORE <= score <= MOST_SCORE:
        raise ValueError(f"a score has {-MOST_SCORE} to {MOST_SCORE} centipawns, not {score}")
    if result not in RESULTS:
        raise ValueError(f"a result is 0, 0.5 or 1, not {result}")
    castles = {square for _, square in fen.castling}
    occupied = pieces = 0
    for place, (square, letter) in enumerate(sorted(fen.pieces.items())):
        occupied |= 1 << square
        code = CODES[letter]
        if square in castles:
            code += CASTLES - CODES["R"]
        pieces |= code << 4 * place
    return LAYOUT.pack(
        occupied,
        pieces.to_bytes(16, "little"),
        score,
        2 * (fen.fullmove - 1) + fen.turn,
        (BLACK_TO_MOVE if fen.turn else 0) | RESULTS.index(result) << RESULT_SHIFT | (CHESS960 if chess960 else 0),
        fen.en_passant or 0,
        fen.clock,
    )


def unpack(data: bytes) -> Record:
    """The record of 32 bytes; ValueError if they are none. `Record.position` checks whether it is possible."""
    if len(data) != SIZE:
        raise ValueError(f"a record has {SIZE} bytes, not {len(data)}")
    occupied, packed, score, ply, flags, en_passant, clock = LAYOUT.unpack(data)
    pieces = int.from_bytes(packed, "little")
    turn = flags & BLACK_TO_MOVE
    result = flags >> RESULT_SHIFT & RESULT_BITS
    count = occupied.bit_count()
    if count > MOST_PIECES or pieces >> 4 * count or en_passant >= SQUARES:
        raise ValueError("a record's pieces make no sense")
    if flags > FLAGS or result >= len(RESULTS) or ply % 2 != turn:
        raise ValueError("a record's flags make no sense")
    if max(clock, ply // 2 + 1) > forsyth.MAX_COUNTER:
        raise ValueError("a record's counters make no sense")
    letters: dict[int, str] = {}
    castling: list[tuple[int, int]] = []
    for square in range(SQUARES):
        if occupied >> square & 1:
            code = pieces & 15
            pieces >>= 4
            letters[square] = LETTERS[code]
            if code % BLACK == CASTLES and square // 8 == HOME[code // BLACK]:
                castling.append((code // BLACK, square))
            elif code % BLACK >= CASTLES:
                raise ValueError("a record's pieces make no sense")
    fen = forsyth.Fen(letters, turn, tuple(castling), en_passant or None, clock, ply // 2 + 1)
    return Record(forsyth.write(fen), score, RESULTS[result], bool(flags & CHESS960))
