"""The model of people in plain Python: the first text for a student to read, and the oracle of the tests.

It uses python-chess. `see` lists the inputs of a position and of its moves; `weigh` turns them into the weights of the
moves, by a file of weights. The compiled model computes the same numbers (inputs.pyx, seen.pyx, network.pyx).

An input is on or off. Its name is a pair: the group, and a place in the group. The first place of a group is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import exp, inf

import chess

from ....options import Options
from ....plain import AlphaBeta, ChessGame, Game, Weigh
from ....position import Draw, Win
from ..evaluations.simplified import KING_ENDGAME_TABLE, TABLES, VALUES
from ..position import ChessPosition
from .weights import Weights

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

Input = tuple[str, int]

KINDS = 6  # of pieces; python-chess numbers them from 1, pawn to king
POSITION_GROUPS = {  # with the number of inputs of each
    "pieces": 2 * KINDS * 64,
    "phase": 8,
    "balance": 9,
    "choices": 6,
    "in check": 1,
    "last to": 64,
    "last kind": 2 * KINDS,
    "rights": 4,
    "hanging": 5,
    "lone": 2,
    "prospect": 9,
    "lead": 7,
}
MOVE_GROUPS = {
    "to": KINDS * 64,
    "from": KINDS * 64,
    "takes": KINDS * 5,
    "promotes": 2,
    "checks": 4,
    "ends": 2,
    "repeats": 1,
    "castles": 2,
    "direction": KINDS * 3,
    "step": 8,
    "near to": 8,
    "near from": 8,
    "retakes": 2,
    "exchange": 9,
    "attacked": 5,
    "alarmed": 1,
    "target": 5,
    "threatens": 6,
    "leaves": 5,
    "relief": 3,
    "goes back": 2,
    "near king": 8,
    "passed": 1,
    "king room": 6,
    "file": 3,
    "regret 1": 12,
    "rank 1": 7,
    "regret 2": 12,
    "rank 2": 7,
    "turn": 5,
}

# By kind of piece; python-chess has no kind 0.
MATERIAL = (0, 1, 3, 3, 5, 9, 0)  # pawns
EXCHANGED = (0, 100, 310, 330, 500, 950, 0)  # centipawns, in static exchange evaluation
SIZES = (0, 1, 2, 2, 3, 4, 5)  # the order of their values; pieces of equal size are worth the same

# Numbers become places by these edges: a place is the number of edges that a number reaches.
PHASES = (6, 14, 22, 30, 40, 50, 58)  # pawns, of both sides
BALANCES = (-8, -4, -2, 0, 1, 3, 5, 9)  # pawns, ours minus theirs
CHOICES = (2, 6, 16, 26, 38)  # moves
EXCHANGES = (-800, -400, -250, -50, 0, 50, 250, 400)  # centipawns, as all that follow but RANKS
REGRETS = (1, 10, 25, 50, 80, 120, 170, 240, 330, 450, 600)
RANKS = (1, 2, 3, 5, 8, 13)  # moves
PROSPECTS = (-600, -300, -120, -40, 40, 120, 300, 600)
LEADS = (1, 20, 50, 100, 200, 400)
TURNS = (-150, -30, 30, 150)

CAP = 600  # centipawns above the static value, and below the best move: larger differences are clipped

ONE = 256  # of fixed-point numbers with 8 bits behind the point
CEILING = 4 * ONE  # the largest value of a number of a hidden layer
PARTS = 2**20  # fixed-point parts of 1 in the scales of rows
MIDDLE, SPREAD = 1600, 400  # ratings: a number r = (rating - MIDDLE) / SPREAD says how strong a player is
MOST = 2**30  # the weight of the likeliest move


@dataclass(frozen=True)
class Context:
    """The inputs that are on: of a position, and of each of its legal moves."""

    position: frozenset[Input]
    moves: Mapping[chess.Move, frozenset[Input]]


def see(board: chess.Board) -> Context:
    """All inputs of a position. The moves that have led to it count, as far back as the board has them."""
    of_moves = {move: set(see_move(board, move)) for move in board.legal_moves}
    of_position = set(see_position(board))
    of_position |= look_ahead(board, of_moves)
    return Context(frozenset(of_position), {move: frozenset(found) for move, found in of_moves.items()})


def place(number: float, edges: Sequence[int]) -> int:
    """How many of the edges a number reaches."""
    return sum(number >= edge for edge in edges)


def turned(square: chess.Square, us: chess.Color) -> chess.Square:
    """A square as this side sees it: its own first rank is rank 1."""
    return square if us == chess.WHITE else chess.square_mirror(square)


# What people see of a position.


def see_position(board: chess.Board) -> Iterator[Input]:
    """The inputs of a position, without those of the search."""
    us = board.turn
    material = {True: 0, False: 0}
    for square, piece in board.piece_map().items():
        side = 0 if piece.color == us else 1
        yield "pieces", (side * KINDS + piece.piece_type - 1) * 64 + turned(square, us)
        material[piece.color] += MATERIAL[piece.piece_type]
    yield "phase", place(material[us] + material[not us], PHASES)
    yield "balance", place(material[us] - material[not us], BALANCES)
    yield "choices", place(board.legal_moves.count(), CHOICES)
    if board.is_check():
        yield "in check", 0
    last = last_move(board)
    if last is not None:
        yield "last to", turned(last.target, us)
        yield "last kind", 2 * (kind_at(board, last.target) - 1) + (last.taken is not None)
    for number, colour in enumerate((us, not us)):
        if board.has_kingside_castling_rights(colour):
            yield "rights", 2 * number
        if board.has_queenside_castling_rights(colour):
            yield "rights", 2 * number + 1
    yield "hanging", hanging(board, us)
    if is_lone(board, not us):
        yield "lone", 0
    if is_lone(board, us):
        yield "lone", 1


@dataclass(frozen=True)
class Played:
    """A move that was played. Castling is the move of the king."""

    start: chess.Square
    target: chess.Square
    taken: chess.PieceType | None


def last_move(board: chess.Board, plies: int = 1) -> Played | None:
    """The move that was played so many plies ago, 1 for the last one; None if the board does not know it."""
    if len(board.move_stack) < plies:
        return None
    before = board.copy()
    for _ in range(plies - 1):
        before.pop()
    move = before.pop()
    return Played(move.from_square, target_of(before, move), victim_of(before, move))


def target_of(board: chess.Board, move: chess.Move) -> chess.Square:
    """Where the piece that moves comes to stand; if it castles, the king."""
    if not board.is_castling(move):
        return move.to_square
    return chess.square(6 if board.is_kingside_castling(move) else 2, chess.square_rank(move.from_square))


def victim_of(board: chess.Board, move: chess.Move) -> chess.PieceType | None:
    """The kind of piece that a move takes."""
    if board.is_en_passant(move):
        return chess.PAWN
    return board.piece_type_at(move.to_square) if board.is_capture(move) else None


def piece_on(board: chess.Board, square: chess.Square) -> chess.Piece:
    """The piece on an occupied square. ValueError: there is none."""
    piece = board.piece_at(square)
    if piece is None:
        raise ValueError(f"there is no piece on {chess.square_name(square)}")
    return piece


def kind_at(board: chess.Board, square: chess.Square) -> chess.PieceType:
    """The kind of the piece on an occupied square. ValueError: there is none."""
    return piece_on(board, square).piece_type


def king_of(board: chess.Board, colour: chess.Color) -> chess.Square:
    """Where the king of a side stands. ValueError: it has none."""
    king = board.king(colour)
    if king is None:
        raise ValueError("each side needs a king")
    return king


def danger(board: chess.Board, square: chess.Square) -> int:
    """How the piece on a square is attacked.

    0: not at all. 1: attacked but defended. 2: attacked and undefended. 3: by a piece of less value. 4: by a pawn, and
    it is no pawn.
    """
    piece = piece_on(board, square)
    takers = [kind_at(board, taker) for taker in board.attackers(not piece.color, square)]
    if not takers:
        return 0
    if chess.PAWN in takers and piece.piece_type != chess.PAWN:
        return 4
    if any(SIZES[taker] < SIZES[piece.piece_type] for taker in takers):
        return 3
    return 1 if board.attackers(piece.color, square) else 2


def hanging(board: chess.Board, us: chess.Color, but: chess.Square | None = None) -> int:
    """The size of our best piece that could be taken for less or for nothing; 0 for none. Kings do not count.

    but: a square that does not count.
    """
    return max(
        (
            SIZES[piece.piece_type]
            for square, piece in board.piece_map().items()
            if piece.color == us and piece.piece_type != chess.KING and square != but and danger(board, square) >= 2
        ),
        default=0,
    )


def is_lone(board: chess.Board, colour: chess.Color) -> bool:
    """Whether a side has nothing but its king."""
    return len(chess.SquareSet(board.occupied_co[colour])) == 1


# What people see of a move.


def see_move(board: chess.Board, move: chess.Move) -> Iterator[Input]:
    """The inputs of a move, without those of the search."""
    us = board.turn
    start, target = move.from_square, target_of(board, move)
    kind = kind_at(board, start)
    taken = victim_of(board, move)
    last, own = last_move(board), last_move(board, 2)
    won = exchange(board, move)
    after = board.copy()
    after.push(move)
    moved = kind_at(after, target)  # not `kind` if a pawn promotes
    their_king = king_of(after, not us)

    # Where it goes, and what it takes.
    yield "to", (kind - 1) * 64 + turned(target, us)
    yield "from", (kind - 1) * 64 + turned(start, us)
    if taken is not None:
        yield "takes", (kind - 1) * 5 + taken - 1
    if move.promotion is not None:
        yield "promotes", 0 if move.promotion == chess.QUEEN else 1
    if board.is_castling(move):
        yield "castles", 0 if board.is_kingside_castling(move) else 1
    rise = chess.square_rank(turned(target, us)) - chess.square_rank(turned(start, us))
    yield "direction", (kind - 1) * 3 + (0 if rise > 0 else 1 if rise == 0 else 2)
    yield "step", chess.square_distance(start, target)
    yield "exchange", place(won, EXCHANGES)
    yield "near king", chess.square_distance(target, their_king)

    # How it is related to the previous moves.
    if last is not None:
        yield "near to", chess.square_distance(target, last.target)
        yield "near from", chess.square_distance(start, last.target)
        if target == last.target:
            yield "retakes", 0 if last.taken is not None else 1
        if last.target in board.attackers(not us, start):
            yield "alarmed", 0
    if own is not None and start == own.target:
        yield "goes back", 0 if target == own.start else 1

    # Where the piece stands before and after, and the position after the move.
    yield "attacked", danger(board, start)
    yield "target", danger(after, target)
    checkers = after.checkers()
    if checkers:
        yield "checks", 2 * (target not in checkers) + (won < 0)
    if after.is_checkmate():
        yield "ends", 0
    if after.is_stalemate():
        yield "ends", 1
    if after.is_repetition(2):
        yield "repeats", 0
    gains = sorted(threats(after, target))
    yield "threatens", gains[-1] if gains else 0
    if len(gains) > 1:
        yield "threatens", 5
    left, before = hanging(after, us, but=target), hanging(board, us)
    yield "leaves", left
    yield "relief", 0 if left < before else 1 if left == before else 2
    yield "king room", min(king_room(after), 5)
    if moved == chess.ROOK:
        yield "file", rook_file(after, target)
    if moved == chess.PAWN and is_passed(after, target):
        yield "passed", 0


def threats(board: chess.Board, square: chess.Square) -> Iterator[int]:
    """The sizes of the pieces that the piece on a square threatens: they are worth more than it, or undefended."""
    us = board.color_at(square)
    size = SIZES[kind_at(board, square)]
    for target in board.attacks(square):
        piece = board.piece_at(target)
        if piece is None or piece.color == us or piece.piece_type == chess.KING:
            continue
        if SIZES[piece.piece_type] > size or not board.attackers(piece.color, target):
            yield SIZES[piece.piece_type]


def king_room(board: chess.Board) -> int:
    """How many squares the king of the side to move can go to, without castling."""
    us = board.turn
    king = king_of(board, us)
    without = board.copy(stack=False)  # a slider that gives check also attacks the squares behind the king
    without.remove_piece_at(king)
    return sum(
        without.color_at(square) != us and not without.attackers(not us, square)
        for square in chess.SquareSet(chess.BB_KING_ATTACKS[king])
    )


def pawns_on(board: chess.Board, colour: chess.Color, file: int) -> list[chess.Square]:
    """The squares of the pawns of a side on a file; none for a file outside the board."""
    return [square for square in board.pieces(chess.PAWN, colour) if chess.square_file(square) == file]


def rook_file(board: chess.Board, square: chess.Square) -> int:
    """The file of a rook. 0: without pawns. 1: without pawns of its side. 2: with such a pawn."""
    us = piece_on(board, square).color
    file = chess.square_file(square)
    return 2 if pawns_on(board, us, file) else 1 if pawns_on(board, not us, file) else 0


def is_passed(board: chess.Board, square: chess.Square) -> bool:
    """Whether a pawn is passed: no pawn of the other side is ahead of it, on its file or beside it."""
    us = piece_on(board, square).color
    rank, file = chess.square_rank(turned(square, us)), chess.square_file(square)
    return all(
        chess.square_rank(turned(pawn, us)) <= rank
        for beside in (file - 1, file, file + 1)
        for pawn in pawns_on(board, not us, beside)
    )


# Static exchange evaluation.


def exchange(board: chess.Board, move: chess.Move) -> int:
    """The gain of a move, in centipawns, if captures on its square go on as long as they pay; a loss is below 0.

    Each side captures with its least valuable piece. Pins and further promotions are ignored.
    """
    if board.is_castling(move):
        return 0
    won = EXCHANGED[victim_of(board, move) or 0]
    if move.promotion is not None:
        won += EXCHANGED[move.promotion] - EXCHANGED[chess.PAWN]
    after = board.copy(stack=False)
    after.push(move)
    return won - retaken(after, move.to_square)


def retaken(board: chess.Board, square: chess.Square) -> int:
    """The gain of the other side by a capture on a square, in centipawns; 0 if that loses. The board changes."""
    piece = piece_on(board, square)
    takers = board.attackers(not piece.color, square)
    if not takers:
        return 0
    least = min(takers, key=lambda taker: (kind_at(board, taker), taker))  # of equal ones, that on the first square
    if kind_at(board, least) == chess.KING and board.attackers(piece.color, square):
        return 0  # a king may take only undefended pieces
    taker = board.remove_piece_at(least)
    board.set_piece_at(square, taker)
    return max(0, EXCHANGED[piece.piece_type] - retaken(board, square))


# What a shallow search finds.


def look_ahead(board: chess.Board, found: Mapping[chess.Move, set[Input]]) -> set[Input]:
    """Add the search inputs of the moves to `found`; return those of the position."""
    if not found:
        return set()
    former: dict[chess.Move, float] = {}
    best: list[float] = []
    search = LONE if any(is_lone(board, colour) for colour in chess.COLORS) else USUAL
    for number in (1, 2):
        values = judge(board, search, search.first + number - 1)
        best = sorted(values.values(), reverse=True)
        for move, value in values.items():
            regret = best[0] - value
            found[move].add((f"regret {number}", place(regret, REGRETS)))
            found[move].add((f"rank {number}", place(sum(other > value for other in best), RANKS)))
            if number == 2:
                found[move].add(("turn", place(former[move] - regret, TURNS)))
            former[move] = regret
    lead = best[0] - best[1] if len(best) > 1 else CAP
    return {("prospect", place(best[0], PROSPECTS)), ("lead", place(lead, LEADS))}


@dataclass(frozen=True)
class ShallowSearch:
    """How the moves of a position are searched, twice.

    evaluate: the value of a board for White, in centipawns. first: plies of the first search; the second has one more.
    scale: by which all values are multiplied.
    """

    evaluate: Callable[[chess.Board], float]
    first: int
    scale: int


def judge(board: chess.Board, search: ShallowSearch, depth: int) -> dict[chess.Move, float]:
    """The value of each move for the side to move, in centipawns, by a search of so many plies with quiescence.

    Values are clipped to at most CAP above the static value, and at most CAP below the best. Of the past, the search
    knows only how long ago the last capture or pawn move was, and whether the position repeats an earlier one.
    """
    game = Sorted(board.copy(stack=False), search.evaluate, board.is_repetition(2))
    alphabeta = AlphaBeta(quiescence=True)
    sign = 1 if board.turn == chess.WHITE else -1
    most = sign * search.scale * game.value() + CAP
    values: dict[chess.Move, float] = {}
    best = -inf
    for move in game.moves():
        # Below this value it is enough to know that a move is not better.
        least = (best - CAP) / search.scale
        window = (least, inf) if sign > 0 else (-inf, -least)
        value = alphabeta.after(game, move, depth - 1, 1, *window)
        values[move] = min(sign * search.scale * value, most)
        best = max(best, values[move])
    return {move: max(value, best - CAP) for move, value in values.items()}


class Sorted(ChessGame):
    """Chess with sorted moves, so that a search takes less time. It finds the same values.

    repeated: whether the position was on the board before. If it comes back once more, the game is drawn.
    """

    def __init__(self, board: chess.Board, evaluate: Callable[[chess.Board], float], repeated: bool) -> None:
        super().__init__(board, evaluate)
        self.start = board.epd() if repeated else None

    def ending(self) -> Win | float | None:
        end = super().ending()
        return Draw() if end is None and self.start is not None and self.board.epd() == self.start else end

    def moves(self) -> list[chess.Move]:
        return self.sort(super().moves())

    def noisy(self, behind: int) -> tuple[list[chess.Move], bool]:
        moves, obliged = ChessGame(self.board).noisy(behind)
        return self.sort(moves), obliged

    def sort(self, moves: Iterable[chess.Move]) -> list[chess.Move]:
        return sorted(moves, key=self.promise, reverse=True)

    def promise(self, move: chess.Move) -> int:
        """How good a move looks. The least piece takes the best one first; other moves go by the piece's squares."""
        taken = self.board.piece_type_at(move.to_square)
        kind, us = kind_at(self.board, move.from_square), self.board.turn
        squares = SQUARE_VALUES[kind - 1]
        gain = squares[turned(move.to_square, us)] - squares[turned(move.from_square, us)]
        return gain if taken is None else gain + 1000 * SIZES[taken] - 10 * SIZES[kind]


