"""The searches in plain Python: what they compute, and nothing else. Read this module first.

A game is played by two players, 0 and 1. Player 0 wants large values, player 1 small ones. A game for one is a game
in which it is always player 0's turn. A position answers the questions of `Game` below. It can be:

- any `Position` of this package;
- an object of any class derived from `PythonPosition`;
- any python-chess board, by means of `ChessGame`.

A search looks `depth` decisions ahead. There it asks for the evaluation; with quiescence, it first plays on until no
noisy move is left. Its value of a position assumes that the players choose as the search expects. Minimax and AlphaBeta
expect both players to play their best. Expectimax expects the opponent to play any move.

Chance (a card drawn, a disc that slips) is always averaged. An outcome or a move of probability 0 is not searched. If a
game gives its values and probabilities as fractions, every result is exact.

The compiled searches compute the same values, a thousand times faster. The tests compare them with these searches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import exp, inf
from typing import TYPE_CHECKING, Any, Protocol

from .position import Draw, Win, ply_cost

if TYPE_CHECKING:
    import chess

QUEEN = 5  # the number of this piece type in python-chess
TIE = Fraction(1, 10**12)  # the relative difference up to which two values count as equal


class Game(Protocol):
    """The questions that a search asks of a position."""

    @property
    def decisive(self) -> float: ...  # the value of a won game
    @property
    def scale(self) -> float: ...  # hundredths in a unit; one more ply to a win costs one (see ply_cost)
    def moves(self) -> Sequence[Any]: ...
    def noisy(
        self, behind: int
    ) -> tuple[Sequence[Any], bool]: ...  # moves that may change much, and whether one must be played
    def chances(self, move: Any) -> Sequence[tuple[Any, float]]: ...  # its outcomes; empty if it is certain
    def play(self, move: Any) -> None: ...
    def undo(self) -> None: ...
    def player(self) -> int: ...  # whose turn it is
    def ending(self) -> Win | float | None: ...  # None: the game goes on
    def value(self) -> float: ...  # an estimate


class Minimax:
    """Both sides play their best move (von Neumann, 1928)."""

    def __init__(self, mate_distance: bool = True, quiescence: bool = False) -> None:
        self.mate_distance = mate_distance
        self.quiescence = quiescence
        self.draw: float = 0  # the value of a drawn game
        self.nodes = 0
        self.player = 0  # whose turn it is at the root

    def root(self, game: Game, depth: int) -> list[tuple[Any, float]]:
        """Return every move with its value, in the order of generation."""
        self.player = game.player()
        self.nodes = 1
        return [(move, self.after(game, move, depth - 1, 1, -inf, inf)) for move in game.moves()]

    def best(self, game: Game, depth: int) -> tuple[Any, float]:
        """Return the best move and its value; of equal moves the first."""
        choose = max if game.player() == 0 else min
        return choose(self.root(game, depth), key=lambda pair: pair[1])

    def after(self, game: Game, move: Any, depth: int, ply: int, low: float, high: float) -> float:
        """Return the value of a move.

        It is the value of the next position, or the mean over all positions that chance can lead to.
        """
        chances = game.chances(move)
        if not chances:
            game.play(move)
            value = self.value(game, depth, ply, low, high)
            game.undo()
            return value
        self.nodes += 1
        total: float = 0  # not 0.0, which would make floats of fractions
        for certain, probability in chances:
            if probability == 0:
                continue
            game.play(certain)
            total += probability * self.value(game, depth, ply, -inf, inf)
            game.undo()
        return total

    def value(self, game: Game, depth: int, ply: int, low: float, high: float) -> float:
        """Return the value of a position `ply` moves from the root, looking `depth` moves ahead."""
        self.nodes += 1
        end = game.ending()
        if isinstance(end, Win):
            won = game.decisive - (ply * ply_cost(game) if self.mate_distance else 0)  # the sooner, the better
            return won if end.player == 0 else -won
        if isinstance(end, Draw):
            return self.draw
        if end is not None:
            return end
        if depth <= 0:
            return self.quiesce(game, depth, ply, low, high) if self.quiescence else self.estimate(game)
        return self.choose(game, depth, ply, low, high)

    def quiesce(self, game: Game, depth: int, ply: int, low: float, high: float) -> float:
        """Return the value if each side plays its best noisy move, or keeps the static value of the position.

        depth: 0 at the depth of the search, and one less with each further ply.
        """
        moves, obliged = game.noisy(-depth)
        maximise = game.player() == 0
        best = -inf if maximise else inf
        for move in moves if obliged else [None, *moves]:
            value = game.value() if move is None else self.after(game, move, depth - 1, ply + 1, low, high)
            best = max(best, value) if maximise else min(best, value)
            low, high = narrow(maximise, best, low, high)
            if low >= high:
                break
        return best

    def estimate(self, game: Game) -> float:
        """Return the value of a position beyond which the search does not look."""
        return game.value()

    def choose(self, game: Game, depth: int, ply: int, low: float, high: float) -> float:
        values = [self.after(game, move, depth - 1, ply + 1, low, high) for move in game.moves()]
        return max(values) if game.player() == 0 else min(values)


def narrow(maximise: bool, value: float, low: float, high: float) -> tuple[float, float]:
    """Return the window that remains after the side to move has made sure of a value."""
    return (max(low, value), high) if maximise else (low, min(high, value))


class AlphaBeta(Minimax):
    """Minimax without the moves that cannot matter (Knuth and Moore, 1975).

    Elsewhere, player 0 is sure of `low`, and player 1 of `high`. A position with a value above `high` or below `low`
    will be avoided, so it is enough to know that it is outside. The search is fail-soft: the result is then a bound,
    and is not cut to the window.
    """

    strict = False  # whether only a value beyond the window cuts, and not one on its edge

    def choose(self, game: Game, depth: int, ply: int, low: float, high: float) -> float:
        maximise = game.player() == 0
        best = -inf if maximise else inf
        for move, known in self.candidates(game, depth, ply, low, high):
            value = self.after(game, move, depth - 1, ply + 1, low, high) if known is None else known
            best = max(best, value) if maximise else min(best, value)
            low, high = narrow(maximise, best, low, high)
            if low > high or (low == high and not self.strict):
                break
        return best

    def candidates(
        self, game: Game, depth: int, ply: int, low: float, high: float
    ) -> Sequence[tuple[Any, float | None]]:
        """Return the moves to search, and the values that are already known."""
        return [(move, None) for move in game.moves()]

    def best(self, game: Game, depth: int) -> tuple[Any, float]:
        maximise = game.player() == 0
        self.nodes = 1
        low, high, best = -inf, inf, None
        for move in game.moves():
            value = self.after(game, move, depth - 1, 1, low, high)
            if best is None or (value > best[1] if maximise else value < best[1]):
                best = (move, value)
            low, high = narrow(maximise, value, low, high)
        if best is None:
            raise ValueError("there is no move")
        return best


class BranchLimit(AlphaBeta):
    """Alpha-beta, restricted to the moves that look best to the side to move.

    A look ahead, which is such a search itself, decides which moves look best.

    most: how many moves are searched in each position.
    look_ahead: the plies of the look ahead; 0 asks the evaluation.
    published: how far a position with L plies left looks ahead. If true, it is the amount by which `look_ahead` exceeds
        `L - 1`. If false, it is `look_ahead`, at most `L - 1`.
    """

    def __init__(
        self,
        most: int = 10,
        look_ahead: int = 0,
        published: bool = False,
        mate_distance: bool = True,
        quiescence: bool = False,
    ) -> None:
        super().__init__(mate_distance, quiescence)
        self.most = most
        self.look_ahead = look_ahead
        self.published = published

    def root(self, game: Game, depth: int) -> list[tuple[Any, float]]:
        """Return every searched move with its value, the one that looks best first."""
        self.player = game.player()
        self.nodes = 1
        found = self.select(game, depth, 0, -inf, inf)
        return [(move, self.after(game, move, depth - 1, 1, -inf, inf)) for move, _ in found]

    def candidates(
        self, game: Game, depth: int, ply: int, low: float, high: float
    ) -> Sequence[tuple[Any, float | None]]:
        seen = depth == 1 and self.ahead(depth) == 0  # the look ahead was as deep as the search
        return [(move, guess if seen else None) for move, guess in self.select(game, depth, ply, low, high)]

    def select(self, game: Game, depth: int, ply: int, low: float, high: float) -> list[tuple[Any, float]]:
        """Return the moves to search, and their values by the look ahead.

        Of moves with the same value, the first generated comes first.
        """
        ahead, look_ahead = self.ahead(depth), self.look_ahead
        self.look_ahead = 0
        found = [(move, self.after(game, move, ahead, ply + 1, low, high)) for move in game.moves()]
        self.look_ahead = look_ahead
        return sorted(found, key=lambda pair: pair[1], reverse=game.player() == 0)[: self.most]

    def ahead(self, depth: int) -> int:
        return max(0, self.look_ahead - (depth - 1)) if self.published else min(self.look_ahead, depth - 1)


Weigh = Callable[[Game, Sequence[Any]], Sequence[float]]  # a model of an opponent: a weight for each of its moves


def uniform() -> Weigh:
    """Return the model of an opponent that plays all moves with the same probability."""
    return lambda game, moves: [1] * len(moves)


def softmax(temperature: float, depth: int, search: Minimax | None = None) -> Weigh:
    """Return the model of an opponent that plays a move with a probability in proportion to exp(value / temperature).

    temperature: in hundredths of the game's unit. At 0, the opponent plays only the best moves.
    depth: the search depth for the values, in plies.
    search: the search for the values; Minimax by default.
    """

    def weigh(game: Game, moves: Sequence[Any]) -> Sequence[float]:
        worse = judge(search or Minimax(), game, moves, depth)
        if temperature == 0:
            return [int(less == 0) for less in worse]
        return [exp(-less * game.scale / temperature) for less in worse]

    return weigh


def blunder(rate: float, depth: int, search: Minimax | None = None) -> Weigh:
    """Return the model of an opponent that plays the best move, but sometimes any move.

    rate: how often that happens, 0 to 1. Give it as a fraction if the result has to be exact.
    depth: the depth of the search that finds the best move, in plies.
    search: that search; Minimax by default.
    """

    def weigh(game: Game, moves: Sequence[Any]) -> Sequence[float]:
        worse = judge(search or Minimax(), game, moves, depth)
        best = worse.count(0)
        return [rate / len(moves) + ((1 - rate) / best if less == 0 else 0) for less in worse]

    return weigh


def judge(search: Minimax, game: Game, moves: Sequence[Any], depth: int) -> list[float]:
    """Return how much worse each move is than the best one, from the view of the side to move."""
    sign = 1 if game.player() == 0 else -1
    values = [sign * search.after(game, move, depth - 1, 1, -inf, inf) for move in moves]
    best = max(values)
    slack = TIE * max(min(1, game.decisive), abs(best))  # more than the rounding error of a mean
    return [0 if best - value <= slack else best - value for value in values]


class Expectimax(Minimax):
    """We play our best move, the opponent plays any move (Michie, 1966).

    weigh: the model of the opponent, which gives the probabilities of its moves.
    """

    def __init__(
        self,
        mate_distance: bool = True,
        weigh: Weigh = uniform(),  # noqa: B008 -- has no state
        quiescence: bool = False,
    ) -> None:
        super().__init__(mate_distance, quiescence)
        self.weigh = weigh

    def choose(self, game: Game, depth: int, ply: int, low: float, high: float) -> float:
        if game.player() == self.player:
            return super().choose(game, depth, ply, low, high)
        moves = game.moves()
        weights = self.weigh(game, moves)
        total_weight = sum(weights)
        total: float = 0
        for move, weight in zip(moves, weights, strict=True):
            if weight == 0:
                continue
            total += weight * self.after(game, move, depth - 1, ply + 1, -inf, inf)
        if not total_weight > 0:
            raise ValueError("an opponent has moves, and weighs them")
        return total / total_weight


class Predictive(Minimax):
    """Look one move ahead, at any depth, and take the value of a position from a trained model.

    predict: returns the value that the model gives a position, from the view of the side to move in it.
    """

    def __init__(self, predict: Callable[[Game], float], mate_distance: bool = True) -> None:
        super().__init__(mate_distance)
        self.predict = predict

    def root(self, game: Game, depth: int = 1) -> list[tuple[Any, float]]:
        return super().root(game, 1)

    def estimate(self, game: Game) -> float:
        return self.predict(game) if game.player() == 0 else -self.predict(game)


class ChessGame:
    """A python-chess board as a game: White is player 0.

    evaluate: returns the value of a board to White. By default, it counts the pieces; a pawn is 100.
    """

    decisive = 100000.0
    scale = 1.0

    def __init__(self, board: chess.Board, evaluate: Callable[[chess.Board], float] | None = None) -> None:
        self.board = board
        self.evaluate = evaluate or material

    def moves(self) -> list[chess.Move]:
        return list(self.board.legal_moves)

    def noisy(self, behind: int) -> tuple[list[chess.Move], bool]:
        """Return captures and promotions to a queen; in check, all moves.

        `ChessPosition.generate_noisy` explains the exception to that.
        """
        if self.board.is_check() and (behind == 0 or self.board.halfmove_clock < behind):
            return self.moves(), True
        return [
            move
            for move in self.moves()
            if move.promotion == QUEEN or (self.board.is_capture(move) and not move.promotion)
        ], False

    def chances(self, move: chess.Move) -> list[tuple[chess.Move, float]]:
        return []

    def play(self, move: chess.Move) -> None:
        self.board.push(move)

    def undo(self) -> None:
        self.board.pop()

    def player(self) -> int:
        return 0 if self.board.turn else 1

    def ending(self) -> Win | float | None:
        if self.board.is_checkmate():
            return Win(1 - self.player())
        drawn = (
            self.board.is_stalemate()
            or self.board.is_insufficient_material()
            or self.board.halfmove_clock >= 100
            or self.board.is_repetition(3)
        )
        return Draw() if drawn else None

    def value(self) -> float:
        return self.evaluate(self.board)


def material(board: chess.Board) -> float:
    """Return the material of White minus that of Black: pawn 100, knight 320, bishop 330, rook 500, queen 900."""
    values = (0, 100, 320, 330, 500, 900, 0)
    return sum(values[piece.piece_type] * (1 if piece.color else -1) for piece in board.piece_map().values())
