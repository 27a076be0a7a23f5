"""Chess as a Position: White is player 0.

Each move writes a new Board on a stack. Taking a move back therefore costs nothing, and the stack is the history in
which repetitions are found. Searches draw at the third occurrence of a position and at a half-move clock of 100. The
rules themselves (`outcome`) end a game at the fifth occurrence and at 150, and let a player claim a draw before.
"""

from libc.math cimport INFINITY
from libc.string cimport memcpy, memset

from ...bits cimport bit, lowest, popcount, take, u64
from ...position cimport DECISIVE, DRAWN, MAX_MOVES, MAX_PLY, ONGOING, Ending, Lists, Move, Position, share_network
from ...support.memory cimport aligned, free_aligned
from .attacks cimport BLACK, TABLES, WHITE
from .board cimport (
    CASTLE,
    CHECKMATE,
    CLAIMED_CLOCK,
    CLAIMED_REPEATS,
    CYCLE,
    DOUBLE_STEP,
    EN_PASSANT,
    KING,
    PAWN,
    PROMOTE_KNIGHT,
    PROMOTE_QUEEN,
    QUEEN,
    ROOK,
    STALEMATE,
    Board,
    Standing,
    checkers,
    count,
    count_repeats,
    discoverers,
    en_passant_possible,
    find_check_squares,
    flag,
    from_square,
    gain,
    generate,
    generate_noisy,
    insufficient_material,
    kind,
    kind_at,
    king_to,
    never_stalemate,
    perft,
    play,
    quiet_check,
    rook_to,
    standing,
    to_square,
    victim,
    zobrist,
)

from functools import lru_cache

from ...support.text import printable
from . import fen as forsyth
from .evaluations import Material, Sef, Simplified
from .evaluations.tapered import named
from .inputs import INPUTS

cdef enum:
    CACHE_LINE = 64
    FORCED_CLOCK = 150      # plies without a capture or pawn move after which the game is over
    FORCED_REPEATS = 4      # earlier occurrences of a position that make a fivefold repetition
    ENOUGH = 3              # pawns, rooks and queens: one move removes at most two, by a pawn's capture and promotion

cdef tuple SQUARES = tuple([file + rank for rank in "12345678" for file in "abcdefgh"])
cdef dict NUMBERS = {name: number for number, name in enumerate(SQUARES)}
cdef str PROMOTIONS = "nbrq"
cdef object START = forsyth.read(forsyth.START)
# An evaluation never changes, so all positions share one.
cdef Evaluation MATERIAL = Material()
cdef object simplified = lru_cache(8)(Simplified)
cdef object sef = lru_cache(8)(Sef)
cdef Evaluation SIMPLIFIED = simplified("correct", True)
cdef object FIRST = None    # a position on which no move is ever played: all others begin as its copy