# The value of a white piece on each square, in centipawns; `TABLES` of the evaluation begin with a8.
SQUARE_VALUES = [
    [value + table[chess.square_mirror(square)] for square in chess.SQUARES]
    for value, table in zip(VALUES, TABLES, strict=True)
]
ENDGAME_KING = [VALUES[-1] + KING_ENDGAME_TABLE[chess.square_mirror(square)] for square in chess.SQUARES]


def simplified(board: chess.Board) -> int:
    """The Simplified evaluation, in centipawns for White: see evaluations/simplified.pyx."""
    endgame = is_poor(board, chess.WHITE) and is_poor(board, chess.BLACK)
    total = 0
    for us, sign in ((chess.WHITE, 1), (chess.BLACK, -1)):
        for kind, usual in enumerate(SQUARE_VALUES, 1):
            values = ENDGAME_KING if endgame and kind == chess.KING else usual
            total += sign * sum(values[turned(square, us)] for square in board.pieces(kind, us))
    return total


def is_poor(board: chess.Board, us: chess.Color) -> bool:
    """Whether a side has no queen, or besides its queen no rook and at most one minor piece."""
    if not board.pieces(chess.QUEEN, us):
        return True
    minor = len(board.pieces(chess.KNIGHT, us)) + len(board.pieces(chess.BISHOP, us))
    return not board.pieces(chess.ROOK, us) and minor <= 1