cdef class ChessPosition(Position):
    """A chess position with its history.

    fen: FEN, X-FEN or Shredder-FEN; the start position by default. ValueError, with the reason, if the FEN is refused.
    chess960: whether castling follows the rules of Chess960. Castling is then written as the king taking its rook
        (e1h1).
    """

    game = "chess"
    opponent = "uniform"
    network_inputs = INPUTS

    def __cinit__(self, *args, **kwargs):
        """Set up a valid position at once, even if a subclass does not call `__init__`."""
        cdef ChessPosition start = FIRST
        self.decisive = 100000.0
        self.evaluation = SIMPLIFIED
        if start is None:
            self.set_up(START)
        else:
            self.grow(1)
            self.board = self.boards
            self.boards[0] = start.boards[0]
            self.setup = start.setup
            self.first_move = start.first_move
            self.stepped = start.stepped
            self.summed = start.summed

    def __init__(self, fen=forsyth.START, chess960=False):
        self.chess960 = chess960
        self.set_up(forsyth.read(fen, chess960))

    def __dealloc__(self):
        free_aligned(self.boards)

    # Setting up.

    cdef int set_up(self, object position) except -1:
        cdef Board* board
        cdef int square, colour
        self.grow(1)
        self.board = board = self.boards
        self.played = 0
        memset(board, 0, sizeof(Board))
        for square, letter in position.pieces.items():
            board.kinds["pnbrqk".index(letter.lower())] |= bit(square)
            board.colours[WHITE if letter.isupper() else BLACK] |= bit(square)
        board.turn = position.turn
        board.clock = position.clock
        self.first_move = 2 * (position.fullmove - 1) + position.turn
        memset(self.setup.kept, 15, sizeof(self.setup.kept))
        for colour, square in position.castling:
            self.allow_castling(colour, square)
        self.stepped = position.en_passant or 0
        if self.stepped:
            board.en_passant = self.stepped
            if not en_passant_possible(board):
                board.en_passant = 0
        if checkers(board, board.turn ^ 1):
            raise ValueError("the side that is not to move is in check")
        board.key = zobrist(board)
        self.sum_up()
        return 0

    cdef int allow_castling(self, int colour, int rook) except -1:
        cdef int king = lowest(self.board.kinds[KING] & self.board.colours[colour])
        cdef int right = 2 * colour + (rook < king)
        cdef u64 kings_way = stretch(king, king_to(right))
        cdef u64 rooks_way = stretch(rook, rook_to(right))
        self.board.rights |= 1 << right
        self.setup.kept[king] &= ~(1 << right)
        self.setup.kept[rook] &= ~(1 << right)
        self.setup.rook_from[right] = rook
        self.setup.empty[right] = (kings_way | rooks_way) & ~bit(king) & ~bit(rook)
        self.setup.crossed[right] = kings_way
        return 0

    cdef int sum_up(self) except -1:
        """Update the incremental sum of every position to the evaluation."""
        cdef Board* board = self.boards
        self.setup.square_values = &self.evaluation.square_values[0][0][0]
        self.summed = self.evaluation.plain and not self.from_scratch
        while board <= self.board:
            board.sum = self.sum_of(board)
            board += 1
        return 0

    cdef int32_t sum_of(self, const Board* board) noexcept nogil:
        """Return the contribution of all pieces to the evaluation, computed from scratch."""
        cdef int32_t total = 0
        cdef u64 pieces
        cdef int colour, piece
        for colour in range(2):
            for piece in range(6):
                pieces = board.kinds[piece] & board.colours[colour]
                while pieces:
                    total += self.evaluation.square_values[colour][piece][take(&pieces)]
        return total

    cdef int grow(self, int capacity) except -1:
        cdef Board* boards
        cdef ptrdiff_t top = self.board - self.boards if self.boards != NULL else 0
        if capacity > self.capacity:
            boards = <Board*> aligned(CACHE_LINE, capacity * sizeof(Board))
            if boards == NULL:
                raise MemoryError
            if self.boards != NULL:
                memcpy(boards, self.boards, (top + 1) * sizeof(Board))
                free_aligned(self.boards)
            self.boards = boards
            self.board = boards + top
            self.capacity = capacity
        return 0

    cdef int reserve(self, int plies) except -1:
        cdef int needed = <int> (self.board - self.boards) + 1 + plies
        if needed > self.capacity:
            self.grow(needed + needed // 2 + MAX_PLY)  # by a share, so that long games are rarely copied
        return 0

    def clone(self):
        cdef ChessPosition twin = ChessPosition.__new__(ChessPosition)
        cdef ptrdiff_t top = self.board - self.boards
        twin.decisive = self.decisive
        twin.chess960 = self.chess960
        twin.library_order = self.library_order
        twin.from_scratch = self.from_scratch
        twin.summed = self.summed
        twin.evaluation = self.evaluation
        share_network(self, twin)
        twin.setup = self.setup
        twin.first_move = self.first_move
        twin.stepped = self.stepped
        twin.played = self.played
        twin.grow(<int> top + 1)
        memcpy(twin.boards, self.boards, (top + 1) * sizeof(Board))
        twin.board = twin.boards + top
        return twin

    def configure(self, options):
        """Apply the options of chess. ValueError if a choice does not suit.

        options: a mapping of option names to values.

        From this call on, SEF takes the view of the side that is to move now. A session configures its position before
        each search.
        """
        cdef Evaluation evaluation
        net = self.chosen_network(options)  # first, as it may raise ValueError
        name = options["Evaluation"]
        if name == "Material":
            evaluation = MATERIAL
        elif name == "Tapered":
            evaluation = named(options["Weights"])
        elif net is not None:
            evaluation = named("")  # for endings that a network need not know
        elif name in ("Auto", "Simplified"):
            evaluation = simplified(str(options["PieceSquare"]), bool(options["EndgameKing"]))
        elif name == "SEF":
            evaluation = sef(<int> self.board.turn, str(options["Mobility"]))
        else:
            raise ValueError(f"chess has no evaluation {name}")
        library_order = options["MoveOrder"] == "python-chess"
        self.from_scratch = not options["Incremental"]
        self.set_win_value(options["MateValue"] / evaluation.scale)
        self.library_order = library_order
        self.evaluation = evaluation
        self.sum_up()
        self.take_network(net)

    def asks_network(self, options):
        """As in every game. For PVS, Auto means a network, too."""
        return Position.asks_network(self, options) or (options["Evaluation"] == "Auto" and options["Search"] == "PVS")

    @property
    def scale(self):
        return self.evaluation.scale

    def value_key(self):
        """Return the evaluation, and the starting squares of the rooks that may castle.

        Keys of positions contain only the right to castle.
        """
        return (self.evaluation.identity, tuple([self.setup.rook_from[right] for right in range(4)]))

    @property
    def feature_names(self):
        return self.evaluation.feature_names if self.layers is None else ("H_0",)

    def features(self):
        """Return the features, as for every game. Counts are ints."""
        counts = self.evaluation.counts
        return {name: int(value) if name in counts else value for name, value in Position.features(self).items()}

    # What a search asks.

    cdef int generate(self, Move* moves) noexcept nogil:  # no-cython-lint: a method
        return sort(self, moves, generate(&self.setup, self.board, moves))

    cdef int generate_noisy(self, int behind, Move* moves, bint* obliged) noexcept nogil:  # no-cython-lint
        """Write captures and promotions to a queen; in check, all moves.

        The exception is a check that is itself a quiet evasion, without a capture or promotion since the search passed
        its depth. Otherwise two sides that check each other in turn could come back to an earlier position.
        """
        cdef const Board* board = self.board
        obliged[0] = checkers(board, board.turn) != 0 and (not behind or board.clock < behind)
        if obliged[0]:
            return self.generate(moves)
        return sort(self, moves, generate_noisy(&self.setup, board, moves))

    cdef int count(self) noexcept nogil:  # no-cython-lint
        return count(&self.setup, self.board)

    cdef void make(self, Move move) noexcept nogil:
        cdef Board* board = self.board + 1
        play(&self.setup, self.board, board, move)
        self.board = board
        count_repeats(board, board - self.boards)

    cdef void unmake(self) noexcept nogil:
        self.board -= 1

    cdef int turn(self) noexcept nogil:
        return self.board.turn

    cdef Ending over(self, double* value) noexcept nogil:
        cdef const Board* board = self.board
        cdef Standing now = standing(&self.setup, board)
        if now == CHECKMATE:
            value[0] = self.decisive if board.turn == BLACK else -self.decisive
            return DECISIVE
        if (
            now == STALEMATE
            or board.repeats >= CLAIMED_REPEATS
            or board.clock >= CLAIMED_CLOCK
            or insufficient_material(board)
        ):
            return DRAWN
        return ONGOING

    cdef double evaluate_from_scratch(self) noexcept nogil:
        cdef Board board = self.board[0]
        board.sum = self.sum_of(&board)
        return board.sum if self.evaluation.plain else self.evaluation.finish(&self.setup, &board)

    cdef double evaluate(self) noexcept nogil:
        if self.summed:
            return self.board.sum
        if self.from_scratch:
            return self.evaluate_from_scratch()
        return self.evaluation.finish(&self.setup, self.board)

    cdef bint knows_ending(self) noexcept nogil:
        """Return whether a king is alone: the evaluation knows where to drive it, and which pawns do not win."""
        cdef const Board* board = self.board
        cdef u64 pieces = ~board.kinds[KING]
        return board.colours[WHITE] & pieces == 0 or board.colours[BLACK] & pieces == 0

    cdef int list_inputs(self, u64* inputs) noexcept nogil:
        cdef const Board* board = self.board
        cdef int colour, piece
        for colour in range(2):
            for piece in range(6):
                inputs[6 * colour + piece] = board.kinds[piece] & board.colours[colour]
        return 12

    cdef bint best_evaluation(self, double* value) noexcept nogil:
        """Use the change of the sum by each move.

        Only moves that may end the game, or change more than the sum, are played.
        """
        cdef const Board* board = self.board
        cdef int us = board.turn
        cdef int king = lowest(board.kinds[KING] & board.colours[us ^ 1])
        cdef u64[6] checks
        cdef u64 played             # the pieces whose moves are played
        cdef u64 hidden
        cdef bint captures = False
        cdef Move[MAX_MOVES] moves
        cdef Move move
        cdef double now, after
        cdef double end = 0.0
        cdef int i, n, quiet
        cdef int done = 0

        # 1. Make sure that no move draws.
        if (
            self.from_scratch
            or board.any_repeat
            or board.clock + 1 >= CLAIMED_CLOCK
            or popcount(board.kinds[PAWN] | board.kinds[ROOK] | board.kinds[QUEEN]) < ENOUGH
        ):
            return False
        played = self.evaluation.beyond_sum(board, &captures)
        if played == board.colours[us] or not never_stalemate(board):
            return False

        # 2. Find where pieces give check, and which ones discover a check.
        hidden = discoverers(board, king, us)
        played |= hidden
        find_check_squares(board, us, checks)

        # 3. The best of the captures; mostly it is better than any quiet move can be.
        now = self.evaluate()
        value[0] = -INFINITY if us == WHITE else INFINITY
        for quiet in range(2):
            if quiet:
                n = generate(&self.setup, board, moves)  # which begins with the captures
            else:
                n = done = generate_noisy(&self.setup, board, moves)
            for i in range(done if quiet else 0, n):
                move = moves[i]
                if (
                    flag(move) > DOUBLE_STEP
                    or bit(from_square(move)) & played
                    or bit(to_square(move)) & checks[kind(move)]
                    or (captures and victim(move) > PAWN + 1)
                ):
                    self.make(move)
                    if self.over(&end) != ONGOING:
                        self.unmake()
                        return False
                    after = self.evaluate()
                    self.unmake()
                else:
                    after = now + gain(&self.setup, move, us)
                value[0] = max(value[0], after) if us == WHITE else min(value[0], after)
            if (
                not quiet
                and (value[0] - now if us == WHITE else now - value[0]) >= self.evaluation.most_quiet
                and not captures
                and not hidden
                and not quiet_check(&self.setup, board, checks)
            ):
                return True
        return n > 0

    cdef int describe(self, double* features) noexcept nogil:
        if self.layers is not None:
            return Position.describe(self, features)
        return self.evaluation.describe(&self.setup, self.board, features)

    cdef u64 key(self) noexcept nogil:
        return self.board.key

    cdef bint keeps(self, int plies) noexcept nogil:
        """Return false if a draw by repetition or by the clock may depend on the moves that led here.

        A third occurrence needs two earlier ones. If no position since the last irreversible move is a repetition yet,
        at most one of them is in the past. The other and the third must then occur within the search, each at least a
        cycle after the one before. With k reversible plies in the past, that takes at least 8 - min(k, 3) plies. It is
        impossible for k = 0: three occurrences that are all in the future do not depend on the path.
        """
        cdef const Board* board = self.board
        cdef ptrdiff_t behind = min(<ptrdiff_t> board.clock, board - self.boards)
        if board.any_repeat or board.clock + plies >= CLAIMED_CLOCK:
            return False
        return not behind or plies < 2 * CYCLE - min(behind, CYCLE - 1)

    cdef u64 perft(self, int depth) noexcept nogil:  # no-cython-lint
        return perft(&self.setup, self.board, depth, &self.halted)

    # For Python.

    @property
    def zobrist(self):
        """The Zobrist key of the pieces, the side to move, castling rights and en passant."""
        return self.board.key

    def fen(self):
        """Return the position as FEN, equal to python-chess's `Board.fen()`."""
        return forsyth.write(self.fields())

    def fields(self):
        """Return what the FEN says, field by field, as a `Fen`."""
        pieces = {}
        cdef int square
        cdef u64 occupied = self.board.colours[WHITE] | self.board.colours[BLACK]
        while occupied:
            square = take(&occupied)
            letter = "PNBRQK"[kind_at(self.board, square)]
            pieces[square] = letter if self.board.colours[WHITE] & bit(square) else letter.lower()
        plies = self.first_move + (self.board - self.boards)
        castling = tuple(
            (right >> 1, self.setup.rook_from[right]) for right in range(4) if self.board.rights & (1 << right)
        )
        return forsyth.Fen(
            pieces,
            self.board.turn,
            castling,
            self.board.en_passant or None,
            min(self.board.clock, forsyth.MAX_COUNTER),  # a game may start with the largest number
            min(plies // 2 + 1, forsyth.MAX_COUNTER),
        )

    @property
    def double_step(self):
        """The number of the square that a pawn has just passed by a double step; None without a double step.

        It does not matter whether a capture en passant is possible.
        """
        cdef const Board* now = self.board
        cdef const Board* before = now - 1
        cdef u64 left, come
        if now == self.boards:
            return self.stepped or None
        left = before.kinds[PAWN] & before.colours[before.turn] & ~now.colours[before.turn]
        come = now.kinds[PAWN] & now.colours[before.turn] & ~before.colours[before.turn]
        if left and come and abs(lowest(left) - lowest(come)) == 16:
            return (lowest(left) + lowest(come)) // 2
        return None

    def checking(self):
        """Return the squares of the pieces that give check."""
        cdef u64 pieces = checkers(self.board, self.board.turn)
        squares = []
        while pieces:
            squares.append(SQUARES[take(&pieces)])
        return squares

    def outcome(self):
        """Return the reason why the game is over by the rules, in python-chess's words, or None."""
        cdef Standing now = standing(&self.setup, self.board)
        if now == CHECKMATE:
            return "checkmate"
        if insufficient_material(self.board):
            return "insufficient_material"
        if now == STALEMATE:
            return "stalemate"
        if self.board.clock >= FORCED_CLOCK:
            return "seventyfive_moves"
        if self.board.repeats >= FORCED_REPEATS:
            return "fivefold_repetition"
        return None

    def notation(self, move):
        """Return the move in UCI notation; castling as e1g1, or e1h1 in Chess960.

        ValueError if no move has this number.
        """
        cdef Move code = move
        if flag(code) > PROMOTE_QUEEN:
            raise ValueError(f"no move has the number {move}")
        return self.spell(code, self.chess960)

    cdef str spell(self, Move move, bint rook_square):
        cdef int start = from_square(move)
        cdef int target = to_square(move)
        cdef int special = flag(move)
        if special == CASTLE and not rook_square:
            target = king_to(2 * (start // 56) + (target < start))
        text = SQUARES[start] + SQUARES[target]
        return text + PROMOTIONS[special - PROMOTE_KNIGHT] if special >= PROMOTE_KNIGHT else text

    def parse(self, text):
        """Return the legal move for UCI notation, with castling in either form; ValueError if there is none."""
        cdef Lists found = Lists()
        cdef int start, i, n
        if not isinstance(text, str):  # slices of other types may not be hashable
            raise TypeError(f"a move is text, not {type(text).__name__}")
        start = NUMBERS.get(text[:2], -1)
        n = generate(&self.setup, self.board, found.moves) if start >= 0 else 0
        for rook_square in (self.chess960, not self.chess960):
            for i in range(n):
                if from_square(found.moves[i]) == start and self.spell(found.moves[i], rook_square) == text:
                    return found.moves[i]
        form = "" if start >= 0 else ": moves are written as in e2e4"
        raise ValueError(f"illegal move: {printable(str(text))}{form}")


FIRST = ChessPosition()


cdef u64 stretch(int one, int other) noexcept nogil:
    """Return all squares from one to the other on a rank, both included."""
    return TABLES.between[one][other] | bit(one) | bit(other)


cdef inline int sort(ChessPosition position, Move* moves, int n) noexcept nogil:
    """Sort moves into the chosen order; return their number."""
    if position.library_order:
        sort_as_library(moves, n, checkers(position.board, position.board.turn) != 0)
    else:
        sort_captures(moves, n)
    return n


cdef inline int eagerness(Move move) noexcept nogil:
    """Most valuable victim first, then least valuable attacker; a new queen counts as a captured one."""
    cdef int taken = victim(move)
    if flag(move) == PROMOTE_QUEEN:
        taken += QUEEN
    return taken * 8 - kind(move)


cdef void sort_captures(Move* moves, int n) noexcept nogil:
    """Sort the captures and promotions at the beginning of a list (MVV-LVA)."""
    cdef int i, j
    cdef Move move
    for i in range(1, n):
        move = moves[i]
        if not (victim(move) or flag(move) == PROMOTE_QUEEN):
            return
        j = i
        while j and eagerness(moves[j - 1]) < eagerness(move):
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = move


cdef inline int library_rank(Move move, bint check) noexcept nogil:
    """The rank of a move in python-chess's order: pieces, castling, pawns by kind of move; each from h8 to a1."""
    cdef int special = flag(move)
    cdef int piece = kind(move)
    cdef int group
    if piece == KING and check:
        group = 0
    elif special == CASTLE:
        group = 2
    elif piece != PAWN:
        group = 1
    elif special == EN_PASSANT:
        group = 6
    elif victim(move):
        group = 3
    else:
        group = 5 if special == DOUBLE_STEP else 4
    return group << 16 | (63 - from_square(move)) << 10 | (63 - to_square(move)) << 4 | (15 - special)


cdef void sort_as_library(Move* moves, int n, bint check) noexcept nogil:
    cdef int i, j
    cdef Move move
    for i in range(1, n):
        move = moves[i]
        j = i
        while j and library_rank(moves[j - 1], check) > library_rank(move, check):
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = move