@lru_cache(1 << 16)
def of_tapered(fen: str) -> float:
    position = ChessPosition(fen)
    position.configure(TAPERED)
    return position.value()


def tapered(board: chess.Board) -> float:
    """The Tapered evaluation, in centipawns for White. It is the compiled one: its terms have their own oracle."""
    return of_tapered(f"{board.board_fen()} {'w' if board.turn == chess.WHITE else 'b'} - -")


TAPERED = {**Options(), "Evaluation": "Tapered"}
USUAL = ShallowSearch(simplified, 1, 1)
LONE = ShallowSearch(tapered, 3, 10)  # people know how to make progress against a lone king, and so does Tapered


# The network, in whole numbers.


def weigh(board: chess.Board, elo: int, weights: Weights, seen: Context | None = None) -> dict[chess.Move, int]:
    """The weight of each legal move, proportional to its probability; empty if there is no legal move.

    elo: the rating of the player, on the scale of Lichess. seen: what `see` returns, if it is known.
    """
    found = scores(seen or see(board), elo, weights)
    best = max(found.values(), default=0)
    return {move: max(1, int(MOST * exp((score - best) / ONE**2) + 0.5)) for move, score in found.items()}


def scores(seen: Context, elo: int, weights: Weights) -> dict[chess.Move, int]:
    """The score of each move, with 16 bits behind the point: the logarithm of its probability, up to a constant."""
    hidden, tower = weights.hidden, weights.tower
    position = Rows(weights.position, weights.position_scales, POSITION_GROUPS, elo).add(seen.position)
    rows = Rows(weights.moves, weights.move_scales, MOVE_GROUPS, elo)
    outlook = [active(number) for number in position[hidden:]]
    towards = [
        sum(outlook[k] * weights.mid[k * tower + j] for k in range(tower)) // ONE + weights.mid_biases[j]
        for j in range(tower)
    ]
    found: dict[chess.Move, int] = {}
    for move, inputs in seen.moves.items():
        of_move = rows.add(inputs)
        total = ONE * of_move[hidden]
        for j in range(hidden):
            total += active(position[j] + of_move[j] + weights.biases[j]) * weights.out[j]
        for j in range(tower):
            total += of_move[hidden + 1 + j] * towards[j]
        found[move] = total
    return found


def active(number: int) -> int:
    """The activation of a hidden layer: a number, clipped to 0 to CEILING."""
    return min(max(number, 0), CEILING)


class Rows:
    """The rows of inputs, for players of a rating.

    numbers, scales: as in Weights. groups: those of the inputs, in order.
    """

    def __init__(self, numbers: Sequence[int], scales: Sequence[int], groups: Mapping[str, int], elo: int) -> None:
        self.numbers = numbers
        self.scales = scales
        self.groups = groups
        self.elo = elo
        self.width = len(scales) // 2
        self.begins = dict(zip(groups, accumulate(groups.values(), initial=0), strict=False))

    def add(self, inputs: Iterable[Input]) -> list[int]:
        """The sum of the rows of these inputs, column by column."""
        return [sum(column) for column in zip(*map(self.row, inputs), strict=True)]

    def row(self, found: Input) -> list[int]:
        """The row of an input: one part, plus r times the other. Each number is rounded to the nearest, halves up."""
        group, number = found
        if not 0 <= number < self.groups[group]:
            raise ValueError(f"no input {number} in the group {group!r}")
        begin = 2 * self.width * (self.begins[group] + number)
        row = []
        for column in range(self.width):
            other = self.width + column
            total = SPREAD * self.numbers[begin + column] * self.scales[column]
            total += (self.elo - MIDDLE) * self.numbers[begin + other] * self.scales[other]
            parts = SPREAD * PARTS // ONE
            row.append((2 * total + parts) // (2 * parts))
        return row


def human(elo: int, weights: Weights) -> Weigh:
    """The model of an opponent who plays as people of a rating do, for plain.Expectimax. The game is a ChessGame."""

    def weigh_moves(game: Game, moves: Sequence[Any]) -> Sequence[float]:
        if not isinstance(game, ChessGame):
            raise TypeError("this model knows chess alone")
        found = weigh(game.board, elo, weights)
        return [found[move] for move in moves]

    return weigh_moves
